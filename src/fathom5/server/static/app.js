// On every page: the app's worker, and the system's own way to share a link.
"use strict";

navigator.serviceWorker?.register("/worker.js").catch(() => {});

function offerShare() {
  for (const button of document.querySelectorAll(".share")) button.hidden = !navigator.share;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest(".share");
  if (!button) return;
  const { title, text, link } = button.dataset;
  navigator.share({ title, text, url: link }).catch(() => {});
});
offerShare();
new MutationObserver(offerShare).observe(document.body, { childList: true, subtree: true });

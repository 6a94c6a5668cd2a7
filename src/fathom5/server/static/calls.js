// When it is my turn and the page is out of sight: a notification if I want it, and a mark on the app's icon.
"use strict";

const call = document.getElementById("call");
const WANTED = "f5-call";

function showCall() {
  const wanted = Notification.permission === "granted" && localStorage.getItem(WANTED) === "yes";
  call.setAttribute("aria-pressed", String(wanted));
  return wanted;
}

async function notify() {
  const table = document.getElementById("main");
  const said = { body: document.querySelector(".ask")?.textContent ?? "", tag: table.dataset.address, icon: call.dataset.icon, data: table.dataset.address };
  const title = `${call.dataset.yours} · ${document.querySelector("h1").textContent}`;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, said);
  else new Notification(title, said);
}

function looked() {
  if (document.hidden) return;
  navigator.clearAppBadge?.().catch(() => {});
}

function asked() {
  if (!document.hidden) return;
  navigator.setAppBadge?.(1).catch(() => {});
  if (window.Notification && showCall()) notify();
}

if (window.Notification) {
  call.hidden = false;
  showCall();
  call.addEventListener("click", async () => {
    const wants = call.getAttribute("aria-pressed") !== "true";
    if (wants && Notification.permission !== "granted") await Notification.requestPermission();
    localStorage.setItem(WANTED, wants ? "yes" : "no");
    showCall();
  });
}
document.addEventListener("visibilitychange", looked);

// The page is told by the view itself: it has data-mine while I am to decide.
let wasMine = "mine" in document.getElementById("main").dataset;
new MutationObserver(() => {
  const isMine = "mine" in document.getElementById("main").dataset;
  if (isMine && !wasMine) asked();
  wasMine = isMine;
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["data-mine", "data-version"] });
looked();

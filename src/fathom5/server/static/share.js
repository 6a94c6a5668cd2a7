// Menus that open over a page close again. A link is given to the system's share sheet on a touch screen, and copied elsewhere.
"use strict";

const isTouchScreen = matchMedia("(pointer: coarse)");

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || event.ctrlKey || event.metaKey) return;
  if (!navigator.clipboard && !navigator.share) return;
  event.preventDefault();
  if (navigator.share && isTouchScreen.matches) return navigator.share({ title: document.title, url: link.href }).catch(() => {});
  await navigator.clipboard.writeText(link.href);
  const label = link.textContent;
  link.textContent = link.dataset.share;
  setTimeout(() => (link.textContent = label), 1500);
});

const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details.popup[open]")) if (menu !== except) menu.open = false;
};
document.addEventListener("click", (event) => closeMenus(event.target.closest("details.popup")));
document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenus());

// Pace: the server plays bots without waiting, and the page shows view after view as fast as its reader likes.
// What has come is kept in order, and nothing is played from a view that is not the latest.
"use strict";

const DWELL = { calm: 1100, brisk: 350, once: 0 };
const WATCHED = { calm: 1400, brisk: 900, once: 500 };
const MOST_COMING = 100;
const pacing = document.getElementById("pacing");
const paceMenu = document.querySelector(".pace");
const pace = () => paceMenu.dataset.pace;
let coming = [];
let mayShowAt = 0;
let clockOfViews;
let watch = null;

const isBehind = () => coming.length > 0 || watch !== null;

const versionOf = (html) => Number(html.match(/data-version="(\d+)"/)?.[1]);

// A view has come: it is shown now, or after those before it. What the answer to one's own move has shown waits for nothing.
function arrive(html) {
  if (!isBehind() && versionOf(html) <= Number(main().dataset.version)) return show(html);
  coming.push(html);
  coming.splice(0, coming.length - MOST_COMING);
  if (document.hidden || !DWELL[pace()]) catchUp();
  else showNext();
}

const inSight = () => document.querySelector(".board")?.innerHTML + document.querySelector("[role=log] li")?.id;

// Views that change nothing to see take no time.
function showNext() {
  clearTimeout(clockOfViews);
  while (coming.length && !watch && performance.now() >= mayShowAt) {
    const seen = inSight();
    show(coming.shift());
    if (inSight() !== seen) rest();
  }
  if (coming.length && !watch) clockOfViews = setTimeout(showNext, mayShowAt - performance.now());
  tellPace();
}

// What is in sight now stays so for a while.
function rest() {
  mayShowAt = performance.now() + DWELL[pace()];
}

// Everything that has come, at once, and no longer what was.
function catchUp() {
  clearTimeout(clockOfViews);
  if (watch) Idiomorph.morph(document.querySelector(".board"), watch.present);
  main().classList.remove("watching");
  watch = null;
  const latest = coming.pop();
  coming = [];
  if (latest) show(latest);
  else settle();
  tellPace();
}

function tellPace() {
  pacing.hidden = !isBehind();
  const [told, button] = pacing.children;
  told.textContent = watch?.told ?? "";
  button.textContent = watch ? pacing.dataset.back : pacing.dataset.skip;
}

// What happened since one's last move, once more: the board as this seat saw it, then back to now.
async function watchAgain(link) {
  catchUp();
  const mine = (watch = { present: document.querySelector(".board").outerHTML, told: "" });
  const last = Number(main().dataset.moves);
  const url = new URL(link.href);
  main().classList.add("watching");
  tellPace();
  for (let at = Number(url.searchParams.get("at")); at <= last && watch === mine; at += 1) {
    url.searchParams.set("at", at);
    const answer = await fetch(url, { headers: { "X-Fathom5": "1" } }).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    if (watch !== mine || !html) break;
    showPast(html);
    await new Promise((done) => setTimeout(done, WATCHED[pace()]));
  }
  if (watch === mine) catchUp();
}

function showPast(html) {
  const past = new DOMParser().parseFromString(html, "text/html");
  moving(() => Idiomorph.morph(document.querySelector(".board"), past.querySelector(".board").outerHTML));
  watch.told = past.querySelector(".ask").textContent;
  tellPace();
}

function setPace(value) {
  paceMenu.dataset.pace = value;
  for (const button of paceMenu.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.value === value));
  paceMenu.open = false;
  if (!DWELL[value]) catchUp();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#pacing button")) return catchUp();
  const link = event.target.closest("a[data-watch]");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    watchAgain(link);
  }
});
document.addEventListener("keydown", (event) => {
  const typing = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea");
  if (!typing && isBehind() && (event.key === "f" || event.key === "Escape")) catchUp();
});
document.addEventListener("visibilitychange", () => document.hidden && isBehind() && catchUp());
paceMenu.addEventListener("submit", async (event) => {
  event.preventDefault();
  setPace(event.submitter.value);
  const fields = new FormData(event.target, event.submitter);
  await fetch(event.target.action, { method: "POST", body: new URLSearchParams(fields), headers: { "X-Fathom5": "1" } }).catch(() => {});
});

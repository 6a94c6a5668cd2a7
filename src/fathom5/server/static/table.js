// The table page: moves without reloading, updates as they happen, keys, sound. Without it, forms do.
"use strict";

const main = () => document.getElementById("main");
const notice = document.getElementById("notice");
const offline = document.getElementById("offline");

function address(path) {
  const { address, seat } = main().dataset;
  return address + path + (seat ? `?seat=${seat}` : "");
}

function tell(sentence) {
  notice.textContent = sentence;
  notice.hidden = !sentence;
}

// A press counts for the decision it was meant for: what was shown a moment ago cannot be meant yet.
const MOMENT = 300;
let shownAt = -Infinity;
const isMeant = (event) => event.timeStamp - shownAt >= MOMENT;

// Put a newer view in place of the old one; what stays the same stays, so pieces glide.
function show(html) {
  const made = new DOMParser().parseFromString(html, "text/html").getElementById("main");
  if (!made || Number(made.dataset.version) < Number(main().dataset.version)) return;
  const movesBefore = Number(main().dataset.moves);
  const wasOver = main().matches(".over");
  const wasMine = "mine" in main().dataset;
  const isAnother = made.dataset.version !== main().dataset.version;
  const asked = document.querySelector(".ask")?.textContent;
  const active = document.activeElement;
  const atTheMoves = Boolean(active?.closest(".moves, .can"));
  const heard = new Set([...document.querySelectorAll("[role=log] li")].map((item) => item.id));
  const keepsOpen = (name, node) => !(name === "open" && node.tagName === "DETAILS");
  // What somebody types stays; a focused place has to change like all others.
  const ignoreActiveValue = Boolean(active?.matches("input"));
  const callbacks = { beforeAttributeUpdated: keepsOpen };
  moving(() => Idiomorph.morph(main(), made.outerHTML, { ignoreActiveValue, callbacks }));
  for (const item of document.querySelectorAll("[role=log] li")) item.classList.toggle("fresh", !heard.has(item.id));
  main().removeAttribute("aria-busy");
  const isNew = !wasMine && "mine" in main().dataset;
  const ask = document.querySelector(".ask");
  if (ask && ask.textContent !== asked) ask.parentElement.scrollTop = 0;
  // Whoever decides is led to the next question, not to an answer that one more Enter would give.
  if (isAnother && (atTheMoves || (isNew && active === document.body))) ask?.focus({ preventScroll: true });
  if (isAnother) letGo();
  settle();
  if (isAnother) shownAt = performance.now();
  if (!stageMoments(movesBefore) && isNew) sound("turn");
  if (!wasOver && main().matches(".over")) celebrate();
}

function settle() {
  document.title = main().dataset.title;
  showPresence();
  showClock();
  showAPlace();
  showWhoActs();
  for (const button of document.querySelectorAll(".copy")) button.hidden = !navigator.clipboard;
  settleChoices();
}

// If anything that can be done lies outside the scrolled board, scroll no farther than shows it, the first at least.
function showAPlace() {
  const { top, bottom } = document.querySelector(".board")?.getBoundingClientRect() ?? {};
  const places = [...document.querySelectorAll(".board .can")].filter((place) => place.getBoundingClientRect().width);
  const inSight = (place) => place.getBoundingClientRect().bottom <= bottom && place.getBoundingClientRect().top >= top;
  if (!places.every(inSight)) for (const place of [places.at(-1), places[0]]) place.scrollIntoView({ block: "nearest" });
}

// In the strip of a phone, whoever acts is in sight.
function showWhoActs() {
  const strip = document.querySelector(".players");
  const row = strip?.querySelector(".acts");
  if (row && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = row.offsetLeft - strip.offsetLeft - 8;
}

async function send(url, fields) {
  if (main().getAttribute("aria-busy")) return;
  if (isBehind() && fields.has("number")) {
    catchUp();
    return tell(notice.dataset.stale);
  }
  main().setAttribute("aria-busy", "true");
  tell("");
  try {
    const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields), headers: { "X-Fathom5": "1" } });
    const text = await answer.text();
    if (answer.ok || answer.status === 409) {
      show(text);
      rest();
    }
    if (!answer.ok) tell(answer.status === 409 ? notice.dataset.stale : text);
  } catch {
    offline.hidden = false;
    listen();
  }
  main().removeAttribute("aria-busy");
}

function play(move) {
  const form = document.querySelector("form.moves");
  if (!form) return;
  const fields = new FormData(form);
  fields.set("move", move);
  send(form.action, fields);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-send")) return;
  event.preventDefault();
  if (form.matches(".moves, .basket") && !isMeant(event)) return;
  if (form.matches(".moves") && !mayPlay(event.submitter.value)) return;
  send(form.action, new FormData(form, event.submitter));
});

document.addEventListener("click", (event) => {
  const copy = event.target.closest(".copy");
  if (copy) navigator.clipboard.writeText(copy.previousElementSibling.value).then(() => (copy.textContent = "✓"));
});

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (/^[1-9]$/.test(event.key)) document.querySelector(`.moves [data-key="${event.key}"]`)?.click();
  else if (event.key === "u") document.querySelector(".undo button")?.click();
});

// Views as they come; the browser reconnects by itself, and if it gives up, we do.
let views;
function listen(since = main().dataset.version) {
  views?.close();
  const url = address("/live");
  views = new EventSource(`${url}${url.includes("?") ? "&" : "?"}since=${since}`);
  views.onopen = () => (offline.hidden = true);
  followSignals(views);
  views.onmessage = (event) => arrive(event.data);
  views.onerror = () => {
    offline.hidden = false;
    if (views.readyState === EventSource.CLOSED) setTimeout(() => listen(), 2000);
  };
}
addEventListener("offline", () => (offline.hidden = false));
addEventListener("online", () => listen());
addEventListener("pagehide", () => views?.close());
addEventListener("pageshow", (event) => event.persisted && listen());
settle();
listen();
followHeld(() => listen(""));

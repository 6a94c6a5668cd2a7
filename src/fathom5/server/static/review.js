// A review: it grows while moves are judged; keys, curve and lists lead to positions. Without it, links do.
"use strict";

const main = document.getElementById("main");
const found = document.getElementById("found");
const position = document.getElementById("position");
const asked = { headers: { "X-Fathom5": "1" } };
const RETRY = 2000;
let wanted = null;

const place = () => position.querySelector(".at").dataset;
const nothing = { callbacks: { beforeAttributeUpdated: (name) => name !== "open" } };

async function read(query) {
  const answer = await fetch(`${main.dataset.address}?${query}`, asked);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

// What is judged so far, until all is.
async function grow() {
  const known = () => found.querySelector(".found").dataset;
  while (!("whole" in known())) {
    const before = known().judged;
    try {
      const html = await read(`judged=${before}`);
      Idiomorph.morph(found, html, { morphStyle: "innerHTML", ignoreActiveValue: true, ...nothing });
      mark();
      if (before === "0") await show(Number(place().at));
    } catch {
      // It is asked for again below.
    }
    if (known().judged === before) await new Promise((resume) => setTimeout(resume, RETRY));
  }
}

// The strip of the curve that leads to the position in sight.
function mark() {
  for (const strip of found.querySelectorAll(".strip")) strip.classList.toggle("here", strip.dataset.at === place().at);
}

async function show(at) {
  wanted = at;
  try {
    const html = await read(`at=${at}`);
    if (wanted !== at) return;
    Idiomorph.morph(position, html, { morphStyle: "innerHTML" });
    document.getElementById("hint").textContent = "";
    history.replaceState(null, "", `?at=${at}`);
    mark();
  } catch {
    location.search = `?at=${at}`;
  }
}

// A step goes on from where the last one leads, which may not be in sight yet.
function stops() {
  const judged = [...found.querySelectorAll(".strip")].map((strip) => Number(strip.dataset.at));
  return [...judged, Number(place().last)];
}
const here = () => wanted ?? Number(place().at);
const steps = {
  ArrowLeft: () => stops().findLast((stop) => stop < here()),
  ArrowRight: () => stops().find((stop) => stop > here()),
  Home: () => stops()[0],
  End: () => stops().at(-1),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const step = steps[event.key];
  if (!step || event.target.closest(".wide, input, select")) return;
  event.preventDefault();
  const at = step();
  if (at !== undefined) show(at);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-at]");
  const drawn = event.target.closest("#curve svg");
  if (event.ctrlKey || event.metaKey || !(link || drawn)) return;
  event.preventDefault();
  if (link) show(Number(link.dataset.at));
  else show(nearest(event.clientX));
  if (link && !position.contains(link)) position.scrollIntoView({ block: "nearest" });
});

// The judged move whose strip lies nearest to a place across.
function nearest(x) {
  const middle = (strip) => {
    const box = strip.getBoundingClientRect();
    return Math.abs(box.left + box.width / 2 - x);
  };
  const strips = [...found.querySelectorAll(".strip")].sort((one, other) => middle(one) - middle(other));
  return strips.length ? Number(strips[0].dataset.at) : 0;
}

followHeld(() => location.reload());
mark();
grow();

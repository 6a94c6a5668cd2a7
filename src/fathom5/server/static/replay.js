// Looking back: by moves or by turns, at three speeds, by slider, keys and list. Without it, links and a form do.
"use strict";

const SPEEDS = { slow: 1800, usual: 1000, fast: 450 };
const KEPT = 100;
const main = () => document.getElementById("main");
const here = () => Number(main().dataset.at);
const total = () => Number(main().dataset.total);
const turns = () => main().dataset.turns.split(",").map(Number);
const chosen = { unit: localStorage.getItem("f5-replay-unit") ?? "move", speed: localStorage.getItem("f5-replay-speed") ?? "usual" };
let wanted = here();
let busy = false;
let playing = false;
let clock;

// Positions that were fetched or are on their way, by number.
const fetched = new Map();
function fetchStep(at) {
  if (!fetched.has(at)) {
    if (fetched.size >= KEPT) fetched.delete(fetched.keys().next().value);
    const { address, eyes, seat } = main().dataset;
    const url = `${address}?at=${at}&eyes=${eyes}${seat ? `&seat=${seat}` : ""}`;
    const step = fetch(url, { headers: { "X-Fathom5": "1" } }).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.text();
    });
    step.catch(() => fetched.delete(at));
    fetched.set(at, step);
  }
  return fetched.get(at);
}

function show(html) {
  const callbacks = {
    beforeNodeMorphed: (old) => old.id !== "all-moves",
    beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
  };
  moving(() => Idiomorph.morph(main(), html, { ignoreActiveValue: true, callbacks }));
  settle();
}

function settle() {
  const slider = document.getElementById("slider");
  if (document.activeElement !== slider) slider.value = here();
  document.querySelector(".rates").hidden = false;
  for (const [what, value] of Object.entries(chosen)) {
    for (const button of document.querySelectorAll(`[data-${what}]`)) button.setAttribute("aria-pressed", String(button.dataset[what] === value));
  }
  const button = document.querySelector("[data-play]");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(playing));
  button.textContent = playing ? "⏸" : "▶";
  markMove();
}

// The move that led here is marked in the list, and in sight there.
function markMove() {
  const list = document.getElementById("all-moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const made = [...list.querySelectorAll("a")].findLast((move) => Number(move.dataset.at) <= here());
  made?.setAttribute("aria-current", "step");
  const [place, frame] = [(made ?? list).getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop = made ? list.scrollTop + place.top - frame.top - frame.height / 2 : 0;
}

async function go(at, again = false) {
  wanted = Math.max(0, Math.min(total(), at));
  if (busy) return;
  busy = true;
  try {
    while (again || wanted !== here()) {
      again = false;
      const step = wanted;
      const html = await fetchStep(step);
      if (step === wanted || !fetched.has(wanted)) show(html);
    }
    if (here() < total()) fetchStep(after(here()));
  } catch {
    play(false);
  } finally {
    busy = false;
  }
  const { eyes, seat } = main().dataset;
  history.replaceState(null, "", `?at=${here()}&eyes=${eyes}${seat ? `&seat=${seat}` : ""}`);
}

// Where a step leads from a position, in the chosen unit or the other.
const after = (at, unit = chosen.unit) => (unit === "turn" ? turns().find((turn) => turn > at) ?? total() : Math.min(total(), at + 1));
const before = (at, unit = chosen.unit) => (unit === "turn" ? turns().findLast((turn) => turn < at) ?? 0 : Math.max(0, at - 1));
// A step is one from where the last one leads, which may not be in sight yet.
const next = () => (busy ? wanted : here());
const otherUnit = () => (chosen.unit === "turn" ? "move" : "turn");
const steps = {
  first: () => 0,
  back: () => before(next()),
  on: () => after(next()),
  last: () => total(),
  "other-back": () => before(next(), otherUnit()),
  "other-on": () => after(next(), otherUnit()),
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
const shiftKeys = { ArrowLeft: "other-back", ArrowRight: "other-on" };

// Playing on by itself, step by step, until the last move or until somebody steps in.
function play(on) {
  clearTimeout(clock);
  playing = on;
  if (on) clock = setTimeout(playOn, SPEEDS[chosen.speed]);
  settle();
}

async function playOn() {
  await go(after(here()));
  if (playing) play(here() < total());
}

function step(at) {
  if (playing) play(false);
  go(at);
}

document.addEventListener("input", (event) => event.target.id === "slider" && step(Number(event.target.value)));
document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-play], [data-unit], [data-speed], [data-step], #all-moves a");
  if (!pressed || event.ctrlKey || event.metaKey) return;
  const { unit, speed, step: way, at } = pressed.dataset;
  event.preventDefault();
  if (way) step(steps[way]());
  else if (at) step(Number(at));
  else if (unit) choose("unit", unit);
  else if (speed) choose("speed", speed);
  else play(!playing);
});

function choose(what, value) {
  chosen[what] = value;
  localStorage.setItem(`f5-replay-${what}`, value);
  if (playing) play(true);
  else settle();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && !event.target.closest("a, button, input, summary")) {
    event.preventDefault();
    return play(!playing);
  }
  const way = (event.shiftKey ? shiftKeys : keys)[event.key];
  if (event.target.id === "slider" || !way) return;
  event.preventDefault();
  step(steps[way]());
});

const linked = () => /^#\d+$/.test(location.hash) && go(Number(location.hash.slice(1)));
addEventListener("hashchange", linked);
linked();
settle();
if (new URLSearchParams(location.search).has("play")) play(true);
followHeld(() => {
  fetched.clear();
  go(here(), true);
});

// Stepping through a game: slider, arrow keys, links like #42. Without it, links and a form do.
"use strict";

const main = () => document.getElementById("main");
let wanted = null;
let busy = false;

async function fetchTable(url) {
  const answer = await fetch(url, { headers: { "X-Fathom5": "1" } });
  if (!answer.ok) throw new Error(answer.statusText);
  const page = await answer.text();
  moving(() => Idiomorph.morph(main(), page, { ignoreActiveValue: true }));
  const slider = document.getElementById("slider");
  if (document.activeElement !== slider) slider.value = main().dataset.at;
  settle();
}

// Playing on by itself, step by step, until the last move or until somebody steps in.
let clock;
function play(on) {
  clearInterval(clock);
  clock = on ? setInterval(() => (here() < Number(main().dataset.total) ? go(here() + 1) : play(false)), 900) : undefined;
  settle();
}

function settle() {
  const button = document.querySelector("[data-play]");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(Boolean(clock)));
  button.textContent = clock ? "⏸" : "▶";
}

async function go(at, again = false) {
  const { address, seat, total } = main().dataset;
  wanted = Math.max(0, Math.min(Number(total), at));
  if (busy) return;
  busy = true;
  try {
    while (again || wanted !== Number(main().dataset.at)) {
      again = false;
      await fetchTable(`${address}?at=${wanted}${seat ? `&seat=${seat}` : ""}`);
    }
  } catch {
    play(false);
  } finally {
    busy = false;
  }
  history.replaceState(null, "", `${location.pathname}${seat ? `?seat=${seat}` : ""}#${main().dataset.at}`);
}

const here = () => Number(main().dataset.at);
// A step is one from where the last one leads, which may not be in sight yet.
const next = () => (busy ? wanted : here());
const steps = { first: () => 0, back: () => next() - 1, on: () => next() + 1, last: () => Infinity };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

function step(at) {
  play(false);
  go(at);
}

document.addEventListener("input", (event) => event.target.id === "slider" && step(Number(event.target.value)));
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) return play(!clock);
  const button = event.target.closest("[data-step]");
  if (!button) return;
  event.preventDefault();
  step(steps[button.dataset.step]());
});
document.addEventListener("keydown", (event) => {
  if (event.target.id === "slider" || !(event.key in keys)) return;
  event.preventDefault();
  step(steps[keys[event.key]]());
});
const linked = () => /^#\d+$/.test(location.hash) && go(Number(location.hash.slice(1)));
addEventListener("hashchange", linked);
linked();
settle();
if (new URLSearchParams(location.search).has("play")) play(true);
followHeld(() => go(here(), true));

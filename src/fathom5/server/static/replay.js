// Stepping through a game: slider, arrow keys, links like #42. Without it, links and a form do.
"use strict";

const main = () => document.getElementById("main");
let wanted = null;
let busy = false;

async function go(at, again = false) {
  const { address, seat, total } = main().dataset;
  wanted = Math.max(0, Math.min(Number(total), at));
  if (busy) return;
  busy = true;
  while (again || wanted !== Number(main().dataset.at)) {
    again = false;
    const answer = await fetch(`${address}?at=${wanted}${seat ? `&seat=${seat}` : ""}`, { headers: { "X-Fathom5": "1" } });
    if (!answer.ok) break;
    const slider = document.getElementById("slider");
    Idiomorph.morph(main(), await answer.text(), { ignoreActiveValue: true });
    if (document.activeElement !== slider) document.getElementById("slider").value = main().dataset.at;
  }
  busy = false;
  history.replaceState(null, "", `${location.pathname}${seat ? `?seat=${seat}` : ""}#${main().dataset.at}`);
}

const here = () => Number(main().dataset.at);
const steps = { first: () => 0, back: () => here() - 1, on: () => here() + 1, last: () => Infinity };
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

document.addEventListener("input", (event) => event.target.id === "slider" && go(Number(event.target.value)));
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step) return;
  event.preventDefault();
  go(steps[step.dataset.step]());
});
document.addEventListener("keydown", (event) => {
  if (event.target.id === "slider" || !(event.key in keys)) return;
  event.preventDefault();
  go(steps[keys[event.key]]());
});
const linked = () => /^#\d+$/.test(location.hash) && go(Number(location.hash.slice(1)));
addEventListener("hashchange", linked);
linked();
followHeld(() => go(here(), true));

"use strict";
const { pieces, steps } = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
let here = 0;

function drawn(runs) {
  const found = [];
  for (let i = 0; i < runs.length; i += 2) {
    for (let n = 0; n < runs[i + 1]; n += 1) found.push(pieces[runs[i] + n]);
  }
  return found.join("");
}

function show(place) {
  here = Math.max(0, Math.min(steps.length - 1, place));
  const { at, said, board, moves } = steps[here];
  byId("board").innerHTML = drawn(board);
  byId("said").textContent = said;
  byId("legend").hidden = !moves.length;
  moves.forEach((move, i) => {
    const place = byId("board").querySelector(`[data-move="${move}"]`);
    if (place) place.classList.add(i ? "best" : "played");
  });
  for (const strip of document.querySelectorAll(".strip")) {
    strip.classList.toggle("here", Number(strip.dataset.at) === at);
  }
}

function go(place) {
  show(place);
  history.replaceState(null, "", `#${steps[here].at}`);
}

function follow() {
  const place = steps.findIndex((step) => String(step.at) === location.hash.slice(1));
  show(place < 0 ? 0 : place);
}

byId("back").addEventListener("click", () => go(here - 1));
byId("on").addEventListener("click", () => go(here + 1));
byId("curve").addEventListener("click", (event) => {
  const strip = event.target.closest(".strip");
  if (strip) go(steps.findIndex((step) => step.at === Number(strip.dataset.at)));
});
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const place = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: steps.length - 1 }[event.key];
  if (place === undefined) return;
  event.preventDefault();
  go(place);
});
document.addEventListener("click", (event) => {
  if (event.target.closest('a[href^="#"]')) byId("position").scrollIntoView({ block: "nearest" });
});
window.addEventListener("hashchange", follow);
follow();

// Motion tells what happened: things on a board glide, turn over, tumble. Short, and never in the way.
"use strict";

const LONGEST = 400;
const MOST = 200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Where a thing is, in the units of its board.
function spot(thing) {
  const board = thing.ownerSVGElement.getScreenCTM().inverse();
  const { left, top, width, height } = thing.getBoundingClientRect();
  const { x, y } = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(board);
  return { x, y, width: width * board.a, height: height * board.d, face: thing.dataset.face };
}

function things() {
  return new Map([...document.querySelectorAll(".board [data-thing]")].map((thing) => [thing.dataset.thing, thing]));
}

// Around its middle, in the thing's own units, on top of where it is drawn.
function animate(thing, frames, duration) {
  const box = thing.getBBox();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const around = frames.map((how) => ({ transform: `translate(${x}px, ${y}px) ${how} translate(${-x}px, ${-y}px)` }));
  thing.animate(around, { duration: Math.min(LONGEST, duration), easing: "ease-in-out", composite: "add" });
}

function glide(thing, from, to) {
  const board = thing.ownerSVGElement.getScreenCTM().inverse();
  const own = board.multiply(thing.getScreenCTM());
  const turn = new DOMMatrix([own.a, own.b, own.c, own.d, 0, 0]).inverse();
  const by = new DOMPoint(from.x - to.x, from.y - to.y).matrixTransform(turn);
  const size = `scale(${from.width / to.width || 1}, ${from.height / to.height || 1})`;
  animate(thing, [`translate(${by.x}px, ${by.y}px) ${size}`, "translate(0px, 0px) scale(1, 1)"], 250);
}

function reveal(thing, before) {
  const now = spot(thing);
  if (!now.width) return;
  if (thing.dataset.kind === "die") {
    if (before?.face !== now.face) animate(thing, ["rotate(-200deg) scale(1.3)", "rotate(40deg) scale(1.1)", "rotate(0deg) scale(1)"], 400);
  } else if (!before || before.face !== now.face) {
    animate(thing, ["scale(0.05, 1)", "scale(1, 1)"], 300);
  } else if (Math.hypot(before.x - now.x, before.y - now.y) > 1) {
    glide(thing, before, now);
  }
}

// Let a page change, and show on its board what moved.
function moving(change) {
  if (still.matches || document.hidden) return change();
  const before = new Map([...things()].map(([name, thing]) => [name, spot(thing)]));
  change();
  if (before.size && before.size < MOST) for (const [name, thing] of things()) reveal(thing, before.get(name));
}

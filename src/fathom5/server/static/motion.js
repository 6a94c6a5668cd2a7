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

// Where a piece stands on its path, as the length of the way to it.
function lengthTo(route, { x, y }) {
  const total = route.getTotalLength();
  let best = 0;
  let nearest = Infinity;
  for (let at = 0; at <= total; at += total / 400) {
    const point = route.getPointAtLength(at);
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < nearest) [best, nearest] = [at, distance];
  }
  return best;
}

const stands = (piece) => piece.style.transform;
const pointOf = (transform) => new DOMMatrix(transform);

function glideAlong(piece, before) {
  const now = stands(piece);
  if (before === now) return;
  const route = document.createElementNS("http://www.w3.org/2000/svg", "path");
  route.setAttribute("d", piece.dataset.along);
  const [from, to] = [pointOf(before), pointOf(now)].map(({ e, f }) => ({ x: e, y: f }));
  const [start, end] = [lengthTo(route, from), lengthTo(route, to)];
  const [off, on] = [route.getPointAtLength(start), route.getPointAtLength(end)];
  const scale = /scale\([^)]*\)/.exec(now)?.[0] ?? "";
  const frames = Array.from({ length: 13 }, (_, i) => {
    const part = i / 12;
    const { x, y } = route.getPointAtLength(start + (end - start) * part);
    const dx = (from.x - off.x) * (1 - part) + (to.x - on.x) * part;
    const dy = (from.y - off.y) * (1 - part) + (to.y - on.y) * part;
    return { transform: `translate(${x + dx}px, ${y + dy}px) ${scale}` };
  });
  piece.animate(frames, { duration: LONGEST, easing: "ease-in-out" });
}

const routed = () => [...document.querySelectorAll(".board .piece[data-along]")];

// Let a page change, and show on its board what moved.
function moving(change) {
  if (still.matches || document.hidden) return change();
  const before = new Map([...things()].map(([name, thing]) => [name, spot(thing)]));
  const stood = new Map(routed().map((piece) => [piece.id, stands(piece)]));
  change();
  for (const piece of routed()) if (stood.has(piece.id)) glideAlong(piece, stood.get(piece.id));
  if (before.size && before.size < MOST) for (const [name, thing] of things()) reveal(thing, before.get(name));
}

// Choosing a move: picking up and laying down, a second press for what is grave, why not, what a move brings.
"use strict";

const all = (wanted) => [...document.querySelectorAll(wanted)];
const offerOf = (move) => document.getElementById(`do-${move}`);
const itemOf = (move) => document.getElementById(`item-${move}`);
const placeOf = (move) => document.querySelector(`.board [data-move="${move}"]`);
let held = "";
let armed = "";
let isTouch = false;

// Pick something up, or with nothing let go: the places that belong to it show, and its buttons.
function hold(pick) {
  held = pick;
  for (const place of all(".board [data-pick]")) place.setAttribute("aria-pressed", String(place.dataset.pick === held));
  for (const place of all(".board [data-for]")) place.classList.toggle("held", place.dataset.for === held);
  for (const group of all(".moves .pick")) group.open = group.dataset.pick === held;
}

// The only thing that can be picked up is in the hand already.
function onlyPick() {
  const picks = new Set(all(".moves .do").map((button) => button.dataset.for ?? ""));
  return picks.size === 1 ? [...picks][0] : "";
}

function letGo() {
  disarm();
  hold(onlyPick());
}

function settleChoices() {
  for (const button of all(".moves .do[title]")) describe(button);
  hold(held || onlyPick());
  countItems();
  pointAtLesson();
}

function pickUp(pick) {
  const moves = all(`.moves .do[data-for="${pick}"]`);
  disarm();
  if (moves.length === 1) press(moves[0].value);
  else hold(held === pick && pick !== onlyPick() ? "" : pick);
}

// What a move brings is shown below the buttons rather than in a tooltip, and told with its place on the board.
function describe(button) {
  button.dataset.preview = button.title;
  button.setAttribute("aria-description", button.title);
  button.removeAttribute("title");
  placeOf(button.value)?.setAttribute("aria-description", button.dataset.preview);
}

function preview(move) {
  const brings = document.getElementById("brings");
  if (brings) brings.textContent = offerOf(move)?.dataset.preview ?? "";
}

// Whether a press counts: what is grave, and on a touch screen what cannot be taken back, is looked at first.
function mayPlay(move) {
  const button = offerOf(move);
  const wantsTwo = button?.matches(".grave") || (isTouch && button?.matches("[data-final]"));
  if (!wantsTwo || armed === move) return true;
  disarm();
  armed = move;
  for (const each of [button, placeOf(move)]) each?.classList.add("armed");
  preview(move);
  const again = document.getElementById("again");
  if (again) again.textContent = document.querySelector(".moves").dataset.again;
  again?.scrollIntoView({ block: "nearest" });
  return false;
}

function disarm() {
  armed = "";
  for (const each of all(".armed")) each.classList.remove("armed");
  const again = document.getElementById("again");
  if (again) again.textContent = "";
  preview("");
}

function press(move) {
  const item = itemOf(move);
  if (item) {
    item.checked = !item.checked;
    countItems();
  } else if (mayPlay(move)) play(move);
}

// A basket: as many ticks as it wants, then its button.
function countItems() {
  const basket = document.querySelector(".basket");
  if (!basket) return;
  const items = [...basket.querySelectorAll("[name=item]")];
  const count = items.filter((item) => item.checked).length;
  const { low, high } = basket.dataset;
  for (const item of items) {
    item.disabled = !item.checked && count >= Number(high);
    placeOf(item.value)?.classList.toggle("chosen", item.checked);
    placeOf(item.value)?.setAttribute("aria-pressed", String(item.checked));
  }
  basket.querySelector(".do").disabled = count < Number(low);
  basket.querySelector(".count").textContent = `${count} / ${high}`;
}
document.addEventListener("change", (event) => event.target.name === "item" && countItems());

function pressed(event, place) {
  if (!isMeant(event)) return;
  if (place.dataset.move) press(place.dataset.move);
  else pickUp(place.dataset.pick);
}

addEventListener("pointerdown", (event) => (isTouch = event.pointerType === "touch"), true);
addEventListener("keydown", () => (isTouch = false), true);

document.addEventListener("click", (event) => {
  bubble("");
  const place = event.target.closest(".board .can");
  if (place) return pressed(event, place);
  if (event.target.closest(".moves, .basket")) return;
  letGo();
  const part = event.target.closest(".board [data-why]");
  if (part && main().dataset.seat) askWhy(part.dataset.why, event);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    letGo();
    bubble("");
  }
  const place = event.target.closest?.(".board .can");
  if (!place || event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  pressed(event, place);
});

document.addEventListener(
  "toggle",
  (event) => {
    const group = event.target;
    if (!group.matches?.(".moves .pick")) return;
    if (group.open && held !== group.dataset.pick) hold(group.dataset.pick);
    else if (!group.open && held === group.dataset.pick) hold("");
  },
  true,
);

// A place on the board and the button that does the same light up together, and say what the move brings.
for (const [on, off] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
  const light = (event) => {
    const place = event.target.closest?.(".board [data-move], .moves .do");
    if (!place || armed) return;
    const move = place.dataset.move ?? place.value;
    const lit = event.type === on;
    for (const each of [offerOf(move), placeOf(move)]) each?.classList.toggle("lit", lit);
    preview(lit ? move : "");
  };
  document.addEventListener(on, light);
  document.addEventListener(off, light);
}

// Why not, in a bubble where the tap was.
async function askWhy(words, { clientX, clientY }) {
  const url = address("");
  const answer = await fetch(`${url}${url.includes("?") ? "&" : "?"}why=${encodeURIComponent(words)}`, { headers: { "X-Fathom5": "1" } });
  if (answer.ok) bubble(await answer.text(), clientX, clientY);
}

function bubble(text, x, y) {
  const box = document.getElementById("bubble");
  box.textContent = text;
  box.hidden = !text;
  if (!text) return;
  const { width, height } = box.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, x - width / 2))}px`;
  box.style.top = `${y - height - 16 > 8 ? y - height - 16 : y + 24}px`;
}
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".asking form")) return;
  event.preventDefault();
  const words = event.target.elements.why;
  const { left, top } = words.getBoundingClientRect();
  askWhy(words.value, { clientX: left, clientY: top });
});

// The part of the board that a lesson speaks of gets an outline.
function pointAtLesson() {
  document.getElementById("pointer")?.remove();
  const at = document.querySelector(".lesson")?.dataset.at;
  const part = at && document.querySelector(`.board #${CSS.escape(at)}`);
  if (!part) return;
  const board = part.ownerSVGElement;
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const inverse = board.getScreenCTM().inverse();
  const from = new DOMPoint(left, top).matrixTransform(inverse);
  const to = new DOMPoint(right, bottom).matrixTransform(inverse);
  const outline = document.createElementNS("http://www.w3.org/2000/svg", "g");
  outline.id = "pointer";
  outline.setAttribute("aria-hidden", "true");
  for (const kind of ["under", "over"]) {
    const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const where = { x: from.x - 8, y: from.y - 8, width: to.x - from.x + 16, height: to.y - from.y + 16, rx: 12, class: kind };
    for (const [name, value] of Object.entries(where)) frame.setAttribute(name, value);
    outline.append(frame);
  }
  board.append(outline);
  part.scrollIntoView({ block: "nearest" });
}

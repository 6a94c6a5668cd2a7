// A drill: places on the board do what the buttons do, keys choose, Enter goes on. Without it, forms do.
"use strict";

const main = () => document.getElementById("main");
const address = () => location.pathname;
const isMeant = () => true;

function play(move) {
  const form = document.querySelector("form.moves");
  form?.requestSubmit(offerOf(move));
}

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (/^[1-9]$/.test(event.key)) document.querySelector(`.moves [data-key="${event.key}"]`)?.click();
  else if (event.key === "Enter" && !event.target.closest("a, button, summary")) document.querySelector("[data-next]")?.click();
});

// Whoever decides is in sight in the strip of a phone, and so is what can be done on its board.
document.querySelector(".players .acts")?.scrollIntoView({ block: "nearest", inline: "nearest" });
document.querySelector(".board .can")?.scrollIntoView({ block: "nearest" });
if (document.querySelector("form.moves")) settleChoices();
followHeld(() => location.reload());

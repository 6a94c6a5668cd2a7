// Who is here, away or gone; signs that somebody shows; the time that is left for a decision.
"use strict";

let whereabouts = {};

// Every seat of a person has a dot: full while they are here, hollow when they are away or gone, and says so.
function showPresence() {
  const list = document.querySelector(".players, .chips");
  for (const row of list?.querySelectorAll(":scope > li[data-person]") ?? []) {
    const state = whereabouts[row.id.replace("player-", "")] ?? "here";
    row.querySelector(".where")?.remove();
    row.classList.toggle("is-away", state !== "here");
    const word = list.dataset[state];
    const dot = `<span class="where where-${state}" title="${word}"><span${state === "here" ? ' class="away"' : ""}>${word}</span></span>`;
    row.querySelector(".who").insertAdjacentHTML("afterend", dot);
  }
}

// A sign stands beside its seat for a while.
const SHOWN = 4000;
function showSign(seat, emote) {
  const drawn = document.getElementById("signs").content.querySelector(`[data-emote="${emote}"]`);
  const row = document.getElementById(`player-${seat}`);
  if (!drawn || !row) return;
  document.getElementById(`sign-${seat}`)?.remove();
  const bubble = document.createElement("p");
  bubble.id = `sign-${seat}`;
  bubble.className = "sign";
  bubble.setAttribute("role", "status");
  const name = row.querySelector(".who").firstChild.textContent.trim();
  bubble.append(`${name}: `, ...drawn.cloneNode(true).childNodes);
  document.body.append(bubble);
  const { left, bottom, width } = row.getBoundingClientRect();
  bubble.style.top = `${Math.min(bottom + 4, innerHeight - 64)}px`;
  bubble.style.left = `${Math.max(8, Math.min(left + width / 2, innerWidth - 8) - bubble.offsetWidth / 2)}px`;
  if (bubble.getBoundingClientRect().right > innerWidth - 8) bubble.style.left = `${innerWidth - 8 - bubble.offsetWidth}px`;
  setTimeout(() => bubble.remove(), SHOWN);
}

function followSignals(views) {
  views.addEventListener("presence", (event) => {
    whereabouts = Object.fromEntries(event.data ? event.data.split(",").map((part) => part.split("=")) : []);
    showPresence();
  });
  views.addEventListener("emote", (event) => showSign(...event.data.split("=")));
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.hasAttribute("data-emote")) return;
  event.preventDefault();
  form.closest("details").open = false;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fathom5": "1" } });
    if (!answer.ok) tell(await answer.text());
  } catch {
    // no sign without a network
  }
});

// The clock of a decision, if the host set one.
function showClock() {
  const clock = document.querySelector(".clock");
  if (!clock) return;
  const left = Math.max(0, Math.round(Number(clock.dataset.deadline) - Date.now() / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.textContent = clock.dataset.text.replace("%", time);
  clock.classList.toggle("low", left <= 10);
}
setInterval(showClock, 1000);

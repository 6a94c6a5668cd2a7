// Where there is no network: goes on by itself as soon as the server answers.
"use strict";

const EVERY = 3000;

async function tryAgain() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // still out of reach
  }
}
addEventListener("online", tryAgain);
setInterval(tryAgain, EVERY);

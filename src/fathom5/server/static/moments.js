// Moments: the big things of a game are staged for about a second, each with a sound; sound is off in one tap.
"use strict";

const STAGED = 1100;
const LATEST_MOMENTS = 2;
const soundButton = document.getElementById("sound");
const muted = () => localStorage.getItem("f5-muted") === "yes";
let audio;

// Each sound is a few tones [shape, from Hz, to Hz, start, seconds, volume]; "noise" is filtered instead of pitched.
const SOUNDS = {
  turn: [["sine", 523, 523, 0, 0.35, 0.08], ["sine", 784, 784, 0.12, 0.35, 0.08]],
  splash: [["noise", 2400, 300, 0, 0.5, 0.1]],
  bite: [["square", 160, 60, 0, 0.12, 0.06], ["square", 140, 50, 0.14, 0.16, 0.06]],
  treasure: [["triangle", 660, 660, 0, 0.2, 0.07], ["triangle", 880, 880, 0.09, 0.2, 0.07], ["triangle", 1320, 1320, 0.18, 0.4, 0.07]],
  alarm: [["sawtooth", 440, 440, 0, 0.18, 0.04], ["sawtooth", 330, 330, 0.24, 0.18, 0.04], ["sawtooth", 440, 440, 0.48, 0.18, 0.04]],
  rocket: [["noise", 200, 1800, 0, 0.9, 0.09], ["sawtooth", 60, 180, 0, 0.9, 0.03]],
  record: [["triangle", 523, 523, 0, 0.25, 0.07], ["triangle", 659, 659, 0.12, 0.25, 0.07], ["triangle", 784, 784, 0.24, 0.5, 0.07]],
  drown: [["sine", 330, 80, 0, 0.9, 0.09], ["noise", 500, 120, 0.1, 0.8, 0.05]],
  surface: [["noise", 400, 2600, 0, 0.4, 0.07], ["sine", 392, 784, 0.1, 0.4, 0.06]],
  card: [["noise", 3200, 1800, 0, 0.09, 0.07]],
  end: [["triangle", 523, 523, 0, 0.3, 0.07], ["triangle", 659, 659, 0.15, 0.3, 0.07], ["triangle", 784, 784, 0.3, 0.3, 0.07], ["triangle", 1047, 1047, 0.45, 0.8, 0.08]],
};

function source(shape, from, to, start, end) {
  if (shape !== "noise") {
    const tone = new OscillatorNode(audio, { type: shape });
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, end);
    return [tone, tone];
  }
  const grains = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
  const samples = grains.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  const noise = new AudioBufferSourceNode(audio, { buffer: grains });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", Q: 1 });
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, end);
  return [noise, noise.connect(filter)];
}

function sound(kind) {
  if (muted() || !audio) return;
  for (const [shape, from, to, after, seconds, volume] of SOUNDS[kind] ?? []) {
    const start = audio.currentTime + after;
    const gain = new GainNode(audio, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(volume, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    const [played, heard] = source(shape, from, to, start, start + seconds);
    heard.connect(gain).connect(audio.destination);
    played.start(start);
    played.stop(start + seconds + 0.05);
  }
}
for (const input of ["pointerdown", "keydown"]) document.addEventListener(input, () => (audio ??= new AudioContext()), { once: true });
soundButton.hidden = false;
const showSound = () => soundButton.setAttribute("aria-pressed", String(!muted()));
soundButton.addEventListener("click", () => {
  localStorage.setItem("f5-muted", muted() ? "no" : "yes");
  showSound();
});
showSound();

// Stage what was big since so many moves; whether there was anything.
function stageMoments(since) {
  const fresh = [...document.querySelectorAll("#moments li")].filter((moment) => Number(moment.dataset.number) > since);
  const shown = fresh.slice(-LATEST_MOMENTS);
  shown.forEach((moment, i) => setTimeout(() => stage({ text: moment.textContent, ...moment.dataset }), i * STAGED));
  return shown.length > 0;
}

function stage({ kind, at, text }) {
  const board = document.querySelector(".board");
  if (!board || document.hidden) return;
  sound(kind);
  const scene = document.getElementById("stage");
  const area = board.getBoundingClientRect();
  const part = at ? board.querySelector(`#${CSS.escape(at)}`) : null;
  const { left, top, width, height } = (part || board).getBoundingClientRect();
  part?.classList.add("staged");
  setTimeout(() => part?.classList.remove("staged"), STAGED);
  scene.textContent = text;
  scene.dataset.kind = kind;
  scene.hidden = false;
  const half = scene.offsetWidth / 2;
  scene.style.left = `${Math.max(area.left + half, Math.min(area.right - half, left + width / 2))}px`;
  scene.style.top = `${Math.max(area.top + 8, Math.min(area.bottom - scene.offsetHeight - 8, part ? top - scene.offsetHeight - 8 : top + height / 2))}px`;
  if (still.matches) setTimeout(() => (scene.hidden = true), STAGED);
  else showScene(scene);
}

function showScene(scene) {
  const frames = [
    { opacity: 0, transform: "translateX(-50%) scale(.6)" },
    { opacity: 1, transform: "translateX(-50%) scale(1.06)", offset: 0.2 },
    { opacity: 1, transform: "translateX(-50%) scale(1)", offset: 0.8 },
    { opacity: 0, transform: "translateX(-50%) scale(1)" },
  ];
  scene.animate(frames, { duration: STAGED, easing: "ease-out" }).onfinish = () => (scene.hidden = true);
}

// The end: points are counted up seat by seat, then the winner is cheered.
const COUNTED = 500;
function celebrate() {
  const rows = [...document.querySelectorAll(".players > li")];
  const cheer = () => {
    for (const row of rows) row.classList.toggle("won", row.querySelector(".place")?.textContent === "1.");
    sound("end");
    if (!still.matches && document.querySelector(".players .won")) letBubblesRise();
  };
  if (still.matches) return cheer();
  main().classList.add("counting");
  rows.forEach((row, i) => {
    const points = row.querySelector(".points");
    const total = Number(points.textContent);
    points.textContent = "0";
    setTimeout(() => countUp(points, total), i * COUNTED);
  });
  setTimeout(() => {
    main().classList.remove("counting");
    cheer();
  }, rows.length * COUNTED);
}

function countUp(points, total) {
  sound("card");
  const began = performance.now();
  const step = (now) => {
    const share = Math.min(1, (now - began) / COUNTED);
    points.textContent = String(Math.round(total * share));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const BUBBLES = 40;
function letBubblesRise() {
  const sea = document.createElement("div");
  sea.className = "bubbles";
  sea.setAttribute("aria-hidden", "true");
  for (let i = 0; i < BUBBLES; i += 1) {
    const bubble = document.createElement("i");
    const size = 10 + Math.random() * 28;
    Object.assign(bubble.style, { left: `${Math.random() * 100}%`, width: `${size}px`, height: `${size}px`, animationDelay: `${Math.random() * 900}ms` });
    sea.append(bubble);
  }
  document.body.append(sea);
  setTimeout(() => sea.remove(), 3600);
}

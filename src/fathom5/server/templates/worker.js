// Keeps the shell of the pages: static files, whose names change with their content, and the page for when
// there is no network. Tables, lists and moves always come from the server.
"use strict";

const SHELL = {{ files | tojson }};
const OFFLINE = "/offline";
const KEPT = "shell-" + SHELL.map((name) => name.split("v=")[1]).join("-");

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([...SHELL, OFFLINE])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

async function fromShell(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(fromShell(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
});

// A notification brings its table back.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const page = pages.find((each) => each.url.includes(event.notification.data));
    return page ? page.focus() : self.clients.openWindow(event.notification.data);
  };
  event.waitUntil(open());
});

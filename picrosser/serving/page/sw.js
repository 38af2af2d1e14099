// The service worker: the page opens without a network, and takes pictures that a phone shares with it.
// Browsers run it only where the page is secure: on this machine itself, or behind HTTPS.

const CACHE = "picrosser-page-2";
const FILES = [
  "/", "/manifest.webmanifest",
  "/page/page.css", "/page/page.js", "/page/hints.js", "/page/play.js", "/page/puzzle.js", "/page/take.js", "/page/words.js",
  "/page/words.json", "/page/example.png", "/page/icon.svg", "/page/icon-192.png",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forgetOld = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith("picrosser-page-") && name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(forgetOld.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && pathname === "/share") event.respondWith(takeShared(request));
  else if (request.method === "GET" && FILES.includes(pathname)) event.respondWith(freshOrStored(event, pathname));
});

// The server's own file wherever it answers, so that a new version is seen at once; else the stored one.
async function freshOrStored(event, pathname) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(event.request);
    if (fresh.ok) event.waitUntil(cache.put(pathname, fresh.clone()));
    return fresh;
  } catch (error) {
    const stored = await cache.match(pathname);
    if (stored) return stored;
    throw error;
  }
}

// Another app shares pictures: they wait in a cache until the page takes them from there.
async function takeShared(request) {
  const form = await request.formData();
  const cache = await caches.open("picrosser-shared");
  const pictures = form.getAll("pictures").filter((picture) => picture instanceof File);
  await Promise.all(pictures.map((picture, at) => cache.put(`/shared/${Date.now()}-${at}`, new Response(picture))));
  return Response.redirect("/?shared", 303);
}

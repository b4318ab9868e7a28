// The page without its server: what was loaded once is shown again, and says plainly that the server is away.
const KEPT = "ninefold";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add("/")).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The version in an address such as /~VERSION/app.js. @param {string} path */
const versionOf = (path) => /^\/~([^/]+)\//.exec(path)?.[1];

/** Keeps a file, and forgets those of other versions. @param {Request} request @param {Response} response */
async function keep(request, response) {
  const cache = await caches.open(KEPT);
  await cache.put(request, response);
  const version = versionOf(new URL(request.url).pathname);
  if (!version) return;
  for (const old of await cache.keys()) {
    const other = versionOf(new URL(old.url).pathname);
    if (other && other !== version) await cache.delete(old);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // A board in somebody else's page is no page to be kept.
  if (/^\/embed(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate") {
    // Always the newest page; without a server the one that was kept.
    event.respondWith(
      fetch(request).then(
        (response) => {
          if (response.ok) event.waitUntil(keep(new Request("/"), response.clone()));
          return response;
        },
        async () => (await caches.match("/")) ?? Response.error(),
      ),
    );
  } else if (versionOf(pathname) && versionOf(pathname) !== "dev") {
    event.respondWith(
      caches.match(request).then(
        (kept) =>
          kept ??
          fetch(request).then((response) => {
            if (response.ok) event.waitUntil(keep(request, response.clone()));
            return response;
          }),
      ),
    );
  }
});

// Makes the page work offline: files loaded once are shown again, with a notice that the server is
// unavailable.
const KEPT = "ninefold";

/** The version in an address such as /~VERSION/app.js; empty in development. @param {string} path */
function versionOf(path) {
  const version = /^\/~([^/]+)\//.exec(path)?.[1];
  return version === "dev" ? undefined : version;
}

/** Caches files that are not cached yet. @param {Cache} cache @param {Iterable<string>} paths */
async function keepAll(cache, paths) {
  const missing = [];
  for (const path of new Set(paths)) if (versionOf(path) && !(await cache.match(path))) missing.push(path);
  await cache.addAll(missing);
}

/** Caches a page once all files that it refers to are cached, and then deletes those of other versions: the cache is never a mix. @param {Response} response */
async function keepPage(response) {
  const cache = await caches.open(KEPT);
  const named = [...(await response.clone().text()).matchAll(/(?:href|src)="(\/~[^"]+)"/g)].map(([, path]) => path);
  const versions = new Set(named.map(versionOf));
  await keepAll(cache, named);
  await cache.put("/", response);
  for (const old of await cache.keys()) {
    const version = versionOf(new URL(old.url).pathname);
    if (version && !versions.has(version)) await cache.delete(old);
  }
}

/** Caches a requested file. @param {Request} request @param {Response} response */
async function keep(request, response) {
  await (await caches.open(KEPT)).put(request, response);
}

self.addEventListener("install", (event) => {
  event.waitUntil(fetch("/").then((response) => (response.ok ? keepPage(response) : undefined)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What a page had loaded before the worker started: words of its language, fonts, further pages.
self.addEventListener("message", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => keepAll(cache, event.data)).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // An embedded board is not cached as a page.
  if (/^\/embed(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate") {
    // Always the latest page; without a server the cached one.
    event.respondWith(
      fetch(request).then(
        (response) => {
          // Only the page itself: pictures and data files have separate addresses.
          if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) event.waitUntil(keepPage(response.clone()).catch(() => {}));
          return response;
        },
        async () => (await caches.match("/")) ?? Response.error(),
      ),
    );
  } else if (versionOf(pathname)) {
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

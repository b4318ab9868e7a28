// The page without its server: what was loaded once is shown again, and says plainly that the server is away.
const KEPT = "ninefold";

/** The version in an address such as /~VERSION/app.js; nothing while the page is worked on. @param {string} path */
function versionOf(path) {
  const version = /^\/~([^/]+)\//.exec(path)?.[1];
  return version === "dev" ? undefined : version;
}

/** Keeps files that are not kept yet. @param {Cache} cache @param {Iterable<string>} paths */
async function keepAll(cache, paths) {
  const missing = [];
  for (const path of new Set(paths)) if (versionOf(path) && !(await cache.match(path))) missing.push(path);
  await cache.addAll(missing);
}

/** Keeps a page once everything that it names is kept, and then forgets the files of other versions: what is kept is never a mix. @param {Response} response */
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

/** Keeps a file that was asked for. @param {Request} request @param {Response} response */
async function keep(request, response) {
  await (await caches.open(KEPT)).put(request, response);
}

self.addEventListener("install", (event) => {
  event.waitUntil(fetch("/").then((response) => (response.ok ? keepPage(response) : undefined)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What a page had loaded before there was a worker: words of its language, fonts, pages that one came to.
self.addEventListener("message", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => keepAll(cache, event.data)).catch(() => {}));
});

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
          // Only the page itself: a picture or a sheet of numbers has an address of its own.
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

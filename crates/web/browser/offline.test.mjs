// The page's files as a release serves them: how much they weigh, kept for ever, whole without the server, all new after an upgrade.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoErrors, eventually, keptByWorker, launch, open, versionsLoaded, waitForCount, waitForFonts, waitForText } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

/** The most that a first visit may take: bytes on the wire, and answers. */
const [MOST_BYTES, MOST_ANSWERS] = [185_000, 40];

/** What the browser itself notes while the server is away. @param {string[]} troubles */
const assertOnlyAway = (troubles) => assertNoErrors(troubles.filter((trouble) => !/Failed to load resource: net::ERR_/.test(trouble)));

/** A page whose worker may work, of a server whose files have a version. @param {import("node:test").TestContext} t @param {import("playwright-core").BrowserContextOptions} [options] */
async function visited(t, options = { serviceWorkers: "allow" }) {
  const [server, browser] = await Promise.all([serve({ version: "first" }), launch()]);
  t.after(() => browser.close());
  t.after(server.stop);
  return { server, browser, ...(await open(browser, server.url, options)) };
}

/** Waits until the worker keeps a page of this version as a whole, words and fonts included. @param {import("playwright-core").Page} page @param {string} version */
const waitForKept = (page, version) =>
  eventually(() => keptByWorker(page), (paths) => {
    for (const file of ["", "app.js", "home/home.js", "style/all.css", "words/en.js", "fonts/Inter-Medium.woff2"]) assert.ok(paths.includes(file ? `/~${version}/${file}` : "/"), `${file}: ${paths}`);
    assert.deepEqual(paths.filter((path) => path.startsWith("/~") && !path.startsWith(`/~${version}/`)), []);
  });

/** What the browser's own store held is gone, so that only the worker's is left. @param {import("playwright-core").Page} page */
const clear = async (page) => (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");

test("without its server the page says so, and goes on when the server is back", async (t) => {
  const { server, page, context, troubles } = await visited(t);
  await page.goto(server.url);
  await page.locator(".card").first().waitFor();
  await waitForKept(page, "first");
  await clear(page);
  await server.kill();
  await page.reload();
  await waitForText(page.locator(".home .error"), /^The server does not respond\. .*this page will reconnect automatically\.$/);
  await page.locator(".top nav a").first().waitFor();
  const second = await serve({ data: server.data, port: server.port, version: "first" });
  t.after(second.stop);
  await page.locator(".card").first().waitFor();
  await waitForCount(page.locator(".home .error"), 0);
  assertOnlyAway(troubles);
  await context.close();
});

test("after an upgrade everything is new, and without the server too", async (t) => {
  const { server, page, context, troubles } = await visited(t);
  await page.goto(server.url);
  await page.locator(".card").first().waitFor();
  await waitForKept(page, "first");
  await server.kill();
  const second = await serve({ data: server.data, port: server.port, version: "second" });
  t.after(second.stop);
  await page.reload();
  await page.locator(".card").first().waitFor();
  assert.deepEqual(await versionsLoaded(page), ["~second"]);
  await waitForKept(page, "second");
  await clear(page);
  await second.kill();
  await page.reload();
  await page.locator(".home .error").waitFor();
  assert.deepEqual(await versionsLoaded(page), ["~second"]);
  assertOnlyAway(troubles);
  await context.close();
});

test("a tab of an earlier version goes on with the new one", async (t) => {
  const { server, page, context } = await visited(t, {});
  await page.goto(server.url);
  await page.locator(".card").first().waitFor();
  await server.kill();
  const second = await serve({ data: server.data, port: server.port, version: "second" });
  t.after(second.stop);
  // The page that one goes to is gone under its old address; the tab loads itself anew.
  await page.getByRole("link", { name: "Laboratory" }).first().click();
  await page.locator("#new select").first().waitFor();
  assert.match(await page.locator("script[type=module]").first().evaluate((script) => /** @type {HTMLScriptElement} */ (script).src), /\/~second\/app\.js$/);
  await context.close();
});

test("a page whose files do not come says so, and comes when they do", async (t) => {
  const { server, page, context } = await visited(t, {});
  let away = true;
  await page.route(/home\/home\.js$|\/api\/catalogue$/, (route) => (away ? route.abort() : route.continue()));
  await page.goto(server.url);
  await waitForText(page.locator(".problem h1"), /^The server does not respond\./);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  away = false;
  await page.locator(".card").first().waitFor();
  await context.close();
});

test("a reload asks for no file again", async (t) => {
  const { server, page, context } = await visited(t, {});
  await page.goto(server.url);
  await page.locator(".card").first().waitFor();
  /** @type {Map<string, string>} */
  const asked = new Map();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) => asked.set(requestId, new URL(request.url).pathname));
  session.on("Network.requestServedFromCache", ({ requestId }) => asked.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => response.fromDiskCache && asked.delete(requestId));
  const again = page.waitForResponse(/\/api\/home$/);
  await page.reload();
  await again;
  await page.locator(".card").first().waitFor();
  assert.deepEqual([...asked.values()].filter((path) => !path.startsWith("/api/")), ["/"]);
  const file = await fetch(`${server.url}/~first/app.js`);
  assert.equal(file.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal((await fetch(`${server.url}/~earlier/app.js`)).status, 404);
  await context.close();
});

test("the start page is light on the wire, in both languages", async (t) => {
  const { server, browser } = await visited(t, {});
  for (const locale of ["en", "de"]) {
    const { page, context } = await open(browser, server.url, { locale });
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    /** @type {number[]} */
    const sizes = [];
    session.on("Network.loadingFinished", ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await page.goto(server.url);
    await page.locator(".recent").waitFor();
    await waitForFonts(page);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 100_000 && bytes <= MOST_BYTES, `${locale}: ${bytes} bytes`);
    assert.ok(sizes.length <= MOST_ANSWERS, `${locale}: ${sizes.length} answers`);
    await context.close();
  }
});

test("the page can be installed", async (t) => {
  const { server, page, context } = await visited(t);
  await page.goto(server.url);
  const manifest = await (await fetch(new URL(await page.locator("link[rel=manifest]").evaluate((link) => /** @type {HTMLLinkElement} */ (link).href)))).json();
  assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ["Ninefold", "/", "standalone"]);
  for (const { src } of manifest.icons) assert.equal((await fetch(server.url + src)).headers.get("content-type"), "image/svg+xml");
  // The browser finds nothing that stands against it but what a headless one always lacks.
  const { installabilityErrors } = await (await context.newCDPSession(page)).send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  await context.close();
});

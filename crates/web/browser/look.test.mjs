// Every page on every screen: no sideways scroll, no accessibility violation, both themes, both languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { calm, click, launch, newGame, open, site, waitForMoves } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Record<string, string>} */
let pages;
before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
  const going = await newGame(server.url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4", "b4", "d2"] });
  const counters = await newGame(server.url, { game: "9tka:4", seats: ["human", "human", "human", "human"], seed: 7, moves: ["0,1", "0,2", "0,3"] });
  const stones = await newGame(server.url, { game: "mnk:15,15,5", seats: ["human", "human"], moves: ["8,8", "9,9"] });
  const over = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,1", "1,2", "2,2", "1,3"] });
  pages = {
    home: "/",
    setup: "/?new=9tka",
    morris: `/game/${going.id}`,
    "9tka": `/game/${counters.id}`,
    gomoku: `/game/${stones.id}`,
    over: `/game/${over.id}`,
    review: `/game/${over.id}/review`,
    369: `/spot?game=369:6&position=${encodeURIComponent("xxxx../xxx.../xxx.../..xxx./....../...... 9-5 2")}`,
    editor: "/editor",
    games: "/games",
    rules: "/rules/morris",
    about: "/about",
    lab: "/lab",
    study: "/study",
    tree: "/spot?game=mnk:2,2,2&tree=alphabeta&depth=4",
  };
});
after(async () => {
  await browser.close();
  await server.stop();
});

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** @param {import("playwright-core").Page} page */
async function sideways(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** @param {import("playwright-core").Page} page @param {string} path */
async function visit(page, path) {
  await page.goto(server.url + path);
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await page.waitForTimeout(150);
}

for (const [name, options] of /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([
  ["a light desktop", { ...DESKTOP, colorScheme: "light" }],
  ["a dark phone in German", { ...PHONE, colorScheme: "dark", locale: "de-DE" }],
])) {
  test(`no accessibility violation and no sideways scroll on any page, on ${name}`, async () => {
    const { page, context, troubles } = await open(browser, server.url, { ...options, bypassCSP: true });
    const found = [];
    for (const [title, path] of Object.entries(pages)) {
      await visit(page, path);
      if ((await sideways(page)) > 0) found.push(`${title}: too wide`);
      await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        const result = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
        return result.violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.target.join(" ")).join(" | ")}`);
      });
      found.push(...violations.map((/** @type {string} */ one) => `${title}: ${one}`));
    }
    assert.deepEqual(found, []);
    calm(troubles);
    await context.close();
  });
}

test("no sideways scroll on a tablet either", async () => {
  const { page, context, troubles } = await open(browser, server.url, TABLET);
  const found = [];
  for (const [title, path] of Object.entries(pages)) {
    await visit(page, path);
    if ((await sideways(page)) > 0) found.push(title);
  }
  assert.deepEqual(found, []);
  calm(troubles);
  await context.close();
});

test("dark mode is dark", async () => {
  const { page, context } = await open(browser, server.url, { colorScheme: "dark" });
  await page.goto(server.url);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(21, 24, 26)");
  await context.close();
});

test("on a phone every point of the morris board is a target of 40 pixels, and a tap plays", async () => {
  const { page, context, troubles } = await open(browser, server.url, { ...PHONE, isMobile: true });
  const game = await newGame(server.url, { game: "morris", seats: ["human", "human"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await page.locator(".drawing").waitFor();
  const boxes = await page.locator(".hit").evaluateAll((hits) => hits.map((hit) => hit.getBoundingClientRect().width));
  assert.ok(boxes.every((width) => width >= 40), String(boxes));
  await site(page, "d6").tap();
  await waitForMoves(page, 1);
  calm(troubles);
  await context.close();
});

test("on a phone the first tap on a small board shows a ghost, the second plays", async () => {
  const { page, context, troubles } = await open(browser, server.url, { ...PHONE, isMobile: true });
  const game = await newGame(server.url, { game: "mnk:15,15,5", seats: ["human", "human"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await site(page, "8,8").tap();
  await page.locator(".ghost-piece").waitFor();
  assert.equal(await page.locator(".move-row button.move").count(), 0);
  await site(page, "8,8").tap();
  await waitForMoves(page, 1);
  calm(troubles);
  await context.close();
});

test("the language follows the browser and the switch", async () => {
  const { page, context, troubles } = await open(browser, server.url, { locale: "de-AT" });
  await page.goto(server.url);
  await page.getByRole("link", { name: "Labor", exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  await page.locator(".foot select").selectOption("en");
  await page.getByRole("link", { name: "Laboratory", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Laboratory", exact: true }).waitFor();
  calm(troubles);
  await context.close();
});

test("nothing moves when the reader wants no motion", async () => {
  const { page, context, troubles } = await open(browser, server.url, { reducedMotion: "reduce" });
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await click(page, "2,2");
  assert.equal(await page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running").length), 0);
  calm(troubles);
  await context.close();
});

test("the start page and a table together weigh less than 300 KB", async () => {
  const { page, context } = await open(browser, server.url);
  /** @type {Promise<Buffer>[]} */
  const bodies = [];
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.startsWith("/api/")) bodies.push(response.body());
  });
  await page.goto(server.url);
  await page.locator(".card").nth(3).waitFor();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.locator(".drawing").waitFor();
  const files = await Promise.all(bodies);
  const total = files.reduce((sum, body) => sum + body.length, 0);
  assert.ok(total > 50_000 && total < 300_000, `${total} bytes`);
  await context.close();
});

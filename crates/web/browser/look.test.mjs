// The page on every screen: widths, themes, touch, languages, motion, weight.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, everyPage, PHONE, sideways, TABLET, visit } from "./lib/everywhere.mjs";
import { calm, click, launch, newGame, open, site, waitForMoves } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Record<string, string>} */
let pages;
before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
  pages = await everyPage(server.url);
});
after(async () => {
  await browser.close();
  await server.stop();
});

for (const locale of ["en", "de"]) {
  test(`no page scrolls sideways on a phone, a tablet or a desktop (${locale})`, async () => {
    const { page, context, troubles } = await open(browser, server.url, { ...PHONE, locale });
    const found = [];
    for (const [title, path] of Object.entries(pages)) {
      await page.setViewportSize(PHONE.viewport);
      await visit(page, server.url + path);
      for (const { viewport } of [PHONE, TABLET, DESKTOP]) {
        await page.setViewportSize(viewport);
        await page.waitForTimeout(50);
        if ((await sideways(page)) > 0) found.push(`${title} at ${viewport.width}`);
      }
    }
    assert.deepEqual(found, []);
    calm(troubles);
    await context.close();
  });
}

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

// The page on every screen: widths, themes, touch, languages, motion, weight.
import assert from "node:assert/strict";
import { DESKTOP, everyPage, PHONE, sideways, SMALL, TABLET, visit } from "./lib/everywhere.mjs";
import { click, newGame, site, waitForAll, waitForAttribute, waitForCount, waitForMoves, waitForText } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

/** @type {Record<string, import("./lib/everywhere.mjs").Place>} */
let pages;
suite(async (url) => {
  pages = await everyPage(url);
});

for (const locale of ["en", "de"]) {
  pageTest(`no page scrolls sideways on a phone, a tablet or a desktop (${locale})`, async ({ page, url }) => {
    const found = [];
    for (const [title, place] of Object.entries(pages)) {
      await page.setViewportSize(PHONE.viewport);
      await visit(page, url, place);
      for (const { viewport } of [SMALL, PHONE, TABLET, DESKTOP]) {
        if ((await sideways(page, viewport)) > 0) found.push(`${title} at ${viewport.width}`);
      }
    }
    assert.deepEqual(found, []);
  }, { ...PHONE, locale });
}

pageTest("the reader chooses light or dark, and every page is drawn so from the first", async ({ page, url }) => {
  await page.goto(url);
  await page.locator(".settings > summary").click();
  await page.getByRole("button", { name: "Dark" }).click();
  const ground = () => page.locator("main h1").evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(21, 24, 26)");
  await page.reload();
  assert.equal(await ground(), "rgb(21, 24, 26)");
  await page.locator(".settings > summary").click();
  await page.getByRole("button", { name: "As the system" }).click();
  assert.equal(await ground(), "rgb(251, 251, 248)");
}, { colorScheme: "light" });

pageTest("dark mode is dark", async ({ page, url }) => {
  await page.goto(url);
  assert.equal(await page.locator("main h1").evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(21, 24, 26)");
}, { colorScheme: "dark" });

pageTest("on a phone every point of the morris board is a target of 40 pixels, and a tap plays", async ({ page, url }) => {
  const game = await newGame(url, { game: "morris", seats: ["human", "human"] });
  await page.goto(`${url}/game/${game.id}`);
  await waitForAll(page.locator(".hit"), (hits) => hits.map((hit) => hit.getBoundingClientRect().width), (widths) => {
    assert.equal(widths.length, 24);
    assert.ok(widths.every((width) => width >= 40), String(widths));
  });
  await site(page, "d6").tap();
  await waitForMoves(page, 1);
}, { ...PHONE, isMobile: true });

pageTest("on a phone the first tap on a small board shows a ghost, the second plays", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:15,15,5", seats: ["human", "human"] });
  await page.goto(`${url}/game/${game.id}`);
  await site(page, "8,8").tap();
  assert.equal(await page.locator(".ghost-piece").evaluate(() => document.querySelectorAll(".move-row button.move").length), 0);
  await site(page, "8,8").tap();
  await waitForMoves(page, 1);
}, { ...PHONE, isMobile: true });

pageTest("the language follows the browser and the switch", async ({ page, url }) => {
  await page.goto(url);
  await page.locator("nav").getByRole("link", { name: "Labor", exact: true }).waitFor();
  await waitForAttribute(page.locator("html"), "lang", "de");
  await page.locator(".settings > summary").click();
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("nav").getByRole("link", { name: "Laboratory", exact: true }).waitFor();
  await page.reload();
  await page.locator("nav").getByRole("link", { name: "Laboratory", exact: true }).waitFor();
}, { locale: "de-AT" });

pageTest("nothing moves when the reader wants no motion", async ({ page, url }) => {
  // Every frame is looked at, so that no movement is over before anybody looks.
  await page.addInitScript(() => {
    const scope = /** @type {any} */ (globalThis);
    scope.moved = 0;
    const look = () => {
      scope.moved += document.getAnimations().filter((one) => one.playState === "running").length;
      requestAnimationFrame(look);
    };
    look();
  });
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  await page.goto(`${url}/game/${game.id}`);
  await click(page, "2,2");
  await waitForMoves(page, 1);
  await waitForCount(page.locator(".drawing .piece"), 1);
  assert.equal(await page.locator(".drawing .piece").evaluate(() => /** @type {any} */ (globalThis).moved), 0);
}, { reducedMotion: "reduce" });

pageTest("the start page comes in at most 40 requests and 200 KB on the wire", async ({ page, context, url }) => {
  const wire = await context.newCDPSession(page);
  await wire.send("Network.enable");
  const asked = new Map();
  wire.on("Network.requestWillBeSent", ({ requestId, request }) => asked.set(requestId, { address: request.url, bytes: 0 }));
  wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.locator(".card").nth(3).waitFor();
  const all = [...asked.values()];
  assert.ok(all.length > 20 && all.length <= 40, `${all.length}: ${all.map(({ address }) => new URL(address).pathname).join(" ")}`);
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  assert.ok(bytes > 50_000 && bytes <= 200_000, `${bytes} bytes`);
});

pageTest("in German nothing stays English but what is marked so", async ({ page, url }) => {
  await visit(page, url, pages.setup);
  await page.locator(".more-options > summary").click();
  await page.getByRole("button", { name: "Im Einzelnen" }).last().click();
  const helps = await page.locator('select[id$="-kind"]').evaluate(() => [...document.querySelectorAll(".field-help")].map((help) => ({ text: help.textContent, english: help.matches('[lang="en"]') })));
  assert.deepEqual(helps.filter(({ english }) => english), []);
  await visit(page, url, pages.rules);
  // The rules are German, in pictures and in full.
  await waitForText(page.locator(".rule-pictures h2").first(), "Das Brett");
  await page.getByRole("heading", { name: "So wird gespielt" }).waitFor();
  await waitForAttribute(page.locator("article.prose"), "lang", "de");
  await visit(page, url, pages.over);
  await waitForText(page.locator(".detail"), "3 in einer Reihe.");
  await page.goto(`${url}/spot?game=mnk:3,3,3&moves=1,1`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("t");
  await page.locator("#typed-move").fill("1,1");
  await page.locator("#typed-move").press("Enter");
  await page.locator(".detail").filter({ hasText: "„1,1“ ist hier kein erlaubter Zug. Es gibt 8, zum Beispiel 1,2." }).waitFor();
}, { locale: "de" });

// The page on every screen: widths, themes, touch, languages, motion, weight.
import assert from "node:assert/strict";
import { crowded, DESKTOP, everyPage, LYING, NARROW, PHONE, SMALL, TABLET, visit, WIDE } from "./lib/everywhere.mjs";
import { click, newGame, site, waitForAll, waitForAttribute, waitForCount, waitForMoves, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

/** @type {Record<string, import("./lib/everywhere.mjs").Place>} */
let pages;
suite(async (url) => {
  pages = await everyPage(url);
});

for (const locale of ["en", "de"]) {
  pageTest(`every page fits on a phone, upright and on its side, a tablet and desktops of any width (${locale})`, async ({ page, url }) => {
    const found = [];
    for (const [title, place] of Object.entries(pages)) {
      await page.setViewportSize(PHONE.viewport);
      await visit(page, url, place);
      for (const { viewport } of [SMALL, PHONE, TABLET, LYING, NARROW, DESKTOP, WIDE]) {
        found.push(...(await crowded(page, viewport)).map((one) => `${title} at ${viewport.width}: ${one}`));
      }
    }
    assert.deepEqual(found, []);
  }, { ...PHONE, locale });
}

pageTest("the start page has the games one below the other on a phone, and in one row from 1024 pixels on", async ({ page, url }) => {
  await visit(page, url, pages.home);
  const lefts = (/** @type {Element[]} */ all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().left)))];
  for (const { viewport } of [PHONE, NARROW, WIDE]) {
    await page.setViewportSize(viewport);
    const upright = viewport === PHONE.viewport;
    const columns = (/** @type {Element[]} */ all) => [all.length, new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size];
    await waitForAll(page.locator(".card h2"), columns, ([games, seen]) => assert.equal(seen, upright ? 1 : games, String(viewport.width)));
    if (upright) continue;
    await waitForAll(page.locator(".below > section"), lefts, (seen) => assert.equal(seen.length, 4));
    // What can be done with a game stands in one row.
    const middles = (/** @type {Element[]} */ all) => all.map((row) => new Set([...row.children].map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2))).size);
    await waitForAll(page.locator(".card .row"), middles, (rows) => assert.deepEqual([...new Set(rows)], [1]));
  }
}, { locale: "de" });

pageTest("on a phone the bar lies with the reader's side on the left, and says at either end whose it is", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:3,3,3&moves=1,1%201,2`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("l");
  await waitForTexts(page.locator(".bar-names b"), ["O", "X"]);
  const ends = (/** @type {Element[]} */ all) => all.flatMap((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right].map(Math.round));
  const edge = (/** @type {string} */ selector) => waitForAll(page.locator(selector), ends, (seen) => assert.equal(seen.length, 2));
  const [cross, filled, nought] = [await edge(".bar-names b:last-child"), await edge(".value-bar .fill-cross"), await edge(".bar-names b:first-child")];
  const bar = await edge(".value-bar");
  assert.ok(cross[1] <= bar[0] && bar[1] <= nought[0], String([cross, bar, nought]));
  assert.ok(Math.abs(filled[0] - bar[0]) <= 2, String([filled, bar]));
}, { ...PHONE, isMobile: true });

pageTest("on the narrowest phone the list of games stays in its place while a record is imported", async ({ page, url }) => {
  await visit(page, url, pages.games);
  await page.getByText("Import a record").first().click();
  await page.locator(".import textarea").waitFor();
  await waitForAll(page.locator("html"), ([html]) => html.scrollWidth - html.clientWidth, (over) => assert.equal(over, 0));
}, SMALL);

pageTest("on a phone what the signs of a tree mean is folded", async ({ page, url }) => {
  await visit(page, url, pages.tree);
  await page.locator(".tree-legend").waitFor({ state: "hidden" });
  await page.getByText("What the signs mean").click();
  await page.locator(".tree-legend").waitFor();
}, PHONE);

pageTest("a wrong address is told in a sentence for people", async ({ page, url }) => {
  for (const [path, sentence] of [["/learn/nosuch", "There is no game \"nosuch\"."], ["/rules/nosuch", "There is no game \"nosuch\"."], ["/lab?compare=98,99", "There is no run 98."]]) {
    await page.goto(url + path);
    await waitForText(page.locator("main h1"), sentence);
  }
}, {}, /404/);

pageTest("the reader chooses light or dark, and every page is drawn so from the first", async ({ page, url }) => {
  await page.goto(url);
  await page.locator(".settings > summary").click();
  await page.getByRole("button", { name: "Dark" }).click();
  const ground = () => page.locator("main h1").evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), "rgb(21, 24, 26)");
  await page.reload();
  assert.equal(await ground(), "rgb(21, 24, 26)");
  await page.locator(".settings > summary").click();
  await page.getByRole("button", { name: "Match the system" }).click();
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

pageTest("the language follows the browser and the switch, and no other is loaded", async ({ page, url }) => {
  /** @type {string[]} */
  const loaded = [];
  page.on("request", (request) => loaded.push(/\/words\/(\w+)\.js$/.exec(request.url())?.[1] ?? ""));
  await page.goto(url);
  await page.locator("nav").getByRole("link", { name: "Labor", exact: true }).waitFor();
  await page.locator(".card .mini").first().waitFor();
  assert.deepEqual(loaded.filter((name) => ["en", "de"].includes(name)), ["de"]);
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

pageTest("the start page comes in at most 40 requests and 200 KB on the wire, with a dozen games kept", async ({ page, context, url }) => {
  for (const game of ["morris", "mnk:3,3,3", "369:6", "9tka:4"]) {
    for (const level of [1, 2, 3]) await newGame(url, { game, seats: ["human", ...Array.from({ length: game === "9tka:4" ? 3 : 1 }, () => `level:${level}`)] });
  }
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
  assert.ok(bytes > 50_000 && bytes <= 200_000, `${bytes} bytes: ${all.map((one) => `${new URL(one.address).pathname} ${one.bytes}`).join(" ")}`);
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

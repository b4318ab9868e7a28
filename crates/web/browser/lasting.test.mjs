// Games last: reload, a killed server, two tabs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { calm, click, gameOf, hide, launch, newGame, open, waitForMoves, waitForStatus, watch } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("a reload in mid-game finds the same position", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await click(page, "2,2");
  await waitForMoves(page, 1);
  await click(page, "1,1");
  await waitForMoves(page, 2);
  await page.reload();
  await waitForMoves(page, 2);
  assert.equal(await page.locator(".drawing .piece").count(), 2);
  await waitForStatus(page, "X: place a cross");
  await page.goto(server.url);
  await page.getByRole("link", { name: "Continue" }).click();
  await waitForMoves(page, 2);
  calm(troubles);
  await context.close();
});

test("a server killed in mid-game and started again: the page goes on by itself", async (t) => {
  const first = await serve();
  t.after(first.stop);
  const { page, context, troubles } = await open(browser, first.url);
  const game = await newGame(first.url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  await page.goto(`${first.url}/game/${game.id}`);
  await click(page, "2,2");
  await waitForMoves(page, 1);
  calm(troubles);
  await first.kill();
  await page.locator(".detail").filter({ hasText: "connection is lost" }).waitFor();
  // A move made while the server is away is played as soon as it is back.
  await click(page, "1,1");
  const second = await serve({ data: first.data, port: first.port });
  t.after(second.stop);
  assert.equal(second.url, first.url);
  await waitForMoves(page, 2);
  await page.waitForFunction(() => !document.querySelector(".detail")?.textContent?.includes("connection is lost"));
  assert.deepEqual((await gameOf(second.url, game.id)).moves, ["2,2", "1,1"]);
  await click(page, "3,3");
  await waitForMoves(page, 3);
  // The browser itself notes the connections that failed meanwhile; nothing else may be there.
  assert.deepEqual(troubles.filter((trouble) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(trouble)), []);
  await context.close();
});

test("what the server refuses is said, when a key asked for it too", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("u");
  await page.locator(".detail").filter({ hasText: "no move of yours to take back" }).waitFor();
  // The browser itself notes the refusal; nothing else may be there.
  calm(troubles.filter((trouble) => !/status of 409/.test(trouble)));
  await context.close();
});

test("a change whose answer is lost is made once, and not complained about", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,2"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await waitForMoves(page, 2);
  let lost = 0;
  await page.route(/\/(undo|move)$/, async (route) => {
    if (lost >= 1) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort("connectionreset");
  });
  // The page asks again and is refused, unless an event has told it before that the change was made.
  const refused = () => Promise.race([page.waitForResponse((response) => response.status() === 409).catch(() => null), page.waitForTimeout(4000)]);
  await Promise.all([refused(), page.keyboard.press("u")]);
  await page.waitForFunction(() => document.querySelectorAll(".move-row button.move").length === 1);
  assert.deepEqual((await gameOf(server.url, game.id)).moves, ["1,1"]);
  assert.doesNotMatch(await page.locator(".detail").innerText(), /moved on/);
  lost = 0;
  await Promise.all([refused(), click(page, "3,3")]);
  await waitForMoves(page, 2);
  assert.deepEqual((await gameOf(server.url, game.id)).moves, ["1,1", "3,3"]);
  assert.doesNotMatch(await page.locator(".detail").innerText(), /moved on/);
  calm(troubles.filter((trouble) => !/status of 409|ERR_CONNECTION_RESET/.test(trouble)));
  await context.close();
});

test("an analysis and a review that are refused say so", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1"] });
  await page.route(/spot\/(analysis|review)/, (route) => route.fulfill({ status: 429, json: { error: "too many pages listen already: close some" } }));
  await page.goto(`${server.url}/game/${game.id}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("a");
  await page.locator(".advice").filter({ hasText: "Too many pages listen already" }).waitFor();
  assert.equal(await page.locator(".advice").getAttribute("aria-busy"), "false");
  await page.goto(`${server.url}/game/${game.id}/review`);
  await page.locator(".error").filter({ hasText: "Too many pages listen already" }).waitFor();
  // The browser itself notes the refusals; nothing else may be there.
  calm(troubles.filter((trouble) => !/status of 429/.test(trouble)));
  await context.close();
});

test("two tabs of one game stay in step", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  const other = await context.newPage();
  const more = watch(other, server.url);
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  await Promise.all([page.goto(`${server.url}/game/${game.id}`), other.goto(`${server.url}/game/${game.id}`)]);
  await click(page, "2,2");
  await waitForMoves(other, 1);
  await click(other, "1,1");
  await waitForMoves(page, 2);
  await page.keyboard.press("u");
  await other.waitForFunction(() => document.querySelectorAll(".move-row button.move").length === 1);
  assert.equal(await other.locator(".drawing .piece").count(), 1);
  calm([...troubles, ...more]);
  await context.close();
});

test("eight tabs of one browser: those in the background let the last one through, and catch up when they are looked at", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  const tabs = [page];
  while (tabs.length < 8) tabs.push(await context.newPage());
  const games = await Promise.all(tabs.map(() => newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"] })));
  for (const [index, tab] of tabs.entries()) {
    await tab.goto(`${server.url}/game/${games[index].id}`);
    await tab.locator(".drawing").waitFor();
    if (index < 7) await hide(tab, true);
  }
  await click(tabs[7], "2,2");
  await waitForMoves(tabs[7], 1);
  // Somebody else plays in the game of the first tab, which does not look.
  await fetch(`${server.url}/api/games/${games[0].id}/move`, { method: "POST", body: JSON.stringify({ move: "1,1" }) });
  await hide(tabs[7], true);
  assert.equal(await page.locator(".drawing .piece").count(), 0);
  await hide(page, false);
  await waitForMoves(page, 1);
  await click(page, "3,3");
  await waitForMoves(page, 2);
  calm(troubles);
  await context.close();
});

test("a player whose time runs out loses on time, and the page says so in both languages", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"], clock: { minutes: 1, increment: 0 } });
  const english = await open(browser, server.url);
  const german = await open(browser, server.url, { locale: "de" });
  await english.page.goto(`${server.url}/game/${game.id}`);
  await click(english.page, "2,2");
  await waitForMoves(english.page, 1);
  await german.page.goto(`${server.url}/game/${game.id}`);
  await english.page.locator("dialog.result").waitFor({ timeout: 90_000 });
  assert.match(await english.page.locator("dialog.result").innerText(), /X wins\s+O ran out of time\./);
  assert.match(await german.page.locator("dialog.result").innerText(), /X gewinnt\s+O hat die Zeit überschritten\./);
  await german.page.goto(server.url);
  assert.match(await german.page.locator(".game-rows li").first().innerText(), /X gewinnt. O hat die Zeit überschritten\./);
  assert.equal((await gameOf(server.url, game.id)).reason, "time");
  calm([...english.troubles, ...german.troubles]);
  await Promise.all([english.context.close(), german.context.close()]);
});

test("a browser whose clock is an hour ahead of the server's shows the time that is left", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  await page.addInitScript(() => {
    const honest = Date.now;
    Date.now = () => honest() + 3_600_000;
  });
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["2,2"], clock: { minutes: 10, increment: 0 } });
  await page.goto(`${server.url}/game/${game.id}`);
  const running = page.locator(".clock.running");
  await running.waitFor();
  assert.match(await running.innerText(), /^(10:00|9:\d\d)$/);
  calm(troubles);
  await context.close();
});

test("exact values of morris endings come by themselves, and the page says that they are on their way", async (t) => {
  const server = await serve({ endings: 3 });
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  // Three men each: whoever closes a mill wins.
  await page.goto(`${server.url}/spot?game=morris&position=${encodeURIComponent("w.w/.../.../...b.b/..w/.../..b w 0,0")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.locator(".preparing").filter({ hasText: "The table of endings is being made" }).waitFor();
  await page.locator(".advice").filter({ hasText: /from the tables/i }).waitFor({ timeout: 120_000 });
  await page.locator(".preparing").waitFor({ state: "detached" });
  await page.locator(".advice .proof.exact").waitFor();
  assert.match(await page.locator(".advice strong").first().innerText(), /White wins in 1 turn/);
  // What is exact says what it leaves out, in a hint and in the lines of an analysis too.
  const note = page.locator(".advice .note").filter({ hasText: "without countdowns" });
  await note.waitFor();
  await page.keyboard.press("h");
  await page.locator(".advice .why").waitFor();
  await note.waitFor();
  await page.keyboard.press("a");
  await page.locator(".advice:has(.lines) .proof.exact").waitFor();
  await note.waitFor();
  assert.equal(await page.locator(".lines .verdict-icon").count(), 3, "every line has its exact result");
  assert.match(String(await page.locator(".bar-column").getAttribute("aria-label")), /White 100 %.*\(Exact\)/);
  calm(troubles);
  await context.close();
});

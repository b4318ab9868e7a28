// Games last: reload, a killed server, two tabs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoErrors, click, eventually, gameOf, hide, launch, movesOf, newGame, open, waitForAttribute, waitForCount, waitForMoves, waitForStatus, waitForText, watch } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** The line under the status, after two more frames: whatever was to be said has been said. @param {import("playwright-core").Page} page */
const saidOf = (page) =>
  page.locator(".detail").evaluate(async (line) => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    return line.textContent ?? "";
  });

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
  await waitForCount(page.locator(".drawing .piece"), 2);
  await waitForStatus(page, "X: place a cross");
  await page.goto(server.url);
  await page.getByRole("link", { name: "Continue" }).click();
  await waitForMoves(page, 2);
  assertNoErrors(troubles);
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
  assertNoErrors(troubles);
  await first.kill();
  await page.locator(".detail").filter({ hasText: "Connection lost" }).waitFor();
  // A move made while the server is away is played as soon as it is back.
  await click(page, "1,1");
  const second = await serve({ data: first.data, port: first.port });
  t.after(second.stop);
  assert.equal(second.url, first.url);
  await waitForMoves(page, 2);
  await page.waitForFunction(() => !document.querySelector(".detail")?.textContent?.includes("Connection lost"));
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
  assertNoErrors(troubles.filter((trouble) => !/status of 409/.test(trouble)));
  await context.close();
});

test("a game that has moved on is shown, and said so", async (t) => {
  const server = await serve();
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  const game = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await page.locator(".drawing").waitFor();
  // Somebody else is quicker by a moment.
  await page.route(/\/move\b/, async (route) => {
    await fetch(`${server.url}/api/games/${game.id}/move`, { method: "POST", headers: { "content-type": "application/json", origin: server.url }, body: JSON.stringify({ move: "2,2" }) });
    return route.continue();
  });
  await click(page, "1,1");
  await waitForMoves(page, 1);
  assert.deepEqual((await gameOf(server.url, game.id)).moves, ["2,2"]);
  await page.locator(".detail").filter({ hasText: "moved on" }).waitFor();
  assert.match(await saidOf(page), /moved on/);
  // With the next move the sentence is gone.
  await page.unroute(/\/move\b/);
  await click(page, "1,1");
  await waitForMoves(page, 2);
  assert.doesNotMatch(await saidOf(page), /moved on/);
  assertNoErrors(troubles.filter((trouble) => !/status of 409/.test(trouble)));
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
  await page.route(/\/(undo|move)\b/, async (route) => {
    if (lost >= 1) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort("connectionreset");
  });
  // The page asks again, is refused, and looks at the game as it is now.
  const looked = () => {
    let refused = false;
    return page.waitForResponse((response) => {
      refused ||= response.status() === 409;
      return refused && response.url().endsWith(`/api/games/${game.id}`);
    });
  };
  const [first] = await Promise.all([looked(), page.keyboard.press("u")]);
  await first.finished();
  await waitForCount(movesOf(page), 1);
  assert.deepEqual((await gameOf(server.url, game.id)).moves, ["1,1"]);
  assert.doesNotMatch(await saidOf(page), /moved on/);
  lost = 0;
  const [second] = await Promise.all([looked(), click(page, "3,3")]);
  await second.finished();
  await waitForCount(movesOf(page), 2);
  assert.deepEqual((await gameOf(server.url, game.id)).moves, ["1,1", "3,3"]);
  assert.doesNotMatch(await saidOf(page), /moved on/);
  assertNoErrors(troubles.filter((trouble) => !/status of 409|ERR_CONNECTION_RESET/.test(trouble)));
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
  await waitForAttribute(page.locator(".advice"), "aria-busy", "false");
  await page.goto(`${server.url}/game/${game.id}/review`);
  await page.locator(".error").filter({ hasText: "Too many pages listen already" }).waitFor();
  // The browser itself notes the refusals; nothing else may be there.
  assertNoErrors(troubles.filter((trouble) => !/status of 429/.test(trouble)));
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
  await waitForCount(movesOf(other), 1);
  await waitForCount(other.locator(".drawing .piece"), 1);
  // A tab may still ask about the position that the other one takes back; only that question may be refused.
  const isLate = (/** @type {string} */ trouble) => /status of 400 .*\/api\/spot\?id=\w+&ply=2$/.test(trouble);
  assertNoErrors([...troubles, ...more].filter((trouble) => !isLate(trouble)));
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
  const played = await fetch(`${server.url}/api/games/${games[0].id}/move`, { method: "POST", body: JSON.stringify({ move: "1,1" }) });
  assert.ok(played.ok);
  await hide(tabs[7], true);
  assert.equal(await page.locator(".drawing").evaluate((drawing) => drawing.querySelectorAll(".piece").length), 0);
  await hide(page, false);
  await waitForMoves(page, 1);
  await click(page, "3,3");
  await waitForMoves(page, 2);
  assertNoErrors(troubles);
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
  await english.page.locator(".endings").waitFor({ timeout: 90_000 });
  await waitForText(english.page.locator(".status"), /X wins\s+O ran out of time\./);
  await waitForText(german.page.locator(".status"), /X gewinnt\s+O hat die Zeit überschritten\./);
  await german.page.goto(server.url);
  await waitForText(german.page.locator(".game-rows li").first(), /X gewinnt. O hat die Zeit überschritten\./);
  assert.equal((await gameOf(server.url, game.id)).reason, "time");
  assertNoErrors([...english.troubles, ...german.troubles]);
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
  // From the first moment on.
  assert.match(await page.locator(".clock.running").evaluate((clock) => clock.textContent ?? ""), /^(10:00|9:\d\d)$/);
  assertNoErrors(troubles);
  await context.close();
});

test("exact values of morris endings come by themselves, and the page says that they are on their way", async (t) => {
  const server = await serve({ endings: 3 });
  t.after(server.stop);
  const { page, context, troubles } = await open(browser, server.url);
  // Three men each: whoever closes a mill wins.
  await page.goto(`${server.url}/spot?game=morris&position=${encodeURIComponent("w.w/.../.../...b.b/..w/.../..b w 0,0")}`);
  await page.locator(".drawing").waitFor();
  // The page's own question comes while the table is being made: another one has begun it, and it takes a second.
  await page.route(/spot\/values/, async (route) => {
    void fetch(route.request().url());
    await eventually(async () => (await fetch(`${server.url}/api/endings`)).json(), ({ preparing }) => assert.notEqual(preparing, null));
    await route.continue();
  }, { times: 1 });
  // What is said only for a while is listened for before it is asked for.
  const said = page.waitForFunction(() => document.querySelector(".preparing")?.textContent?.includes("Building the endgame table"));
  await Promise.all([said, page.keyboard.press("v")]);
  await page.locator(".advice").filter({ hasText: /from the tables/i }).waitFor({ timeout: 120_000 });
  await page.locator(".preparing").waitFor({ state: "detached" });
  await page.locator(".advice .proof.exact").waitFor();
  await waitForText(page.locator(".advice strong").first(), /White wins in 1 move/);
  // No countdown comes before a win at once, so nothing is left out, neither in a hint nor in the lines of an analysis.
  const note = page.locator(".advice .note").filter({ hasText: "without countdowns" });
  await waitForCount(note, 0);
  await page.keyboard.press("h");
  await page.locator(".advice .why").waitFor();
  await waitForCount(note, 0);
  await page.keyboard.press("a");
  await page.locator(".advice:has(.lines) .proof.exact").waitFor();
  await waitForCount(note, 0);
  // Every line has its exact result.
  await waitForCount(page.locator(".lines .verdict-icon"), 3);
  await waitForAttribute(page.locator(".bar-column"), "aria-label", /White’s chances 100 %.*\(Exact\)/);
  assertNoErrors(troubles);
  await context.close();
});

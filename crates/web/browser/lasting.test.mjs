// Games last: reload, a killed server, two tabs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { calm, click, gameOf, launch, newGame, open, waitForMoves, waitForStatus, watch } from "./lib/page.mjs";
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

// Your games: what came of them, lists, several deleted; a game shared as links, a board in another page and a moving picture.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { DESKTOP, PHONE } from "./lib/everywhere.mjs";
import { change, eventually, gameOf, newGame, waitForAttribute, waitForCount, waitForInput, waitForMoves, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

/** A game that somebody gave up. @param {string} url @param {string} game @param {string[]} seats @param {number} loser */
async function givenUp(url, game, seats, loser) {
  const { id } = await newGame(url, { game, seats });
  await change(url, `/api/games/${id}/resign`, { seat: loser });
  return id;
}

suite(async (url) => {
  await givenUp(url, "morris", ["human", "level:3"], 2);
  await givenUp(url, "morris", ["level:3", "human"], 1);
  await givenUp(url, "morris", ["human", "level:5"], 1);
  await givenUp(url, "mnk:3,3,3", ["human", "level:2"], 2);
  await newGame(url, { game: "morris", seats: ["human", "level:1"], moves: ["d6", "f4"] });
});

pageTest("results are told by game, level and colour, as numbers, a graph and rows in a row", async ({ page, url }) => {
  await page.goto(`${url}/games`);
  await waitForTexts(page.locator(".own-figures dd"), ["4", "3", "0", "1", "75 %", "1", "2"]);
  await waitForTexts(page.locator(".own-table tbody th"), [/^Nine Men.s Morris$/, "Level 3, Casual", "as White", "as Black", /^Level 5, Club player\s+as White$/, "Tic-tac-toe", /^Level 2, Beginner\s+as X$/]);
  await page.getByRole("img", { name: "Wins minus losses over 4 games, now +2" }).waitFor();
  await waitForCount(page.locator(".own-dot"), 4);
  // The filter counts for both sides of the page.
  await page.getByLabel("Game", { exact: true }).selectOption("morris");
  await waitForText(page.locator(".own-figures dd").first(), "3");
  await waitForCount(page.locator(".own-rows li"), 4);
  await page.locator("#result").selectOption({ label: "won" });
  await waitForTexts(page.locator(".own-rows .row-text"), [/beat level 3/, /beat level 3/]);
  await page.locator("#opponent").selectOption({ label: "Level 5, Club player" });
  await page.getByText("No games match.").waitFor();
});

for (const [name, options] of /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([["with the mouse", DESKTOP], ["by keys on a phone", PHONE]])) {
  pageTest(`several games are deleted at once, ${name}`, async ({ page, url }) => {
    const ids = [];
    for (let at = 0; at < 2; at += 1) ids.push(await givenUp(url, "connect4", ["human", "level:1"], 1));
    await page.goto(`${url}/games`);
    await page.getByLabel("Game", { exact: true }).selectOption({ label: "Connect Four" });
    await waitForCount(page.locator(".own-rows li"), 2);
    const all = page.getByLabel("All shown");
    if (options === PHONE) {
      await all.focus();
      await page.keyboard.press("Space");
    } else {
      await page.getByLabel("Select: Connect Four").first().check();
      await waitForText(page.locator(".own-tools [role=status]"), "1 selected");
      await page.getByLabel("Select: Connect Four").last().check();
    }
    await waitForText(page.locator(".own-tools [role=status]"), "2 selected");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Delete these 2 games?" }).waitFor();
    await page.locator("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No games match.").waitFor();
    for (const id of ids) assert.equal((await fetch(`${url}/api/games/${id}`)).status, 404);
  }, options);
}

pageTest("a game is shared as a link, as a link that holds all of it, and as a moving picture", async ({ page, context, url }) => {
  const moves = ["1,1", "1,2", "2,2", "3,3", "3,1", "2,1", "1,3"];
  const { id } = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], names: ["Ada", "Grace"], moves });
  await page.goto(`${url}/game/${id}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Share the game" }).click();
  await waitForInput(page.getByLabel("Link to this game"), `${url}/game/${id}`);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the picture" }).click()]);
  const film = readFileSync(await download.path(), "utf8");
  // Every stone appears with its move: seven animations of stones beside those of the last move.
  assert.match(film, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  const shown = film.match(/values="hidden;visible" keyTimes="0;[\d.]+"/g) ?? [];
  assert.ok(shown.length >= 7, `${shown.length} animations that stay`);
  assert.ok(!film.includes("var(--"), "its colours are written in");
  // The game as text and the board as a drawing are at hand here too, not in a menu that is too long.
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  await page.getByRole("button", { name: "Copy the game as text" }).click();
  await waitForText(page.locator(".share-said"), "Copied.");
  const clipboard = () => page.locator("html").evaluate(() => navigator.clipboard.readText());
  assert.match(await clipboard(), /\[Name1 "Ada"\]\n/);
  await page.getByRole("button", { name: "Copy as SVG" }).click();
  await eventually(clipboard, (drawing) => assert.match(drawing, /^<svg /));
  await page.getByRole("button", { name: "Close" }).click();
  // The whole game stands in the address: it opens after the game is deleted.
  const record = await (await fetch(`${url}/api/games/${id}/record`)).text();
  assert.match(record, /\[Name1 "Ada"\]\n/);
  const { game, seed } = await gameOf(url, id);
  await fetch(`${url}/api/games/${id}`, { method: "DELETE" });
  await page.goto(`${url}/spot?${new URLSearchParams({ game, seed, moves: moves.join(" ") })}`);
  await waitForMoves(page, 7);
}, { ...DESKTOP, acceptDownloads: true });

pageTest("a board stands in a page of somebody else, steps by clicks and keys, and leads nowhere", async ({ page, url }) => {
  const { id } = await newGame(url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4", "b4"] });
  const other = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>A school</title><iframe src="${url}/embed/${id}" width="480" height="540"></iframe><iframe src="${url}/game/${id}" width="480" height="200"></iframe>`);
  });
  await new Promise((resolve) => other.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (other.address());
  try {
    await page.goto(`http://localhost:${port}/`);
    const frame = page.frameLocator("iframe").first();
    await waitForCount(frame.locator(".piece"), 3);
    await waitForText(frame.locator(".embed-said"), "Turn 3 of 3: b4");
    await frame.getByRole("button", { name: "One move back" }).click();
    await waitForCount(frame.locator(".piece"), 2);
    await page.keyboard.press("Home");
    await waitForText(frame.locator(".embed-said"), "The beginning");
    await frame.getByRole("button", { name: "Play" }).click();
    await waitForCount(frame.locator(".piece"), 3);
    await waitForAttribute(frame.getByRole("link", { name: "Open in Ninefold" }), "target", "_blank");
    // The page of the game itself refuses to be framed.
    await waitForCount(page.frameLocator("iframe").last().locator(".drawing"), 0);
  } finally {
    other.close();
  }
}, {}, /^a request to http:\/\/localhost|frame-ancestors|favicon|chrome-error/);

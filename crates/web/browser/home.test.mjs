// The start page and the rules: what is seen without scrolling, and what the pictures show.
import assert from "node:assert/strict";
import { addressOf, newGame, waitForAll, waitForCount, waitForFonts, waitForText } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

suite(async (url) => {
  await newGame(url, { game: "morris", seats: ["human", "level:1"] });
});

/** Waits until elements are there and end within a height. @param {import("playwright-core").Locator} all @param {number} height */
const endWithin = (all, height) =>
  waitForAll(all, (found) => found.map((one) => one.getBoundingClientRect().bottom), (ends) => {
    assert.ok(ends.length > 0);
    for (const end of ends) assert.ok(end <= height, `${height}: ${ends}`);
  });

pageTest("all games stand in one row, and below them what is going on is seen without scrolling", async ({ page, url }) => {
  for (const [width, height] of [[1200, 800], [1280, 800], [1440, 900], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.goto(url);
    await page.locator(".recent .game-rows li").first().waitFor();
    await waitForFonts(page);
    await waitForAll(page.locator(".card"), (cards) => cards.map((card) => card.getBoundingClientRect().top), (tops) => assert.equal(new Set(tops).size, 1, `${width}: ${tops}`));
    // The game that goes on and the puzzle of the day, and the last results.
    await endWithin(page.locator(".continue .button"), height);
    await endWithin(page.locator(".recent .game-rows li"), height);
  }
});

pageTest("the game to continue is at a move of both players, and its name tells rules that are not as usual", async ({ page, url }) => {
  await newGame(url, { game: "morris:flying=off", seats: ["human", "human"], moves: ["d6", "f4", "b4", "d2"] });
  await page.goto(url);
  await waitForText(page.locator(".continue .quiet").first(), "Nine Men’s Morris, three men slide like any others, move 3");
  await page.goto(`${url}/games`);
  await waitForText(page.locator(".own-rows .row-text").first(), /^Nine Men’s Morris, three men slide like any others\s*Move 3, between people$/);
});

pageTest("a link that only this computer opens says so first, and has no picture", async ({ page, url }) => {
  await page.goto(`${url}/?new=mnk&game=mnk:3,3,3&who=friend`);
  await page.getByRole("button", { name: "Make the link" }).click();
  await addressOf(page, /\/game\/.*\/invite/);
  await page.locator(".box.warning + .invitation #play-link").waitFor();
  await waitForText(page.locator(".box.warning"), /^Only this computer can open the link\./);
  await waitForCount(page.locator(".qr"), 0);
});

pageTest("on a phone the game that goes on and the puzzle of the day come first, and a game can be begun", async ({ page, url }) => {
  for (const [width, height] of [[390, 844], [320, 700]]) {
    await page.setViewportSize({ width, height });
    await page.goto(url);
    await page.locator(".today .continue").nth(1).waitFor();
    await waitForFonts(page);
    await endWithin(page.locator(".today .button"), height);
    await endWithin(page.locator(".card .button").first(), height);
    await waitForAll(page.locator("html"), (all) => all.map((one) => one.scrollWidth), (widths) => assert.deepEqual(widths, [width]));
  }
  // Turned on its side it is no phone any more, and nothing stands there twice.
  await page.setViewportSize({ width: 1280, height: 800 });
  await waitForCount(page.locator(".today"), 0);
  await waitForCount(page.getByRole("link", { name: "Solve it" }), 1);
}, { hasTouch: true });

pageTest("the pictures of rules show moves: where to, what closes, who is taken", async ({ page, url }) => {
  await page.goto(`${url}/rules/morris`);
  const rule = (/** @type {string} */ title) => page.locator(".rule-pictures li").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await waitForCount(rule("Good points").locator(".arrow.ring"), 4);
  await waitForCount(rule("Close a mill, take a man").locator(".mill.preview"), 1);
  await waitForCount(rule("Close a mill, take a man").locator(".rule-taken"), 1);
  await waitForCount(rule("Open and close").locator(".arrow.head"), 2);
  await page.goto(`${url}/rules/9tka`);
  await waitForCount(rule("Slide in").locator(".arrow.head"), 1);
  // The rules tell what holds for everybody; "you" is the lesson's word.
  await waitForText(rule("Around the board").locator("p"), /^Nine sections of nine squares/);
  await waitForCount(page.locator(".rule-pictures").filter({ hasText: "You are Yellow" }), 0);
});

pageTest("an address that names no game or no move says so and leads on", async ({ page, url }) => {
  await page.goto(`${url}/worksheet?kind=tree&game=zz`);
  await waitForText(page.locator(".sheet .error"), "There is no game \"zz\".");
  await waitForCount(page.locator(".sheet svg"), 0);
  await page.goto(`${url}/explore?game=morris&moves=zz`);
  await page.getByRole("link", { name: "Start position" }).click();
  await page.locator(".drawing").waitFor();
  await page.goto(`${url}/spot`);
  await waitForText(page.locator("h1"), "This address names no game.");
  await page.goto(`${url}/embed`);
  await waitForText(page.locator(".embed .error"), "This address names no game.");
  // What cannot be decoded is no name of a game either.
  await page.goto(`${url}/embed/%E0%A4%A`);
  await page.locator(".embed .error").filter({ hasText: "%E0%A4%A" }).waitFor();
}, {}, /40[04]/);

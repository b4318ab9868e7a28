// One judgement on one screen: chances in percent, results where they are proved, points where they are counted, and nothing else.
import assert from "node:assert/strict";
import { newGame } from "./lib/page.mjs";
import { scene, theatre } from "./lib/scene.mjs";

theatre();

/** @param {import("playwright-core").Page} page */
const badges = (page) => page.locator(".overlay .badge-number").allTextContents();

/** What the bar says of a player, in percent. @param {import("playwright-core").Page} page @param {string} who */
async function barOf(page, who) {
  const label = String(await page.locator(".bar-column").getAttribute("aria-label"));
  return Number(new RegExp(`${who} (\\d+) %`).exec(label)?.[1]);
}

/** The best of the badges, in percent. @param {import("playwright-core").Page} page */
const bestBadge = (page) =>
  page.locator(".overlay g").evaluateAll((all) => all.filter((one) => one.querySelector(".badge.best")).map((one) => Number.parseInt(one.querySelector(".badge-number")?.textContent ?? "", 10)));

/** Whatever is written anywhere on the page, seen or only heard. @param {import("playwright-core").Page} page */
const everything = (page) =>
  page.evaluate(() => [document.querySelector(".stage")?.textContent ?? "", ...[...document.querySelectorAll("[aria-label], [title]")].map((one) => `${one.getAttribute("aria-label")} ${one.getAttribute("title")}`)].join("\n"));

/** Ten men placed: one more than the book of the opening knows. */
const BEYOND_THE_BOOK = "a7 d7 g7 a4 d6 b6 f4 f2 b2 e3";

/** An evaluator's own units have a sign and more digits than any count of points. */
const RAW = /[+−]\s?\d{3,}/;

scene("badges are chances in percent where nothing is proved, and no screen shows an evaluator's units", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=morris&moves=${encodeURIComponent(BEYOND_THE_BOOK)}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.locator(".overlay .badge.estimate").first().waitFor();
  const shown = await badges(page);
  assert.equal(shown.length, 14);
  for (const text of shown) assert.match(text, /^\d{1,2} %$/);
  assert.match(String(await page.locator('[data-name="b4"]').getAttribute("aria-label")), /\d+ %, estimate/);
  assert.doesNotMatch(await everything(page), RAW);
  await page.keyboard.press("a");
  await page.locator(".lines .line-value").first().waitFor();
  assert.doesNotMatch(await everything(page), RAW);
  for (const text of await page.locator(".lines .line-value").allTextContents()) assert.match(text, /^\d{1,2} %$/);
});

scene("with many moves at most the eight best have badges", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:15,15,5&moves=${encodeURIComponent("8,8 9,9")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.locator(".overlay .badge").first().waitFor();
  const count = await page.locator(".overlay > g").count();
  assert.ok(count >= 1 && count <= 8, String(count));
  assert.ok((await page.locator(".overlay .badge.best").count()) >= 1);
  await page.locator(".legend").filter({ hasText: "only the best moves" }).waitFor();
});

for (const [name, game, moves, who] of [
  ["morris", "morris", BEYOND_THE_BOOK, "White"],
  ["gomoku", "mnk:15,15,5", "8,8 9,9 7,7", "White"],
  ["9tka with three players", "9tka:3", "0,1 0,2 0,3", "Yellow"],
]) {
  scene(`hint, bar and best badge say the same, and the hint is among the best badges: ${name}`, async ({ page, url }) => {
    await page.goto(`${url}/spot?${new URLSearchParams({ game, moves })}`);
    await page.locator(".drawing").waitFor();
    await page.keyboard.press("h");
    const said = page.locator(".advice strong").filter({ hasText: "chances" }).first();
    await said.waitFor();
    await page.keyboard.press("v");
    await page.locator(".overlay .badge.best").first().waitFor();
    const chance = Number(/chances (\d+) %/.exec(await said.innerText())?.[1]);
    assert.equal(await barOf(page, who), chance);
    assert.ok((await bestBadge(page)).every((badge) => badge === chance), `${await bestBadge(page)} and ${chance}`);
    const move = String(await said.innerText()).split(":")[0];
    assert.match(String(await page.locator(`.drawing [data-name="${move}"]`).getAttribute("aria-label")), /best/);
  });
}

scene("an analysis takes bar and badges along to every depth", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=morris&moves=${encodeURIComponent(BEYOND_THE_BOOK)}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.locator(".overlay .badge.best").first().waitFor();
  await page.keyboard.press("a");
  await page.locator(".lines .line-value").first().waitFor();
  const seen = new Set();
  for (let looks = 0; looks < 12; looks += 1) {
    // All at one moment: what is on the screen together.
    const now = await page.evaluate(() => ({
      depth: document.querySelector(".lines .numbers")?.textContent?.split(" ")[0],
      line: document.querySelector(".lines .line-value")?.textContent ?? "",
      bar: document.querySelector(".bar-column")?.getAttribute("aria-label") ?? "",
      best: [...document.querySelectorAll(".overlay g")].filter((one) => one.querySelector(".badge.best")).map((one) => one.querySelector(".badge-number")?.textContent),
    }));
    assert.ok(now.bar.includes(`White ${now.line}`), JSON.stringify(now));
    assert.ok(now.best.length > 0 && now.best.every((badge) => badge === now.line), JSON.stringify(now));
    seen.add(now.depth);
    await page.waitForTimeout(400);
  }
  assert.ok(seen.size > 1, "it went deeper meanwhile");
});

scene("a line that an analysis proves is proved on its badge too", async ({ page, url }) => {
  // An open four: whoever is on turn closes five.
  await page.goto(`${url}/spot?game=mnk:15,15,5&moves=${encodeURIComponent("8,8 1,1 8,9 1,3 8,10 1,5 8,11 1,7")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.keyboard.press("a");
  await page.locator(".lines .verdict-icon").first().waitFor();
  await page.locator(".overlay .verdict.w").first().waitFor();
  await page.locator(".advice .proof.exact").waitFor();
  assert.match(await page.locator(".advice strong").first().innerText(), /Black wins in 1 turn/);
  assert.match(String(await page.locator('.drawing [data-name="8,12"]').getAttribute("aria-label")), /wins in 1 turn, best/);
});

scene("in 3-6-9 exact badges are points ahead at the end", async ({ page, url }) => {
  const position = "xx./.x./... 0-0 1";
  await page.goto(`${url}/spot?game=369:3&position=${encodeURIComponent(position)}`);
  await page.getByRole("button", { name: "Values", exact: true }).click();
  await page.locator(".overlay .badge.best").first().waitFor();
  const { moves, unit } = await (await fetch(`${url}/api/spot/values?game=369:3&position=${encodeURIComponent(position)}`)).json();
  assert.equal(unit, "points");
  const wanted = moves.map((/** @type {any} */ move) => (move.value > 0 ? `+${move.value}` : move.value < 0 ? `−${-move.value}` : "0"));
  assert.deepEqual((await badges(page)).sort(), wanted.sort());
  assert.match(await page.locator(".advice strong").first().innerText(), /(wins by|loses by|draw)/);
});

scene("the review of a game counted in points tells points, and what became of the result", async ({ page, url }) => {
  const game = await newGame(url, { game: "369:3", seats: ["human", "human"], moves: ["1,1", "1,2", "3,3", "1,3", "2,2", "2,1", "2,3", "3,1", "3,2"] });
  await page.goto(`${url}/game/${game.id}/review`);
  await page.locator(".mistakes .cell-button").first().waitFor();
  const costs = await page.locator(".mistakes td.number").allInnerTexts();
  for (const cost of costs) assert.match(cost, /^\d+ points?(, (win|draw|loss) → (draw|loss))?$/);
  for (let row = 0; row < costs.length; row += 1) {
    await page.locator(".mistakes .cell-button").nth(row).click();
    assert.match(await page.locator(".detail").innerText(), /gives away \d+ points?(; (still winning|still a draw|lost anyway)|\. A (win|draw) became a (draw|loss))\./);
    await page.locator(".advice .proof.exact").waitFor();
  }
  const text = await page.locator(".review").innerText();
  assert.match(text, /\d+ %\s*accuracy/);
  assert.doesNotMatch(text, /of the point|part of/);
});

scene("the review says about how much an estimated mistake costs, and that it is an estimate", async ({ page, url }) => {
  // Black lets three in a row stand, twice.
  const moves = ["8,8", "1,1", "8,9", "1,15", "8,10", "15,1", "8,11", "15,15", "8,12"];
  const game = await newGame(url, { game: "mnk:15,15,5", seats: ["human", "human"], moves });
  await page.goto(`${url}/game/${game.id}/review`);
  await page.locator(".mistakes .cell-button").first().waitFor({ timeout: 60_000 });
  const costs = await page.locator(".mistakes td.number").allInnerTexts();
  for (const cost of costs) assert.match(cost, /^(about \d+ %|(win|draw) → (draw|loss))$/);
  await page.locator(".review-players").filter({ hasText: /blunder|mistake|inaccurac/ }).waitFor();
});

// One judgement on one screen: chances in percent, results where they are proved, points where they are counted, and nothing else.
import assert from "node:assert/strict";
import { newGame, waitForAll, waitForAttribute, waitForCount, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

suite();

/** @param {import("playwright-core").Page} page */
const badges = (page) => page.locator(".overlay .badge-number");

/** Whatever is written anywhere on the page, seen or only heard, when something is there. @param {import("playwright-core").Locator} sign */
const everything = (sign) =>
  sign.first().evaluate(() => [document.querySelector(".stage")?.textContent ?? "", ...[...document.querySelectorAll("[aria-label], [title]")].map((one) => `${one.getAttribute("aria-label")} ${one.getAttribute("title")}`)].join("\n"));

/** All look like this, and there is one at least. @param {RegExp} pattern @returns {(texts: string[]) => void} */
const allLike = (pattern) => (texts) => {
  assert.ok(texts.length > 0);
  for (const text of texts) assert.match(text, pattern);
};

/** What moves of a review gave away. @param {import("playwright-core").Page} page @param {(texts: string[]) => void} check */
const costsOf = (page, check) => waitForAll(page.locator(".reviewed [data-cost]"), (all) => all.map((one) => one.getAttribute("data-cost") ?? ""), check);

/** Ten men placed: one more than the book of the opening knows. */
const BEYOND_THE_BOOK = "a7 d7 g7 a4 d6 b6 f4 f2 b2 e3";

/** An evaluator's own units have a sign and more digits than any count of points. */
const RAW = /[+−]\s?\d{3,}/;

pageTest("badges are chances in percent where nothing is proved, and no screen shows an evaluator's units", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=morris&moves=${encodeURIComponent(BEYOND_THE_BOOK)}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.locator(".overlay .badge.estimate").first().waitFor();
  await waitForTexts(badges(page), Array(14).fill(/^\d{1,2}\s?%$/));
  await waitForAttribute(page.locator('[data-name="b4"]'), "aria-label", /\d+ %, estimate/);
  assert.doesNotMatch(await everything(badges(page)), RAW);
  await page.keyboard.press("a");
  const lines = page.locator(".lines .line-value");
  assert.doesNotMatch(await everything(lines), RAW);
  await waitForTexts(lines, allLike(/^\d{1,2} %$/));
});

pageTest("with many moves at most the eight best have badges", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:15,15,5&moves=${encodeURIComponent("8,8 9,9")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  const [count, best] = await page
    .locator(".overlay .badge")
    .first()
    .evaluate(() => [".overlay > g", ".overlay .badge.best"].map((kind) => document.querySelectorAll(kind).length));
  assert.ok(count >= 1 && count <= 8, String(count));
  assert.ok(best >= 1);
  await page.locator(".legend").filter({ hasText: "the best moves stand out" }).waitFor();
});

for (const [name, game, moves, who] of [
  ["morris", "morris", BEYOND_THE_BOOK, "White"],
  // White is on turn; chances are told of the first of two players, whoever that is.
  ["gomoku", "mnk:15,15,5", "8,8 9,9 7,7", "Black"],
  ["9tka with three players", "9tka:3", "0,1 0,2 0,3", "Yellow"],
]) {
  pageTest(`hint, bar and best badge say the same, and the hint is among the best badges: ${name}`, async ({ page, url }) => {
    await page.goto(`${url}/spot?${new URLSearchParams({ game, moves })}`);
    await page.locator(".drawing").waitFor();
    await page.keyboard.press("h");
    const said = page.locator(".advice strong").filter({ hasText: "chances" }).first();
    await said.waitFor();
    await page.keyboard.press("v");
    // All at one moment: what is on the screen together.
    const now = await page
      .locator(".overlay .badge.best")
      .first()
      .evaluate(() => {
        const said = [...document.querySelectorAll(".advice strong")].find((one) => one.textContent?.includes("chances"))?.textContent ?? "";
        return {
          said,
          bar: document.querySelector(".bar-column")?.getAttribute("aria-label") ?? "",
          best: [...document.querySelectorAll(".overlay g")].filter((one) => one.querySelector(".badge.best")).map((one) => Number.parseInt(one.querySelector(".badge-number")?.textContent ?? "", 10)),
          site: document.querySelector(`.drawing [data-name="${said.split(":")[0]}"]`)?.getAttribute("aria-label") ?? "",
        };
      });
    const chance = Number(/chances (\d+) %/.exec(now.said)?.[1]);
    assert.equal(Number(new RegExp(`${who}(?:’s chances)? (\\d+) %`).exec(now.bar)?.[1]), chance);
    assert.ok(now.best.length > 0 && now.best.every((badge) => badge === chance), JSON.stringify(now));
    assert.match(now.site, /best/);
  });
}

pageTest("an analysis takes bar and badges along to every depth", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=morris&moves=${encodeURIComponent(BEYOND_THE_BOOK)}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.locator(".overlay .badge.best").first().waitFor();
  await page.keyboard.press("a");
  await page.locator(".lines .line-value").first().waitFor();
  const seen = new Set();
  // Many looks, and more where it takes longer to go deeper.
  for (let looks = 0; looks < 12 || (seen.size < 2 && looks < 50); looks += 1) {
    // All at one moment: what is on the screen together.
    const now = await page.locator(".stage").evaluate(() => ({
      depth: document.querySelector(".lines .numbers")?.textContent?.split(" ")[0],
      line: document.querySelector(".lines .line-value")?.textContent ?? "",
      bar: document.querySelector(".bar-column")?.getAttribute("aria-label") ?? "",
      best: [...document.querySelectorAll(".overlay g")].filter((one) => one.querySelector(".badge.best")).map((one) => one.querySelector(".badge-number")?.textContent?.replace("\u202f", " ")),
    }));
    assert.ok(now.bar.includes(`White’s chances ${now.line}`), JSON.stringify(now));
    assert.ok(now.best.length > 0 && now.best.every((badge) => badge === now.line), JSON.stringify(now));
    seen.add(now.depth);
    await page.waitForTimeout(400);
  }
  assert.ok(seen.size > 1, "it went deeper meanwhile");
});

pageTest("a line that an analysis proves is proved on its badge too", async ({ page, url }) => {
  // An open four: whoever is on turn closes five.
  await page.goto(`${url}/spot?game=mnk:15,15,5&moves=${encodeURIComponent("8,8 1,1 8,9 1,3 8,10 1,5 8,11 1,7")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("v");
  await page.keyboard.press("a");
  await page.locator(".lines .verdict-icon").first().waitFor();
  await page.locator(".overlay .verdict.w").first().waitFor();
  await page.locator(".advice .proof.exact").waitFor();
  await waitForText(page.locator(".advice strong").first(), /Black wins in 1 move/);
  await waitForAttribute(page.locator('.drawing [data-name="8,12"]'), "aria-label", /wins in 1 move, best/);
});

pageTest("in 3-6-9 exact badges are points ahead at the end", async ({ page, url }) => {
  const position = "xx./.x./... 0-0 1";
  await page.goto(`${url}/spot?game=369:3&position=${encodeURIComponent(position)}`);
  await page.getByRole("button", { name: "Values", exact: true }).click();
  const { moves, unit } = await (await fetch(`${url}/api/spot/values?game=369:3&position=${encodeURIComponent(position)}`)).json();
  assert.equal(unit, "points");
  const wanted = moves.map((/** @type {any} */ move) => (move.value > 0 ? `+${move.value}` : move.value < 0 ? `−${-move.value}` : "0"));
  await page.locator(".overlay .badge.best").first().waitFor();
  await waitForTexts(badges(page), (texts) => assert.deepEqual(texts.sort(), wanted.sort()));
  await waitForText(page.locator(".advice strong").first(), /(wins by|loses by|draw)/);
});

pageTest("the review of a game counted in points tells points, and what became of the result", async ({ page, url }) => {
  const game = await newGame(url, { game: "369:3", seats: ["human", "human"], moves: ["1,1", "1,2", "3,3", "1,3", "2,2", "2,1", "2,3", "3,1", "3,2"] });
  await page.goto(`${url}/game/${game.id}/review`);
  // The review goes to the worst mistake by itself, and from then on where it is told to.
  await page.locator(".reviewed .now[data-cost]").waitFor();
  const costs = await costsOf(page, allLike(/^\d+ points?(, (win|draw|loss) → (draw|loss))?$/));
  for (let row = 0; row < costs.length; row += 1) {
    await page.locator(".reviewed [data-cost]").nth(row).click();
    await page.locator(".reviewed [data-cost]").nth(row).and(page.locator(".now")).waitFor();
    await waitForText(page.locator(".detail"), /gives away \d+ points?(; (still winning|still a draw|lost anyway)|\. A (win|draw) became a (draw|loss))\./);
    await page.locator(".advice .proof.exact").waitFor();
  }
  const [text] = await waitForText(page.locator(".review"), /\d+\s*points? given away/);
  // One measure everywhere: no chances beside points, and no faultless game beside mistakes.
  assert.doesNotMatch(text, /accuracy|no mistake|in percent/);
  await waitForText(page.locator(".graph figcaption"), /in points$/);
  assert.doesNotMatch(text, /of the point|part of/);
});

pageTest("whoever has chosen a move while the review was made stays there", async ({ page, url }) => {
  const game = await newGame(url, { game: "369:3", seats: ["human", "human"], moves: ["1,1", "1,2", "3,3", "1,3", "2,2", "2,1", "2,3", "3,1", "3,2"] });
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(/spot\/review/, async (route) => {
    await held;
    return route.continue();
  });
  await page.goto(`${url}/game/${game.id}/review`);
  await page.locator(".actions .button").first().click();
  await page.locator(".status h1").filter({ hasText: /start/i }).waitFor();
  release();
  await page.locator(".reviewed [data-cost]").first().waitFor();
  await page.locator(".status h1").filter({ hasText: /start/i }).waitFor();
  await page.locator(".reviewed .now").waitFor({ state: "detached" });
});

pageTest("what a move of three players gave away is uncertain: the review says so and calls nobody's play accurate", async ({ page, url }) => {
  const game = await newGame(url, { game: "9tka:3", seed: 7, seats: ["level:1", "level:1", "random"], moves: ["0,1"] });
  await page.goto(`${url}/game/${game.id}/review`);
  await waitForText(page.locator(".graph + .note"), /^With more than two players every move is judged as if all others played against its player/);
  await waitForTexts(page.locator(".review-players li"), [/^\s*Yellow\s*Level 1, First steps\s*$/, /^\s*Blue\s*Level 1/, /^\s*Orange\s*random\s*$/]);
  await waitForText(page.locator(".detail"), /^\s*$/);
  await waitForCount(page.getByText(/Nobody made a mistake|The best move/), 0);
});

pageTest("two computers are told apart by their colours in a review, and nobody's mistakes are the reader's", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["level:1", "level:1"], moves: ["1,1", "1,2", "1,3", "2,1", "2,2", "3,3", "3,1"] });
  await page.goto(`${url}/game/${game.id}/review`);
  await waitForTexts(page.locator(".review-who strong"), ["X", "O"]);
  await waitForText(page.getByRole("link", { name: /^Practise/ }), /^Practise the /);
});

pageTest("the review says about how much an estimated mistake costs, and that it is an estimate", async ({ page, url }) => {
  // Black lets three in a row stand, twice.
  const moves = ["8,8", "1,1", "8,9", "1,15", "8,10", "15,1", "8,11", "15,15", "8,12"];
  const game = await newGame(url, { game: "mnk:15,15,5", seats: ["human", "human"], moves });
  await page.goto(`${url}/game/${game.id}/review`);
  await page.locator(".reviewed [data-cost]").first().waitFor({ timeout: 60_000 });
  await costsOf(page, allLike(/^(about \d+ %|(win|draw) → (draw|loss))$/));
  await page.locator(".review-players").filter({ hasText: /blunder|mistake|inaccurac/ }).waitFor();
});

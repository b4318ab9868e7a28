// Laboratory and study: a small tournament from the page, one of its games on the board, a plan of games.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { addressOf, gameOf, idOf, waitForAll, waitForCount, waitForMoves, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";
import { BINARY } from "./lib/server.mjs";

const MATCH = ["tournament", "mnk:3,3,3", "level:6", "random", "--games", "60", "--sprt", "0,100"];
const EVOLUTION = ["evolve", "mnk:3,3,3", "--population", "11", "--generations", "3", "--depth", "1", "--opening", "2", "--method", "ga"];

// Runs from the terminal appear on the page.
suite(async (_, data) => {
  for (const run of [MATCH, EVOLUTION]) execFileSync(BINARY, [...run, "--data", data, "--json"], { stdio: "pipe" });
});

pageTest("a tournament started from the page fills its table live, and a game of it opens on the board", async ({ page, url }) => {
  await page.goto(`${url}/lab`);
  await page.locator("#run-game").fill("mnk:3,3,3");
  await page.locator("#run-players").fill("random\nlevel:1\nlevel:2");
  await page.locator("#run-count").fill("4");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/lab\/\d+$/);
  await page.getByText("finished").waitFor();
  await waitForText(page.locator(".run-progress strong"), "12 games");
  await waitForCount(page.locator(".standings tbody tr"), 3);
  // Won, drawn and lost of every pair add up to its four games, whoever sits in the row.
  await waitForTexts(page.locator(".standings .cross small"), (pairs) => {
    assert.equal(pairs.length, 6);
    for (const pair of pairs) assert.equal(pair.split("·").reduce((sum, part) => sum + Number(part), 0), 4, pair);
  });
  // Every game can be had, and one that was opened before is found again.
  await waitForCount(page.locator(".latest tbody tr"), 8);
  await page.locator(".latest").getByRole("button", { name: "Show more" }).click();
  await page.locator(".latest tbody tr").nth(11).waitFor();
  await page.locator(".latest .cell-button").last().click();
  const opened = await addressOf(page, /\/game\//);
  await waitForMoves(page, 5);
  await page.goBack();
  await page.locator(".latest").getByRole("button", { name: "Show more" }).click();
  await page.locator(".latest .cell-button").nth(11).click();
  await page.waitForURL(opened);
});

pageTest("a link leads to the top of the next page, for the keyboard too, and to the form that it names", async ({ page, url }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`${url}/lab/1`);
  await page.getByRole("link", { name: "New run" }).click();
  await page.locator("#new").waitFor();
  await page.waitForFunction(() => Math.abs(document.querySelector("#new")?.getBoundingClientRect().top ?? 999) < 100);
  await page.locator("#content:focus").waitFor();
});

pageTest("a study keeps its plan, opens the next game and goes on with it", async ({ page, url }) => {
  await page.goto(`${url}/study`);
  await page.locator("#study-name").fill("Ada");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("heading", { name: "Ada" }).waitFor();
  await waitForTexts(page.locator("table.data tbody tr td:first-child"), ["9tka, 2 players", "9tka, 3 players", "9tka, 4 players", "In all"]);
  await page.getByRole("button", { name: "Play the next game" }).click();
  const first = await addressOf(page, /\/game\//);
  await page.locator(".drawing").waitFor();
  await page.goBack();
  await page.reload();
  await page.getByRole("button", { name: "Play the next game" }).click();
  await page.waitForURL(first);
  // A game that is over leads back, and counts in the results of all.
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".endings").getByRole("link", { name: "Back to the study" }).click();
  await page.waitForURL(/\/study\/.+/);
  await page.getByRole("link", { name: "All studies" }).click();
  await waitForTexts(page.locator(".results tbody tr"), [/^9tka, 2 players\s+maxn\s+1 \/ 5\s+0\s/, /^9tka, 3 players\s/, /^9tka, 4 players\s/, /^In all\s+1 \/ 15\s+0\s/]);
});

pageTest("a sequential test shows who is tested, its course between the bounds, and the verdict", async ({ page, url }) => {
  await page.goto(`${url}/lab/1`);
  await page.getByRole("heading", { name: "Is level 6 stronger than random?" }).waitFor();
  const { sprt, done } = await (await fetch(`${url}/api/runs/1`)).json();
  assert.ok(sprt.ratio >= sprt.upper, "level 6 beats random play");
  await waitForText(page.locator(".sprt .proof"), "Accepted");
  assert.equal(sprt.course.length, done / 2 + 1, "a point a pair, and the beginning");
  assert.deepEqual(sprt.pairs.reduce((/** @type {number} */ sum, /** @type {number} */ pairs) => sum + pairs), done / 2);
  const read = (/** @type {Element[]} */ charts) =>
    charts.map((chart) => ({
      steps: chart.querySelector(".course")?.getAttribute("d")?.match(/[ML]/g)?.length,
      end: Number(chart.querySelector(".course-end")?.getAttribute("cy")),
      bound: Number(chart.querySelector(".bound.accept")?.getAttribute("y1")),
    }));
  await waitForAll(page.locator(".sprt .chart"), read, ([{ steps, end, bound }]) => {
    assert.equal(steps, sprt.course.length);
    // The end of the course lies on or above the upper bound.
    assert.ok(end <= bound, `${end} and ${bound}`);
  });
  await waitForText(page.locator(".run-progress"), /decided before/);
});

pageTest("an evolution shows the scores of every generation, the numbers of the best, and lets one play the champion", async ({ page, url }) => {
  await page.goto(`${url}/lab/2`);
  await page.getByRole("heading", { name: /^Evolution of / }).waitFor();
  const { generations } = await (await fetch(`${url}/api/runs/2`)).json();
  assert.equal(generations.generations.length, 3);
  await page.locator(".scores .interval-dot").nth(2).waitFor();
  // Eleven members in each of three generations.
  await waitForCount(page.locator(".scores > svg .chart-dot"), 33);
  await waitForCount(page.locator(".trail"), generations.genes.length);
  const last = generations.generations[2];
  await waitForTexts(page.locator(".trail strong"), (texts) => assert.deepEqual(texts.map((text) => Number(text.replace("−", "-").replaceAll(",", ""))), last.best));
  // The games of an evolution can be looked at too.
  await waitForCount(page.locator(".latest tbody tr"), 8);
  await page.getByRole("link", { name: "Play against it" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".drawing").waitFor();
  const game = await gameOf(url, await idOf(page));
  assert.deepEqual([game.game, game.seats[1].player], ["mnk:3,3,3", last.player]);
});

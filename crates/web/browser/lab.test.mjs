// Laboratory and study: a small tournament from the page, one of its games on the board, a plan of games.
import assert from "node:assert/strict";
import { waitForMoves } from "./lib/page.mjs";
import { scene, theatre } from "./lib/scene.mjs";

theatre();

scene("a tournament started from the page fills its table live, and a game of it opens on the board", async ({ page, url }) => {
  await page.goto(`${url}/lab`);
  await page.locator("#run-game").fill("mnk:3,3,3");
  await page.locator("#run-players").fill("random\nlevel:1\nlevel:2");
  await page.locator("#run-count").fill("4");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/lab\/\d+$/);
  await page.getByText("finished").waitFor();
  assert.match(await page.locator(".run-progress strong").innerText(), /^12 of 12/);
  assert.equal(await page.locator(".standings tbody tr").count(), 3);
  // Won, drawn and lost of every pair add up to its four games, whoever sits in the row.
  const pairs = await page.locator(".standings .cross small").allInnerTexts();
  assert.equal(pairs.length, 6);
  for (const pair of pairs) assert.equal(pair.split("·").reduce((sum, part) => sum + Number(part), 0), 4, pair);
  await page.locator(".latest .cell-button").first().click();
  await page.waitForURL(/\/game\//);
  await waitForMoves(page, 5);
});

scene("a study keeps its plan, opens the next game and goes on with it", async ({ page, url }) => {
  await page.goto(`${url}/study`);
  await page.locator("#study-name").fill("Ada");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/study\/.+/);
  const cells = await page.locator("table.data tbody tr td:first-child").allInnerTexts();
  assert.deepEqual(cells, ["9tka:2", "9tka:3", "9tka:4", "In all"]);
  await page.getByRole("button", { name: "Play the next game" }).click();
  await page.waitForURL(/\/game\//);
  await page.locator(".drawing").waitFor();
  const first = page.url();
  await page.goBack();
  await page.reload();
  await page.getByRole("button", { name: "Play the next game" }).click();
  await page.waitForURL(first);
});

// Connect Four on the page: discs fall wherever their column is clicked, a line of four wins, and German knows it all.
import assert from "node:assert/strict";
import { click, gameOf, idOf, movesOf, newGame, site, waitForCount, waitForMoves, waitForStatus, waitForText } from "../../../web/browser/lib/page.mjs";
import { pageTest, suite } from "../../../web/browser/lib/suite.mjs";

suite();

pageTest("a click anywhere in a column drops a disc into it, and four in a row win", async ({ page, url }) => {
  await page.goto(`${url}/?new=connect4&who=people`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".drawing").waitFor();
  await waitForStatus(page, "Red: drop a disc");
  // The top of column 4, the bottom of column 1, the middle of column 4: cells are column and row.
  for (const [ply, name] of ["4,6", "1,1", "4,3", "1,1", "4,1", "7,4", "4,5"].entries()) {
    await click(page, name);
    await waitForMoves(page, ply + 1);
  }
  await page.locator(".endings").waitFor();
  await waitForText(page.locator("#status"), "Red wins");
  await waitForCount(page.locator(".drawing .won-line"), 1);
  const game = await gameOf(url, await idOf(page));
  assert.deepEqual(game.moves, ["4", "1", "4", "1", "4", "7", "4"]);
  // The discs have the colours that their seats have.
  const fills = await page.locator(".drawing").evaluate((board) => [...board.querySelectorAll(".piece .counter")].map((disc) => getComputedStyle(disc).fill));
  assert.equal(new Set(fills).size, 2);
  await page.locator(".endings").getByRole("link", { name: "Review the game" }).click();
  await page.locator(".review-players").waitFor();
  await waitForText(page.locator(".crumb span").first(), /Connect Four/);
});

pageTest("a full column is refused with a reason, and a pointer shows where a disc will fall", async ({ page, url }) => {
  const { id } = await newGame(url, { game: "connect4", seats: ["human", "human"], moves: ["1", "1", "1", "1", "1", "1"] });
  await page.goto(`${url}/game/${id}`);
  await waitForStatus(page, "Red: drop a disc");
  await site(page, "3,5").hover();
  await page.locator(".ghost-piece").waitFor();
  await click(page, "1,2");
  await page.locator(".detail").filter({ hasText: "Column 1 is full." }).waitFor();
  await waitForCount(movesOf(page), 6);
});

pageTest(
  "German: the game, its sides and its reasons",
  async ({ page, url }) => {
    const { id } = await newGame(url, { game: "connect4", seats: ["human", "human"], moves: ["4", "1", "4", "1", "4", "7"] });
    await page.goto(`${url}/game/${id}`);
    await waitForText(page.locator(".crumb span").first(), "Vier gewinnt");
    await waitForStatus(page, "Rot: einen Stein einwerfen");
    await site(page, "4,6").hover();
    await page.locator(".detail").filter({ hasText: "Macht 4 in einer Reihe und gewinnt." }).waitFor();
  },
  { locale: "de" },
);

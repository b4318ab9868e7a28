// What a formula sees: terms and products for each player, weights in the shape of the board.
import assert from "node:assert/strict";
import { newGame, waitForAll } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

suite();

/** From the menu of the table. @param {import("playwright-core").Page} page */
async function openFormula(page) {
  await page.locator(".more > summary").click();
  await page.getByRole("button", { name: "What does the formula see?" }).click();
  const panel = page.locator(".formula");
  await panel.waitFor();
  return panel;
}

/** @param {string} text with a true minus and separators */
const numberOf = (text) => Number(text.replace(/[×,\s]/g, "").replace("−", "-"));

pageTest("the formula panel lists what is counted for each player, and the products add up", async ({ page, url }) => {
  const game = await newGame(url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4", "b4", "d2"] });
  await page.goto(`${url}/game/${game.id}`);
  const panel = await openFormula(page);
  // The keyboard goes there.
  await page.locator("#formula-title:focus").waitFor();
  await panel.locator("select").selectOption("fav1");
  const { values, explained } = await (await fetch(`${url}/api/spot/eval?id=${game.id}&eval=fav1&explain=1`)).json();
  if (!explained) {
    assert.ok(values);
    await panel.getByText("This formula has no explanation.").waitFor();
  } else {
    const read = (/** @type {Element[]} */ all) =>
      all.map((table) => ({
        caption: table.querySelector("caption")?.textContent ?? "",
        rows: [...table.querySelectorAll("tbody tr:not(.term-group)")].map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
        sum: table.querySelector("tfoot td")?.textContent ?? "",
      }));
    await waitForAll(panel.locator("table.terms"), read, (tables) => {
      assert.deepEqual(tables.map(({ caption }) => caption), ["What it counts for White", "What it counts for Black"]);
      for (const [at, { rows, sum }] of tables.entries()) {
        const { terms, sum: wanted } = explained.players[at];
        assert.deepEqual(rows.map((row) => row.slice(1).map(numberOf)), terms.map((/** @type {any} */ term) => [term.count, term.weight, term.product]));
        assert.equal(numberOf(sum), wanted);
      }
    });
  }
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  // And back.
  await page.locator("summary:focus").waitFor();
});

pageTest("the weights of a heuristic stand in the shape of the board", async ({ page, url }) => {
  const spot = `game=369:3&position=${encodeURIComponent("xx./.../... 0-0 1")}`;
  await page.goto(`${url}/spot?${spot}`);
  const panel = await openFormula(page);
  await panel.locator("select").selectOption("h1");
  const { weights } = await (await fetch(`${url}/api/spot/weights?${spot}&eval=h1`)).json();
  const read = (/** @type {Element[]} */ rows) => rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? ""));
  await waitForAll(panel.locator("table.matrix tbody tr"), read, (cells) => {
    assert.deepEqual(cells.map((row) => row.length), [3, 3, 3]);
    for (const [move, weight] of Object.entries(weights)) {
      const [row, column] = move.split(",").map(Number);
      assert.equal(numberOf(cells[row - 1][column - 1]), weight, move);
    }
  });
});

pageTest("the panel goes along with the moves and speaks German", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["2,2", "1,1"] });
  await page.goto(`${url}/game/${game.id}`);
  await page.locator(".more > summary").click();
  await page.getByRole("button", { name: "Was sieht die Formel?" }).click();
  await page.locator(".formula").getByRole("heading", { name: "Was die Formel sieht" }).waitFor();
  const asked = page.waitForRequest((request) => /\/api\/spot\/eval\?.*ply=1.*explain=1/.test(request.url()));
  await page.locator(".formula h2").focus();
  await page.keyboard.press("ArrowLeft");
  await asked;
}, { locale: "de" });

// The analysis board: lines that can be followed, threats, and notes that are kept with the game.
import assert from "node:assert/strict";
import { addressOf, click, eventually, newGame, site, waitForAttribute, waitForCount, waitForInput, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";
import { crowded, PHONE } from "./lib/everywhere.mjs";

suite();

const MOVES = ["1,1", "2,2", "3,3", "1,3"];
/** @param {string} url */
const made = (url) => newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: MOVES });
/** @param {string} url @param {string} id */
const notesOf = async (url, id) => (await (await fetch(`${url}/api/games/${id}/notes`)).json()).notes;

pageTest("a line of the analysis is looked at move by move, plays through, and Escape leads back", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:4,4,4&moves=${encodeURIComponent("2,2 3,3")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("a");
  const moves = page.locator(".one-line").first().locator("button.line-move");
  await moves.nth(2).click();
  await waitForCount(page.locator(".drawing .piece"), 5);
  await page.keyboard.press("ArrowLeft");
  await waitForCount(page.locator(".drawing .piece"), 4);
  await waitForText(page.locator(".walking span"), /^A line of the analysis, move 2 of \d+\.$/);
  await page.keyboard.press("Escape");
  await waitForCount(page.locator(".drawing .piece"), 2);
  await page.getByRole("button", { name: "Play through: line 1" }).click();
  await waitForCount(page.locator(".drawing .piece"), 4);
  await page.getByRole("button", { name: "Back to the position" }).click();
  await waitForCount(page.locator(".drawing .piece"), 2);
});

pageTest("one to five lines, each with its arrow, and the choice is remembered", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:4,4,4&moves=${encodeURIComponent("2,2 3,3")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("a");
  await waitForCount(page.locator(".one-line"), 3);
  await page.getByRole("group", { name: "Lines" }).getByRole("button", { name: "5", exact: true }).click();
  await waitForCount(page.locator(".one-line"), 5);
  await waitForCount(page.locator(".arrow-tag"), 5);
  await page.getByRole("group", { name: "Lines" }).getByRole("button", { name: "1", exact: true }).click();
  await waitForCount(page.locator(".one-line"), 1);
  await page.reload();
  // An analysis board that was analysing goes on with it.
  await waitForCount(page.locator(".one-line"), 1);
});

pageTest("the threat is shown as a dashed arrow with its reason", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:3,3,3&moves=${encodeURIComponent("1,1 2,1 1,2")}`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("x");
  await waitForText(page.locator(".threat strong"), "If it were X’s turn: 1,3");
  await waitForCount(page.locator(".arrow.threat.ring"), 1);
  await page.keyboard.press("x");
  await waitForCount(page.locator(".arrow.threat"), 0);
});

pageTest("the evaluation toggle keeps the bar filled at every position, with nothing on the board", async ({ page, url }) => {
  const game = await made(url);
  await page.goto(`${url}/game/${game.id}`);
  await page.getByRole("switch", { name: "Evaluation" }).click();
  await page.locator('.bar-column[role="img"]').waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator('.bar-column[role="img"]').waitFor();
  await waitForCount(page.locator(".overlay > g"), 0);
  await page.reload();
  await waitForAttribute(page.getByRole("switch", { name: "Evaluation" }), "aria-checked", "true");
});

pageTest("a hint leaves the board in its place and fills no bar", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:3,3,3&moves=1,1%201,2`);
  const left = () => page.locator(".drawing").evaluate((board) => board.getBoundingClientRect().x);
  const before = await left();
  await page.keyboard.press("h");
  await page.locator(".advice .proof").waitFor();
  assert.equal(await left(), before);
  await waitForCount(page.locator('.bar-column[role="img"]'), 0);
  await page.keyboard.press("l");
  await page.locator('.bar-column[role="img"]').waitFor();
  assert.equal(await left(), before);
});

pageTest("the move that was played stands beside the best one, where it was another", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "1,2", "2,2"] });
  await page.goto(`${url}/game/${game.id}/analyse?ply=1`);
  await site(page, "1,1").waitFor();
  await page.keyboard.press("h");
  await waitForCount(page.locator(".arrow.better.ring"), 1);
  await waitForCount(page.locator(".arrow.played.ring"), 1);
});

pageTest("other moves, marks and comments are kept with the game", async ({ page, url }) => {
  const game = await made(url);
  await page.goto(`${url}/game/${game.id}/analyse`);
  await waitForTexts(page.locator(".tree-move.played"), MOVES);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await waitForText(page.locator(".tree-move.now"), "1,1");
  // Another reply than the one that was played, and an answer to it.
  await click(page, "3,1");
  await waitForText(page.locator(".tree-move.now"), "3,1");
  await click(page, "2,2");
  await waitForText(page.locator(".tree-move.now"), "2,2");
  await page.getByRole("group", { name: "How good it was" }).getByRole("button", { name: "good", exact: true }).click();
  await waitForText(page.locator(".tree-move.now"), "2,2!");
  await page.locator("#note").fill("The middle at last.");
  await waitForTexts(page.locator(".tree-comment"), ["The middle at last."]);
  await eventually(() => notesOf(url, game.id), (notes) => assert.deepEqual(notes, [{ line: ["1,1", "3,1"] }, { line: ["1,1", "3,1", "2,2"], comment: "The middle at last.", mark: "!" }]));
  // All of it is there again, and the arrow keys step through the variation.
  await page.reload();
  await waitForTexts(page.locator(".tree-text .tree-move"), ["Start", "1,1", "2,2", "3,1", "2,2!", "3,3", "1,3"]);
  await waitForInput(page.locator("#note"), "The middle at last.");
  await page.keyboard.press("ArrowLeft");
  await waitForText(page.locator(".tree-move.now"), "3,1");
  await page.getByRole("button", { name: "Delete this variation" }).click();
  await waitForTexts(page.locator(".tree-text .tree-move"), ["Start", ...MOVES]);
  assert.deepEqual(await notesOf(url, game.id), []);
});

pageTest("a comment that was not finished is kept when one goes on to another move", async ({ page, url }) => {
  const game = await made(url);
  await page.goto(`${url}/game/${game.id}/analyse`);
  await page.locator("#note").pressSequentially("A draw.");
  await page.locator(".tree-move").first().click();
  await eventually(() => notesOf(url, game.id), (notes) => assert.deepEqual(notes, [{ line: MOVES, comment: "A draw." }]));
  await waitForInput(page.locator("#note"), "");
});

pageTest("the arrow keys step through moves wherever the keyboard is; with shift they walk on the board", async ({ page, url }) => {
  const game = await made(url);
  await page.goto(`${url}/game/${game.id}/analyse`);
  await waitForCount(page.locator(".drawing .piece"), 4);
  await site(page, "2,2").focus();
  await page.keyboard.press("ArrowLeft");
  await waitForCount(page.locator(".drawing .piece"), 3);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.locator('.drawing [data-name="2,1"]:focus').waitFor();
  await waitForCount(page.locator(".drawing .piece"), 3);
});

pageTest("a record takes the notes along", async ({ page, url }) => {
  const game = await made(url);
  await fetch(`${url}/api/games/${game.id}/notes`, { method: "POST", headers: { "content-type": "application/json", origin: url }, body: JSON.stringify({ line: ["1,1"], comment: "A corner." }) });
  const record = await (await fetch(`${url}/api/games/${game.id}/record`)).text();
  const copy = await newGame(url, { record });
  await page.goto(`${url}/game/${copy.id}/analyse`);
  await waitForTexts(page.locator(".tree-comment"), ["A corner."]);
});

pageTest("the table leads to the analysis board and to the explorer", async ({ page, url }) => {
  const game = await made(url);
  await page.goto(`${url}/game/${game.id}`);
  await page.locator(".more > summary").click();
  await page.getByRole("link", { name: "Analysis board" }).click();
  await addressOf(page, /\/analyse/);
  await page.locator(".tree-text").waitFor();
  await page.keyboard.press("e");
  await addressOf(page, (address) => address.pathname === "/explore" && address.searchParams.get("moves") === MOVES.join(" "));
});

pageTest("no sideways scrolling on phones", async ({ page, url }) => {
  const game = await made(url);
  await page.goto(`${url}/game/${game.id}/analyse`);
  await page.locator(".tree-text").waitFor();
  assert.deepEqual(await crowded(page, { width: 390, height: 844 }), []);
  assert.deepEqual(await crowded(page, { width: 320, height: 640 }), []);
}, PHONE);

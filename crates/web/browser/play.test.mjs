// Whole games: each of the four by clicks, one by the keyboard alone.
import assert from "node:assert/strict";
import { addressOf, click, dice, drag, eventually, gameOf, idOf, moveFocus, movesOf, newGame, playOut, tabTo, waitForCount, waitForMoves, waitForStatus, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

suite();

/** From the start page to a table. @param {import("playwright-core").Page} page @param {string} url @param {string} family @param {() => Promise<void>} [choose] @param {string} [who] */
async function begin(page, url, family, choose = async () => {}, who = "") {
  await page.goto(url);
  await page.locator(`.card a[href="/?new=${family}"]`).click();
  if (who) await page.locator(".setup-side").getByRole("link", { name: who }).click();
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  await choose();
  // A seed of our own, so that every run of the test is the same.
  await page.getByText("More options").click();
  await page.locator("#seed").fill("1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".drawing").waitFor();
  return idOf(page);
}

pageTest("Enter starts the game from anywhere but a link, and the cards say who moves first", async ({ page, url }) => {
  const black = "w../.../.../....../.../.../... b 8,9 49,10";
  for (const choose of [
    async () => page.getByRole("button", { name: "Black" }).click(),
    async () => page.getByRole("slider", { name: "Level" }).press("Home"),
    async () => page.locator("h1").click(),
  ]) {
    await page.goto(`${url}/?${new URLSearchParams({ new: "morris", game: "morris", position: black })}`);
    await waitForTexts(page.locator(".choice small"), ["moves second", "moves first", /./]);
    await page.locator(".setup-start .button:enabled").waitFor();
    await choose();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/game\//);
  }
  await page.goto(`${url}/?new=morris`);
  await page.locator(".setup-start .button:enabled").waitFor();
  await page.getByRole("link", { name: "Learn" }).last().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/learn/);
});

/** What the page says is what the server says. @param {import("playwright-core").Page} page @param {string} url @param {string} id */
async function agree(page, url, id) {
  const game = await gameOf(url, id);
  assert.equal(game.over, true);
  const { payoffs } = game.view.outcome;
  const winners = payoffs.flatMap((/** @type {number} */ payoff, /** @type {number} */ seat) => (payoff === Math.max(...payoffs) ? [seat] : []));
  await waitForText(page.locator("#status"), winners.length > 1 ? /draw/ : new RegExp(`${game.view.seats[winners[0]].name}|You|Computer`));
  await waitForCount(movesOf(page), game.moves.length);
  return game;
}

pageTest("morris by clicks against level 1, from the start page to the review", async ({ page, url }) => {
  const id = await begin(page, url, "morris", async () => {
    await page.getByRole("slider", { name: "Level" }).press("Home");
  });
  await playOut(page, dice(7));
  const game = await agree(page, url, id);
  assert.equal(game.family, "morris");
  assert.ok(game.moves.length >= 18 || game.view.outcome.reason !== "");
  await page.locator(".endings").getByRole("link", { name: "Review the game" }).click();
  await page.waitForURL(/\/review$/);
});

pageTest("tic-tac-toe by clicks between two people: the top row wins", async ({ page, url }) => {
  const id = await begin(page, url, "mnk", async () => {}, "Two at one screen");
  for (const [ply, name] of ["1,1", "2,1", "1,2", "2,2", "1,3"].entries()) {
    await click(page, name);
    await waitForMoves(page, ply + 1);
  }
  await page.locator(".endings").waitFor();
  await waitForText(page.locator("#status"), "X wins");
  await waitForCount(page.locator(".drawing .won-line"), 1);
  const game = await agree(page, url, id);
  assert.deepEqual(game.moves, ["1,1", "2,1", "1,2", "2,2", "1,3"]);
});

pageTest("3-6-9 by clicks: a full board of three times three gives all eight lines", async ({ page, url }) => {
  const id = await begin(page, url, "369", async () => {
    await page.getByText("Rules of this game").click();
    await page.locator("#game-size").fill("3");
    await page.getByRole("heading", { name: /3 × 3/ }).waitFor();
  });
  await playOut(page, dice(3), 20);
  const game = await agree(page, url, id);
  assert.equal(game.moves.length, 9);
  // Three rows, three columns, two diagonals: every line of three scores once, whoever completes it.
  assert.equal(game.view.scene.scores[0] + game.view.scene.scores[1], 8);
  await waitForTexts(page.locator(".score strong"), (shown) => assert.equal(Number(shown[0]) + Number(shown[1]), 8));
});

pageTest("9tka by clicks against two computers: all counters in, then slides to the end", async ({ page, url }) => {
  const id = await begin(page, url, "9tka", async () => {
    await page.getByText("Rules of this game").click();
    await page.getByRole("button", { name: "Players: more" }).click();
    await page.locator(".choice").nth(3).waitFor();
    await page.getByRole("slider", { name: "Level" }).press("Home");
  });
  await playOut(page, dice(11), 60);
  const game = await agree(page, url, id);
  assert.equal(game.seats.length, 3);
  assert.ok(game.moves.length > 36, "36 counters are placed before the first slides");
  assert.equal(game.view.scene.hands.every((/** @type {number} */ hand) => hand === 0), true);
});

pageTest("no two games begin alike: the seed is drawn anew, and what the form shows is what is played", async ({ page, url }) => {
  const seeds = new Set();
  for (let times = 0; times < 2; times += 1) {
    await page.goto(`${url}/?new=9tka&who=people`);
    await page.locator("#name1").waitFor();
    const seed = await page.locator("#seed").evaluate((field) => Number(/** @type {HTMLInputElement} */ (field).value));
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator(".drawing").waitFor();
    assert.equal((await gameOf(url, await idOf(page))).seed, seed);
    seeds.add(seed);
  }
  await page.locator(".more > summary").click();
  const before = await addressOf(page, /\/game\//);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((address) => address.href !== before);
  seeds.add((await gameOf(url, await idOf(page))).seed);
  assert.equal(seeds.size, 3);
});

pageTest("tic-tac-toe by the keyboard alone, from the start page to the result", async ({ page, url }) => {
  await page.goto(`${url}/?new=mnk`);
  await page.getByRole("slider", { name: "Level" }).waitFor();
  await tabTo(page, page.getByRole("link", { name: "Two at one screen" }));
  await page.keyboard.press("Enter");
  await page.locator("#name1").waitFor();
  await tabTo(page, page.getByRole("button", { name: "Start", exact: true }));
  await page.keyboard.press("Enter");
  // The keyboard begins at the content of the next page.
  await page.locator("#content:focus .drawing").waitFor();
  await tabTo(page, page.locator(".drawing [data-site]"));
  const walkTo = async (/** @type {number} */ row, /** @type {number} */ column) => {
    for (let steps = 0; steps < 8; steps += 1) {
      const name = await page.locator(".drawing [data-site]:focus").evaluate((place) => place.getAttribute("data-name") ?? "");
      const [atRow, atColumn] = name.split(",").map(Number);
      if (atRow === row && atColumn === column) return;
      if (atRow !== row) await moveFocus(page, atRow < row ? "ArrowDown" : "ArrowUp");
      else await moveFocus(page, atColumn < column ? "ArrowRight" : "ArrowLeft");
    }
    throw new Error(`the arrow keys do not lead to ${row},${column}`);
  };
  const moves = [[2, 2], [1, 1], [1, 2], [3, 2], [2, 1], [2, 3], [3, 1], [1, 3], [3, 3]];
  for (const [ply, [row, column]] of moves.entries()) {
    await walkTo(row, column);
    await page.keyboard.press("Enter");
    await waitForMoves(page, ply + 1);
  }
  await page.locator(".endings").waitFor();
  await waitForText(page.locator("#status"), "A draw");
  await waitForText(page.locator("[role=status][aria-live]").first(), /A draw/);
  // The keyboard goes on from how it ended, with nothing over the board.
  await page.locator("#status:focus").waitFor();
  await waitForCount(page.locator("dialog"), 0);
});

pageTest("a turn of several clicks can be taken back, and an illegal try is explained", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=morris&position=${encodeURIComponent("www/.../.../bw...b/.../.b./b.b w 0,0")}`);
  await waitForStatus(page, "White: choose a man to move");
  await click(page, "a7");
  // Both neighbours of a7 are taken, so the man is stuck, and the page says why.
  await page.locator(".detail").filter({ hasText: /a7/ }).waitFor();
  await click(page, "d7");
  await waitForStatus(page, "set the man down");
  await page.keyboard.press("Escape");
  await waitForStatus(page, "choose a man to move");
  await click(page, "d7");
  await page.getByRole("button", { name: "Put it back" }).click();
  await waitForStatus(page, "choose a man to move");
  // By drag: down to d6.
  await drag(page, "d7", "d6");
  await waitForMoves(page, 1);
  await page.waitForURL((address) => address.searchParams.get("moves") === "d7-d6");
});

pageTest("a move comes once: by the stream where it is open, else as the answer, and is asked for where it does not come", async ({ page, url }) => {
  const { id } = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"] });
  /** @type {any[]} */
  const answers = [];
  page.on("response", async (response) => {
    if (response.url().includes(`/api/games/${id}/move`)) answers.push(await response.json());
  });
  await page.goto(`${url}/game/${id}`);
  await page.locator(".drawing").waitFor();
  // The stream opens a moment after the board is there.
  await eventually(
    async () => {
      const before = (await gameOf(url, id)).moves.length;
      await click(page, ["1,1", "2,1", "1,2", "2,2", "3,3"][before]);
      await waitForCount(page.locator(".drawing .piece"), before + 1);
      return answers.at(-1);
    },
    (answer) => assert.deepEqual(Object.keys(answer), ["id", "version"]),
  );
  await page.getByRole("button", { name: /^Undo/ }).click();
  const played = answers.length - 1;
  await waitForCount(page.locator(".drawing .piece"), played);
  // A version that nobody tells of is looked for.
  await page.route("**/move?view=no", (route) => route.fulfill({ json: { id, version: 999 } }));
  const asked = page.waitForRequest((request) => request.method() === "GET" && request.url().endsWith(`/api/games/${id}`));
  await click(page, "3,2");
  await asked;
  await waitForCount(page.locator(".drawing .piece"), played);
  // Without a stream the answer brings it.
  await page.unroute("**/move?view=no");
  await page.route("**/events", (route) => route.abort());
  await page.reload();
  await page.locator(".drawing").waitFor();
  await click(page, "3,2");
  await waitForCount(page.locator(".drawing .piece"), played + 1);
  await eventually(() => answers.at(-1), (answer) => assert.ok(answer.view, "as ever"));
}, {}, /ERR_FAILED|events/);

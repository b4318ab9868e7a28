// Laboratory and study: a small tournament from the page, one of its games on the board, a plan of games.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { addressOf, eventually, gameOf, idOf, post, waitForAll, waitForAttribute, waitForCount, waitForMoves, waitForText, waitForTexts } from "./lib/page.mjs";
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
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "Tic-tac-toe" });
  await page.getByLabel("Player 1", { exact: true }).selectOption({ label: "Plays at random" });
  await page.getByLabel("Player 2", { exact: true }).selectOption({ label: "Level 1, First steps" });
  await page.getByLabel("Player 3", { exact: true }).selectOption({ label: "Level 2, Beginner" });
  await page.locator("#run-count").fill("4");
  await waitForText(page.locator(".run-sum"), "12 games in all.");
  await page.getByText("The same as a command").click();
  await waitForText(page.locator(".run-command"), "ninefold tournament mnk:3,3,3 random level:1 level:2 --games 4 --opening 4 --seed 1");
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

/** Puts a run together at tic-tac-toe. @param {import("playwright-core").Page} page @param {string} url @param {string} way */
async function newRun(page, url, way) {
  await page.goto(`${url}/lab`);
  await page.getByRole("button", { name: way }).click();
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "Tic-tac-toe" });
}

pageTest("a gauntlet, a Swiss tournament, a test and an evolution begin from lists and steppers, without a specification", async ({ page, url }) => {
  const start = async () => {
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const address = await addressOf(page, /\/lab\/\d+$/);
    await page.getByText("finished").waitFor();
    return (await fetch(address.replace("/lab/", "/api/runs/"))).json();
  };
  await newRun(page, url, "One against all");
  await page.locator("#run-count").fill("2");
  await page.getByRole("button", { name: "Add a player" }).click();
  const gauntlet = await start();
  assert.deepEqual([gauntlet.plan.schedule, gauntlet.games], ["gauntlet", 6]);

  await newRun(page, url, "Many players");
  await page.locator("#run-count").fill("2");
  await page.getByRole("button", { name: "Rounds: less" }).click();
  await page.getByRole("button", { name: "Add a player" }).click();
  const swiss = await start();
  assert.deepEqual([swiss.plan.schedule, swiss.games], ["swiss", 4 * 2 * 2]);

  await newRun(page, url, "Is it really stronger?");
  await waitForCount(page.locator(".entrants li"), 2);
  await page.getByLabel("Player 1", { exact: true }).selectOption({ label: "Level 6, Strong club player" });
  await page.getByLabel("Player 2", { exact: true }).selectOption({ label: "Plays at random" });
  await page.getByRole("button", { name: "100 points" }).click();
  await page.locator("#run-count").fill("80");
  await page.getByText("Your own openings").click();
  await page.getByLabel("One per line: moves, or a position").fill("2,2 1,1\n1,1 2,2");
  const test = await start();
  assert.deepEqual([test.sprt.elo1, test.plan.opening, test.plan.each], [100, 0, 80]);

  await newRun(page, url, "Breed a player");
  await page.locator("#run-population").fill("4");
  await page.locator("#run-generations").fill("2");
  await page.locator("#run-depth").fill("1");
  await waitForText(page.locator(".run-sum"), "24 games in all.");
  const evolution = await start();
  assert.deepEqual([evolution.kind, evolution.done, evolution.generations.generations.length], ["evolution", 24, 2]);
  // What cannot be played is said in a sentence, and nothing is lost.
  await newRun(page, url, "Who is strongest?");
  await page.getByText("Your own openings").click();
  await page.getByLabel("One per line: moves, or a position").fill("9,9");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await waitForText(page.locator(".new-run .error"), /opening 1/i);
}, {}, /400 .*\/api\/runs$/);

pageTest("a run has a clock, chosen or written down, and says so", async ({ page, url }) => {
  await newRun(page, url, "One against all");
  await page.locator("#run-count").fill("2");
  await page.getByText("The same as a command").click();
  await page.getByRole("button", { name: "3 minutes + 2 seconds" }).click();
  await waitForText(page.locator(".run-command"), /--clock 3m\+2s /);
  await page.getByRole("button", { name: "Another", exact: true }).click();
  await page.locator("#run-clock").fill("soon");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await waitForText(page.locator(".new-run .error"), /the clock is “?"?soon/i);
  await page.locator("#run-clock").fill("90+0.5");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const address = await addressOf(page, /\/lab\/\d+$/);
  await page.getByText("finished").waitFor();
  await waitForText(page.locator(".run-title"), /clock 90 seconds \+ 500 ms/);
  await waitForText(page.locator(".standings tbody tr:first-child .run-player"), / ms a move, .* ms at most/);
  const { plan } = await (await fetch(address.replace("/lab/", "/api/runs/"))).json();
  assert.equal(plan.clock, "90s+500ms");
}, {}, /400 .*\/api\/runs$/);

pageTest("a test that is started as it stands comes to its verdict", async ({ page, url }) => {
  await newRun(page, url, "Is it really stronger?");
  await waitForAttribute(page.getByRole("button", { name: "50 points" }), "aria-pressed", "true");
  await waitForText(page.locator(".run-sum"), "At most 2,000 games.");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const address = (await addressOf(page, /\/lab\/\d+$/)).replace("/lab/", "/api/runs/");
  const { sprt, done } = await eventually(async () => (await fetch(address)).json(), ({ state }) => assert.equal(state, "done"));
  assert.deepEqual([sprt.elo0, sprt.elo1], [0, 50]);
  assert.ok(sprt.ratio <= sprt.lower, "level 2 is not stronger than level 4");
  assert.ok(done < 2000, `${done} games`);
});

pageTest("a game for three has no test and no evolution, and needs three players", async ({ page, url }) => {
  await page.goto(`${url}/lab`);
  await page.getByLabel("Game", { exact: true }).selectOption({ label: "9tka, 2 players" });
  await page.getByText("Rules of this game").click();
  await page.getByRole("button", { name: "Players: more" }).click();
  await page.getByText("Tests and evolutions need a two-player game.").waitFor();
  await waitForAttribute(page.getByRole("button", { name: "Breed a player" }), "disabled", "");
  await waitForCount(page.locator(".entrants li"), 3);
  await waitForCount(page.locator(".entrants .link"), 0);
});

pageTest("two runs are compared, player by player", async ({ page, url }) => {
  const run = (/** @type {number} */ seed) => post(url, "/api/runs", { game: "mnk:3,3,3", players: ["level:3", "random"], games: 20, seed });
  const [one, other] = [await run(11), await run(12)];
  for (const { id } of [one, other]) await eventually(async () => (await (await fetch(`${url}/api/runs/${id}`)).json()).state, (state) => assert.equal(state, "done"));
  await page.goto(`${url}/lab/${one.id}`);
  await page.getByLabel("Compare with").selectOption(other.id);
  await page.waitForURL(`${url}/lab?compare=${one.id},${other.id}`);
  await page.getByRole("heading", { name: "Two runs compared" }).waitFor();
  await waitForTexts(page.locator(".compare tbody th"), ["level 3", "random"]);
  const shares = await Promise.all([one, other].map(async ({ id }) => (await (await fetch(`${url}/api/runs/${id}`)).json()).standings[0].score));
  await waitForTexts(page.locator(".compare tbody tr:first-child strong"), shares.map((share) => `${Math.round(100 * share)} %`));
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
  await waitForTexts(page.locator("table.data tbody tr td:first-child"), [/^Nine Men.s Morris$/, "Total"]);
  await page.getByRole("button", { name: "Play the next game" }).click();
  const first = await addressOf(page, /\/game\//);
  await page.locator(".drawing").waitFor();
  await page.goBack();
  await page.reload();
  await page.getByRole("button", { name: "Continue the game" }).click();
  await page.waitForURL(first);
  // A game that is over leads back, and counts in the results of all.
  await page.locator(".drawing").waitFor();
  await page.getByRole("button", { name: "Resign" }).first().click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".endings").getByRole("link", { name: "Back to the study" }).click();
  await page.waitForURL(/\/study\/.+/);
  await page.getByRole("link", { name: "All studies" }).click();
  await waitForTexts(page.locator(".results tbody tr"), [/^Nine Men.s Morris\s+Level 3, Casual\s+1 \/ 5\s+0\s/, /^Total\s+1 \/ 5\s+0\s/]);
});

pageTest("a study is renamed, and deleted", async ({ page, url }) => {
  const study = await post(url, "/api/studies", { name: "Ane", plan: [{ game: "mnk:3,3,3", games: 2, opponent: "random" }] });
  await page.goto(`${url}/study/${study.id}`);
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("New name of Ane").fill("Ann");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Ann" }).waitFor();
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Delete the study" }).click();
  await page.waitForURL(`${url}/study`);
  await page.getByRole("heading", { name: "New study" }).waitFor();
  await waitForCount(page.getByRole("link", { name: /^Ann/ }), 0);
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

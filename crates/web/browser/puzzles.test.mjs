// Puzzles: found at once, found late, given up; the next one, filters, what the browser keeps.
import assert from "node:assert/strict";
import { addressOf, click, clickMove, eventually, gameOf, idOf, newGame, site, tabTo, waitForAttribute, waitForCount, waitForInput, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

/** @typedef {{ id: string, game: string, position: string, themes: string[], level: number, rating: number, goal: string, view: any, solution: string, moves: any[] }} Whole */

/** @type {{ id: string, game: string, themes: string[], level: number, rating: number }[]} */
let list;
/** A win in morris, with all that is known about it. @type {Whole} */
let win;

/** @param {string} address @returns {Promise<any>} */
const read = async (address) => (await fetch(address)).json();

/** @param {string} url @param {string} id @returns {Promise<Whole>} */
async function whole(url, id) {
  const puzzle = await read(`${url}/api/puzzles/${id}`);
  const { view } = await read(`${url}/api/spot?${new URLSearchParams({ game: puzzle.game, position: puzzle.position })}`);
  return { ...puzzle, view, ...(await read(`${url}/api/puzzles/${id}/solution`)) };
}

suite(async (url) => {
  list = (await read(`${url}/api/puzzles`)).puzzles;
  for (const { id } of list.filter(({ game }) => game.startsWith("morris"))) {
    win = await whole(url, id);
    // One that can be drawn and lost as well, and is not decided by the first move alone.
    if (win.goal === "win" && ["D", "L"].every((letter) => win.moves.some((one) => one.letter === letter && one.reply))) return;
  }
  throw new Error("no puzzle of morris can be won, drawn and lost");
});

/** The right moves and wrong ones of 32 points at stake, by Elo's formula. @param {number} rating @param {number} right */
const stake = (rating, right) => Math.round(32 * (right - 1 / (1 + 10 ** ((rating - 1500) / 400))));

/** @param {import("playwright-core").Page} page @param {string} url @param {Whole} puzzle */
async function openPuzzle(page, url, puzzle) {
  await page.goto(`${url}/puzzles/${puzzle.id}`);
  await page.locator(".drawing.active").waitFor();
}

/** Where the pieces stand. @param {import("playwright-core").Page} page */
const standing = (page) => page.locator(".drawing").evaluate((drawing) => [...drawing.querySelectorAll(".piece")].map((one) => one.getAttribute("data-piece")).join());

/** @param {import("playwright-core").Page} page */
const waitForStillness = (page) => eventually(() => page.locator("body").evaluate(() => document.getAnimations().length), (moving) => assert.equal(moving, 0));

/** Remembers how the pieces stood from now on, because an answer does not stand for long. @param {import("playwright-core").Page} page */
const remember = (page) =>
  page.locator(".drawing").evaluate((drawing) => {
    const seen = /** @type {any} */ (globalThis);
    seen.stood = [];
    new MutationObserver(() => seen.stood.push([...drawing.querySelectorAll(".piece")].map((one) => one.getAttribute("data-piece")).join())).observe(drawing, { childList: true, subtree: true, attributes: true });
  });

/** Streak and rating. @param {import("playwright-core").Page} page @param {number} streak @param {number} rating */
const waitForStanding = (page, streak, rating) => waitForTexts(page.locator(".standing strong"), [String(streak), rating.toLocaleString("en")]);

pageTest("a puzzle found at once: its reason, all moves with their worth, a better rating, and the next one", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  await waitForText(page.locator("#status"), /^(White|Black) to move and win$/);
  await waitForText(page.locator(".proof"), "Exact");
  await waitForStanding(page, 0, 1500);
  await clickMove(page, win.view, win.solution);
  await waitForText(page.locator(".box.good strong"), /^Solved: /);
  await waitForText(page.locator(".box.good .box-end"), /first try$/);
  await waitForText(page.locator(".others-box .label"), new RegExp(`${win.moves.length} moves, all exact$`));
  const rating = 1500 + stake(win.rating, 1);
  await waitForStanding(page, 1, rating);
  await waitForCount(page.locator(".last-ten .ten-right"), 1);
  await waitForCount(page.locator(".solved .last-ring"), 1);
  // Every move is in one row, alone or among others.
  await waitForTexts(page.locator(".others tbody th"), (rows) => assert.equal(rows.reduce((sum, row) => sum + Number(/^(\d+) others$/.exec(row)?.[1] ?? 1), 0), win.moves.length));
  await waitForText(page.locator('[role="status"]'), /^Solved: /);
  await page.keyboard.press("n");
  await page.waitForURL((address) => address.pathname.startsWith("/puzzles/") && !address.pathname.endsWith(`/${win.id}`));
  await page.locator(".drawing.active").waitFor();
  await page.reload();
  await waitForStanding(page, 1, rating);
});

pageTest("a wrong move is answered on the board and taken back; the streak ends and the puzzle stays open", async ({ page, url }) => {
  const wrong = win.moves.find((one) => one.letter === "L" && one.reply);
  await openPuzzle(page, url, win);
  const before = await standing(page);
  await remember(page);
  await clickMove(page, win.view, wrong.move);
  // Lost in so many plies, half of them the winner's.
  await waitForText(page.locator(".box.bad strong"), wrong.plies ? new RegExp(`^That loses in ${wrong.plies / 2} moves?$`) : "That loses");
  await waitForText(page.locator(".box.bad p + p"), /^(White|Black) answers /);
  const { view } = await read(`${url}/api/spot?${new URLSearchParams({ game: win.game, position: win.position, moves: `${wrong.move} ${wrong.reply}` })}`);
  const answered = view.scene.pieces.map((/** @type {any} */ piece) => piece.site).sort((/** @type {number} */ one, /** @type {number} */ other) => one - other).join();
  await eventually(() => page.locator("body").evaluate(() => /** @type {any} */ (globalThis).stood), (stood) => assert.ok(stood.includes(answered), `${answered} is not among ${stood}`));
  const rating = 1500 + stake(win.rating, 0);
  await waitForStanding(page, 0, rating);
  await waitForCount(page.locator(".ten-wrong"), 1);
  await eventually(() => standing(page), (seen) => assert.equal(seen, before));
  await waitForCount(page.locator(".arrow"), 0);
  const draw = win.moves.find((one) => one.letter === "D");
  await page.locator(".drawing.active").waitFor();
  await clickMove(page, win.view, draw.move);
  await waitForText(page.locator(".box.bad strong"), "That only draws");
  await page.locator(".drawing.active").waitFor();
  assert.equal(await standing(page), before);
  await clickMove(page, win.view, win.solution);
  await waitForText(page.locator(".box.good .box-end"), /3 tries$/);
  // Only what came first counts.
  await waitForStanding(page, 0, rating);
  await waitForCount(page.locator(".last-ten svg"), 1);
});

pageTest("nothing moves for readers who want no motion", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  await clickMove(page, win.view, win.moves.find((one) => !one.right).move);
  await page.locator(".box.bad").waitFor();
  await waitForStillness(page);
  await page.keyboard.press("Escape");
  await page.locator(".drawing.active").waitFor();
  await waitForStillness(page);
}, { reducedMotion: "reduce" });

pageTest("a hint shows where to begin, and what was found with it brings nothing", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  await page.keyboard.press("h");
  const first = win.view.legal.find((/** @type {any} */ one) => one.text === win.solution).steps[0].site;
  const place = win.view.layout.sites[first].name;
  await waitForText(page.locator(".puzzle-box"), new RegExp(`^Start (with the piece on|at) ${place}\\.$`));
  await waitForCount(page.locator(".arrow.better.ring"), 1);
  await clickMove(page, win.view, win.solution);
  await waitForText(page.locator(".box.good .box-end"), /with a hint$/);
  await waitForStanding(page, 0, 1500);
});

pageTest("whoever gives up sees the move, and it counts as wrong", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  await page.getByRole("button", { name: "Give up" }).click();
  await waitForText(page.locator(".box.bad strong"), /^The move was /);
  await waitForStanding(page, 0, 1500 + stake(win.rating, 0));
  await page.locator(".others tr.right").waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL((address) => !address.pathname.endsWith(`/${win.id}`));
});

pageTest("by the keyboard alone", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  await tabTo(page, page.locator(".drawing .site"));
  for (const step of win.view.legal.find((/** @type {any} */ one) => one.text === win.solution).steps) {
    const wanted = site(page, win.view.layout.sites[step.site].name);
    await wanted.focus();
    await page.keyboard.press("Enter");
  }
  await waitForText(page.locator(".box.good strong"), /^Solved: /);
  await tabTo(page, page.getByRole("button", { name: "Next puzzle" }));
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => !address.pathname.endsWith(`/${win.id}`));
});

pageTest("filters choose the puzzle, and stay", async ({ page, url }) => {
  const shown = async () => {
    const address = await addressOf(page, /\/puzzles\/\w+-\d+$/);
    return list.find(({ id }) => new RegExp(`/puzzles/${id}$`).test(address));
  };
  await page.goto(`${url}/puzzles`);
  await addressOf(page, /\/puzzles\/\w+-\d+$/);
  // The nearest to a beginner's rating comes first.
  const nearest = Math.min(...list.map(({ rating }) => Math.abs(rating - 1500)));
  await eventually(shown, (puzzle) => assert.equal(Math.abs((puzzle?.rating ?? 0) - 1500), nearest));
  for (const level of new Set(list.map((puzzle) => puzzle.level))) {
    await page.getByRole("group", { name: "Level" }).getByRole("button", { name: String(level) }).click();
    await eventually(shown, (puzzle) => assert.equal(puzzle?.level, level));
    await waitForAttribute(page.getByRole("group", { name: "Level" }).getByRole("button", { name: String(level) }), "aria-pressed", "true");
  }
  await page.getByRole("group", { name: "Level" }).getByRole("button", { name: "All" }).click();
  // The one of which there are fewest is hardly on the page already.
  const themes = list.flatMap((puzzle) => puzzle.themes);
  const [rare] = [...new Set(themes)].sort((one, other) => themes.filter((theme) => theme === one).length - themes.filter((theme) => theme === other).length);
  // Themes belong to a game: they are asked for once one is chosen, its phases and distances among them.
  const choice = page.getByRole("combobox", { name: "Theme" });
  await waitForCount(choice, 0);
  const families = [...new Set(list.map(({ game }) => game.split(":")[0]))];
  const game = (/** @type {string} */ family) => page.getByRole("group", { name: "Game" }).getByRole("button").nth(families.indexOf(family) + 1);
  await game("morris").click();
  for (const theme of ["moving", "win within 8 moves", "win in 9 moves or more"]) {
    await choice.selectOption(theme);
    await eventually(shown, (puzzle) => assert.ok(puzzle?.game.startsWith("morris") && puzzle.themes.includes(theme), theme));
  }
  await game(list.find((puzzle) => puzzle.themes.includes(rare))?.game.split(":")[0] ?? "").click();
  await choice.selectOption(rare);
  await eventually(shown, (puzzle) => assert.ok(puzzle?.themes.includes(rare)));
  await page.goto(`${url}/puzzles`);
  await addressOf(page, /\/puzzles\/\w+-\d+$/);
  await waitForInput(choice, rare);
  assert.ok((await shown())?.themes.includes(rare));
  for (const family of families) {
    await game(family).click();
    await eventually(shown, (puzzle) => assert.equal(puzzle?.game.split(":")[0], family));
  }
});

pageTest("played out against the strongest, or explored", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("button", { name: "Play it out" }).click();
  const game = await gameOf(url, await idOf(page));
  assert.equal(game.moves[0], win.solution);
  assert.deepEqual(game.seats.map((/** @type {any} */ seat) => seat.human), [win.view.to_move === 1, win.view.to_move === 2]);
  await page.goBack();
  await page.locator(".drawing.active").waitFor();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.getByRole("link", { name: "Explore" }).click();
  assert.equal(new URL(await addressOf(page, /\/explore/)).searchParams.get("position"), win.position);
});

pageTest("the header leads to the puzzles, and the puzzle of the day has its name", async ({ page, url }) => {
  const { today } = await read(`${url}/api/puzzles`);
  await page.goto(url);
  await page.getByRole("navigation").getByRole("link", { name: "Puzzles" }).click();
  await addressOf(page, /\/puzzles\/\w+-\d+$/);
  await page.goto(`${url}/puzzles/today`);
  await waitForText(page.locator(".crumb span"), "Puzzle of the day");
  await addressOf(page, new RegExp(`/puzzles/${today}$`));
});

pageTest("a click that does nothing is explained, and counts nothing", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  const movable = new Set(win.view.legal.map((/** @type {any} */ one) => one.steps[0].site));
  const other = win.view.scene.pieces.find((/** @type {any} */ piece) => !movable.has(piece.site));
  await click(page, win.view.layout.sites[other.site].name);
  await page.locator(".wrong-ring").waitFor();
  await waitForText(page.locator(".detail"), /\w/);
  await waitForStanding(page, 0, 1500);
});

pageTest("a review asks its mistakes as puzzles", async ({ page, url }) => {
  // Noughts and crosses: a corner after the middle draws, an edge loses; so 1,2 is a mistake that is proved.
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["2,2", "1,2", "1,1", "3,3", "3,1", "2,1", "1,3"] });
  await page.goto(`${url}/game/${game.id}/review`);
  await page.getByRole("link", { name: /^Practise your/ }).click();
  await waitForText(page.locator(".proof"), "Exact");
  await waitForText(page.locator("#status"), /to move and draw$/);
  await waitForText(page.locator(".detail"), /^In the game: 1,2\./);
  // Another edge loses as well.
  await click(page, "2,1");
  await waitForText(page.locator(".box.bad strong"), /^That loses/);
  await page.locator(".drawing.active").waitFor();
  // Every corner is as good as the one that the review names.
  await click(page, "3,1");
  await waitForText(page.locator(".box.good strong"), "Solved: 3,1");
  await waitForCount(page.locator(".others tr.right"), 4);
  await waitForCount(page.locator(".standing"), 0);
});

pageTest("a click makes more puzzles, which are listed and can be solved", async ({ page, url }) => {
  const listed = async () => /** @type {any[]} */ ((await (await fetch(`${url}/api/puzzles`)).json()).puzzles);
  const known = (await listed()).filter(({ game }) => game === "369:4");
  await page.goto(`${url}/puzzles/${known[0].id}`);
  await page.getByRole("button", { name: "Make more puzzles" }).click();
  // Those that come with the program have smaller numbers.
  const isMade = (/** @type {any} */ { id }) => /^369-\d{4}$/.test(id);
  await eventually(listed, (all) => assert.ok(all.some(isMade)));
  const made = (await listed()).find(isMade);
  await page.goto(`${url}/puzzles/${made.id}`);
  await waitForText(page.locator("#status"), /to move: the most points$/);
  const { solution } = await (await fetch(`${url}/api/puzzles/${made.id}/solution`)).json();
  const { view } = await (await fetch(`${url}/api/puzzles/${made.id}`)).json();
  await clickMove(page, view, solution);
  await waitForText(page.locator(".puzzle-box strong"), /^Solved: /);
});

pageTest("what more puzzles need is said beforehand, with a link", async ({ page, url }) => {
  await openPuzzle(page, url, win);
  await waitForText(page.locator(".puzzle-more"), /^More can be made from the complete solution with distances \(about .+\)\. Build it$/);
  await page.getByRole("link", { name: "Build it" }).click();
  await page.locator(".solution").waitFor();
});

pageTest("a puzzle of the placing phase says what is in hand", async ({ page, url }) => {
  const listed = list.find(({ game, themes }) => game.startsWith("morris") && themes.includes("placing"));
  const { position } = await read(`${url}/api/puzzles/${listed.id}`);
  const [white, black] = position.split(" ")[2].split(",");
  await page.goto(`${url}/puzzles/${listed.id}`);
  await waitForText(page.locator(".detail"), new RegExp(`White has ${white} in hand, Black has ${black} in hand\\.$`));
});

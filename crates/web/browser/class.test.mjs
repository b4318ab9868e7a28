// For the class: games that count, the tree on the wall, worksheets to print; and the short ways in.
import assert from "node:assert/strict";
import { DESKTOP, PHONE, SMALL } from "./lib/everywhere.mjs";
import { addressOf, click, eventually, idOf, post, site, waitForAll, waitForAttribute, waitForCount, waitForMoves, waitForStatus, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

suite();

/** A study of tic-tac-toe, and its first game. @param {string} url @param {boolean} aids */
async function begun(url, aids) {
  const study = await post(url, "/api/studies", { name: "Ada", plan: [{ game: "mnk:3,3,3", games: 2, opponent: "level:1", aids }] });
  const game = await post(url, `/api/studies/${study.id}/next`, {});
  return { study, game };
}

for (const [name, options] of /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([["on a desktop", DESKTOP], ["on a small phone", SMALL]])) {
  pageTest(`a game that counts has no hint, no analysis and no way back, ${name}`, async ({ page, url }) => {
    const { study, game } = await begun(url, false);
    await page.goto(`${url}/game/${game.id}`);
    await page.getByText("This game counts: no hints, no analysis, no takebacks.").first().waitFor();
    for (const button of ["Hint", "Analyse", "Undo", "Values"]) await waitForCount(page.getByRole("button", { name: button }), 0);
    await click(page, "2,2");
    await waitForMoves(page, 2);
    // Keys that would help say why they do not.
    for (const key of ["h", "a", "v", "u"]) {
      await page.keyboard.press(key);
      await waitForText(page.locator("[role=alert]"), /This game counts/);
    }
    await waitForMoves(page, 2);
    await page.getByRole("button", { name: "Resign" }).first().click();
    await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
    await page.locator(".endings").getByRole("link", { name: "Back to the study" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Every game as CSV" }).click()]);
    assert.equal(download.suggestedFilename(), "games.csv");
    const sheet = await (await fetch(`${url}/api/studies/${study.id}/csv?each=game`)).text();
    assert.match(sheet, /^name,game,opponent,seat,begun,ended,result,/);
    assert.match(sheet, /"Ada","mnk:3,3,3","level:1",1,.*,lost,"resigned",2,/);
  }, { ...options, acceptDownloads: true });
}

pageTest("help that the teacher allows is there, and counted", async ({ page, url }) => {
  const { study, game } = await begun(url, true);
  await page.goto(`${url}/game/${game.id}`);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".advice .why").waitFor();
  await page.goto(`${url}/study/${study.id}`);
  await page.getByText("(help allowed)").waitFor();
  const sheet = await (await fetch(`${url}/api/studies/${study.id}/csv?each=game`)).text();
  assert.match(sheet, /,allowed,1,0,0,0\n$/);
});

/** The tree of a tic-tac-toe position near its end. */
const TREE = "/spot?game=tictactoe&position=120/010/200%201&depth=3";

/** Boards and dots of a level that overlap. @param {Element[]} trees */
const overlaps = (trees) =>
  trees.flatMap((tree) => {
    /** @type {Map<string, [number, number][]>} */
    const levels = new Map();
    for (const node of tree.querySelectorAll(".tree-node")) {
      const marks = [...node.querySelectorAll(":scope > g, :scope > circle.tree-dot")].map((mark) => mark.getBoundingClientRect()).filter(({ width }) => width > 0);
      const key = node.getAttribute("data-level") ?? "";
      const ends = /** @type {[number, number]} */ ([Math.min(...marks.map(({ left }) => left)), Math.max(...marks.map(({ right }) => right))]);
      levels.set(key, [...(levels.get(key) ?? []), ends]);
    }
    return [...levels].flatMap(([level, spans]) => spans.sort((one, other) => one[0] - other[0]).flatMap(([left], at) => (at > 0 && left < spans[at - 1][1] - 0.5 ? [`level ${level}: ${spans[at - 1][1]} and ${left}`] : [])));
  });

pageTest("no two positions of a tree overlap, small or large, alone or side by side", async ({ page, url }) => {
  for (const path of [`${TREE}&tree=alphabeta`, `${TREE}&tree=both`, "/spot?game=morris&tree=alphabeta&depth=2", "/spot?game=mnk:2,2,2&tree=minimax&depth=4"]) {
    await page.goto(url + path);
    await page.locator(".tree-node").nth(8).waitFor();
    await waitForAll(page.locator("svg.tree"), overlaps, (found) => assert.deepEqual(found.slice(0, 3), [], path));
  }
});

pageTest("a tree grows, is folded, and shows a branch alone", async ({ page, url }) => {
  await page.goto(`${url}${TREE}&tree=minimax`);
  const nodes = page.locator(".tree-node");
  await page.locator('.tree-node[data-level="3"]').first().waitFor();
  const width = () => page.locator("svg.tree").evaluate((tree) => Number(tree.getAttribute("width")));
  const before = await width();
  await page.getByRole("button", { name: "Larger" }).click();
  await eventually(width, (now) => assert.ok(now > 1.4 * before, `${now} and ${before}`));
  await page.keyboard.press("0");
  await eventually(width, (now) => assert.equal(now, before));
  // Fewer levels, by a button.
  await page.getByRole("group", { name: "Levels" }).getByRole("button", { name: "1", exact: true }).click();
  await waitForCount(nodes, 1 + 5);
  await waitForTexts(page.locator(".tree-hidden"), (texts) => assert.ok(texts.length > 0 && texts.every((text) => /^\+\d+$/.test(text)), texts.join()));
  await page.getByRole("button", { name: "Show all" }).click();
  // One branch, by a list and by a click.
  const branches = page.getByLabel("Branch");
  await branches.selectOption({ index: 1 });
  await waitForCount(page.locator('.tree-node[data-level="1"]'), 1);
  await branches.selectOption("");
  await waitForCount(page.locator('.tree-node[data-level="1"]'), 5);
  await page.locator('.tree-node[data-level="1"]').nth(1).click();
  await page.getByRole("button", { name: "Fold" }).click();
  await waitForCount(page.locator(".tree-hidden"), 1);
  await page.getByRole("button", { name: "Only this branch" }).click();
  await waitForCount(page.locator('.tree-node[data-level="1"]'), 1);
});

pageTest("the space bar steps, and the projector shows the tree alone", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:2,2,2&tree=alphabeta&depth=3`);
  await page.locator(".tree-node").nth(5).waitFor();
  await page.keyboard.press("Home");
  await waitForText(page.locator(".tree-step"), /^Step 1 of/);
  await page.keyboard.press("Space");
  await waitForText(page.locator(".tree-step"), /^Step 2 of/);
  await page.keyboard.press("p");
  await waitForAttribute(page.getByRole("button", { name: "Projector" }), "aria-pressed", "true");
  await page.locator("header.top").waitFor({ state: "hidden" });
  await page.keyboard.press("Space");
  await waitForText(page.locator(".tree-step"), /^Step 3 of/);
  // Everything fits, and the sentence can be read from the back.
  const size = await page.locator(".tree-said").evaluate((said) => [parseFloat(getComputedStyle(said).fontSize), said.getBoundingClientRect().bottom <= innerHeight]);
  assert.deepEqual(size, [26, true]);
  await page.keyboard.press("p");
  await page.locator("header.top").waitFor();
});

pageTest("a phone opens the tree on its root, and another name of a game is understood", async ({ page, url }) => {
  await page.goto(`${url}${TREE}&tree=alphabeta`);
  await waitForText(page.locator(".crumb"), /Search tree, Tic-tac-toe/);
  await waitForAttribute(page.locator(".tree-page"), "data-accent", "mnk");
  await page.getByLabel("Evaluator").waitFor();
  await page.locator(".tree-node .fresh").first().waitFor({ state: "attached" });
  await waitForAll(
    page.locator('.tree-node[data-level="0"] > g'),
    (roots) => roots.map((root) => root.getBoundingClientRect()).map(({ left, right }) => [left >= 0, right <= innerWidth]),
    (seen) => assert.deepEqual(seen, [[true, true]]),
  );
  await waitForAttribute(page.locator("nav a", { hasText: "Study" }), "aria-current", "page");
}, PHONE);

pageTest("a worksheet has puzzles with their solutions apart, positions, or a tree without its values, and prints nothing else", async ({ page, url }) => {
  await page.goto(`${url}/study`);
  await page.getByRole("link", { name: /^Worksheet/ }).click();
  await waitForCount(page.locator(".sheet-tasks .sheet-board"), 6);
  const tasks = page.locator(".sheet-tasks h3");
  await waitForTexts(tasks, (texts) => assert.ok(texts.length === 6 && texts.every((text) => /to move/.test(text)), texts.join()));
  await page.getByRole("button", { name: "How many: less" }).click();
  await waitForCount(tasks, 5);
  await waitForTexts(page.locator(".sheet-answers li"), (answers) => assert.ok(answers.length === 5 && answers.every((answer) => /[a-g]\d|\d/.test(answer)), answers.join()));
  await page.emulateMedia({ media: "print" });
  for (const part of ["header.top", ".sheet-form"]) await page.locator(part).waitFor({ state: "hidden" });
  await page.locator(".sheet").waitFor();
  const [breaks, ground] = await page.locator(".sheet-answers").evaluate((answers) => [getComputedStyle(answers).breakBefore, getComputedStyle(document.body).backgroundColor]);
  assert.deepEqual([breaks, ground], ["page", "rgb(255, 255, 255)"]);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Positions" }).click();
  await page.getByRole("button", { name: "3-6-9" }).click();
  await page.getByLabel("Positions, one per line").fill("xx..../....../....../....../....../...... 0-0 1\nnothing");
  await page.keyboard.press("Tab");
  await waitForCount(page.locator(".sheet-tasks .sheet-board"), 1);
  await page.locator(".sheet-tasks .error").waitFor();
  await page.getByRole("button", { name: "A search tree" }).click();
  await page.getByLabel("Tree").selectOption({ label: "The whole 2 × 2 game" });
  await page.locator(".sheet .tree-node").first().waitFor();
  // Values stand at the leaves alone.
  await waitForAll(
    page.locator('.sheet .tree-node[data-level="0"], .sheet .tree-node[data-level="1"]'),
    (nodes) => nodes.map((node) => node.querySelector(".tree-value")?.textContent ?? ""),
    (texts) => assert.ok(texts.length > 1 && texts.every((text) => /^[▲▼] ?$/.test(text)), texts.join()),
  );
}, DESKTOP, /400 .*\/api\/spot/);

pageTest("a worksheet offers puzzles of games that have some, and prints no empty sheet", async ({ page, url }) => {
  await page.goto(`${url}/worksheet?game=connect4`);
  await page.getByText("There are no puzzles for Connect Four yet: choose positions or a search tree.").waitFor();
  await waitForCount(page.getByRole("button", { name: "Connect Four" }), 0);
  await page.locator("button:disabled", { hasText: "Print" }).waitFor();
  await page.getByRole("button", { name: "3-6-9" }).click();
  await waitForCount(page.locator(".sheet-tasks .sheet-board"), 6);
  await page.locator("button:enabled", { hasText: "Print" }).waitFor();
  await page.getByRole("button", { name: "Positions" }).click();
  await page.getByRole("button", { name: "Connect Four" }).waitFor();
});

pageTest("two taps lead from home to the first move, one to a puzzle", async ({ page, url }) => {
  await page.goto(url);
  await page.getByRole("button", { name: /^Play: Nine Men.s Morris$/ }).tap();
  await site(page, "d6").tap();
  await eventually(async () => (await (await fetch(`${url}/api/games/${await idOf(page)}`)).json()).moves[0], (move) => assert.equal(move, "d6"));
  await page.goto(url);
  await page.getByRole("link", { name: "Solve it" }).tap();
  await addressOf(page, /\/puzzles\/[a-z0-9]+-\d+$/);
  await page.locator(".drawing.active").waitFor();
  await waitForStatus(page, /to move/);
}, PHONE);

pageTest("what was chosen for the last game holds for the next, and level, colour and clock are a link away", async ({ page, url }) => {
  await page.goto(url);
  await page.getByRole("link", { name: "Level, colour, clock…: 3-6-9" }).click();
  await page.getByRole("slider").press("Home");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".drawing").waitFor();
  await page.goto(url);
  await page.getByRole("button", { name: "Play: Connect Four" }).click();
  await page.locator(".drawing").waitFor();
  const game = await (await fetch(`${url}/api/games/${await idOf(page)}`)).json();
  assert.deepEqual(game.seats.map((/** @type {any} */ seat) => seat.player), ["human", "level:1"]);
});

pageTest("the rules are German in full, and About names the papers and their authors", async ({ page, url }) => {
  for (const [game, sentence] of [["morris", "Bei bestem Spiel endet es unentschieden"], ["mnk", "Der zweite Spieler gewinnt nie"], ["369", "Nur genaue Zahlen punkten"], ["9tka", "Unentschieden gibt es"], ["connect4", "Rot gewinnt auf dem üblichen Brett"]]) {
    await page.goto(`${url}/rules/${game}`);
    await page.locator('article.prose[lang="de"]', { hasText: sentence }).waitFor();
    // No word of the terminal for the reasons of an end.
    await waitForTexts(page.locator("article.prose"), ([text]) => assert.doesNotMatch(text, /draw_50|two_pieces|tie_latest_seat/));
  }
  await page.goto(`${url}/about`);
  for (const author of ["Bernardo Barbosa", "Simona-Alexandra Petcu", "Tho Vo", "Dina Stefani", "Ralph Gasser"]) await page.getByText(author).first().waitFor();
}, { locale: "de-DE" });

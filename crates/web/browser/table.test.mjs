// At the table: hint, undo, branch, review, exact values.
import assert from "node:assert/strict";
import { addressOf, click, drag, eventually, gameOf, idOf, movesOf, newGame, site, waitForAll, waitForAttribute, waitForCount, waitForInput, waitForMoves, waitForStatus, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";
import { PHONE } from "./lib/everywhere.mjs";

suite();

/** @param {import("playwright-core").Page} page */
const letters = (page) => page.locator(".overlay .verdict-letter");

pageTest("values: an empty tic-tac-toe board is drawn everywhere, and a corner is answered by the centre alone", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=mnk:3,3,3`);
  await page.getByRole("switch", { name: "Values" }).click();
  await waitForTexts(letters(page), Array(9).fill("D"));
  await page.locator(".advice .proof.exact").waitFor();
  await click(page, "1,1");
  await waitForStatus(page, "O: place a nought");
  await waitForCount(letters(page), 8);
  await waitForAttribute(site(page, "2,2"), "aria-label", /draw/);
  for (const name of ["1,2", "1,3", "2,1", "2,3", "3,1", "3,2", "3,3"]) await waitForAttribute(site(page, name), "aria-label", /loses/);
});

pageTest("a hint takes the win, says that it is one, and undo takes a turn back", async ({ page, url }) => {
  // X has two in the top row: 1,3 wins at once.
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,1", "1,2", "2,2"] });
  await page.goto(`${url}/game/${game.id}`);
  await page.getByRole("button", { name: /^Hint/ }).click();
  await waitForText(page.locator(".advice strong").first(), /^1,3: .*wins/);
  await page.keyboard.press("u");
  await waitForCount(movesOf(page), 3);
  assert.deepEqual((await gameOf(url, game.id)).moves, ["1,1", "2,1", "1,2"]);
  await page.keyboard.press("y");
  await waitForMoves(page, 4);
});

pageTest("against the computer, undo takes back the computer's move and one's own", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "level:2"], seed: 3 });
  await page.goto(`${url}/game/${game.id}`);
  await click(page, "2,2");
  await waitForMoves(page, 2);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await waitForCount(movesOf(page), 0);
  await waitForStatus(page, "X: place a cross");
});

pageTest("a move from an earlier position begins a branch and leaves the game alone", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,2", "3,3"] });
  await page.goto(`${url}/game/${game.id}`);
  await waitForMoves(page, 3);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.locator(".detail").filter({ hasText: "After move 1" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.locator('.move-zero[aria-current="step"]').waitFor();
  await page.keyboard.press("ArrowRight");
  await waitForCount(page.locator(".drawing .piece"), 1);
  await click(page, "1,3");
  await page.waitForURL((address) => !address.pathname.endsWith(game.id));
  await waitForMoves(page, 2);
  const branch = await gameOf(url, await idOf(page));
  assert.deepEqual(branch.moves, ["1,1", "1,3"]);
  assert.deepEqual(branch.origin, { game: game.id, ply: 1 });
  assert.deepEqual((await gameOf(url, game.id)).moves, ["1,1", "2,2", "3,3"]);
});

pageTest("a move for the computer from an earlier position is the branch's last, and then it is one's own turn", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "level:4"], moves: ["1,1", "2,2"] });
  await page.goto(`${url}/game/${game.id}`);
  await waitForMoves(page, 2);
  await page.keyboard.press("ArrowLeft");
  await waitForCount(page.locator(".drawing .piece"), 1);
  await click(page, "3,1");
  await page.waitForURL((address) => !address.pathname.endsWith(game.id));
  await waitForStatus(page, "X: place a cross");
  assert.deepEqual((await gameOf(url, await idOf(page))).moves, ["1,1", "3,1"]);
});

pageTest("the review marks the move that gave a drawn game away, and one can try again from there", async ({ page, url }) => {
  // A corner must be answered in the centre; 1,2 loses by force.
  const moves = ["1,1", "1,2", "2,2", "3,3", "3,1", "2,1", "1,3"];
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves });
  await page.goto(`${url}/game/${game.id}/review`);
  // The review goes to the worst mistake by itself, and from then on where it is told to.
  await page.locator(".reviewed .now[data-cost]").waitFor();
  await page.locator(".reviewed [data-cost]").first().click();
  await waitForText(page.locator(".status h1"), "Move 1: O played 1,2");
  await waitForText(page.locator(".detail"), /A draw became a loss\.$/);
  await waitForText(page.locator(".advice strong"), "Better: 2,2, a draw");
  await page.locator(".advice .proof.exact").waitFor();
  // Both moves on the board, before either was made.
  await waitForCount(page.locator(".drawing .piece"), 1);
  await waitForCount(page.locator(".arrow.better.ring"), 1);
  await waitForCount(page.locator(".arrow.played.ring"), 1);
  await page.getByRole("button", { name: "Show best play" }).click();
  await page.locator(".drawing .piece").nth(2).waitFor();
  await page.keyboard.press("Escape");
  await waitForCount(page.locator(".drawing .piece"), 1);
  // The next mistake by its key, then the end by another; the list goes along.
  await page.keyboard.press("End");
  await waitForText(page.locator(".reviewed .now"), /^1,3/);
  await page.keyboard.press(".");
  await waitForText(page.locator(".status h1"), "Move 1: O played 1,2");
  await page.getByRole("button", { name: "Try again from here" }).click();
  await page.waitForURL((address) => address.pathname.startsWith("/game/") && !address.pathname.includes(game.id));
  await waitForMoves(page, 1);
  assert.deepEqual((await gameOf(url, await idOf(page))).moves, ["1,1"]);
});

pageTest("the weights of 3-6-9 stand on the board, and the choice is marked", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=369:3&position=${encodeURIComponent("xx./.../... 0-0 1")}`);
  await page.getByRole("button", { name: "H1", exact: true }).click();
  await page.locator(".weight.choice").waitFor();
  const { weights } = await (await fetch(`${url}/api/spot/weights?game=369:3&position=${encodeURIComponent("xx./.../... 0-0 1")}&eval=h1`)).json();
  await waitForTexts(page.locator(".weight-number"), (shown) => {
    assert.equal(shown.length, 7);
    assert.deepEqual(shown.map(Number).sort(), Object.values(weights).map(Number).sort());
  });
});

pageTest("analysis runs live with depth and positions, and stops when asked", async ({ page, url }) => {
  await page.goto(`${url}/spot?game=morris`);
  await page.locator(".drawing").waitFor();
  await page.keyboard.press("a");
  await page.locator(".lines .line-moves").first().waitFor();
  await waitForText(page.locator(".lines .numbers"), /deep, [\d,]+ positions/);
  await page.keyboard.press("a");
  await page.locator(".lines").waitFor({ state: "detached" });
});

pageTest("computers play alone, wait when paused, and play one move when asked", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["level:1", "level:1"], paused: true, seed: 5 });
  await page.goto(`${url}/game/${game.id}`);
  await waitForStatus(page, "Paused");
  await page.getByRole("button", { name: "One move" }).click();
  await waitForMoves(page, 1);
  assert.equal((await gameOf(url, game.id)).moves.length, 1);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.locator(".endings").waitFor();
});

pageTest("9tka: the list of moves has a column a player, an empty place for who was skipped, and says where counters stopped", async ({ page, url }) => {
  // Computers play to the end; somebody runs out of moves before the others.
  const game = await newGame(url, { game: "9tka:4", seats: ["random", "random", "random", "random"], seed: 6 });
  await page.goto(`${url}/game/${game.id}`);
  // Not the dialog: a game that was over before the page came has none.
  await page.locator(".stage-side > .endings").waitFor({ timeout: 60_000 });
  const { moves, view } = await gameOf(url, game.id);
  const read = (/** @type {Element[]} */ rows) => rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent?.trim() ?? ""));
  await waitForAll(page.locator(".move-row:not(.move-heads)"), read, (shown) => {
    assert.ok(shown.every((row) => row.length === 4), "four columns");
    const cells = shown.flatMap((row) => row.flatMap((text, column) => (text ? [{ text, player: column + 1 }] : [])));
    assert.deepEqual(cells.map((cell) => cell.player), view.turns.map((/** @type {any} */ turn) => turn.player));
    assert.deepEqual(cells.map((cell) => cell.text), view.turns.map((/** @type {any} */ turn) => turn.shown));
    assert.ok(cells.slice(0, 36).every((cell, ply) => cell.text === moves[ply]), "placing is where a counter was put");
    for (const [ply, cell] of cells.slice(36).entries()) assert.match(cell.text, new RegExp(`^${moves[36 + ply]} → [1-9],[1-9]$`));
    assert.ok(shown.slice(9, -1).flat().includes(""), "somebody was skipped before the last round");
  });
});

pageTest("the menu of a game shows all it has without scrolling", async ({ page, url }) => {
  const { id } = await newGame(url, { game: "morris", seats: ["human", "level:1"] });
  await page.goto(`${url}/game/${id}`);
  await page.locator(".more > summary").click();
  await waitForAll(page.locator(".more-list"), (lists) => lists.map((list) => list.scrollHeight - list.clientHeight), (over) => assert.deepEqual(over, [0]));
}, { viewport: { width: 1440, height: 900 } });

pageTest("the board is copied as a picture and as SVG", async ({ page, context, url }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  await page.goto(`${url}/spot?game=morris&moves=d6`);
  await page.locator(".drawing .piece").waitFor();
  const choose = async (/** @type {string} */ name) => {
    await page.locator(".more > summary").click();
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator(".detail").filter({ hasText: "Copied." }).waitFor();
  };
  await choose("Copy as picture");
  const picture = () =>
    page.locator("html").evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const image = await createImageBitmap(await item.getType("image/png"));
      return { types: item.types, width: image.width, height: image.height };
    });
  await eventually(picture, ({ types, width, height }) => {
    assert.deepEqual(types, ["image/png"]);
    assert.ok(width >= 600 && width === height, `${width} × ${height}`);
  });
  await page.keyboard.press("Escape");
  // That it is copied may still be said of the picture.
  await choose("Copy as SVG");
  await eventually(
    () => page.locator("html").evaluate(() => navigator.clipboard.readText()),
    (drawing) => {
      assert.match(drawing, /^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      assert.equal((drawing.match(/<circle/g) ?? []).length >= 24, true, "every point is drawn");
      assert.doesNotMatch(drawing, /class=|data-site/);
    },
  );
});

pageTest("in the editor a man comes out of the hand by itself, and a button says what it mends", async ({ page, url }) => {
  await page.goto(`${url}/editor?game=morris`);
  const said = page.locator(".editor .box [role=status]");
  await waitForText(said, "White to move, 0 against 0 on the board.");
  await click(page, "d6");
  await waitForText(said, "Black to move, 1 against 0 on the board.");
  await waitForInput(page.locator("#text"), / b 8,9/);
  await page.keyboard.press("2");
  await click(page, "f4");
  await waitForText(said, "White to move, 1 against 1 on the board.");
  // Two black men more than white ones cannot be: one sentence, and a button with what it does.
  await click(page, "d2");
  await page.getByRole("button", { name: /^Fix it: .*\d and \d in hand$/ }).click();
  await waitForText(said, /^(White|Black) to move, 1 against 2 on the board\.$/);
});

pageTest("in the editor clicks set up positions of every game", async ({ page, url }) => {
  // Where to begin, the key of the piece, a site, and what then stands first in the text.
  for (const [game, position, piece, name, row] of /** @type {[string, string, string, string, string][]} */ ([
    ["morris", "w../ww./.../bbb.../.../.../... w 0,0", "2", "d7", "wb."],
    ["mnk:3,3,3", "", "1", "1,1", "100"],
    ["369:6", "", "1", "1,2", ".x...."],
    ["9tka:3", "", "3", "0,3", "00030000000"],
    ["connect4:7,6,4", "0000000/0000000/0000000/0000000/0000000/1000000 2", "2", "1,2", "0000000"],
  ])) {
    await page.goto(`${url}/editor?game=${game}&position=${encodeURIComponent(position)}`);
    await page.locator(".drawing").waitFor();
    await waitForInput(page.locator("#text"), /./);
    const pieces = await page.locator(".drawing").evaluate((drawing) => drawing.querySelectorAll(".piece").length);
    await page.keyboard.press(piece);
    await click(page, name);
    await waitForInput(page.locator("#text"), new RegExp(`^${row.replaceAll(".", "\\.")}/`));
    await waitForCount(page.locator(".drawing .piece"), pieces + 1);
    // Whatever the rules cannot mean has a sentence and a button that makes it right.
    const answer = page.locator('.box.good:not([data-of=""]), .box.bad button').first();
    if ((await answer.evaluate((box) => box.tagName)) === "BUTTON") await answer.click();
    await page.locator('.box.good:not([data-of=""])').waitFor();
    await page.getByRole("button", { name: "Study it" }).waitFor();
  }
});

pageTest("ten men are too many: the editor says so and mends it; men are dragged, removed, and brought back", async ({ page, url }) => {
  await page.goto(`${url}/editor?game=morris&position=${encodeURIComponent(".ww/bw./.ww/..bb../.b./b.b/w.w w 3,0")}`);
  await waitForText(page.locator(".box.bad"), /White has more than nine men: 7 on the board and 3 in hand/);
  await waitForAttribute(page.getByRole("button", { name: "Play from here" }), "disabled", "");
  await page.getByRole("button", { name: "Fix it" }).click();
  await waitForInput(page.locator("#text"), ".ww/bw./.ww/..bb../.b./b.b/w.w w 0,0");
  await page.locator(".box.good").waitFor();
  await drag(page, "g1", "d1");
  await waitForInput(page.locator("#text"), /\/ww\. w 0,0$/);
  await site(page, "d1").click({ button: "right" });
  await waitForInput(page.locator("#text"), /\/w\.\. w 0,0$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForInput(page.locator("#text"), /\/ww\. w 0,0$/);
  await page.getByRole("button", { name: "Swap colours" }).click();
  await waitForInput(page.locator("#text"), /^\.bb\/wb\.\/.*\/bb\. b 0,0$/);
});

pageTest("the editor reads another program's position, and a whole game", async ({ page, url }) => {
  await page.goto(`${url}/editor?game=morris`);
  await waitForInput(page.locator("#text"), /9,9/);
  // d5, f6, a7, g1 and c3 are played; Black is next.
  await page.locator("#text").fill("O****O**/*@******/***@***O b p p 3 6 2 7 0 0 -1 -1 -1 -1 0 5 3 ids:nodes");
  await waitForInput(page.locator("#text"), /^w\.\.\/\.\.b\/\.w\.\/\.\.\.\.\.\.\/w\.\.\/\.\.\.\/\.\.b b 6,7/);
  const game = await newGame(url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4"] });
  const record = await (await fetch(`${url}/api/games/${game.id}/record`)).text();
  const count = async () => (await (await fetch(`${url}/api/games?limit=100`)).json()).games.length;
  const before = await count();
  // However it comes in, it is kept once, when somebody says so.
  await page.locator("#text").press("Control+a");
  await page.locator("#text").pressSequentially(record);
  await page.getByRole("button", { name: "Open this game" }).click();
  await page.waitForURL(/\/game\//);
  await waitForMoves(page, 2);
  assert.equal(await count(), before + 1);
});

pageTest("the editor keeps a refused FEN and says why, and opens a game that is only a list of moves", async ({ page, url }) => {
  await page.goto(`${url}/editor?game=morris`);
  await waitForInput(page.locator("#fen"), /./);
  const refused = "O@*O****/*@**O***/******** w p p 3 6 2 7 0 0 -1 -1 -1 -1 0 0 1";
  await page.locator("#fen").fill(refused);
  await waitForText(page.locator(".box.bad"), /men in hand cannot be 6,7/);
  await page.locator("#fen").press("Tab");
  await waitForInput(page.locator("#fen"), refused);
  await waitForAttribute(page.locator("#fen"), "aria-invalid", "true");
  await page.locator("#fen").fill("O****O**/*@******/***@***O b p p 3 6 2 7 0 0 -1 -1 -1 -1 0 5 3 ids:nodes");
  await waitForText(page.locator(".box.good"), "Black to move, 3 against 2 on the board.");
  await page.locator("#text").fill("1. d6 f4 2. d2 b4");
  await page.getByRole("button", { name: "Open this game" }).click();
  await page.waitForURL(/\/game\//);
  await waitForMoves(page, 4);
});

pageTest("in the editor every click stays, and a mending says what it adds", async ({ page, url }) => {
  const good = page.locator('.box.good:not([data-of=""])');
  // A counter on the board wants all others in play.
  await page.goto(`${url}/editor?game=9tka`);
  await waitForInput(page.locator("#text"), /./);
  await click(page, "1,1");
  await page.getByRole("button", { name: "Fix it: 35 pieces more" }).click();
  await good.waitFor();
  await page.locator('.drawing [data-name="1,1"][aria-label*="counter"]').waitFor();
  // The same square for the other: one of its counters beside the board comes in its place.
  await page.keyboard.press("2");
  await click(page, "1,1");
  await page.getByRole("button", { name: /^Fix it: / }).click();
  await good.waitFor();
  // A disc falls, and it is the other's turn; a second one of the same colour is answered by one of the other.
  await page.goto(`${url}/editor?game=connect4`);
  await waitForInput(page.locator("#text"), /./);
  await click(page, "4,6");
  await waitForInput(page.locator("#text"), /\/0001000 2$/);
  await click(page, "5,6");
  await page.getByRole("button", { name: "Fix it: 1 piece more" }).click();
  await waitForInput(page.locator("#text"), /2.*\/...11.. 2$/);
  await good.waitFor();
  // A click high up, which makes no position, does not stay in the air.
  await page.getByRole("button", { name: "Start position" }).click();
  await click(page, "4,6");
  await waitForInput(page.locator("#text"), /\/0001000 2$/);
  await click(page, "4,6");
  await waitForInput(page.locator("#text"), /0000000\/0001000\/0001000 2$/);
});

pageTest("values by a player that searches are its own order of the moves, and are called estimates", async ({ page, url }) => {
  await page.addInitScript(() => localStorage.setItem("ninefold.hint", "alphabeta:depth=2"));
  await page.goto(`${url}/spot?game=mnk:3,3,3&moves=1,1`);
  await page.getByRole("switch", { name: "Values" }).click();
  await page.locator(".advice").filter({ hasText: "by alphabeta:depth=2" }).waitFor();
  await waitForText(page.locator(".advice .proof"), "Estimate");
  const { moves } = await (await fetch(`${url}/api/spot/values?game=mnk:3,3,3&moves=1,1&player=alphabeta:depth=2`)).json();
  // Chances of the first player where the player has them, otherwise the places of the moves; never its own units.
  const texts = moves.map((/** @type {any} */ one) => (typeof one.share === "number" ? `${Math.round(100 * (1 - one.share))} %` : `${1 + moves.filter((/** @type {any} */ other) => other.value > one.value).length}.`));
  await waitForTexts(page.locator(".overlay .badge-number"), (shown) => {
    assert.equal(shown.length, 8);
    assert.deepEqual(shown.sort(), texts.sort());
  });
});

pageTest("a computer takes over a seat in the middle of a game", async ({ page, url }) => {
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], names: ["Ada", "Bob"], moves: ["2,2"] });
  await page.goto(`${url}/game/${game.id}`);
  await page.locator(".more > summary").click();
  await page.getByRole("button", { name: "Change players" }).click();
  await page.locator("#sits1").selectOption("level:1");
  await page.locator("dialog").getByRole("button", { name: "Change players" }).click();
  await waitForMoves(page, 2);
  await waitForStatus(page, "X: place a cross");
  const { seats } = await gameOf(url, game.id);
  assert.deepEqual(seats.map((/** @type {any} */ seat) => [seat.player, seat.name]), [["human", "Ada"], ["level:1", null]]);
});

pageTest("a computer that could not move is asked again by a button", async ({ page, url }) => {
  // Paused, the computer waits; the page hears that it failed.
  const game = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "level:1"], moves: ["2,2"], paused: true });
  const failed = { ...game, thinking: false, problem: "level:1 needs more than 60 seconds for a move here: let it look less far" };
  const path = `/api/games/${game.id}`;
  await page.route(url + path, (route) => route.fulfill({ json: failed }));
  await page.route(`${url}${path}/events`, (route) => route.fulfill({ contentType: "text/event-stream", body: `event: game\ndata: ${JSON.stringify(failed)}\n\n` }));
  await page.goto(`${url}/game/${game.id}`);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  // The page hears the truth only when it has asked: until then the button must stay.
  await page.getByRole("button", { name: "Try again" }).click();
  await page.unroute(`${url}${path}/events`);
  await waitForMoves(page, 2);
  await page.getByRole("button", { name: "Try again" }).waitFor({ state: "detached" });
});

pageTest("on a phone four actions stand in one row, and the last moves above them", async ({ page, url }) => {
  const game = await newGame(url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4", "b4", "d2"] });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${url}/game/${game.id}`);
    await waitForMoves(page, 4);
    const row = await page.locator(".stage-side > .actions").evaluate((actions) => {
      const buttons = [...actions.children].filter((one) => one.matches(".button") && getComputedStyle(one).display !== "none");
      const strip = /** @type {Element} */ (document.querySelector(".moves")).getBoundingClientRect();
      return { tops: buttons.map((one) => Math.round(one.getBoundingClientRect().top)), top: actions.getBoundingClientRect().top, strip: strip.bottom };
    });
    assert.equal(row.tops.length, 4);
    assert.equal(new Set(row.tops).size, 1, `${width}: ${row.tops}`);
    assert.ok(row.strip <= row.top + 1, `${width}: nothing hides the moves`);
  }
}, PHONE);

pageTest("the editor says who is to move, asks whether it is a puzzle, and leads to the explorer", async ({ page, url }) => {
  await page.goto(`${url}/editor?${new URLSearchParams({ game: "mnk:3,3,3", position: "110/220/000 1" })}`);
  await waitForText(page.locator(".editor .box [role=status]"), "X to move, 2 against 2 on the board.");
  await page.getByRole("button", { name: "Is it a puzzle?" }).click();
  await waitForText(page.locator(".stage-side > p[role=status]"), "This is a puzzle: exactly one move wins.");
  // It is a page of its own, with an address for others.
  await page.getByRole("link", { name: "Open it as a puzzle" }).click();
  await page.waitForURL(/\/puzzles\?game=mnk/);
  await waitForText(page.locator("#status"), "X to move and win");
  await page.getByRole("button", { name: "Copy the link" }).waitFor();
  await click(page, "3,3");
  await page.locator(".box.bad").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await click(page, "1,3");
  await page.getByRole("button", { name: "Next puzzle" }).waitFor();
  await page.goto(`${url}/puzzles?${new URLSearchParams({ game: "mnk:3,3,3", position: "000/000/000 1" })}`);
  await waitForText(page.locator(".problem h1"), /^This is not a puzzle/);
  await page.locator(".problem a").click();
  await waitForInput(page.locator("#text"), "000/000/000 1");
  await page.goto(`${url}/editor?${new URLSearchParams({ game: "mnk:3,3,3", position: "110/220/000 1" })}`);
  await page.getByRole("button", { name: "Explore it" }).click();
  await waitForText(page.locator("#status"), "X to move wins");
});

pageTest("from the start page one click leads to a game with a friend", async ({ page, url }) => {
  await page.goto(url);
  await page.getByRole("link", { name: /^Play with a friend/ }).click();
  await addressOf(page, /who=friend/);
  await page.getByRole("button", { name: "Make the link" }).waitFor();
});

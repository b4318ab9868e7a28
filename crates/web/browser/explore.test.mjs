// The explorer: every move of a position with what it is worth, what answers it and what was played; the offer of the complete solution.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { addressOf, click, newGame, waitForAttribute, waitForCount, waitForText, waitForTexts } from "./lib/page.mjs";
import { BINARY } from "./lib/server.mjs";
import { pageTest, suite } from "./lib/suite.mjs";
import { crowded, PHONE } from "./lib/everywhere.mjs";

let data = "";
suite(async (_, folder) => {
  data = folder;
});

/** @param {import("playwright-core").Page} page */
const rows = (page) => page.locator(".explored tbody tr");

/** Everything with tables as the test wants them, whatever this machine has. @param {import("playwright-core").Page} page @param {() => object} answer */
const tables = (page, answer) => page.route(/\/api\/tables\?/, (route) => route.fulfill({ json: answer() }));

/** @param {object} whole */
const solution = (whole) => ({
  serves: true,
  memory_free: 20e9,
  tables: [{ game: "morris", men: 9, distances: false, state: "none", part: null, seconds_left: null, bytes: 0, memory_needed: 9e9, problem: null, offers: [], ...whole }],
});
const VALUES = { distances: false, seconds: 234, bytes: 948e6, memory: 4.2e9 };
const DISTANCES = { distances: true, seconds: 459, bytes: 3.7e9, memory: 9.2e9 };

pageTest("from home it is two clicks to every value of a position, exact where it is proved", async ({ page, url }) => {
  await page.goto(url);
  await page.getByRole("link", { name: /Explore a game/ }).click();
  await page.locator(".explored .verdict-icon").first().waitFor();
  await waitForText(page.locator("#status"), "White to move draws");
  await page.locator(".proof.exact").waitFor();
  await waitForCount(page.locator(".overlay > g"), 24);
});

pageTest("a row shows its move on the board, plays it, and the keys lead back", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=mnk:3,3,3&moves=1,1`);
  await waitForTexts(rows(page).locator("th"), (texts) => assert.equal(texts[0], "2,2"));
  await waitForText(page.locator("#status"), "O to move draws");
  await rows(page).first().hover();
  await page.locator(".ghost-piece").waitFor();
  await rows(page).first().locator("button").focus();
  await page.keyboard.press("Enter");
  await waitForCount(page.locator(".drawing .piece"), 2);
  await addressOf(page, (address) => address.searchParams.get("moves") === "1,1 2,2");
  await page.keyboard.press("ArrowLeft");
  await waitForCount(page.locator(".drawing .piece"), 1);
  await page.keyboard.press("ArrowRight");
  await waitForCount(page.locator(".drawing .piece"), 2);
  await page.keyboard.press("Home");
  await waitForCount(page.locator(".drawing .piece"), 0);
  await rows(page).first().click();
  await waitForCount(page.locator(".drawing .piece"), 1);
});

pageTest("a mistake is told with the move that would have held the result", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=mnk:3,3,3&moves=${encodeURIComponent("1,1 1,2")}`);
  await waitForText(page.locator("#status"), "X to move wins");
  await waitForText(page.locator(".detail"), /^1,2 was a mistake: only 2,2 held the draw\./);
});

pageTest("best play can be walked move by move to its end", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=mnk:3,3,3`);
  for (let ply = 1; ply <= 9; ply += 1) {
    await page.locator(".explored tbody tr").first().waitFor();
    await page.keyboard.press("b");
    await waitForCount(page.locator(".drawing .piece"), ply);
  }
  await waitForText(page.locator("#status"), "A draw");
});

pageTest("every move has its best answer and how often it was played here", async ({ page, url }) => {
  for (const moves of [["2,2", "1,1"], ["2,2", "1,2"], ["1,1"]]) await newGame(url, { game: "mnk:4,4,3", seats: ["human", "human"], moves });
  await page.goto(`${url}/explore?game=mnk:4,4,3`);
  const row = rows(page).filter({ has: page.getByRole("button", { name: "2,2", exact: true }) });
  await waitForTexts(row.locator("td"), (texts) => {
    assert.match(texts[0], /wins/);
    assert.match(texts[1], /^\d,\d$/);
    assert.equal(texts[2], "2");
  });
  await waitForAttribute(row.locator("td.number"), "title", "won 0, drawn 0, lost 0");
});

pageTest("the price of the complete solution stands there before the click; it can be paused, gone on with and deleted", async ({ page, url }) => {
  const offered = solution({ offers: [VALUES, DISTANCES] });
  const building = solution({ state: "building", part: 0.42, seconds_left: 130, offers: [VALUES, DISTANCES] });
  const done = solution({ state: "done", bytes: 948e6, offers: [DISTANCES] });
  let now = offered;
  /** What holds from the next request on: before it the page may ask again how things are, and is told what was. @type {typeof now[]} */
  const next = [building, solution({ state: "paused", bytes: 400e6, offers: [VALUES, DISTANCES] }), building, offered];
  /** @type {string[]} */
  const asked = [];
  await tables(page, () => now);
  await page.route(/\/api\/tables\/9/, (route) => {
    asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname} ${route.request().postData() ?? ""}`);
    now = next.shift() ?? now;
    return route.request().method() === "DELETE" ? route.fulfill({ status: 204 }) : route.fulfill({ json: now });
  });
  await page.goto(`${url}/explore?game=morris`);
  const box = page.locator(".solution");
  await waitForText(box.locator("#solution-price"), "about 4 minutes, 950 MB, once");
  await box.getByRole("button", { name: "Build the complete solution" }).click();
  await waitForAttribute(box.getByRole("progressbar"), "aria-valuetext", "42 %, 2 minutes left");
  await box.getByRole("button", { name: "Pause" }).click();
  await waitForText(box.locator("#solution-about"), /^Paused: 400 MB of it are saved/);
  await box.getByRole("button", { name: "Resume" }).click();
  await waitForAttribute(box.getByRole("progressbar"), "aria-valuetext", "42 %, 2 minutes left");
  now = done;
  // Distances are a second, larger offer.
  await waitForText(box.locator("#solution-price"), "about 8 minutes, 3.7 GB, once");
  await box.getByRole("button", { name: "Delete it" }).click();
  await page.locator("dialog").getByRole("button", { name: "Delete it" }).click();
  await waitForText(box.locator("#solution-price"), "about 4 minutes, 950 MB, once");
  assert.deepEqual(asked, [
    'POST /api/tables/9/build {"distances":false}',
    "POST /api/tables/9/pause {}",
    'POST /api/tables/9/build {"distances":false}',
    "DELETE /api/tables/9 ",
  ]);
});

pageTest("whoever wants the whole game does not wait for the endings that are built unasked: they pause, and it begins", async ({ page, url }) => {
  const endings = { game: "morris", men: 6, distances: true, part: 0.1, seconds_left: 50, bytes: 0, memory_needed: 1e9, problem: null };
  const whole = solution({ offers: [VALUES, DISTANCES] });
  // The page is drawn before the endings are begun, as on a first start.
  let now = whole;
  /** @type {string[]} */
  const asked = [];
  await tables(page, () => now);
  await page.route(/\/api\/tables\/\d/, (route) => {
    const path = new URL(route.request().url()).pathname;
    asked.push(path);
    if (path === "/api/tables/6/pause") now = { ...whole, tables: [...whole.tables, { ...endings, state: "paused" }] };
    if (path === "/api/tables/9/build") now = solution({ state: "building", part: 0, seconds_left: 240, offers: [VALUES, DISTANCES] });
    return route.fulfill({ json: now });
  });
  await page.goto(`${url}/explore?game=morris`);
  const box = page.locator(".solution");
  await waitForText(box.locator("#solution-price"), "about 4 minutes, 950 MB, once");
  now = { ...whole, tables: [...whole.tables, { ...endings, state: "building" }] };
  await box.getByRole("button", { name: "Build the complete solution" }).click();
  await waitForAttribute(box.getByRole("progressbar"), "aria-valuetext", "0 %, 4 minutes left");
  assert.deepEqual(asked, ["/api/tables/6/pause", "/api/tables/9/build"]);
  await waitForCount(box.getByRole("button", { name: "Build the complete solution" }), 0);
});

pageTest("distances that are half built are gone on with, not begun", async ({ page, url }) => {
  await tables(page, () => solution({ state: "done", bytes: 1.4e9, offers: [{ ...DISTANCES, begun: true }] }));
  await page.goto(`${url}/explore?game=morris`);
  await page.locator(".solution").getByRole("button", { name: "Resume" }).waitFor();
  await waitForText(page.locator("#solution-about"), /^Paused: 1\.4 GB of it are saved/);
});

pageTest("where memory is short the offer says so and begins nothing", async ({ page, url }) => {
  await tables(page, () => ({ ...solution({ offers: [VALUES, DISTANCES] }), memory_free: 2e9 }));
  await page.goto(`${url}/explore?game=morris`);
  const button = page.locator(".solution .button");
  await waitForAttribute(button, "aria-disabled", "true");
  await waitForText(page.locator("#solution-about"), /It needs 4\.2 GB of memory while it works; 2 GB are free\.$/);
});

pageTest("a click builds for real: a process that tells how far it is, pauses, goes on after a reload, and leaves nothing behind when it is deleted", async ({ page, url }) => {
  const state = async () => (await (await fetch(`${url}/api/tables`)).json()).tables.find((/** @type {any} */ set) => set.men === 9);
  await page.goto(`${url}/explore?game=morris`);
  const box = page.locator(".solution");
  const build = box.getByRole("button", { name: "Build the complete solution" });
  await build.waitFor();
  const { memory_free: free } = await (await fetch(`${url}/api/tables`)).json();
  if (free !== null && free < (await state()).offers[0].memory) {
    // On a small machine it is said why not.
    await waitForText(box.locator("#solution-about"), /memory/);
    return;
  }
  await build.click();
  await box.getByRole("progressbar").waitFor();
  // What is finished stays: the first tables take a moment, the last ones minutes.
  while ((await state()).bytes === 0) await page.waitForTimeout(100);
  const resume = box.getByRole("button", { name: "Resume" });
  const pause = async () => {
    await box.getByRole("button", { name: "Pause" }).click();
    // It works behind everybody else, and so it also ends.
    while ((await state()).state !== "paused") await page.waitForTimeout(100);
    await resume.waitFor();
  };
  await pause();
  await waitForText(box.locator("#solution-about"), /^Paused: /);
  await page.reload();
  await resume.click();
  await box.getByRole("progressbar").waitFor();
  await pause();
  await box.getByRole("button", { name: "Delete it" }).click();
  await page.locator("dialog").getByRole("button", { name: "Delete it" }).click();
  await build.waitFor();
  const deleted = await state();
  assert.deepEqual([deleted.state, deleted.bytes], ["none", 0]);
});

pageTest("a game whose tables can be built has the offer, another has none", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=morris`);
  await page.locator(".solution").waitFor();
  await page.goto(`${url}/explore?game=mnk:3,3,3`);
  await page.locator(".explored").waitFor();
  await waitForCount(page.locator(".solution"), 0);
});

for (const [game, moves, unit] of [
  ["369:6", "3,3", /^[WDL]?\s*(wins|loses) by \d+ points?$|draw|^\d+ %$/],
  ["9tka:4", "0,1 0,2", /^(\w+\d+)+$|%|\d/],
  ["mnk:15,15,5", "8,8 9,9", /^(at most )?\d+ %$|wins in/],
  ["connect4", "4 4", /wins|loses|draw|%/],
]) {
  pageTest(`values on the board and in rows, at most eight, never over a piece: ${game}`, async ({ page, url }) => {
    await page.goto(`${url}/explore?${new URLSearchParams({ game: String(game), moves: String(moves) })}`);
    await waitForTexts(rows(page).locator("td:nth-child(2)"), (texts) => {
      assert.ok(texts.length > 0 && texts.length <= 12);
      for (const text of texts) assert.match(text, /** @type {RegExp} */ (unit));
    });
    await waitForTexts(page.locator(".overlay .badge-number"), (texts) => assert.ok(texts.length <= 8, String(texts)));
  });
}

pageTest("with three players each move tells everybody's share", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=9tka:3`);
  await waitForCount(rows(page).first().locator(".everybody .token"), 3);
  await waitForText(page.locator(".detail"), /^Chances: Yellow \d+ %, Blue \d+ %, Orange \d+ %/);
});

pageTest("no sideways scrolling on phones, and all actions within reach", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=morris&moves=${encodeURIComponent("a7 f6 d5 b4 d7 f4 d6xf4 e5")}`);
  await page.locator(".explored tbody tr").first().waitFor();
  assert.deepEqual(await crowded(page, { width: 390, height: 844 }), []);
  assert.deepEqual(await crowded(page, { width: 320, height: 640 }), []);
  await click(page, "g7");
}, PHONE);

/** What is said of a place. @param {import("playwright-core").Locator} place @param {string} name */
const attribute = (place, name) => place.evaluate((one, key) => one.getAttribute(key) ?? "", name);

pageTest("why a board is a draw: pairs are drawn, every click is answered, and one walks on", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=mnk:5,5,5`);
  await waitForText(page.locator("#status"), "X to move draws");
  await page.getByRole("button", { name: /Why is this a draw/ }).click();
  await waitForCount(page.locator(".overlay .pair"), 24);
  // By letter, colour and outline, and for whoever hears the page.
  await waitForAttribute(page.locator('[data-name="1,3"]'), "aria-label", /pair A/);
  await waitForTexts(page.locator(".pair-letter"), (letters) => {
    assert.equal(new Set(letters).size, 12);
    assert.ok(letters.every((letter) => letters.filter((one) => one === letter).length === 2), letters.join());
  });
  const pair = (/pair \w+/.exec(await attribute(page.locator('[data-name="3,3"]'), "aria-label")) ?? [""])[0];
  assert.ok(pair, "the middle belongs to a pair");
  const partner = await attribute(page.locator(`[aria-label*="${pair}"]:not([data-name="3,3"])`), "data-name");
  await page.locator('[data-name="3,3"]').hover();
  await page.locator(".arrow.line").first().waitFor();
  await click(page, "3,3");
  await addressOf(page, (address) => address.searchParams.get("moves") === `3,3 ${partner}`);
  await waitForText(page.locator(".why"), new RegExp(`X played 3,3, O answered ${partner}`));
  await waitForCount(page.locator(".overlay .pair"), 22);
  // To the last cell, whatever X tries: never a line.
  for (let free = 23; free > 1; free -= 2) {
    const cell = await attribute(page.locator(".site.can-put").first(), "data-name");
    await click(page, cell);
    await waitForCount(page.locator(".drawing .piece"), 27 - free);
  }
  await page.locator(".site.can-put").first().click();
  await waitForText(page.locator("#status"), /draw/i);
  await page.getByRole("button", { name: "Back to the values" }).click();
  await page.locator(".why").waitFor({ state: "detached" });
});

pageTest("an answer to every move where pairs are not enough, by keys, on a phone and in German", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=mnk:4,4,4`);
  await page.getByRole("button", { name: /Warum ist das remis/ }).click();
  await waitForText(page.locator(".why"), /hat auf jeden Zug eine Antwort/);
  await click(page, "2,2");
  await waitForCount(page.locator(".drawing .piece"), 2);
  await waitForText(page.locator(".why"), /X spielte 2,2, O antwortete/);
  await page.locator(".pair").first().waitFor();
  await page.getByRole("button", { name: "O kann nicht gewinnen" }).click();
  await waitForText(page.locator(".why"), /O/);
  assert.deepEqual(await crowded(page, { width: 320, height: 640 }), []);
  await page.keyboard.press("w");
  await page.locator(".why").waitFor({ state: "detached" });
}, { ...PHONE, locale: "de-DE" });

pageTest("the empty 7,7,5 and 8,6,5 are told as draws, with a reason", async ({ page, url }) => {
  for (const game of ["mnk:7,7,5", "mnk:8,6,5"]) {
    await page.goto(`${url}/explore?game=${game}`);
    await waitForText(page.locator("#status"), "X to move draws");
    await page.getByRole("button", { name: /Why is this a draw/ }).waitFor();
  }
});

pageTest("a draw whose reason takes longer says where to ask", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=mnk:8,8,5`);
  await waitForText(page.locator("#status"), "X to move draws");
  await waitForText(page.locator("p[role=status] code"), "ninefold solve mnk:8,8,5 --why");
});

pageTest("a draw in the middle of a game has a reason for either player", async ({ page, url }) => {
  await page.goto(`${url}/explore?game=mnk:7,7,5&moves=4,4`);
  await waitForText(page.locator("#status"), "O to move draws");
  await page.getByRole("button", { name: /Why is this a draw/ }).click();
  // X moved first: O, who is on turn, holds him with a stone and then by pairs or answers.
  await page.getByRole("button", { name: "X cannot win" }).click();
  await waitForText(page.locator(".why"), /X cannot win/);
  await page.locator(".why .button.primary").click();
  await waitForCount(page.locator(".drawing .piece"), 2);
  // The other question is answered as well.
  await page.goto(`${url}/explore?game=mnk:7,7,5&moves=4,4`);
  await page.getByRole("button", { name: /Why is this a draw/ }).click();
  await page.getByRole("button", { name: "O cannot win" }).click();
  await page.locator(".pair, .why p[role=status]").first().waitFor();
});

/** Six men a side in the place of nine: built for real, by the same builder, in a fraction of the time. */
const SMALL = 6;

pageTest("a build that comes to its end makes values exact by itself", async ({ page, url }) => {
  await page.route(/\/api\/tables\/9\//, (route) => route.continue({ url: route.request().url().replace("/tables/9/", `/tables/${SMALL}/`) }));
  await page.route(/\/api\/tables\?/, async (route) => {
    const answer = await route.fetch();
    const told = await answer.json();
    const whole = told.tables.find((/** @type {any} */ set) => set.men === 9);
    const small = told.tables.find((/** @type {any} */ set) => set.men === SMALL);
    const done = small?.state === "done";
    await route.fulfill({ json: { ...told, memory_free: 20e9, tables: [small ? { ...small, men: 9, offers: done ? [] : [VALUES] } : { ...whole, offers: [VALUES] }] } });
  });
  const position = encodeURIComponent("w.b/.w./b.w/.bw.wb/.b./w.b/... w 0,0 50,10");
  await page.goto(`${url}/explore?game=morris&position=${position}`);
  await page.locator(".explored tbody tr").first().waitFor();
  await page.locator(".proof:not(.exact)").waitFor();
  await page.getByRole("button", { name: "Build the complete solution" }).click();
  const bar = page.getByRole("progressbar");
  await bar.waitFor();
  // The page asks again by itself.
  const ended = await bar.waitFor({ state: "detached", timeout: 90_000 }).then(() => true, () => false);
  if (!ended) {
    // It works behind everybody else, and somebody keeps this machine busy: the terminal goes on where it was paused.
    await page.getByRole("button", { name: "Pause" }).click();
    await bar.waitFor({ state: "detached", timeout: 150_000 });
    execFileSync(BINARY, ["tables", "build", "morris", "--men", String(SMALL), "--data", data]);
    await page.reload();
  }
  await page.locator(".proof.exact").waitFor({ timeout: 60_000 });
  await waitForText(page.locator("#status"), "White to move draws");
});

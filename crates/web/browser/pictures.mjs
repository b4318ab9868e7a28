// The pictures of the page: the real one, with real games, into docs/pictures. Whoever gives names gets those alone.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { click, clickMove, launch, newGame, open, site, waitForMoves } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

const OUT = join(dirname(fileURLToPath(import.meta.url)), "../../../docs/pictures");
mkdirSync(OUT, { recursive: true });
const WANTED = process.argv.slice(2);

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 };

const server = await serve();
const browser = await launch();

/** @param {string} name @param {string} path @param {import("playwright-core").BrowserContextOptions} options @param {(page: import("playwright-core").Page) => Promise<void>} [act] */
async function picture(name, path, options, act = async () => {}) {
  if (WANTED.length > 0 && !WANTED.includes(name)) return;
  const { page, context } = await open(browser, server.url, options);
  await page.goto(server.url + path);
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await page.waitForTimeout(700);
  await act(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(OUT, `${name}.png`) });
  await context.close();
  console.log(`docs/pictures/${name}.png`);
}

/** White closes a mill with d7-d6 and may take a man. */
const MORRIS = ".wb/w.w/..b/b..w.w/bbb/.w./w.b w 0,0";
const GOMOKU = ["8,8", "7,8", "7,9", "9,7", "9,9", "8,9", "6,8", "10,10", "7,7", "8,7", "5,7", "7,10", "8,10", "6,9", "9,8"];
try {
  const morris = await newGame(server.url, { game: "morris", seats: ["human", "level:6"], position: MORRIS, seed: 6 });
  const gomoku = await newGame(server.url, { game: "gomoku", seats: ["human", "human"], names: ["Ada", "Grace"], moves: GOMOKU });
  const row = await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "1,2", "2,2", "3,3", "3,1", "2,1", "1,3"] });
  await newGame(server.url, { game: "369:6", seats: ["human", "level:4"] });

  await picture("home", "/", DESKTOP);
  const take = async (/** @type {import("playwright-core").Page} */ page) => {
    await page.keyboard.press("v");
    await page.locator(".overlay .badge").first().waitFor();
    await click(page, "d7", "d6");
    await page.locator(".take-ring").first().waitFor();
    await page.mouse.move(0, 0);
  };
  await picture("morris", `/game/${morris.id}`, DESKTOP, take);
  await picture("morris-phone", `/game/${morris.id}`, { ...PHONE, colorScheme: "dark" }, take);
  await picture("gomoku", `/game/${gomoku.id}`, DESKTOP);
  const stones = encodeURIComponent("xxxx../xxx.../xxx.../..xxx./....../...... 7-5 2");
  await picture("369", `/spot?game=369:6&position=${stones}`, { ...DESKTOP, colorScheme: "dark" }, async (page) => {
    await page.getByRole("button", { name: "H2", exact: true }).click();
    await page.locator(".weight.choice").waitFor();
    await site(page, "6,4").hover();
  });
  const counters = encodeURIComponent("04010330230/00430000042/30500521000/20000005300/00000000011/04500005200/40000053000/00003510000/02500010504/11004000200/02204401030 2");
  await picture("9tka", `/spot?game=9tka:4&position=${counters}`, DESKTOP, async (page) => {
    await page.locator(".can-lift").first().hover();
  });
  await picture("values", "/spot?game=mnk:3,3,3", DESKTOP, async (page) => {
    await page.keyboard.press("v");
    await page.locator(".overlay .verdict").nth(8).waitFor();
    await click(page, "1,1");
    await waitForMoves(page, 1);
    await page.locator(".overlay .verdict.l").nth(6).waitFor();
  });
  await picture("review", `/game/${row.id}/review`, DESKTOP, async (page) => {
    await page.locator(".reviewed .now").waitFor();
  });
  const middle = encodeURIComponent("101/200/012 2");
  await picture("tree", `/spot?game=mnk:3,3,3&position=${middle}&tree=alphabeta&depth=3`, { viewport: { width: 1280, height: 960 } }, async (page) => {
    await page.locator("svg.tree").waitFor();
  });
  await picture("result", `/game/${row.id}`, DESKTOP, async (page) => {
    await page.locator(".endings").waitFor();
  });
  // A wrong click after the mill was closed: what is wrong, and what would do.
  await picture("lesson", "/learn/morris?step=4", DESKTOP, async (page) => {
    await click(page, "d6", "d2");
    await page.locator(".lesson-try").waitFor();
  });
  const { puzzles } = await (await fetch(`${server.url}/api/puzzles`)).json();
  const { id } = puzzles.find((/** @type {any} */ one) => one.game.startsWith("morris") && one.themes.includes("two threats") && one.themes.includes("moving"));
  const read = async (/** @type {string} */ path) => (await fetch(server.url + path)).json();
  const { game, position } = await read(`/api/puzzles/${id}`);
  const { solution } = await read(`/api/puzzles/${id}/solution`);
  const { view } = await read(`/api/spot?${new URLSearchParams({ game, position })}`);
  await picture("puzzle", `/puzzles/${id}`, DESKTOP, async (page) => {
    await page.locator(".drawing.active").waitFor();
    await clickMove(page, view, solution);
    await page.locator(".others .right").waitFor();
  });
  await picture("explorer", "/explore?game=connect4&moves=4%204", DESKTOP, async (page) => {
    await page.locator(".explored tbody tr").nth(2).waitFor();
    await page.locator(".overlay > g").first().waitFor();
  });
  // Why 5,5,5 is a draw: twelve pairs of cells.
  await picture("why", "/explore?game=mnk:5,5,5", DESKTOP, async (page) => {
    await page.getByRole("button", { name: /Why is this a draw/ }).click();
    await page.locator(".overlay .pair").nth(23).waitFor();
    await page.mouse.move(0, 0);
  });
  await picture("editor", `/editor?game=morris&position=${encodeURIComponent(MORRIS)}`, DESKTOP, async (page) => {
    await page.locator(".editor-board .piece").first().waitFor();
  });
  await picture("analysis", `/game/${gomoku.id}/analyse?ply=8`, DESKTOP, async (page) => {
    await page.locator(".tree-text .now").waitFor();
    await page.keyboard.press("a");
    await page.locator(".lines .line-moves").nth(2).waitFor();
  });
  await picture("sideways", `/game/${morris.id}`, { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 });
} finally {
  await browser.close();
  await server.stop();
}

// How quick the page is, on the real server: first paint, weight, and a human's move on screen while the engine thinks.
import { launch, newGame, open, site, waitForMoves } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

const ROUNDS = Number(process.env.ROUNDS ?? 15);

/** @param {number[]} numbers @param {number} part */
const quantile = (numbers, part) => [...numbers].sort((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(part * numbers.length))];

const server = await serve();
const browser = await launch();

/** Time to first contentful paint and bytes of a first visit. @param {string} path */
async function firstVisit(path) {
  const paints = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, context } = await open(browser, server.url);
    /** @type {Promise<Buffer>[]} */
    const bodies = [];
    page.on("response", (response) => {
      if (!new URL(response.url()).pathname.startsWith("/api/")) bodies.push(response.body());
    });
    await page.goto(server.url + path);
    await page.locator("main h1").first().waitFor({ state: "attached" });
    await page.waitForTimeout(300);
    bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN));
    await context.close();
  }
  return { path, "first contentful paint, median ms": Math.round(quantile(paints, 0.5)), "worst ms": Math.round(quantile(paints, 1)), "files, KB": Number((bytes / 1000).toFixed(1)) };
}

/** From the click to the stone in the drawing, and to the server's answer in the list of moves, while an engine is busy with another game. */
async function moves() {
  const busy = await newGame(server.url, { game: "mnk:15,15,5", seats: ["best:time=60s", "best:time=60s"] });
  const { page, context } = await open(browser, server.url);
  /** @type {number[]} */
  const drawn = [];
  /** @type {number[]} */
  const kept = [];
  const cells = ["8,8", "1,1", "8,9", "1,3", "9,8", "1,5", "9,10", "1,7", "6,6", "1,9", "5,12", "1,11", "12,5", "1,13", "12,12", "15,1"];
  const game = await newGame(server.url, { game: "mnk:15,15,5", seats: ["human", "human"] });
  await page.goto(`${server.url}/game/${game.id}`);
  await page.locator(".drawing").waitFor();
  for (const [ply, name] of cells.entries()) {
    await page.evaluate((wanted) => {
      const scope = /** @type {any} */ (globalThis);
      const pieces = document.querySelectorAll(".drawing .piece").length;
      scope.times = {};
      const seen = new MutationObserver(() => {
        const now = performance.now();
        if (!scope.times.drawn && document.querySelectorAll(".drawing .piece").length > pieces) requestAnimationFrame(() => (scope.times.drawn = performance.now()));
        if (!scope.times.kept && document.querySelectorAll(".move-row button.move").length >= wanted) {
          scope.times.kept = now;
          seen.disconnect();
        }
      });
      seen.observe(document.body, { subtree: true, childList: true });
      addEventListener("pointerup", () => (scope.times.start = performance.now()), { once: true, capture: true });
    }, ply + 1);
    await site(page, name).click();
    await waitForMoves(page, ply + 1);
    await page.waitForFunction(() => /** @type {any} */ (globalThis).times.drawn && /** @type {any} */ (globalThis).times.kept);
    const times = await page.evaluate(() => /** @type {any} */ (globalThis).times);
    drawn.push(times.drawn - times.start);
    kept.push(times.kept - times.start);
  }
  await context.close();
  await fetch(`${server.url}/api/games/${busy.id}`, { method: "DELETE", headers: { origin: server.url } });
  return {
    "click to the stone on screen, median ms": Math.round(quantile(drawn, 0.5)),
    "worst ms": Math.round(quantile(drawn, 1)),
    "click to the server's answer on screen, median ms": Math.round(quantile(kept, 0.5)),
    "its worst ms": Math.round(quantile(kept, 1)),
    moves: drawn.length,
  };
}

try {
  const table = await newGame(server.url, { game: "morris", seats: ["human", "human"] });
  for (const path of ["/", `/game/${table.id}`]) console.log(JSON.stringify(await firstVisit(path)));
  console.log(JSON.stringify(await moves()));
} finally {
  await browser.close();
  await server.stop();
}

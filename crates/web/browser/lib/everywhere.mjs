// One address of every kind of page, with games to show.
import { newGame, post } from "./page.mjs";

/** @param {string} url of the server @returns {Promise<Record<string, string>>} */
export async function everyPage(url) {
  const going = await newGame(url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4", "b4", "d2"] });
  const counters = await newGame(url, { game: "9tka:4", seats: ["human", "human", "human", "human"], seed: 7, moves: ["0,1", "0,2", "0,3"] });
  const stones = await newGame(url, { game: "mnk:15,15,5", seats: ["human", "human"], moves: ["8,8", "9,9"] });
  const over = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,1", "1,2", "2,2", "1,3"] });
  const run = await post(url, "/api/runs", { game: "mnk:3,3,3", players: ["random", "level:1", "level:2"], games: 4 });
  const study = await post(url, "/api/studies", { name: "Ada", plan: [{ game: "9tka:2", games: 5, opponent: "maxn" }] });
  return {
    home: "/",
    setup: "/?new=9tka",
    morris: `/game/${going.id}`,
    "9tka": `/game/${counters.id}`,
    gomoku: `/game/${stones.id}`,
    over: `/game/${over.id}`,
    review: `/game/${over.id}/review`,
    369: `/spot?game=369:6&position=${encodeURIComponent("xxxx../xxx.../xxx.../..xxx./....../...... 9-5 2")}`,
    editor: "/editor",
    games: "/games",
    rules: "/rules/morris",
    about: "/about",
    lab: "/lab",
    study: "/study",
    run: `/lab/${run.id}`,
    plan: `/study/${study.id}`,
    tree: "/spot?game=mnk:2,2,2&tree=alphabeta&depth=4",
  };
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Goes to a page and waits until it is drawn. @param {import("playwright-core").Page} page @param {string} address */
export async function visit(page, address) {
  await page.goto(address);
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await page.waitForTimeout(150);
}

/** By how many pixels a page is too wide. @param {import("playwright-core").Page} page */
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

// One address of every kind of page, with games to show.
import { change, newGame, post } from "./page.mjs";

/** @typedef {{ path: string, shows: string[] }} Place `shows`: what is there when the page is drawn, as selectors */

/** @param {string} url of the server @returns {Promise<Record<string, Place>>} */
export async function everyPage(url) {
  const going = await newGame(url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4", "b4", "d2"] });
  const counters = await newGame(url, { game: "9tka:4", seats: ["human", "human", "human", "human"], seed: 7, moves: ["0,1", "0,2", "0,3"] });
  const stones = await newGame(url, { game: "mnk:15,15,5", seats: ["human", "human"], moves: ["8,8", "9,9"] });
  const over = await newGame(url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,1", "1,2", "2,2", "1,3"] });
  const run = await post(url, "/api/runs", { game: "mnk:3,3,3", players: ["random", "level:1", "level:2"], games: 4 });
  const study = await post(url, "/api/studies", { name: "Ada", plan: [{ game: "9tka:2", games: 5, opponent: "maxn" }] });
  const second = await post(url, "/api/runs", { game: "mnk:3,3,3", players: ["random", "level:1", "level:2"], games: 4, seed: 2 });
  const counted = await post(url, `/api/studies/${study.id}/next`, {});
  const lost = await newGame(url, { game: "morris", seats: ["human", "level:1"] });
  await change(url, `/api/games/${lost.id}/resign`, { seat: 1 });
  const league = await post(url, "/api/leagues", { name: "Class 9b", game: "morris", games: 400 });
  const beaver = await post(url, `/api/leagues/${league.id}/join`, { name: "Beaver", as: "bot" });
  const studied = await post(url, "/api/classes", { name: "Class 9b", plan: [{ game: "mnk:3,3,3", games: 2, opponent: "random" }] });
  const cookie = (await fetch(`${url}/join/${studied.code}`)).headers.getSetCookie().find((one) => one.startsWith("ninefold_guest=")) ?? "";
  const pupil = async (/** @type {string} */ path, /** @type {object} */ body) =>
    (await fetch(url + path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", cookie: cookie.split(";")[0] } })).json();
  const joined = await pupil(`/api/invitations/${studied.code}/accept`, { name: "Ben" });
  const played = await pupil(`/api/studies/${joined.study}/next`, {});
  await pupil(`/api/games/${played.id}/resign`, { seat: 1 });
  await pupil(`/api/studies/${joined.study}/next`, {});
  const stones369 = encodeURIComponent("xxxx../xxx.../xxx.../..xxx./....../...... 7-5 2");
  const board = [".drawing .piece"];
  return {
    home: { path: "/", shows: [".card:nth-child(4) .mini", ".continue .mini", ".day-row", ".game-rows li", ".home-run"] },
    setup: { path: "/?new=9tka", shows: [".stop.here", ".setup-board .mini"] },
    morris: { path: `/game/${going.id}`, shows: board },
    "9tka": { path: `/game/${counters.id}`, shows: board },
    gomoku: { path: `/game/${stones.id}`, shows: board },
    over: { path: `/game/${over.id}`, shows: [...board, ".endings"] },
    review: { path: `/game/${over.id}/review`, shows: [...board, ".review-players", ".reviewed .now", ".advice .proof", ".graph"] },
    369: { path: `/spot?game=369:6&position=${stones369}`, shows: board },
    explore: { path: "/explore?game=morris&moves=a7%20f6", shows: [".drawing .piece", ".explored tbody tr", ".solution", ".overlay > g"] },
    analyse: { path: `/game/${going.id}/analyse?ply=2`, shows: [...board, ".tree-text .now", "#note"] },
    puzzle: { path: "/puzzles", shows: [...board, ".standing", ".puzzle-filters"] },
    ownPuzzle: { path: "/puzzles?game=mnk:3,3,3&position=110/220/000%201", shows: [...board, "#status"] },
    editor: { path: "/editor", shows: [".drawing", ".palette .choice"] },
    games: { path: "/games", shows: [".game-rows li", "#family option + option", ".own-table tbody", ".own-graph .course"] },
    rules: { path: "/rules/morris", shows: [".prose h1", ".rule-picture .mini"] },
    counters: { path: "/rules/9tka", shows: [".prose h1", ".rule-picture .mini"] },
    learn: { path: "/learn", shows: [".card .mini"] },
    lesson: { path: "/learn/morris?step=4", shows: [".drawing .piece", ".task.now"] },
    about: { path: "/about", shows: [".prose table td"] },
    lab: { path: "/lab", shows: [".run-rows li", ".entrants li"] },
    compared: { path: `/lab?compare=${run.id},${second.id}`, shows: [".compare tbody tr"] },
    counted: { path: `/game/${counted.id}`, shows: [".drawing", ".counted-note"] },
    embed: { path: `/embed/${going.id}`, shows: [".embed-board .piece"] },
    worksheet: { path: "/worksheet", shows: [".sheet-tasks li:nth-child(6) .sheet-board", ".sheet-answers li"] },
    positions: { path: "/worksheet?kind=positions&game=9tka", shows: [".sheet-board .piece"] },
    "tree to fill in": { path: "/worksheet?kind=tree&game=mnk:2,2,2&depth=3", shows: [".sheet svg.tree"] },
    study: { path: "/study", shows: [".results tbody .sum"] },
    run: { path: `/lab/${run.id}`, shows: [".standings .interval-dot", ".latest tbody tr:nth-child(8)"] },
    plan: { path: `/study/${study.id}`, shows: ["tbody .sum"] },
    class: { path: "/class", shows: [".game-rows li", ".new-league select"] },
    league: { path: `/class/${league.id}`, shows: [".league-table tbody tr:nth-child(4)", ".big-code", ".league-phases [aria-current]"] },
    "league, led": { path: `/class/${league.id}?view=manage`, shows: [".manage tbody tr:nth-child(4)", ".new-cup"] },
    "league, games": { path: `/class/${league.id}?view=games`, shows: [".league-games"] },
    student: { path: `/class/${league.id}/${beaver.number}`, shows: [".figures", ".baselines tbody tr"] },
    "class that studies": { path: `/study/class/${studied.id}`, shows: [".class-done", ".class-now", ".box.warning", "tbody .sum"] },
    tree: { path: "/spot?game=mnk:2,2,2&tree=alphabeta&depth=4", shows: ["svg.tree"] },
  };
}

/** A phone that lies on its side. */
export const LYING = { viewport: { width: 844, height: 390 }, hasTouch: true };
/** The narrowest screen with board and panel side by side. */
export const NARROW = { viewport: { width: 1024, height: 768 } };
export const WIDE = { viewport: { width: 1920, height: 1080 } };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };
export const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Goes to a page and waits until it is drawn and nothing on it moves. @param {import("playwright-core").Page} page @param {string} url of the server @param {Place} place */
export async function visit(page, url, { path, shows }) {
  await page.goto(url + path);
  for (const sign of ["main h1", ...shows]) await page.locator(sign).first().waitFor({ state: "attached" });
  await settle(page);
}

/** Waits until nothing moves any more. @param {import("playwright-core").Page} page */
const settle = (page) => page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));

/** What does not fit on such a screen, as sentences: nothing is wider than it, no seat, button or coordinate passes its edge, no title runs under the menu. @param {import("playwright-core").Page} page @param {{ width: number, height: number }} viewport @returns {Promise<string[]>} */
export async function crowded(page, viewport) {
  await page.setViewportSize(viewport);
  await page.waitForFunction((width) => innerWidth === width, viewport.width);
  // A board is drawn anew in the frame after the one that measures it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)))));
  await settle(page);
  return page.evaluate(() => {
    scrollTo(0, 0);
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} pixels too wide`] : [];
    const boxes = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    // Some lists scroll sideways within themselves; these never do.
    for (const selector of [".seat", ".actions", ".lesson-foot", ".drawing .coordinates text"]) {
      const out = boxes(selector).filter(({ left, right }) => left < -1 || right > innerWidth + 1);
      if (out.length > 0) found.push(`${selector} from ${Math.round(out[0].left)} to ${Math.round(out[0].right)}`);
    }
    const [title] = boxes(".crumb span");
    const [nav] = boxes(".top nav");
    if (title && nav && title.right > nav.left && title.left < nav.right) found.push(`the title ends at ${Math.round(title.right)}, the menu begins at ${Math.round(nav.left)}`);
    // Where the screen is low, the whole board and its buttons are in sight without scrolling.
    if (innerHeight <= 540 && innerWidth > 560 && !document.querySelector(".embed")) {
      for (const selector of [".drawing .coordinates text", ".actions", ".lesson-foot"]) {
        const low = boxes(selector).filter(({ bottom }) => bottom > innerHeight + 1);
        if (low.length > 0) found.push(`${selector} ends at ${Math.round(low[0].bottom)}`);
      }
    }
    return found;
  });
}

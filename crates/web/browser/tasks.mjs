// Twenty everyday tasks, done as a person would: how many clicks each takes, and how long until the page shows what was wanted. Writes docs/page.md.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, newGame, open, post, site } from "./lib/page.mjs";
import { serve } from "./lib/server.mjs";

const OUT = join(dirname(fileURLToPath(import.meta.url)), "../../../docs/page.md");
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** How often each is done; the middle one counts. */
const TIMES = 3;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {{ page: Page, hit: (place: Locator) => Promise<void>, role: (role: any, name: string | RegExp) => Locator, url: string }} Hands `hit`: a click that is counted */

const server = await serve();
const browser = await launch();

/** A game that one has finished. @param {string} game @param {string[]} seats */
async function finished(game, seats) {
  const { id } = await newGame(server.url, { game, seats });
  await fetch(`${server.url}/api/games/${id}/resign`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ seat: 1 }) });
  return id;
}

const over = (await newGame(server.url, { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,1", "1,2", "2,2", "1,3"] })).id;
const going = async () => `/game/${(await newGame(server.url, { game: "morris", seats: ["human", "human"], moves: ["d6", "f4", "b4", "d2"] })).id}`;
await finished("morris", ["human", "level:1"]);
await post(server.url, "/api/studies", { name: "Grace", plan: [{ game: "mnk:3,3,3", games: 2, opponent: "level:1" }] });

/** What is wanted, where it begins, and how it is done. @type {[string, () => Promise<string>, (hands: Hands) => Promise<any>, object?][]} */
const TASKS = [
  ["The first move of a game, from the start page, on a phone", async () => "/", async ({ page, hit, role }) => {
    await hit(role("button", /^Play: Nine Men/));
    await hit(site(page, "d6"));
    await page.locator(".piece").first().waitFor();
  }, PHONE],
  ["A puzzle, from the start page, on a phone", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", "Solve it"));
    await page.locator(".drawing.active").waitFor();
  }, PHONE],
  ["The exact value of every move, from the start page", async () => "/", async ({ page, hit, role }) => {
    await hit(role("button", /^Play: Three to five/));
    await hit(page.getByRole("switch", { name: "Values" }));
    await page.locator(".overlay .verdict").nth(8).waitFor();
  }],
  ["The first step of a lesson", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", /^Learn: Nine Men/));
    await page.locator(".drawing").waitFor();
  }],
  ["The rules of a game", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", "Rules: 9tka"));
    await page.locator(".prose h2").first().waitFor();
  }],
  ["A game as Black against level 7 with five minutes", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", /^Level, colour, clock.*: Nine Men/));
    await hit(page.locator(".stop").nth(6));
    await hit(role("button", /^Black/));
    await hit(role("button", /^5 min/));
    await hit(role("button", "Start"));
    await page.locator(".drawing").waitFor();
  }],
  ["A game for two at one screen", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", /^Two at one screen/));
    await hit(role("button", "Start"));
    await page.locator(".drawing").waitFor();
  }],
  ["Two computers to watch", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", /^Watch two computers/));
    await hit(role("button", "Start"));
    await page.locator(".piece").first().waitFor();
  }],
  ["A hint, with its reason", going, async ({ page, hit, role }) => {
    await hit(role("button", /^Hint/));
    await page.locator(".advice .why").waitFor();
  }],
  ["An analysis with its first line", going, async ({ page, hit, role }) => {
    await hit(role("button", /^Analyse/));
    await page.locator(".lines .line-moves").first().waitFor();
  }],
  ["A move taken back", going, async ({ page, hit, role }) => {
    await hit(role("button", /^Undo/));
    await page.locator(".move-row button.move").nth(2).waitFor();
  }],
  ["What went wrong in a game that is over", async () => `/game/${over}`, async ({ page, hit }) => {
    await hit(page.locator(".endings").getByRole("link", { name: "Review" }));
    await page.locator(".review-players").waitFor();
  }],
  ["A rematch", async () => `/game/${over}`, async ({ page, hit }) => {
    await hit(page.locator(".endings .primary"));
    await page.locator(".endings").waitFor({ state: "detached" });
  }],
  ["A link to a game, and a board of it for another page", async () => `/game/${over}`, async ({ page, hit, role }) => {
    await hit(page.locator(".more > summary"));
    await hit(role("button", /^Share the game/));
    await page.getByLabel("Board for another page").waitFor();
  }],
  ["A position set up and studied", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", /^Set up a position/));
    await hit(site(page, "d6"));
    await hit(role("button", /^Study it/).or(role("link", /^Study it/)).first());
    await page.locator(".stage .piece").first().waitFor();
  }],
  ["All games that were lost", async () => "/", async ({ page, hit, role }) => {
    await hit(role("link", "All games"));
    await page.locator("#result").selectOption("lost");
    await page.locator(".own-rows li").first().waitFor();
  }],
  ["Two games deleted", async () => {
    await finished("connect4", ["human", "level:1"]);
    await finished("connect4", ["human", "level:1"]);
    return "/games";
  }, async ({ page, hit, role }) => {
    await hit(page.locator(".own-rows input").nth(0));
    await hit(page.locator(".own-rows input").nth(1));
    await hit(role("button", "Delete"));
    await hit(page.locator("dialog").getByRole("button", { name: "Delete" }));
    await page.locator("dialog").waitFor({ state: "detached" });
  }],
  ["A tournament of three computers", async () => "/", async ({ page, hit, role }) => {
    await hit(page.locator("nav").getByRole("link", { name: "Laboratory" }));
    await hit(role("button", "Start"));
    await page.locator(".run-progress").waitFor();
  }],
  ["A search tree on the wall", async () => "/study", async ({ page, hit, role }) => {
    await hit(role("link", /^Search tree/));
    await hit(role("button", /^Projector/));
    await page.locator("svg.tree").waitFor();
  }],
  ["A worksheet with six puzzles, ready to print", async () => "/study", async ({ page, hit, role }) => {
    await hit(role("link", /^Worksheet/));
    await page.locator(".sheet-tasks .sheet-board").nth(5).waitFor();
  }],
];

/** @param {typeof TASKS[number]} task */
async function measured([, place, act, options = {}]) {
  const { page, context } = await open(browser, server.url, { viewport: { width: 1280, height: 800 }, ...options });
  await page.goto(server.url + (await place()));
  await page.locator("main h1").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  let clicks = 0;
  const touch = "hasTouch" in options;
  const hit = async (/** @type {Locator} */ target) => {
    clicks += 1;
    await (touch ? target.tap() : target.click());
  };
  const begun = performance.now();
  await act({ page, hit, url: server.url, role: (role, name) => page.getByRole(role, { name, exact: typeof name === "string" }) });
  const seconds = (performance.now() - begun) / 1000;
  await context.close();
  return { clicks, seconds };
}

const rows = [];
try {
  for (const task of TASKS) {
    const runs = [];
    for (let time = 0; time < TIMES; time += 1) runs.push(await measured(task));
    const seconds = runs.map((run) => run.seconds).sort((one, other) => one - other)[Math.floor(TIMES / 2)];
    rows.push(`| ${rows.length + 1} | ${task[0]} | ${runs[0].clicks} | ${seconds.toFixed(1)} |`);
    console.log(rows.at(-1));
  }
} finally {
  await browser.close();
  await server.stop();
}

writeFileSync(
  OUT,
  `# What everyday tasks take

Twenty tasks, each done ${TIMES} times in headless Chromium on one machine with the server; the page it begins on is loaded already. Clicks are taps and clicks
of the mouse, a choice from a list not counted; seconds run from the first click until the page shows what was wanted, the middle
of the ${TIMES}. The numbers below come from two cores with other work beside it. This page is written by

\`\`\`sh
cargo build --release
crates/web/browser/tasks target/release/ninefold
\`\`\`

| | task | clicks | seconds |
|---:|---|---:|---:|
${rows.join("\n")}

<img src="pictures/sideways.png" width="70%" alt="A phone held sideways: the whole board beside its words, and four buttons">

## What a first visit weighs, and what is there without the server

The start page comes in fewer than 40 answers and 185 KB on the wire, in English and in German: letters of further Latin alphabets, the boldest
font, words of other pages and the sentences of lessons come when they are wanted. Its files have addresses that change with any of them, so a reload asks
for none again. After one visit the page opens without its server, says that the server is away, and goes on when it is back; a new version replaces
the kept one only as a whole. \`crates/web/browser/offline.test.mjs\` measures and tries all of that: \`NINEFOLD_PAGE_VERSION=NAME\` gives the files of a
debug build such addresses.
`,
);
console.log("docs/page.md");

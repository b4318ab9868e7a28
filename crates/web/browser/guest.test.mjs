// Whoever came by a link or a code reads, learns and solves like the host, and is offered nothing that is refused.
import { test } from "node:test";
import { assertNoErrors, click, waitForCount, waitForText } from "./lib/page.mjs";
import { base, device, direct, nearby, token } from "./lib/suite.mjs";

nearby();

/** Asks the server as its host. @param {string} path @param {object} body @returns {Promise<any>} */
async function asHost(path, body) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token()}` };
  return (await fetch(direct() + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** A guest, whom a code has let in. */
async function guest() {
  const made = await asHost("/api/leagues", { name: "Class", game: "tictactoe" });
  const own = await device();
  await own.page.goto(`${base()}/join/${made.code}`);
  await own.page.locator("#content h1").waitFor();
  return own;
}

test("a guest learns, solves a puzzle and reads rules, and finds nothing that only the host may do", async () => {
  const { page, context, troubles } = await guest();
  await page.goto(base());
  await page.locator(".card .mini").first().waitFor();
  await page.locator(".day-row").waitFor();
  for (const [role, name] of /** @type {["link" | "button", RegExp][]} */ ([
    ["button", /^Play: /],
    ["link", /^Level, colour, clock/],
    ["link", /Laboratory/],
    ["link", /Explore/],
    ["link", /Set up a position/],
    ["link", /friend/i],
  ])) {
    await waitForCount(page.getByRole(role, { name }), 0);
  }
  // A lesson on the real board, up to what follows its first step.
  await page.goto(`${base()}/learn/morris?step=4`);
  await click(page, "d6");
  await click(page, "a4");
  await page.locator(".box.good").waitFor();
  // The first game at its end is the host's to begin.
  await page.goto(`${base()}/learn/morris?step=10`);
  await page.locator(".lesson h1").waitFor();
  await page.locator(".drawing").waitFor();
  await waitForCount(page.locator(".lesson .button.large"), 0);
  await page.goto(`${base()}/learn`);
  await waitForText(page.locator('[data-accent="morris"] .quiet'), /^All /);

  await page.goto(`${base()}/puzzles`);
  await page.locator(".drawing.active").waitFor();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.locator(".others .right").waitFor();
  await waitForCount(page.getByRole("link", { name: /Explore/ }), 0);

  await page.goto(`${base()}/rules/morris`);
  await page.locator(".rule-picture .mini").nth(5).waitFor();
  await waitForCount(page.locator(".rules-side .primary"), 0);

  await page.goto(`${base()}/games`);
  await page.locator("#family option").nth(1).waitFor({ state: "attached" });
  assertNoErrors(troubles);
  await context.close();
});

test("a guest looks back at a game that is over: its moves, values and review, and no more than that", async () => {
  const { page, context, troubles } = await guest();
  const game = await asHost("/api/games", { game: "mnk:3,3,3", seats: ["human", "human"], moves: ["1,1", "2,1", "1,2", "2,2", "1,3"] });
  const links = await asHost(`/api/games/${game.id}/invitation`, {});
  await page.goto(`${base()}/join/${links.watch.code}`);
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await page.locator(".endings").waitFor();
  await waitForCount(page.locator(".endings").getByRole("link"), 1);
  await waitForCount(page.locator(".endings").getByRole("button"), 0);
  await page.keyboard.press("m");
  const menu = page.locator(".more-list");
  await menu.getByRole("link", { name: /^Review/ }).waitFor();
  for (const name of [/New game/, /Delete/, /Explore/, /Set up/, /^Undo/, /Redo/, /tree/i, /Analysis board/]) {
    await waitForCount(menu.getByRole("link", { name }), 0);
    await waitForCount(menu.getByRole("button", { name }), 0);
  }
  await page.keyboard.press("Escape");
  // Every move that led there, with its worth, and the game move by move.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("v");
  await page.locator(".overlay > g").first().waitFor();
  await page.goto(`${base()}/game/${game.id}/review`);
  await page.locator(".review-players").waitFor();
  await page.keyboard.press("Home");
  await waitForCount(page.locator(".endings a"), 0);
  // The whole game as a position of its own is looked at, and nobody judges it.
  await page.goto(`${base()}/spot?game=mnk:3,3,3&moves=2,2`);
  await waitForText(page.locator(".counted-note"), /whoever runs this server/);
  assertNoErrors(troubles);
  await context.close();
});

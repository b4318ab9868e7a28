// A league on the page: made by the teacher, joined by bots and by a student on a phone, led to its final.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startBot } from "./lib/bot.mjs";
import { PHONE } from "./lib/everywhere.mjs";
import { addressOf, assertNoErrors, waitForCount, waitForText, waitForTexts } from "./lib/page.mjs";
import { base, device, direct, hostDevice, nearby, token } from "./lib/suite.mjs";

nearby();

test("a league from the form to the final, with a student who looks after a bot that fails", async () => {
  const host = await hostDevice();
  await host.page.getByRole("link", { name: "Class", exact: true }).click();
  await host.page.getByLabel("Name", { exact: true }).fill("Class 9b");
  await host.page.locator("#league-game").selectOption({ label: "Tic-tac-toe" });
  await host.page.getByRole("button", { name: "10 s", exact: true }).click();
  await host.page.getByRole("button", { name: "Start the league" }).click();
  await addressOf(host.page, /\/class\/\w+/);
  const [code] = await waitForTexts(host.page.locator(".big-code"), [/^\w+-\w+-\d\d$/]);
  const good = await startBot(direct(), code, "Otter", (turn) => turn.legal[0]);
  const bad = await startBot(direct(), code, "Beaver", () => {
    throw new Error("File beaver.py, line 41\nIndexError: list index out of range");
  });

  // The standings fill up, boards are shown, and what went wrong is told.
  const row = (/** @type {string} */ name) => host.page.locator(".league-table tbody tr", { hasText: name });
  await waitForTexts(row("Otter").locator("td.number").nth(1), ([games]) => assert.ok(Number(games) >= 2, games));
  await waitForText(row("Beaver").locator(".league-error"), /\d\d:\d\d.*IndexError/);
  await host.page.getByRole("link", { name: "Games", exact: true }).click();
  await host.page.getByRole("link", { name: "Review" }).first().waitFor();
  await host.page.getByRole("link", { name: "Cross table" }).click();
  await waitForCount(host.page.locator(".league-cross tbody tr"), 5);

  // The author of the bot opens its page on a phone: by the link that the bot was told, with a name.
  const student = await device(PHONE);
  const link = new URL(bad.joined.page);
  await student.page.goto(`${base()}${link.pathname}${link.hash}`);
  await student.page.getByLabel("What should the others call you?").fill("Ada");
  await student.page.getByRole("button", { name: "Enter" }).click();
  await addressOf(student.page, /\/class\/\w+\/\d+/);
  await waitForText(student.page.locator(".fault-head"), /Your bot crashed at/);
  await waitForText(student.page.locator(".traceback"), /beaver\.py, line 41\s+IndexError/);
  await waitForCount(student.page.locator(".fault .mini"), 1);
  await student.page.getByRole("button", { name: "Pause my bot" }).or(student.page.getByRole("button", { name: "Resume my bot" })).waitFor();
  // Somebody else's errors are nobody's business.
  await student.page.goto(`${base()}/class/${good.joined.league}/3`);
  await waitForText(student.page.locator("h1"), "Otter");
  await waitForCount(student.page.locator(".fault"), 0);
  await waitForCount(student.page.getByRole("button", { name: /Challenge/ }), 0);

  // The teacher renames, plays the final and ends it all.
  await host.page.getByRole("link", { name: "Manage" }).click();
  await host.page.getByRole("button", { name: "Rename Beaver" }).click();
  await host.page.getByLabel("New name of Beaver").fill("Castor");
  await host.page.getByRole("button", { name: "Save" }).click();
  await host.page.getByRole("button", { name: "Rename Castor" }).waitFor();
  await host.page.getByRole("button", { name: "knockout" }).click();
  await host.page.getByRole("switch", { name: /Computers also take part/ }).click();
  await host.page.getByRole("switch", { name: /As the final/ }).click();
  await host.page.getByRole("button", { name: "Begin the final" }).click();
  await host.page.getByRole("link", { name: "Standings", exact: true }).click();
  await waitForText(host.page.locator(".cup .box.good"), /wins\./);
  await waitForText(host.page.locator(".league-phases [aria-current]"), /Over/);
  await Promise.all([good.stop(), bad.stop()]);
  assertNoErrors(host.troubles);
  assertNoErrors(student.troubles);
  await Promise.all([host.context.close(), student.context.close()]);
});

test("a student plays in person: joins by typing the code, gets a game, and comes back to the league", async () => {
  const body = JSON.stringify({ name: "People", game: "tictactoe", baselines: ["random"], opening: 0 });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token()}` };
  const made = await (await fetch(`${direct()}/api/leagues`, { method: "POST", headers, body })).json();
  const student = await device();
  await student.page.goto(`${base()}/join/${made.code.toUpperCase()}`);
  await student.page.getByLabel("What should the others call you?").fill("Cleo");
  await student.page.getByRole("button", { name: "Enter" }).click();
  await addressOf(student.page, /\/class\/\w+$/);
  await student.page.getByLabel("Name in the league").fill("Cleo");
  await student.page.getByRole("button", { name: "Play myself" }).click();
  await addressOf(student.page, /\/game\//);
  await student.page.locator(".drawing").waitFor();
  await student.page.getByRole("button", { name: "Resign" }).click();
  await student.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await student.page.getByRole("link", { name: "To the league" }).click();
  const own = student.page.locator(".league-table tbody tr.own");
  await waitForTexts(own.locator(".won-drawn-lost span"), ["0", "0", "1"]);
  assertNoErrors(student.troubles);
  await student.context.close();
});

test("a league that has played all it was to play says so, goes on from there, and every game tells what it did to the rating", async () => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token()}` };
  const body = JSON.stringify({ name: "Short", game: "tictactoe", baselines: ["random"], opening: 0, games: 4, time: { move: 20_000 } });
  const made = await (await fetch(`${direct()}/api/leagues`, { method: "POST", headers, body })).json();
  const bot = await startBot(direct(), made.code, "Otter", (turn) => turn.legal[0]);
  const host = await hostDevice();
  await host.page.goto(`${base()}/class/${made.id}`);
  await waitForText(host.page.locator(".league-halted"), "All 4 planned games have been played. You can continue the league under Manage.");
  await host.page.goto(`${base()}/class/${made.id}/1`);
  // Wins have a plus, losses a minus.
  await waitForCount(host.page.locator(".own-games tbody tr"), 4);
  await waitForTexts(host.page.locator(".own-games tbody tr"), (rows) => {
    for (const row of rows) assert.match(row, /Won.*\+\d+$|Lost.*−\d+$|Drawn.*(±0|[+−]\d+)$/s);
  });
  await host.page.goto(`${base()}/class/${made.id}?view=manage`);
  await host.page.getByRole("button", { name: "4 more games" }).click();
  await waitForTexts(host.page.locator(".big-code"), [/./]);
  await host.page.goto(`${base()}/class/${made.id}`);
  await waitForText(host.page.locator(".league-halted"), /^All 8 planned games/);
  await bot.stop();
  assertNoErrors(host.troubles);
  await host.context.close();
});

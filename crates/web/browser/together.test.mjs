// A friend joins by a link, from another device: no token, no clipboard, no worker, a name that is not localhost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, assertNoErrors, click, eventually, hide, idOf, waitForCount, waitForInput, waitForText, waitForTitle } from "./lib/page.mjs";
import { PHONE } from "./lib/everywhere.mjs";
import { base, device, direct, hostDevice, nearby, restart, token } from "./lib/suite.mjs";

nearby();

/** Makes a game by the page and returns the link that it shows. @param {import("playwright-core").Page} page @param {string} setup */
async function inviteBy(page, setup) {
  await page.goto(base() + setup);
  await page.getByRole("button", { name: "Make the link" }).click();
  await addressOf(page, /\/game\/.*\/invite/);
  await page.locator(".qr").waitFor();
  const [link] = await waitForInput(page.locator("#play-link"), /\/join\//);
  return link;
}

/** Puts a piece once it is one's turn. @param {import("playwright-core").Page} page @param {string} name */
async function put(page, name) {
  await page.locator(`.drawing .site.can-put[data-name="${name}"]`).waitFor({ state: "attached" });
  await click(page, name);
}

/** Comes by the link. @param {import("playwright-core").Page} page @param {string} link @param {string} name */
async function join(page, link, name) {
  await page.goto(link);
  await page.getByLabel("What should the others call you?").fill(name);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await addressOf(page, /\/game\//);
}

test("two devices play a game by a link: moves, a takeback, a draw that is declined, the end and a rematch", async () => {
  const host = await hostDevice();
  const friend = await device(PHONE);
  const link = await inviteBy(host.page, "/?new=mnk&game=mnk:3,3,3&who=friend");
  assert.ok(link.startsWith(`${base()}/join/`), link);
  await join(friend.page, link, "Ada");
  // The host's page goes to the board by itself.
  await addressOf(host.page, /\/game\/[^/]+$/);
  await waitForText(host.page.locator(".presence"), /Ada: here/);
  const id = await idOf(host.page);
  await put(host.page, "2,2");
  await waitForCount(friend.page.locator(".drawing .piece"), 1);
  await put(friend.page, "1,1");
  await waitForCount(host.page.locator(".drawing .piece"), 2);

  await host.page.getByRole("button", { name: "Ask to take back" }).click();
  await friend.page.getByRole("button", { name: "Agree" }).click();
  await waitForCount(host.page.locator(".drawing .piece"), 0);
  await friend.page.getByRole("button", { name: "Offer a draw" }).click();
  await host.page.getByRole("button", { name: "Decline" }).click();
  await waitForCount(friend.page.locator(".offer"), 0);

  // Nothing helps anybody.
  await host.page.keyboard.press("h");
  await waitForText(host.page.locator(".counted-note"), /no hints/);
  for (const [page, move] of /** @type {[import("playwright-core").Page, string][]} */ ([
    [host.page, "2,2"],
    [friend.page, "1,1"],
    [host.page, "1,2"],
    [friend.page, "2,1"],
    [host.page, "3,2"],
  ])) {
    await put(page, move);
    const other = page === host.page ? friend.page : host.page;
    await other.locator(`.drawing [data-name="${move}"][aria-label*="stone"], .drawing .piece`).first().waitFor({ state: "attached" });
  }
  await friend.page.getByRole("button", { name: /again|Rematch/i }).first().click();
  await host.page.getByRole("button", { name: "Agree" }).click();
  await host.page.waitForURL((address) => !address.pathname.includes(id));
  await friend.page.waitForURL((address) => !address.pathname.includes(id));
  // The colours are swapped: now the friend begins.
  await put(friend.page, "2,2");
  await waitForCount(host.page.locator(".drawing .piece"), 1);
  assertNoErrors(host.troubles);
  assertNoErrors(friend.troubles);
  await Promise.all([host.context.close(), friend.context.close()]);
});

test("four devices play 9tka, a fifth watches, and a server that was killed is found again", async () => {
  const host = await hostDevice();
  const link = await inviteBy(host.page, "/?new=9tka&game=9tka:4&who=friend");
  const friends = [];
  for (const name of ["Ada", "Bob", "Cleo"]) {
    const friend = await device();
    await join(friend.page, link, name);
    friends.push(friend);
  }
  const watcher = await device();
  await watcher.page.goto(link);
  await watcher.page.getByRole("button", { name: "Watch", exact: true }).click();
  await addressOf(watcher.page, /\/game\//);
  await addressOf(host.page, /\/game\/[^/]+$/);
  await waitForText(host.page.locator(".presence"), /1 watching/);
  for (const [at, move] of ["0,1", "0,2", "0,3"].entries()) {
    const mover = at === 0 ? host.page : friends[at - 1].page;
    await put(mover, move);
    await waitForCount(watcher.page.locator(".moves button.move"), at + 1);
  }
  assertNoErrors([...host.troubles, ...friends.flatMap(({ troubles }) => troubles), ...watcher.troubles]);
  await restart();
  // Guests are known by their cookie; the fourth seat plays on.
  await put(friends[2].page, "0,4");
  await watcher.page.locator('.drawing [data-name="0,4"]').first().waitFor({ state: "attached" });
  await Promise.all([host, ...friends, watcher].map(({ context }) => context.close()));
});

test("who watches is told what is offered and asked nothing, follows to the next game and finds the old one again", async () => {
  const host = await hostDevice();
  const [friend, watcher] = [await device(PHONE), await device()];
  const link = await inviteBy(host.page, "/?new=mnk&game=mnk:3,3,3&who=friend");
  await join(friend.page, link, "Ada");
  await watcher.page.goto(link);
  await watcher.page.getByRole("button", { name: "Watch", exact: true }).click();
  await addressOf(watcher.page, /\/game\//);
  await addressOf(host.page, /\/game\/[^/]+$/);
  const id = await idOf(host.page);
  await put(host.page, "2,2");
  await friend.page.getByRole("button", { name: "Offer a draw" }).click();
  await waitForText(watcher.page.locator(".offer"), /^Ada offers a draw\.$/);
  await waitForCount(watcher.page.locator(".offer button"), 0);
  await host.page.getByRole("button", { name: "Agree" }).click();
  await waitForCount(watcher.page.locator(".endings"), 1);
  await waitForCount(watcher.page.getByRole("button", { name: /again|Rematch/i }), 0);
  await friend.page.getByRole("button", { name: /again|Rematch/i }).first().click();
  await waitForText(watcher.page.locator(".offer"), /^Ada would like to play again\.$/);
  await host.page.getByRole("button", { name: "Agree" }).click();
  const pages = [host.page, friend.page, watcher.page];
  for (const page of pages) await page.waitForURL((address) => !address.pathname.includes(id));
  await waitForText(watcher.page.locator(".presence"), /Ada: here/);
  // Back is the game before, and it stays.
  for (const page of pages) {
    await page.goBack();
    const onward = page.getByRole("link", { name: "The next game" });
    await onward.waitFor();
    assert.equal(await idOf(page), id);
    await onward.click();
    await page.waitForURL((address) => !address.pathname.includes(id));
  }
  // Whoever comes by the old link sees the new game as well.
  const late = await device();
  await late.page.goto(link);
  await late.page.getByRole("button", { name: "Watch", exact: true }).click();
  await late.page.getByRole("link", { name: "The next game" }).click();
  await waitForText(late.page.locator(".presence").getByText("Ada: here"), /Ada/);
  for (const { troubles, context } of [host, friend, watcher, late]) {
    assertNoErrors(troubles);
    await context.close();
  }
});

test("links, a drawing and a record are copied from a page that has no clipboard", async () => {
  const host = await hostDevice();
  const { page } = host;
  await page.goto(`${base()}/spot?game=mnk:3,3,3`);
  const whole = page.locator("html");
  assert.equal(await whole.evaluate(() => "clipboard" in navigator), false, "or this tests nothing");
  const id = await whole.evaluate(async () => (await (await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game: "mnk:3,3,3", seats: ["human", "human"] }) })).json()).id);
  await page.goto(`${base()}/game/${id}`);
  await page.locator(".drawing").waitFor();
  await whole.evaluate(() => addEventListener("copy", () => Object.assign(globalThis, { copied: /** @type {any} */ (document.activeElement).value })));
  const copied = (/** @type {RegExp} */ wanted) => eventually(() => whole.evaluate(() => String(/** @type {any} */ (globalThis).copied)), (seen) => assert.match(seen, wanted));
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Copy the position as text" }).click();
  await copied(/^000\/000\/000 1$/);
  await page.keyboard.press("m");
  await page.getByRole("button", { name: "Share the game…" }).click();
  const dialog = page.getByRole("dialog");
  const first = dialog.locator(".share-item").first().locator("button");
  await first.click();
  await copied(new RegExp(`/game/${id}$`));
  await waitForText(first, "Copied");
  await dialog.getByRole("button", { name: "Copy as SVG" }).click();
  await copied(/^<svg /);
  await dialog.getByRole("button", { name: "Copy the game as text" }).click();
  await copied(/\[Game "mnk:3,3,3"\]/);
  assertNoErrors(host.troubles);
  await host.context.close();
});

test("an invitation that is not known says so", async () => {
  const stranger = await device();
  const answer = await stranger.page.goto(`${base()}/join/nothing`);
  assert.equal(answer?.status(), 404);
  await stranger.context.close();
});

test("a player whose tab is behind another is here and hears of the turn, until the game is over", async () => {
  const host = await hostDevice();
  const friend = await device();
  const link = await inviteBy(host.page, "/?new=mnk&game=mnk:3,3,3&who=friend");
  // Whoever sends the link does so in another tab.
  await hide(host.page, true);
  await join(friend.page, link, "Ada");
  await addressOf(host.page, /\/game\/[^/]+$/);
  await waitForTitle(host.page, /^● /);
  await hide(host.page, false);
  await waitForTitle(host.page, /^[^●]*$/);
  await hide(friend.page, true);
  await put(host.page, "2,2");
  await waitForTitle(friend.page, /^● /);
  await waitForText(host.page.locator(".presence"), /Ada: here/);
  // Nobody waits for her any more.
  await host.page.getByRole("button", { name: "Resign" }).click();
  await host.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await waitForText(host.page.locator(".presence"), /Ada: away/);
  assertNoErrors([...host.troubles, ...friend.troubles]);
  await Promise.all([host.context.close(), friend.context.close()]);
});

test("a computer that is chosen beside a friend plays, and only the friend is invited", async () => {
  const host = await hostDevice();
  await host.page.goto(`${base()}/?new=9tka&game=9tka:3&who=friend`);
  await host.page.getByText("More options").click();
  await host.page.locator(".seat-form").nth(2).getByRole("button", { name: "Computer", exact: true }).click();
  await host.page.getByRole("button", { name: "Make the link" }).click();
  await addressOf(host.page, /\/game\/.*\/invite/);
  const id = await idOf(host.page);
  const game = await (await fetch(`${direct()}/api/games/${id}`, { headers: { authorization: `Bearer ${token()}` } })).json();
  assert.deepEqual(game.sharing.seats.map((/** @type {any} */ seat) => seat.owner), ["local", "open", "computer"]);
  assertNoErrors(host.troubles);
  await host.context.close();
});

test("whoever is new types a code on a page without scripts, in German where the browser is", async () => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token()}` };
  const made = await (await fetch(`${direct()}/api/leagues`, { method: "POST", headers, body: JSON.stringify({ name: "Class", game: "tictactoe" }) })).json();
  const pupil = await device({ ...PHONE, javaScriptEnabled: false, locale: "de" });
  await pupil.page.goto(`${base()}/class`);
  const field = pupil.page.getByLabel("Code");
  await field.fill("wrong-code-42");
  await pupil.page.getByRole("button", { name: "Dazukommen" }).click();
  await waitForText(pupil.page.getByRole("alert"), /Keine Partie, keine Liga und keine Klasse/);
  await waitForInput(field, "wrong-code-42");
  await field.fill(made.code.toUpperCase().replaceAll("-", " "));
  await pupil.page.getByRole("button", { name: "Dazukommen" }).click();
  await addressOf(pupil.page, new RegExp(`/join/${made.code}$`));
  await pupil.context.close();
  // The projector says where.
  const host = await hostDevice();
  await host.page.goto(`${base()}/class/${made.id}?projector`);
  await waitForText(host.page.locator(".league-code"), new RegExp(`${new URL(base()).host}/join`));
  await host.context.close();
});

// Whatever game the catalogue has, the page shows it, plays it and speaks of it: no game is named here.
import assert from "node:assert/strict";
import { dice, gameOf, idOf, site, waitForCount, waitForMoves, waitForText } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

suite();

/** @param {string} url @returns {Promise<any>} */
const catalogueOf = async (url) => (await fetch(`${url}/api/catalogue`)).json();

/** @param {string} url @param {string} language @returns {Promise<Record<string, string>>} */
const wordsOf = async (url, language) => (await fetch(`${url}/api/words/${language}`)).json();

/** How many clicks each game gets. */
const CLICKS = 8;

pageTest("every game has a card in its own colour, rules, and a position to edit", async ({ page, url }) => {
  const { games } = await catalogueOf(url);
  const words = await wordsOf(url, "en");
  await page.goto(url);
  await waitForCount(page.locator(".card .mini"), games.length);
  for (const [at, game] of games.entries()) {
    const card = page.locator(".card").nth(at);
    await waitForText(card.locator("h2"), words[game.title] ?? game.title);
    const accent = await card.locator(".button").evaluate((one) => getComputedStyle(one).backgroundColor);
    assert.equal(accent, `rgb(${[1, 3, 5].map((at) => parseInt(game.accent.light.slice(at, at + 2), 16)).join(", ")})`, game.id);
  }
  for (const game of games) {
    await page.goto(`${url}/rules/${game.id}`);
    await page.locator(".prose h1").waitFor();
    await waitForText(page.locator(".crumb span"), `${words[game.title] ?? game.title}: Rules`);
    const { game: spec, position } = game.sample ?? { game: game.usual, position: "" };
    await page.goto(`${url}/editor?${new URLSearchParams({ game: spec, position })}`);
    await page.locator(".editor-board .drawing [data-site]").first().waitFor({ state: "attached" });
    await waitForText(page.locator(".editor .box [role=status]"), / to move, \d.* on the board\.$|^This position is valid\.$|wins\. /);
    const answer = await (await fetch(`${url}/api/spot?${new URLSearchParams({ game: spec, position })}`)).json();
    await waitForCount(page.locator(".editor-board .piece"), answer.view.scene.pieces.length);
  }
});

for (const locale of ["en", "de"]) {
  pageTest(`rules are written for people: what only a terminal needs is folded away (${locale})`, async ({ page, url }) => {
    const { games } = await catalogueOf(url);
    for (const game of games) {
      await page.goto(`${url}/rules/${game.id}`);
      const folded = page.locator(".prose details.terminal");
      await folded.waitFor();
      // As it is read: what is folded is not there.
      const text = await page.locator(".prose").evaluate((article) => /** @type {HTMLElement} */ (article).innerText);
      for (const sign of [`${game.id}:`, "ninefold", "--", "/...", "000", "=o", /\bply\b/i, /\bplies\b/i]) assert.ok(typeof sign === "string" ? !text.includes(sign) : !sign.test(text), `${game.id}: ${sign}`);
      await waitForCount(page.locator(".prose > pre"), 0);
      await folded.locator("summary").click();
      await folded.locator("code").first().waitFor();
    }
  }, { locale });
}

pageTest("every game is played by clicks against level 1, and shown as a tree", async ({ page, url }) => {
  const { games } = await catalogueOf(url);
  for (const game of games) {
    await page.goto(`${url}/?new=${game.id}`);
    await page.getByRole("slider", { name: "Level" }).press("Home");
    await page.getByText("More options").click();
    await page.locator("#seed").fill("1");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.locator(".drawing").waitFor();
    const id = await idOf(page);
    const roll = dice(5);
    for (let clicks = 0; clicks < CLICKS; clicks += 1) {
      const found = await page.waitForFunction(() => {
        const names = [...document.querySelectorAll(".site.can-put, .site.can-lift, .site.can-drop, .site.can-take")].map((one) => one.getAttribute("data-name"));
        const over = document.querySelector(".endings") !== null;
        return over || names.length > 0 ? { over, names, turn: document.querySelector(".drawing")?.getAttribute("data-turn") } : null;
      });
      const now = await found.jsonValue();
      if (!now || now.over) break;
      await site(page, String(now.names[roll(now.names.length)])).click();
      await page.waitForFunction((old) => document.querySelector(".drawing")?.getAttribute("data-turn") !== old || document.querySelector(".endings"), now.turn);
    }
    await waitForMoves(page, 2);
    const kept = await gameOf(url, id);
    assert.equal(kept.family, game.id);
    assert.ok(kept.moves.length >= 2, `${game.id}: ${kept.moves}`);
    await page.goto(`${url}/spot?${new URLSearchParams({ game: game.usual, tree: "alphabeta", depth: "1" })}`);
    await page.locator("svg.tree").first().waitFor();
  }
});

pageTest(
  "every game has German names",
  async ({ page, url }) => {
    const { games } = await catalogueOf(url);
    const words = await wordsOf(url, "de");
    await page.goto(url);
    await waitForCount(page.locator(".card .mini"), games.length);
    for (const [at, game] of games.entries()) {
      const card = page.locator(".card").nth(at);
      await waitForText(card.locator("h2"), words[game.title]);
      await waitForText(card.locator("p").first(), words[game.blurb]);
    }
  },
  { locale: "de" },
);

pageTest("cards wrap instead of shrinking, however many games there are", async ({ page, url }) => {
  await page.route("**/api/begin/*", async (route) => {
    const { catalogue, ...rest } = await (await route.fetch()).json();
    const more = Array.from({ length: 9 }, (_, at) => ({ ...catalogue.games[at % catalogue.games.length], id: `more${at}`, title: `More ${at}` }));
    await route.fulfill({ json: { ...rest, catalogue: { ...catalogue, games: [...catalogue.games, ...more] } } });
  });
  await page.goto(url);
  await page.locator(".card").nth(12).waitFor();
  const widths = await page.locator(".cards").evaluate((cards) => [...cards.children].map((card) => card.getBoundingClientRect().width));
  assert.ok(Math.min(...widths) >= 190, String(widths));
  const rows = await page.locator(".cards").evaluate((cards) => new Set([...cards.children].map((card) => card.getBoundingClientRect().top)).size);
  assert.ok(rows > 1 && rows < 13, `${rows} rows`);
});

pageTest("one bad row never blanks a page", async ({ page, url }) => {
  for (const moves of [["d6"], ["f4"]]) {
    await fetch(`${url}/api/games`, { method: "POST", headers: { "content-type": "application/json", origin: url }, body: JSON.stringify({ game: "morris", seats: ["human", "human"], moves }) });
  }
  await page.route(/\/api\/(games\?|home$)/, async (route) => {
    const answer = await (await route.fetch()).json();
    // A row of a kind that nobody knows, and broken besides.
    answer.games[0] = { ...answer.games[0], game: "chess", family: "chess", over: true, sides: [null, null] };
    await route.fulfill({ json: answer });
  });
  const { games } = await catalogueOf(url);
  await page.goto(url);
  await waitForCount(page.locator(".card .mini"), games.length);
  await waitForText(page.locator(".game-rows .broken").first(), /^This cannot be shown: /);
  await page.locator(".game-rows a strong").first().waitFor();
  await page.goto(`${url}/games`);
  await waitForCount(page.locator(".game-rows .broken"), 1);
  await page.locator(".game-rows a strong").first().waitFor();
  await page.getByRole("heading", { name: "All games" }).waitFor();
});

// Lessons: every game's, done by clicks as the lesson wants them; wrong clicks are answered, progress is kept.
import assert from "node:assert/strict";
import { addressOf, click, gameOf, idOf, waitForAttribute, waitForCount, waitForText, waitForTexts } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

suite();

/** @param {string} url @param {string} path @returns {Promise<any>} */
const json = async (url, path) => (await fetch(url + path)).json();

pageTest("a wrong click is answered by the rules, a legal one by the lesson, and the way is shown when asked for", async ({ page, url }) => {
  await page.goto(`${url}/learn/morris?step=4`);
  await click(page, "d3");
  await waitForText(page.locator(".box.bad p").nth(1), /^That closes no mill\./);
  await waitForText(page.locator(".lesson-try"), "Try d6.");
  await waitForText(page.locator(".wrong-text"), "not this one");
  await waitForTexts(page.locator(".in-hand > span"), ["White, 4 in hand", "Black, 4 in hand"]);
  await click(page, "d6");
  await waitForCount(page.locator(".box.bad"), 0);
  await waitForText(page.locator(".task.done span").first(), "Put a man on d6 to close the mill.");
  await waitForTexts(page.locator(".in-hand > span"), ["White, 3 in hand", "Black, 4 in hand"]);
  await click(page, "d2");
  await waitForText(page.locator(".box.bad p").nth(1), "The man on d2 is protected by a mill.");
  await waitForText(page.locator(".wrong-text"), "may not be taken");
  await waitForText(page.locator(".lesson-try"), "Try a4 or g7.");
  // The mill that was closed is drawn before a man is taken.
  await page.locator(".drawing .mill.preview").waitFor({ state: "attached" });
  await page.locator(".wrong-ring").waitFor();
  // After two wrong clicks the way is offered first.
  await page.locator(".button.primary").filter({ hasText: "Show me" }).click();
  await page.locator(".arrow.better").waitFor();
  await click(page, "a4");
  await page.locator(".box.good").waitFor();
  // The keyboard goes on, and the next time the lesson goes on from there.
  await page.locator(".lesson-next:focus").waitFor();
  await page.keyboard.press("Enter");
  await waitForText(page.locator(".lesson h1"), "Stop a mill");
  await page.goto(`${url}/learn`);
  await waitForText(page.locator('[data-accent="morris"] .quiet'), "4 of 10 steps done");
  await page.getByRole("link", { name: "Learn: Nine Men’s Morris" }).click();
  await waitForText(page.locator(".lesson h1"), "Stop a mill");
});

pageTest("a step shows every legal place, not the answer, and corrects each that it does not want", async ({ page, url }) => {
  await page.goto(`${url}/learn/morris?step=5`);
  const { view } = await json(url, `/api/spot?${new URLSearchParams({ game: "morris", position: "bb./.../.../...w../w../.../... w 7,7" })}`);
  const legal = new Set(view.legal.map((/** @type {any} */ move) => move.steps[0].site));
  assert.ok(legal.size > 10);
  await waitForCount(page.locator(".site.can-put"), legal.size);
  await click(page, "d6");
  await waitForText(page.locator(".box.bad p").nth(1), /^Then Black closes a7, d7, g7/);
  await waitForCount(page.locator(".site.can-put"), legal.size);
  await click(page, "g7");
  await page.locator(".box.good").waitFor();
  // The wrong man may not be lifted, not even after the right one.
  await page.goto(`${url}/learn/morris?step=9`);
  await page.locator(".site.can-lift").nth(2).waitFor();
  await click(page, "c4");
  await page.locator(".box.bad").waitFor();
  await click(page, "g4");
  await waitForCount(page.locator(".box.bad"), 0);
  await click(page, "c4");
  await page.locator(".box.bad").waitFor();
  await click(page, "f4");
  await waitForText(page.locator(".box.bad p").nth(1), /^Slide g4 to g1/);
  await click(page, "g1");
  await page.locator(".site.can-take").first().waitFor();
});

pageTest("the other side answers in the middle of a step", async ({ page, url }) => {
  await page.goto(`${url}/learn/morris?step=7`);
  await click(page, "d5", "e5");
  await page.locator('.drawing [data-name="d1"][aria-label*="black man"]').waitFor();
  await click(page, "e5", "d5", "b2");
  await page.locator(".box.good").waitFor();
});

pageTest("every game's lesson can be done by clicks, and ends with a game against level 1", async ({ page, url }) => {
  const { games } = await json(url, "/api/catalogue");
  for (const game of games) {
    const steps = await json(url, `/api/lessons/${game.id}`);
    assert.equal(game.lesson, steps.length);
    for (const [at, step] of steps.entries()) {
      if (step.play) continue;
      await page.goto(`${url}/learn/${game.id}?step=${at + 1}`);
      await waitForText(page.locator(".lesson h1"), step.title);
      const played = [];
      for (const turn of step.turns) {
        const asked = new URLSearchParams({ game: step.game ?? game.usual, moves: played.join(" "), ...(step.seed === undefined ? {} : { seed: step.seed }), ...(step.position ? { position: step.position } : {}) });
        const { view } = await json(url, `/api/spot?${asked}`);
        const wanted = (/** @type {string} */ text) => !turn.moves || turn.moves.some((/** @type {string} */ one) => (one.endsWith("*") ? text.startsWith(one.slice(0, -1)) : one === text));
        const move = view.legal.find((/** @type {any} */ one) => wanted(one.text));
        // A slide from beside the board is one click.
        const clicks = view.layout.sites[move.steps[0].site].kind === "slot" ? move.steps.slice(0, 1) : move.steps;
        await page.locator(`.site.can-${move.steps[0].action}[data-site="${move.steps[0].site}"]`).waitFor({ state: "attached" });
        for (const { site } of clicks) await page.locator(`.drawing [data-site="${site}"]`).click();
        played.push(move.text, ...(turn.reply ? [turn.reply] : []));
      }
      await page.locator(".box.good").waitFor();
    }
  }
  await page.goto(`${url}/learn/connect4?step=7`);
  await page.getByRole("button", { name: "Play the game" }).click();
  await addressOf(page, /\/game\//);
  await waitForAttribute(page.locator(".seat").first(), "class", /seat/);
  assert.deepEqual((await gameOf(url, await idOf(page))).seats.map((/** @type {any} */ seat) => seat.player), ["human", "level:1"]);
});

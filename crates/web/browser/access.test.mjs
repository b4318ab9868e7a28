// Every page for everybody: axe finds no violation, light and dark, on a desktop and on a phone, in both languages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { DESKTOP, everyPage, PHONE, visit } from "./lib/everywhere.mjs";
import { clickMove } from "./lib/page.mjs";
import { pageTest, suite } from "./lib/suite.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

/** @type {Record<string, import("./lib/everywhere.mjs").Place>} */
let pages;
suite(async (url) => {
  pages = await everyPage(url);
});

/** What axe has to say about the page as it is. @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
async function violations(page) {
  await page.addScriptTag({ content: AXE });
  return page.locator("html").evaluate(async (_, rules) => {
    const result = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"], runOnly: rules });
    return result.violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.target.join(" ")).join(" | ")}`);
  }, RULES);
}

for (const [name, options] of /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([
  ["on a light desktop", { ...DESKTOP, colorScheme: "light" }],
  ["on a dark desktop in German", { ...DESKTOP, colorScheme: "dark", locale: "de-DE" }],
  ["on a light phone in German", { ...PHONE, colorScheme: "light", locale: "de-DE" }],
  ["on a dark phone", { ...PHONE, colorScheme: "dark" }],
])) {
  pageTest(`no accessibility violation: every page ${name}`, async ({ page, url }) => {
    const found = [];
    for (const [title, place] of Object.entries(pages)) {
      await visit(page, url, place);
      found.push(...(await violations(page)).map((one) => `${title}: ${one}`));
    }
    assert.deepEqual(found, []);
  }, { ...options, bypassCSP: true });
}

for (const [name, options] of /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([
  ["on a light desktop", { ...DESKTOP, colorScheme: "light" }],
  ["on a dark phone", { ...PHONE, colorScheme: "dark" }],
])) {
  pageTest(`no accessibility violation: values, a hint, an analysis, the menu and a formula, ${name}`, async ({ page, url }) => {
    const found = [];
    for (const [game, formula] of [["morris", "fav1"], ["369:3", "h1"], ["9tka:3", "sections"]]) {
      await visit(page, url, { path: `/spot?game=${game}`, shows: [".drawing"] });
      await page.keyboard.press("v");
      await page.locator(".overlay > g").first().waitFor();
      await page.keyboard.press("h");
      await page.locator(".advice .why").waitFor();
      found.push(...(await violations(page)).map((one) => `${game}, hint: ${one}`));
      await page.keyboard.press("a");
      await page.locator(".lines .line-moves").first().waitFor();
      await page.locator(".more > summary").click();
      found.push(...(await violations(page)).map((one) => `${game}, menu: ${one}`));
      await page.getByRole("button", { name: "What does the formula see?" }).click();
      await page.locator(".formula select").selectOption(formula);
      await page.locator('.formula [role="status"], .formula table').first().waitFor();
      found.push(...(await violations(page)).map((one) => `${game}, formula: ${one}`));
    }
    assert.deepEqual(found, []);
  }, { ...options, bypassCSP: true });

  pageTest(`no accessibility violation: a puzzle with a hint, wrong, solved, ${name}`, async ({ page, url }) => {
    const read = async (/** @type {string} */ path) => (await fetch(url + path)).json();
    const { id } = (await read("/api/puzzles")).puzzles[0];
    const { game, position } = await read(`/api/puzzles/${id}`);
    const { solution, moves } = await read(`/api/puzzles/${id}/solution`);
    const { view } = await read(`/api/spot?${new URLSearchParams({ game, position })}`);
    const found = [];
    await visit(page, url, { path: `/puzzles/${id}`, shows: [".drawing.active"] });
    await page.keyboard.press("h");
    await page.locator(".arrow.ring").waitFor();
    found.push(...(await violations(page)).map((one) => `hint: ${one}`));
    await clickMove(page, view, moves.find((/** @type {any} */ one) => !one.right).move);
    await page.locator(".box.bad").waitFor();
    await page.locator(".drawing.active").waitFor();
    found.push(...(await violations(page)).map((one) => `wrong: ${one}`));
    await clickMove(page, view, solution);
    await page.locator(".others .right").waitFor();
    found.push(...(await violations(page)).map((one) => `solved: ${one}`));
    assert.deepEqual(found, []);
  }, { ...options, bypassCSP: true });
}

// Every page for everybody: axe finds no violation, on a light desktop and on a dark phone in German.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { DESKTOP, everyPage, PHONE, visit } from "./lib/everywhere.mjs";
import { scene, theatre } from "./lib/scene.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"];

/** @type {Record<string, string>} */
let pages;
theatre(async (url) => {
  pages = await everyPage(url);
});

for (const [name, options, chosen] of /** @type {[string, import("playwright-core").BrowserContextOptions, RegExp][]} */ ([
  ["every page on a light desktop", { ...DESKTOP, colorScheme: "light" }, /./],
  ["pages on a dark phone in German", { ...PHONE, colorScheme: "dark", locale: "de-DE" }, /home|setup|morris|over|review|lab|tree/],
])) {
  scene(`no accessibility violation: ${name}`, async ({ page, url }) => {
    const found = [];
    for (const [title, path] of Object.entries(pages).filter(([title]) => chosen.test(title))) {
      await visit(page, url + path);
      await page.evaluate(AXE);
      const violations = await page.evaluate(async (rules) => {
        const result = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ["violations"], runOnly: rules });
        return result.violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.target.join(" ")).join(" | ")}`);
      }, RULES);
      found.push(...violations.map((/** @type {string} */ one) => `${title}: ${one}`));
    }
    assert.deepEqual(found, []);
  }, { ...options, bypassCSP: true });
}

// The page's files: types, words, and no address of another server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const ASSETS = join(HERE, "../assets");

/** @param {string} folder @returns {string[]} */
const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]));

test("the types of every module fit", () => {
  execFileSync(process.execPath, [join(HERE, "node_modules/typescript/bin/tsc"), "-p", join(HERE, "tsconfig.json")], { stdio: "pipe", encoding: "utf8" });
});

test("the two languages have the same words", async () => {
  const shape = (/** @type {any} */ value, /** @type {string} */ path) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value).flatMap((key) => shape(value[key], `${path}.${key}`)) : [`${path}: ${typeof value}`];
  // Tables whose English side is the server's own words may be longer in the other language.
  const open = /^\.(phrases|levels|games|parameters|summaries|errors|advice\.notes|formula\.terms)\./;
  const [english, german] = await Promise.all(["en", "de"].map(async (code) => (await import(join(ASSETS, `words/${code}.js`))).default));
  const keys = (/** @type {any} */ words) => shape(words, "").filter((key) => !open.test(key)).sort();
  assert.deepEqual(keys(german), keys(english));
});

test("no file names another server, and no inline script or style is left", () => {
  for (const file of files(ASSETS).filter((one) => /\.(js|css|html)$/.test(one) && !one.includes("vendor"))) {
    const text = readFileSync(file, "utf8").replaceAll("http://www.w3.org/2000/svg", "");
    assert.doesNotMatch(text, /https?:\/\//, file);
    assert.doesNotMatch(text, /<script>|<style|\sstyle="/, file);
  }
});

test("the page names every module it begins with, so that none waits for another", () => {
  /** @type {Set<string>} */
  const needed = new Set();
  const walk = (/** @type {string} */ file) => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = readFileSync(join(ASSETS, file), "utf8");
    for (const [, path] of text.matchAll(/^(?:import|export)[^;]*?from "(\.[^"]+)";/gm)) walk(join(dirname(file), path));
  };
  walk("app.js");
  needed.delete("app.js");
  const page = readFileSync(join(ASSETS, "index.html"), "utf8");
  const named = [...page.matchAll(/rel="modulepreload" href="\/~\/([^"]+)"/g)].map(([, path]) => path);
  assert.deepEqual(named.sort(), [...needed].sort());
});

// Tests wait for what they expect. What a page tells at once, it may tell before it has come so far: on a busy machine the test
// fails, though the page does not. The helpers of lib/page.mjs ask again until it is so; `locator.evaluate` waits for its element.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

/** What a locator tells at once. */
const HASTY = "allInnerTexts allTextContents boundingBox count evaluateAll innerHTML innerText inputValue isChecked isDisabled isEditable isEnabled isHidden isVisible textContent";
/** What a page tells at once. */
const HASTY_PAGE = "evaluate url content title";

const BAD = new RegExp(`\\.(${HASTY.replaceAll(" ", "|")})\\(|\\bpage\\.(${HASTY_PAGE.replaceAll(" ", "|")})\\(|\\)\\.(getAttribute|all)\\(`);

test("no test reads from a page without waiting", () => {
  const found = readdirSync(HERE)
    .filter((name) => name.endsWith(".test.mjs"))
    .flatMap((name) => readFileSync(join(HERE, name), "utf8").split("\n").map((line, at) => ({ line, where: `${name}:${at + 1}` })))
    .filter(({ line }) => BAD.test(line));
  assert.deepEqual(found.map(({ line, where }) => `${where}: ${line.trim()}`), []);
});

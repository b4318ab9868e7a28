// Specifications and names of games, from the catalogue alone.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { ruleText } from "../assets/setup/rule_text.js";
import { gameSettings, gameSpec, playerSpec } from "../assets/setup/spec.js";
import { take } from "../assets/state/catalogue.js";
import { familyText, gameText, moveText, playerText } from "../assets/table/names.js";
import english from "../assets/words/en.js";
import { speak } from "../assets/words/index.js";

const parameter = (/** @type {string} */ name, /** @type {string} */ fallback, positional = true) => ({ name, summary: "", kind: "number", default: fallback, positional });

/** @type {any} */
const GRID = {
  id: "grid",
  title: "Grid",
  aliases: [{ name: "small", spec: "grid:3,3" }],
  parameters: [parameter("rows", "3"), parameter("columns", "3"), parameter("edge", "on", false)],
  variants: [{ spec: "grid:3,3", title: "Small grid" }, { spec: null, title: "Grid, {0} × {1}" }],
};

beforeEach(() => {
  take(/** @type {any} */ ({ games: [GRID, { ...GRID, id: "bare", title: "Bare", aliases: [], variants: [] }] }));
  speak("en", english, {});
});

test("a specification is written with places first and without what is usual", () => {
  assert.equal(gameSpec(GRID, {}), "grid:3,3");
  assert.equal(gameSpec(GRID, { rows: "5", edge: "off" }), "grid:5,3,edge=off");
  assert.equal(gameSpec(GRID, { edge: "on" }), "grid:3,3");
});

test("and read back", () => {
  assert.deepEqual(gameSettings(GRID, "grid:5,4,edge=off"), { rows: "5", columns: "4", edge: "off" });
  assert.deepEqual(gameSettings(GRID, "grid"), {});
});

test("a player's specification holds its evaluator in brackets", () => {
  const depth = [parameter("depth", "4"), parameter("eval", "")];
  assert.equal(playerSpec("alphabeta", depth, {}, "", [], {}), "alphabeta");
  assert.equal(playerSpec("alphabeta", depth, { depth: "6" }, "lines", [parameter("noise", "0", false)], { noise: "3" }), "alphabeta:depth=6,eval=lines(noise=3)");
});

test("a game is called by the first of its variants that fits", () => {
  assert.equal(gameText("grid:3,3"), "Small grid");
  assert.equal(gameText("grid"), "Small grid");
  assert.equal(gameText("small"), "Small grid");
  // Rules that are not as usual belong to the name; those that are do not.
  assert.equal(gameText("grid:3,3,edge=off"), "Grid, 3 × 3, edge off");
  assert.equal(gameText("bare:edge=off"), "Bare, edge off");
  assert.equal(gameText("grid:5,4,edge=on"), "Grid, 5 × 4");
  assert.equal(gameText("grid:5,4"), "Grid, 5 × 4");
  assert.equal(gameText("bare:5,4"), "Bare");
  assert.equal(gameText("chess", "Chess"), "Chess");
});

test("a rule of several numbers is told by the first where the others are as usual", () => {
  const draws = parameter("draws", "50/10/3", false);
  speak("en", english, { "draws={0}": "a draw after {0}", "draws={0}/{1}/{2}": "a draw after {0}, {1} or {2}", "draws=off": "no draws" });
  assert.deepEqual([ruleText(draws, "100/10/3"), ruleText(draws, "50/20/3"), ruleText(draws, "off")], ["a draw after 100", "a draw after 50, 20 or 3", "no draws"]);
  const points = parameter("points", "1/2/3", false);
  assert.equal(ruleText(points, "1/2/4"), "points 1/2/4");
});

test("games bring their names along in other languages", () => {
  speak("de", english, { Grid: "Gitter", "Grid, {0} × {1}": "Gitter, {1} × {0}" });
  assert.equal(familyText("grid"), "Gitter");
  assert.equal(gameText("grid:5,4"), "Gitter, 4 × 5");
  assert.equal(gameText("bare"), "Bare");
});

test("moves and players read well", () => {
  assert.equal(moveText("d6-d5xc3"), "d6–d5 ×c3");
  assert.deepEqual(["level:3", "best", "mcts:nodes=5"].map(playerText), ["level 3", "strongest play", "mcts:nodes=5"]);
});

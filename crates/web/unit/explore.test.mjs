// Rows of the explorer, what a move gave away, and prices in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { depthsOf, rowsOf, slipOf } from "../assets/explore/rows.js";
import { durationText, sizeText, standingOf } from "../assets/explore/told.js";

/** Moves a1, a2, … with these letters and distances. @param {[string, number | null][]} all @returns {any} */
const proved = (all) => ({
  exact: true,
  unit: "result",
  best: ["a1"],
  moves: all.map(([letter, plies], at) => ({ move: `a${at + 1}`, letter, plies, value: { W: 1, D: 0, L: -1 }[letter], share: { W: 1, D: 0.5, L: 0 }[letter] })),
});
/** @param {any} values @param {boolean} [all] */
const written = (values, all = false) => rowsOf(values, all).map(({ moves, folded }) => (folded ? `${moves.length} more` : moves[0].move)).join(" ");

test("wins have a row each, and of many draws and losses only the first", () => {
  const values = proved([["W", 9], ["W", 11], ...Array(5).fill(["D", null]), ...Array(4).fill(["L", 20])]);
  assert.equal(written(values), "a1 a2 a3 a4 3 more a8 a9 2 more");
  assert.equal(rowsOf(values, true).length, 11);
});

test("no row stands for one move only, and equal moves need no more rows than a few", () => {
  assert.equal(written(proved([["W", 9], ["D", null], ["D", null], ["D", null]])), "a1 a2 a3 a4");
  assert.equal(written(proved(Array(24).fill(["D", null]))), "a1 a2 a3 a4 a5 a6 a7 a8 16 more");
});

test("of estimates the eight best are shown, and how deep they were searched", () => {
  const moves = Array.from({ length: 12 }, (_, at) => ({ move: `a${at + 1}`, value: -at, share: 0.5 - at / 100, depth: at < 6 ? 12 : 9 }));
  const values = /** @type {any} */ ({ exact: false, unit: "estimate", best: ["a1"], depth: 12, moves });
  assert.equal(rowsOf(values, false).length, 8);
  assert.deepEqual(depthsOf(values), [9, 12]);
  assert.equal(depthsOf(proved([["W", 3]])), null);
});

test("many moves that are alike stand in one row, and some of them are not told apart from others", () => {
  const moves = ["a", "b", ...Array.from({ length: 20 }, (_, at) => `c${at}`), "d"].map((move) => ({ move, value: { a: 9, b: 8, d: 1 }[move] ?? 5, share: { a: 0.6, b: 0.55, d: 0.2 }[move] ?? 0.5 }));
  const values = /** @type {any} */ ({ exact: false, unit: "estimate", best: ["a"], depth: 4, moves });
  assert.equal(written(values), "a b 20 more");
});

test("a move that changed a proved result is a slip, one that did not is none", () => {
  const values = proved([["W", 9], ["D", null], ["L", 4]]);
  assert.deepEqual(slipOf(values, "a2"), { from: "W", to: "D", kept: ["a1"] });
  assert.equal(slipOf(values, "a1"), null);
  assert.equal(slipOf({ ...values, exact: false }, "a2"), null);
  assert.equal(slipOf(null, "a2"), null);
});

test("a price is told in units that people know", () => {
  assert.equal(durationText(234), "4 minutes");
  assert.equal(durationText(22), "20 seconds");
  assert.equal(sizeText(948_000_000), "950 MB");
  assert.equal(sizeText(24_600_000), "25 MB");
  assert.equal(sizeText(3_700_000_000), "3.7 GB");
});

test("a position is called won, lost or drawn only where that is proved", () => {
  const view = /** @type {any} */ ({ to_move: 1, seats: [{}, {}], scene: { scores: [], score_name: "" } });
  assert.equal(standingOf(proved([["W", 19]]), view, ["White", "Black"]).headline, "White to move wins");
  const estimate = (/** @type {number} */ share) => standingOf(/** @type {any} */ ({ exact: false, unit: "estimate", best: ["a"], share: [share, 1 - share], moves: [{ move: "a", value: 1, share }] }), view, ["White", "Black"]);
  assert.equal(estimate(0.71).headline, "White stands better");
  assert.equal(estimate(0.3).headline, "Black stands better");
  assert.equal(estimate(0.52).headline, "About even");
  assert.equal(estimate(0.52).exact, false);
  // In the middle of a game some moves are proved draws and the others are estimated: it is a draw.
  const middle = { exact: false, unit: "estimate", best: ["a", "b"], share: [0.5, 0.5], moves: [{ move: "a", letter: "D", value: 0, share: 0.5 }, { move: "b", letter: "D", value: 0, share: 0.5 }, { move: "c", value: -9, share: 0.4 }] };
  assert.equal(standingOf(/** @type {any} */ (middle), view, ["White", "Black"]).drawn, true);
  assert.equal(standingOf(proved([["D", null], ["L", 4]]), view, ["White", "Black"]).drawn, true);
  for (const other of [standingOf(proved([["W", 3]]), view, ["White", "Black"]), estimate(0.5)]) assert.equal(other.drawn, false);
  // A draw that is assured while the rest is open is no result yet.
  const assured = { exact: false, unit: "estimate", note: "at least this much", best: ["a"], share: [0.7, 0.3], moves: [{ move: "a", letter: "D", value: 0, share: 0.5 }, { move: "b", value: 3, share: 0.7 }] };
  assert.equal(standingOf(/** @type {any} */ (assured), view, ["White", "Black"]).headline, "White stands better");
  assert.equal(standingOf(/** @type {any} */ (assured), view, ["White", "Black"]).drawn, false);
});

// The graph of a review: where everything is proved from, and which moves are numbered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { costSentence } from "../assets/review/cost.js";
import { borderOf, givenAway, labelsOf, leads } from "../assets/review/course.js";
import english from "../assets/words/en.js";

/** @param {string} kinds e for exact, another letter for an estimate */
const points = (kinds) => [...kinds].map((kind) => ({ exact: kind === "e" }));

test("the border lies where everything is proved from, to the end", () => {
  assert.equal(borderOf(points("xxxeee")), 3);
  assert.equal(borderOf(points("exxeee")), 3);
  assert.equal(borderOf(points("eeee")), null);
  assert.equal(borderOf(points("xxxx")), null);
  assert.equal(borderOf([]), null);
});

test("as many rounds are numbered as there is room for, each by its first move", () => {
  const rows = Array.from({ length: 28 }, (_, at) => [2 * at + 1, 2 * at + 2]);
  assert.deepEqual(labelsOf(rows, 8).map(({ text }) => text), ["1", "5", "10", "15", "20", "25"]);
  assert.deepEqual(labelsOf(rows, 14).map(({ text }) => text).slice(0, 3), ["2", "4", "6"]);
  assert.deepEqual(labelsOf(rows.slice(0, 3), 8), [{ ply: 1, text: "1" }, { ply: 3, text: "2" }, { ply: 5, text: "3" }]);
  // Whoever was skipped leaves a gap.
  assert.deepEqual(labelsOf([[null, 1], [2, 3]], 8), [{ ply: 1, text: "1" }, { ply: 2, text: "2" }]);
});

/** @param {[number, number | undefined][]} moves who played, and the points that it gave away @returns {any[]} */
const played = (moves) => moves.map(([player, points]) => ({ player, points }));

test("a game about points has its course in points, back from the score that was reached", () => {
  const plies = played([[1, 0], [2, 2], [1, 5], [2, 0]]);
  // Even, then two ahead, then three behind, and so it ended.
  assert.deepEqual(leads(plies, [4, 7]), [0, 0, 2, -3, -3]);
  assert.deepEqual(leads(played([[1, undefined], [2, 2], [1, 5], [2, 0]]), [4, 7]), [null, 0, 2, -3, -3]);
  // Mostly unknown, for three, or without moves: the chances tell more.
  assert.equal(leads(played([[1, undefined], [2, undefined], [1, undefined], [2, 0]]), [4, 7]), null);
  assert.equal(leads(plies, [1, 2, 3]), null);
  assert.equal(leads([], [0, 0]), null);
  assert.deepEqual([givenAway(plies, 1), givenAway(plies, 2)], [{ moves: 1, points: 5 }, { moves: 1, points: 2 }]);
});

test("an estimate calls a move the best only among two players", () => {
  const ply = (/** @type {number[]} */ share) => /** @type {any} */ ({ loss: 0, exact_loss: false, share });
  assert.equal(costSentence(ply([0.5, 0.5]), 1, "White"), english.review.good);
  assert.equal(costSentence(ply([0.4, 0.3, 0.3]), 1, "Yellow"), "");
});

// The graph of a review: where everything is proved from, and which moves are numbered.
import assert from "node:assert/strict";
import { test } from "node:test";
import { borderOf, labelsOf } from "../assets/review/course.js";

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

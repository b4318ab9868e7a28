// Where the nodes of a search tree stand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { everyone, plant, readTree, stepsOf } from "../assets/tree/shape.js";

const node = (/** @type {number | null} */ parent, /** @type {number} */ level, /** @type {string} */ state = "seen", best = -1) => ({ parent, level, move: level ? "m" : null, to_move: 1, values: [0, 0], window: null, bound: "exact", state, best, reason: null });

/** A root with two branches; the second has a leaf that was looked at and one that was cut off. */
const SENT = {
  algorithm: "alphabeta",
  unlisted: 0,
  nodes: [node(null, 0, "seen", 1), node(0, 1), node(0, 1), node(2, 2), node(2, 2, "cut")],
  levels: [{ visited: 1, cut_off: 0, whole: 1 }, { visited: 2, cut_off: 0, whole: null }, { visited: 1, cut_off: 1, whole: null }],
};

test("positions are numbered as they were entered, those cut off not at all", () => {
  const tree = readTree(SENT);
  assert.deepEqual(tree.nodes.map(({ order }) => order), [0, 1, 2, 3, null]);
  assert.equal(stepsOf(tree), 4);
  assert.deepEqual(tree.nodes.map(({ best }) => best), [true, true, false, false, false]);
  assert.deepEqual(tree.levels.map(({ looked, all }) => [looked, all]), [[1, 1], [2, 2], [1, 2]]);
});

test("a position is settled with the last of those below it", () => {
  const root = plant(readTree(SENT));
  assert.ok(root);
  assert.deepEqual(everyone(root).map(({ id, last }) => [id, last]), [[0, 3], [1, 1], [2, 3], [3, 3], [4, -1]]);
});

test("children stand side by side below the middle of their parent, and none overlaps", () => {
  const root = plant(readTree(SENT));
  assert.ok(root);
  for (const one of everyone(root).filter(({ children }) => children.length)) {
    const [first, last] = [one.children[0], one.children[one.children.length - 1]];
    assert.equal(one.x, (first.x + last.x) / 2);
    one.children.slice(1).forEach((child, at) => {
      const before = one.children[at];
      assert.ok(child.x - before.x >= (child.width + before.width) / 2 - 1e-9);
    });
  }
  assert.equal(plant({ ...readTree(SENT), nodes: [] }), null);
});

// What stands on a worksheet, and what a tree shows of itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenPuzzles } from "../assets/study/chosen.js";
import { everyone, folded, pathTo, plant } from "../assets/tree/shape.js";

const puzzle = (/** @type {number} */ at) => ({ id: `morris-${at}`, game: at % 2 ? "morris" : "mnk:5,5,4", themes: [], level: 1 + (at % 5), rating: 1000 + ((at * 37) % 400), goal: "win", plies: null });
const PUZZLES = Array.from({ length: 60 }, (_, at) => puzzle(at));

test("a sheet has puzzles of its game and level, from easy to hard, the same for the same number", () => {
  const wanted = { game: "morris", level: "2", count: 4, set: 1 };
  const chosen = chosenPuzzles(PUZZLES, wanted);
  assert.equal(chosen.length, 4);
  assert.ok(chosen.every(({ game, level }) => game === "morris" && level === 2));
  assert.deepEqual(chosen.map(({ rating }) => rating), chosen.map(({ rating }) => rating).sort((one, other) => one - other));
  assert.deepEqual(chosenPuzzles([...PUZZLES].reverse(), wanted), chosen);
  const sets = [1, 2, 3, 4].map((set) => chosenPuzzles(PUZZLES, { ...wanted, level: "", set }).map(({ id }) => id).join());
  assert.equal(new Set(sets).size, 4, "another number, other puzzles");
});

/** A root with three branches of two leaves each. */
function grown() {
  const node = (/** @type {number} */ id, /** @type {number | null} */ parent, /** @type {number} */ level) => ({ id, parent, level, move: `m${id}`, to_move: 1, values: [0, 0], window: null, bound: /** @type {const} */ ("exact"), order: id, best: false, over: false, pieces: [] });
  const nodes = [node(0, null, 0), ...[1, 2, 3].map((id) => node(id, 0, 1)), ...[4, 5, 6, 7, 8, 9].map((id) => node(id, 1 + Math.floor((id - 4) / 2), 2))];
  const root = plant({ algorithm: "minimax", nodes, levels: [], unlisted: 0 });
  assert.ok(root);
  return root;
}

test("what is folded is counted, and makes room", () => {
  const root = grown();
  const shut = folded(root, { folded: new Set([2]), branch: null, levels: Infinity });
  assert.deepEqual(everyone(shut).map(({ id }) => id), [0, 1, 4, 5, 2, 3, 8, 9]);
  assert.equal(shut.children[1].hidden, 2);
  assert.equal(shut.width, 5);
  assert.equal(root.width, 6, "the whole tree is as it was");
});

test("a single branch keeps the way to it", () => {
  const alone = folded(grown(), { folded: new Set(), branch: 3, levels: Infinity });
  assert.deepEqual(everyone(alone).map(({ id }) => id), [0, 3, 8, 9]);
  assert.deepEqual(pathTo(alone, 9).map(({ id }) => id), [0, 3, 9]);
  assert.deepEqual(pathTo(alone, 5), [], "it is not there any more");
});

test("fewer levels leave the upper ones", () => {
  const upper = folded(grown(), { folded: new Set(), branch: null, levels: 1 });
  assert.deepEqual(everyone(upper).map(({ id, hidden }) => [id, hidden]), [[0, 0], [1, 2], [2, 2], [3, 2]]);
});

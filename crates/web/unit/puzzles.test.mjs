// Puzzles without a browser: the rating, and which one comes next.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANY, changed, choices, next } from "../assets/puzzles/choose.js";
import { triedOf } from "../assets/puzzles/judged.js";
import { beginner, expected, gain, read, settled } from "../assets/puzzles/record.js";
import { rowsOf } from "../assets/puzzles/told.js";
import { movesOf } from "../assets/words/index.js";

test("what is expected is Elo's: half among equals, ten to one 400 points apart", () => {
  assert.equal(expected(1500, 1500), 0.5);
  assert.ok(Math.abs(expected(1900, 1500) - 10 / 11) < 1e-12);
  assert.ok(Math.abs(expected(1500, 1900) + expected(1900, 1500) - 1) < 1e-12);
});

test("32 points are at stake in the first twenty puzzles, then 16", () => {
  const solver = beginner();
  assert.equal(gain(solver, 1500, true), 16);
  assert.equal(gain(solver, 1500, false), -16);
  assert.equal(gain({ ...solver, tried: 19 }, 1500, true), 16);
  assert.equal(gain({ ...solver, tried: 20 }, 1500, true), 8);
  // 32 / 11 and 320 / 11, in whole points.
  assert.equal(gain(solver, 1100, true), 3);
  assert.equal(gain(solver, 1900, true), 29);
});

const PUZZLE = { id: "morris-1", rating: 1500 };

test("a puzzle is rated once, and a wrong move ends the streak", () => {
  const two = settled(settled(beginner(), PUZZLE, "right"), { id: "mnk-1", rating: 1516 }, "right");
  assert.deepEqual([two.rating, two.streak, two.tried, two.last], [1532, 2, 2, [true, true]]);
  const wrong = settled(two, { id: "mnk-2", rating: 1532 }, "wrong");
  assert.deepEqual([wrong.rating, wrong.change, wrong.streak, wrong.last, wrong.seen["mnk-2"]], [1516, -16, 0, [true, true, false], "failed"]);
  const later = settled(wrong, { id: "mnk-2", rating: 1532 }, "right");
  assert.deepEqual([later.rating, later.streak, later.last, later.seen["mnk-2"]], [1516, 0, [true, true, false], "solved"]);
  assert.equal(settled(two, PUZZLE, "wrong").seen["morris-1"], "solved");
  assert.equal(settled(two, PUZZLE, "wrong").rating, 1532);
});

test("what was found with help is solved, and brings nothing", () => {
  const helped = settled(beginner(), PUZZLE, "helped");
  assert.deepEqual(helped, { ...beginner(), seen: { "morris-1": "solved" } });
});

test("ten results are shown, the newest last", () => {
  const many = Array.from({ length: 12 }, (_, at) => at).reduce((solver, at) => settled(solver, { id: `mnk-${at}`, rating: 1500 }, at === 11 ? "wrong" : "right"), beginner());
  assert.deepEqual(many.last, [...Array(9).fill(true), false]);
});

test("what a browser kept is taken whole or not at all", () => {
  const solver = settled(beginner(), PUZZLE, "right");
  assert.deepEqual(read(JSON.stringify(solver)), solver);
  for (const broken of ["", "{", "null", "{}", '{"rating":"high"}', JSON.stringify({ ...solver, last: [1] }), JSON.stringify({ ...solver, seen: null })]) assert.deepEqual(read(broken), beginner());
});

/** @param {string} id @param {number} rating @param {number} level @param {string[]} themes */
const puzzle = (id, rating, level, themes) => ({ id, game: id.startsWith("mnk") ? "mnk:5,5,4" : "morris", themes, level, rating, goal: "win", plies: null });
const ALL = [puzzle("mnk-1", 1200, 1, ["win by force"]), puzzle("mnk-2", 1480, 2, ["only defence"]), puzzle("morris-1", 1530, 3, ["two threats", "win by force"]), puzzle("morris-2", 1500, 3, ["flying"])];

test("the next puzzle is the nearest that was never tried, then one that was failed, then the following", () => {
  const solver = beginner();
  assert.equal(next(ALL, ANY, solver)?.id, "morris-2");
  assert.equal(next(ALL, ANY, solver, "morris-2")?.id, "mnk-2");
  assert.equal(next(ALL, { ...ANY, game: "morris" }, solver, "morris-2")?.id, "morris-1");
  assert.equal(next(ALL, { ...ANY, theme: "win by force", level: "1" }, solver)?.id, "mnk-1");
  const tried = { ...solver, seen: /** @type {any} */ ({ "morris-2": "solved", "mnk-2": "solved", "morris-1": "failed", "mnk-1": "failed" }) };
  assert.equal(next(ALL, ANY, tried)?.id, "morris-1");
  assert.equal(next(ALL, ANY, tried, "morris-1")?.id, "mnk-1");
  const solved = { ...solver, seen: /** @type {any} */ (Object.fromEntries(ALL.map(({ id }) => [id, "solved"]))) };
  assert.equal(next(ALL, ANY, solved, "morris-2")?.id, "mnk-1");
  assert.equal(next([], ANY, solver), undefined);
});

test("a filter that leaves nothing beside another takes its place", () => {
  assert.deepEqual(changed(ALL, { level: "3", game: "morris", theme: "flying" }, { game: "mnk" }), { level: "", game: "mnk", theme: "" });
  assert.deepEqual(changed(ALL, { level: "3", game: "morris", theme: "flying" }, { theme: "two threats" }), { level: "3", game: "morris", theme: "two threats" });
  // Themes belong to a game: whoever wants any game wants any theme.
  assert.deepEqual(changed(ALL, { level: "", game: "morris", theme: "flying" }, { game: "" }), { level: "", game: "", theme: "" });
  assert.deepEqual(choices(ALL, { ...ANY, game: "mnk" }), { games: ["mnk", "morris"], levels: new Set(["1", "2"]), themes: ["win by force", "only defence"] });
});

test("a distance is told in moves of the winner", () => {
  // A win in one ply is one move; lost after two plies, the winner made one.
  assert.deepEqual([1, 2, 3, 19, 24].map(movesOf), [1, 1, 2, 10, 12]);
});

/** @param {string} move @param {string} letter @param {number | null} plies @param {boolean} [right] */
const tried = (move, letter, plies, right = false) => ({ move, right, value: { W: 1, D: 0, L: -1 }[letter] ?? 0, letter, plies, reply: null });

test("the right move comes first, then single ones, and equal draws share a row", () => {
  const rows = rowsOf([tried("a", "D", null), tried("b", "L", 4), tried("c", "W", 19, true), tried("d", "D", null), tried("e", "L", 24)]);
  assert.deepEqual(rows.map(({ moves }) => moves.map(({ move }) => move)), [["c"], ["e"], ["b"], ["a", "d"]]);
});

test("many losses of one length share a row", () => {
  const losses = ["a", "b", "c", "d", "e", "f", "g", "h"].map((move) => tried(move, "L", 4));
  const rows = rowsOf([tried("z", "D", null, true), ...losses, tried("y", "L", 2)]);
  assert.deepEqual(rows.map(({ moves }) => moves.length), [1, 1, 8]);
});

/** @param {string} move @param {string} letter */
const judged = (move, letter) => ({ move, value: { W: 1, D: 0, L: -1 }[letter] ?? 0, letter });

test("of one's own mistakes, what is as good as the best is right, and what was played is not", () => {
  const values = /** @type {any} */ ({ exact: true, unit: "result", moves: [judged("a", "L"), judged("b", "D"), judged("c", "D"), judged("d", "L")], best: ["b", "c"] });
  const moves = triedOf(values, { move: "a", best: "c" });
  assert.deepEqual(moves.map(({ move, right }) => [move, right]), [["c", true], ["a", false], ["b", true], ["d", false]]);
});

test("an estimate near the best is right, points must be as many", () => {
  const shares = [["a", 0.3], ["b", 0.61], ["c", 0.6], ["d", 0.5]].map(([move, share]) => ({ move, value: 0, share }));
  const estimated = triedOf(/** @type {any} */ ({ exact: false, unit: "share", moves: shares, best: ["b"] }), { move: "a", best: "b" });
  assert.deepEqual(estimated.filter(({ right }) => right).map(({ move }) => move), ["b", "c"]);
  const points = [["a", 1], ["b", 4], ["c", 3], ["d", 4]].map(([move, value]) => ({ move, value, letter: "W" }));
  const counted = triedOf(/** @type {any} */ ({ exact: true, unit: "points", moves: points, best: ["b", "d"] }), { move: "a", best: "b" });
  assert.deepEqual(counted.map(({ move, right, letter }) => [move, right, letter]), [["b", true, null], ["a", false, null], ["c", false, null], ["d", true, null]]);
});

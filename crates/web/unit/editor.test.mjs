// Position texts in parts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { byHand, evened, fallen, meanings, mendings } from "../assets/editor/mend.js";
import { countOf, difference, fieldsOf, isFen, isRecord, letterAt, moved, movesOf, swapped, withField, withLetter } from "../assets/editor/text.js";

/** Three by three squares. @type {any} */
const grid = { seats: [{}, {}], scene: { hands: [] }, layout: { symbols: "012", sites: Array.from({ length: 9 }, (_, at) => ({ x: at % 3, y: Math.floor(at / 3) })) } };

/** A row of three points with men in hand. @type {any} */
const row = { seats: [{}, {}], scene: { hands: [2, 2] }, layout: { symbols: ".wb", sites: [0, 1, 2].map((x) => ({ x, y: 0 })) } };

test("letters are read and written by site", () => {
  assert.equal(letterAt(grid, "100/020/000 1", 4), "2");
  assert.equal(withLetter(grid, "100/020/000 1", 8, "1"), "100/020/001 1");
  assert.equal(countOf(grid, "110/020/000 1", "1"), 2);
});

test("fields are known by what they look like and by what the game has", () => {
  assert.deepEqual(fieldsOf(row, "w.b w 3,0 46,10").map(({ kind }) => kind), ["side", "hands", "countdowns"]);
  assert.deepEqual(fieldsOf(grid, "100/000/000 9-5 2").map(({ kind }) => kind), ["scores", "side"]);
  assert.equal(withField(row, "w.b w 3,0", "hands", "0,0"), "w.b w 0,0");
});

test("a board is turned, mirrored, and its colours change", () => {
  assert.equal(moved(grid, "100/020/000 1", "turn"), "001/020/000 1");
  assert.equal(moved(grid, "120/000/000 1", "mirror"), "021/000/000 1");
  assert.equal(swapped(row, "w.b w 3,0"), "b.w b 0,3");
});

test("mendings begin near and end with the latest position that was right", () => {
  const all = mendings(row, "www w 3,0", "w.b w 0,0");
  assert.equal(all[0], "www b 3,0");
  assert.ok(all.includes("www w 0,0"));
  assert.equal(all.at(-1), "w.b w 0,0");
});

test("what is pasted is told apart", () => {
  assert.ok(isRecord('[Game "morris"]\n\n1. d6 f4'));
  assert.ok(!isRecord("w../.../.../....../.../.../... w 9,9"));
  assert.ok(isFen("O****O**/*@******/***@***O b p p 3 6 2 7 0 0 -1 -1 -1 -1 0 5 3"));
  assert.ok(!isFen("..b/www/..b/b..w.w/bbb/.w./w.b w 0,0"));
});

test("a list of moves is read with its numbers or without", () => {
  for (const text of ["d6 f4 d2xb4", "1. d6 f4 2. d2xb4", "1.d6 f4\n2.d2xb4\n"]) assert.deepEqual(movesOf(text), ["d6", "f4", "d2xb4"]);
  assert.deepEqual(movesOf("1. 4 3 2. 5"), ["4", "3", "5"]);
});

test("a click may take a man out of the hand or put it back, and pass the turn", () => {
  assert.deepEqual(byHand(row, "... w 2,2", "w.. w 2,2"), ["w.. w 1,2", "w.. b 1,2"]);
  assert.deepEqual(byHand(row, "w.. b 1,2", "... b 1,2"), ["... b 2,2", "... w 2,2"]);
  // Nothing is left in the hand, the game has none, or nothing came.
  assert.deepEqual(byHand(row, "... w 0,2", "w.. w 0,2"), []);
  assert.deepEqual(byHand(grid, "000/000/000 1", "100/000/000 1"), []);
  assert.deepEqual(byHand(row, "w.. w 2,2", ".w. w 2,2"), []);
});

test("a mending is told by what it changes", () => {
  assert.deepEqual(difference(row, "w.. w 2,2", "w.. b 1,2"), { seat: 2, hands: [1, 2], come: 0, gone: 0, moved: 0 });
  assert.deepEqual(difference(row, "w.. w 2,2", "w.. w 1,2"), { seat: 0, hands: [1, 2], come: 0, gone: 0, moved: 0 });
  assert.deepEqual(difference(row, "w.. w 2,2", "w.. b 2,2"), { seat: 2, hands: [], come: 0, gone: 0, moved: 0 });
  assert.deepEqual(difference(grid, "120/000/000 1", "121/002/000 1"), { seat: 0, hands: [], come: 2, gone: 0, moved: 0 });
  assert.deepEqual(difference(grid, "100/000/000 1", "000/000/100 1"), { seat: 0, hands: [], come: 0, gone: 0, moved: 1 });
});

/** The same squares, in lanes that are filled from below. @type {any} */
const lanes = { ...grid, layout: { ...grid.layout, lanes: [[6, 3, 0], [7, 4, 1], [8, 5, 2]] } };

test("a piece falls to the end of its lane, and it may be the other side's turn then", () => {
  assert.equal(fallen(lanes, "100/000/200 1"), "000/100/200 1");
  assert.equal(fallen(grid, "100/000/200 1"), "100/000/200 1");
  assert.deepEqual(meanings(lanes, "000/000/000 1", "100/000/000 1"), ["100/000/000 1", "000/000/100 1", "100/000/000 2", "000/000/100 2"]);
  // One too many of a colour is mended by one of the other, where it comes to lie, and the click stays.
  const all = mendings(lanes, "000/000/110 1", "000/000/100 2");
  assert.ok(all.includes("000/000/112 1"), String(all));
  assert.equal(all.at(-1), "000/000/100 2");
});

/** Two squares between four places beside the board. @type {any} */
const beside = { seats: [{}, {}], scene: { hands: [] }, layout: { symbols: "0125", regions: [], sites: ["slot", "slot", "cell", "cell", "slot", "slot"].map((kind, x) => ({ x, y: 0, kind })) } };

test("whoever puts a counter on the board fills the places beside it", () => {
  assert.deepEqual(["1", "2"].map((letter) => countOf(beside, evened(beside, "001000 1", "000000 1"), letter)), [2, 2]);
  assert.equal(letterAt(beside, evened(beside, "001000 1", "000000 1"), 2), "1");
  // One of the other colour was there: it waits beside the board, and one that did goes.
  const taken = evened(beside, "121012 1", "122012 1");
  assert.deepEqual(["1", "2"].map((letter) => countOf(beside, taken, letter)), [2, 2]);
  assert.equal(letterAt(beside, taken, 2), "1");
});

// Position texts in parts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, fieldsOf, isFen, isRecord, letterAt, mendings, moved, swapped, withField, withLetter } from "../assets/editor/text.js";

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

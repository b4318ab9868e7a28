// How a game is dressed follows from what it says, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { family, themeOf } from "../assets/board/theme.js";

/** @param {object[]} seats @param {object} [layout] @returns {any} */
const view = (seats, layout) => ({ seats, layout });

test("a game that says nothing gets counters in the colours of its seats", () => {
  const theme = themeOf(view([{ name: "Rose", piece: "knot", colour: "red" }, { name: "Gina", piece: "knot", colour: "green" }], { sites: [{ kind: "cell" }] }));
  assert.deepEqual(theme.pieces, ["disc tint-red", "square tint-green"]);
  // Pieces of one name are still two players' pieces.
  assert.equal(theme.shared, false);
  assert.deepEqual([theme.mode, theme.open, theme.nobody], ["cells", false, "hexagon"]);
});

test("points joined by lines are seen by their kind, or said", () => {
  assert.equal(themeOf(view([], { sites: [{ kind: "point" }] })).mode, "points");
  assert.equal(themeOf(view([], { sites: [{ kind: "cell" }], look: { ground: "lattice", shared: false } })).mode, "lattice");
});

test("what a seat looks like wins over what it is", () => {
  const seat = { name: "X", piece: "cross", colour: "red", look: { shape: "solid", name: "Black", piece: "black stone" } };
  const theme = themeOf(view([seat]));
  assert.deepEqual([theme.names[0], theme.nouns[0], theme.pieces[0]], ["Black", "black stone", "solid"]);
  const orange = { name: "Orange", piece: "counter", colour: "magenta", look: { shape: "triangle", colour: "orange" } };
  assert.deepEqual(themeOf(view([orange])).pieces, ["triangle tint-orange"]);
});

test("a list of games needs no board", () => {
  assert.deepEqual(themeOf(view([{ name: "White", piece: "white man", colour: "red" }])).names, ["White"]);
});

test("the family is the word before the colon", () => {
  assert.deepEqual(["mnk:3,3,3", "morris"].map(family), ["mnk", "morris"]);
});

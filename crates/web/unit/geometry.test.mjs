// Where everything stands on a board, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { geometryOf, siteNear, siteTowards } from "../assets/board/geometry.js";
import { themeOf } from "../assets/board/theme.js";

/** A grid of cells. @param {number} rows @param {number} columns @param {object} [look] @returns {any} */
const grid = (rows, columns, look = {}) => ({
  seats: [],
  layout: {
    sites: Array.from({ length: rows * columns }, (_, at) => ({ name: "", x: at % columns, y: Math.floor(at / columns), kind: "cell" })),
    look: { shared: false, ...look },
  },
});

/** @param {any} view @param {number} width @param {boolean} [flipped] */
const placed = (view, width, flipped = false) => geometryOf(view, themeOf(view), width, flipped);

test("the middle of every square is inside the frame, and neighbours are one step apart", () => {
  for (const [rows, columns] of [[3, 3], [6, 7], [1, 12], [19, 19]]) {
    const g = placed(grid(rows, columns), 600);
    assert.equal(g.at.length, rows * columns);
    for (const { x, y } of g.at) {
      assert.ok(x > g.frame.left && x < g.frame.right && y > g.frame.top && y < g.frame.bottom);
    }
    if (columns > 1) assert.ok(Math.abs(g.at[1].x - g.at[0].x - g.step) < 1e-9);
    assert.ok(g.width <= 600 + 1e-9 && g.radius * 2 < g.step);
  }
});

test("a flipped board is turned by half a turn", () => {
  const [plain, flipped] = [placed(grid(2, 3), 300), placed(grid(2, 3), 300, true)];
  assert.deepEqual(flipped.at[0], plain.at[5]);
  assert.deepEqual(flipped.at[2], plain.at[3]);
});

test("a touch finds the nearest site, and nothing far from all of them", () => {
  const g = placed(grid(3, 3), 300);
  assert.equal(siteNear(g, g.at[4].x + 3, g.at[4].y - 5), 4);
  assert.equal(siteNear(g, g.at[8].x + 3 * g.step, g.at[8].y), -1);
});

test("arrow keys walk to the neighbour and stay at the edge", () => {
  const g = placed(grid(3, 3), 300);
  assert.deepEqual(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"].map((key) => siteTowards(g, 4, key)), [5, 3, 1, 7]);
  assert.equal(siteTowards(g, 2, "ArrowRight"), 2);
  assert.equal(siteTowards(g, 4, "Enter"), 4);
});

test("pieces fill the holes of an upright board", () => {
  assert.ok(placed(grid(6, 7, { ground: "holes" }), 600).radius > placed(grid(6, 7), 600).radius);
});

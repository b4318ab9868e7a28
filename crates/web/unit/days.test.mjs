// Days on which the puzzle of the day was solved.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, inARow, read, withDay } from "../assets/puzzles/days.js";

test("a day begins at midnight in UTC", () => {
  assert.equal(dayOf(Date.UTC(1970, 0, 2)), 1);
  assert.equal(dayOf(Date.UTC(1970, 0, 2) - 1), 0);
});

test("a row ends today, or yesterday as long as today's is open", () => {
  assert.equal(inARow([7, 8, 9], 9), 3);
  assert.equal(inARow([7, 8, 9], 10), 3, "today's is open");
  assert.equal(inARow([7, 8, 9], 11), 0, "a day was left out");
  assert.equal(inARow([5, 7, 9], 9), 1);
  assert.equal(inARow([], 9), 0);
});

test("what is kept is read as far as it makes sense, each day once", () => {
  assert.deepEqual(read("7,8,x,9.5,,9"), [7, 8, 9]);
  assert.deepEqual(withDay(withDay([9], 8), 9), [8, 9]);
});

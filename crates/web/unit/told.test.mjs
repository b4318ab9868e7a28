// What has just happened at a table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { soundOf } from "../assets/board/sound.js";
import { walk } from "../assets/menu.js";
import { slide } from "../assets/setup/level.js";
import { themeOf } from "../assets/board/theme.js";
import { nextLevel, rematch } from "../assets/table/rematch.js";
import { result, roundAfter } from "../assets/table/status.js";
import { skipped } from "../assets/table/told.js";

/** @param {number} seats @param {number} last @param {number} next @returns {any} */
const view = (seats, last, next) => ({ seats: Array(seats).fill({}), turns: [{ player: last, shown: "" }], to_move: next, outcome: null });

test("whoever sits between the last turn and the next was skipped", () => {
  assert.deepEqual(skipped(view(4, 1, 2)), []);
  assert.deepEqual(skipped(view(4, 1, 4)), [2, 3]);
  assert.deepEqual(skipped(view(4, 4, 2)), [1]);
  assert.deepEqual(skipped(view(2, 1, 1)), [2]);
  assert.deepEqual(skipped({ ...view(2, 1, 2), turns: [] }), []);
});

test("whoever plays alone against computers is told to have won or lost; among people a colour wins", () => {
  const told = (/** @type {boolean[]} */ people) => {
    const view = /** @type {any} */ ({ game: "morris", seats: [{ name: "White" }, { name: "Black" }], outcome: null });
    const players = people.map((human) => ({ player: human ? "human" : "level:3", name: null, human }));
    return result(view, themeOf(view), players, { seat: 1, by: "resigned" }).headline;
  };
  assert.deepEqual([told([true, false]), told([false, true]), told([true, true])], ["You lose, Black wins", "You win", "Black wins"]);
});

test("of equal scores the winner is named first, with what decides", () => {
  const seats = ["Yellow", "Blue", "Orange"].map((name) => ({ name }));
  const ended = (/** @type {number[]} */ scores, /** @type {number[]} */ payoffs) => {
    const view = /** @type {any} */ ({ game: "9tka:3", seats, scene: { scores, score_name: "sections" }, layout: { regions: [{}] }, outcome: { payoffs, sentence: "" } });
    return result(view, themeOf(view), seats.map(() => ({ player: "level:3", name: null, human: false })), null);
  };
  assert.equal(ended([3, 3, 2], [-1, 2, -1]).reason, "Blue holds 3 sections, Yellow 3, Orange 2. A tie goes to the later seat.");
  assert.equal(ended([3, 2, 2], [2, -1, -1]).reason, "Yellow holds 3 sections, Blue 2, Orange 2.");
});

test("a move is one turn of every player", () => {
  assert.deepEqual([roundAfter(0, 2), roundAfter(5, 2), roundAfter(6, 2), roundAfter(7, 4)], [1, 3, 4, 2]);
});

test("a turn that takes sounds otherwise than one that moves", () => {
  assert.equal(soundOf([{ action: "put" }], false), "move");
  assert.equal(soundOf([{ action: "lift" }, { action: "drop" }, { action: "take" }], false), "take");
  assert.equal(soundOf([{ action: "put" }], true), "end");
});

/** @param {[string, boolean][]} seats @returns {any} */
const game = (seats) => ({ game: "morris", seats: seats.map(([player, human]) => ({ player, human, name: null })), position: null, clock: null, pace: 500 });

test("a rematch changes the seats, and keeps the rest", () => {
  assert.deepEqual(rematch(game([["human", true], ["level:6", false]]), 7), { game: "morris", seed: 7, seats: ["level:6", "human"], names: [null, null], pace: 500 });
  assert.deepEqual(rematch(game([["human", true], ["level:6", false]]), 7, "level:7").seats, ["level:7", "human"]);
});

test("whoever beats a level is offered the next, and nobody else", () => {
  const against = game([["human", true], ["level:6", false]]);
  assert.deepEqual(nextLevel(against, 1), { number: 7, player: "level:7" });
  assert.equal(nextLevel(against, 2), null);
  assert.equal(nextLevel(against, null), null);
  assert.equal(nextLevel(game([["human", true], ["level:10", false]]), 1), null);
  assert.equal(nextLevel(game([["human", true], ["human", true]]), 1), null);
});

test("arrow keys walk round a menu and stop at the ends of a slider", () => {
  assert.deepEqual([walk("ArrowDown", 2, 3), walk("ArrowUp", 0, 3), walk("Home", 2, 3), walk("End", 0, 3)], [0, 2, 0, 2]);
  assert.deepEqual([slide("ArrowRight", 10, 10), slide("ArrowLeft", 1, 10), slide("Home", 5, 10), slide("End", 5, 10), slide("a", 5, 10)], [10, 1, 1, 10, 5]);
});

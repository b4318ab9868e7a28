// What answers a move of somebody who cannot win: the other cell of a pair, a stone, or anything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { letterOf, openingOf, replyTo, searchFor } from "../assets/explore/why.js";

/** @type {[string, string][]} */
const PAIRS = [["1,1", "2,2"], ["1,3", "3,1"]];
const LEGAL = ["1,1", "1,2", "1,3", "2,2", "3,1"];
const held = (/** @type {object} */ more) => ({ player: 1, to_move: true, pairs: PAIRS, complete: true, answers: [], ...more });

test("the other cell of a pair is taken, and the others keep their letters", () => {
  const found = replyTo(held({}), "2,2", LEGAL);
  assert.equal(found?.reply, "1,1");
  assert.deepEqual(found?.left?.pairs, [["", ""], ["1,3", "3,1"]]);
  assert.equal(replyTo(held({}), "1,3", LEGAL)?.reply, "3,1");
});

test("where there is no pair he plays beside them, and nothing on a full board", () => {
  const found = replyTo(held({}), "1,2", [...LEGAL, "3,3"]);
  assert.equal(found?.reply, "3,3");
  assert.deepEqual(found?.left?.pairs, PAIRS);
  const inside = replyTo(held({}), "1,2", LEGAL);
  assert.equal(inside?.reply, "1,1");
  assert.deepEqual(inside?.left?.pairs, [["", ""], ["1,3", "3,1"]], "half a pair is none");
  assert.equal(replyTo(held({}), "1,2", ["1,2"]), null);
});

test("a stone answers what no pair does; then its pairs hold, or one asks again", () => {
  const answers = [{ to: ["1,2"], stone: "2,2", pairs: [["1,1", "1,3"]], complete: true }, { to: ["3,1"], stone: "1,1", pairs: [], complete: false }];
  const reason = held({ pairs: [], complete: false, answers });
  assert.deepEqual(replyTo(reason, "1,2", LEGAL)?.left?.pairs, [["1,1", "1,3"]]);
  assert.deepEqual(replyTo(reason, "3,1", LEGAL), { reply: "1,1", left: null });
  assert.equal(replyTo(reason, "1,3", LEGAL), null);
});

test("whoever holds plays first where it is his turn", () => {
  const answers = [{ to: [], stone: "2,2", pairs: PAIRS, complete: true }];
  assert.equal(openingOf(held({ to_move: false, pairs: [], complete: false, answers }))?.stone, "2,2");
  assert.equal(openingOf(held({})), null);
});

test("a pair has a letter, however many there are", () => {
  assert.deepEqual([0, 25, 26, 51, 52].map(letterOf), ["A", "Z", "a", "z", "1"]);
});

test("the command that searches without a limit names the position where the game has begun", () => {
  assert.equal(searchFor("mnk:8,8,5", ""), "ninefold solve mnk:8,8,5 --why");
  assert.equal(searchFor("mnk:3,3,3", "120/000/000 1"), "ninefold solve mnk:3,3,3 --position '120/000/000 1' --why");
});

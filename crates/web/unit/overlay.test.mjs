// Which moves have a letter on the board.
import assert from "node:assert/strict";
import { test } from "node:test";
import { valueBadges } from "../assets/board/overlay.js";
import { drawn, tagSize } from "../assets/board/signs.js";

/** A position with a move to every site. @param {string} letters the proved result of each @returns {[any, any]} */
function proved(letters) {
  const moves = [...letters].map((letter, site) => ({ move: `m${site}`, letter, value: { W: 1, D: 0, L: -1 }[letter], share: { W: 1, D: 0.5, L: 0 }[letter] }));
  const best = moves.filter(({ value }) => value === Math.max(...moves.map((one) => one.value ?? 0))).map(({ move }) => move);
  const legal = moves.map(({ move }, site) => ({ text: move, steps: [{ site }] }));
  return [{ legal, seats: [{}, {}], to_move: 1, scene: { scores: [] } }, { moves, best, exact: true, unit: "score" }];
}

/** The results that have letters, not small signs. @param {string} letters */
function lettered(letters) {
  const [view, values] = proved(letters);
  return [...valueBadges(view, [], values).values()].filter(({ small }) => !small).map(({ letter }) => letter).join("");
}

test("moves that are equally good all have a letter, or none of them if they are many", () => {
  assert.equal(lettered("D".repeat(24)), "");
  assert.equal(lettered("D".repeat(10) + "L".repeat(10)), "");
  assert.equal(lettered("WW" + "D".repeat(20)), "WW");
  assert.equal(lettered("DLD"), "DDL");
});

test("arrows are drawn with the best one last", () => {
  const arrows = /** @type {import("../assets/board/signs.js").Arrow[]} */ ([{ kind: "line", number: 1, strong: true }, { kind: "line", number: 3, strong: false }, { kind: "line", number: 2, strong: false }, { kind: "played" }, { kind: "threat" }].map((one) => ({ from: 0, to: 1, ...one })));
  assert.deepEqual(drawn(arrows).map(({ kind, number }) => number ?? kind), ["threat", "played", 3, 2, 1]);
});

test("a line's number fits between four stones of a narrow grid", () => {
  // Gomoku on a phone: half a diagonal less a stone's radius is left.
  for (const step of [19, 23, 30]) assert.ok(tagSize(step) < step * (Math.SQRT1_2 - 0.42), String(step));
  assert.equal(tagSize(120), 10);
});

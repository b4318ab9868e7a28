// A turn, click by click, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { completed, foresee, goesByItself, matching, meant, piecesAfter, stepsText, targets } from "../assets/board/turn.js";

const step = (/** @type {any} */ action, /** @type {number} */ site) => ({ action, site });

/** A man slides from 0 to 1 or 2, and takes 5 or 6 where it closes a mill. */
const LEGAL = [
  { text: "a-b", steps: [step("lift", 0), step("drop", 1)] },
  { text: "a-cxe", steps: [step("lift", 0), step("drop", 2), step("take", 5)] },
  { text: "a-cxf", steps: [step("lift", 0), step("drop", 2), step("take", 6)] },
];

/** @param {object} more @returns {any} */
const view = (more = {}) => ({
  to_move: 1,
  legal: LEGAL,
  layout: { sites: Array.from({ length: 8 }, () => ({ kind: "point" })), ...more },
  scene: { pieces: [{ site: 0, owner: 1 }, { site: 5, owner: 2 }] },
});

test("what may be clicked next follows from the clicks so far", () => {
  assert.deepEqual([...targets(LEGAL, [])], [[0, "lift"]]);
  assert.deepEqual([...targets(LEGAL, [step("lift", 0)])], [[1, "drop"], [2, "drop"]]);
  assert.deepEqual([...targets(LEGAL, [step("lift", 0), step("drop", 2)])], [[5, "take"], [6, "take"]]);
  assert.deepEqual(matching(LEGAL, [step("lift", 1)]), []);
});

test("a turn is complete with its last click and not before", () => {
  assert.equal(completed(LEGAL, [step("lift", 0)]), undefined);
  assert.equal(completed(LEGAL, [step("lift", 0), step("drop", 1)])?.text, "a-b");
  assert.equal(completed(LEGAL, [step("lift", 0), step("drop", 2)]), undefined);
  assert.equal(completed(LEGAL, [step("lift", 0), step("drop", 2), step("take", 6)])?.text, "a-cxf");
});

test("a click anywhere in a lane means the site that a legal turn goes on with", () => {
  const board = view({ lanes: [[0, 3, 6], [1, 4, 7]] });
  const open = new Map([[3, "put"], [7, "put"]]);
  assert.deepEqual([0, 3, 6, 1, 7].map((site) => meant(board, open, site)), [3, 3, 3, 7, 7]);
  // A full lane, and a site without one, stay what they are.
  assert.equal(meant(board, new Map([[7, "put"]]), 0), 0);
  assert.equal(meant(board, open, 2), 2);
  assert.equal(meant(view(), open, 5), 5);
});

test("only what slides in from beside the board goes by itself", () => {
  const slots = { sites: [{ kind: "slot" }, { kind: "cell" }] };
  const one = [{ text: "s", steps: [step("lift", 0), step("drop", 1)] }];
  assert.equal(goesByItself(view(slots), one, [step("lift", 0)]), true);
  assert.equal(goesByItself(view(), one, [step("lift", 0)]), false);
  assert.equal(foresee({ ...view(slots), legal: one }, [], 0)?.to, 1);
});

test("pieces stand where the clicks so far put them", () => {
  const after = piecesAfter(view(), [step("lift", 0), step("drop", 2), step("take", 5)]);
  assert.deepEqual(after, [{ site: 2, owner: 1 }]);
  assert.deepEqual(piecesAfter(view(), [step("put", 7)]).at(-1), { site: 7, owner: 1 });
  // A game whose stones belong to everybody says so.
  assert.deepEqual(piecesAfter(view({ look: { shared: true } }), [step("put", 7)]).at(-1), { site: 7, owner: null });
});

test("clicks are told to the server as it wants them", () => {
  assert.equal(stepsText([step("lift", 3), step("drop", 4)]), "lift:3,drop:4");
});

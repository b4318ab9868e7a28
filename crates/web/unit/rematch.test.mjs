// What comes after a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rematch } from "../assets/table/rematch.js";

test("the same clock again, its seconds too", () => {
  const seats = [{ player: "human", name: "Ada", human: true }, { player: "level:3", name: null, human: false }];
  const game = (/** @type {any} */ clock) => /** @type {any} */ ({ game: "morris", position: null, seats, clock });
  const short = rematch(game({ minutes: 0, seconds: 30, increment: 0, left: [1, 2], running: null, at: 0, now: 0 }), 7);
  assert.deepEqual(short.clock, { minutes: 0, seconds: 30, increment: 0 });
  // The server leaves seconds out where there are none.
  assert.deepEqual(rematch(game({ minutes: 5, increment: 3 }), 7).clock, { minutes: 5, seconds: 0, increment: 3 });
  assert.deepEqual(short.seats, ["level:3", "human"]);
  assert.equal(rematch(game(null), 7).clock, undefined);
});

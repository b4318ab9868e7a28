// What a person's results add up to, and the film of a game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { meeting } from "../assets/home/rows.js";
import { balance, byGame, share } from "../assets/own/sums.js";
import { lifetimes, shownFrom } from "../assets/share/lifetimes.js";

const line = (/** @type {string} */ game, /** @type {string} */ opponent, /** @type {number} */ seat, /** @type {number} */ won, /** @type {number} */ drawn, /** @type {number} */ lost) => ({ family: game.split(":")[0], game, opponent, seat, side: null, played: won + drawn + lost, won, drawn, lost });

test("lines add up by game, opponent and seat; levels stand in their order", () => {
  const sums = byGame([line("369:6", "level:1", 1, 1, 0, 0), line("morris", "level:10", 1, 0, 1, 1), line("morris", "level:2", 1, 2, 0, 1), line("morris", "level:2", 2, 1, 1, 0)]);
  assert.deepEqual(sums.map(({ game, total }) => [game, total.played]), [["morris", 7], ["369:6", 1]]);
  const [morris] = sums;
  assert.deepEqual(morris.opponents.map(({ opponent, total }) => [opponent, total.won, total.drawn, total.lost]), [["level:2", 3, 1, 1], ["level:10", 0, 1, 1]]);
  assert.deepEqual([...morris.opponents[0].seats].map(([seat, count]) => [seat, count.won]), [[1, 2], [2, 1]]);
  assert.equal(share(morris.total), (3 + 1) / 7);
  assert.equal(share({ played: 0, won: 0, drawn: 0, lost: 0 }), 0);
});

test("the graph counts won games up and lost ones down", () => {
  const results = /** @type {const} */ (["won", "drawn", "lost", "lost"]).map((result, at) => ({ id: String(at), result, updated: at, game: "morris", opponent: "level:1" }));
  assert.deepEqual(balance(results), [0, 1, 1, 0, -1]);
});

test("every piece is there from its move until it leaves", () => {
  const frame = (/** @type {[number, number][]} */ ...pieces) => ({ scene: /** @type {any} */ ({ pieces: pieces.map(([site, owner]) => ({ site, owner })) }), to_move: 1, last: null, outcome: null });
  const lives = lifetimes([frame(), frame([3, 1]), frame([3, 1], [5, 2]), frame([4, 1], [5, 2]), frame([4, 1])]);
  assert.deepEqual(lives, [
    { site: 3, owner: 1, from: 1, to: 3 },
    { site: 5, owner: 2, from: 2, to: 4 },
    { site: 4, owner: 1, from: 3, to: 5 },
  ]);
});

test("an animation begins hidden unless the piece is there from the first frame, and ends hidden unless it stays", () => {
  assert.deepEqual(shownFrom({ from: 1, to: 3 }, 10), { values: "hidden;visible;hidden", keyTimes: "0;0.1;0.3" });
  assert.deepEqual(shownFrom({ from: 0, to: 10 }, 10), { values: "visible", keyTimes: "0" });
  assert.deepEqual(shownFrom({ from: 4, to: 10 }, 10), { values: "hidden;visible", keyTimes: "0;0.4" });
});

test("a row says who plays whom: people are among themselves, nobody is against them", () => {
  const game = (/** @type {string[]} */ ...players) => /** @type {any} */ ({ seats: players.map((player) => ({ human: player.startsWith("human"), player, name: player.split("/")[1] ?? null })) });
  assert.equal(meeting(game("human", "human")), "between people");
  assert.equal(meeting(game("human/Ada", "human/Ben")), "Ada, Ben");
  assert.match(meeting(game("human", "level:3", "level:3")), /^against [^,]*3$/);
  assert.match(meeting(game("level:1", "level:2")), /^between computers: /);
});

// A game between several devices: whose seats are whose for one reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { abandoned, isMine, isShared, isWaiting, ownSeats, seatsSeen, span } from "../assets/together/own.js";

const person = (/** @type {string | null} */ name = null) => ({ player: "human", name, human: true });
const seat = (/** @type {string} */ owner, /** @type {number | null} */ away = null) => ({ owner, here: away === null, away, left: false, error: null });
/** @param {any} sharing @param {any[]} seats @returns {any} */
const game = (sharing, seats = [person(), person()]) => ({ seats, over: false, ...(sharing ? { sharing: { you: null, host: true, watching: 0, offers: [], next: null, now: 0, ...sharing } } : {}) });

test("a game that nobody shares is the reader's own", () => {
  const alone = game(null, [person(), { player: "level:1", name: null, human: false }]);
  assert.deepEqual([isMine(alone, 1), isShared(alone), isWaiting(alone), ownSeats(alone)], [true, false, false, [1]]);
  assert.equal(seatsSeen(alone), alone.seats);
});

test("a guest plays the own seat, the host the local ones, who watches none", () => {
  const seats = [seat("local"), seat("guest")];
  const [host, guest, watcher] = [game({ seats }), game({ seats, host: false, you: 2 }), game({ seats, host: false })];
  assert.deepEqual([host, guest, watcher].map(ownSeats), [[1], [2], []]);
  assert.deepEqual(seatsSeen(guest).map(({ you }) => Boolean(you)), [false, true]);
  // Whoever opens a link on the host's machine is the host as well, and plays the seat of the link all the same.
  assert.deepEqual(ownSeats(game({ seats, you: 2 })), [2]);
});

test("a seat that waits is nobody's, and one that was left for a minute may be claimed", () => {
  const waiting = game({ seats: [seat("local"), seat("open")] });
  assert.deepEqual([isWaiting(waiting), isShared(waiting), ownSeats(waiting)], [true, true, [1]]);
  const left = game({ seats: [seat("local"), seat("guest", 1000)] });
  assert.deepEqual([abandoned(left, 60_999), abandoned(left, 61_000)], [[], [2]]);
  assert.deepEqual(abandoned({ ...left, over: true }, 61_000), []);
});

test("time away is told in minutes and seconds", () => {
  assert.deepEqual([0, 42_900, 61_000, 600_000].map(span), ["0:00", "0:42", "1:01", "10:00"]);
});

// A game between several devices: whose seats are whose for one reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { abandoned, claims, isAwaited, isMine, isShared, isWaiting, ownSeats, seatsSeen, span, thinker } from "../assets/together/own.js";

const person = (/** @type {string | null} */ name = null) => ({ player: "human", name, human: true });
const seat = (/** @type {string} */ owner, /** @type {number | null} */ away = null) => ({ owner, here: away === null, away, left: false, error: null });
/** @param {any} sharing @param {any[]} seats @returns {any} */
const game = (sharing, seats = [person(), person()]) => ({ seats, over: false, clock: null, view: { to_move: 2 }, ...(sharing ? { sharing: { you: null, yours: sharing.you ? [sharing.you] : sharing.host === false ? [] : [1], host: true, watching: 0, offers: [], next: null, now: 0, ...sharing } } : {}) });

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
  // Whoever opens a link on the host's machine is the host as well: the server says whose the seats are.
  assert.deepEqual(ownSeats(game({ seats, you: 2, yours: [1, 2] })), [1, 2]);
});

test("a seat that waits is nobody's, and one that was left for a minute may be claimed", () => {
  const waiting = game({ seats: [seat("local"), seat("open")] });
  assert.deepEqual([isWaiting(waiting), isShared(waiting), ownSeats(waiting)], [true, true, [1]]);
  const left = game({ seats: [seat("local"), seat("guest", 1000)] });
  assert.deepEqual([abandoned(left, 60_999), abandoned(left, 61_000)], [[], [2]]);
  assert.deepEqual(abandoned({ ...left, over: true }, 61_000), []);
});

test("how long somebody else thinks is told where no clock tells it", () => {
  const seats = [seat("local"), seat("guest")];
  const [host, guest] = [game({ seats }), game({ seats, host: false, you: 2 })];
  assert.deepEqual([host, guest].map(thinker), [2, null], "the own time is no news");
  assert.deepEqual([{ ...host, clock: {} }, { ...host, over: true }, game({ seats: [seat("local"), seat("guest", 1000)] })].map(thinker), [null, null, null]);
});

test("of two who play, the other wins, lets a computer play on or gives the seat away", () => {
  const seats = [seat("local"), seat("guest", 1000)];
  assert.deepEqual(claims(game({ seats })), ["win", "computer", "open"]);
  assert.deepEqual(claims(game({ seats, host: false, you: 1 })), ["win", "computer"], "only the host sees the link");
  assert.deepEqual(claims(game({ seats }, [person(), person(), person()])), ["computer", "open"]);
  assert.deepEqual(claims({ ...game({ seats }), league: "k3" }), ["win"]);
});

test("time away is told in minutes and seconds", () => {
  assert.deepEqual([0, 42_900, 61_000, 600_000].map(span), ["0:00", "0:42", "1:01", "10:00"]);
});

test("others wait for whoever has a seat in a game that goes on, or whose offer is open", () => {
  const seats = [seat("local"), seat("guest")];
  const [host, watcher, alone] = [game({ seats }), game({ seats, host: false }), game(null)];
  assert.deepEqual([host, watcher, alone, { ...host, over: true }, { ...host, study: "k3" }].map(isAwaited), [true, false, false, false, false]);
  assert.equal(isAwaited({ ...game({ seats, offers: [{ kind: "rematch", by: 1, asks_you: false }] }), over: true }), true);
});

// @ts-check
// A game between several devices: which seats the reader plays, and what is to be said about the others.

/** @typedef {import("../types.js").Game} Game */

/** Whether the reader plays this seat. A game that nobody else shares is the reader's own. @param {Game} game @param {number} seat from 1 */
export function isMine(game, seat) {
  return game.sharing ? game.sharing.yours.includes(seat) : true;
}

/** Whether people on several devices play. @param {Game} game */
export const isShared = (game) => Boolean(game.sharing?.seats.some(({ owner }) => owner === "guest" || owner === "bot" || owner === "open"));

/** Whether somebody is waited for. @param {Game} game */
export const isWaiting = (game) => Boolean(game.sharing?.seats.some(({ owner }) => owner === "open"));

/** The reader's own seats, from 1. @param {Game} game */
export const ownSeats = (game) => game.seats.map((_, at) => at + 1).filter((seat) => game.seats[seat - 1].human && isMine(game, seat));

/** Whether others wait for the reader, who has a seat: then a page hears of every turn although nobody looks at it. @param {Game} game */
export const isAwaited = (game) => isShared(game) && !game.study && ownSeats(game).length > 0 && (!game.over || Boolean(game.sharing?.offers.length));

/** The seats as one reader sees them: the own seat is a person without a name, "You". @param {Game} game */
export function seatsSeen(game) {
  const own = ownSeats(game);
  if (!isShared(game) || own.length !== 1) return game.seats;
  return game.seats.map((seat, at) => (own[0] === at + 1 ? { ...seat, you: true } : seat));
}

/** Seats that were left for long enough to go on without: from 1. @param {Game} game @param {number} now by the server's clock */
export const abandoned = (game, now) =>
  (game.sharing?.seats ?? []).flatMap(({ away }, at) => (!game.over && !game.study && !isMine(game, at + 1) && away !== null && now - away >= AWAY ? [at + 1] : []));

/** Whose thinking time is told: somebody else on turn who is there, where no clock tells it; from 1. @param {Game} game */
export function thinker(game) {
  const seat = game.view.to_move;
  const known = game.sharing?.seats[seat - 1];
  return !game.over && !game.clock && known?.here && known.owner !== "computer" && !isMine(game, seat) && !isWaiting(game) ? seat : null;
}

/** The ways to go on without somebody who left, as the reader may claim them: of a league only the usual one. @param {Game} game */
export function claims(game) {
  const usual = game.seats.length === 2 ? "win" : "computer";
  return ["win", "computer", "open"].filter((how) => how === usual || (!game.league && how !== "win" && (how === "computer" || game.sharing?.host)));
}

/** How long somebody must be away before others may go on, in milliseconds. */
const AWAY = 60_000;

/** Minutes and seconds. @param {number} milliseconds */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

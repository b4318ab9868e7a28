// @ts-check
// A game between several devices: which seats the reader plays, and what to say about the others.

/** @typedef {import("../types.js").Game} Game */

/** Whether the reader plays this seat. An unshared game is entirely the reader's own. @param {Game} game @param {number} seat from 1 */
export function isMine(game, seat) {
  return game.sharing ? game.sharing.yours.includes(seat) : true;
}

/** Whether people on several devices play. @param {Game} game */
export const isShared = (game) => Boolean(game.sharing?.seats.some(({ owner }) => owner === "guest" || owner === "bot" || owner === "open"));

/** Whether a seat is open. @param {Game} game */
export const isWaiting = (game) => Boolean(game.sharing?.seats.some(({ owner }) => owner === "open"));

/** The reader's own seats, from 1. @param {Game} game */
export const ownSeats = (game) => game.seats.map((_, at) => at + 1).filter((seat) => game.seats[seat - 1].human && isMine(game, seat));

/** Whether others wait for the reader, who has a seat: then the page receives every turn even while hidden. @param {Game} game */
export const isAwaited = (game) => isShared(game) && !game.study && ownSeats(game).length > 0 && (!game.over || Boolean(game.sharing?.offers.length));

/** The seats from the reader's view: the own seat is a person without a name, "You". @param {Game} game */
export function seatsSeen(game) {
  const own = ownSeats(game);
  if (!isShared(game) || own.length !== 1) return game.seats;
  return game.seats.map((seat, at) => (own[0] === at + 1 ? { ...seat, you: true } : seat));
}

/** Seats, from 1, whose players have been away long enough to continue without them. @param {Game} game @param {number} now by the server's clock */
export const abandoned = (game, now) =>
  (game.sharing?.seats ?? []).flatMap(({ away }, at) => (!game.over && !game.study && !isMine(game, at + 1) && away !== null && now - away >= AWAY ? [at + 1] : []));

/** The seat, from 1, whose thinking time is shown: another player who is present and to move, without a clock. @param {Game} game */
export function thinker(game) {
  const seat = game.view.to_move;
  const known = game.sharing?.seats[seat - 1];
  return !game.over && !game.clock && known?.here && known.owner !== "computer" && !isMine(game, seat) && !isWaiting(game) ? seat : null;
}

/** The ways to continue without a player who left, as far as the reader may claim them: in a league only the default one. @param {Game} game */
export function claims(game) {
  const usual = game.seats.length === 2 ? "win" : "computer";
  return ["win", "computer", "open"].filter((how) => how === usual || (!game.league && how !== "win" && (how === "computer" || game.sharing?.host)));
}

/** How long a player must be away before others may continue, in milliseconds. */
const AWAY = 60_000;

/** Minutes and seconds. @param {number} milliseconds */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

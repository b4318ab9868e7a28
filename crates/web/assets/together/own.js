// @ts-check
// A game between several devices: which seats the reader plays, and what is to be said about the others.

/** @typedef {import("../types.js").Game} Game */

/** Whether the reader plays this seat. A game that nobody else shares is the reader's own. @param {Game} game @param {number} seat from 1 */
export function isMine(game, seat) {
  const sharing = game.sharing;
  if (!sharing) return true;
  if (sharing.you !== null) return sharing.you === seat;
  return sharing.host && sharing.seats[seat - 1]?.owner === "local";
}

/** Whether people on several devices play. @param {Game} game */
export const isShared = (game) => Boolean(game.sharing?.seats.some(({ owner }) => owner === "guest" || owner === "bot" || owner === "open"));

/** Whether somebody is waited for. @param {Game} game */
export const isWaiting = (game) => Boolean(game.sharing?.seats.some(({ owner }) => owner === "open"));

/** The reader's own seats, from 1. @param {Game} game */
export const ownSeats = (game) => game.seats.map((_, at) => at + 1).filter((seat) => game.seats[seat - 1].human && isMine(game, seat));

/** The seats as one reader sees them: the own seat is a person without a name, "You". @param {Game} game */
export function seatsSeen(game) {
  const own = ownSeats(game);
  if (!isShared(game) || own.length !== 1) return game.seats;
  return game.seats.map((seat, at) => (own[0] === at + 1 ? { ...seat, you: true } : seat));
}

/** Seats that were left for long enough to go on without: from 1. @param {Game} game @param {number} now by the server's clock */
export const abandoned = (game, now) =>
  (game.sharing?.seats ?? []).flatMap(({ away }, at) => (!game.over && !game.study && !isMine(game, at + 1) && away !== null && now - away >= AWAY ? [at + 1] : []));

/** How long somebody must be away before others may go on, in milliseconds. */
const AWAY = 60_000;

/** Minutes and seconds. @param {number} milliseconds */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// @ts-check
// After a game: a rematch with the seats changed, or a stronger opponent.
import { seatName } from "../board/labels.js";
import { words } from "../words/index.js";

/** @typedef {import("../types.js").Game} Game */

/** A new game with the same players, everybody one seat further. @param {Game} game @param {number} seed @param {string} [level] of the computer's replacement */
export function rematch(game, seed, level) {
  const turned = [...game.seats.slice(1), game.seats[0]];
  return {
    game: game.game,
    seed,
    seats: turned.map((seat) => (seat.human || !level ? seat.player : level)),
    names: turned.map((seat) => (seat.human || !level ? seat.name : null)),
    ...(game.position ? { position: game.position } : {}),
    ...(game.pace ? { pace: game.pace } : {}),
    ...(game.clock ? { clock: { minutes: game.clock.minutes, seconds: game.clock.seconds ?? 0, increment: game.clock.increment } } : {}),
  };
}

/** The button's text: the reader's next colour. @param {Game} game @param {import("../board/theme.js").Theme} look */
export function rematchText(game, look) {
  const people = game.seats.filter((seat) => seat.human).length;
  if (game.seats.length !== 2 || people !== 1) return words.table.rematch;
  const next = game.seats[0].human ? 2 : 1;
  return look.shared ? words.table.rematchBegins(next === 1) : words.table.rematchAs(seatName(look, next));
}

/** The next level, for a reader who has just beaten one. @param {Game} game @param {number | null} winner */
export function nextLevel(game, winner) {
  const computers = game.seats.filter((seat) => !seat.human);
  const level = /^level:(\d+)$/.exec(computers[0]?.player ?? "");
  if (computers.length !== game.seats.length - 1 || !level || !winner || !game.seats[winner - 1].human) return null;
  const next = Number(level[1]) + 1;
  return next <= 10 ? { number: next, player: `level:${next}` } : null;
}

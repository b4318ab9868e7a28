// @ts-check
// The status line: whose turn it is and what to do.
import { counted, isSaid, said, words } from "../words/index.js";
import { phrase } from "../words/phrases.js";
import { themeOf } from "../board/theme.js";
import { nounOf, pieceName, scoreName } from "../board/labels.js";
import { caller } from "./names.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../board/theme.js").Theme} Theme */

/**
 * @param {object} at
 * @param {View} at.view @param {Theme} at.look @param {Player[]} at.players
 * @param {Map<number, string>} at.targets @param {boolean} at.canMove @param {boolean} at.thinking @param {boolean} at.paused
 * @param {import("../types.js").GivenUp | null} at.givenUp @returns {string}
 */
export function headline({ view, look, players, targets, canMove, thinking, paused, givenUp }) {
  if (givenUp || view.outcome) return result(view, look, players, givenUp).headline;
  const who = caller(view, look, players, view.to_move);
  if (thinking) return words.table.thinking(who);
  if (paused && !players[view.to_move - 1]?.human) return words.table.pausedNext(who);
  if (!canMove || targets.size === 0) return words.table.waits(who);
  return words.table.todo(who, task(view, look, targets));
}

/** @param {View} view @param {Theme} look @param {Map<number, string>} targets */
function task(view, look, targets) {
  const actions = new Set(targets.values());
  const noun = nounOf(look, view.to_move);
  if (actions.has("take")) {
    const victim = view.scene.pieces.find((piece) => targets.has(piece.site) && piece.owner !== null && piece.owner !== view.to_move);
    return victim?.owner ? words.table.take(pieceName(look, victim.owner)) : words.table.takeAny;
  }
  if (actions.has("drop")) return words.table.drop(said(noun));
  // A language may need different words around some pieces.
  if (actions.has("put")) return isSaid(`put a ${noun}`) ? said(`put a ${noun}`) : words.table.put(said(noun));
  const beside = [...targets.keys()].some((site) => view.layout.sites[site].kind === "slot");
  return beside ? words.table.liftSlot(said(noun)) : words.table.lift(said(noun));
}

/** How a game ended if not by its moves. @param {import("../types.js").Game} game @returns {import("../types.js").GivenUp | null} */
export const earlyEnd = (game) => game.given_up ?? (game.over && game.reason === "agreed" ? { seat: 0, by: "agreed" } : null);

/** How it ended. @param {View} view @param {Theme} look @param {Player[]} players @param {import("../types.js").GivenUp | null} givenUp
 *  @returns {{ headline: string, reason: string, winner: number | null }} */
export function result(view, look, players, givenUp) {
  if (givenUp?.by === "agreed") return { headline: words.table.drawn, reason: words.together.agreedDraw, winner: null };
  if (givenUp) {
    const other = players.length === 2 ? 3 - givenUp.seat : null;
    const loser = caller(view, look, players, givenUp.seat);
    const how = { time: words.table.outOfTime, left: words.together.wentAway, forfeit: words.table.forfeit }[givenUp.by] ?? words.table.resigned;
    const reason = `${how(loser)}.`;
    return { headline: other ? won(view, look, players, other) : words.table.over, reason, winner: other };
  }
  if (!view.outcome) return { headline: "", reason: "", winner: null };
  const { payoffs } = view.outcome;
  const most = Math.max(...payoffs);
  const winners = payoffs.flatMap((payoff, at) => (payoff === most ? [at + 1] : []));
  const winner = winners.length === 1 ? winners[0] : null;
  return { headline: winner ? won(view, look, players, winner) : words.table.drawn, reason: tally(view, look, players, winner) ?? ending(view.outcome), winner };
}

/** Who won: the only person at the table is always "You", and a loss is stated as such; all others are named by seat.
 *  @param {View} view @param {Theme} look @param {Player[]} players @param {number} seat */
function won(view, look, players, seat) {
  const people = players.filter((player) => player.human);
  const alone = players.length > 1 && people.length === 1 && !people[0].name;
  const who = caller(view, look, players, seat);
  if (!alone) return words.table.win(who);
  return players[seat - 1]?.human ? words.table.win(words.you) : words.table.lose(who);
}

/** The number of sections each player holds, in a game that counts them. The winner comes first, even of equals.
 *  @param {View} view @param {Theme} look @param {Player[]} players @param {number | null} winner */
function tally(view, look, players, winner) {
  const { scene, layout } = view;
  if (!scene?.scores.length || !layout?.regions.length) return null;
  const sorted = scene.scores.map((score, at) => ({ who: caller(view, look, players, at + 1), score, won: at + 1 === winner })).sort((one, other) => other.score - one.score || Number(other.won) - Number(one.won));
  const tie = sorted[0].won && sorted[0].score === sorted[1]?.score;
  const told = words.table.tally(sorted, (n) => scoreName(scene, n));
  return tie ? `${told} ${words.table.tieLater}` : told;
}

/** The reason for the end, as a sentence. @param {import("../types.js").Outcome} outcome */
const ending = (outcome) => phrase({ sentence: `${outcome.sentence.slice(outcome.sentence.indexOf(": ") + 2)}.`, phrase: outcome.why });

/** The number of the next move after this many turns, as in move lists: one for each round of all players. @param {number} plies @param {number} players */
export const roundAfter = (plies, players) => Math.floor(plies / players) + 1;

/** The state of a listed game, in one line. @param {import("../types.js").Game} game */
export function standing(game) {
  if (!game.sides) return "";
  const view = /** @type {View} */ ({ game: game.game, seats: game.sides, outcome: game.outcome ?? null });
  const look = themeOf(view);
  if (!game.over) return words.home.moveNumber(roundAfter(game.plies ?? 0, game.seats.length));
  const { headline: said, reason } = result(view, look, game.seats, earlyEnd(game));
  return `${said}. ${reason}`;
}

/** A countdown is shown when this few turns are left. */
const SOON = 20;

/** The draw countdowns worth showing. @param {View} view */
export function countdowns(view) {
  return view.scene.countdowns.filter(({ left, of }) => left < of && left < SOON).map(({ name, left }) => counted(left, name) ?? words.table.countdown(name, left));
}

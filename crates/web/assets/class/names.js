// @ts-check
// The names of entrants of a league, and their results.
import { levelText } from "../table/names.js";
import { familyOf } from "../state/catalogue.js";
import { known, language, said, words } from "../words/index.js";
import { phrase } from "../words/phrases.js";

/** @typedef {{ game: string, at: number, kind: string, text: string | null }} LastError */
/** @typedef {{ number: number, rank: number | null, name: string, kind: "bot" | "person" | "baseline", player: string | null, state: string, here: boolean, yours: boolean,
 *              playing: string | null, rating: number | null, low: number | null, high: number | null, games: number, won: number, drawn: number, lost: number,
 *              points: number, faults: number, error: LastError | null }} Row */
/** @typedef {{ game: string, entrants: number[], plies: number, challenge: boolean, cup: number | null, view?: import("../types.js").View }} Going */
/** @typedef {{ round: number, players: number[], points: number[], played: number, of: number }} Meeting */
/** @typedef {{ number: number, kind: string, final: boolean, rounds: number, ended: number | null, winner: number | null, entrants: number[], points: number[], meetings: Meeting[] }} Cup */
/** @typedef {{ move?: number, clock?: { minutes: number, seconds?: number, increment: number } }} Time */
/** @typedef {{ id: string, name: string, game: string, family: string, title: string, state: string, created: number, entrants: number, connected: number, done: number }} Listed */
/** @typedef {Listed & { seats: number, time: Time, opening: number, at_once: number, games: number | null, code: string, host: boolean, anchor: number, standings: Row[],
 *              playing: Going[], cups: Cup[], pace: number, now: number, halted?: string | null }} League */
/** @typedef {{ game: string, begun: number, ended: number, entrants: number[], names: string[], points: number[], reason: string, outcome: import("../types.js").Outcome | null,
 *              fault: { seat: number, kind: string, text: string | null } | null, plies: number, challenge: boolean, cup: number | null, change?: number, error?: string }} Played */

/** The name of an entrant: a computer is named by its level unless it has another name. @param {{ name: string, player?: string | null }} row @param {string} family */
export function nameOf(row, family) {
  if (!row.player || row.name !== row.player) return row.name;
  const preset = familyOf(family)?.presets.find(({ player }) => player === row.player);
  return preset ? said(preset.title) : row.player === "random" ? words.lab.byLot : levelText(row.player);
}

/** The time of the day. @param {number} at milliseconds since 1970 */
export const clockTime = (at) => new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hour12: false });

/** The time control, in short. @param {Time} time */
export function timeText(time) {
  if (time.move) return words.class.moveTime(time.move / 1000);
  const { minutes = 0, seconds = 0, increment = 0 } = time.clock ?? {};
  return words.class.gameTime(minutes, seconds, increment);
}

/** How a game ended, in short. @param {Played} game */
export function endText(game) {
  if (game.fault) return words.class.faults[game.fault.kind] ?? game.fault.kind;
  if (game.outcome) return phrase({ sentence: game.outcome.sentence.slice(game.outcome.sentence.indexOf(": ") + 2), phrase: game.outcome.why }).replace(/\.$/, "");
  return known(words.class.reasons, game.reason);
}

/** The result of a game for an entrant. @param {Played} game @param {number} number @returns {"W" | "D" | "L"} */
export function resultOf(game, number) {
  const points = game.points[game.entrants.indexOf(number)] ?? 0;
  return points > 0.999 ? "W" : points < 0.001 ? "L" : "D";
}

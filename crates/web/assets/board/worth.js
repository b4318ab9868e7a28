// @ts-check
// The worth of a move or a position in human terms: a result, points, or a chance. Never in an evaluator's units.
import { signed, words } from "../words/index.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").MoveValue} MoveValue */
/**
 * @typedef {object} Worth
 * @property {string | null} letter `W`, `D` or `L` if the result is proved
 * @property {number | null} turns the number of the winner's moves to the end, if known
 * @property {number | null} points the final lead, if the game counts points and it is proved
 * @property {number | null} share the expected share of the point for its player, if nothing is proved
 * @property {number | null} chances the same for display: with two players, always the first one's
 * @property {number | null} place among all moves, where not even that is known
 */

/** @type {Worth} */
const UNKNOWN = { letter: null, turns: null, points: null, share: null, chances: null, place: null };

/** The seat whose chances are shown: with two players always the first, so that one number runs through the whole game; with more each player's own. @param {View} view */
export const spoken = (view) => (view.seats.length === 2 ? 1 : view.to_move);

/** The expectation of the player to move, and how to show it. @param {number} share @param {View} view */
const expected = (share, view) => ({ share, chances: spoken(view) === view.to_move ? share : 1 - share });

/** A chance in whole percent. Only proved values are certain, so an estimate never shows 0 or 100. @param {number} share */
export const chance = (share) => Math.max(1, Math.min(99, Math.round(Math.round(1000 * share) / 10)));

/** @param {number} sign */
const letterOf = (sign) => (sign > 0 ? "W" : sign < 0 ? "L" : "D");

/** The number of the winner's moves within this many turns of all players. @param {number} plies @param {View} view */
const movesOf = (plies, view) => Math.ceil(plies / Math.max(1, view.seats.length));

/** Whether the game is decided by counting, so that every game has the same length. @param {View} view */
const isCounted = (view) => view.scene.scores.length > 0;

/** The current lead of the player to move, in points. @param {View} view */
export function lead(view) {
  const { scores } = view.scene;
  return scores.length === 2 ? scores[view.to_move - 1] - scores[2 - view.to_move] : 0;
}

/** The worth of a move to its player. @param {MoveValue} entry @param {Values} values @param {View} view @returns {Worth} */
export function worthOf(entry, values, view) {
  const { letter, plies, share } = entry;
  if (letter) {
    const points = values.unit === "points" ? entry.value + lead(view) : null;
    return { ...UNKNOWN, letter, points, turns: isCounted(view) || letter === "D" || !plies ? null : movesOf(plies, view) };
  }
  if (typeof share === "number") return { ...UNKNOWN, ...expected(share, view) };
  return { ...UNKNOWN, place: 1 + values.moves.filter((other) => other.value > entry.value).length };
}

/**
 * The worth of a line or a hint to the player to move.
 * @param {{ decided?: number | null, letter?: string, exact?: boolean, share?: number[] | null, note?: string | null, values?: number[] }} told `values`: where
 *   points are counted and proved, each player's lead at the end
 * @param {View} view @returns {Worth | null}
 */
export function worthTold({ decided, letter, exact, share, note, values }, view) {
  if (decided) return { ...UNKNOWN, letter: letterOf(decided), turns: isCounted(view) ? null : movesOf(Math.abs(decided), view) };
  const part = share?.[view.to_move - 1];
  if (part === undefined) return null;
  if (letter) return { ...UNKNOWN, letter };
  // A certain win without a search to the end has a note.
  if (exact || (note && part === 1)) {
    const points = exact && view.scene.score_name === "points" ? (values?.[view.to_move - 1] ?? null) : null;
    return { ...UNKNOWN, letter: letterOf(part === 1 ? 1 : part === 0 ? -1 : 0), points };
  }
  return { ...UNKNOWN, ...expected(part, view) };
}

/** Compares two moves, better first: the server's best moves, then chances, points, the quicker win or the later loss,
 *  and among equals the more deeply searched one.
 *  @param {Values} values @returns {(one: MoveValue, other: MoveValue) => number} */
export function byWorth(values) {
  const best = new Set(values.best);
  const keys = (/** @type {MoveValue} */ { move, share, value, plies, depth }) => [Number(best.has(move)), share ?? 0, value, -Math.sign(value) * (plies ?? 0), depth ?? 1000];
  return (one, other) => {
    const [ours, theirs] = [keys(one), keys(other)];
    const at = ours.findIndex((key, index) => key !== theirs[index]);
    return at < 0 ? 0 : theirs[at] - ours[at];
  };
}

/** Whether it is proved. @param {Worth} worth */
export const isProved = (worth) => worth.letter !== null;

/** Whether the value of the position is certain: everything is proved, or the best move is, and not only a lower bound. @param {Values} values */
export function isCertain(values) {
  const letter = values.moves.find(({ move }) => move === values.best[0])?.letter;
  return values.exact || letter === "W" || (Boolean(letter) && !values.note);
}

/** The text beside the letter, or in its place. @param {Worth} worth */
export function figure({ turns, points, chances, place }) {
  if (points !== null) return signed(points);
  if (chances !== null) return words.worth.percent(chance(chances));
  if (place !== null) return words.worth.place(place);
  return turns === null ? "" : String(turns);
}

/** In words: "wins in 11 turns", "52 %". @param {Worth} worth */
export function worthText(worth) {
  const { letter, turns, points } = worth;
  if (letter === null) return figure(worth);
  if (points !== null) return points === 0 ? words.worth.draw : words.worth.ends(points);
  if (letter === "D") return words.worth.draw;
  if (letter === "W") return turns ? words.worth.winsIn(turns) : words.worth.wins;
  return turns ? words.worth.losesIn(turns) : words.worth.loses;
}

/** As a sentence: "White wins in 11 turns", "White's chances 52 %". @param {string[]} names of the seats @param {View} view @param {Worth} worth */
export function worthSaid(names, view, worth) {
  const { letter, turns, points, chances } = worth;
  const who = names[view.to_move - 1] ?? "";
  if (chances !== null) return words.advice.chances(names[spoken(view) - 1] ?? "", words.worth.percent(chance(chances)));
  if (letter === null) return figure(worth);
  if (points !== null && points !== 0) return points > 0 ? words.advice.winsBy(who, points) : words.advice.losesBy(who, -points);
  if (letter === "D") return words.advice.draw;
  if (letter === "W") return turns ? words.advice.winsIn(who, turns) : words.advice.wins(who);
  return turns ? words.advice.losesIn(who, turns) : words.advice.loses(who);
}

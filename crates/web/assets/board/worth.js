// @ts-check
// What a move or a position is worth in what people count in: a result, points, or a chance. Never in an evaluator's units.
import { signed, words } from "../words/index.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").MoveValue} MoveValue */
/**
 * @typedef {object} Worth
 * @property {string | null} letter `W`, `D` or `L` where the result is proved
 * @property {number | null} turns how many moves of the winner that takes, where it is known
 * @property {number | null} points ahead at the end, where a game is counted in points and they are proved
 * @property {number | null} share the part of the point that its player may expect, where nothing is proved
 * @property {number | null} chances the same as it is told: between two, always of the first player
 * @property {number | null} place among all moves, where not even that is known
 */

/** @type {Worth} */
const UNKNOWN = { letter: null, turns: null, points: null, share: null, chances: null, place: null };

/** The seat whose chances are told: between two always the first, so that one number goes through a whole game; of more everybody's own. @param {View} view */
export const spoken = (view) => (view.seats.length === 2 ? 1 : view.to_move);

/** What the player on turn may expect, and how that is told. @param {number} share @param {View} view */
const expected = (share, view) => ({ share, chances: spoken(view) === view.to_move ? share : 1 - share });

/** A chance in whole percent. Only what is proved is certain, so an estimate stops short of nothing and of all. @param {number} share */
export const chance = (share) => Math.max(1, Math.min(99, Math.round(Math.round(1000 * share) / 10)));

/** @param {number} sign */
const letterOf = (sign) => (sign > 0 ? "W" : sign < 0 ? "L" : "D");

/** How many moves the winner makes in so many turns of everybody. @param {number} plies @param {View} view */
const movesOf = (plies, view) => Math.ceil(plies / Math.max(1, view.seats.length));

/** Whether the end of a game is counted, so that every game lasts as long as any other. @param {View} view */
const isCounted = (view) => view.scene.scores.length > 0;

/** What the player on turn is ahead by already, in points. @param {View} view */
export function lead(view) {
  const { scores } = view.scene;
  return scores.length === 2 ? scores[view.to_move - 1] - scores[2 - view.to_move] : 0;
}

/** What a move is worth to its player. @param {MoveValue} entry @param {Values} values @param {View} view @returns {Worth} */
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
 * What a line or a hint is worth to the player on turn, as it says itself.
 * @param {{ decided?: number | null, letter?: string, exact?: boolean, share?: number[] | null, note?: string | null, values?: number[] }} told `values`: where
 *   points are counted and proved, each player's lead at the end
 * @param {View} view @returns {Worth | null}
 */
export function worthTold({ decided, letter, exact, share, note, values }, view) {
  if (decided) return { ...UNKNOWN, letter: letterOf(decided), turns: isCounted(view) ? null : movesOf(Math.abs(decided), view) };
  const part = share?.[view.to_move - 1];
  if (part === undefined) return null;
  if (letter) return { ...UNKNOWN, letter };
  // A win that is certain without a search to the end is told by a note.
  if (exact || (note && part === 1)) {
    const points = exact && view.scene.score_name === "points" ? (values?.[view.to_move - 1] ?? null) : null;
    return { ...UNKNOWN, letter: letterOf(part === 1 ? 1 : part === 0 ? -1 : 0), points };
  }
  return { ...UNKNOWN, ...expected(part, view) };
}

/** How a move compares with another, the better first: what the server calls best, then chances, points, the quicker win or the later loss,
 *  and among equals the one that was looked at more deeply.
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

/** Whether the value of the position is certain: all is proved, or the best move is, and not only that it brings so much at least. @param {Values} values */
export function isCertain(values) {
  const letter = values.moves.find(({ move }) => move === values.best[0])?.letter;
  return values.exact || letter === "W" || (Boolean(letter) && !values.note);
}

/** What stands beside the letter, or in its place. @param {Worth} worth */
export function figure({ turns, points, chances, place }) {
  if (points !== null) return signed(points);
  if (chances !== null) return words.worth.percent(chance(chances));
  if (place !== null) return words.worth.place(place);
  return turns === null ? "" : String(turns);
}

/** In words of its own: "wins in 11 turns", "52 %". @param {Worth} worth */
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

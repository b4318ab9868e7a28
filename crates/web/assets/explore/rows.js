// @ts-check
// All moves of a position as rows of a table: the best separately, many similar ones in one row.
import { byWorth } from "../board/worth.js";

/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").MoveValue} MoveValue */
/** @typedef {{ moves: MoveValue[], folded: boolean }} Row `folded`: it combines several moves */

/** The number of estimates with separate rows. */
const FEW = 8;

/** The number of rows for the best result, and for each other one. */
const BEST = 6;
const OTHERS = 2;

/** @param {MoveValue[]} moves @param {number} most @returns {Row[]} */
function folded(moves, most) {
  // A combined row for a single move would save nothing.
  const end = moves.length === most + 1 ? moves.length : most;
  const single = moves.slice(0, end).map((one) => ({ moves: [one], folded: false }));
  const rest = moves.slice(end);
  return rest.length ? [...single, { moves: rest, folded: true }] : single;
}

/** The best few, and similar ones in one row. @param {MoveValue[]} sorted @param {string[]} best @returns {Row[]} */
function fewest(sorted, best) {
  const worth = (/** @type {MoveValue | undefined} */ one) => (one ? `${best.includes(one.move)} ${one.letter} ${one.value} ${one.share}` : "");
  let end = Math.min(FEW, sorted.length);
  // Listing some of many similar moves would suggest a difference.
  while (end > 0 && worth(sorted[end - 1]) === worth(sorted[end])) end -= 1;
  const single = sorted.slice(0, end || FEW).map((one) => ({ moves: [one], folded: false }));
  const alike = end > 0 && end < FEW ? sorted.slice(end).filter((one) => worth(one) === worth(sorted[end])) : [];
  return alike.length ? [...single, { moves: alike, folded: true }] : single;
}

/** @param {Values} values @param {boolean} all whether every move has a separate row @returns {Row[]} */
export function rowsOf(values, all) {
  const sorted = [...values.moves].sort(byWorth(values));
  if (all) return sorted.map((one) => ({ moves: [one], folded: false }));
  const results = ["W", "D", "L"].map((letter) => sorted.filter((one) => one.letter === letter)).filter((group) => group.length > 0);
  const proved = sorted.every(({ letter }) => letter);
  if (!proved || values.unit === "points") return fewest(sorted, values.best);
  if (results.length === 1) return folded(results[0], FEW);
  return results.flatMap((group, at) => folded(group, at === 0 ? BEST : OTHERS));
}

/** The search depths of estimated moves: minimum and maximum. @param {Values} values @returns {[number, number] | null} */
export function depthsOf(values) {
  const depths = values.moves.flatMap(({ letter, depth }) => (letter ? [] : [depth ?? values.depth ?? 0])).filter((depth) => depth > 0);
  return depths.length ? [Math.min(...depths), Math.max(...depths)] : null;
}

/**
 * What the last move gave away, if both positions are proved: the results before and after for its player, and the
 * moves that would have kept it.
 * @param {Values | null} before @param {string | null} played @returns {{ from: string, to: string, kept: string[] } | null}
 */
export function slipOf(before, played) {
  if (!before?.exact || played === null) return null;
  const entry = before.moves.find(({ move }) => move === played);
  const best = before.moves.find(({ move }) => move === before.best[0]);
  if (!entry?.letter || !best?.letter || entry.letter === best.letter) return null;
  return { from: best.letter, to: entry.letter, kept: before.moves.filter(({ letter }) => letter === best.letter).map(({ move }) => move) };
}

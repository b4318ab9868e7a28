// @ts-check
// The solver's record in this browser: rating, streak, the last ten, and solved puzzles.
import { recall, remember } from "../state/settings.js";

/**
 * @typedef {object} Solver
 * @property {number} rating
 * @property {number} change what the last rated puzzle brought
 * @property {number} tried how many puzzles were rated
 * @property {number} streak right ones in a row
 * @property {boolean[]} last the last ten, the newest at the end
 * @property {Record<string, "solved" | "failed">} seen by the puzzle's id; a failed one is open still
 */

/** The result of a puzzle: solved at once, failed or given up, solved with help. @typedef {"right" | "wrong" | "helped"} Result */

/** A new solver. @returns {Solver} */
export const beginner = () => ({ rating: 1500, change: 0, tried: 0, streak: 0, last: [], seen: {} });

/** The number of puzzles for which a new solver's rating changes quickly. */
const NEW = 20;

/** The number of results shown. */
const SHOWN = 10;

/** A solver's expected score against a puzzle, by Elo's formula. @param {number} solver @param {number} puzzle */
export const expected = (solver, puzzle) => 1 / (1 + 10 ** ((puzzle - solver) / 400));

/** The rating change for a puzzle: 32 points are at stake in each of the first twenty, then 16. The puzzle's rating stays.
 *  @param {Solver} solver @param {number} puzzle its rating @param {boolean} right */
export const gain = (solver, puzzle, right) => Math.round((solver.tried < NEW ? 32 : 16) * (Number(right) - expected(solver.rating, puzzle)));

/**
 * The solver after a puzzle. Only the first result of a puzzle is rated, and none with help.
 * @param {Solver} solver @param {{ id: string, rating: number }} puzzle @param {Result} result @returns {Solver}
 */
export function settled(solver, { id, rating }, result) {
  const right = result !== "wrong";
  const before = solver.seen[id];
  const seen = { ...solver.seen, [id]: right || before === "solved" ? /** @type {const} */ ("solved") : /** @type {const} */ ("failed") };
  if (before || result === "helped") return { ...solver, seen };
  const change = gain(solver, rating, right);
  return { rating: solver.rating + change, change, tried: solver.tried + 1, streak: right ? solver.streak + 1 : 0, last: [...solver.last, right].slice(-SHOWN), seen };
}

const KEY = "puzzles";

/** @param {unknown} value */
const isCount = (value) => typeof value === "number" && Number.isFinite(value);

/** The stored value, as far as it is valid. @param {string} text @returns {Solver} */
export function read(text) {
  const fresh = beginner();
  try {
    const kept = JSON.parse(text);
    const whole = ["rating", "change", "tried", "streak"].every((name) => isCount(kept[name])) && Array.isArray(kept.last) && kept.last.every((/** @type {unknown} */ one) => typeof one === "boolean");
    return whole && kept.seen && typeof kept.seen === "object" ? { ...fresh, ...kept } : fresh;
  } catch {
    return fresh;
  }
}

/** The solver at this browser. */
export const solver = () => read(recall(KEY, ""));

/** Stores the result of a puzzle; reads the record first, because another tab may have changed it. @param {{ id: string, rating: number }} puzzle @param {Result} result */
export function settle(puzzle, result) {
  const next = settled(solver(), puzzle, result);
  remember(KEY, JSON.stringify(next));
  return next;
}

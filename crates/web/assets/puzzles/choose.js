// @ts-check
// Chooses the next puzzle: one that passes the filters, is unsolved, and matches the solver's rating.
import { recall, remember } from "../state/settings.js";

/** @typedef {{ id: string, game: string, themes: string[], level: number, rating: number, goal: string, plies: number | null }} Puzzle */
/** @typedef {{ level: string, game: string, theme: string }} Filters an empty text is anything */

/** @type {Filters} */
export const ANY = { level: "", game: "", theme: "" };

/** The kind of game. @param {{ game: string }} puzzle */
const family = ({ game }) => game.split(":")[0];

/** @param {Puzzle} puzzle @param {Filters} filters */
export const fits = (puzzle, { level, game, theme }) => (!level || puzzle.level === Number(level)) && (!game || family(puzzle) === game) && (!theme || puzzle.themes.includes(theme));

/**
 * The choices compatible with the current ones: games, and levels and themes that have puzzles.
 * @param {Puzzle[]} puzzles @param {Filters} filters
 */
export function choices(puzzles, filters) {
  const of = (/** @type {Partial<Filters>} */ free) => puzzles.filter((puzzle) => fits(puzzle, { ...filters, ...free }));
  return {
    games: [...new Set(puzzles.map(family))],
    levels: new Set(of({ level: "" }).map(({ level }) => String(level))),
    themes: [...new Set(of({ theme: "" }).flatMap(({ themes }) => themes))],
  };
}

/** The filters after a change: those that leave no puzzle are dropped. @param {Puzzle[]} puzzles @param {Filters} filters @param {Partial<Filters>} change @returns {Filters} */
export function changed(puzzles, filters, change) {
  let next = { ...filters, ...change };
  // Themes belong to a game: any game means any theme.
  if (change.game === "") next.theme = "";
  for (const other of /** @type {(keyof Filters)[]} */ (["theme", "level", "game"])) {
    if (puzzles.some((puzzle) => fits(puzzle, next))) break;
    if (!(other in change)) next = { ...next, [other]: "" };
  }
  return next;
}

/**
 * The next puzzle: first those never tried, then failed ones, always the closest to the solver's rating; when all are
 * solved, the one after this.
 * @param {Puzzle[]} puzzles @param {Filters} filters @param {import("./record.js").Solver} solver @param {string} [current] the one that is on the page
 * @returns {Puzzle | undefined}
 */
export function next(puzzles, filters, solver, current = "") {
  const all = puzzles.filter((puzzle) => fits(puzzle, filters));
  const others = all.filter(({ id }) => id !== current);
  const far = (/** @type {Puzzle} */ { rating }) => Math.abs(rating - solver.rating);
  const nearest = (/** @type {Puzzle[]} */ some) => some.reduce((/** @type {Puzzle | undefined} */ best, one) => (best && far(best) <= far(one) ? best : one), undefined);
  const at = all.findIndex(({ id }) => id === current);
  return nearest(others.filter(({ id }) => !solver.seen[id])) ?? nearest(others.filter(({ id }) => solver.seen[id] === "failed")) ?? all[(at + 1) % all.length];
}

/** The number of matching puzzles never tried. @param {Puzzle[]} puzzles @param {Filters} filters @param {import("./record.js").Solver} solver */
export const untried = (puzzles, filters, solver) => puzzles.filter((puzzle) => fits(puzzle, filters) && !solver.seen[puzzle.id]).length;

/** The last filters used in this browser. @returns {Filters} */
export function keptFilters() {
  const [level = "", game = "", theme = ""] = recall("puzzles.filters", "").split("|");
  return { level, game, theme };
}

/** @param {Filters} filters */
export const keepFilters = ({ level, game, theme }) => remember("puzzles.filters", [level, game, theme].join("|"));

// @ts-check
// What a move of a puzzle is worth, in words, and all moves as rows of a table.
import { chance, spoken } from "../board/worth.js";
import { known, movesOf, signed, words } from "../words/index.js";

/**
 * @typedef {object} Tried what is known of a move
 * @property {string} move @property {boolean} right
 * @property {number} value @property {string | null} letter `W`, `D` or `L` where a result is proved
 * @property {number | null} plies until the game is over, this move among them
 * @property {string | null} reply the best there is
 * @property {number | null} [share] the part of the point to be expected, where nothing is proved
 */
/** @typedef {{ moves: Tried[], right: boolean }} Row moves that are worth the same */

/** @param {string} theme */
export const themeText = (theme) => known(words.puzzles.themes, theme);

/** So many others have a row each. */
const SINGLE = 4;

/** How good it is, the better the greater; a quick win and a late loss are better. @param {Tried} one */
const worth = ({ share, value, plies }) => [share ?? value, value, -Math.sign(value) * (plies ?? 0)];

/** @param {Tried} one @param {Tried} other */
function compare(one, other) {
  const [ours, theirs] = [worth(one), worth(other)];
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  return at < 0 ? 0 : theirs[at] - ours[at];
}

/** Every move: the right one, then others by their worth, then those of which many are alike. @param {Tried[]} moves @returns {Row[]} */
export function rowsOf(moves) {
  // Several may be right where they are as good.
  const [right, ...equals] = moves.filter((one) => one.right);
  const rest = moves.filter((one) => !one.right).sort(compare);
  /** @type {Tried[][]} */
  const groups = [];
  for (const one of rest) {
    const group = groups.at(-1);
    if (group && compare(group[0], one) === 0) group.push(one);
    else groups.push([one]);
  }
  const apart = rest.filter(({ letter }) => letter !== "D").length <= SINGLE;
  const split = groups.flatMap((group) => (apart && group[0].letter !== "D" ? group.map((one) => [one]) : [group]));
  const rows = [...split.filter((group) => group.length === 1), ...split.filter((group) => group.length > 1)];
  const rights = equals.length <= SINGLE ? equals.map((one) => [one]) : [equals];
  return [...[[right], ...rights].map((group) => ({ moves: group, right: true })), ...rows.map((group) => ({ moves: group, right: false }))];
}

/** What stands beside the letter: "in 10 moves", "drawn", "+3 points", "52 %". @param {Tried} tried @param {import("../types.js").View} view */
export function worthText({ letter, plies, value, share }, view) {
  if (letter === "D") return words.puzzles.drawn;
  if (letter) return plies ? words.puzzles.in(movesOf(plies)) : letter === "W" ? words.worth.wins : words.worth.loses;
  return typeof share === "number" ? words.worth.percent(chance(spoken(view) === view.to_move ? share : 1 - share)) : words.puzzles.points(signed(value), Math.abs(value));
}

/** What is wrong with a move. @param {Tried} tried @param {number} best what the right one is worth */
export function wrongText({ letter, plies, value, share }, best) {
  if (letter === "D") return words.puzzles.onlyDraws;
  if (letter === "L") return plies ? words.puzzles.losesIn(movesOf(plies)) : words.puzzles.loses;
  return typeof share === "number" ? words.puzzles.notBest : words.puzzles.less(best - value);
}

/** How long it took, and how often it was tried. @param {{ seconds: number, tries: number, hinted: boolean }} how */
export const howText = ({ seconds, tries, hinted }) => [words.puzzles.took(Math.max(1, Math.round(seconds))), hinted ? words.puzzles.withHint : words.puzzles.tries(tries)].join(", ");

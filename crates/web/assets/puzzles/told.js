// @ts-check
// The worth of a puzzle's moves in words, and all moves as rows of a table.
import { chance, spoken } from "../board/worth.js";
import { known, movesOf, signed, words } from "../words/index.js";

/**
 * @typedef {object} Tried what is known about a move
 * @property {string} move @property {boolean} right
 * @property {number} value @property {string | null} letter `W`, `D` or `L` if the result is proved
 * @property {number | null} plies until the game is over, including this move
 * @property {string | null} reply the best reply
 * @property {number | null} [share] the expected share of the point, if nothing is proved
 */
/** @typedef {{ moves: Tried[], right: boolean }} Row moves with the same worth */

/** @param {string} theme */
export const themeText = (theme) => known(words.puzzles.themes, theme);

/** The number of other moves with separate rows. */
const SINGLE = 4;

/** The quality of a move, higher is better; quick wins and late losses rank higher. @param {Tried} one */
const worth = ({ share, value, plies }) => [share ?? value, value, -Math.sign(value) * (plies ?? 0)];

/** @param {Tried} one @param {Tried} other */
function compare(one, other) {
  const [ours, theirs] = [worth(one), worth(other)];
  const at = ours.findIndex((part, index) => part !== theirs[index]);
  return at < 0 ? 0 : theirs[at] - ours[at];
}

/** Every move: the right one, then others by worth, then groups of similar ones. @param {Tried[]} moves @returns {Row[]} */
export function rowsOf(moves) {
  // Several may be right if they are equally good.
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

/** The text beside the letter: "in 10 moves", "drawn", "+3 points", "52 %". @param {Tried} tried @param {import("../types.js").View} view */
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

/** The time it took, and the number of tries. @param {{ seconds: number, tries: number, hinted: boolean }} how */
export const howText = ({ seconds, tries, hinted }) => [words.puzzles.took(Math.max(1, Math.round(seconds))), hinted ? words.puzzles.withHint : words.puzzles.tries(tries)].join(", ");

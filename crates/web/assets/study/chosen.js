// @ts-check
// The puzzles on a worksheet: a selection that matches, from easy to hard, the same for the same number.

/** @typedef {import("../puzzles/choose.js").Puzzle} Puzzle */

/** A pseudo-random number from 0 to 1 that is always the same for a text. @param {string} text */
function scatter(text) {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  return hash / 2 ** 32;
}

/** @param {Puzzle[]} puzzles @param {{ game: string, level: string, count: number, set: number }} wanted `set`: another number, other puzzles */
export function chosenPuzzles(puzzles, { game, level, count, set }) {
  const fitting = puzzles.filter((puzzle) => puzzle.game.split(":")[0] === game && (!level || puzzle.level === Number(level)));
  const mixed = fitting.map((puzzle) => ({ puzzle, key: scatter(`${set} ${puzzle.id}`) })).sort((one, other) => one.key - other.key);
  return mixed.slice(0, count).map(({ puzzle }) => puzzle).sort((one, other) => one.rating - other.rating);
}

// @ts-check
// Where the graph of a game changes its kind, and which moves have numbers under it.

/** The index from which everything is proved up to the end; `null` if that is the beginning or never. @param {{ exact: boolean }[]} points @returns {number | null} */
export function borderOf(points) {
  let from = points.length;
  while (from > 0 && points[from - 1].exact) from -= 1;
  return from > 0 && from < points.length - 1 ? from : null;
}

/** The rounds to label, up to a maximum: by their first move. @param {(number | null)[][]} rows @param {number} most @returns {{ ply: number, text: string }[]} */
export function labelsOf(rows, most) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => rows.length / one <= Math.max(2, most)) ?? 1000;
  return rows.flatMap((row, index) => {
    const ply = row.find((one) => one !== null);
    // The first one has room where the next is not its neighbour.
    const shown = (index + 1) % every === 0 || (index === 0 && every > 2);
    return ply && shown ? [{ ply, text: String(index + 1) }] : [];
  });
}

/** The minimum known part of a game for a course in points. */
const KNOWN = 0.5;

/**
 * How far the first of two players would be ahead with best play, before every move and at the end, in a game that
 * counts points: the final score, and from there back what each move gave away. `null` before the last move for which
 * that is unknown.
 * @param {import("../types.js").ReviewedPly[]} plies @param {number[]} scores at the end of a completed game
 * @returns {(number | null)[] | null} `null` if the chances say more
 */
export function leads(plies, scores) {
  if (scores.length !== 2 || plies.length === 0) return null;
  let lead = scores[0] - scores[1];
  /** @type {(number | null)[]} */
  const course = [lead];
  for (const ply of [...plies].reverse()) {
    if (typeof ply.points !== "number") break;
    lead += ply.player === 1 ? ply.points : -ply.points;
    course.unshift(lead);
  }
  if (course.length - 1 < KNOWN * plies.length) return null;
  return [...Array(plies.length + 1 - course.length).fill(null), ...course];
}

/** A player's losses, in a game that counts points: the number of moves and the total. @param {import("../types.js").ReviewedPly[]} plies @param {number} player counted from 1 */
export function givenAway(plies, player) {
  const own = plies.filter((ply) => ply.player === player && (ply.points ?? 0) > 0);
  return { moves: own.length, points: own.reduce((sum, ply) => sum + (ply.points ?? 0), 0) };
}

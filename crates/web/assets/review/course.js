// @ts-check
// Where the graph of a game changes its kind, and which moves are numbered under it.

/** Where everything is proved from, to the end; nothing where that is so from the beginning or never. @param {{ exact: boolean }[]} points @returns {number | null} */
export function borderOf(points) {
  let from = points.length;
  while (from > 0 && points[from - 1].exact) from -= 1;
  return from > 0 && from < points.length - 1 ? from : null;
}

/** The rounds to be numbered, at most so many: by their first move. @param {(number | null)[][]} rows @param {number} most @returns {{ ply: number, text: string }[]} */
export function labelsOf(rows, most) {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => rows.length / one <= Math.max(2, most)) ?? 1000;
  return rows.flatMap((row, index) => {
    const ply = row.find((one) => one !== null);
    // The first one has room where the next is not its neighbour.
    const shown = (index + 1) % every === 0 || (index === 0 && every > 2);
    return ply && shown ? [{ ply, text: String(index + 1) }] : [];
  });
}

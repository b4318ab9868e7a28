// @ts-check
// The moves of a judged position as moves of a puzzle: which ones count as right.

/**
 * Whether a single move is proved best, which makes the position a puzzle.
 * @param {import("../types.js").Values} values
 * @returns {{ kind: "unknown" | "none" | "several" | "puzzle", best: import("../types.js").MoveValue | null, alike: number }}
 */
export function onlyMove(values) {
  const best = values.moves.find(({ move }) => move === values.best[0]) ?? null;
  const alike = values.moves.filter(({ letter, value }) => (values.unit === "points" ? value === best?.value : letter === best?.letter)).length;
  const nothing = !best || values.moves.length < 2 || alike === values.moves.length;
  return { kind: !values.exact ? "unknown" : nothing ? "none" : alike > 1 ? "several" : "puzzle", best, alike };
}

/** An estimate closer to the best than this is as good. */
const CLOSE = 0.02;

/** The share of the point for a result. @type {Record<string, number>} */
const PARTS = { W: 1, D: 0.5, L: 0 };

/**
 * Every move, best first. The review's better move is right, the played one is wrong; others are judged by result or
 * points, or by their distance to the best if they are estimates.
 * @param {import("../types.js").Values} values @param {{ move: string, best: string }} ply @returns {import("./told.js").Tried[]}
 */
export function triedOf(values, ply) {
  const counted = values.unit === "points";
  const share = (/** @type {import("../types.js").MoveValue} */ one) => (values.exact ? null : (one.share ?? (one.letter ? PARTS[one.letter] : null)));
  const best = values.moves.find(({ move }) => move === ply.best) ?? values.moves[0];
  const alike = (/** @type {import("../types.js").MoveValue} */ one) => {
    if (one.move === ply.move) return false;
    if (one === best) return true;
    if (values.exact) return counted ? one.value >= best.value : one.letter === best.letter;
    const [mine, most] = [share(one), share(best)];
    return mine !== null && most !== null && mine > most - CLOSE;
  };
  return [best, ...values.moves.filter((one) => one !== best)].map((one) => ({
    move: one.move,
    right: alike(one),
    value: one.value,
    letter: values.exact && counted ? null : (one.letter ?? null),
    plies: one.plies ?? null,
    reply: null,
    share: share(one),
  }));
}

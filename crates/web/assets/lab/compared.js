// @ts-check
// Two runs side by side: how each player did in both, and whether the difference is more than chance.

/** @typedef {{ score: number, low: number, high: number, games: number }} Share a part of the points with its 95 % interval */
/** @typedef {{ player: string, one: Share | null, other: Share | null, difference: number | null, reach: number | null, verdict: "better" | "worse" | "unclear" | "alone" }} Row
 *  `reach`: half of the difference's 95 % interval */

/** @param {any} standing @returns {Share} */
const shareOf = ({ score, interval, games }) => ({ score, low: interval[0], high: interval[1], games });

/** Half of an interval on the relevant side. @param {Share} share @param {number} side above or below */
const half = (share, side) => (side > 0 ? share.high - share.score : share.score - share.low);

/**
 * Every player of either run. Shares of two runs are independent, so the ends of their intervals are combined by
 * squares (Newcombe's method).
 * @param {any} one @param {any} other @returns {Row[]}
 */
export function rows(one, other) {
  const find = (/** @type {any} */ run, /** @type {string} */ player) => run.standings.find((/** @type {any} */ row) => row.player === player);
  const names = [...new Set([...one.standings, ...other.standings].map((row) => row.player))];
  return names.map((player) => {
    const [first, second] = [one, other].map((run) => find(run, player)).map((row) => (row && row.games > 0 ? shareOf(row) : null));
    if (!first || !second) return { player, one: first, other: second, difference: null, reach: null, verdict: /** @type {const} */ ("alone") };
    const difference = second.score - first.score;
    const side = difference >= 0 ? -1 : 1;
    const reach = Math.hypot(half(second, side), half(first, -side));
    const verdict = Math.abs(difference) <= reach ? "unclear" : difference > 0 ? "better" : "worse";
    return { player, one: first, other: second, difference, reach, verdict };
  });
}

/** Whether all players met the same opponents in both. @param {any} one @param {any} other */
export const sameField = (one, other) => one.game === other.game && [one, other].map((run) => run.standings.map((/** @type {any} */ row) => row.player).sort().join("\n")).every((names, _, all) => names === all[0]);

/** The best score of every generation, and the share of ties. @param {any} run */
export const course = (run) => (run.generations?.generations ?? []).filter((/** @type {any} */ one) => one.scores.length > 0).map((/** @type {any} */ one) => ({ best: Math.max(...one.scores), ties: one.ties }));

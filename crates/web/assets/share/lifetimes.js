// @ts-check
// When each piece of a game is on its place: the basis of a film.

/** @typedef {{ scene: import("../types.js").Scene, to_move: number, last: import("../types.js").LegalMove | null, outcome: import("../types.js").Outcome | null }} Frame */
/** @typedef {{ site: number, owner: number | null, from: number, to: number }} Lifetime from one frame until before another */

/** @param {Frame[]} frames @returns {Lifetime[]} */
export function lifetimes(frames) {
  /** @type {Map<string, Lifetime>} */
  const alive = new Map();
  /** @type {Lifetime[]} */
  const all = [];
  frames.forEach(({ scene }, at) => {
    const here = new Set(scene.pieces.map(({ site, owner }) => `${site}.${owner}`));
    for (const [key, life] of alive) {
      if (here.has(key)) continue;
      life.to = at;
      alive.delete(key);
    }
    for (const { site, owner } of scene.pieces) {
      const key = `${site}.${owner}`;
      if (alive.has(key)) continue;
      const life = { site, owner, from: at, to: frames.length };
      alive.set(key, life);
      all.push(life);
    }
  });
  return all;
}

/**
 * Visible from one frame until before another, in a film that then restarts: the values of an animation and their
 * times.
 * @param {{ from: number, to: number }} life @param {number} frames how many there are, the pause at the end included
 */
export function shownFrom({ from, to }, frames) {
  const part = (/** @type {number} */ at) => Number((at / frames).toFixed(5));
  const values = [...(from > 0 ? ["hidden"] : []), "visible", ...(to < frames ? ["hidden"] : [])];
  const times = [...(from > 0 ? [0] : []), part(from), ...(to < frames ? [part(to)] : [])];
  return { values: values.join(";"), keyTimes: times.join(";") };
}

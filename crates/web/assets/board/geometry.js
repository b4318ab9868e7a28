// @ts-check
// The positions of everything, in pixels of the drawn board.

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./theme.js").Theme} Theme */
/**
 * @typedef {object} Geometry
 * @property {number} width
 * @property {number} height
 * @property {number} step one step of the grid
 * @property {number} radius of a piece
 * @property {{ x: number, y: number }[]} at the middle of every site
 * @property {{ left: number, top: number, right: number, bottom: number }} frame of the squares or crossings
 * @property {(x: number, y: number) => { x: number, y: number }} place grid steps to pixels
 * @property {boolean} flipped
 */

/** The maximum width of a square. */
const LARGEST_STEP = 220;

/** @param {View} view @param {Theme} look @param {number} width available @param {boolean} flipped @returns {Geometry} */
export function geometryOf(view, look, width, flipped) {
  const { sites } = view.layout;
  const xs = sites.map((site) => site.x);
  const ys = sites.map((site) => site.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const spread = look.mode === "cells" ? 1 : 0;
  const across = right - left + spread;
  const down = bottom - top + spread;
  // A little more room on small screens, where coordinates and line numbers must still fit; none if there is nothing
  // beside the board.
  const beside = look.nobody === "stone" ? Math.min(44, width / 6) : Math.min(26, 3 * look.margin);
  const least = look.margin <= 1 ? 1 : { points: Math.min(48, width / 10), lattice: Math.min(30, width / 11.5), cells: beside }[look.mode];
  const margin = Math.max((look.margin / 100) * width, least);
  const step = Math.min(LARGEST_STEP, (width - 2 * margin) / Math.max(across, down, 1));
  const place = (/** @type {number} */ x, /** @type {number} */ y) => {
    const fromLeft = (flipped ? right - x : x - left) + spread / 2;
    const fromTop = (flipped ? bottom - y : y - top) + spread / 2;
    return { x: margin + fromLeft * step, y: margin + fromTop * step };
  };
  const cells = look.mode === "cells" ? sites.filter((site) => site.kind === "cell") : sites;
  const corners = cells.map((site) => place(site.x, site.y));
  const half = (spread * step) / 2;
  const frame = {
    left: Math.min(...corners.map((at) => at.x)) - half,
    right: Math.max(...corners.map((at) => at.x)) + half,
    top: Math.min(...corners.map((at) => at.y)) - half,
    bottom: Math.max(...corners.map((at) => at.y)) + half,
  };
  const part = look.holes ? 0.4 : { points: 0.273, lattice: 0.42, cells: 0.27 }[look.mode];
  const radius = step * (look.nobody === "stone" ? 0.31 : look.open ? 0.27 : look.mode === "points" ? Math.max(part, Math.min(0.33, 17 / step)) : part);
  return {
    width: 2 * margin + across * step,
    height: 2 * margin + down * step,
    step,
    radius,
    at: sites.map((site) => place(site.x, site.y)),
    frame,
    place,
    flipped,
  };
}

/** The site nearest to a point, if it is close enough. @param {Geometry} geometry @param {number} x @param {number} y */
export function siteNear(geometry, x, y) {
  let best = -1;
  let distance = Math.max(geometry.step * 0.6, 22);
  geometry.at.forEach((at, site) => {
    const far = Math.hypot(at.x - x, at.y - y);
    if (far < distance) [best, distance] = [site, far];
  });
  return best;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The site for an arrow key: near, and roughly in its direction.
 * @param {Geometry} geometry @param {number} from @param {string} key @returns {number} the same site when there is none
 */
export function siteTowards(geometry, from, key) {
  const way = WAYS[key];
  if (!way) return from;
  const start = geometry.at[from];
  let best = from;
  let least = Infinity;
  geometry.at.forEach((at, site) => {
    const [dx, dy] = [at.x - start.x, at.y - start.y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along < geometry.step / 4 || aside > along * 1.01) return;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [site, cost];
  });
  return best;
}

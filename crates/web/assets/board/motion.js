// @ts-check
// Short animations: a slide, a fall, an appearance. None if the reader prefers reduced motion.

const SLIDE = 160;
const DROP = 120;

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/** How long a fall of one step takes, in milliseconds; a fall of four takes twice as long. */
const FALL = 130;

/**
 * Animates the changes between two drawings.
 * @param {Element} board @param {Piece[]} before @param {Piece[]} after @param {Geometry} g
 * @param {number[][]} lanes the places into which pieces fall, lowest first
 */
export function animate(board, before, after, g, lanes) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const old = new Map(before.map((piece) => [piece.site, piece.owner]));
  const now = new Map(after.map((piece) => [piece.site, piece.owner]));
  const came = after.filter((piece) => old.get(piece.site) !== piece.owner);
  const went = before.filter((piece) => now.get(piece.site) !== piece.owner);
  // More than a turn or two changed: a jump through the game, not a move.
  if (came.length > 3) return;
  for (const piece of came) {
    const element = board.querySelector(`[data-piece="${piece.site}"]`);
    if (!element) continue;
    const source = went.find((other) => other.owner === piece.owner);
    const lane = lanes.find((sites) => sites.includes(piece.site));
    const at = (/** @type {number} */ site) => ({ transform: `translate(${g.at[site].x}px, ${g.at[site].y}px)` });
    if (source) {
      element.animate([at(source.site), at(piece.site)], { duration: SLIDE, easing: "ease-out" });
    } else if (lane) {
      const steps = lane.length - 1 - lane.indexOf(piece.site);
      element.animate([at(lane[lane.length - 1]), at(piece.site)], { duration: FALL * Math.sqrt(steps), easing: "ease-in" });
    } else {
      element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: DROP, easing: "ease-out" });
    }
  }
}

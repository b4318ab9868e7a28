// @ts-check
// Short animations: a slide, a drop. None if the reader prefers reduced motion.

const SLIDE = 160;
const DROP = 120;

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/**
 * Animates the changes between two drawings.
 * @param {Element} board @param {Piece[]} before @param {Piece[]} after @param {Geometry} g
 */
export function animate(board, before, after, g) {
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
    if (source) {
      const [from, to] = [g.at[source.site], g.at[piece.site]];
      const at = (/** @type {{x: number, y: number}} */ place) => `translate(${place.x}px, ${place.y}px)`;
      element.animate([{ transform: at(from) }, { transform: at(to) }], { duration: SLIDE, easing: "ease-out" });
    } else {
      element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: DROP, easing: "ease-out" });
    }
  }
}

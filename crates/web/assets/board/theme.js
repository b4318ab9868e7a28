// @ts-check
// How a game is dressed. Everything here is taste: a game without an entry gets counters on whatever its layout says.

/** @typedef {import("../types.js").View} View */
/**
 * @typedef {object} Theme
 * @property {string} accent the name of the accent colour
 * @property {"points" | "lattice" | "cells"} mode sites as crossings of drawn edges, as crossings of a grid, or as squares
 * @property {string[]} pieces the shape of each seat's pieces
 * @property {string} nobody the shape of a piece without an owner
 * @property {boolean} open whether a board of squares has no frame
 * @property {number} margin around the board, in hundredths of its width
 * @property {string[]} [names] seat names that fit the shapes better than the server's
 * @property {string[]} [nouns] what the pieces are called then
 */

const COUNTERS = ["disc", "square", "triangle", "diamond"];

/** @type {Theme} */
const PLAIN = { accent: "plain", mode: "cells", pieces: COUNTERS, nobody: "hexagon", open: false, margin: 6 };

/** From this many rows or columns on, stones stand on a grid. */
const LARGE = 9;

/** @type {Record<string, (view: View) => Theme>} */
const LOOKS = {
  morris: () => ({ ...PLAIN, accent: "morris", mode: "points", pieces: ["white", "black"], margin: 9 }),
  mnk: (view) => {
    const { columns, rows } = view.layout;
    if (Math.max(columns.length, rows.length) < LARGE) {
      return { ...PLAIN, accent: "mnk", pieces: ["cross", "nought"], open: true, margin: 5.6 };
    }
    const stones = { names: ["Black", "White"], nouns: ["black stone", "white stone"] };
    return { ...PLAIN, accent: "mnk", mode: "lattice", pieces: ["solid", "open"], margin: 5.8, ...stones };
  },
  369: () => ({ ...PLAIN, accent: "t369", pieces: ["stone", "stone"], nobody: "stone", margin: 10.2 }),
  "9tka": () => ({ ...PLAIN, accent: "t9ka", margin: 0.2 }),
};

/** @param {string} spec a game's specification */
export const family = (spec) => spec.split(":")[0];

/** @param {View} view @returns {Theme} */
export function themeOf(view) {
  const own = LOOKS[family(view.game)];
  if (own) return own(view);
  const points = view.layout.sites.every((site) => site.kind === "point");
  return { ...PLAIN, mode: points ? "points" : "cells", margin: points ? 9 : 6 };
}

/** @param {string} id a family @returns {string} */
export const accentOf = (id) => ({ morris: "morris", mnk: "mnk", 369: "t369", "9tka": "t9ka" })[id] ?? "plain";

/** Pieces belong to nobody when both players have the same. @param {View} view */
export const isShared = (view) => view.seats.length > 1 && view.seats.every((seat) => seat.piece === view.seats[0].piece);

// @ts-check
// The look of a game: from its layout and its seats, by default counters on squares.

/** @typedef {import("../types.js").View} View */
/**
 * @typedef {object} Theme
 * @property {"points" | "lattice" | "cells"} mode sites as crossings of drawn edges, as crossings of a grid, or as squares
 * @property {string[]} pieces the shape of each seat's pieces, with its colour where a shape has one: "disc tint-red"
 * @property {string[]} tints the colour of each seat
 * @property {string} nobody the shape of a piece without an owner
 * @property {boolean} open whether a board of squares has no frame
 * @property {boolean} holes whether the squares are holes in an upright board
 * @property {boolean} shared whether all pieces belong to all players
 * @property {number} margin around the board, in hundredths of its width
 * @property {string[]} names what the seats are called, in English
 * @property {string[]} nouns what their pieces are called, in English
 */

/** The default shapes of seats. */
const COUNTERS = ["disc", "square", "triangle", "diamond"];

/** The shapes that come in every colour. */
const COLOURED = new Set([...COUNTERS, "ring"]);

/** @param {string} spec a game's specification */
export const family = (spec) => spec.split(":")[0];

/** @param {View} view a view, or the seats of one where no board is to be drawn @returns {Theme} */
export function themeOf({ seats, layout }) {
  const { ground, margin, unowned, shared } = layout?.look ?? {};
  const points = ground ? ground === "points" : (layout?.sites ?? []).length > 0 && layout.sites.every((site) => site.kind === "point");
  const tints = seats.map((seat) => `tint-${seat.look?.colour || seat.colour}`);
  const shape = (/** @type {number} */ at) => seats[at].look?.shape ?? COUNTERS[at] ?? "disc";
  return {
    mode: points ? "points" : ground === "lattice" ? "lattice" : "cells",
    pieces: seats.map((_, at) => (COLOURED.has(shape(at)) ? `${shape(at)} ${tints[at]}` : shape(at))),
    tints,
    nobody: unowned ?? "hexagon",
    open: ground === "open_cells",
    holes: ground === "holes",
    shared: shared ?? false,
    margin: margin ?? (points ? 9 : 6),
    names: seats.map((seat) => seat.look?.name || seat.name),
    nouns: seats.map((seat) => seat.look?.piece || seat.piece),
  };
}

/** Defines the games' accent colours, which pages select by `data-accent`. @param {import("../types.js").Family[]} games */
export function paint(games) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(games.map(({ id, accent }) => `[data-accent="${CSS.escape(id)}"] { --accent: light-dark(${accent.light}, ${accent.dark}); }`).join("\n"));
  document.adoptedStyleSheets = [sheet];
}

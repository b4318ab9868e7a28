// @ts-check
// The board without pieces: lines, squares, sections, coordinates.
import { html } from "../vendor/preact.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/** Crisp hairlines. @param {number} value */
const crisp = (value) => Math.round(value) + 0.5;

/** Lines between points. @param {View} view @param {Geometry} g @param {boolean} mini */
function points(view, g, mini) {
  const line = (/** @type {[number, number]} */ [a, b]) => `M${g.at[a].x} ${g.at[a].y}L${g.at[b].x} ${g.at[b].y}`;
  return html`<path class="line" d=${view.layout.edges.map(line).join("")} />
    ${view.layout.sites.map((_, site) => html`<circle class="dot" cx=${g.at[site].x} cy=${g.at[site].y} r=${mini ? 2 : 4} />`)}`;
}

/** A grid with stones on its intersections. @param {View} view @param {Geometry} g @param {boolean} mini */
function lattice(view, g, mini) {
  const { left, right, top, bottom } = g.frame;
  const columns = view.layout.columns.map(({ at }) => g.place(at, 0).x);
  const rows = view.layout.rows.map(({ at }) => g.place(0, at).y);
  const paths = [...columns.map((x) => `M${crisp(x)} ${top}V${bottom}`), ...rows.map((y) => `M${left} ${crisp(y)}H${right}`)];
  const stars = starPoints(columns.length, rows.length);
  return html`<path class="grid" d=${paths.join("")} /><rect class="frame" x=${left} y=${top} width=${right - left} height=${bottom - top} />
    ${mini ? null : stars.map(([x, y]) => html`<circle class="dot" cx=${columns[x]} cy=${rows[y]} r="3" />`)}`;
}

/** The dots that help with counting on a large board. @param {number} columns @param {number} rows @returns {[number, number][]} */
function starPoints(columns, rows) {
  if (columns < 13 || rows < 13) return [];
  const marks = (/** @type {number} */ count) => (count % 2 ? [3, (count - 1) / 2, count - 4] : [3, count - 4]);
  return marks(columns).flatMap((x) => marks(rows).map((y) => /** @type {[number, number]} */ ([x, y])));
}

/** Squares. @param {View} view @param {Theme} look @param {Geometry} g @param {boolean} mini */
function cells(view, look, g, mini) {
  const { left, right, top, bottom } = g.frame;
  const columns = Math.round((right - left) / g.step);
  const rows = Math.round((bottom - top) / g.step);
  const inner = [];
  for (let at = 1; at < columns; at += 1) inner.push(`M${crisp(left + at * g.step)} ${top}V${bottom}`);
  for (let at = 1; at < rows; at += 1) inner.push(`M${left} ${crisp(top + at * g.step)}H${right}`);
  const taken = new Set(view.scene.pieces.map((piece) => piece.site));
  const slots = view.layout.sites.flatMap((site, index) =>
    site.kind === "slot" && !taken.has(index) ? [html`<circle class="slot" cx=${g.at[index].x} cy=${g.at[index].y} r=${mini ? 1.2 : 3} />`] : [],
  );
  const bold = view.layout.regions.map((region) => {
    const box = boxOf(region.sites, g);
    return html`<rect class="region" x=${box.x} y=${box.y} width=${box.width} height=${box.height} />`;
  });
  return html`<path class=${look.open ? "line" : "grid"} d=${inner.join("")} />
    ${look.open ? null : html`<rect class="frame" x=${left} y=${top} width=${right - left} height=${bottom - top} />`}${bold}${slots}`;
}

/** An upright board with round holes. @param {Geometry} g @param {boolean} mini */
function holes(g, mini) {
  const { left, right, top, bottom } = g.frame;
  const foot = g.flipped ? top : bottom;
  return html`<rect class="upright" x=${left} y=${top} width=${right - left} height=${bottom - top} rx=${g.step * 0.14} />
    ${g.at.map(({ x, y }) => html`<circle class="hole" cx=${x} cy=${y} r=${g.radius} />`)}
    ${mini ? null : html`<path class="foot-line" d=${`M${left - g.step * 0.2} ${foot}H${right + g.step * 0.2}`} />`}`;
}

/** The rectangle around some squares. @param {number[]} sites @param {Geometry} g */
export function boxOf(sites, g) {
  const at = sites.map((site) => g.at[site]);
  const x = Math.min(...at.map((one) => one.x)) - g.step / 2;
  const y = Math.min(...at.map((one) => one.y)) - g.step / 2;
  return { x, y, width: Math.max(...at.map((one) => one.x)) + g.step / 2 - x, height: Math.max(...at.map((one) => one.y)) + g.step / 2 - y };
}

/** @param {{ view: View, look: Theme, g: Geometry, mini: boolean }} props */
export function Background({ view, look, g, mini }) {
  if (look.mode === "points") return points(view, g, mini);
  if (look.mode === "lattice") return lattice(view, g, mini);
  if (look.holes) return holes(g, mini);
  return cells(view, look, g, mini);
}

/** @param {{ view: View, look: Theme, g: Geometry }} props */
export function Coordinates({ view, look, g }) {
  const { columns, rows, sites } = view.layout;
  if (look.mode !== "cells") {
    // Left of anything on the edge.
    const lattice = look.mode === "lattice";
    const x = lattice ? g.frame.left - g.radius - 5 : Math.max(0, Math.min(6, g.frame.left - g.radius - 16));
    return html`<g class="coordinates" aria-hidden="true">
      ${columns.map(({ text, at }) => html`<text x=${g.place(at, 0).x} y=${g.height - 4} text-anchor="middle">${text}</text>`)}
      ${rows.map(({ text, at }) => html`<text x=${x} y=${g.place(0, at).y + 4} text-anchor=${lattice ? "end" : "start"}>${text}</text>`)}
    </g>`;
  }
  if (look.open || look.holes) {
    return html`<g class="coordinates" aria-hidden="true">
      ${columns.map(({ text, at }) => html`<text x=${g.place(at, 0).x} y=${g.frame.bottom + 18} text-anchor="middle">${text}</text>`)}
      ${rows.map(({ text, at }) => html`<text x=${g.frame.left - 14} y=${g.place(0, at).y + 4} text-anchor="middle">${text}</text>`)}
    </g>`;
  }
  // Inside the squares of the left and the lower edge, where there is nothing else.
  const half = g.step / 2;
  const inside = (/** @type {number} */ value, /** @type {"x" | "y"} */ axis) => sites.some((site) => site.kind === "cell" && site[axis] === value);
  return html`<g class="coordinates" aria-hidden="true">
    ${rows.filter(({ at }) => inside(at, "y")).map(({ text, at }) => html`<text x=${g.frame.left + 4} y=${g.place(0, at).y - half + 13}>${text}</text>`)}
    ${columns
      .filter(({ at }) => inside(at, "x"))
      .map(({ text, at }) => html`<text x=${g.place(at, 0).x + half - 4} y=${g.frame.bottom - 5} text-anchor="end">${text}</text>`)}
  </g>`;
}

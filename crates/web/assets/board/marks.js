// @ts-check
// Marks of a position: mills, winning lines, sections, line counts, the last turn.
import { html } from "../vendor/preact.js";
import { boxOf } from "./background.js";
import { Shape, shapeOf } from "./pieces.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Mark} Mark */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/** @param {number[]} sites @param {Geometry} g the two sites that are farthest apart */
function ends(sites, g) {
  let best = { a: g.at[sites[0]], b: g.at[sites[0]] };
  let far = -1;
  for (const one of sites) {
    for (const other of sites) {
      const [a, b] = [g.at[one], g.at[other]];
      const distance = Math.hypot(a.x - b.x, a.y - b.y);
      if (distance > far && (a.x < b.x || (a.x === b.x && a.y <= b.y))) [best, far] = [{ a, b }, distance];
    }
  }
  return best;
}

/** Tinted sections, under everything else. @param {{ marks: Mark[], look: Theme, g: Geometry, preview?: boolean }} props */
export const Sections = ({ marks, look, g, preview = false }) =>
  marks
    .filter((mark) => mark.kind === "won_section")
    .map((mark) => {
      const box = boxOf(mark.sites, g);
      return html`<rect class=${preview ? `section-preview` : `section ${look.tints[(mark.owner ?? 0) - 1] ?? ""}`} x=${box.x} y=${box.y} width=${box.width} height=${box.height} />`;
    });

/** Lines under the pieces: mills, and what a preview would close or score. @param {{ marks: Mark[], g: Geometry, fresh: Set<number>, preview?: boolean }} props */
export const Lines = ({ marks, g, fresh, preview = false }) =>
  marks
    .filter((mark) => mark.kind === "mill" || (preview && mark.kind === "gain"))
    .map((mark) => {
      const { a, b } = ends(mark.sites, g);
      const kind = preview ? "preview" : mark.sites.some((site) => fresh.has(site)) ? "fresh" : "";
      return html`<path class=${`mill ${kind}`} pathLength="1" d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} />`;
    });

/** The line that won, over the pieces. @param {{ marks: Mark[], g: Geometry, look: Theme }} props */
export const WinningLines = ({ marks, g, look }) =>
  marks
    .filter((mark) => mark.kind === "winning_line")
    .map((mark) => {
      const { a, b } = ends(mark.sites, g);
      const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [dx, dy] = [((b.x - a.x) / far) * g.step * 0.45, ((b.y - a.y) / far) * g.step * 0.45];
      const path = `M${a.x - dx} ${a.y - dy}L${b.x + dx} ${b.y + dy}`;
      const dots = look.mode === "lattice" ? mark.sites.map((site) => html`<circle class="won-dot" cx=${g.at[site].x} cy=${g.at[site].y} r=${Math.max(2, g.step * 0.12)} />`) : null;
      return html`<g class="won"><path class="won-halo" d=${path} /><path class="won-line" pathLength="1" d=${path} />${dots}</g>`;
    });

/** The ring around a number, where there is room for it. */
const COUNT_RADIUS = 11;

/** With less space beside the board there is no room for two numbers in a row. */
const ROOM = 60;

/** The number of pieces on each line, at its end. @param {{ marks: Mark[], g: Geometry, preview: Mark[] }} props */
export function LineCounts({ marks, g, preview }) {
  const key = (/** @type {Mark} */ mark) => mark.sites.join();
  const offers = new Set(marks.filter((mark) => mark.kind === "offer").map(key));
  const gains = new Set(preview.filter((mark) => mark.kind === "gain").map(key));
  return marks
    .filter((mark) => mark.kind === "line_count")
    .map((mark) => {
      const { a, b } = ends(mark.sites, g);
      const straight = Math.abs(a.x - b.x) < 1 || Math.abs(a.y - b.y) < 1;
      const horizontal = Math.abs(a.y - b.y) < 1;
      // Rows at the right, columns below, diagonals at their upper ends.
      const end = horizontal ? b : straight ? b : a.y < b.y ? a : b;
      const out = horizontal ? [1, 0] : straight ? [0, 1] : [end === a ? -1 : 1, -1];
      const edge = 0.5 * g.step;
      const r = Math.min(COUNT_RADIUS, 0.46 * g.step);
      // If space is tight, the number of a diagonal that ends at the side is placed between those of two rows, closer
      // to the board.
      const narrow = g.width - g.frame.right < ROOM;
      const between = !straight && narrow && Math.abs(end.y - g.frame.top - edge) > 1;
      const tick = Math.min(12, g.step * 0.14);
      const away = straight ? (horizontal ? edge + Math.min(56, g.step * 0.75) : edge + Math.min(34, g.step * 0.42)) : edge + Math.min(28, g.step * 0.34);
      const from = { x: end.x + out[0] * (edge + 4), y: end.y + out[1] * (edge + 4) };
      // On a narrow board they move up to the ticks, with their rings, rather than out of the
      // picture.
      const inside = (/** @type {number} */ x) => Math.max(r + 1, Math.min(g.width - r - 1, x));
      const at = between ? { x: end.x + out[0] * (edge + 12), y: end.y - edge } : { x: inside(end.x + out[0] * (horizontal && narrow ? g.width : away)), y: Math.max(r + 1, end.y + out[1] * away) };
      const count = mark.value ?? 0;
      const ready = offers.has(key(mark));
      const label =
        gains.has(key(mark))
          ? html`<rect class="count-pill" x=${Math.max(0, Math.min(g.width - 42, at.x - 21))} y=${at.y - 11} width="42" height="22" rx="11" /><text class="count grown" x=${Math.max(21, Math.min(g.width - 21, at.x))} y=${at.y + 4.5}>${count}→${count + 1}</text>`
          : html`${ready ? html`<circle class="count-ring" cx=${at.x} cy=${at.y} r=${r} />` : null}<text class=${ready ? "count ready" : "count"} x=${at.x} y=${at.y + 4.5}>${count}</text>`;
      return html`<g aria-hidden="true">${!between && html`<path class="tick" d=${`M${from.x} ${from.y}l${out[0] * tick} ${out[1] * tick}`} />`}${label}</g>`;
    });
}

/** The number of each player's counters in a section, on its upper border. @param {{ view: View, pieces: Piece[], look: Theme, g: Geometry, changed: Set<number> }} props */
export function Tallies({ view, pieces, look, g, changed }) {
  return view.layout.regions.map((region, index) => {
    const inside = new Set(region.sites);
    const counts = view.seats.map((_, seat) => ({ seat: seat + 1, count: pieces.filter((piece) => piece.owner === seat + 1 && inside.has(piece.site)).length }));
    const shown = counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
    if (shown.length === 0) return null;
    const box = boxOf(region.sites, g);
    const unit = Math.min(28, g.step * 0.5);
    const width = shown.length * unit + 8;
    const x = box.x + box.width / 2 - width / 2;
    return html`<g class="tally" aria-hidden="true">
      <rect class=${changed.has(index) ? "pill changed" : "pill"} x=${x} y=${box.y - 10} width=${width} height="20" rx="10" />
      ${shown.map(
        ({ seat, count }, at) => html`<g transform=${`translate(${x + 4 + at * unit + unit * 0.3} ${box.y})`}><${Shape} shape=${shapeOf(look, seat)} r=${unit * 0.17} />
          <text class=${at === 0 && count > (shown[1]?.count ?? 0) ? "tally-count lead" : "tally-count"} x=${unit * 0.3} y="4.5">${count}</text></g>`,
      )}
    </g>`;
  });
}

/** The distance of the last move's ring from its piece. @param {Geometry} g */
const away = (g) => Math.max(3, Math.min(5, g.radius * 0.2));

/** The last turn, under the pieces: a dotted trail from where a piece came, and the captured pieces. @param {{ view: View, look: Theme, g: Geometry }} props */
export function LastTurn({ view, look, g }) {
  if (!view.last) return null;
  const steps = view.last.steps;
  const lifted = steps.find((step) => step.action === "lift");
  const set = steps.find((step) => step.action === "put" || step.action === "drop");
  const from = lifted && g.at[lifted.site];
  const to = set && g.at[set.site];
  const taken = steps.filter((step) => step.action === "take").map((step) => g.at[step.site]);
  if (to && look.mode === "cells" && look.nobody !== "stone" && !look.open && !look.holes) {
    const size = g.step - 6;
    return html`<rect class="last-box" x=${to.x - size / 2} y=${to.y - size / 2} width=${size} height=${size} rx="2" />`;
  }
  const cross = Math.max(5, g.radius * 0.3);
  return html`${from && to && html`<path class="last-halo" d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} /><path class="last-path" d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} /><circle class="last-from" cx=${from.x} cy=${from.y} r=${Math.max(4, g.radius * 0.36)} />`}
    ${taken.map(({ x, y }) => html`<g class="taken"><circle class="taken-ring" cx=${x} cy=${y} r=${g.radius} /><path class="taken-cross" d=${`M${x - cross} ${y - cross}l${2 * cross} ${2 * cross}M${x + cross} ${y - cross}l${-2 * cross} ${2 * cross}`} /></g>`)}`;
}

/** Over the pieces: a ring or a hollow centre for the piece that moved last. @param {{ view: View, look: Theme, g: Geometry }} props */
export function LastPiece({ view, look, g }) {
  const set = view.last?.steps.find((step) => step.action === "put" || step.action === "drop");
  if (!set) return null;
  const at = g.at[set.site];
  if (look.mode === "points") return html`<circle class="last-ring" cx=${at.x} cy=${at.y} r=${g.radius + away(g)} />`;
  if (look.holes) return html`<circle class="last-ring strong" cx=${at.x} cy=${at.y} r=${g.radius + away(g)} />`;
  if (look.mode === "lattice" || look.nobody === "stone") return html`<circle class="last-hollow" cx=${at.x} cy=${at.y} r=${g.radius * 0.32} />`;
  // A winning line says more, and would cross it.
  if (look.open && !view.outcome) return html`<circle class="last-ring" cx=${at.x} cy=${at.y} r=${g.radius * 1.55} />`;
  return null;
}

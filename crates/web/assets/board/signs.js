// @ts-check
// Marks over the pieces, one meaning each: possible clicks, lifted pieces, previews, arrows, wrong clicks.
import { html } from "../vendor/preact.js";
import { Shape, shapeOf } from "./pieces.js";

/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("../types.js").Piece} Piece */
/**
 * @typedef {object} Arrow
 * @property {number | null} from null if a piece comes from beside the board
 * @property {number} to
 * @property {"better" | "played" | "line" | "threat"} kind
 * @property {number} [number] of the line it belongs to
 * @property {boolean} [strong]
 * @property {boolean} [stands] the piece has come already: the arrow begins where it was and ends at its edge
 */

/** @param {{ g: Geometry, targets: Map<number, string>, chosen: number | null, pieces: Set<number> }} props */
export function Targets({ g, targets, chosen, pieces }) {
  // If every empty place is possible, dots would only be noise.
  const anywhere = targets.size >= g.at.length - pieces.size || targets.size > 60;
  return html`<g aria-hidden="true">
    ${[...targets].map(([site, action]) => {
      const at = g.at[site];
      if (action === "take") return html`<circle class="take-ring" cx=${at.x} cy=${at.y} r=${g.radius + Math.max(4, Math.min(7, g.radius * 0.25))} />`;
      if (action === "lift" || pieces.has(site) || (action === "put" && anywhere)) return null;
      return html`<circle class="go-halo" cx=${at.x} cy=${at.y} r=${goes(g) + 3} /><circle class="go-dot" cx=${at.x} cy=${at.y} r=${goes(g)} />`;
    })}
    ${chosen !== null && html`<circle class="chosen-ring" cx=${g.at[chosen].x} cy=${g.at[chosen].y} r=${g.radius + 2} />`}
  </g>`;
}

/** The size of the disc where a piece may go. @param {Geometry} g */
const goes = (g) => Math.max(5, Math.min(12.5, g.radius * 0.42));

/** A preview of a click. @param {{ ghost: { from: number | null, to: number, owner: number | null }, g: Geometry, look: Theme }} props */
export function Ghost({ ghost, g, look }) {
  const to = g.at[ghost.to];
  const from = ghost.from === null ? null : g.at[ghost.from];
  return html`<g class=${`ghost g${ghost.owner ?? 0}`} aria-hidden="true">
    ${from && html`<path class="ghost-path" d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} />`}
    <g class="ghost-piece" transform=${`translate(${to.x} ${to.y})`}><${Shape} shape=${shapeOf(look, ghost.owner)} r=${g.radius} /></g>
  </g>`;
}

/** The number of the move that placed each piece. @param {{ numbers: Map<number, number>, g: Geometry, pieces: Piece[], look: Theme }} props */
export const Numbers = ({ numbers, g, pieces, look }) => html`<g aria-hidden="true">
  ${pieces
    .filter((piece) => numbers.has(piece.site))
    .map((piece) => {
      const dark = ["solid", "black", "stone"].includes(shapeOf(look, piece.owner));
      return html`<text class=${dark ? "order on-dark" : "order"} font-size=${Math.max(9, g.radius * 0.8)} x=${g.at[piece.site].x} y=${g.at[piece.site].y + g.radius * 0.28}>${numbers.get(piece.site)}</text>`;
    })}
</g>`;

/** The order in which arrows are drawn: where they cross, the best one lies above all others. @param {Arrow[]} arrows */
export function drawn(arrows) {
  const rank = (/** @type {Arrow} */ { kind, number = 1, strong = true }) => (kind === "threat" ? 0 : kind === "played" ? 1 : 2 + Number(strong) + 1 / number);
  return [...arrows].sort((one, other) => rank(one) - rank(other));
}

/** Moves as arrows; a piece from beside the board gets a ring. @param {{ arrows: Arrow[], g: Geometry }} props */
export const Arrows = ({ arrows, g }) => html`<g class="arrows" aria-hidden="true">${drawn(arrows).map((arrow) => html`<${OneArrow} arrow=${arrow} g=${g} />`)}</g>`;

/** @param {{ arrow: Arrow, g: Geometry }} props */
function OneArrow({ arrow, g }) {
  const { from, to, kind, number, strong = true, stands = false } = arrow;
  const end = g.at[to];
  const thick = strong ? 5 : 3;
  const names = `arrow ${kind}`;
  if (from === null) {
    // Rings of two kinds may stand around one place.
    const r = g.radius + (kind === "threat" ? 14 : kind === "played" ? 9 : 4);
    // On a narrow grid the number stands in the middle between four places.
    const off = Math.min(r * 0.72, g.step / 2);
    return html`<circle class=${`${names} ring`} stroke-width=${thick - 1} cx=${end.x} cy=${end.y} r=${r} />${number !== undefined && html`<${Tag} x=${end.x + off} y=${end.y - off} step=${g.step} number=${number} strong=${strong} />`}`;
  }
  const start = g.at[from];
  const far = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [dx, dy] = [(end.x - start.x) / far, (end.y - start.y) / far];
  const head = thick * 2.6;
  const [a, b] = stands ? [g.radius * 0.36 + 2, far - g.radius - 7] : [g.radius + 4, far - Math.min(10, g.radius * 0.4)];
  const tip = { x: start.x + dx * b, y: start.y + dy * b };
  const neck = { x: tip.x - dx * head, y: tip.y - dy * head };
  const wing = thick * 1.5;
  return html`<path class=${names} stroke-width=${thick} d=${`M${start.x + dx * a} ${start.y + dy * a}L${neck.x} ${neck.y}`} />
    <polygon class=${`${names} head`} points=${`${tip.x},${tip.y} ${neck.x - dy * wing},${neck.y + dx * wing} ${neck.x + dy * wing},${neck.y - dx * wing}`} />
    ${number !== undefined && html`<${Tag} x=${start.x + dx * (a + b) * 0.5} y=${start.y + dy * (a + b) * 0.5} step=${g.step} number=${number} strong=${strong} />`}`;
}

/** The radius of a line's number: small enough to fit between the stones of four neighbouring places. @param {number} step */
export const tagSize = (step) => Math.max(5, Math.min(10, step * 0.27));

/** @param {{ x: number, y: number, step: number, number: number, strong: boolean }} props */
function Tag({ x, y, step, number, strong }) {
  const r = tagSize(step);
  return html`<circle class=${`arrow-tag${strong ? " strong" : ""}`} cx=${x} cy=${y} r=${r} /><text class="arrow-number" font-size=${1.2 * r} x=${x} y=${y + 0.4 * r}>${number}</text>`;
}

/** A click without effect: its place, and a short reason. @param {{ wrong: { site: number, label?: string }, g: Geometry }} props */
export function Wrong({ wrong, g }) {
  const at = g.at[wrong.site];
  const r = g.radius + Math.max(4, Math.min(7, g.radius * 0.25));
  const width = (wrong.label?.length ?? 0) * 7 + 20;
  const left = Math.max(0, Math.min(g.width - width, at.x - width / 2));
  return html`<g class="wrong" aria-hidden="true">
    <circle class="wrong-ring" cx=${at.x} cy=${at.y} r=${r} />
    <polygon class="wrong-sign" points=${`${at.x + r * 0.72},${at.y - r * 0.72 - 13} ${at.x + r * 0.72 + 13},${at.y - r * 0.72 + 9} ${at.x + r * 0.72 - 13},${at.y - r * 0.72 + 9}`} />
    <text class="wrong-mark" x=${at.x + r * 0.72} y=${at.y - r * 0.72 + 6}>!</text>
    ${wrong.label && html`<rect class="wrong-box" x=${left} y=${at.y + r + 8} width=${width} height="24" rx="3" /><text class="wrong-text" x=${left + width / 2} y=${at.y + r + 24.5}>${wrong.label}</text>`}
  </g>`;
}

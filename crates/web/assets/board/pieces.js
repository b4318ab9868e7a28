// @ts-check
// The shapes of the pieces. Players differ by shape or mark, never by colour alone.
import { html } from "../vendor/preact.js";

/** @param {number} r @param {number} sides @param {number} turn in degrees */
const polygon = (r, sides, turn) =>
  Array.from({ length: sides }, (_, at) => {
    const angle = ((360 / sides) * at + turn) * (Math.PI / 180);
    return `${(r * Math.cos(angle)).toFixed(2)},${(r * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");

/** @type {Record<string, (r: number, tint: string) => any>} */
const SHAPES = {
  white: (r) => html`<circle class="man-white" r=${r} /><circle class="man-white-ring" r=${0.58 * r} />`,
  black: (r) => html`<circle class="man-black" r=${r} /><circle class="man-black-dot" r=${Math.max(2, 0.2 * r)} />`,
  solid: (r) => html`<circle class="man-black" r=${r} />`,
  open: (r) => html`<circle class="man-white" r=${r} />`,
  stone: (r) => html`<circle class="stone" r=${r} />`,
  cross: (r) => html`<path class="stroke" stroke-width=${Math.max(1.5, 0.17 * r)} d=${`M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`} />`,
  nought: (r) => html`<circle class="stroke" stroke-width=${Math.max(1.5, 0.17 * r)} r=${r} />`,
  disc: (r, tint) => html`<circle class=${`counter ${tint}`} r=${r} />`,
  ring: (r, tint) => html`<circle class=${`counter ${tint}`} r=${r} /><circle class="counter-ring" stroke-width=${Math.max(1, 0.1 * r)} r=${0.56 * r} />`,
  square: (r, tint) => html`<rect class=${`counter ${tint}`} x=${-0.88 * r} y=${-0.88 * r} width=${1.76 * r} height=${1.76 * r} rx="1.5" />`,
  triangle: (r, tint) => html`<polygon class=${`counter ${tint}`} points=${`0,${-1.05 * r} ${1.12 * r},${0.88 * r} ${-1.12 * r},${0.88 * r}`} />`,
  diamond: (r, tint) => html`<polygon class=${`counter ${tint}`} points=${polygon(1.16 * r, 4, 0)} />`,
  hexagon: (r) => html`<polygon class="counter tint-none" points=${polygon(0.98 * r, 6, 30)} /><path
      class="hex-cross"
      d=${`M${-0.3 * r} ${-0.3 * r}L${0.3 * r} ${0.3 * r}M${0.3 * r} ${-0.3 * r}L${-0.3 * r} ${0.3 * r}`}
    />`,
};

/** @param {{ shape: string, r: number }} props a shape, with its colour where it has one */
export function Shape({ shape, r }) {
  const [form, tint = "tint-none"] = shape.split(" ");
  return (SHAPES[form] ?? SHAPES.disc)(r, tint);
}

/** The shape of a piece. @param {import("./theme.js").Theme} look @param {number | null} owner the number of a player */
export const shapeOf = (look, owner) => (owner === null ? look.nobody : look.pieces[owner - 1] ?? "disc");

/** A small picture of a seat's piece beside its name. @param {{ look: import("./theme.js").Theme, seat: number, size?: number }} props */
export function Token({ look, seat, size = 28 }) {
  const half = size / 2;
  return html`<svg class="token" width=${size} height=${size} viewBox=${`${-half} ${-half} ${size} ${size}`} aria-hidden="true">
    <${Shape} shape=${shapeOf(look, seat)} r=${look.pieces[seat - 1] === "cross" || look.pieces[seat - 1] === "nought" ? half * 0.5 : half * 0.8} />
  </svg>`;
}

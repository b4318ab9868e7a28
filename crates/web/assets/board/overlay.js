// @ts-check
// The truth on the board: a value on every place that may be clicked next.
import { html } from "../vendor/preact.js";
import { signed } from "../words/index.js";
import { matching } from "./turn.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Weights} Weights */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./look.js").Look} Look */
/** @typedef {{ letter: string | null, number: string, best: boolean, exact: boolean, weight: number | null }} Badge */

/** A higher rank is better for the player on turn: the result first, then the quicker win or the later loss.
 *  @param {import("../types.js").MoveValue} value */
export const rank = (value) => value.value * 10_000 - Math.sign(value.value) * (value.plies ?? 0);

/** @param {import("../types.js").MoveValue} entry @param {Values} values @returns {{ letter: string | null, number: string }} */
export function valueText(entry, values) {
  const letter = entry.letter ?? null;
  if (values.unit === "result" || letter) return { letter, number: entry.plies && letter !== "D" ? String(entry.plies) : "" };
  return { letter: null, number: short(entry.value) };
}

/** A value that fits on a board. @param {number} value */
const short = (value) => (Math.abs(value) < 10_000 ? signed(value) : `${signed(Math.round(value / 1000))}k`);

/** The best value behind each next click. @param {View} view @param {Step[]} steps @param {Values} values @returns {Map<number, Badge>} */
export function valueBadges(view, steps, values) {
  const byMove = new Map(values.moves.map((entry) => [entry.move, entry]));
  /** @type {Map<number, import("../types.js").MoveValue>} */
  const best = new Map();
  for (const move of matching(view.legal, steps)) {
    const site = move.steps[steps.length]?.site;
    const entry = byMove.get(move.text);
    if (site === undefined || !entry) continue;
    const old = best.get(site);
    if (!old || rank(entry) > rank(old)) best.set(site, entry);
  }
  const top = Math.max(...[...best.values()].map(rank));
  return new Map([...best].map(([site, entry]) => [site, { ...valueText(entry, values), best: rank(entry) === top, exact: values.exact || Boolean(entry.letter), weight: null }]));
}

/** @param {View} view @param {Weights} weights @returns {Map<number, Badge>} */
export function weightBadges(view, weights) {
  const most = Math.max(1, ...Object.values(weights.weights));
  const badges = new Map();
  for (const move of view.legal) {
    const weight = weights.weights[move.text];
    if (weight === undefined) continue;
    const number = Number.isInteger(weight) ? String(weight) : weight.toFixed(1);
    badges.set(move.steps[0].site, { letter: null, number, best: move.text === weights.choice, exact: false, weight: Math.max(0, weight) / most });
  }
  return badges;
}

/** The letter in its shape: W on a disc, D on a square, L on a triangle. @param {{ letter: string, size: number }} props */
export function Verdict({ letter, size }) {
  const half = size / 2;
  const shape =
    letter === "W"
      ? html`<circle class="verdict w" r=${half} />`
      : letter === "D"
        ? html`<rect class="verdict d" x=${-half * 0.88} y=${-half * 0.88} width=${half * 1.76} height=${half * 1.76} rx="1" />`
        : html`<polygon class="verdict l" points=${`0,${-half * 1.05} ${half * 1.15},${half * 0.9} ${-half * 1.15},${half * 0.9}`} />`;
  return html`${shape}<text class="verdict-letter" font-size=${size * 0.56} y=${letter === "L" ? size * 0.33 : size * 0.2}>${letter}</text>`;
}

/** @param {{ badges: Map<number, Badge>, g: Geometry, look: Look, occupied: Set<number> }} props */
export function Overlay({ badges, g, look, occupied }) {
  return html`<g class="overlay" aria-hidden="true">
    ${[...badges].map(([site, badge]) => {
      const at = g.at[site];
      if (badge.weight !== null) return html`<${Weight} badge=${badge} at=${at} g=${g} />`;
      const beside = look.mode === "points" || occupied.has(site);
      const x = beside ? at.x + g.radius * 0.75 : at.x;
      const y = beside ? at.y - g.radius * 0.85 : at.y;
      return html`<g transform=${`translate(${x} ${y})`}><${BadgeShape} badge=${badge} step=${g.step} beside=${beside} limit=${g.width - x} /></g>`;
    })}
  </g>`;
}

/** @param {{ badge: Badge, step: number, beside: boolean, limit: number }} props `limit`: how far the board reaches to the right */
function BadgeShape({ badge, step, beside, limit }) {
  const small = step < 46;
  const size = small ? Math.max(10, step * 0.34) : 18;
  const font = small ? Math.max(9, step * 0.3) : 13;
  const text = badge.number.length * font * 0.72;
  const width = (badge.letter ? size : 0) + (badge.number ? text + (badge.letter ? 4 : 0) : 0) + 10;
  const height = size + 8;
  const left = Math.min(beside && !small ? -8 : -width / 2, limit - width);
  if (small && badge.letter && badge.number) return html`<${Verdict} letter=${badge.letter} size=${size} />`;
  return html`<rect
      class=${`badge${badge.best ? " best" : ""}${badge.exact ? "" : " estimate"}`}
      x=${left}
      y=${-height / 2}
      width=${width}
      height=${height}
      rx=${badge.letter === "W" ? height / 2 : 3}
    />
    ${badge.letter && html`<g transform=${`translate(${left + 5 + size / 2} 0)`}><${Verdict} letter=${badge.letter} size=${size} /></g>`}
    ${badge.number &&
    html`<text class="badge-number" font-size=${font} x=${left + 5 + (badge.letter ? size + 4 : 0)} y=${font * 0.36}>${badge.number}</text>`}`;
}

/** @param {{ badge: Badge, at: { x: number, y: number }, g: Geometry }} props */
function Weight({ badge, at, g }) {
  const size = g.step - 6;
  return html`<rect class=${badge.best ? "weight choice" : "weight"} x=${at.x - size / 2} y=${at.y - size / 2} width=${size} height=${size} rx="2" fill-opacity=${0.05 + 0.27 * (badge.weight ?? 0)} />
    <text class="weight-number" font-size=${Math.min(20, g.step * 0.28)} x=${at.x} y=${at.y + Math.min(20, g.step * 0.28) * 0.36}>${badge.number}</text>`;
}

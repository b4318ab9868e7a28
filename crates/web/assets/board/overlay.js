// @ts-check
// The truth on the board: a value on every place that may be clicked next.
import { html } from "../vendor/preact.js";
import { words } from "../words/index.js";
import { matching } from "./turn.js";
import { byWorth, figure, isProved, worthOf, worthText } from "./worth.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Weights} Weights */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {{ letter: string | null, number: string, said: string, best: boolean, exact: boolean, weight: number | null }} Badge `said`: the same in words */

/** With more legal moves than this, only the best have a badge. */
const MANY = 30;

/** How many those are at most. */
const FEW = 8;

/** Whether only the best moves have badges. @param {View} view */
export const isCrowded = (view) => view.legal.length > MANY;

/**
 * The best value behind each next click.
 * @param {View} view @param {Step[]} steps @param {Values} values @param {string | null} [hinted] a move that must be among them
 * @returns {Map<number, Badge>}
 */
export function valueBadges(view, steps, values, hinted = null) {
  const byMove = new Map(values.moves.map((entry) => [entry.move, entry]));
  const compare = byWorth(values);
  /** @type {Map<number, import("../types.js").MoveValue>} */
  const bySite = new Map();
  let hintedSite = -1;
  for (const move of matching(view.legal, steps)) {
    const site = move.steps[steps.length]?.site;
    const entry = byMove.get(move.text);
    if (site === undefined || !entry) continue;
    if (move.text === hinted) hintedSite = site;
    const old = bySite.get(site);
    if (!old || compare(entry, old) < 0) bySite.set(site, entry);
  }
  const sorted = [...bySite].sort(([site, one], [other, two]) => compare(one, two) || Number(other === hintedSite) - Number(site === hintedSite));
  const shown = isCrowded(view) ? fewest(sorted, ([, one], [, two]) => compare(one, two) === 0) : sorted;
  // Where a turn has left the best behind, the best of what is left.
  const top = sorted[0]?.[1];
  const best = new Set(sorted.some(([, { move }]) => values.best.includes(move)) ? values.best : top ? [top.move] : []);
  return new Map(shown.map(([site, entry]) => [site, badgeOf(entry, values, view, best.has(entry.move))]));
}

/** The first few, without part of a group of equals unless that is all there is. @template T @param {T[]} all @param {(one: T, other: T) => boolean} alike */
function fewest(all, alike) {
  if (all.length <= FEW) return all;
  let end = FEW;
  while (end > 0 && alike(all[end - 1], all[end])) end -= 1;
  return all.slice(0, end || FEW);
}

/** @param {import("../types.js").MoveValue} entry @param {Values} values @param {View} view @param {boolean} best @returns {Badge} */
function badgeOf(entry, values, view, best) {
  const worth = worthOf(entry, values, view);
  const exact = isProved(worth);
  const said = [worthText(worth), exact ? "" : words.worth.estimated, best ? words.worth.best : ""].filter(Boolean).join(", ");
  return { letter: worth.letter, number: figure(worth), said, best, exact, weight: null };
}

/** @param {View} view @param {Weights} weights @returns {Map<number, Badge>} */
export function weightBadges(view, weights) {
  const most = Math.max(1, ...Object.values(weights.weights));
  const badges = new Map();
  for (const move of view.legal) {
    const weight = weights.weights[move.text];
    if (weight === undefined) continue;
    const number = Number.isInteger(weight) ? String(weight) : weight.toFixed(1);
    badges.set(move.steps[0].site, { letter: null, number, said: number, best: move.text === weights.choice, exact: false, weight: Math.max(0, weight) / most });
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

/** @param {{ badges: Map<number, Badge>, g: Geometry, look: Theme, occupied: Set<number> }} props */
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
  const font = small ? Math.max(9, step * 0.28) : 13;
  const number = small ? badge.number.replace(/\s/g, "") : badge.number;
  const text = font * [...number].reduce((sum, sign) => sum + (sign === "%" ? 1 : /\s/.test(sign) ? 0.35 : 0.7), 0);
  const width = (badge.letter ? size : 0) + (number ? text + (badge.letter ? 4 : 0) : 0) + (small ? 5 : 10);
  const height = size + (small ? 5 : 8);
  const left = Math.min(beside && !small ? -8 : -width / 2, limit - width);
  const kind = `badge${badge.best ? " best" : ""}${badge.exact ? "" : " estimate"}`;
  // No room for a distance.
  if (small && badge.letter && number) return html`${badge.best && html`<circle class=${kind} r=${size * 0.85} />`}<${Verdict} letter=${badge.letter} size=${size} />`;
  return html`<rect
      class=${kind}
      x=${left}
      y=${-height / 2}
      width=${width}
      height=${height}
      rx=${badge.letter === "W" || !badge.exact ? height / 2 : 3}
    />
    ${badge.letter && html`<g transform=${`translate(${left + 5 + size / 2} 0)`}><${Verdict} letter=${badge.letter} size=${size} /></g>`}
    ${number && html`<text class="badge-number" font-size=${font} x=${left + (width + (badge.letter ? size + 4 : 0)) / 2} y=${font * 0.36}>${number}</text>`}`;
}

/** @param {{ badge: Badge, at: { x: number, y: number }, g: Geometry }} props */
function Weight({ badge, at, g }) {
  const size = g.step - 6;
  return html`<rect class=${badge.best ? "weight choice" : "weight"} x=${at.x - size / 2} y=${at.y - size / 2} width=${size} height=${size} rx="2" fill-opacity=${0.05 + 0.27 * (badge.weight ?? 0)} />
    <text class="weight-number" font-size=${Math.min(20, g.step * 0.28)} x=${at.x} y=${at.y + Math.min(20, g.step * 0.28) * 0.36}>${badge.number}</text>`;
}

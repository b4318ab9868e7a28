// @ts-check
// Values on the board: one on every place that may be clicked next.
import { html } from "../vendor/preact.js";
import { words } from "../words/index.js";
import { matching } from "./turn.js";
import { Verdict } from "./verdict.js";
import { byWorth, figure, isProved, worthOf, worthText } from "./worth.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Weights} Weights */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {{ letter: string | null, number: string, said: string, best: boolean, exact: boolean, weight: number | null, share?: number | null, counted?: boolean, shortest?: boolean, small?: boolean, pair?: number }} Badge
 *   `said`: the same in words; `counted`: the number is points; `shortest`: of the wins; `small`: not among the best few; `pair`: one of two cells that belong together, by the pair's number */

/** With more legal moves than this, only the best get a letter or a number. */
const MANY = 14;

/** Their maximum number. */
const FEW = 8;

/** Whether only the best moves have badges. @param {View} view */
export const isCrowded = (view) => view.legal.length > MANY;

/**
 * The best value behind each next click.
 * @param {View} view @param {Step[]} steps @param {Values} values @param {string | null} [hinted] a move that must be among them
 * @param {boolean} [all] whether all moves have a letter or a number, however many there are
 * @returns {Map<number, Badge>}
 */
export function valueBadges(view, steps, values, hinted = null, all = false) {
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
  const few = isCrowded(view) && !all ? fewest(sorted, ([, one], [, two]) => compare(one, two) === 0) : sorted;
  // If a turn so far has missed the best move, the best of the remaining ones.
  const top = sorted[0]?.[1];
  const best = new Set(sorted.some(([, { move }]) => values.best.includes(move)) ? values.best : top ? [top.move] : []);
  const quickest = Math.min(...sorted.map(([, entry]) => (entry.letter === "W" ? (entry.plies ?? Infinity) : Infinity)));
  // Proved values are shown on every place; that many estimates would be useless.
  return new Map(
    sorted
      .filter(([, entry], at) => at < few.length || (entry.letter && values.unit !== "points"))
      .map(([site, entry], at) => [site, { ...badgeOf(entry, values, view, best.has(entry.move)), shortest: entry.letter === "W" && entry.plies === quickest, small: at >= few.length }]),
  );
}

/** The first few, never splitting a group of equals: none at all if too many are equally best. @template T @param {T[]} all @param {(one: T, other: T) => boolean} alike */
function fewest(all, alike) {
  if (all.length <= FEW) return all;
  let end = FEW;
  while (end > 0 && alike(all[end - 1], all[end])) end -= 1;
  return all.slice(0, end);
}

/** @param {import("../types.js").MoveValue} entry @param {Values} values @param {View} view @param {boolean} best @returns {Badge} */
function badgeOf(entry, values, view, best) {
  const worth = worthOf(entry, values, view);
  const exact = isProved(worth);
  const said = [worthText(worth), exact ? "" : words.worth.estimated, best ? words.worth.best : ""].filter(Boolean).join(", ");
  return { letter: worth.letter, number: figure(worth), said, best, exact, weight: null, share: worth.share, counted: worth.points !== null };
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

/** @param {{ badges: Map<number, Badge>, g: Geometry, occupied: Set<number> }} props */
export function Overlay({ badges, g, occupied }) {
  // Where badges touch, the best one lies above all others.
  const height = (/** @type {Badge} */ { best, small }) => (best ? 2 : small ? 0 : 1);
  return html`<g class="overlay" aria-hidden="true">
    ${[...badges].sort(([, one], [, other]) => height(one) - height(other)).map(([site, badge]) => {
      const at = g.at[site];
      if (badge.pair !== undefined) return html`<g transform=${`translate(${at.x} ${at.y})`}><${PairShape} pair=${badge.pair} letter=${badge.number} step=${g.step} /></g>`;
      if (badge.weight !== null) return html`<${Weight} badge=${badge} at=${at} g=${g} />`;
      // Nothing covers a piece: its badge is at its lower right.
      const beside = occupied.has(site);
      const off = beside ? g.radius * 0.8 : 0;
      return html`<g transform=${`translate(${at.x + off} ${at.y + off})`}><${BadgeShape} badge=${badge} step=${g.step} beside=${beside} /></g>`;
    })}
  </g>`;
}

/** The outlines of pairs, which distinguish them without letters or colours. @type {((r: number) => unknown)[]} */
const OUTLINES = [
  (r) => html`<circle r=${r} />`,
  (r) => html`<rect x=${-r * 0.9} y=${-r * 0.9} width=${r * 1.8} height=${r * 1.8} rx="2" />`,
  (r) => html`<polygon points=${`0,${-r * 1.2} ${r * 1.2},0 0,${r * 1.2} ${-r * 1.2},0`} />`,
  (r) => html`<polygon points=${`${-r * 0.6},${-r} ${r * 0.6},${-r} ${r * 1.15},0 ${r * 0.6},${r} ${-r * 0.6},${r} ${-r * 1.15},0`} />`,
];
/** The number of colours. */
const HUES = 7;

/** One cell of a pair. @param {{ pair: number, letter: string, step: number }} props */
function PairShape({ pair, letter, step }) {
  const r = Math.max(7, Math.min(20, step * 0.3));
  const font = Math.max(9, Math.min(18, r));
  return html`<g class=${`pair hue${pair % HUES}`}>${OUTLINES[pair % OUTLINES.length](r)}<text class="pair-letter" font-size=${font} y=${font * 0.36}>${letter}</text></g>`;
}

/** The size of a shape on such a board. @param {number} step @param {boolean} beside */
const shapeSize = (step, beside) => (beside ? Math.max(5.5, Math.min(8, step * 0.16)) : Math.max(6.5, Math.min(11, step * 0.22)));

/** @param {{ badge: Badge, step: number, beside: boolean }} props */
function BadgeShape({ badge, step, beside }) {
  const r = shapeSize(step, beside);
  if (badge.small) return html`<circle class="badge-halo" r="8" /><${Verdict} letter=${badge.letter ?? "D"} size=${10} plain=${true} />`;
  if (badge.exact && !badge.counted) {
    return html`<circle class="badge-halo" r=${r + (beside ? 1.5 : 4)} />${badge.shortest && html`<circle class="badge best" r=${r + 3.5} />`}<${Verdict} letter=${badge.letter ?? "D"} size=${2 * r} plain=${beside && r < 7} />`;
  }
  // A number: proved points get a solid frame, a chance a dashed one, fuller for better chances.
  const number = badge.number.replace(/\s/g, step < 60 ? "" : "\u202f");
  const font = Math.max(8.5, Math.min(13, r * (beside ? 1.25 : 1.15)));
  const half = Math.max(r * 1.5, number.length * font * 0.31 + 4);
  return html`<rect class="badge-halo" x=${-half - 2} y=${-r * 1.25 - 2} width=${2 * half + 4} height=${r * 2.5 + 4} rx=${r * 1.25 + 2} />
    <rect class=${`badge${badge.best ? " best" : ""}${badge.exact ? "" : " estimate"}`} x=${-half} y=${-r * 1.25} width=${2 * half} height=${r * 2.5} rx=${badge.exact ? 3 : r * 1.25} />
    ${!badge.exact && typeof badge.share === "number" && html`<rect class="badge-tint" x=${-half} y=${-r * 1.25} width=${2 * half} height=${r * 2.5} rx=${r * 1.25} fill-opacity=${0.22 * badge.share} />`}
    <text class="badge-number" font-size=${font} y=${font * 0.36}>${number}</text>`;
}

/** @param {{ badge: Badge, at: { x: number, y: number }, g: Geometry }} props */
function Weight({ badge, at, g }) {
  const size = g.step - 6;
  return html`<rect class=${badge.best ? "weight choice" : "weight"} x=${at.x - size / 2} y=${at.y - size / 2} width=${size} height=${size} rx="2" fill-opacity=${0.05 + 0.27 * (badge.weight ?? 0)} />
    <text class="weight-number" font-size=${Math.min(20, g.step * 0.28)} x=${at.x} y=${at.y + Math.min(20, g.step * 0.28) * 0.36}>${badge.number}</text>`;
}

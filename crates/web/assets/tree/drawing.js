// @ts-check
// Draws a search tree: small boards, values, windows, cuts.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { geometryOf } from "../board/geometry.js";
import { Background } from "../board/background.js";
import { themeOf } from "../board/theme.js";
import { Shape, shapeOf } from "../board/pieces.js";
import { seatName } from "../board/labels.js";
import { signed, words } from "../words/index.js";
import { everyone, folded, plant } from "./shape.js";

/** @typedef {import("./shape.js").Tree} Tree */
/** @typedef {import("./shape.js").Placed} Placed */

/** The side of a small board, level by level. */
const SIDES = [84, 60, 48, 38, 34];
/** The minimum width of a leaf before boards become dots. */
const NARROW = 14;

/** The height of a player's value. */
const ROW = 15;

/** Values from here on mean a won game. */
const WON = 100_000_000;

/** @param {number} value */
const shown = (value) => (Math.abs(value) < WON ? signed(value) : value > 0 ? words.tree.won : words.tree.lost);

/** @param {number | null | undefined} value @param {string} infinite */
const end = (value, infinite) => (value === null || value === undefined ? infinite : shown(value));

/** The displayed value of a node. @param {Placed} node */
export function valueOf(node) {
  if (!node.values) return "";
  if (node.values.length > 2) return `(${node.values.map(shown).join(", ")})`;
  const sign = { exact: "", at_least: "≥ ", at_most: "≤ " }[node.bound];
  return sign + shown(node.values[0]);
}

/** Who won at the end of a game. @param {import("../board/theme.js").Theme} look @param {Placed} node */
export function endingOf(look, node) {
  const values = node.values ?? [];
  const most = Math.max(...values);
  const winners = values.flatMap((value, at) => (value === most ? [at + 1] : []));
  return winners.length === 1 ? words.table.wins(seatName(look, winners[0])) : words.table.drawn;
}

/** Nothing is folded. @type {import("./shape.js").Folds} */
export const UNFOLDED = { folded: new Set(), branch: null, levels: Infinity };

/** The minimum width of a leaf: for many leaves, for two trees side by side, and otherwise. */
const ROOMS = { many: 3, compact: 28, usual: 40 };

/**
 * @param {object} props
 * @param {Tree} props.tree @param {import("../types.js").View} props.view @param {number} props.step @param {string} props.label @param {boolean} [props.compact]
 * @param {number} [props.zoom] @param {import("./shape.js").Folds} [props.folds] @param {number | null} [props.chosen] @param {(id: number) => void} [props.choose]
 * @param {boolean} [props.blank] whether values above the leaves are left blank, to be filled in
 */
export function TreeDrawing({ tree, view, step, label, compact = false, zoom = 1, folds = UNFOLDED, chosen = null, choose, blank = false }) {
  const holder = useRef(/** @type {HTMLElement | null} */ (null));
  const [room, setRoom] = useState(1000);
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (holder.current);
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const whole = useMemo(() => plant(tree), [tree]);
  const root = useMemo(() => whole && folded(whole, folds), [whole, folds]);
  const look = themeOf(view);
  const widest = root?.width ?? 1;
  // A large tree scrolls, with its last level as dots; a small one may scroll rather than shrink.
  const unit = zoom * Math.max(room / widest, widest > 60 ? ROOMS.many : compact ? ROOMS.compact : ROOMS.usual);
  // Whatever is shown, the root is centred at first.
  useLayoutEffect(() => {
    const element = holder.current;
    if (element && root) element.scrollLeft = root.x * unit - element.clientWidth / 2;
  }, [root, unit]);
  if (!root) return html`<div ref=${holder}></div>`;
  const all = everyone(root);
  const depth = Math.max(...all.map((node) => node.level));
  const width = Math.max(room, unit * widest);
  const narrowest = Array.from({ length: depth + 1 }, (_, level) => Math.min(...all.filter((node) => node.level === level).map((node) => node.width * unit)));
  const sideOf = (/** @type {number} */ level) => Math.min(SIDES[Math.min(level, SIDES.length - 1)] * (compact ? 0.8 : 1) * Math.max(1, Math.min(2, zoom)), Math.max(narrowest[level] - 7, 6));
  // Values of more than two players are stacked.
  const players = Math.max(0, ...tree.nodes.map((node) => node.values?.length ?? 0));
  const vector = players > 2 ? 12 + ROW * players : 0;
  /** @type {number[]} */
  const tops = [];
  let top = 4;
  for (let level = 0; level <= depth; level += 1) {
    tops.push(top);
    const side = sideOf(level);
    top += side + (vector ? vector - 16 : side < NARROW ? 40 : 38) + (level === depth ? (vector ? 20 : 0) : 44);
  }
  const x = (/** @type {Placed} */ node) => node.x * unit;
  const seen = (/** @type {Placed} */ node) => node.order !== null && node.order < step;
  const nodes = all;
  const parents = new Map(nodes.map((node) => [node.id, node]));
  /** A cut branch appears when its parent is settled. @param {Placed} node @returns {boolean} */
  const greyed = (node) => {
    if (seen(node)) return false;
    const parent = node.parent === null ? undefined : parents.get(node.parent);
    return parent ? (seen(parent) ? parent.last < step : greyed(parent)) : false;
  };
  return html`<div class="tree-holder scroller" ref=${holder} tabindex="0" role="group" aria-label=${label}>
    <svg class="tree" width=${width} height=${top + 4} viewBox=${`0 0 ${width} ${top + 4}`} role="img" aria-label=${label}>
      ${nodes.map((node) => {
        const parent = node.parent === null ? undefined : parents.get(node.parent);
        if (!parent) return null;
        const state = seen(node) ? (node.best && parent.last < step && isBest(parent, parents) && !blank ? "best" : "seen") : greyed(node) ? "cut" : "";
        if (!state) return null;
        const from = { x: x(parent), y: tops[parent.level] + sideOf(parent.level) + (vector || (parent.window && !compact ? 36 : 22)) };
        const to = { x: x(node), y: tops[node.level] - 4 };
        const middle = { x: from.x + (to.x - from.x) * 0.35, y: from.y + (to.y - from.y) * 0.35 };
        return html`<path class=${`branch ${state}`} d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} />
          ${state === "cut" && seen(parent) && unit >= 12 && html`<path class="cut-sign" d=${`M${middle.x - 5} ${middle.y + 4}l6 -9m-1 10l6 -9`} />`}`;
      })}
      ${nodes.map((node) => {
        const state = seen(node) ? "seen" : greyed(node) ? "cut" : "";
        if (!state) return null;
        const side = sideOf(node.level);
        const settled = node.last < step;
        return html`<g key=${node.id} class=${`tree-node ${state}${node.best && settled && isBest(node, parents) && !blank ? " best" : ""}${node.id === chosen ? " chosen" : ""}`} data-level=${node.level} transform=${`translate(${x(node)} ${tops[node.level]})`} onClick=${choose && (() => choose(node.id))}>
          ${choose && html`<rect class="tree-hit" x=${-side / 2} width=${side} height=${side} />`}
          <title>${node.move ?? ""} ${settled && state === "seen" ? valueOf(node) : ""}</title>
          ${side >= NARROW ? html`<g transform=${`translate(${-side / 2} 0)`}><${Small} view=${view} look=${look} node=${node} side=${side} before=${node.parent === null ? null : (parents.get(node.parent)?.pieces ?? null)} /></g>` : html`<circle class="tree-dot" cy=${side / 2} r=${Math.min(3, 0.36 * unit)} />`}
          ${node.id === chosen && html`<rect class="tree-chosen" x=${-side / 2 - 3} y="-3" width=${side + 6} height=${side + 6} />`}
          ${node.hidden > 0 && unit * node.width >= 30 && html`<text class="tree-hidden" y=${side + (vector || 32)}>+${node.hidden}</text>`}
          ${state === "seen" && vector > 0 && html`<${Vector} node=${node} side=${side} settled=${settled} look=${look} room=${unit * node.width} />`}
          ${state === "seen" && vector === 0 && html`<${Below} node=${node} side=${side} settled=${settled && !(blank && (node.children.length > 0 || node.hidden > 0))} compact=${compact} said=${node.over && unit * node.width >= 46 ? endingOf(look, node) : ""} room=${unit * node.width} />`}
        </g>`;
      })}
    </svg>
  </div>`;
}

/** Whether a node is on the line of best play. @param {Placed} node @param {Map<number, Placed>} parents */
function isBest(node, parents) {
  /** @type {Placed | undefined} */
  let at = node;
  while (at && at.parent !== null) {
    if (!at.best) return false;
    at = parents.get(at.parent);
  }
  return true;
}

/** @param {{ node: Placed, side: number, settled: boolean, compact: boolean, said: string, room: number }} props */
function Below({ node, side, settled, compact, said, room }) {
  const text = settled ? valueOf(node) : "";
  const leaf = node.children.length === 0 && node.hidden === 0;
  const small = side < NARROW;
  if (room < 16) return null;
  const line = `${leaf || small ? "" : node.to_move === 1 ? "▲ " : "▼ "}${text}`;
  const size = Math.min(13, Math.max(8, (room - 2) / (0.66 * Math.max(1, line.length))));
  return html`<text class="tree-value" y=${side + 16} font-size=${size}>${line}</text>
    ${said && !small && html`<text class="tree-window" y=${side + 31}>${said}</text>`}
    ${!leaf && !compact && node.window && room >= 64 && html`<text class="tree-window" y=${side + 31}>[${end(node.window[0], "−∞")}, ${end(node.window[1], "+∞")}]</text>`}`;
}

/** One value per player, starting with the one to move. @param {{ node: Placed, side: number, settled: boolean, look: import("../board/theme.js").Theme, room: number }} props */
function Vector({ node, side, settled, look, room }) {
  if (room < 36 || !settled) return null;
  const mover = node.children.length || node.hidden ? node.to_move : 0;
  return (node.values ?? []).map(
    (value, at) => html`<g class=${at + 1 === mover ? "mover" : ""} transform=${`translate(-14 ${side + 14 + ROW * at})`}>
      ${at + 1 === mover && html`<path class="mover-sign" d="M-14 -3l5 3l-5 3z" />`}<${Shape} shape=${shapeOf(look, at + 1)} r="4" /><text class="tree-vector" x="9" y="4">${shown(value)}</text>
    </g>`,
  );
}

/** @param {{ view: import("../types.js").View, look: import("../board/theme.js").Theme, node: Placed, side: number, before: import("../types.js").Piece[] | null }} props */
function Small({ view, look, node, side, before }) {
  const bare = { ...look, margin: 0.5 };
  const g = geometryOf(view, bare, side, false);
  const old = new Set((before ?? node.pieces).map((piece) => `${piece.site}.${piece.owner}`));
  return html`<${Background} view=${{ ...view, scene: { ...view.scene, pieces: node.pieces } }} look=${look} g=${g} mini=${true} />
    ${node.pieces.map((piece) => html`<g class=${old.has(`${piece.site}.${piece.owner}`) ? "piece" : "piece fresh"} transform=${`translate(${g.at[piece.site].x} ${g.at[piece.site].y})`}><${Shape} shape=${shapeOf(look, piece.owner)} r=${g.radius} /></g>`)}`;
}

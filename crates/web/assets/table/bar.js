// @ts-check
// The value bar: each player's chances, or the result if it is proved.
import { html } from "../vendor/preact.js";
import { shapeOf, Token } from "../board/pieces.js";
import { chance } from "../board/worth.js";
import { percent, signed, words } from "../words/index.js";

const SLIVER = 0.02;

/** The bar's position for an exact result. */
const RESTS = { 1: 1, 0.5: 0.5, 0: 0 };

/**
 * @param {{ share: number[] | null, exact: boolean, view: import("../types.js").View, look: import("../board/theme.js").Theme,
 *           order: number[], names: string[], points?: number | null, awaited?: boolean }} props  `order`: the seats from top to bottom;
 *           `points`: what the first player will be ahead by in the end; `awaited`: a judgement is on its way, so a phone too keeps the place free
 */
export function ValueBar({ share, exact, view, look, order, names, points = null, awaited = false }) {
  const two = view.seats.length === 2;
  // The board keeps its place whether there is a bar or not.
  if (!share) return html`<div class=${`bar-column${awaited ? "" : " wide-only"}`} aria-hidden="true"><div class="value-bar empty"></div></div>`;
  const lower = order[order.length - 1];
  const rest = /** @type {Record<number, number>} */ (RESTS);
  // An estimate leaves the other side a sliver: it is not certain.
  const parts = share.map((part) => (!two ? part : exact ? (rest[part] ?? part) : Math.max(SLIVER, Math.min(1 - SLIVER, part))));
  const text = (/** @type {number} */ seat) => (exact ? percent(share[seat - 1]) : words.worth.percent(chance(share[seat - 1])));
  const ahead = points === null || !two ? null : points;
  // With two players the first one's number serves both.
  const label = two ? words.advice.chances(names[0], text(1)) : order.map((seat) => `${names[seat - 1]} ${text(seat)}`).join(", ");
  return html`<div class="bar-column" role="img" aria-label=${`${label} (${exact ? words.advice.exact : words.advice.estimate})${ahead === null ? "" : `, ${words.board.pointsLegend}: ${signed(ahead)}`}`}>
    <svg class=${`value-bar${exact ? "" : " estimate"}`} viewBox="0 0 14 100" preserveAspectRatio="none" aria-hidden="true">
      ${stack(order, parts).map(
        ({ seat, from, part }) => html`<rect class=${`bar-part ${look.shared ? (seat === lower ? "accent" : "blank") : `fill-${shapeOf(look, seat)}`}`} x="0" y=${from * 100} width="14" height=${part * 100} />`,
      )}
    </svg>
    ${two && !exact ? html`<b class="bar-mark" style=${{ "--at": parts[order[0] - 1] }} aria-hidden="true">${text(1)}</b>` : null}
    ${ahead !== null && html`<span class="bar-ends" aria-hidden="true">${order.map((seat) => html`<b>${signed(seat === 1 ? ahead : -ahead)}</b>`)}</span>`}
    ${two && ahead === null && html`<span class="bar-ends bar-names" aria-hidden="true">${order.map((seat) => html`<b>${names[seat - 1]}</b>`)}</span>`}
    ${!two &&
    html`<span class="bar-shares" aria-hidden="true">${stack(order, parts).map(({ seat, part }) => html`<b style=${{ flexGrow: part }}>${part >= 0.08 && html`<${Token} look=${look} seat=${seat} size=${14} />${text(seat)}`}</b>`)}</span>`}
  </div>`;
}

/** @param {number[]} order @param {number[]} parts */
function stack(order, parts) {
  let from = 0;
  return order.map((seat) => {
    const piece = { seat, from, part: parts[seat - 1] ?? 0 };
    from += piece.part;
    return piece;
  });
}

// @ts-check
// Every move with its worth, best first: point at one to preview it, click it to play it.
import { html, useState } from "../vendor/preact.js";
import { VerdictIcon } from "../board/verdict.js";
import { byWorth, chance, spoken, worthOf, worthText } from "../board/worth.js";
import { words } from "../words/index.js";
import { shownText } from "./names.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Values} Values */

/** The number of moves listed at first. */
const FEW = 8;

/**
 * @param {{ values: Values, view: View, names: string[], play: ((move: string) => void) | null, peek: (move: string | null) => void }} props `play`: null if no move can be made
 */
export function MoveTable({ values, view, names, play, peek }) {
  const [whole, show] = useState(false);
  const sorted = [...values.moves].sort(byWorth(values));
  const shown = whole ? sorted : sorted.slice(0, FEW);
  if (sorted.length < 2) return null;
  return html`<div class=${`move-table${whole ? " whole" : ""}`}>
    <table class="data" onMouseLeave=${() => peek(null)}>
      <thead><tr><th>${words.table.move}</th><th>${sorted.some(({ letter }) => letter) ? words.advice.withBest : words.explore.chancesOf(view.seats.length > 2 ? "" : names[spoken(view) - 1])}</th>${values.depth && !values.exact ? html`<th class="number">${words.advice.lookedAhead}</th>` : null}</tr></thead>
      <tbody>${shown.map((entry) => {
        const worth = worthOf(entry, values, view);
        const text = shownText(view.legal, entry.move);
        return html`<tr key=${entry.move} onMouseEnter=${() => peek(entry.move)}>
          <td>${play ? html`<button type="button" class="cell-button" onFocus=${() => peek(entry.move)} onBlur=${() => peek(null)} onClick=${() => play(entry.move)}>${text}</button>` : text}</td>
          <td><span class="worth">${worth.letter ? html`<${VerdictIcon} letter=${worth.letter} />` : html`<${ChanceBar} share=${worth.chances} />`}<span>${worthText(worth)}</span></span></td>
          ${values.depth && !values.exact ? html`<td class="number quiet">${worth.letter ? "" : words.advice.deep(entry.depth ?? values.depth)}</td>` : null}
        </tr>`;
      })}</tbody>
    </table>
    ${sorted.length > FEW && html`<p class="quiet"><button type="button" class="link" aria-expanded=${whole ? "true" : "false"} onClick=${() => show(!whole)}>${whole ? words.advice.fewMoves : words.advice.allMoves(sorted.length)}</button></p>`}
  </div>`;
}

/** A chance as the filled part of a bar. @param {{ share: number | null }} props */
export const ChanceBar = ({ share }) => (share === null ? null : html`<svg class="chance" width="92" height="10" aria-hidden="true"><rect class="chance-all" x="0.5" y="1.5" width="91" height="7" /><rect class="chance-part" y="1" width=${(92 * chance(share)) / 100} height="8" /><path class="chance-middle" d="M46 0V10" /></svg>`);

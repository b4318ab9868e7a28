// @ts-check
// The moves that led to the position: each leads back to it.
import { html } from "../vendor/preact.js";
import { moveText } from "../table/names.js";
import { rowsOf } from "../table/moves.js";
import { words } from "../words/index.js";

/** The number of earlier rounds shown. */
const BEFORE = 3;

/** @param {{ turns: import("../types.js").Turn[], columns: number, at: number, go: (ply: number) => void }} props */
export function Trail({ turns, columns, at, go }) {
  const rounds = rowsOf(turns, columns);
  const now = Math.max(0, rounds.findIndex((round) => round.includes(at)));
  const from = rounds.length > BEFORE + 2 ? Math.max(0, Math.min(now - BEFORE, rounds.length - BEFORE - 2)) : 0;
  const shown = rounds.slice(from, from + BEFORE + 2);
  const rest = from + shown.length < rounds.length;
  return html`<nav class="walked" aria-label=${words.explore.path}><ol>
    <li><button type="button" class=${at === 0 ? "now" : "first"} aria-current=${at === 0 ? "step" : undefined} onClick=${() => go(0)}>${words.table.start}</button></li>
    ${from > 0 && html`<li><span aria-hidden="true">…</span></li>`}
    ${shown.map(
      (round, index) => html`<li key=${from + index}><span>${from + index + 1}</span>${round.map(
        (ply) => ply && html`<button type="button" class=${ply === at ? "now" : ply > at ? "later" : ""} aria-current=${ply === at ? "step" : undefined} onClick=${() => go(ply)}>${moveText(turns[ply - 1].shown)}</button>`,
      )}</li>`,
    )}
    ${rest && html`<li><span aria-hidden="true">…</span></li>`}
  </ol></nav>`;
}

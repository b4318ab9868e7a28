// @ts-check
// The mark of a move that gave something away: a triangle, the larger the worse, filled where it is proved.
import { html } from "../vendor/preact.js";

/** @type {Record<string, number>} */
const SIZES = { inaccuracy: 5, mistake: 6.5, blunder: 8 };

/** @param {{ mark: string | null, exact: boolean, x?: number, y?: number }} props */
export function Mark({ mark, exact, x = 0, y = 0 }) {
  const size = SIZES[mark ?? ""];
  // Points given away in a game that is decided all the same.
  if (!size) return html`<circle class=${`graph-mark${exact ? "" : " estimate"}`} cx=${x} cy=${y} r="2.5" />`;
  return html`<polygon class=${`graph-mark ${mark}${exact ? "" : " estimate"}`} points=${`${x},${y - size} ${x + size},${y + size * 0.75} ${x - size},${y + size * 0.75}`} />`;
}

/** The same beside text. @param {{ mark: string | null, exact: boolean }} props */
export const MarkIcon = (props) => html`<svg class="mark-icon" width="20" height="18" viewBox="-10 -10 20 18" aria-hidden="true"><${Mark} ...${props} /></svg>`;

// @ts-check
// The mark of a move: a triangle if it gave something away, larger for worse, filled if proved; a ring around a dot if
// it was the only good one.
import { html } from "../vendor/preact.js";

/** @type {Record<string, number>} */
const SIZES = { inaccuracy: 5, mistake: 6.5, blunder: 8 };

/** @param {{ mark: string | null, exact: boolean, x?: number, y?: number }} props */
export function Mark({ mark, exact, x = 0, y = 0 }) {
  const size = SIZES[mark ?? ""];
  // Points given away in a game that is decided anyway.
  if (!size) return html`<circle class=${`graph-mark${exact ? "" : " estimate"}`} cx=${x} cy=${y} r="2.5" />`;
  return html`<polygon class=${`graph-mark ${mark}${exact ? "" : " estimate"}`} points=${`${x},${y - size} ${x + size},${y + size * 0.75} ${x - size},${y + size * 0.75}`} />`;
}

/** The same beside text. @param {{ mark: string | null, exact: boolean }} props */
export const MarkIcon = (props) => html`<svg class="mark-icon" width="20" height="18" viewBox="-10 -10 20 18" aria-hidden="true"><${Mark} ...${props} /></svg>`;

export const OnlyIcon = () => html`<svg class="mark-icon only-icon" width="20" height="18" viewBox="-10 -9 20 18" aria-hidden="true"><circle class="only-ring" r="6.5" /><circle class="only-dot" r="2.2" /></svg>`;

// @ts-check
// Switches and legends under the board.
import { html } from "../vendor/preact.js";
import { Shape } from "../board/pieces.js";
import { isCrowded, Verdict } from "../board/overlay.js";
import { words } from "../words/index.js";

/** @param {{ label: string, on: boolean, set: (on: boolean) => void }} props */
export const Toggle = ({ label, on, set }) => html`<button type="button" class="toggle" role="switch" aria-checked=${on ? "true" : "false"} onClick=${() => set(!on)}>
  <span class="switch" aria-hidden="true"></span>${label}
</button>`;

/** @param {{ label: string, options: { id: string, text: string }[], value: string, set: (id: string) => void }} props */
export const Segments = ({ label, options, value, set }) => html`<div class="segments" role="group" aria-label=${label}>
  ${options.map(({ id, text }) => html`<button type="button" key=${id} aria-pressed=${id === value ? "true" : "false"} onClick=${() => set(id)}>${text}</button>`)}
</div>`;

/** What the badges mean: results, points, chances. @param {{ values: import("../types.js").Values, view: import("../types.js").View, who: string }} props */
export function ValueLegend({ values, view, who }) {
  const letters = new Set(values.moves.map(({ letter }) => letter));
  const results = [
    ["W", words.board.win],
    ["D", words.board.draw],
    ["L", words.board.loss],
  ].filter(([letter]) => letters.has(letter));
  const estimates = values.moves.filter(({ letter }) => !letter);
  const places = estimates.some(({ share }) => typeof share !== "number");
  return html`<span class="legend">
    ${results.map(([letter, text]) => html`<span><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><${Verdict} letter=${letter} size=${17} /></svg>${text}</span>`)}
    ${values.unit === "points" && html`<span>+/−: ${words.board.pointsLegend}</span>`}
    ${estimates.length > 0 && html`<span><svg width="26" height="20" viewBox="-13 -10 26 20" aria-hidden="true"><rect class="badge estimate" x="-12" y="-8" width="24" height="16" rx="8" /><text class="badge-number" font-size="11" y="4">${places ? "1." : "%"}</text></svg>${places ? words.board.placeLegend : words.board.chanceLegend(who)}</span>`}
    ${isCrowded(view) && html`<span>${words.board.bestOnly}</span>`}
  </span>`;
}

export const CounterLegend = () => html`<span class="legend">
  <span><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><${Shape} shape="hexagon" r="8" /></svg>${words.board.neutralLegend}</span>
  <span><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><g class="piece blocked"><${Shape} shape="diamond" r="7" /></g></svg>${words.board.blockedLegend}</span>
</span>`;

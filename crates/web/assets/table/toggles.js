// @ts-check
// The legend of the marks on the board.
import { html } from "../vendor/preact.js";
import { Shape } from "../board/pieces.js";
import { isCrowded, valueBadges } from "../board/overlay.js";
import { Verdict } from "../board/verdict.js";
import { spoken } from "../board/worth.js";
import { words } from "../words/index.js";

/** The meaning of the badges: results, points, chances. @param {{ values: import("../types.js").Values, view: import("../types.js").View, names: string[], all?: boolean }} props */
export function ValueLegend({ values, view, names, all = false }) {
  const letters = new Set(values.moves.map(({ letter }) => letter));
  const results = [
    ["W", words.board.win],
    ["D", words.board.draw],
    ["L", words.board.loss],
  ].filter(([letter]) => letters.has(letter));
  const estimates = values.moves.filter(({ letter }) => !letter);
  const places = estimates.some(({ share }) => typeof share !== "number");
  return html`<span class="legend">
    ${results.map(([letter, text]) => html`<span><svg width="22" height="20" viewBox="-11 -10 22 20" aria-hidden="true"><${Verdict} letter=${letter} size=${17} /></svg>${text}</span>`)}
    ${letters.has("W") && values.unit !== "points" && values.moves.some(({ plies }) => plies) && html`<span><svg width="24" height="24" viewBox="-12 -12 24 24" aria-hidden="true"><circle class="badge best" r="10" /></svg>${words.board.shortest}</span>`}
    ${values.unit === "points" && html`<span>+/−: ${words.board.pointsLegend}</span>`}
    ${estimates.length > 0 && html`<span><svg width="26" height="20" viewBox="-13 -10 26 20" aria-hidden="true"><rect class="badge estimate" x="-12" y="-8" width="24" height="16" rx="8" /><text class="badge-number" font-size="11" y="4">${places ? "1." : "%"}</text></svg>${places ? words.board.placeLegend : words.board.chanceLegend(names[spoken(view) - 1] ?? "")}</span>`}
    ${isCrowded(view) && !all && [...valueBadges(view, [], values).values()].some(({ small }) => !small) && html`<span>${words.board.bestOnly}</span>`}
  </span>`;
}

export const CounterLegend = () => html`<span class="legend">
  <span><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><${Shape} shape="hexagon" r="8" /></svg>${words.board.neutralLegend}</span>
  <span><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><g class="piece blocked"><${Shape} shape="diamond" r="7" /></g></svg>${words.board.blockedLegend}</span>
</span>`;

/** The meaning of the arrows on the board; the lines of an analysis have numbers. @param {{ arrows: import("../board/signs.js").Arrow[] }} props */
export function ArrowLegend({ arrows }) {
  const kinds = /** @type {const} */ (["better", "played", "threat"]).filter((kind) => arrows.some((arrow) => arrow.kind === kind));
  return kinds.map((kind) => html`<span class="arrow-legend"><svg width="28" height="12" viewBox="0 0 28 12" aria-hidden="true"><path class=${`arrow ${kind}`} stroke-width="4" d="M1 6H17" /><polygon class=${`arrow ${kind} head`} points="27,6 17,1 17,11" /></svg>${words.analysis.legend[kind]}</span>`);
}

/** The marks that are on the board now. @param {{ view: import("../types.js").View, targets: Map<number, string>, lifted: boolean }} props */
export function MarkLegend({ view, targets, lifted }) {
  const actions = new Set(targets.values());
  const steps = view.last?.steps ?? [];
  const moved = steps.some((step) => step.action === "lift");
  const taken = steps.some((step) => step.action === "take");
  return html`<span class="legend">
    ${moved && html`<span><svg width="34" height="20" viewBox="-6 -10 34 20" aria-hidden="true"><circle class="last-from" r="4" /><path class="last-path" d="M7 0H12" /><circle class="last-from" cx="20" r="7" /></svg>${words.board.lastLegend}</span>`}
    ${taken && html`<span><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><circle class="taken-ring" r="8" /><path class="taken-cross" d="M-3 -3l6 6M3 -3l-6 6" /></svg>${words.board.takenLegend}</span>`}
    ${actions.has("drop") && html`<span><svg width="16" height="20" viewBox="-8 -10 16 20" aria-hidden="true"><circle class="go-dot" r="6.5" /></svg>${words.board.goLegend}</span>`}
    ${lifted && html`<span><svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true"><circle class="chosen-ring" r="7" /></svg>${words.board.liftedLegend}</span>`}
    ${actions.has("take") && html`<span><svg width="22" height="20" viewBox="-11 -10 22 20" aria-hidden="true"><circle class="take-ring" r="8" /></svg>${words.board.takeLegend}</span>`}
  </span>`;
}

// @ts-check
// The live lines of an analysis: each move can be clicked to view it, each line played through.
import { html } from "../vendor/preact.js";
import { VerdictIcon } from "../board/verdict.js";
import { figure, isProved, worthSaid, worthText, worthTold } from "../board/worth.js";
import { words } from "../words/index.js";
import { Note, Proof, worthIn } from "./advice.js";
import { moveText } from "./names.js";
import { Segments, Toggle } from "./switches.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Analysis} Analysis */

/** The maximum number of moves shown per line. */
const LONGEST = 12;

/** @typedef {{ lines: number, setLines: (n: number) => void, threat: boolean, setThreat: (on: boolean) => void, walk: ReturnType<typeof import("./walk.js").useWalk>, peek: (move: string | null) => void }} LineTools */

/** The switches are above the lines, so that they stay under the pointer, however many lines there are.
 *  @param {{ analysis: Analysis, values: Values | null, view: View, names: string[], tools: LineTools | null }} props */
export function AnalysisText({ analysis, values, view, names, tools }) {
  // If a table or a proof knows the move, that result counts, and the search only shows the
  // continuation.
  const lines = analysis.lines.map((line) => {
    const certain = worthIn(analysis.exact, line.moves[0], view) ?? worthIn(values, line.moves[0], view);
    return { line, worth: certain && isProved(certain) ? certain : worthTold(line, view) };
  });
  const best = lines[0]?.worth;
  return html`${best && html`<p class="advice-line">${best.letter && html`<${VerdictIcon} letter=${best.letter} />`}<strong>${worthSaid(names, view, best)}</strong><${Proof} exact=${isProved(best)} /></p>`}
    <div class="lines">
      ${tools && html`<div class="line-tools"><span class="label-inline" aria-hidden="true">${words.analysis.lines}</span><${Segments} label=${words.analysis.lines} value=${String(tools.lines)} set=${(/** @type {string} */ n) => tools.setLines(Number(n))} options=${[1, 2, 3, 4, 5].map((n) => ({ id: String(n), text: n }))} /><${Toggle} label=${words.analysis.threat} on=${tools.threat} set=${tools.setThreat} /></div>`}
      ${lines.map(
        ({ line, worth }, at) => html`<div key=${at} class="advice-line one-line" onMouseEnter=${() => tools?.peek(line.moves[0] ?? null)} onMouseLeave=${() => tools?.peek(null)}>
          <span class=${`line-number${at === 0 ? " first" : ""}`} aria-hidden="true">${at + 1}</span>
          ${worth?.letter && html`<${VerdictIcon} letter=${worth.letter} /><span class="hidden">${worthText(worth)}</span>`}
          ${worth && html`<strong class=${`line-value${isProved(worth) ? "" : " estimate"}`} aria-hidden=${worth.letter ? "true" : undefined}>${figure(worth)}</strong>`}
          <span class="line-moves">${line.moves.slice(0, LONGEST).map((move, index) => {
            const text = moveText(line.shown?.[index] ?? move);
            const here = tools?.walk.walked?.moves === line.moves ? tools.walk.walked.at === index + 1 : false;
            return tools ? html`<button type="button" class=${`line-move${here ? " now" : ""}`} aria-current=${here ? "step" : undefined} onClick=${() => tools.walk.start(line.moves, index + 1)}>${text}</button>` : html`<span class="line-move">${text}</span>`;
          })}</span>
          ${tools && line.moves.length > 1 && html`<button type="button" class="link play-through" aria-label=${words.analysis.playLine(at + 1)} onClick=${() => tools.walk.start(line.moves, 1, true)}>${words.analysis.playThrough}</button>`}
        </div>`,
      )}
      <p class="quiet numbers">${words.advice.deep(analysis.depth)}, ${words.advice.positions(analysis.nodes)}, ${words.advice.seconds(analysis.seconds)}</p>
      <${Note} of=${analysis.exact?.note ? analysis.exact : values} />
    </div>`;
}

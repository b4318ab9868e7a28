// @ts-check
// The one advice box: a hint with its reason, the live lines of an analysis, or the best values there are.
import { html } from "../vendor/preact.js";
import { rank, valueText, Verdict } from "../board/overlay.js";
import { known, number, percent, signed, words } from "../words/index.js";
import { phrase } from "../words/phrases.js";
import { lineText, playerText, shownText } from "./names.js";

/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Weights} Weights */

/** @param {{ exact: boolean, kind?: string }} props */
export const Proof = ({ exact, kind }) => html`<span class=${`proof${exact ? " exact" : ""}`}>${kind ?? (exact ? words.advice.exact : words.advice.estimate)}</span>`;

/** @param {{ letter: string }} props */
export const VerdictIcon = ({ letter }) => html`<svg class="verdict-icon" width="22" height="22" viewBox="-11 -11 22 22" aria-hidden="true"><${Verdict} letter=${letter} size=${18} /></svg>`;

/** From here on an estimate means a game that is won or lost. */
const WON = 100_000;

/** A value in words. @param {string} who @param {number} value @param {{ exact: boolean, decided?: number | null, share?: number | null, unit?: string }} more */
export function valueWords(who, value, { exact, decided, share, unit }) {
  if (Math.abs(value) >= WON && !decided) return value > 0 ? words.advice.wins(who) : words.advice.loses(who);
  if (decided) return decided > 0 ? words.advice.winsIn(who, decided) : words.advice.losesIn(who, -decided);
  if (unit === "points" || unit === "sections") return words.advice.value(signed(value));
  if (exact && Math.abs(value) <= 1) return value > 0 ? words.advice.wins(who) : value < 0 ? words.advice.loses(who) : words.advice.draw;
  if (share !== null && share !== undefined) return words.advice.share(who, Math.round(100 * share));
  return words.advice.value(signed(value));
}

/** What a reader must know about values. @param {{ note: string | null | undefined }} props */
export const Note = ({ note }) => (note ? html`<p class="quiet note">${known(words.advice.notes, note)}</p>` : null);

/**
 * What the bar shows: the parts of whoever is asked, and whether those very parts are certain.
 * @param {{ analysis: Analysis | null, hint: Hint | null, values: Values | null }} of @returns {{ share: number[], exact: boolean } | null}
 */
export function judgement({ analysis, hint, values }) {
  const line = analysis?.lines[0];
  if (analysis?.exact?.share) return { share: analysis.exact.share, exact: true };
  if (line?.share) return { share: line.share, exact: typeof line.decided === "number" };
  if (hint?.share) return { share: hint.share, exact: hint.exact || Boolean(hint.decided) };
  return values?.share ? { share: values.share, exact: isCertain(values) } : null;
}

/** Whether the value of the position is certain: proved, or a win or a loss that a search sees to its end. @param {Values} values */
const isCertain = (values) => values.exact || Boolean(values.moves.find(({ move }) => move === values.best[0])?.letter);

/** @param {number} value @param {boolean} exact */
const letterOf = (value, exact) => (exact && Math.abs(value) <= 1 ? (value > 0 ? "W" : value < 0 ? "L" : "D") : null);

/**
 * @param {{ busy: boolean, hint: Hint | null, analysis: Analysis | null, values: Values | null,
 *           weights: (Weights & { name: string }) | null, mover: number, who: string, legal: import("../types.js").LegalMove[], error: string }} props
 */
export function Advice({ busy, hint, analysis, values, weights, mover, who, legal, error }) {
  const parts = [
    hint && html`<${HintText} hint=${hint} mover=${mover} who=${who} legal=${legal} />`,
    analysis && html`<${AnalysisText} analysis=${analysis} mover=${mover} who=${who} />`,
    !hint && !analysis && values && html`<${ValuesText} values=${values} mover=${mover} who=${who} legal=${legal} />`,
    weights && weights.choice && html`<p class="advice-line"><strong>${words.advice.choice(weights.name, shownText(legal, weights.choice), weights.weights[weights.choice])}</strong><${Proof} exact=${false} kind=${words.advice.weight} /></p>`,
  ].filter(Boolean);
  if (parts.length === 0 && !busy && !error) return null;
  return html`<section class="advice" aria-live="polite" aria-busy=${busy ? "true" : "false"}>
    ${error && html`<p>${error}</p>`}${busy && parts.length === 0 && html`<p class="quiet">${words.advice.asking}</p>`}${parts}
  </section>`;
}

/** @param {{ hint: Hint, mover: number, who: string, legal: import("../types.js").LegalMove[] }} props */
function HintText({ hint, mover, who, legal }) {
  if (!hint.move) return html`<p>${words.advice.none}</p>`;
  const value = hint.values[mover - 1] ?? 0;
  const letter = letterOf(value, hint.exact) ?? (hint.decided ? (hint.decided > 0 ? "W" : "L") : null);
  const said = valueWords(who, value, { exact: hint.exact, decided: hint.decided, share: hint.share?.[mover - 1] });
  const numbers = [
    hint.depth ? words.advice.deep(hint.depth) : "",
    hint.nodes ? words.advice.positions(hint.nodes) : "",
    hint.cuts ? words.advice.cuts(hint.cuts) : "",
  ].filter(Boolean);
  return html`<p class="advice-line">${letter && html`<${VerdictIcon} letter=${letter} />`}<strong>${words.advice.move(shownText(legal, hint.move), said)}</strong><${Proof} exact=${hint.exact || Boolean(hint.decided)} /></p>
    <${Note} note=${hint.note} />
    ${hint.why && html`<p class="why">${phrase(hint.why)}</p>`}
    ${hint.pv.length > 1 && html`<p class="quiet">${words.table.pv}: ${lineText(hint, hint.pv, 8)}</p>`}
    ${numbers.length > 0 && html`<p class="quiet numbers">${numbers.join(", ")}</p>`}`;
}

/** @param {{ analysis: Analysis, mover: number, who: string }} props */
function AnalysisText({ analysis, mover, who }) {
  return html`<div class="lines">
    ${analysis.lines.map((line, at) => {
      const value = line.values[mover - 1] ?? 0;
      // Where a table knows the move, its word counts, and the search only tells how it goes on.
      const certain = analysis.exact?.moves.find((move) => move.move === line.moves[0]);
      if (certain && analysis.exact) {
        const { letter, number: plies } = valueText(certain, analysis.exact);
        return html`<p key=${at} class="advice-line">${letter && html`<${VerdictIcon} letter=${letter} />`}<strong class="line-value">${plies}</strong><span class="line-moves">${lineText(line, line.moves, 10)}</span></p>`;
      }
      const said = line.decided ? valueWords(who, value, { exact: false, decided: line.decided }) : line.share ? `${Math.round(100 * line.share[mover - 1])} %` : signed(value);
      return html`<p key=${at} class="advice-line"><strong class="line-value">${said}</strong>${line.share && !line.decided && html`<span class="line-score">${signed(value)}</span>`}<span class="line-moves">${lineText(line, line.moves, 10)}</span></p>`;
    })}
    <p class="quiet numbers">
      ${words.advice.deep(analysis.depth)}, ${words.advice.positions(analysis.nodes)}, ${words.advice.seconds(analysis.seconds)} <${Proof} exact=${Boolean(analysis.exact) || (analysis.lines.length > 0 && analysis.lines.every((line) => line.decided !== null))} />
    </p>
    <${Note} note=${analysis.exact?.note} />
  </div>`;
}

/** @param {{ values: Values, mover: number, who: string, legal: import("../types.js").LegalMove[] }} props */
function ValuesText({ values, mover, who, legal }) {
  const best = [...values.moves].sort((one, other) => rank(other) - rank(one))[0];
  if (!best) return null;
  const { letter } = valueText(best, values);
  const said = valueWords(who, best.value, { exact: values.exact, decided: letter && letter !== "D" ? (best.plies ?? 0) * (letter === "W" ? 1 : -1) : null, share: values.exact ? null : values.share?.[mover - 1], unit: values.unit });
  const others = values.best.length > 1 ? ` (${number(values.best.length)})` : "";
  return html`<p class="advice-line">${letter && html`<${VerdictIcon} letter=${letter} />`}<strong>${words.advice.move(shownText(legal, best.move), said)}${others}</strong><${Proof} exact=${isCertain(values)} /></p>
    <p class="quiet">
      ${[values.player ? words.advice.byPlayer(playerText(values.player)) : known(words.advice.by, values.source), values.depth ? words.advice.deep(values.depth) : "", values.nodes > 1 ? words.advice.positions(values.nodes) : ""].filter(Boolean).join(", ")}.
    </p>
    <${Note} note=${values.note} />
    ${typeof values.preparing === "number" && html`<p class="quiet preparing">${words.advice.preparing(percent(values.preparing))}</p>`}`;
}

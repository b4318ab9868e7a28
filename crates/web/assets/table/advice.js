// @ts-check
// The advice box: a hint with its reason, the live lines of an analysis, or the best known values.
import { html } from "../vendor/preact.js";
import { VerdictIcon } from "../board/verdict.js";
import { byWorth, isCertain, isProved, worthOf, worthSaid, worthTold } from "../board/worth.js";
import { known, percent, words } from "../words/index.js";
import { capital, noted, phrase } from "../words/phrases.js";
import { AnalysisText } from "./lines.js";
import { MoveTable } from "./move_table.js";
import { lineText, playerText, shownText } from "./names.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {import("../types.js").Weights} Weights */

/** @param {{ exact: boolean, kind?: string }} props */
export const Proof = ({ exact, kind }) => html`<span class=${`proof${exact ? " exact" : ""}`}>${kind ?? (exact ? words.advice.exact : words.advice.estimate)}</span>`;

/** A caveat about values. @param {{ of: import("../words/phrases.js").Noted | null | undefined }} props */
export const Note = ({ of }) => (of?.note ? html`<p class="quiet note">${noted(of)}</p>` : null);

/**
 * The content of the bar: the shares of all players, and whether these shares are certain. Values, hint and analysis
 * come from one judgement; values contain the most of it, and only an analysis may be a moment ahead of them.
 * @param {{ analysis: Analysis | null, hint: Hint | null, values: Values | null }} of @returns {{ share: number[], exact: boolean, points?: number | null } | null}
 *   `points`: the remaining lead of the player to move, if points are counted and it is proved
 */
export function judgement({ analysis, hint, values }) {
  const line = analysis?.lines[0];
  if (analysis?.exact?.share) return { share: analysis.exact.share, exact: true };
  const ahead = line?.share && !values?.exact && analysis && analysis.depth > (values?.depth ?? 0);
  if (values?.share?.length && !ahead) return { share: values.share, exact: isCertain(values), points: values.exact && values.unit === "points" ? values.value : null };
  if (line?.share) return { share: line.share, exact: Boolean(line.decided || line.letter) };
  return hint?.share ? { share: hint.share, exact: hint.exact || Boolean(hint.decided) } : null;
}

/** The worth of a move by the values on the page, if loaded. @param {Values | null | undefined} values @param {string | null} move @param {View} view */
export function worthIn(values, move, view) {
  const entry = values?.moves.find((one) => one.move === move);
  return values && entry ? worthOf(entry, values, view) : null;
}

/**
 * @param {{ busy: boolean, hint: Hint | null, hintBy: string, analysis: Analysis | null, values: Values | null,
 *           weights: (Weights & { name: string }) | null, view: View, names: string[], error: string,
 *           play?: ((move: string) => void) | null, peek?: (move: string | null) => void, tools?: import("./lines.js").LineTools | null, children?: any }} props `tools`: what
 *           can be done with the lines of an analysis
 */
export function Advice({ busy, hint, hintBy, analysis, values, weights, view, names, error, play = null, peek = () => {}, tools = null, children = null }) {
  const parts = [
    hint && html`<${HintText} hint=${hint} by=${hintBy} values=${values} view=${view} names=${names} />`,
    analysis && html`<${AnalysisText} analysis=${analysis} values=${values} view=${view} names=${names} tools=${tools} />`,
    !hint && !analysis && values && html`<${ValuesText} values=${values} view=${view} names=${names} />`,
    !hint && !analysis && values && html`<${MoveTable} values=${values} view=${view} names=${names} play=${play} peek=${peek} />`,
    weights && weights.choice && html`<p class="advice-line"><strong>${words.advice.choice(weights.name, shownText(view.legal, weights.choice), weights.weights[weights.choice])}</strong><${Proof} exact=${false} kind=${words.advice.weight} /></p>`,
    children,
  ].filter(Boolean);
  if (parts.length === 0 && !busy && !error) return null;
  return html`<section class="advice" tabindex="0" aria-label=${words.advice.title} aria-live="polite" aria-busy=${busy ? "true" : "false"}>
    ${error && html`<p>${error}</p>`}${busy && parts.length === 0 && html`<p class="quiet">${words.advice.asking}</p>`}${parts}
  </section>`;
}

/** @param {{ hint: Hint, by: string, values: Values | null, view: View, names: string[] }} props `by`: whose opinion it is; the strongest there is by default */
function HintText({ hint, by, values, view, names }) {
  if (!hint.move) return html`<p>${words.advice.none}</p>`;
  const worth = (by ? null : worthIn(values, hint.move, view)) ?? worthTold(hint, view);
  const move = shownText(view.legal, hint.move);
  const proved = worth !== null && isProved(worth);
  // The search depth matters only if nothing is proved.
  const numbers = [
    by ? words.advice.byPlayer(playerText(by)) : "",
    ...(proved
      ? []
      : [hint.depth ? words.advice.deep(hint.depth) : "", hint.nodes ? words.advice.positions(hint.nodes) : "", hint.cuts ? words.advice.cuts(hint.cuts) : ""]),
  ].filter(Boolean);
  return html`<p class="advice-line">${worth?.letter && html`<${VerdictIcon} letter=${worth.letter} />`}<strong>${worth ? words.advice.move(move, worthSaid(names, view, worth)) : move}</strong>${worth && html`<${Proof} exact=${proved} />`}</p>
    ${hint.why && html`<p class="why">${phrase(hint.why)}</p>`}
    <${Note} of=${hint} />
    ${hint.pv.length > 1 && html`<p class="quiet">${words.table.pv}: ${lineText(hint, hint.pv, 8)}</p>`}
    ${numbers.length > 0 && html`<p class="quiet numbers">${numbers.join(", ")}</p>`}`;
}

/** @param {{ values: Values, view: View, names: string[] }} props */
function ValuesText({ values, view, names }) {
  const best = [...values.moves].sort(byWorth(values))[0];
  if (!best) return null;
  const worth = worthOf(best, values, view);
  // For a player without its own chances, at least those of the position are shown.
  const said = worth.place === null ? worth : (worthTold({ share: values.share }, view) ?? worth);
  const source = values.player ? words.advice.byPlayer(playerText(values.player)) : known(words.advice.by, values.source);
  return html`<p class="advice-line">${said.letter && html`<${VerdictIcon} letter=${said.letter} />`}<strong>${words.advice.move(shownText(view.legal, best.move), worthSaid(names, view, said))}</strong><${Proof} exact=${isProved(said)} /></p>
    ${values.best.length > 1 && html`<p class="quiet">${words.advice.others(values.best.length - 1)}</p>`}
    <p class="quiet">${capital([source, values.depth ? words.advice.deep(values.depth) : "", values.nodes > 1 ? words.advice.positions(values.nodes) : ""].filter(Boolean).join(", "))}.</p>
    <${Note} of=${values} />
    ${typeof values.preparing === "number" && html`<p class="quiet preparing">${words.advice.preparing(percent(values.preparing))}</p>`}`;
}

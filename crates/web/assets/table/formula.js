// @ts-check
// How a formula works: the terms an evaluator counts for each player, or the weight a heuristic gives to every cell.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { query } from "../api.js";
import { seatName } from "../board/labels.js";
import { useLoad } from "../state/load.js";
import { recall, remember } from "../state/settings.js";
import { number, said, words } from "../words/index.js";
import { capital } from "../words/phrases.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Term} Term */
/** @typedef {import("../types.js").ExplainedPlayer} ExplainedPlayer */
/** @typedef {import("../types.js").Evaluated} Evaluated */
/** @typedef {import("../board/theme.js").Theme} Theme */
/** @typedef {(number | null)[][]} Matrix */

/**
 * @param {{ spot: string, positionKey: string, kind: import("../types.js").Family | null, view: View, look: Theme, onClose: () => void }} props
 *   `kind`: the game as the catalogue tells it, with its formulas
 */
export function Formula({ spot, positionKey, kind, view, look, onClose }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const formulas = kind ? [...kind.evaluators, ...kind.heuristics] : [];
  const setting = `formula.${kind?.id}`;
  const [picked, pick] = useState(() => recall(setting, ""));
  const chosen = formulas.find(({ id }) => id === picked) ?? formulas[0];
  const path = chosen ? `/api/spot/eval?${spot}&${query({ eval: chosen.id, explain: 1 })}` : null;
  const loaded = useLoad(path, positionKey);
  const fresh = path !== null && loaded.path === path + positionKey;
  useEffect(() => heading.current?.focus(), []);
  const choose = (/** @type {string} */ id) => {
    remember(setting, id);
    pick(id);
  };
  return html`<section class="advice formula" aria-labelledby="formula-title" onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && onClose()}>
    <div class="formula-head"><h2 id="formula-title" ref=${heading} tabindex="-1">${words.formula.title}</h2><button type="button" class="link" onClick=${onClose}>${words.close}</button></div>
    <label class="formula-choice">${words.formula.choose}
      <select onChange=${(/** @type {any} */ event) => choose(event.target.value)}>
        ${formulas.map(({ id }) => html`<option value=${id} selected=${id === chosen?.id}>${id}</option>`)}
      </select></label>
    ${chosen && html`<p class="quiet">${capital(said(chosen.summary))}.</p>`}
    ${fresh && loaded.error && html`<p class="error" role="alert">${loaded.error.message}</p>`}
    ${fresh && loaded.data && html`<${Told} told=${/** @type {any} */ (loaded.data)} view=${view} look=${look} />`}
  </section>`;
}

/** @param {{ told: Evaluated, view: View, look: Theme }} props */
function Told({ told, view, look }) {
  const players = told.explained?.players ?? [];
  const matrix = told.explained?.matrix ?? matrixOf(told.weights, view);
  if (players.length === 0 && !matrix) return html`<p role="status">${words.formula.none}</p>`;
  return html`<p class="quiet note">${words.formula.intro}</p>
    ${matrix && html`<${Cells} matrix=${matrix} choice=${told.choice ?? null} view=${view} />`}
    ${players.map((player, at) => html`<${Terms} key=${at} player=${player} who=${nameOf(player, at, view, look)} />`)}`;
}

/** @param {ExplainedPlayer} player @param {number} at @param {View} view @param {Theme} look */
function nameOf(player, at, view, look) {
  const seat = view.seats.findIndex(({ name }) => name === player.seat);
  return seatName(look, (seat < 0 ? at : seat) + 1);
}

/** Formatted with a true minus sign. @param {number | null | undefined} value */
const figure = (value) => (typeof value !== "number" ? "" : value < 0 ? `−${number(-value)}` : number(value));

/** @param {{ player: ExplainedPlayer, who: string }} props */
function Terms({ player, who }) {
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.formula.of(who)}><table class="data terms">
    <caption>${words.formula.of(who)}</caption>
    <thead><tr><th scope="col">${words.formula.counted}</th><th scope="col" class="number">${words.formula.count}</th><th scope="col" class="number">${words.formula.weight}</th><th scope="col" class="number">${words.formula.product}</th></tr></thead>
    <tbody>
      ${player.terms.length === 0 && html`<tr><td colspan="4">${words.formula.nothing}</td></tr>`}
      ${player.terms.map((term, at) => {
        const begins = term.group && term.group !== player.terms[at - 1]?.group;
        return html`${begins && html`<tr class="term-group"><th scope="rowgroup" colspan="4">${named(term.group ?? "")}</th></tr>`}<tr key=${at}>
            <th scope="row">${named(term.name)}</th><td class="number">${figure(term.count)}</td><td class="number">× ${figure(term.weight)}</td><td class="number">${figure(term.product)}</td>
          </tr>`;
      })}
    </tbody>
    <tfoot><tr class="sum"><th scope="row" colspan="3">${words.formula.sum}</th><td class="number">${figure(player.sum)}</td></tr></tfoot>
  </table></div>`;
}

/** The counted term, in the reader's language if there is a word for it. @param {string} name */
const named = (name) => said(name);

/** The weights of moves in the shape of a board of cells. @param {Record<string, number> | undefined} weights @param {View} view @returns {Matrix | null} */
function matrixOf(weights, view) {
  if (!weights) return null;
  const { columns, rows, sites } = view.layout;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => sites.find((site) => Math.round(site.x) === x && Math.round(site.y) === y)?.name ?? "";
  return rows.map((row) => columns.map((column) => weights[at(Math.round(column.at), Math.round(row.at))] ?? null));
}

/** @param {{ matrix: Matrix, choice: string | null, view: View }} props */
function Cells({ matrix, choice, view }) {
  const most = Math.max(1, ...matrix.flat().map((weight) => weight ?? 0));
  const { columns, rows } = view.layout;
  const columnText = (/** @type {number} */ at) => columns[at]?.text ?? String(at + 1);
  const rowText = (/** @type {number} */ at) => rows[at]?.text ?? String(at + 1);
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.formula.matrix}><table class="matrix">
    <caption>${words.formula.matrix}</caption>
    <thead><tr><td></td>${(matrix[0] ?? []).map((_, at) => html`<th scope="col">${columnText(at)}</th>`)}</tr></thead>
    <tbody>
      ${matrix.map(
        (row, at) => html`<tr key=${at}><th scope="row">${rowText(at)}</th>
          ${row.map((weight, column) => {
            const tint = weight === null ? 0 : Math.round(5 + (27 * Math.max(0, weight)) / most);
            const isChoice = choice !== null && choice === `${rowText(at)},${columnText(column)}`;
            return html`<td class=${isChoice ? "choice" : ""} style=${{ background: tint ? `color-mix(in srgb, var(--accent) ${tint}%, transparent)` : "none" }}>${weight === null ? "·" : figure(weight)}</td>`;
          })}</tr>`,
      )}
    </tbody>
  </table></div>`;
}

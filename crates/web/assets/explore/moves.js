// @ts-check
// Every move with its value, the best reply, and how often it was played here.
import { html } from "../vendor/preact.js";
import { Token } from "../board/pieces.js";
import { VerdictIcon } from "../board/verdict.js";
import { chance, spoken, worthOf, worthText } from "../board/worth.js";
import { Link } from "../state/route.js";
import { moveText, shownText } from "../table/names.js";
import { ChanceBar } from "../table/move_table.js";
import { words } from "../words/index.js";
import { rowsOf } from "./rows.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Values} Values */
/** @typedef {{ move: string, reply: string, shown?: string, exact: boolean }} Answer */
/** @typedef {{ move: string, games: number, won: number, drawn: number, lost: number, latest: string | null }} Played */

/**
 * @param {{ values: Values, view: View, look: import("../board/theme.js").Theme, answers: Answer[], played: Played[] | null, all: boolean, showAll: () => void,
 *           peeked: string | null, play: (move: string) => void, peek: (move: string | null) => void, names: string[] }} props
 */
export function ExploredMoves({ values, view, look, answers, played, all, showAll, peeked, play, peek, names }) {
  const rows = rowsOf(values, all);
  const exact = values.exact;
  const some = played?.some(({ games }) => games > 0) ?? false;
  const answered = answers.length > 0;
  return html`<div class="explored scroller" tabindex="0" role="group" aria-label=${words.explore.moves}><table class="data" onMouseLeave=${() => peek(null)}>
    <thead><tr><th scope="col">${words.table.move}</th><th scope="col">${exact ? words.advice.withBest : words.explore.chancesOf(view.seats.length > 2 ? "" : names[spoken(view) - 1])}</th>${answered && html`<th scope="col" class="answer">${words.explore.answer}</th>`}${some && html`<th scope="col" class="number">${words.explore.games}</th>`}</tr></thead>
    <tbody>${rows.map(({ moves, folded }) => {
      const [first] = moves;
      const games = moves.reduce((sum, { move }) => sum + (played?.find((one) => one.move === move)?.games ?? 0), 0);
      const one = folded ? undefined : played?.find(({ move }) => move === first.move);
      const answer = folded ? undefined : answers.find(({ move }) => move === first.move);
      return html`<tr key=${`${folded}${first.move}`} class=${!folded && peeked === first.move ? "peeked" : ""} onMouseEnter=${() => peek(folded ? null : first.move)} onClick=${folded ? showAll : () => play(first.move)}>
        <th scope="row">${folded
          ? html`<button type="button" class="cell-button" onClick=${showAll}>${words.explore.more(moves.length)}</button>`
          : html`<button type="button" class="cell-button" onFocus=${() => peek(first.move)} onBlur=${() => peek(null)} onClick=${(/** @type {Event} */ event) => (event.stopPropagation(), play(first.move))}>${shownText(view.legal, first.move)}</button>`}</th>
        <td><${Worth} entry=${first} values=${values} view=${view} look=${look} folded=${folded} /></td>
        ${answered && html`<td class="quiet answer">${answer ? moveText(answer.shown ?? answer.reply) : ""}</td>`}
        ${some && html`<td class="number" title=${one ? words.explore.results(one.won, one.drawn, one.lost) : undefined}>${one?.latest ? html`<span onClick=${(/** @type {Event} */ event) => event.stopPropagation()}><${Link} href=${`/game/${one.latest}`} aria-label=${words.explore.latest(games)}>${games}<//></span>` : games}</td>`}
      </tr>`;
    })}</tbody>
  </table></div>`;
}

/** @param {{ entry: import("../types.js").MoveValue, values: Values, view: View, look: import("../board/theme.js").Theme, folded: boolean }} props */
function Worth({ entry, values, view, look, folded }) {
  const worth = worthOf(entry, values, view);
  if (worth.letter) return html`<span class="worth"><${VerdictIcon} letter=${worth.letter} /><span>${worthText(worth)}</span></span>`;
  if (entry.shares && view.seats.length > 2) {
    return html`<span class="worth everybody">${entry.shares.map((part, seat) => html`<span class=${seat + 1 === view.to_move ? "own" : ""}><${Token} look=${look} seat=${seat + 1} size=${14} /><span class="hidden">${view.seats[seat].name}</span>${chance(part)}</span>`)}</span>`;
  }
  return html`<span class="worth"><${ChanceBar} share=${worth.chances} /><span>${folded ? words.explore[spoken(view) === view.to_move ? "atMost" : "atLeast"](worthText(worth)) : worthText(worth)}</span></span>`;
}

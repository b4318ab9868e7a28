// @ts-check
// The games of a league, and the cross table.
import { html, useState } from "../vendor/preact.js";
import { VerdictIcon } from "../board/verdict.js";
import { useLoad } from "../state/load.js";
import { Link } from "../state/route.js";
import { words } from "../words/index.js";
import { clockTime, endText, nameOf, resultOf } from "./names.js";

/** @typedef {import("./names.js").Played} Played */
/** @typedef {import("./names.js").League} League */

/** The number of games on a page of the list. */
const PAGE = 50;

/** @param {{ league: League, entrant?: number }} props */
export function LeagueGames({ league, entrant }) {
  const [pages, more] = useState(1);
  const path = `/api/leagues/${league.id}/games?limit=${PAGE * pages}${entrant === undefined ? "" : `&entrant=${entrant}`}`;
  const loaded = useLoad(path, String(league.done));
  const found = /** @type {{ games: Played[], all: number } | null} */ (loaded.data);
  if (loaded.error) return html`<p class="error" role="alert">${loaded.error.message}</p>`;
  if (!found) return html`<p class="quiet">${words.loading}</p>`;
  const name = (/** @type {number} */ number, /** @type {string} */ given) => {
    const row = league.standings.find((one) => one.number === number);
    return row ? nameOf(row, league.family) : given;
  };
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.class.games}><table class="data league-games">
      <thead><tr><th>${words.class.time}</th><th>${words.class.who}</th><th>${words.class.result}</th><th>${words.class.how}</th><td></td></tr></thead>
      <tbody>${found.games.map(
        (game) => html`<tr key=${game.game}>
          <td class="quiet">${clockTime(game.ended)}</td>
          <td>${game.entrants.map((number, seat) => html`${seat > 0 && " – "}<span class=${game.points[seat] > 0.999 ? "winner" : ""}>${name(number, game.names[seat])}</span>`)}</td>
          <td>${game.points.map(pointText).join(" : ")}</td>
          <td class=${game.fault ? "error" : ""}>${endText(game)}, ${words.class.inMoves(game.plies)}${game.challenge ? `, ${words.class.notCounted}` : ""}${game.cup ? `, ${words.class.cupNumber(game.cup)}` : ""}</td>
          <td><${Link} href=${`/game/${game.game}/review`}>${words.class.review}<//></td>
        </tr>`,
      )}</tbody></table></div>
    ${found.all > found.games.length && html`<p><button type="button" class="button" onClick=${() => more(pages + 1)}>${words.class.more}</button></p>`}`;
}

/** @param {number} points */
const pointText = (points) => (points > 0.999 ? "1" : points < 0.001 ? "0" : Math.abs(points - 0.5) < 0.001 ? "½" : points.toFixed(2));

/** The effect of a game on a rating. @param {number} change */
const signed = (change) => {
  const whole = Math.round(change);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "±0";
};

/** The latest games of one entrant. @param {{ games: Played[], number: number, called: (number: number, given: string) => string }} props */
export const OwnGames = ({ games, number, called }) => html`<table class="data own-games">
  <thead class="hidden"><tr><th>${words.class.time}</th><th>${words.class.result}</th><th>${words.class.who}</th><th>${words.class.how}</th><th>${words.class.changeText}</th></tr></thead><tbody>
  ${games.map((game) => {
    const result = resultOf(game, number);
    const against = game.entrants.flatMap((one, seat) => (one === number ? [] : [called(one, game.names[seat])]));
    const failed = game.fault && game.entrants[game.fault.seat - 1] === number;
    return html`<tr key=${game.game}>
      <td class="quiet">${clockTime(game.ended)}</td>
      <td><${VerdictIcon} letter=${result} /> ${words.class.resultWords[result]}</td>
      <td><${Link} href=${`/game/${game.game}/review`}>${words.class.against(against.join(", "))}<//>${game.challenge ? html` <small>${words.class.notCounted}</small>` : ""}</td>
      <td class=${failed ? "error" : "quiet"}>${endText(game)}, ${words.class.inMoves(game.plies)}</td>
      <td class="number" title=${words.class.changeText}>${game.change === undefined ? "" : signed(game.change)}</td>
    </tr>`;
  })}
</tbody></table>`;

/** @param {{ league: League }} props */
export function CrossTable({ league }) {
  const loaded = useLoad(`/api/leagues/${league.id}/cross`, String(league.done));
  const rows = /** @type {{ number: number, name: string, against: ({ points: number, games: number, share?: number[] } | null)[] }[]} */ (/** @type {any} */ (loaded.data)?.rows ?? []);
  if (loaded.error) return html`<p class="error" role="alert">${loaded.error.message}</p>`;
  const name = (/** @type {{ number: number, name: string }} */ one) => {
    const row = league.standings.find(({ number }) => number === one.number);
    return row ? nameOf(row, league.family) : one.name;
  };
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.class.cross}><table class="data standings league-cross">
    <thead><tr><th colspan="2">${words.lab.player}</th>${rows.map((_, at) => html`<th class="cross">${at + 1}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row, at) => html`<tr key=${row.number}><td class="quiet place">${at + 1}</td><th scope="row">${name(row)}</th>
        ${row.against.map((cell, other) => {
          if (!cell || other === at) return html`<td class="cross none"></td>`;
          const score = cell.points / cell.games;
          const shade = score >= 0.5 ? `up${Math.min(4, Math.floor((score - 0.5) * 10))}` : `down${Math.min(4, Math.floor((0.5 - score) * 10))}`;
          const [, low, high] = (cell.share ?? []).map((part) => Math.round(100 * part));
          return html`<td class=${`cross ${shade}`} title=${cell.share ? `${low} – ${high}` : undefined}><strong>${Math.round(100 * score)}</strong><small>${cell.games}</small></td>`;
        })}</tr>`,
    )}</tbody></table></div><p class="field-help">${words.class.crossText}</p>`;
}

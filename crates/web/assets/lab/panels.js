// @ts-check
// Below the standings: the state of a sequential test, the results of each seat, the latest games.
import { html, useState } from "../vendor/preact.js";
import { get, post, query } from "../api.js";
import { useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { number, percent, said, signed, words } from "../words/index.js";
import { entrantText } from "./names.js";

const [WIDTH, HEIGHT, LEFT, RIGHT] = [360, 150, 44, 356];

/**
 * The course of a sequential test between its two bounds.
 * @param {{ sprt: { elo0: number, elo1: number, ratio: number, lower: number, upper: number, risk: number, pairs: number[], course: [number, number][], players: string[] } }} props
 */
export function Sprt({ sprt }) {
  const { ratio, lower, upper, course } = sprt;
  const decided = ratio >= upper || ratio <= lower;
  const state = ratio >= upper ? words.lab.accepted : ratio <= lower ? words.lab.rejected : words.lab.undecided;
  const most = Math.max(1, course.at(-1)?.[0] ?? 0);
  const span = Math.max(upper, -lower, ...course.map(([, value]) => Math.abs(value)));
  const x = (/** @type {number} */ pairs) => LEFT + ((RIGHT - LEFT - 8) * pairs) / most;
  const y = (/** @type {number} */ value) => HEIGHT / 2 - ((HEIGHT / 2 - 12) * value) / span;
  const [first, second] = sprt.players.map(entrantText);
  const text = (/** @type {number} */ value) => signed(Math.round(10 * value) / 10);
  return html`<section class="sprt">
    <h2 class="panel"><span>${words.lab.sprt(first, second)}</span><span class=${`proof${decided ? " exact" : ""}`}>${state}</span></h2>
    <p class="quiet">${words.lab.sprtText(signed(sprt.elo0), signed(sprt.elo1), percent(sprt.risk))}</p>
    <svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} width=${WIDTH} height=${HEIGHT} role="img" aria-label=${words.lab.sprtNow(text(ratio), text(lower), text(upper))}>
      <line class="bound accept" x1=${LEFT} x2=${RIGHT} y1=${y(upper)} y2=${y(upper)} /><line class="graph-rule" x1=${LEFT} x2=${RIGHT} y1=${y(0)} y2=${y(0)} /><line class="bound reject" x1=${LEFT} x2=${RIGHT} y1=${y(lower)} y2=${y(lower)} />
      ${[upper, 0, lower].map((value) => html`<text class="graph-text" x=${LEFT - 8} y=${y(value) + 4} text-anchor="end">${text(value)}</text>`)}
      <text class="bound-text accept" x=${LEFT + 4} y=${y(upper) + 15}>${words.lab.accept}</text><text class="bound-text reject" x=${LEFT + 4} y=${y(lower) - 6}>${words.lab.reject}</text>
      <path class="course" d=${course.map(([pairs, value], at) => `${at ? "L" : "M"}${x(pairs).toFixed(1)} ${y(value).toFixed(1)}`).join("")} />
      <circle class="course-end" cx=${x(most)} cy=${y(ratio)} r="4.5" />
    </svg>
    <p class="quiet">${words.lab.pairs}: ${["0", "½", "1", "1½", "2"].map((points, at) => `${points} × ${number(sprt.pairs[at])}`).join(", ")}</p>
  </section>`;
}

/**
 * The text of a note in the reader's language; in English if its kind is unknown.
 * @param {{ kind: string, text: string, players?: string[], corrected?: (number | null)[] | null }} note
 */
export function noteText(note) {
  const told = words.lab.notes[note.kind];
  if (!told) return `${note.text}.`;
  const end = (/** @type {number | null | undefined} */ value, /** @type {string} */ nowhere) => (typeof value === "number" ? signed(Math.round(value)) : nowhere);
  const [value, low, high] = note.corrected ?? [];
  return told({ ...note, players: (note.players ?? []).map(entrantText), value: end(value, "∞"), low: end(low, "−∞"), high: end(high, "+∞") });
}

/** Caveats about standings, one note per line. @param {{ notes?: any[], letter?: string }} props */
export const Notes = ({ notes = [], letter }) => html`${notes.map((note) => html`<p class="quiet run-note" key=${note.kind}>${letter && html`<strong>${letter}</strong> `}${noteText(note)}</p>`)}`;

/** The results of each seat. @param {{ seats: { shares: number[], wins: number[], drawn: number, games: number, plies: number | null }, sides: import("../types.js").Seat[] | null }} props */
export function SeatShares({ seats, sides }) {
  const name = (/** @type {number} */ seat) => said(sides?.[seat]?.look?.name || sides?.[seat]?.name || words.player(seat + 1));
  const two = seats.wins.length === 2;
  const part = (/** @type {number} */ count) => count / Math.max(1, seats.games);
  const parts = two
    ? [
        { kind: "share-1", part: part(seats.wins[0]), text: words.lab.sideWins(name(0)) },
        { kind: "share-draw", part: part(seats.drawn), text: words.lab.draws },
        { kind: "share-2", part: part(seats.wins[1]), text: words.lab.sideWins(name(1)) },
      ]
    : seats.shares.map((share, seat) => ({ kind: `seat-${seat + 1}`, part: share, text: name(seat) }));
  return html`<section>
    <h2 class="panel">${words.lab.bySeat}</h2>
    <p class="quiet">${words.lab.allGames(seats.games)}${typeof seats.plies === "number" ? ` ${words.lab.median(seats.plies)}` : ""}</p>
    <div class="shares" aria-hidden="true">${parts.filter((one) => one.part > 0).map((one) => html`<span class=${one.kind} style=${{ flexGrow: one.part }}>${one.part >= 0.12 ? percent(one.part) : ""}</span>`)}</div>
    <ul class="share-names">${parts.map((one) => html`<li><i class=${one.kind} aria-hidden="true"></i>${one.text} <strong>${percent(one.part)}</strong></li>`)}</ul>
  </section>`;
}

/** The number of games shown, and how many more on request. */
const [FEW, MORE] = [8, 40];

/** @param {{ path: string, done: number, grows: boolean }} props */
export function Latest({ path, done, grows }) {
  const loaded = useLoad(`${path}/games?limit=${FEW}`, String(done));
  const [older, setOlder] = useState(/** @type {{ done: number, games: any[] }} */ ({ done, games: [] }));
  const [problem, report] = useState("");
  const latest = /** @type {{ games: any[], all: number } | null} */ (/** @type {any} */ (loaded.data));
  const before = older.done === done ? older.games : [];
  const games = [...(latest?.games ?? []), ...before];
  if (!latest || games.length === 0) return null;
  const more = () => get(`${path}/games?${query({ offset: games.length, limit: MORE })}`).then((next) => setOlder({ done, games: [...before, ...next.games] }), (error) => report(error.message));
  const open = (/** @type {number} */ index) => post(`${path}/games/${index}/open`).then((game) => go(`/game/${game.id}`), (error) => report(error.message));
  return html`<section class="latest">
    <h2 class="panel">${words.lab.latest}</h2>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <div class="scroller" tabindex="0" role="group" aria-label=${words.lab.latest}><table class="data"><tbody>
      ${games.map((game) => {
        const winner = game.points.findIndex((/** @type {number} */ points) => points > 0.999);
        return html`<tr key=${game.number}>
          <td class="quiet number">${number(game.number)}</td>
          <td class="wrap"><button type="button" class="cell-button" onClick=${() => open(game.number)}>${game.players.map(entrantText).join(" – ")}</button></td>
          <td class="wrap">${winner < 0 ? words.table.drawn : words.table.win(entrantText(game.players[winner]))}${game.fault === "game_time" ? `, ${words.lab.onTime}` : ""}</td>
          <td class="number quiet">${words.lab.length(game.plies ?? 0)}</td>
        </tr>`;
      })}
    </tbody></table></div>
    ${!grows && games.length < latest.all && html`<p><button type="button" class="button" onClick=${more}>${words.lists.more}</button></p>`}
  </section>`;
}

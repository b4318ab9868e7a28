// @ts-check
// The standings: ratings with their intervals on one axis, results, and the last fault.
import { html } from "../vendor/preact.js";
import { Link } from "../state/route.js";
import { number, words } from "../words/index.js";
import { clockTime, nameOf } from "./names.js";

/** @typedef {import("./names.js").Row} Row */

/** The lines on the axis of ratings. @param {Row[]} rows @returns {{ low: number, high: number, ticks: number[] }} */
export function axis(rows) {
  const ends = rows.flatMap(({ rating, low, high }) => [rating, low, high].filter((one) => one !== null && Number.isFinite(one))).map(Number);
  if (ends.length === 0) return { low: 1400, high: 1600, ticks: [1400, 1500, 1600] };
  // A player who never won has a very wide interval; the picture is scaled to the others.
  const [least, most] = [Math.max(Math.min(...ends), 0), Math.min(Math.max(...ends), 3000)];
  const step = [50, 100, 200, 500, 1000].find((one) => (most - least) / one <= 5) ?? 1000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + 2 * step, Math.ceil(most / step) * step);
  return { low, high, ticks: Array.from({ length: (high - low) / step + 1 }, (_, at) => low + at * step) };
}

/** Which lines of an axis have labels: both ends, and so few between them that no two labels touch. @param {number} count how many lines */
export const named = (count) => {
  const every = Math.ceil((count - 1) / 3);
  return Array.from({ length: count }, (_, at) => at === 0 || at === count - 1 || (at % every === 0 && count - 1 - at >= every));
};

/** The kind of an entrant, as a shape. @param {{ kind: string, x: string, y?: number }} props */
export const Kind = ({ kind, x, y = 20 }) =>
  kind === "person"
    ? html`<svg x=${x} y=${y} overflow="visible"><path class="kind-person" d="M0-6.5L6.5 0L0 6.5L-6.5 0Z" /></svg>`
    : kind === "baseline"
      ? html`<svg x=${x} y=${y} overflow="visible"><rect class="kind-baseline" x="-5" y="-5" width="10" height="10" /></svg>`
      : html`<circle class="kind-bot" cx=${x} cy=${y} r="5.5" />`;

/** @param {{ league: import("./names.js").League }} props */
export function Standings({ league }) {
  const rows = league.standings;
  const { low, high, ticks } = axis(rows);
  const names = named(ticks.length);
  const x = (/** @type {number} */ rating) => `${4 + (92 * (Math.max(low, Math.min(high, rating)) - low)) / (high - low)}%`;
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.class.standings}><table class="data league-table">
    <thead><tr>
      <th colspan="2">${words.lab.player}</th>
      <td class="league-axis"><svg width="100%" height="18" aria-hidden="true">${ticks.map((at, index) => names[index] && html`<text class=${index === 0 || index === ticks.length - 1 ? "graph-text" : "graph-text inner"} x=${index === 0 ? "0" : index === ticks.length - 1 ? "100%" : x(at)} y="13" text-anchor=${index === 0 ? "start" : index === ticks.length - 1 ? "end" : "middle"}>${number(at)}</text>`)}</svg></td>
      <th class="number">${words.class.rating}</th><th class="number">${words.class.gamesHead}</th>
      <th class="league-results">${words.class.results}</th><th>${words.class.lastError}</th>
    </tr></thead>
    <tbody>
      ${rows.map(
        (row, at) => html`<tr key=${row.number} class=${row.yours ? "own" : ""}>
          <td class="quiet place">${row.rank === null ? "" : at + 1}</td>
          <th scope="row"><${Link} href=${`/class/${league.id}/${row.number}`}>${nameOf(row, league.family)}<//> <small>${words.class.kinds[row.kind]}${row.kind === "bot" && !row.here ? `, ${words.class.away}` : ""}${row.state === "resting" || row.state === "failing" ? `, ${words.class.entrantStates[row.state]}` : ""}</small></th>
          <td class="league-axis"><svg width="100%" height="40" aria-hidden="true">
            ${ticks.map((at) => html`<line class="graph-rule" x1=${x(at)} x2=${x(at)} y1="0" y2="40" />`)}
            ${row.low !== null && row.high !== null && html`<line class="interval" x1=${x(row.low)} x2=${x(row.high)} y1="20" y2="20" />${[row.low, row.high].map((end) => html`<line class="interval" x1=${x(end)} x2=${x(end)} y1="15" y2="25" />`)}`}
            ${row.rating !== null && html`<${Kind} kind=${row.kind} x=${x(row.rating)} />`}
          </svg></td>
          <td class="number">${row.rating === null ? "–" : html`<strong>${number(Math.round(row.rating))}</strong> <span class="quiet">${row.high !== null && row.low !== null && row.high > row.low ? `± ${number(Math.round((row.high - row.low) / 2))}` : ""}</span>`}</td>
          <td class="number">${row.games}</td>
          <td class="league-results"><${Results} row=${row} /></td>
          <td class="league-error">${row.error && html`<${Link} href=${`/game/${row.error.game}/review`}><svg width="12" height="11" aria-hidden="true"><path class="fault-mark" d="M6 0L12 11H0Z" /></svg> ${clockTime(row.error.at)} ${row.error.text ? row.error.text.split(":")[0].slice(0, 28) : words.class.faults[row.error.kind]}<//>`}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>
  <p class="league-legend">${["bot", "person", "baseline"].map((kind) => html`<span key=${kind}><svg width="14" height="14" aria-hidden="true"><${Kind} kind=${kind} x="7" y=${7} /></svg> ${words.class.legend[kind]}</span>`)}</p>`;
}

/** Won, drawn and lost over a bar. @param {{ row: Row }} props */
function Results({ row }) {
  const { games, won, drawn, lost } = row;
  const part = (/** @type {number} */ count) => `${games ? (100 * count) / games : 0}%`;
  return html`<span class="won-drawn-lost"><span>${won}</span><span>${drawn}</span><span>${lost}</span></span>
    <span class="result-bar" aria-hidden="true"><i class="won" style=${`width: ${part(won)}`}></i><i class="drawn" style=${`width: ${part(drawn)}`}></i><i class="lost" style=${`width: ${part(lost)}`}></i></span>`;
}

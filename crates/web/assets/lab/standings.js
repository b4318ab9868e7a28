// @ts-check
// Ratings with their intervals and the cross table, in the same rows.
import { html } from "../vendor/preact.js";
import { number, percent, signed, words } from "../words/index.js";
import { entrantText } from "./names.js";

/** The spacing of lines in rating points, chosen so that there are not too many. @param {number} edge */
const spacing = (edge) => [50, 100, 200, 500, 1000, 2000, 5000].find((step) => edge / step <= 3) ?? 10_000;

/** How long somebody thought. @param {number} milliseconds */
const time = (milliseconds) => {
  const [value, unit] = milliseconds < 1000 ? [milliseconds, "ms"] : [milliseconds / 1000, "s"];
  return `${number(Math.round(10 * value) / 10)} ${unit}`;
};

/** @param {{ players: any[] }} props */
export function Standings({ players }) {
  const rated = players.filter((player) => typeof player.rating === "number");
  const reach = Math.max(50, ...rated.flatMap((player) => [player.rating, player.low, player.high].filter(Number.isFinite).map(Math.abs)));
  const step = spacing(reach);
  const edge = Math.ceil(reach / step) * step;
  const ticks = Array.from({ length: (2 * edge) / step + 1 }, (_, at) => at * step - edge);
  const x = (/** @type {number} */ rating) => `${50 + (46 * Math.max(-edge, Math.min(edge, rating))) / edge}%`;
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.lab.rating}><table class="data standings">
    <thead>
      <tr class="groups"><td colspan="2"></td><th scope="colgroup" class="interval-cell">${rated.length > 0 && words.lab.interval}</th><td></td><th scope="colgroup" colspan=${players.length + 1}>${words.lab.cross}</th></tr>
      <tr>
        <th colspan="2">${words.lab.player}</th>
        <td class="interval-cell">${rated.length > 0 && html`<svg class="scale" width="100%" height="16" aria-hidden="true">${ticks.map((at, index) => html`<text class=${`graph-text${at === 0 || index === 0 || index === ticks.length - 1 ? "" : " inner"}`} x=${index === 0 ? "0" : index === ticks.length - 1 ? "100%" : x(at)} y="12" text-anchor=${index === 0 ? "start" : index === ticks.length - 1 ? "end" : "middle"}>${signed(at)}</text>`)}</svg>`}</td>
        <th class="number">${words.lab.rating}</th>
        ${players.map((_, index) => html`<th class="cross">${index + 1}</th>`)}<th class="number">${words.lab.all}</th>
      </tr>
    </thead>
    <tbody>
      ${players.map(
        (player, row) => html`<tr key=${player.player}>
          <td class="quiet place">${row + 1}</td>
          <th scope="row" class="run-player">${entrantText(player.player)}${player.spec && player.spec !== player.player && html`<small>${entrantText(player.spec)}</small>`}${player.milliseconds && html`<small>${words.lab.moveTimes(time(player.milliseconds.mean), time(player.milliseconds.largest))}</small>`}</th>
          <td class="interval-cell">${rated.length > 0 && html`<${Interval} player=${player} ticks=${ticks} x=${x} />`}</td>
          <td class="number">${typeof player.rating === "number" ? html`<strong>${signed(Math.round(player.rating))}</strong>${Number.isFinite(player.low) && Number.isFinite(player.high) && player.high > player.low && html` <span class="quiet">± ${number(Math.round((player.high - player.low) / 2))}</span>`}` : "–"}</td>
          ${players.map((_, column) => html`<${Cross} cell=${row === column ? null : player.against?.[column]} />`)}
          <td class="number">${typeof player.score === "number" ? percent(player.score) : ""}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}

/** @param {{ player: any, ticks: number[], x: (rating: number) => string }} props */
const Interval = ({ player, ticks, x }) => html`<svg width="100%" height="52" aria-hidden="true">
  ${ticks.map((at) => html`<line class=${at === 0 ? "graph-rule zero" : "graph-rule"} x1=${x(at)} x2=${x(at)} y1="0" y2="52" />`)}
  ${Number.isFinite(player.low) &&
  Number.isFinite(player.high) &&
  html`<line class="interval" x1=${x(player.low)} x2=${x(player.high)} y1="26" y2="26" /><line class="interval" x1=${x(player.low)} x2=${x(player.low)} y1="21" y2="31" /><line class="interval" x1=${x(player.high)} x2=${x(player.high)} y1="21" y2="31" />`}
  ${typeof player.rating === "number" && html`<circle class="interval-dot" cx=${x(player.rating)} cy="26" r="5" />`}
</svg>`;

/** @param {{ cell: { score: number, won: number, drawn: number, lost: number } | null | undefined }} props */
function Cross({ cell }) {
  if (!cell) return html`<td class="cross none"></td>`;
  const shade = cell.score >= 0.5 ? `up${Math.min(4, Math.floor((cell.score - 0.5) * 10))}` : `down${Math.min(4, Math.floor((0.5 - cell.score) * 10))}`;
  return html`<td class=${`cross ${shade}`}><strong>${Math.round(100 * cell.score)}</strong><small>${cell.won}·${cell.drawn}·${cell.lost}</small></td>`;
}

// @ts-check
// A rating over time: a line with its 95 % band, and where a new version began.
import { html } from "../vendor/preact.js";
import { number, words } from "../words/index.js";
import { clockTime } from "./names.js";

/** @typedef {{ games: number, at: number, rating: number, low: number, high: number }} Point */

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [600, 220, 56, 12, 196];

/** @param {{ curve: Point[], versions: { at: number, version: string }[], joined: number, all: number }} props */
export function Curve({ curve, versions, joined, all }) {
  if (curve.length < 2) return html`<p class="quiet">${words.class.noCurve}</p>`;
  const least = Math.max(0, Math.min(...curve.map(({ low }) => low)));
  const most = Math.min(3000, Math.max(...curve.map(({ high }) => high)));
  const step = [25, 50, 100, 200, 500, 1000].find((one) => (most - least) / one <= 4) ?? 1000;
  const low = Math.floor(least / step) * step;
  const high = Math.max(low + step, Math.ceil(most / step) * step);
  const last = curve[curve.length - 1];
  const x = (/** @type {number} */ games) => LEFT + ((WIDTH - LEFT - 8) * (games - curve[0].games)) / Math.max(1, last.games - curve[0].games);
  const y = (/** @type {number} */ rating) => BOTTOM - ((BOTTOM - TOP) * (Math.max(low, Math.min(high, rating)) - low)) / (high - low);
  const line = curve.map((point, at) => `${at ? "L" : "M"}${x(point.games).toFixed(1)} ${y(point.rating).toFixed(1)}`).join("");
  const band = `${curve.map((point, at) => `${at ? "L" : "M"}${x(point.games).toFixed(1)} ${y(point.high).toFixed(1)}`).join("")}${[...curve].reverse().map((point) => `L${x(point.games).toFixed(1)} ${y(point.low).toFixed(1)}`).join("")}Z`;
  const ticks = Array.from({ length: (high - low) / step + 1 }, (_, at) => low + at * step);
  // A version begins after the last game that ended before it.
  const marks = versions.map(({ at, version }) => ({ version, games: [...curve].reverse().find((point) => point.at <= at)?.games ?? curve[0].games }));
  return html`<figure class="curve"><svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${words.class.curveText(Math.round(curve[0].rating), Math.round(last.rating), last.games)}>
    ${ticks.map((at) => html`<line class="graph-rule" x1=${LEFT} x2=${WIDTH} y1=${y(at)} y2=${y(at)} /><text class="graph-text" x=${LEFT - 10} y=${y(at) + 4} text-anchor="end">${number(at)}</text>`)}
    <path class="curve-band" d=${band} /><path class="curve-line" d=${line} /><circle class="kind-bot" cx=${x(last.games)} cy=${y(last.rating)} r="5" />
    ${marks.map(({ version, games }) => html`<line class="curve-version" x1=${x(games)} x2=${x(games)} y1=${TOP} y2=${BOTTOM} /><text class="graph-text" x=${x(games) + 6} y=${TOP + 8}>${version}</text>`)}
    <text class="graph-text" x=${LEFT} y=${HEIGHT - 4}>${words.class.firstGame(clockTime(joined))}</text><text class="graph-text" x=${WIDTH} y=${HEIGHT - 4} text-anchor="end">${words.class.nowGames(all)}</text>
  </svg></figure>`;
}

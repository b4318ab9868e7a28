// @ts-check
// The results of a plan's games, line by line, with intervals.
import { html } from "../vendor/preact.js";
import { familyOf } from "../state/catalogue.js";
import { gameText, levelText } from "../table/names.js";
import { percent, said, words } from "../words/index.js";

/** The name of a player in papers, or a description. @param {string} game @param {string} spec */
export const opponentText = (game, spec) => {
  if (spec === "random") return words.lab.byLot;
  const preset = familyOf(game.split(":")[0])?.presets.find(({ player }) => player === spec);
  return preset ? said(preset.title) : levelText(spec);
};

/** The results in every kind of game, and in total. @param {{ label: string, lines: any[], total: any }} props */
export const Results = ({ label, lines, total }) => html`<div class="scroller" tabindex="0" role="group" aria-label=${label}><table class="data">
  <thead><tr><th>${words.study.game}</th><th>${words.study.opponent}</th><th class="number">${words.study.played}</th><th class="number">${words.study.won}</th><th>${words.study.probability}</th></tr></thead>
  <tbody>
    ${lines.map((line) => html`<${Result} title=${gameText(line.game)} line=${line} />`)}
    <${Result} title=${words.study.inAll} line=${total} sum=${true} />
  </tbody>
</table></div>`;

/** @param {{ title: string, line: any, sum?: boolean }} props */
const Result = ({ title, line, sum }) => html`<tr class=${sum ? "sum" : ""}><td>${title}${line.aids ? html` <span class="quiet">${words.study.withAids}</span>` : ""}</td><td>${line.opponent ? opponentText(line.game, line.opponent) : ""}</td><td class="number">${line.played} / ${line.games}</td><td class="number">${line.won}</td><td><${Odds} line=${line} /></td></tr>`;

/** The probability of a win, with its interval, on a scale from none to all. @param {{ line: any }} props */
function Odds({ line }) {
  if (!line.interval) return html`<span class="quiet">–</span>`;
  const x = (/** @type {number} */ part) => 4 + 132 * part;
  const [low, high] = line.interval;
  return html`<span class="odds">
    <svg width="140" height="20" aria-hidden="true"><path class="graph-rule" d=${`M${x(0)} 10H${x(1)}M${x(0)} 5V15M${x(0.5)} 7V13M${x(1)} 5V15`} /><path class="interval" d=${`M${x(low)} 10H${x(high)}M${x(low)} 6V14M${x(high)} 6V14`} /><circle class="interval-dot" cx=${x(line.probability)} cy="10" r="4.5" /></svg>
    <strong>${percent(line.probability)}</strong> <span class="quiet">${percent(low)} – ${percent(high)}</span>
  </span>`;
}

// @ts-check
// Statistics of all games against computers: numbers, a graph, and a table by game, opponent and
// colour.
import { html } from "../vendor/preact.js";
import { go } from "../state/route.js";
import { gameText, levelText } from "../table/names.js";
import { percent, said, signed, words } from "../words/index.js";
import { balance, byGame, share } from "./sums.js";

/** @typedef {import("./sums.js").Count} Count */

/** The name of a colour, or who began. @param {import("./sums.js").GameSum} sum @param {number} seat */
function colour({ sides }, seat) {
  const side = sides.get(seat);
  const name = side?.look?.name || side?.name || "";
  return name && !/^Player \d$/.test(name) ? said(name) : words.own.seat(seat);
}

/** @param {{ data: any }} props */
export function Statistics({ data }) {
  const { total, streak, results, lines } = data;
  if (total.played === 0) return null;
  return html`<section class="own-statistics" aria-label=${words.own.statistics}>
    <h2>${words.own.statistics}</h2>
    <dl class="own-figures">
      ${[
        [words.own.played, total.played],
        [words.own.won, total.won],
        [words.own.drawn, total.drawn],
        [words.own.lost, total.lost],
        [words.own.share, percent(share(total))],
        [words.own.streak, streak.now],
        [words.own.longest, streak.best],
      ].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    <${Graph} results=${results} />
    <${ByGame} lines=${lines} />
  </section>`;
}

const [WIDTH, HEIGHT, LEFT, EDGE] = [720, 160, 40, 10];

/** Wins minus losses, game after game; every dot opens its game. @param {{ results: import("./sums.js").Played[] }} props */
function Graph({ results }) {
  const course = balance(results);
  const [least, most] = [Math.min(...course), Math.max(...course, Math.min(...course) + 1)];
  const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - EDGE) * at) / Math.max(1, results.length);
  const y = (/** @type {number} */ value) => EDGE + ((HEIGHT - 2 * EDGE) * (most - value)) / (most - least);
  const ticks = [...new Set([most, 0, least])];
  const label = words.own.graphLabel(results.length, signed(course.at(-1) ?? 0));
  return html`<figure class="own-graph">
    <figcaption class="label"><span>${words.own.graph}</span><span>${words.own.games(results.length)}</span></figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
      ${ticks.map((value) => html`<line class=${`graph-rule${value === 0 ? " zero" : ""}`} x1=${LEFT} x2=${WIDTH} y1=${y(value)} y2=${y(value)} /><text class="graph-text" x=${LEFT - 8} y=${y(value) + 4} text-anchor="end">${signed(value)}</text>`)}
      <path class="course" d=${course.map((value, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("")} />
      ${results.length <= 120 && results.map((game, at) => html`<circle key=${game.id} class=${`own-dot ${game.result}`} cx=${x(at + 1)} cy=${y(course[at + 1])} r="4" onClick=${() => go(`/game/${game.id}`)}><title>${gameText(game.game)}, ${levelText(game.opponent)}: ${words.own.results[game.result]}</title></circle>`)}
    </svg>
  </figure>`;
}

/** @param {{ count: Count }} props */
const Cells = ({ count }) => html`<td class="number">${count.played}</td><td class="number">${count.won}</td><td class="number">${count.drawn}</td><td class="number">${count.lost}</td><td class="own-bar"><${Bar} count=${count} /></td>`;

/** @param {{ count: Count }} props */
const Bar = ({ count }) => html`<span class="own-share"><i class="won" style=${`flex-grow:${count.won}`}></i><i class="drawn" style=${`flex-grow:${count.drawn}`}></i><i class="lost" style=${`flex-grow:${count.lost}`}></i></span> <strong>${percent(share(count))}</strong>`;

/** @param {{ lines: import("./sums.js").Line[] }} props */
const ByGame = ({ lines }) => html`<div class="scroller" tabindex="0" role="group" aria-label=${words.own.byGame}><table class="data own-table">
  <thead><tr><th>${words.own.game}</th><th class="number">${words.own.played}</th><th class="number">${words.own.won}</th><th class="number">${words.own.drawn}</th><th class="number">${words.own.lost}</th><th>${words.own.share}</th></tr></thead>
  ${byGame(lines).map(
    (sum) => html`<tbody key=${sum.game}>
      <tr class="sum"><th scope="rowgroup">${gameText(sum.game)}</th><${Cells} count=${sum.total} /></tr>
      ${sum.opponents.map(
        ({ opponent, total, seats }) => html`<tr><th scope="row" class="own-opponent">${opponent.split(", ").map(levelText).join(", ")}${seats.size === 1 && html` <span class="quiet">${words.own.as(colour(sum, [...seats.keys()][0]))}</span>`}</th><${Cells} count=${total} /></tr>
          ${seats.size > 1 && [...seats].sort(([one], [other]) => one - other).map(([seat, count]) => html`<tr class="own-seat"><th scope="row">${words.own.as(colour(sum, seat))}</th><${Cells} count=${count} /></tr>`)}`,
      )}
    </tbody>`,
  )}
</table></div>`;

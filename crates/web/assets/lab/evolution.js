// @ts-check
// The course of an evolution: the scores of each generation, and the numbers of the best.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { query } from "../api.js";
import { family as familyOf } from "../board/theme.js";
import { Link } from "../state/route.js";
import { number, percent, words } from "../words/index.js";

/** @typedef {{ stage: number, family: number, scores: number[], ties: number, best: number[] | null, player: string | null }} Generation */

const HEIGHT = 200;
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 16, 12, 170];

/** @param {number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** @param {{ course: { genes: string[], generations: Generation[] }, run: any }} props */
export function Evolution({ course, run }) {
  const { genes } = course;
  const generations = course.generations.filter((one) => one.scores.length > 0);
  if (generations.length === 0) return html`<p class="quiet">${words.lab.noGeneration}</p>`;
  const last = generations[generations.length - 1];
  return html`<section class="stack evolution">
    <div>
      <h2 class="panel">${words.lab.scores}</h2>
      <p class="quiet">${words.lab.scoresText}</p>
    </div>
    <${Scores} generations=${generations} families=${run.plan?.families ?? 1} />
    ${last.player &&
    html`<div class="champion">
      <h2 class="panel">${words.lab.champion}</h2>
      <p class="mono">${last.player}</p>
      <p><${Link} class="button" href=${`/?${query({ new: familyOf(run.game), game: run.game, against: last.player })}`}>${words.lab.playChampion}<//></p>
    </div>`}
    <div>
      <h2 class="panel">${words.lab.coefficients}</h2>
      <p class="quiet">${words.lab.coefficientsText}</p>
    </div>
    <div class="trails">${genes.map((gene, at) => html`<${Trail} key=${gene} name=${gene} values=${generations.map((generation) => generation.best?.[at] ?? NaN)} />`)}</div>
  </section>`;
}

/** @param {{ generations: Generation[], families: number }} props */
function Scores({ generations, families }) {
  const holder = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(880);
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (holder.current);
    const observer = new ResizeObserver(() => setWidth(Math.max(260, Math.min(960, element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const most = Math.max(5, ...generations.flatMap((generation) => generation.scores));
  const step = [5, 10, 20, 25, 50, 100, 250, 500, 1000].find((one) => most / one <= 4) ?? 2500;
  const top = Math.ceil(most / step) * step;
  const ticks = Array.from({ length: top / step + 1 }, (_, at) => at * step);
  const x = (/** @type {number} */ index) => LEFT + ((index + 0.5) / generations.length) * (width - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + (1 - value / top) * (BOTTOM - TOP);
  // A line joins generations of one family; crossed families start a new one.
  const path = (/** @type {(scores: number[]) => number} */ of) => {
    /** @type {Map<number, number>} */
    const before = new Map();
    return generations.map((generation, index) => {
      const from = before.get(generation.family);
      before.set(generation.family, index);
      return from === undefined ? "" : `M${x(from)} ${y(of(generations[from].scores))}L${x(index)} ${y(of(generation.scores))}`;
    }).join("");
  };
  const every = Math.ceil(generations.length / Math.max(4, Math.floor(width / 56)));
  return html`<figure class="scores" ref=${holder}>
    <svg width=${width} height=${HEIGHT} viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${words.lab.scores}>
      ${ticks.map((value) => html`<line class="graph-rule" x1=${LEFT} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)} /><text class="graph-text" x=${LEFT - 10} y=${y(value) + 4} text-anchor="end">${number(value)}</text>`)}
      ${generations.map((generation, index) => generation.scores.map((score) => html`<circle class="chart-dot" cx=${x(index)} cy=${y(score)} r="2.5" />`))}
      <path class="graph-line estimate" d=${path(median)} />
      <path class="graph-line" d=${path((scores) => Math.max(...scores))} />
      ${generations.map((generation, index) => html`<circle class="interval-dot" cx=${x(index)} cy=${y(Math.max(...generation.scores))} r="3.5" />${index % every === 0 && html`<text class="graph-text" x=${x(index)} y=${HEIGHT - 8} text-anchor="middle">${families > 1 ? `${generation.family + 1}.${generation.stage + 1}` : index + 1}</text>`}`)}
    </svg>
    <figcaption class="legend">
      <span><svg width="26" height="10" aria-hidden="true"><path class="graph-line" d="M0 5H26" /><circle class="interval-dot" cx="13" cy="5" r="3.5" /></svg>${words.lab.best}</span>
      <span><svg width="26" height="10" aria-hidden="true"><path class="graph-line estimate" d="M0 5H26" /></svg>${words.lab.middle}</span>
      <span><svg width="10" height="10" aria-hidden="true"><circle class="chart-dot" cx="5" cy="5" r="2.5" /></svg>${words.lab.member}</span>
      <span>${words.lab.ties(percent(generations[generations.length - 1].ties))}</span>
    </figcaption>
  </figure>`;
}

/** One number over the generations. @param {{ name: string, values: number[] }} props */
function Trail({ name, values }) {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (/** @type {number} */ index) => 4 + (index / Math.max(1, values.length - 1)) * 112;
  const y = (/** @type {number} */ value) => (most === least ? 18 : 5 + (1 - (value - least) / (most - least)) * 26);
  const line = values.flatMap((value, index) => (Number.isFinite(value) ? [`${x(index)} ${y(value)}`] : [])).join("L");
  const shown = (/** @type {number} */ value) => number(value).replace("-", "−");
  const last = known[known.length - 1];
  return html`<figure class="trail">
    <figcaption><span>${name}</span><strong>${shown(last)}</strong></figcaption>
    <svg width="120" height="36" role="img" aria-label=${words.lab.trail(name, shown(known[0]), shown(last))}>
      ${least < 0 && most > 0 && html`<line class="graph-rule" x1="0" x2="120" y1=${y(0)} y2=${y(0)} />`}
      <path class="graph-line" d=${`M${line}`} /><circle class="interval-dot" cx=${x(values.length - 1)} cy=${y(last)} r="2.5" />
    </svg>
    <p class="range">${least === most ? words.lab.constant : `${shown(least)} … ${shown(most)}`}</p>
  </figure>`;
}

// @ts-check
// The course of an evolution: the scores of each generation, and how the coefficients of the best went.
import { html } from "../vendor/preact.js";
import { words } from "../words/index.js";

/** @typedef {{ stage?: string | number, family?: string, scores: number[], best: number[] }} Generation */

const WIDTH = 640;
const HEIGHT = 180;

/** @param {{ course: { genes: string[], generations: Generation[] } }} props */
export function Evolution({ course }) {
  const { genes, generations } = course;
  if (generations.length === 0) return null;
  const scores = generations.map((generation) => generation.scores.filter(Number.isFinite));
  const most = Math.max(...scores.flat(), 1e-9);
  const least = Math.min(...scores.flat(), 0);
  const x = (/** @type {number} */ index) => 44 + (index / Math.max(1, generations.length - 1)) * (WIDTH - 60);
  const y = (/** @type {number} */ value) => 10 + (1 - (value - least) / (most - least || 1)) * (HEIGHT - 36);
  const line = scores.map((all, index) => `${index ? "L" : "M"}${x(index)} ${y(Math.max(...all))}`).join("");
  return html`<section class="stack">
    <h2 class="label"><span>${words.lab.best}</span><span>${words.lab.generations}: ${generations.length}</span></h2>
    <svg class="chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${words.lab.best}>
      ${[least, most].map((value) => html`<path class="graph-rule" d=${`M44 ${y(value)}H${WIDTH - 16}`} /><text class="graph-text" x="38" y=${y(value) + 4} text-anchor="end">${Math.round(100 * value) / 100}</text>`)}
      ${scores.map((all, index) => all.map((score) => html`<circle class="chart-dot" cx=${x(index)} cy=${y(score)} r="2" />`))}
      <path class="graph-line" d=${line} />
      <text class="graph-text" x="44" y=${HEIGHT - 4}>1</text><text class="graph-text" x=${WIDTH - 16} y=${HEIGHT - 4} text-anchor="end">${generations.length}</text>
    </svg>
    <h2 class="label"><span>${words.lab.coefficients}</span></h2>
    <div class="trails">${genes.map((gene, at) => html`<${Trail} key=${gene} name=${gene} values=${generations.map((generation) => generation.best[at])} />`)}</div>
  </section>`;
}

/** One coefficient over the generations. @param {{ name: string, values: number[] }} props */
function Trail({ name, values }) {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (/** @type {number} */ index) => 2 + (index / Math.max(1, values.length - 1)) * 116;
  const y = (/** @type {number} */ value) => 4 + (1 - (value - least) / (most - least || 1)) * 28;
  const line = values.map((value, index) => `${index ? "L" : "M"}${x(index)} ${y(value)}`).join("");
  return html`<figure class="trail"><figcaption>${name} <strong>${Math.round(100 * values[values.length - 1]) / 100}</strong></figcaption>
    <svg width="120" height="36" role="img" aria-label=${`${name}: ${values[0]} → ${values[values.length - 1]}`}><path class="graph-line" d=${line} /></svg></figure>`;
}

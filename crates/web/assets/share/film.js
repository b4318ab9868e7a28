// @ts-check
// A whole game as one animated SVG file with inline colours.
import { html, render } from "../vendor/preact.js";
import { get, query } from "../api.js";
import { Background } from "../board/background.js";
import { geometryOf } from "../board/geometry.js";
import { WinningLines } from "../board/marks.js";
import { Shape, shapeOf } from "../board/pieces.js";
import { themeOf } from "../board/theme.js";
import { paintedSvg } from "../table/pictures.js";
import { lifetimes, shownFrom } from "./lifetimes.js";

/** @typedef {import("./lifetimes.js").Frame} Frame */

/** How long a position is shown, in seconds, and for how many positions the last one stays. */
const SECONDS = 0.8;
const REST = 4;
const SIZE = 480;

/** @param {{ life: { from: number, to: number }, frames: number }} props */
function Shown({ life, frames }) {
  const { values, keyTimes } = shownFrom(life, frames);
  if (!values.includes(";")) return null;
  return html`<animate attributeName="visibility" dur=${`${(frames * SECONDS).toFixed(1)}s`} repeatCount="indefinite" calcMode="discrete" values=${values} keyTimes=${keyTimes} />`;
}

/** @param {{ view: import("../types.js").View, frames: Frame[], title: string }} props */
function Film({ view, frames, title }) {
  const look = themeOf(view);
  const g = geometryOf(view, look, SIZE, false);
  const all = frames.length + REST;
  const end = frames[frames.length - 1];
  const kept = lifetimes(frames).map((life) => ({ ...life, to: life.to === frames.length ? all : life.to }));
  return html`<svg class=${`mini ${look.mode}`} viewBox=${`0 0 ${g.width} ${g.height}`} width=${g.width} height=${g.height}>
    <title>${title}</title>
    <${Background} view=${{ ...view, scene: { ...view.scene, pieces: [] } }} look=${look} g=${g} mini=${true} />
    ${kept.map((life) => html`<g class="piece" transform=${`translate(${g.at[life.site].x} ${g.at[life.site].y})`}><${Shape} shape=${shapeOf(look, life.owner)} r=${g.radius} /><${Shown} life=${life} frames=${all} /></g>`)}
    ${frames.map((frame, at) => {
      const site = frame.last?.steps.filter(({ action }) => action !== "take").at(-1)?.site;
      return site === undefined ? null : html`<circle class="film-last" cx=${g.at[site].x} cy=${g.at[site].y} r=${g.radius + 4}><${Shown} life=${{ from: at, to: at === frames.length - 1 ? all : at + 1 }} frames=${all} /></circle>`;
    })}
    <g><${WinningLines} marks=${end.scene.marks} g=${g} look=${look} /><${Shown} life=${{ from: frames.length - 1, to: all }} frames=${all} /></g>
  </svg>`;
}

/** The film of a game as text. @param {string} id @param {string} title @returns {Promise<string>} */
export async function filmOf(id, title) {
  const { view, frames } = await get(`/api/spot/frames?${query({ id })}`);
  const stage = document.createElement("div");
  stage.className = "film-stage";
  stage.setAttribute("aria-hidden", "true");
  stage.dataset.accent = document.querySelector("[data-accent]")?.getAttribute("data-accent") ?? "";
  document.body.append(stage);
  try {
    render(html`<${Film} view=${view} frames=${frames} title=${title} />`, stage);
    return paintedSvg(/** @type {SVGSVGElement} */ (stage.querySelector("svg")));
  } finally {
    render(null, stage);
    stage.remove();
  }
}

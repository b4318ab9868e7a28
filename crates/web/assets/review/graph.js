// @ts-check
// The course of a game: each player's chances before every move, solid where they are proved, mistakes below.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { shapeOf } from "../board/pieces.js";
import { words } from "../words/index.js";
import { isCostly } from "./cost.js";
import { Mark, MarkIcon } from "./mark.js";

/** @typedef {import("../types.js").ReviewedPly} Ply */

const LEFT = 68;
const HEIGHT = 110;
const LANE = 24;

/**
 * @param {{ plies: Ply[], final: number[] | null, names: string[], hero: number, at: number, go: (ply: number) => void,
 *           look: import("../board/theme.js").Theme, mover: (ply: number) => number }} props `hero`: whose part the curve of two players shows
 */
export function Graph({ plies, final, names, hero, at, go, look, mover }) {
  const holder = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (holder.current);
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const points = [...plies.map((ply) => ({ share: ply.share, exact: ply.exact })), ...(final ? [{ share: final, exact: plies.at(-1)?.exact ?? false }] : [])];
  const count = Math.max(1, points.length - 1);
  const x = (/** @type {number} */ index) => LEFT + (index / count) * (width - LEFT - 8);
  const y = (/** @type {number} */ part) => 10 + (1 - part) * HEIGHT;
  const seats = names.map((_, index) => index + 1);
  const shown = seats.length === 2 ? [hero] : seats;
  const every = [1, 2, 5, 10, 20, 50, 100].find((one) => count / one <= width / 44) ?? 200;
  const bottom = 10 + HEIGHT;
  const height = bottom + 16 + seats.length * LANE + 18;
  /** @param {number} seat @param {boolean} exact */
  const path = (seat, exact) => {
    let text = "";
    for (let index = 1; index < points.length; index += 1) {
      if (points[index - 1].exact !== exact) continue;
      text += `M${x(index - 1)} ${y(points[index - 1].share[seat - 1])}H${x(index)}V${y(points[index].share[seat - 1])}`;
    }
    return text;
  };
  const area = `M${x(0)} ${bottom}${points.map((point, index) => `${index ? `H${x(index)}` : ""}V${y(point.share[hero - 1])}`).join("")}V${bottom}Z`;
  /** @param {MouseEvent} event */
  const click = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * width;
    go(Math.max(0, Math.min(plies.length, Math.round(((part - LEFT) / (width - LEFT - 8)) * count))));
  };
  const label = seats.length === 2 ? words.review.graph(names[hero - 1]) : words.review.graphAll;
  return html`<figure class="graph" ref=${holder}>
    <figcaption class="label"><span>${label}</span><${GraphLegend} plies=${plies} /></figcaption>
    <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label} onClick=${click}>
      ${[0, 0.5, 1].map((part) => html`<path class="graph-rule" d=${`M${LEFT} ${y(part)}H${width}`} /><text class="graph-text" x=${LEFT - 10} y=${y(part) + 4} text-anchor="end">${100 * part}</text>`)}
      ${shown.length === 1 && points.length > 1 && html`<path class="graph-area" d=${area} />`}
      ${shown.map((seat) => html`<path class=${`graph-line ${shown.length > 1 ? `line-${shapeOf(look, seat)}` : ""}`} d=${path(seat, true)} /><path class=${`graph-line estimate ${shown.length > 1 ? `line-${shapeOf(look, seat)}` : ""}`} d=${path(seat, false)} />`)}
      ${seats.map((seat, lane) => {
        const level = bottom + 22 + lane * LANE;
        return html`<text class="graph-text" x=${LEFT - 10} y=${level + 4} text-anchor="end">${names[seat - 1]}</text><path class="graph-rule" d=${`M${LEFT} ${level}H${width}`} />
          ${plies.filter((ply) => isCostly(ply) && mover(ply.ply) === seat).map((ply) => html`<${Mark} mark=${ply.mark} exact=${ply.exact_loss ?? false} x=${x(ply.ply - 1)} y=${level} />`)}`;
      })}
      ${Array.from({ length: Math.floor(count / every) + 1 }, (_, index) => html`<text class="graph-text" x=${x(index * every)} y=${height - 2} text-anchor="middle">${index * every}</text>`)}
      <path class="graph-cursor" d=${`M${x(Math.max(0, at - 1))} 4V${height - 18}`} />
    </svg>
  </figure>`;
}

/** What the lines and the marks mean, as far as they are there. @param {{ plies: Ply[] }} props */
function GraphLegend({ plies }) {
  const costly = plies.filter(isCostly);
  const line = (/** @type {boolean} */ exact) => html`<svg width="28" height="12" aria-hidden="true"><path class=${`graph-line${exact ? "" : " estimate"}`} d="M1 6H27" /></svg>`;
  const entries = [
    plies.some((ply) => ply.exact) && [line(true), words.review.exactLine],
    plies.some((ply) => !ply.exact) && [line(false), words.review.estimatedLine],
    costly.some((ply) => ply.mark && ply.exact_loss) && [html`<${MarkIcon} mark="mistake" exact=${true} />`, words.review.exactMark],
    costly.some((ply) => ply.mark && !ply.exact_loss) && [html`<${MarkIcon} mark="mistake" exact=${false} />`, words.review.estimatedMark],
    costly.some((ply) => !ply.mark) && [html`<${MarkIcon} mark=${null} exact=${true} />`, words.review.pointsMark],
  ];
  return html`<span class="legend">${entries.map((entry) => entry && html`<span>${entry[0]}${entry[1]}</span>`)}</span>`;
}

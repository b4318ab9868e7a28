// @ts-check
// The course of a game: each player's expected part of the point before every move, mistakes below.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { shapeOf } from "../board/pieces.js";
import { percent, words } from "../words/index.js";

/** @typedef {{ ply: number, player?: number, move: string, share: number[], exact: boolean, note?: string | null, best: string, loss: number, mark: string | null, line?: string[], shown?: string[] }} Ply */

const LEFT = 68;
const HEIGHT = 110;
const LANE = 24;

/**
 * @param {{ plies: Ply[], final: number[] | null, names: string[], hero: number, at: number, go: (ply: number) => void,
 *           look: import("../board/look.js").Look, mover: (ply: number) => number }} props `hero`: whose part the curve of two players shows
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
    <figcaption class="label"><span>${label}</span></figcaption>
    <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label} onClick=${click}>
      ${[0, 0.5, 1].map((part) => html`<path class="graph-rule" d=${`M${LEFT} ${y(part)}H${width}`} /><text class="graph-text" x=${LEFT - 10} y=${y(part) + 4} text-anchor="end">${percent(part)}</text>`)}
      ${shown.length === 1 && points.length > 1 && html`<path class="graph-area" d=${area} />`}
      ${shown.map((seat) => html`<path class=${`graph-line ${shown.length > 1 ? `line-${shapeOf(look, seat)}` : ""}`} d=${path(seat, true)} /><path class=${`graph-line estimate ${shown.length > 1 ? `line-${shapeOf(look, seat)}` : ""}`} d=${path(seat, false)} />`)}
      ${seats.map((seat, lane) => {
        const level = bottom + 22 + lane * LANE;
        return html`<text class="graph-text" x=${LEFT - 10} y=${level + 4} text-anchor="end">${names[seat - 1]}</text><path class="graph-rule" d=${`M${LEFT} ${level}H${width}`} />
          ${plies.filter((ply) => ply.mark && mover(ply.ply) === seat).map((ply) => html`<polygon class=${`graph-mark ${ply.mark}`} points=${triangle(x(ply.ply - 1), level)} />`)}`;
      })}
      ${Array.from({ length: Math.floor(count / every) + 1 }, (_, index) => html`<text class="graph-text" x=${x(index * every)} y=${height - 2} text-anchor="middle">${index * every}</text>`)}
      <path class="graph-cursor" d=${`M${x(Math.max(0, at - 1))} 4V${height - 18}`} />
    </svg>
  </figure>`;
}

/** @param {number} x @param {number} y */
const triangle = (x, y) => `${x},${y - 7} ${x + 7},${y + 5} ${x - 7},${y + 5}`;

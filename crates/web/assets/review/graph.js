// @ts-check
// The course of a game: the chances after every move, in steps where they are proved and dashed where they are
// estimates, mistakes below.
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { shapeOf } from "../board/pieces.js";
import { Verdict } from "../board/verdict.js";
import { signed, words } from "../words/index.js";
import { isCostly } from "./cost.js";
import { borderOf, labelsOf } from "./course.js";
import { Mark } from "./mark.js";

/** @typedef {import("../types.js").ReviewedPly} Ply */

const HEIGHT = 96;
const TOP = 14;
const LANE = 24;
/** The width of a letter in labels. */
const LETTER = 6.6;
/** The longest name beside a lane, in letters. */
const LONGEST = 14;

/** @param {string} name */
const short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/**
 * @param {{ plies: Ply[], final: number[] | null, lead: (number | null)[] | null, names: string[], lanes: string[], rows: (number | null)[][], at: number, go: (ply: number) => void,
 *           look: import("../board/theme.js").Theme, mover: (ply: number) => number }} props `lead`: the course in points, in place of chances; `lanes`: what players are called beside their mistakes
 */
export function Graph({ plies, final, lead, names, lanes, rows, at, go, look, mover }) {
  const holder = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = /** @type {HTMLElement} */ (holder.current);
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // As far up and down as the largest lead.
  const most = Math.max(1, ...(lead ?? []).map((value) => Math.abs(value ?? 0)));
  /** @type {{ share: number[] | null, exact: boolean }[]} */
  const points = lead
    ? lead.map((value) => ({ share: value === null ? null : [(value / most + 1) / 2], exact: value !== null }))
    : [...plies.map((ply) => ({ share: ply.share, exact: ply.exact })), ...(final ? [{ share: final, exact: plies.at(-1)?.exact ?? false }] : [])];
  const known = Math.max(0, points.findIndex(({ share }) => share !== null));
  const count = Math.max(1, points.length - 1);
  const left = Math.max(66, 12 + LETTER * Math.max(...lanes.map((name) => short(name).length)));
  const x = (/** @type {number} */ index) => left + (index / count) * (width - left - 10);
  const y = (/** @type {number} */ part) => TOP + (1 - part) * HEIGHT;
  const seats = names.map((_, index) => index + 1);
  const shown = seats.length === 2 ? [1] : seats;
  const bottom = TOP + HEIGHT;
  const height = bottom + 16 + seats.length * LANE + 18;
  /** @param {number} seat @param {boolean} exact */
  const path = (seat, exact) => {
    let text = "";
    for (let index = 1; index < points.length; index += 1) {
      const [before, after] = [points[index - 1].share, points[index].share];
      if (points[index - 1].exact !== exact || !before || !after) continue;
      const [from, to] = [before[seat - 1], after[seat - 1]];
      text += exact ? `M${x(index - 1)} ${y(from)}H${x(index)}V${y(to)}` : `M${x(index - 1)} ${y(from)}L${x(index)} ${y(to)}`;
    }
    return text;
  };
  const area = `M${x(known)} ${y(0.5)}${points
    .map(({ share }, index) => {
      if (!share) return "";
      const [before, level] = [points[index - 1], y(share[0])];
      if (!before?.share) return `V${level}`;
      return before.exact ? `H${x(index)}V${level}` : `L${x(index)} ${level}`;
    })
    .join("")}V${y(0.5)}Z`;
  /** @param {MouseEvent} event */
  const click = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width) * width;
    go(Math.max(0, Math.min(plies.length, Math.round(((part - left) / (width - left - 10)) * count))));
  };
  const label = lead ? words.review.graphPoints(names[0]) : seats.length === 2 ? words.review.graph(names[0]) : words.review.graphAll;
  const border = borderOf(points);
  // Near the end the label of what is proved stands above the line instead of beside it.
  const beside = border === null ? 0 : x(border) + 6;
  const exactAt = Math.min(beside, width - LETTER * words.review.exactLine.length);
  const estimateAt = Math.min(beside, exactAt + 4) - 12;
  const now = points[Math.min(at, points.length - 1)];
  return html`<figure class="graph" ref=${holder}>
    <figcaption class="label"><span>${label}</span></figcaption>
    <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label} onClick=${click}>
      ${/** @type {[number, string][]} */ ([[1, "W"], [0.5, "D"], [0, "L"]]).map(([part, letter]) => html`<path class="graph-rule" d=${`M${left} ${y(part)}H${width}`} /><g transform=${`translate(12 ${y(part)})`}><${Verdict} letter=${letter} size=${17} /></g><text class="graph-text" x=${left - 10} y=${y(part) + 4} text-anchor="end">${lead ? signed(Math.round((2 * part - 1) * most)) : 100 * part}</text>`)}
      ${border !== null && html`<path class="graph-border" d=${`M${x(border)} ${exactAt < beside ? TOP : 2}V${bottom}`} />${estimateAt > left + 58 && html`<text class="graph-text" x=${estimateAt} y="12" text-anchor="end">${words.review.estimatedLine}</text>`}<text class="graph-text exact" x=${exactAt} y="12">${words.review.exactLine}</text>`}
      ${shown.length === 1 && points.length > 1 && html`<path class="graph-area" d=${area} />`}
      ${shown.map((seat) => html`<path class=${`graph-line ${shown.length > 1 ? `line-${shapeOf(look, seat)}` : ""}`} d=${path(seat, true)} /><path class=${`graph-line estimate ${shown.length > 1 ? `line-${shapeOf(look, seat)}` : ""}`} d=${path(seat, false)} />`)}
      ${seats.map((seat, lane) => {
        const level = bottom + 22 + lane * LANE;
        return html`<text class="graph-text" x="0" y=${level + 4}>${short(lanes[seat - 1])}</text><path class="graph-rule" d=${`M${left} ${level}H${width}`} />
          ${plies.filter((ply) => isCostly(ply) && mover(ply.ply) === seat).map((ply) => html`<${Mark} mark=${ply.mark} exact=${ply.exact_loss ?? false} x=${x(ply.ply)} y=${level} />`)}`;
      })}
      ${labelsOf(rows, (width - left) / 44).map(({ ply, text }) => html`<text class="graph-text" x=${x(Math.min(ply, count))} y=${height - 2} text-anchor="middle">${text}</text>`)}
      <path class="graph-cursor" d=${`M${x(at)} 4V${height - 18}`} />
      ${shown.length === 1 && now?.share && html`<circle class="graph-now" cx=${x(at)} cy=${y(now.share[0])} r="4.5" />`}
    </svg>
  </figure>`;
}

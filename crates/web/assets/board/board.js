// @ts-check
// The board for every game: draws what it is given and reports clicks on places.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { geometryOf, siteNear, siteTowards } from "./geometry.js";
import { Coordinates, Background } from "./background.js";
import { describeSite } from "./labels.js";
import { LastPiece, LastTurn, LineCounts, Lines, Sections, Tallies, WinningLines } from "./marks.js";
import { animate } from "./motion.js";
import { Overlay } from "./overlay.js";
import { Shape, shapeOf } from "./pieces.js";
import { Arrows, Ghost, Numbers, Targets, Wrong } from "./signs.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./theme.js").Theme} Theme */
/**
 * @typedef {object} Props
 * @property {View} view
 * @property {Theme} look
 * @property {Piece[]} pieces as they stand after the clicks so far
 * @property {Map<number, string>} targets what may be clicked next
 * @property {number | null} chosen the lifted piece or the place touched once
 * @property {{ from: number | null, to: number, owner: number | null } | null} ghost what a click would do
 * @property {import("../types.js").Mark[]} preview what it would bring
 * @property {Map<number, import("./overlay.js").Badge>} badges
 * @property {import("./signs.js").Arrow[]} [arrows]
 * @property {{ site: number, label?: string } | null} [wrong] a click that did nothing
 * @property {{ flip: boolean, coordinates: boolean, tallies: boolean, counts: boolean, numbers: Map<number, number> | null }} options
 * @property {string} label
 * @property {boolean} [stepping] whether ← and → belong to the moves of the game; with the shift key they walk on the board
 * @property {string} [turn] changes with every position and every click of a turn
 * @property {(site: number, how: "mouse" | "touch" | "keyboard" | "drag") => void} onSite
 * @property {(site: number | null) => void} onPeek
 * @property {() => void} onCancel
 */

/** How far a pointer moves before a click becomes a drag. */
const DRAG = 7;

/** The width of a board in pixels. @param {{ current: HTMLElement | null }} holder */
function useWidth(holder) {
  const [width, set] = useState(0);
  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const measure = () => set(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** @param {Props} props */
export function Board(props) {
  const holder = useRef(/** @type {HTMLElement | null} */ (null));
  const width = useWidth(holder);
  return html`<div class="board" ref=${holder}>${width > 0 && html`<${Drawing} ...${props} width=${width} />`}</div>`;
}

/** @param {Props & { width: number }} props */
function Drawing(props) {
  const { view, look, pieces, targets, chosen, ghost, preview, badges, arrows = [], wrong = null, options, width, onSite, onPeek, onCancel } = props;
  const g = geometryOf(view, look, width, options.flip);
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [focus, setFocus] = useState(Math.floor(view.layout.sites.length / 2));
  const drag = useRef(/** @type {{ site: number, x: number, y: number, moved: boolean, lifts: boolean } | null} */ (null));
  /** Whether the focus came from the keyboard: after a click, ← and → step through the game. */
  const walking = useRef(true);
  const [carried, carry] = useState(/** @type {{ site: number, x: number, y: number } | null} */ (null));
  const newest = useRef(props);
  newest.current = props;
  const drawn = useRef({ pieces, game: view.game, width });
  const focused = focus < view.layout.sites.length ? focus : 0;

  useLayoutEffect(() => {
    const last = drawn.current;
    if (svg.current && last.game === view.game && last.width === width && last.pieces !== pieces && !drag.current?.moved) animate(svg.current, last.pieces, pieces, g, view.layout.lanes ?? []);
    drawn.current = { pieces, game: view.game, width };
  });
  useEffect(() => {
    if (chosen === null) carry(null);
  }, [chosen]);

  /** @param {PointerEvent} event */
  const place = (event) => {
    const box = /** @type {SVGSVGElement} */ (svg.current).getBoundingClientRect();
    const scale = box.width / g.width;
    return { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
  };
  /** @param {PointerEvent} event */
  const down = (event) => {
    if (event.button) return;
    walking.current = false;
    const at = place(event);
    const site = siteNear(g, at.x, at.y);
    if (site < 0) return;
    drag.current = { site, ...at, moved: false, lifts: targets.get(site) === "lift" };
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    const at = place(event);
    // Released outside the board.
    if (!event.buttons) drag.current = null;
    const held = drag.current;
    if (!held) {
      if (event.pointerType === "mouse") {
        const site = siteNear(g, at.x, at.y);
        onPeek(site < 0 ? null : site);
      }
      return;
    }
    if (!held.moved && held.lifts && Math.hypot(at.x - held.x, at.y - held.y) > DRAG) {
      held.moved = true;
      svg.current?.setPointerCapture(event.pointerId);
      if (chosen !== held.site) onSite(held.site, "drag");
    }
    if (held.moved) carry({ site: held.site, ...at });
  };
  /** @param {PointerEvent} event */
  const up = (event) => {
    const held = drag.current;
    drag.current = null;
    if (!held) return;
    const at = place(event);
    const site = siteNear(g, at.x, at.y);
    if (held.moved) {
      carry(null);
      if (targets.get(site) === "drop" || targets.get(site) === "put") onSite(site, "drag");
      else onCancel();
      return;
    }
    if (site === held.site) {
      setFocus(site);
      onSite(site, event.pointerType === "mouse" ? "mouse" : g.step < 40 || view.layout.sites[site].kind === "slot" ? "touch" : "mouse");
    }
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") onSite(focused, "keyboard");
    else if (event.key.startsWith("Arrow") && (event.shiftKey || event.key === "ArrowUp" || event.key === "ArrowDown" || (walking.current && !props.stepping))) {
      walking.current = true;
      const next = siteTowards(g, focused, event.key);
      setFocus(next);
      onPeek(next);
      /** @type {SVGElement | null | undefined} */ (svg.current?.querySelector(`[data-site="${next}"]`))?.focus();
    } else if (event.key === "Escape" && chosen !== null) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // The places are many and change only with the turn, not with every pointer movement.
  const places = useMemo(
    () =>
      view.layout.sites.map((place, index) => {
        const at = g.at[index];
        const r = Math.max(12, g.step / 2);
        return html`<g
          key=${`s${index}`}
          data-site=${index}
          data-name=${place.name}
          class=${`site${targets.has(index) ? ` can-${targets.get(index)}` : ""}`}
          role="button"
          tabindex=${index === focused ? 0 : -1}
          aria-label=${describeSite(view, look, pieces, index, targets, chosen, badges)}
          onFocus=${() => {
            setFocus(index);
            newest.current.onPeek(index);
          }}
          onBlur=${() => newest.current.onPeek(null)}
          onClick=${(/** @type {MouseEvent} */ event) => {
            // A click without a pointer comes from a screen reader.
            if (event.detail === 0 && event.clientX === 0) newest.current.onSite(index, "keyboard");
          }}
          ><rect class="hit" x=${at.x - r} y=${at.y - r} width=${2 * r} height=${2 * r} rx="3"
        /></g>`;
      }),
    [view, props.turn, chosen, badges, focused, width, options.flip],
  );

  const fresh = new Set((view.last?.steps ?? []).map((step) => step.site));
  const blocked = new Set(view.scene.marks.filter((mark) => mark.kind === "blocked").flatMap((mark) => mark.sites));
  const occupied = new Set(pieces.map((piece) => piece.site));
  const sections = ghost ? view.layout.regions.flatMap((region, at) => (region.sites.includes(ghost.to) ? [at] : [])) : [];
  const standing = [...pieces].sort((one, other) => one.site - other.site);

  return html`<svg
    ref=${svg}
    class=${`drawing ${look.mode}${targets.size ? " active" : ""}`}
    width=${g.width}
    height=${g.height}
    viewBox=${`0 0 ${g.width} ${g.height}`}
    data-turn=${props.turn}
    role="application"
    aria-label=${props.label}
    onPointerDown=${down}
    onPointerMove=${move}
    onPointerUp=${up}
    onPointerCancel=${() => {
      drag.current = null;
      carry(null);
    }}
    onPointerLeave=${() => onPeek(null)}
    onFocusOut=${(/** @type {FocusEvent} */ event) => {
      // Focus by the Tab key enables walking.
      if (!svg.current?.contains(/** @type {Node | null} */ (event.relatedTarget))) walking.current = true;
    }}
    onKeyDown=${key}
  >
    <${Sections} marks=${view.scene.marks} look=${look} g=${g} />
    <${Sections} marks=${preview} look=${look} g=${g} preview=${true} />
    <${Background} view=${view} look=${look} g=${g} mini=${false} />
    ${options.coordinates && html`<${Coordinates} view=${view} look=${look} g=${g} />`}
    <${LastTurn} view=${view} look=${look} g=${g} />
    <${Lines} marks=${view.scene.marks} g=${g} fresh=${fresh} />
    <${Lines} marks=${preview} g=${g} fresh=${fresh} preview=${true} />
    ${options.counts && html`<${LineCounts} marks=${view.scene.marks} g=${g} preview=${preview} />`}
    ${standing.map((piece) => {
      const at = g.at[piece.site];
      const out = blocked.has(piece.site);
      const held = carried?.site === piece.site;
      return html`<g
        key=${`p${piece.site}.${piece.owner}`}
        data-piece=${piece.site}
        class=${`piece${out ? " blocked" : ""}${chosen === piece.site ? " lifted" : ""}${held ? " carried" : ""}`}
        transform=${`translate(${at.x} ${at.y})`}
        aria-hidden="true"
        ><${Shape} shape=${shapeOf(look, piece.owner)} r=${out ? g.radius * 0.8 : g.radius} />${out && html`<path class="bar" d=${bar(g, piece.site)} />`}</g
      >`;
    })}
    <${LastPiece} view=${view} look=${look} g=${g} />
    ${options.numbers && html`<${Numbers} numbers=${options.numbers} g=${g} pieces=${pieces} look=${look} />`}
    <${WinningLines} marks=${[...view.scene.marks, ...preview]} g=${g} look=${look} />
    ${options.tallies && html`<${Tallies} view=${view} pieces=${pieces} look=${look} g=${g} changed=${new Set(sections)} />`}
    <${Targets} g=${g} targets=${targets} chosen=${chosen} pieces=${occupied} />
    ${ghost && !(carried && ghost.from === carried.site) && html`<${Ghost} ghost=${ghost} g=${g} look=${look} />`}
    <${Overlay} badges=${badges} g=${g} occupied=${occupied} />
    <${Arrows} arrows=${arrows} g=${g} />
    ${wrong && html`<${Wrong} wrong=${wrong} g=${g} />`}
    ${places}
    ${carried &&
    html`<g class="hand" transform=${`translate(${carried.x} ${carried.y})`} aria-hidden="true">
      <${Shape} shape=${shapeOf(look, pieces.find((piece) => piece.site === carried.site)?.owner ?? null)} r=${g.radius * 1.08} />
    </g>`}
  </svg>`;
}

/** A bar between a blocked counter and the board. @param {import("./geometry.js").Geometry} g @param {number} site */
function bar(g, site) {
  const at = g.at[site];
  const { left, right, top, bottom } = g.frame;
  const far = g.step * 0.43;
  const half = g.step * 0.16;
  if (at.x < left) return `M${far} ${-half}v${2 * half}`;
  if (at.x > right) return `M${-far} ${-half}v${2 * half}`;
  if (at.y < top) return `M${-half} ${far}h${2 * half}`;
  return at.y > bottom ? `M${-half} ${-far}h${2 * half}` : "";
}

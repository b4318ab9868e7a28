// @ts-check
// The opponent's strength: ten stops on a line, each with its name.
import { html, useRef } from "../vendor/preact.js";
import { known, words } from "../words/index.js";

/** The stop that a key leads to. @param {string} key @param {number} at @param {number} last */
export function slide(key, at, last) {
  if (key === "Home") return 1;
  if (key === "End") return last;
  const step = { ArrowRight: 1, ArrowUp: 1, PageUp: 2, ArrowLeft: -1, ArrowDown: -1, PageDown: -2 }[key] ?? 0;
  return Math.max(1, Math.min(last, at + step));
}

/**
 * @param {{ levels: import("../types.js").Level[], value: string, set: (player: string) => void, label: string }} props
 */
export function LevelSlider({ levels, value, set, label }) {
  const line = useRef(/** @type {HTMLElement | null} */ (null));
  const chosen = levels.find((level) => level.player === value);
  const at = chosen?.number ?? 0;
  const go = (/** @type {number} */ number) => set(levels[number - 1].player);
  /** @param {PointerEvent} event */
  const point = (event) => {
    if (!event.buttons && event.type !== "pointerdown") return;
    const box = /** @type {HTMLElement} */ (line.current).getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    go(Math.max(1, Math.min(levels.length, 1 + Math.floor(part * levels.length))));
  };
  return html`<div class="level">
    <div
      class="level-line"
      ref=${line}
      role="slider"
      tabindex="0"
      aria-label=${label}
      aria-valuemin="1"
      aria-valuemax=${levels.length}
      aria-valuenow=${at}
      aria-valuetext=${chosen ? `${at}, ${known(words.levels, chosen.name)}` : ""}
      onPointerDown=${(/** @type {PointerEvent} */ event) => {
        /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove=${point}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
        const next = slide(event.key, at, levels.length);
        if (next === at) return;
        event.preventDefault();
        go(next);
      }}
    >
      ${levels.map(
        (level) => html`<span key=${level.number} class=${`stop${level.number < at ? " under" : level.number === at ? " here" : ""}`} aria-hidden="true">
          <i>${level.number === at ? level.number : ""}</i><b>${known(words.levels, level.name)}</b><small>${level.number}</small>
        </span>`,
      )}
    </div>
    ${chosen && html`<p class="box level-about"><span><strong>${at}, ${known(words.levels, chosen.name)}.</strong> ${words.levelAbout[at - 1] ?? ""}</span></p>`}
  </div>`;
}

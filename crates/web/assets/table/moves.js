// @ts-check
// The list of moves: click one to go there, type one to play it.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { words } from "../words/index.js";
import { moveText } from "./names.js";

/**
 * The plies in rows, one column per player: a skipped player leaves an empty cell.
 * @param {import("../types.js").Turn[]} turns @param {number} columns @returns {(number | null)[][]}
 */
export function rowsOf(turns, columns) {
  /** @type {(number | null)[][]} */
  const rows = [];
  let last = columns;
  turns.forEach(({ player }, index) => {
    if (player <= last) rows.push(Array(columns).fill(null));
    rows[rows.length - 1][player - 1] = index + 1;
    last = player;
  });
  return rows;
}

/**
 * @param {{ turns: import("../types.js").Turn[], columns: number, heads: any[], at: number, go: (ply: number) => void, note: string }} props
 *   `heads`: what stands above each column
 */
export function Moves({ turns, columns, heads, at, go, note }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const [open, show] = useState(false);
  // After every drawing: the room for the list depends on what is above it.
  useEffect(() => {
    const current = /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector("[aria-current]"));
    if (!current || !list.current) return;
    const inside = list.current;
    const [place, room] = [current.getBoundingClientRect(), inside.getBoundingClientRect()];
    if (place.top < room.top + 28) inside.scrollTop += place.top - room.top - 28;
    else if (place.bottom > room.bottom) inside.scrollTop += place.bottom - room.bottom;
    if (place.left < room.left) inside.scrollLeft += place.left - room.left;
    else if (place.right > room.right) inside.scrollLeft += place.right - room.right;
  });
  return html`<section class=${`moves${open ? " open" : ""}`}>
    <h2 class="hidden">${words.table.moves}</h2>
    <div class=${`move-rows k${columns}`} ref=${list} role="group" aria-label=${words.table.moves} tabindex="0">
      <div class="move-row move-heads">
        <button type="button" class=${`move-zero${at === 0 ? " now" : ""}`} aria-current=${at === 0 ? "step" : undefined} title=${words.table.start} onClick=${() => go(0)}>${words.table.move}<span class="hidden"> 0, ${words.table.start}</span></button>
        ${heads.map((head) => html`<span class="move-head">${head}</span>`)}
      </div>
      ${rowsOf(turns, columns).map(
        (row, index) => html`<div class="move-row" key=${index}>
          <span class="move-number">${index + 1}</span>
          ${row.map((ply) =>
            ply === null
              ? html`<span class="move"></span>`
              : html`<button type="button" key=${ply} class=${`move${at === ply ? " now" : ""}`} aria-current=${at === ply ? "step" : undefined} onClick=${() => go(ply)}>${moveText(turns[ply - 1].shown)}</button>`,
          )}
        </div>`,
      )}
    </div>
    <button type="button" class="moves-open" aria-expanded=${open ? "true" : "false"} aria-label=${words.table.moves} onClick=${() => show(!open)}><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path d=${open ? "M2 5l5 5 5-5" : "M2 9l5-5 5 5"} /></svg></button>
    ${note && html`<p class="note">${note}</p>`}
  </section>`;
}

/** @param {{ example: string, play: (text: string) => void, close: () => void }} props */
export function TypedMove({ example, play, close }) {
  const [text, set] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.focus(), []);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (text.trim()) play(text.trim());
    set("");
  };
  return html`<form class="typed" onSubmit=${submit} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}>
    <label for="typed-move">${words.table.typed}</label>
    <input id="typed-move" ref=${field} value=${text} autocomplete="off" autocapitalize="off" spellcheck=${false} placeholder=${example} onInput=${(/** @type {any} */ event) => set(event.target.value)} />
    <button type="submit" class="button">${words.table.play}</button>
  </form>`;
}

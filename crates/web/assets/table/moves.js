// @ts-check
// The list of moves: click one to go there, type one to play it.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { words } from "../words/index.js";
import { moveText } from "./names.js";

/**
 * @param {{ moves: string[], columns: number, offset: number, at: number, go: (ply: number) => void, note: string,
 *           marks?: Map<number, string> }} props
 */
export function Moves({ moves, columns, offset, at, go, note, marks }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  // After every drawing: the room for the list changes with what stands above it.
  useEffect(() => {
    const current = /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector("[aria-current]"));
    if (!current || !list.current) return;
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    if (top < list.current.scrollTop) list.current.scrollTop = top;
    else if (bottom > list.current.scrollTop + list.current.clientHeight) list.current.scrollTop = bottom - list.current.clientHeight;
  });
  /** @type {(number | null)[]} the plies row by row, empty places first where the second player began */
  const places = [...Array(offset).fill(null), ...moves.map((_, ply) => ply + 1)];
  const rows = [];
  for (let from = 0; from < places.length; from += columns) rows.push(places.slice(from, from + columns));
  return html`<section class="moves">
    <h2 class="label"><span>${words.table.moves}</span><span class="note">${note}</span></h2>
    <div class=${`move-rows k${columns}`} ref=${list} role="group" aria-label=${words.table.moves} tabindex="0">
      <button type="button" class=${`move start${at === 0 ? " now" : ""}`} aria-current=${at === 0 ? "step" : undefined} onClick=${() => go(0)}>${words.table.start}</button>
      ${rows.map(
        (row, index) => html`<div class="move-row" key=${index}>
          <span class="move-number">${index + 1}</span>
          ${row.map((ply) =>
            ply === null
              ? html`<span class="move"></span>`
              : html`<button type="button" key=${ply} class=${`move${at === ply ? " now" : ""}`} aria-current=${at === ply ? "step" : undefined} onClick=${() => go(ply)}>
                  ${moveText(moves[ply - 1])}${marks?.get(ply) && html`<span class=${`mark ${marks.get(ply)}`} aria-label=${marks.get(ply)}></span>`}
                </button>`,
          )}
        </div>`,
      )}
    </div>
  </section>`;
}

/** @param {{ example: string, play: (text: string) => void }} props */
export function TypedMove({ example, play }) {
  const [text, set] = useState("");
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (text.trim()) play(text.trim());
    set("");
  };
  return html`<form class="typed" onSubmit=${submit}>
    <label for="typed-move">${words.table.typed}</label>
    <input id="typed-move" value=${text} autocomplete="off" autocapitalize="off" spellcheck=${false} placeholder=${example} onInput=${(/** @type {any} */ event) => set(event.target.value)} />
    <button type="submit" class="button">${words.table.play}</button>
  </form>`;
}

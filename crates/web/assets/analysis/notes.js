// @ts-check
// The notes on a game: the tree as readable text, and the note on the current move.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { moveText } from "../table/names.js";
import { words } from "../words/index.js";
import { tokensOf } from "./tree.js";

/** @typedef {import("./tree.js").Branch} Branch */

/** The marks for moves. */
export const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

/** @param {{ root: Branch, players: number, here: string[], shown: Map<string, string>, go: (line: string[]) => void }} props `shown`: moves as a reader likes them, by their line */
export function Tree({ root, players, here, shown, go }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const at = here.join(" ");
  useEffect(() => {
    const current = /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector("[aria-current]"));
    if (current && list.current) list.current.scrollTop = Math.max(0, current.offsetTop - list.current.clientHeight / 2);
  }, [at]);
  return html`<section class="tree-text" ref=${list} tabindex="0" aria-label=${words.analysis.tree}>
    <button type="button" class=${`tree-move start${here.length === 0 ? " now" : ""}`} aria-current=${here.length === 0 ? "step" : undefined} onClick=${() => go([])}>${words.table.start}</button>
    ${tokensOf(root, players).map((token, index) => {
      if (token.kind === "open") return html`<span key=${index} class="tree-bracket">(</span>`;
      if (token.kind === "close") return html`<span key=${index} class="tree-bracket">)</span>`;
      if (token.kind === "comment") return html`<span key=${index} class="tree-comment">${token.text}</span>`;
      const { line, move, mark, played } = token.branch;
      const now = line.join(" ") === at;
      return html`<span key=${index} class="tree-pair-text">${token.number && html`<span class="tree-number">${token.number}</span>`}<button type="button" class=${`tree-move${played ? " played" : ""}${now ? " now" : ""}`} aria-current=${now ? "step" : undefined} onClick=${() => go(line)}>${moveText(shown.get(line.join(" ")) ?? move)}${mark && html`<b class=${`mark-sign m${MARKS.indexOf(mark)}`}>${mark}</b>`}</button></span> `;
    })}
  </section>`;
}

/** The pause in typing after which a comment is saved, in milliseconds. */
const REST = 700;

/** @param {{ branch: Branch, text: string, keep: (change: { comment?: string, mark?: string }) => Promise<any>, remove: () => void }} props `text`: the move as a reader likes it */
export function NoteBox({ branch, text, keep, remove }) {
  const key = branch.line.join(" ");
  const [draft, write] = useState({ key, comment: branch.comment });
  const comment = draft.key === key ? draft.comment : branch.comment;
  /** Unsaved text and the function that saves it: going to another move loses nothing. @type {{ current: (() => void) | null }} */
  const waiting = useRef(null);
  const save = () => {
    waiting.current?.();
    waiting.current = null;
  };
  const type = (/** @type {string} */ text) => {
    write({ key, comment: text });
    waiting.current = () => keep({ comment: text });
  };
  useEffect(() => {
    const timer = setTimeout(save, REST);
    return () => clearTimeout(timer);
  }, [comment]);
  useEffect(() => save, [key]);
  const label = branch.line.length ? words.analysis.commentOn(text) : words.analysis.commentOnGame;
  return html`<div class="note-box">
    ${branch.line.length > 0 && html`<div class="note-marks" role="group" aria-label=${words.analysis.marks}>
      ${MARKS.map((mark) => html`<button type="button" key=${mark} aria-pressed=${branch.mark === mark ? "true" : "false"} aria-label=${words.analysis.markNames[mark]} title=${words.analysis.markNames[mark]} onClick=${() => keep({ mark: branch.mark === mark ? "" : mark })}>${mark}</button>`)}
      ${!branch.played && html`<button type="button" class="link" onClick=${remove}>${words.analysis.removeLine}</button>`}
    </div>`}
    <label class="hidden" for="note">${label}</label>
    <textarea id="note" rows="2" maxlength="4000" placeholder=${words.analysis.placeholder} value=${comment} onInput=${(/** @type {any} */ event) => type(event.target.value)} onBlur=${save}></textarea>
  </div>`;
}

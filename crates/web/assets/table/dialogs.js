// @ts-check
// Native dialogs.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { words } from "../words/index.js";

/** @param {{ title: string, onClose: () => void, children?: any, className?: string }} props */
export function Dialog({ title, onClose, children, className = "" }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    element.current?.showModal();
  }, []);
  /** @param {MouseEvent} event */
  const outside = (event) => {
    if (event.target === element.current) element.current?.close();
  };
  return html`<dialog ref=${element} class=${className} aria-labelledby="dialog-title" onClose=${onClose} onClick=${outside}>
    <div class="dialog-body">
      <h2 id="dialog-title">${title}</h2>
      ${children}
    </div>
  </dialog>`;
}

/** @param {{ onClose: () => void }} props */
export const Keys = ({ onClose }) => html`<${Dialog} title=${words.keys.title} onClose=${onClose}>
  <dl class="keys">${words.keys.list.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
  <form method="dialog"><button class="button">${words.close}</button></form>
<//>`;

/** @param {{ question: string, yes: string, onYes: () => void, onClose: () => void }} props */
export const Ask = ({ question, yes, onYes, onClose }) => html`<${Dialog} title=${question} onClose=${onClose}>
  <form method="dialog" class="row">
    <button class="button primary" onClick=${onYes}>${yes}</button><button class="button">${words.cancel}</button>
  </form>
<//>`;

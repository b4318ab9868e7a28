// @ts-check
// Renames the player of a study.
import { html, useState } from "../vendor/preact.js";
import { words } from "../words/index.js";

/** @param {{ name: string, save: (name: string) => void }} props */
export function NameForm({ name, save }) {
  const [typed, type] = useState(name);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    save(typed.trim());
  };
  return html`<form class="row" onSubmit=${submit}><input aria-label=${words.class.newNameOf(name)} maxlength="40" required value=${typed} onInput=${(/** @type {any} */ event) => type(event.target.value)} /><button class="button small">${words.class.save}</button></form>`;
}

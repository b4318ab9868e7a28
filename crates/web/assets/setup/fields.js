// @ts-check
// A form field for every kind of parameter in the catalogue.
import { html } from "../vendor/preact.js";
import { isSaid, known, language, said, words } from "../words/index.js";

/** @typedef {import("../types.js").Parameter} Parameter */

/** The server's description of a choice; in English if there is no translation. @param {{ text: string | undefined }} props */
export const Told = ({ text }) => (text ? html`<span class="field-help" lang=${language !== "en" && !isSaid(text) ? "en" : undefined}>${said(text)}</span>` : null);

/** @param {{ id: string, parameter: Parameter, value: string | undefined, set: (value: string) => void }} props */
export function Field({ id, parameter, value, set }) {
  const { kind, low, high, choices, summary, name } = parameter;
  const current = value ?? parameter.default ?? "";
  const change = (/** @type {any} */ event) => set(event.target.value);
  // Games provide the names of their parameters, as written in a specification.
  const label = isSaid(`${name}=`) ? said(`${name}=`) : known(words.parameters, name);
  const options = kind === "flag" ? ["on", "off"] : (choices ?? []);
  const control =
    kind === "choice" || kind === "flag"
      ? html`<select id=${id} onChange=${change}>${options.map((option) => html`<option value=${option} selected=${option === current}>${known({ on: words.setup.on, off: words.setup.off }, option)}</option>`)}</select>`
      : kind === "number"
        ? html`<input id=${id} type="number" min=${low} max=${high} value=${current} placeholder=${low !== undefined && high !== undefined && high < 1_000_000 ? words.setup.between(low, high) : ""} onInput=${change} />`
        : html`<input id=${id} value=${current} spellcheck=${false} autocomplete="off" onInput=${change} />`;
  return html`<div class="field"><label for=${id}>${label}</label>${control}<${Told} text=${summary} /></div>`;
}

/** @param {{ prefix: string, parameters: Parameter[], values: Record<string, string>, set: (values: Record<string, string>) => void }} props */
export const Fields = ({ prefix, parameters, values, set }) => html`<div class="fields">
  ${parameters.map((parameter) => html`<${Field} key=${parameter.name} id=${`${prefix}-${parameter.name}`} parameter=${parameter} value=${values[parameter.name]} set=${(/** @type {string} */ value) => set({ ...values, [parameter.name]: value })} />`)}
</div>`;

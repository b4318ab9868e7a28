// @ts-check
// The rules of a game as one sentence, each of them editable. Games provide the words: "flying=on",
// "draws={0}/{1}/{2}".
import { html } from "../vendor/preact.js";
import { filled, isSaid, known, said, words } from "../words/index.js";
import { Toggle } from "../table/switches.js";

/** @typedef {import("../types.js").Parameter} Parameter */
/** @typedef {Record<string, string>} Settings */

/** The name of a parameter. @param {string} name */
const labelOf = (name) => (isSaid(`${name}=`) ? said(`${name}=`) : known(words.parameters, name));

/** A rule in short: "three men fly". @param {Parameter} parameter @param {string} value */
export function ruleText(parameter, value) {
  const whole = `${parameter.name}=${value}`;
  if (isSaid(whole)) return said(whole);
  const parts = value.split("/");
  // All of its numbers, or only the first if that suffices.
  const forms = [parts.map((_, at) => `{${at}}`).join("/"), "{0}"].map((places) => `${parameter.name}=${places}`);
  const form = forms.find(isSaid);
  return form ? filled(said(form), parts) : `${labelOf(parameter.name)} ${value}`;
}

/** All rules in one sentence. @param {Parameter[]} parameters @param {Settings} settings */
export function rulesText(parameters, settings) {
  const text = parameters.map((parameter) => ruleText(parameter, settings[parameter.name] ?? parameter.default ?? "")).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number with buttons for less and more. @param {{ id: string, label: string, value: number, low: number, high: number, set: (value: number) => void }} props */
export const Stepper = ({ id, label, value, low, high, set }) => html`<div class="stepper-row"><label for=${id}>${label}</label>
  <span class="stepper">
    <button type="button" disabled=${value <= low} aria-label=${words.less(label)} onClick=${() => set(Math.max(low, value - 1))}>−</button>
    <input id=${id} inputmode="numeric" value=${value} onInput=${(/** @type {any} */ event) => Number.isInteger(Number(event.target.value)) && event.target.value !== "" && set(Number(event.target.value))} />
    <button type="button" disabled=${value >= high} aria-label=${words.more(label)} onClick=${() => set(Math.min(high, value + 1))}>+</button>
  </span></div>`;

/** The maximum on the page for one of several numbers of a rule. */
const MOST = 1000;

/** @param {{ parameters: Parameter[], settings: Settings, set: (settings: Settings) => void }} props */
export const RuleFields = ({ parameters, settings, set }) => html`<div class="rule-fields">
  ${parameters.map((parameter) => html`<${RuleField} key=${parameter.name} parameter=${parameter} value=${settings[parameter.name] ?? parameter.default ?? ""} set=${(/** @type {string} */ value) => set({ ...settings, [parameter.name]: value })} />`)}
</div>`;

/** @param {{ parameter: Parameter, value: string, set: (value: string) => void }} props */
function RuleField({ parameter, value, set }) {
  const { name, kind, low, high, choices } = parameter;
  const id = `game-${name}`;
  const label = labelOf(name);
  if (kind === "number") return html`<${Stepper} id=${id} label=${label} value=${Number(value)} low=${low ?? 1} high=${high ?? MOST} set=${(/** @type {number} */ next) => set(String(next))} />`;
  if (kind === "flag" || (choices?.length === 2 && choices.includes("on") && choices.includes("off")))
    return html`<div class="stepper-row"><${Toggle} label=${label} on=${value === "on"} set=${(/** @type {boolean} */ on) => set(on ? "on" : "off")} /><span class="field-help">${ruleText(parameter, value)}</span></div>`;
  if (kind === "choice")
    return html`<div class="stepper-row"><label for=${id}>${label}</label><select id=${id} onChange=${(/** @type {any} */ event) => set(event.target.value)}>${(choices ?? []).map((one) => html`<option value=${one} selected=${one === value}>${ruleText(parameter, one)}</option>`)}</select></div>`;
  if (kind === "numbers") {
    const usual = parameter.default ?? "";
    const off = value === "off";
    const numbers = (off ? usual : value).split("/").map(Number);
    const labels = said(parameter.summary).split(" / ");
    return html`${usual !== "off" && isSaid(`${name}=off`) && html`<div class="stepper-row"><${Toggle} label=${label} on=${!off} set=${(/** @type {boolean} */ on) => set(on ? usual : "off")} /><span class="field-help">${ruleText(parameter, value)}</span></div>`}
      ${!off && numbers.map((number, at) => html`<${Stepper} id=${at ? `${id}-${at}` : id} label=${capital(labels[at] ?? label)} value=${number} low=${1} high=${MOST} set=${(/** @type {number} */ next) => set(numbers.map((old, index) => (index === at ? next : old)).join("/"))} />`)}`;
  }
  return html`<div class="stepper-row"><label for=${id}>${label}</label><input id=${id} value=${value} onInput=${(/** @type {any} */ event) => set(event.target.value)} /></div>`;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

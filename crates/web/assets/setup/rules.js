// @ts-check
// The rules of a game as one sentence, each of them editable.
import { html } from "../vendor/preact.js";
import { isSaid, said, words } from "../words/index.js";
import { Toggle } from "../table/switches.js";
import { labelOf, ruleText } from "./rule_text.js";

/** @typedef {import("../types.js").Parameter} Parameter */
/** @typedef {Record<string, string>} Settings */

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

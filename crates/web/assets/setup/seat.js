// @ts-check
// One seat of a new game: a person, a friend invited by a link, a computer by level, or a computer in detail.
import { html } from "../vendor/preact.js";
import { known, said, words } from "../words/index.js";
import { Fields, Told } from "./fields.js";
import { playerSpec } from "./spec.js";

/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {import("../types.js").Family} Family */
/**
 * @typedef {object} SeatChoice
 * @property {"human" | "open" | "level" | "full" | "text"} way
 * @property {string} name @property {string} level @property {string} kind
 * @property {Record<string, string>} settings @property {string} evaluator @property {Record<string, string>} weights
 * @property {string} spec in one line
 */

/** @param {"human" | "open" | "level"} way @param {string} [level] @returns {SeatChoice} */
export const seatChoice = (way, level = "level:3") => ({ way, name: "", level, kind: "alphabeta", settings: {}, evaluator: "", weights: {}, spec: "" });

/** The player's specification. @param {SeatChoice} seat @param {Catalogue} catalogue @param {Family} family */
export function specOf(seat, catalogue, family) {
  if (seat.way === "human" || seat.way === "open") return "human";
  if (seat.way === "level") return seat.level;
  if (seat.way === "text") return seat.spec.trim();
  const kind = catalogue.players.find((player) => player.id === seat.kind);
  const inside = evaluatorsFor(seat.kind, family).find((evaluator) => evaluator.id === seat.evaluator);
  return playerSpec(seat.kind, kind?.parameters ?? [], seat.settings, seat.evaluator, inside?.parameters ?? [], seat.weights);
}

/** A player that follows move heuristics can choose among those. @param {string} kind @param {Family} family */
const evaluatorsFor = (kind, family) => (kind === "heuristic" ? family.heuristics : family.evaluators);

/** @param {{ index: number, title: any, seat: SeatChoice, set: (seat: SeatChoice) => void, catalogue: Catalogue, family: Family, friendly?: boolean }} props `friendly`: whether a friend may be invited by a link */
export function SeatForm({ index, title, seat, set, catalogue, family, friendly = false }) {
  const id = `seat${index}`;
  const kinds = catalogue.players.filter((player) => !["level", "human"].includes(player.id));
  const kind = kinds.find((player) => player.id === seat.kind);
  const evaluators = evaluatorsFor(seat.kind, family);
  const judged = kind?.parameters.some((parameter) => parameter.name === "eval") ?? false;
  const evaluator = evaluators.find((one) => one.id === seat.evaluator);
  const fixed = seat.way === "human" || seat.way === "open" || seat.way === "level" ? seat.way : "full";
  const spec = specOf(seat, catalogue, family);
  return html`<fieldset class="seat-form">
    <legend>${title}</legend>
    <div class="segments" role="group" aria-label=${words.setup.seats}>
      ${[
        ["human", words.setup.human],
        ...(friendly ? [["open", words.setup.byLink]] : []),
        ["level", words.setup.computer],
        ["full", words.setup.inFull],
      ].map(([way, text]) => html`<button type="button" aria-pressed=${fixed === way ? "true" : "false"} onClick=${() => set({ ...seat, way: /** @type {any} */ (way) })}>${text}</button>`)}
    </div>
    ${fixed === "human" &&
    html`<div class="field"><label for=${`${id}-name`}>${words.setup.name}</label><input id=${`${id}-name`} value=${seat.name} maxlength="40" placeholder=${words.setup.namePlaceholder} onInput=${(/** @type {any} */ event) => set({ ...seat, name: event.target.value })} /></div>`}
    ${fixed === "level" &&
    html`<div class="field"><label for=${`${id}-level`}>${words.setup.level}</label>
      <select id=${`${id}-level`} onChange=${(/** @type {any} */ event) => set({ ...seat, level: event.target.value })}>
        ${catalogue.levels.map((level) => html`<option value=${level.player} selected=${level.player === seat.level}>${level.number}: ${known(words.levels, level.name)}</option>`)}
      </select></div>`}
    ${fixed === "full" &&
    html`${family.presets.length > 0 &&
      html`<div class="field"><label for=${`${id}-preset`}>${words.setup.presets}</label>
        <select id=${`${id}-preset`} onChange=${(/** @type {any} */ event) => event.target.value && set({ ...seat, way: "text", spec: event.target.value })}>
          <option value="">${words.setup.choosePreset}</option>
          ${family.presets.map((preset) => html`<option value=${preset.player} selected=${seat.way === "text" && seat.spec === preset.player}>${said(preset.title)}</option>`)}
        </select></div>`}
      <div class="field"><label for=${`${id}-kind`}>${words.setup.kind}</label>
        <select id=${`${id}-kind`} onChange=${(/** @type {any} */ event) => set({ ...seat, way: "full", kind: event.target.value, settings: {}, evaluator: "", weights: {} })}>
          ${kinds.map((player) => html`<option value=${player.id} selected=${player.id === seat.kind}>${player.id}</option>`)}
        </select><${Told} text=${kind?.summary} /></div>
      ${seat.way === "full" &&
      html`<${Fields} prefix=${id} parameters=${(kind?.parameters ?? []).filter((parameter) => parameter.name !== "eval")} values=${seat.settings} set=${(/** @type {any} */ settings) => set({ ...seat, settings })} />
        ${judged &&
        html`<div class="field"><label for=${`${id}-eval`}>${words.setup.evaluator}</label>
            <select id=${`${id}-eval`} onChange=${(/** @type {any} */ event) => set({ ...seat, evaluator: event.target.value, weights: {} })}>
              <option value="">${words.setup.standard}</option>
              ${evaluators.map((one) => html`<option value=${one.id} selected=${one.id === seat.evaluator}>${one.id}</option>`)}
            </select><${Told} text=${evaluator?.summary} /></div>
          ${evaluator && evaluator.parameters?.length > 0 && html`<${Fields} prefix=${`${id}-e`} parameters=${evaluator.parameters} values=${seat.weights} set=${(/** @type {any} */ weights) => set({ ...seat, weights })} />`}`}`}
      <div class="field"><label for=${`${id}-spec`}>${words.setup.spec}</label><input id=${`${id}-spec`} class="mono" spellcheck=${false} value=${spec} onInput=${(/** @type {any} */ event) => set({ ...seat, way: "text", spec: event.target.value })} /></div>`}
  </fieldset>`;
}

// @ts-check
// What can be done at the table: four buttons in one place, everything else behind "More".
import { html, useRef } from "../vendor/preact.js";
import { Link } from "../state/route.js";
import { query } from "../api.js";
import { useCatalogue } from "../state/load.js";
import { said, words } from "../words/index.js";
import { playerText } from "./names.js";
import { boardPng, boardSvg, download } from "./pictures.js";

/** Milliseconds between two moves of computers, from slow to at once. */
const PACES = [1600, 800, 300, 0];

/** @param {string} value @param {(sentence: string) => void} say */
export async function copy(value, say) {
  try {
    await navigator.clipboard.writeText(value);
    say(words.table.copied);
  } catch {
    say(value.length > LONGEST_SAID ? words.table.notCopied : value);
  }
}

/** A text that cannot be copied is shown instead, unless it is longer than this. */
const LONGEST_SAID = 400;

/** The board onto the clipboard as a picture. @param {(sentence: string) => void} say */
async function copyPng(say) {
  try {
    // The promise itself, not its value: the click allows the clipboard only for a moment.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": boardPng() })]);
    say(words.table.copied);
  } catch {
    say(words.table.notCopied);
  }
}

/** @param {{ children?: any }} props */
export function More({ children }) {
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const close = () => menu.current?.removeAttribute("open");
  return html`<details class="more" ref=${menu} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()} onFocusOut=${(/** @type {FocusEvent} */ event) => {
      if (event.relatedTarget && !menu.current?.contains(/** @type {Node} */ (event.relatedTarget))) close();
    }}>
    <summary class="button">${words.table.more}</summary>
    <div class="more-list" onClick=${(/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).closest("button, a") && close()}>${children}</div>
  </details>`;
}

/** Items of the menu that belong together. @param {{ title: string, children?: any }} props */
export const Group = ({ title, children }) => html`<div class="more-group" role="group" aria-label=${title}><p class="label" aria-hidden="true">${title}</p>${children}</div>`;

/** The query of a position by itself. @param {import("./game_view.js").Tools} tools @param {string} spec @param {number | null} seed */
const whereabouts = (tools, spec, seed) => query({ game: spec, seed, position: tools.position });

/** Whatever helps to understand a position. @param {{ tools: import("./game_view.js").Tools, spec: string, seed: number | null, family: string, players: string[], children?: any }} props */
export const Studying = ({ tools, spec, seed, family, players, children }) => html`<${Group} title=${words.table.groups.study}>
    <${HintBy} tools=${tools} family=${family} players=${players} />
    ${children}
    <button type="button" onClick=${tools.showFormula}>${words.formula.open}</button>
    <${Link} href=${`/spot?${whereabouts(tools, spec, seed)}&tree=alphabeta`}>${words.table.tree}<//>
    <${Link} href=${`/editor?${whereabouts(tools, spec, seed)}`}>${words.table.editor}<//>
    <${Link} href=${`/rules/${family}`}>${words.table.rules}<//>
    <button type="button" onClick=${tools.showKeys}>${words.table.shortcuts}</button>
  <//>`;

/** Pictures, texts and links of a position. @param {{ tools: import("./game_view.js").Tools, spec: string, seed: number | null, name: string, link: string, children?: any }} props */
export const Sharing = ({ tools, spec, seed, name, link, children }) => html`<${Group} title=${words.table.groups.share}>
    <button type="button" onClick=${() => copy(new URL(link || `/spot?${whereabouts(tools, spec, seed)}`, location.href).href, tools.say)}>${words.table.copyLink}</button>
    <button type="button" onClick=${() => copy(tools.position, tools.say)}>${words.table.copyPosition}</button>
    ${children}
    <button type="button" onClick=${() => copyPng(tools.say)}>${words.table.copyPng}</button>
    <button type="button" onClick=${() => copy(boardSvg(), tools.say)}>${words.table.copySvg}</button>
    <button type="button" onClick=${() => download(new Blob([boardSvg()], { type: "image/svg+xml" }), `${name}.svg`)}>${words.table.saveSvg}</button>
    <button type="button" onClick=${() => boardPng().then((blob) => download(blob, `${name}.png`), (error) => tools.say(error.message))}>${words.table.savePng}</button>
  <//>`;

/** @param {{ tools: import("./game_view.js").Tools, family: string, players: string[] }} props */
export function HintBy({ tools, family, players }) {
  const catalogue = useCatalogue();
  const presets = catalogue?.games.find((game) => game.id === family)?.presets ?? [];
  const seats = [...new Set(players.filter((player) => player !== "human" && player !== "best"))];
  const known = new Set([...seats, ...presets.map((preset) => preset.player)]);
  return html`<label class="hint-by">${words.table.hintBy}
    <select onChange=${(/** @type {any} */ event) => tools.setHintBy(event.target.value)}>
      <option value="" selected=${tools.hintBy === ""}>${words.table.hintBest}</option>
      ${seats.map((player) => html`<option value=${player} selected=${tools.hintBy === player}>${playerText(player)}</option>`)}
      ${presets.map((preset) => html`<option value=${preset.player} selected=${tools.hintBy === preset.player}>${said(preset.title)}</option>`)}
      ${tools.hintBy && !known.has(tools.hintBy) ? html`<option value=${tools.hintBy} selected>${tools.hintBy}</option>` : null}
    </select></label>`;
}

/** @param {any} props */
export function Actions({ game, watched, tools, at, undo, redo, pause, pace, step, resign, again, record, seats, remove }) {
  const canUndo = game.moves.length > 0;
  return html`<div class="actions">
    ${watched && !game.over
      ? html`<button type="button" class="button" onClick=${() => pause(!game.paused)}>${game.paused ? words.table.resume : words.table.pause}</button>
          <button type="button" class="button" disabled=${!game.paused} onClick=${step}>${words.table.oneStep}</button>`
      : html`<button type="button" class="button" disabled=${!canUndo} onClick=${undo}>${words.table.undo} <kbd aria-hidden="true">U</kbd></button>
          <button type="button" class="button" disabled=${game.over} onClick=${tools.hint}>${words.table.hint} <kbd aria-hidden="true">H</kbd></button>`}
    <button type="button" class="button" aria-pressed=${tools.analysing ? "true" : "false"} onClick=${() => tools.analyse(!tools.analysing)}>${words.table.analyse} <kbd aria-hidden="true">A</kbd></button>
    ${!watched && game.seats.length === 2 ? html`<button type="button" class="button wide-only" disabled=${game.over} onClick=${resign}>${words.table.resign}</button>` : null}
    <${More}>
      <${Group} title=${words.table.groups.game}>
        ${watched &&
        !game.over &&
        html`<label class="hint-by">${words.table.speed}
          <select onChange=${(/** @type {any} */ event) => pace(Number(event.target.value))}>
            ${PACES.map((milliseconds, index) => html`<option value=${milliseconds} selected=${game.pace === milliseconds}>${words.table.speeds[index]}</option>`)}
          </select></label>`}
        ${watched && html`<button type="button" onClick=${undo}>${words.table.undo}</button><button type="button" onClick=${tools.hint}>${words.table.hint}</button>`}
        <button type="button" disabled=${game.undone.length === 0} onClick=${redo}>${words.table.redo}</button>
        ${!watched && game.seats.length === 2 && html`<button type="button" class="phone-only" disabled=${game.over} onClick=${resign}>${words.table.resign}</button>`}
        ${!game.over && html`<button type="button" onClick=${seats}>${words.table.changePlayers}</button>`}
        <${Link} href=${`/?new=${game.family}`}>${words.table.newGame}<//>
        <button type="button" onClick=${again}>${words.table.rematch}</button>
        <button type="button" onClick=${remove}>${words.table.delete}</button>
      <//>
      <${Studying} tools=${tools} spec=${game.game} seed=${game.seed} family=${game.family} players=${game.seats.map((/** @type {any} */ seat) => seat.player)}>
        <${Link} href=${`/game/${game.id}/review`}>${words.table.review}<//>
      <//>
      <${Sharing} tools=${tools} spec=${game.game} seed=${game.seed} name=${`ninefold-${game.id}-${at}`} link="">
        <button type="button" onClick=${() => record((/** @type {string} */ all) => copy(all, tools.say))}>${words.table.copyRecord}</button>
        <button type="button" onClick=${() => record((/** @type {string} */ all) => download(new Blob([all], { type: "text/plain" }), `ninefold-${game.id}.txt`))}>${words.table.saveRecord}</button>
      <//>
    <//>
  </div>`;
}

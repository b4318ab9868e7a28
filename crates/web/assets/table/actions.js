// @ts-check
// The actions at the table: four buttons in one place, everything else in the menu.
import { html } from "../vendor/preact.js";
import { Menu } from "../menu.js";
import { Link } from "../state/route.js";
import { query } from "../api.js";
import { isHost } from "../state/catalogue.js";
import { useCatalogue } from "../state/load.js";
import { copy as toClipboard } from "../together/copy.js";
import { said, words } from "../words/index.js";
import { playerText } from "./names.js";
import { boardPng, boardSvg, download } from "./pictures.js";
import { Toggle } from "./switches.js";

/** Milliseconds between two moves of computers, from slow to at once. */
const SPEEDS = [1600, 800, 300, 0];

/** @param {string} value @param {(sentence: string) => void} say */
export async function copy(value, say) {
  if (await toClipboard(value)) say(words.table.copied);
  else say(value.length > LONGEST_SAID ? words.table.notCopied : value);
}

/** A text that cannot be copied is shown instead, unless it is longer than this. */
const LONGEST_SAID = 400;

/** Copies the board to the clipboard as a picture. @param {(sentence: string) => void} say */
async function copyPng(say) {
  try {
    // The promise itself, not its value: the click permits clipboard access only for a moment.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": boardPng() })]);
    say(words.table.copied);
  } catch {
    say(words.table.notCopied);
  }
}

/** All actions without a button. @param {{ children?: any }} props */
export const More = ({ children }) => html`<${Menu} className="more" label=${html`${words.table.more} <kbd aria-hidden="true">M</kbd>`}>${children}<//>`;

/** A group of menu items. @param {{ title: string, children?: any }} props */
export const Group = ({ title, children }) => html`<div class="more-group" role="group" aria-label=${title}><p class="label" aria-hidden="true">${title}</p>${children}</div>`;

/** The query of a position without its game. @param {import("./game_view.js").Tools} tools @param {string} spec @param {number | null} seed */
const whereabouts = (tools, spec, seed) => query({ game: spec, seed, position: tools.position });

/** An entry with its key. @param {{ text: string, letter?: string, onClick: () => void, disabled?: boolean }} props */
const Entry = ({ text, letter, onClick, disabled }) => html`<button type="button" disabled=${disabled} onClick=${onClick}>${text}${letter && html` <kbd aria-hidden="true">${letter}</kbd>`}</button>`;

/** Tools for understanding a position. @param {{ tools: import("./game_view.js").Tools, spec: string, seed: number | null, family: string, players: string[], children?: any }} props */
export const Studying = ({ tools, spec, seed, family, players, children }) => html`<${Group} title=${words.table.groups.study}>
    ${children}
    ${isHost() &&
    html`<${Link} href=${tools.explore || `/explore?${whereabouts(tools, spec, seed)}`}>${words.table.explore} <kbd aria-hidden="true">E</kbd><//>
      <${Link} href=${`/editor?${whereabouts(tools, spec, seed)}`}>${words.table.editor}<//>
      <${Link} href=${`/spot?${whereabouts(tools, spec, seed)}&tree=alphabeta`}>${words.table.tree}<//>`}
    <button type="button" onClick=${tools.showFormula}>${words.formula.open}</button>
    <${Link} href=${`/rules/${family}`}>${words.table.rules}<//>
    <${HintBy} tools=${tools} family=${family} players=${players} />
  <//>`;

/** Links, texts and pictures of a position. @param {{ tools: import("./game_view.js").Tools, spec: string, seed: number | null, name: string, link: string, whole: string, drawings?: boolean, children?: any }} props `whole`: the address of the whole game; `drawings`: whether a drawing can be had here, not in a dialog */
export const Sharing = ({ tools, spec, seed, name, link, whole, drawings = true, children }) => html`<${Group} title=${words.table.groups.share}>
    <button type="button" onClick=${() => copy(new URL(link || `/spot?${whereabouts(tools, spec, seed)}`, location.href).href, tools.say)}>${words.table.copyLink}</button>
    ${whole && html`<button type="button" onClick=${() => copy(new URL(whole, location.href).href, tools.say)}>${words.table.copyGame}</button>`}
    <button type="button" onClick=${() => copy(tools.position, tools.say)}>${words.table.copyPosition}</button>
    ${children}
    <button type="button" onClick=${() => copyPng(tools.say)}>${words.table.copyPng}</button>
    <button type="button" onClick=${() => boardPng().then((blob) => download(blob, `${name}.png`), (error) => tools.say(error.message))}>${words.table.savePng}</button>
    ${drawings && html`<button type="button" onClick=${() => copy(boardSvg(), tools.say)}>${words.table.copySvg}</button>
      <button type="button" onClick=${() => download(new Blob([boardSvg()], { type: "image/svg+xml" }), `${name}.svg`)}>${words.table.saveSvg}</button>`}
  <//>`;

/** How the board is shown. @param {{ tools: import("./game_view.js").Tools, canMove: boolean }} props */
export const Showing = ({ tools, canMove }) => html`<${Group} title=${words.table.groups.board}>
    ${tools.switches.map(({ label, on, set }) => html`<${Toggle} label=${label} on=${on} set=${set} />`)}
    <${Entry} text=${words.table.typed} letter="T" disabled=${!canMove} onClick=${tools.typeMove} />
    <${Entry} text=${words.table.shortcuts} letter="?" onClick=${tools.showKeys} />
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

/** Navigation in a game, finished or reviewed. @param {{ at: number, last: number, go: (ply: number) => void, children?: any }} props */
const Steps = ({ at, last, go, children }) => html`<div class="actions">
  <button type="button" class="button" disabled=${at === 0} onClick=${() => go(0)}>${words.review.first} <kbd aria-hidden="true">${words.keys.home}</kbd></button>
  <button type="button" class="button" disabled=${at === 0} onClick=${() => go(at - 1)}>${words.review.previous} <kbd aria-hidden="true">←</kbd></button>
  <button type="button" class="button" disabled=${at === last} onClick=${() => go(at + 1)}>${words.review.next} <kbd aria-hidden="true">→</kbd></button>
  ${children}
</div>`;

/** The button of the analysis. @param {{ tools: import("./game_view.js").Tools }} props */
export const Analyse = ({ tools }) => html`<button type="button" class="button" aria-pressed=${tools.analysing ? "true" : "false"} onClick=${() => tools.analyse(!tools.analysing)}>${words.table.analyse} <kbd aria-hidden="true">A</kbd></button>`;

/** On a phone the switch for values is within reach of the thumb. @param {{ tools: import("./game_view.js").Tools }} props */
export const PhoneValues = ({ tools }) => html`<button type="button" class="button phone-only" aria-pressed=${tools.valued ? "true" : "false"} onClick=${tools.switchValues}>${words.board.values}</button>`;

/** @param {any} props */
export function Actions({ game, watched, helped, tools, at, go, undo, redo, pause, pace, step, resign, again, seats, remove, share }) {
  const canUndo = game.moves.length > 0 && !game.counted;
  // A guest changes no game but the own one where help is allowed, and begins none.
  const [host, changes] = [isHost(), isHost() || helped];
  const strict = game.counted && !game.over;
  const menu = html`<${More}>
    <${Group} title=${words.table.groups.game}>
      ${watched &&
      host &&
      !game.over &&
      html`<label class="hint-by">${words.table.speed}
        <select onChange=${(/** @type {any} */ event) => pace(Number(event.target.value))}>
          ${SPEEDS.map((milliseconds, index) => html`<option value=${milliseconds} selected=${game.pace === milliseconds}>${words.table.speeds[index]}</option>`)}
        </select></label>`}
      ${(watched || game.over) && html`${changes && html`<${Entry} text=${words.table.undo} letter="U" disabled=${!canUndo} onClick=${undo} />`}<${Entry} text=${words.table.hint} letter="H" disabled=${game.over && at === game.moves.length} onClick=${tools.hint} />`}
      ${!game.counted && changes && html`<${Entry} text=${words.table.redo} letter="Y" disabled=${game.undone.length === 0} onClick=${redo} />`}
      ${!watched && host && game.seats.length === 2 && html`<${Entry} text=${words.table.resign} disabled=${game.over} onClick=${resign} />`}
      ${!game.over && !game.counted && host && html`<${Entry} text=${words.table.changePlayers} onClick=${seats} />`}
      ${host && html`<${Link} href=${`/?new=${game.family}`}>${words.table.newGame} <kbd aria-hidden="true">N</kbd><//>`}
      ${again && html`<${Entry} text=${words.table.rematch} onClick=${again} />`}
      ${!strict && host && html`<${Entry} text=${words.table.delete} onClick=${remove} />`}
    <//>
    <${Sharing} tools=${tools} spec=${game.game} seed=${game.seed} name=${`ninefold-${game.id}-${at}`} link="" whole=${`/spot?${query({ game: game.game, seed: game.seed, position: game.position, moves: game.moves.join(" ") })}`} drawings=${false}>
      ${!game.over && game.seats.some((/** @type {any} */ seat) => seat.human) && host && !game.counted && html`<${Link} href=${`/game/${game.id}/invite`}>${words.together.invite}<//>`}
      <button type="button" onClick=${share}>${words.share.open}</button>
    <//>
    ${!strict &&
    html`<${Studying} tools=${tools} spec=${game.game} seed=${game.seed} family=${game.family} players=${game.seats.map((/** @type {any} */ seat) => seat.player)}>
      <${Link} href=${`/game/${game.id}/review`}>${words.table.review} <kbd aria-hidden="true">R</kbd><//>
      ${host && html`<${Link} href=${`/game/${game.id}/analyse?ply=${at}`}>${words.analysis.open}<//>`}
    <//>`}
    <${Showing} tools=${tools} canMove=${tools.canMove} />
  <//>`;
  if (game.over) return html`<${Steps} at=${at} last=${game.moves.length} go=${go}>${menu}<//>`;
  if (!host) return html`<div class="actions">${menu}</div>`;
  return html`<div class="actions">
    ${watched
      ? html`<button type="button" class="button" onClick=${() => pause(!game.paused)}>${game.paused ? words.table.resume : words.table.pause}</button>
          <button type="button" class="button" disabled=${!game.paused} onClick=${step}>${words.table.oneStep}</button>`
      : strict
        ? game.seats.length === 2 && html`<button type="button" class="button" onClick=${resign}>${words.table.resign}</button>`
        : html`<button type="button" class="button" disabled=${!canUndo} onClick=${undo}>${words.table.undo} <kbd aria-hidden="true">U</kbd></button>
          <button type="button" class="button" onClick=${tools.hint}>${words.table.hint} <kbd aria-hidden="true">H</kbd></button>`}
    ${!strict && html`<${PhoneValues} tools=${tools} /><${Analyse} tools=${tools} />`}
    ${menu}
  </div>`;
}

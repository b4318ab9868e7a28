// @ts-check
// The actions in a game of a class: as its plan allows, and none for spectators.
import { html } from "../vendor/preact.js";
import { Link } from "../state/route.js";
import { words } from "../words/index.js";
import { Analyse, Group, More, PhoneValues, Showing } from "../table/actions.js";
import { isShared, ownSeats } from "./own.js";

/** @typedef {import("../types.js").Game} Game */

/** Whether a student plays it on another device. @param {Game} game */
export const isOfClass = (game) => game.study !== null && isShared(game);

/** Whether the reader plays it with help allowed. @param {Game} game */
export const isHelped = (game) => isOfClass(game) && !game.counted && ownSeats(game).length > 0;

/** @param {{ game: Game, tools: import("../table/game_view.js").Tools, undo: () => void, resign: () => void }} props */
export const PupilActions = ({ game, tools, undo, resign }) => html`<div class="actions">
  ${isHelped(game) &&
  html`<button type="button" class="button" disabled=${game.moves.length === 0} onClick=${undo}>${words.table.undo} <kbd aria-hidden="true">U</kbd></button>
    <button type="button" class="button" onClick=${tools.hint}>${words.table.hint} <kbd aria-hidden="true">H</kbd></button>
    <${PhoneValues} tools=${tools} /><${Analyse} tools=${tools} />`}
  ${ownSeats(game).length > 0 && game.seats.length === 2 && html`<button type="button" class="button" onClick=${resign}>${words.table.resign}</button>`}
  <${More}>
    <${Group} title=${words.table.groups.game}>
      <${Link} href=${`/study/${encodeURIComponent(game.study ?? "")}`}>${words.table.toStudy}<//>
      <${Link} href=${`/rules/${game.family}`}>${words.table.rules}<//>
    <//>
    <${Showing} tools=${tools} canMove=${tools.canMove} />
  <//>
</div>`;

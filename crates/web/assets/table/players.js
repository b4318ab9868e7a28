// @ts-check
// Changes the players of a game.
import { html, useState } from "../vendor/preact.js";
import { seatName } from "../board/labels.js";
import { themeOf } from "../board/theme.js";
import { useCatalogue } from "../state/load.js";
import { known, words } from "../words/index.js";
import { Dialog } from "./dialogs.js";
import { playerText } from "./names.js";

/**
 * Chooses each seat's player: a person, a computer by level, or the current one.
 * @param {{ game: import("../types.js").Game, onClose: () => void, onChange: (players: string[]) => void }} props
 */
export function ChangePlayers({ game, onClose, onChange }) {
  const levels = useCatalogue()?.levels ?? [];
  const [players, set] = useState(game.seats.map((seat) => seat.player));
  const look = themeOf(game.view);
  return html`<${Dialog} title=${words.table.changePlayers} onClose=${onClose}>
    <form method="dialog" class="stack" onSubmit=${() => onChange(players)}>
      ${game.seats.map(({ player }, seat) => {
        const offered = levels.some((level) => level.player === player) || player === "human";
        return html`<div class="field"><label for=${`sits${seat}`}>${seatName(look, seat + 1)}</label>
          <select id=${`sits${seat}`} onChange=${(/** @type {any} */ event) => set(players.map((old, at) => (at === seat ? event.target.value : old)))}>
            <option value="human" selected=${player === "human"}>${words.setup.human}</option>
            ${!offered && html`<option value=${player} selected>${playerText(player)}</option>`}
            ${levels.map((level) => html`<option value=${level.player} selected=${level.player === player}>${level.number}: ${known(words.levels, level.name)}</option>`)}
          </select></div>`;
      })}
      <p class="row"><button class="button primary">${words.table.changePlayers}</button><button type="button" class="button" onClick=${onClose}>${words.cancel}</button></p>
    </form>
  <//>`;
}

// @ts-check
// Stored games in a list, each from the reader's view.
import { html } from "../vendor/preact.js";
import { Guarded } from "../guarded.js";
import { Link } from "../state/route.js";
import { VerdictIcon } from "../board/verdict.js";
import { gameText, playerText } from "../table/names.js";
import { standing } from "../table/status.js";
import { day, words } from "../words/index.js";

/** @typedef {import("../types.js").Game} Game */

/** The result of a game for the only person in it. @param {Game} game @returns {"W" | "D" | "L" | null} */
export function ownResult(game) {
  const mine = game.seats.findIndex((seat) => seat.human);
  if (!game.over || game.seats.filter((seat) => seat.human).length !== 1) return null;
  if (game.given_up) return game.given_up.seat === mine + 1 ? "L" : "W";
  const payoffs = game.outcome?.payoffs;
  if (!payoffs) return null;
  const most = Math.max(...payoffs);
  if (payoffs[mine] < most) return "L";
  return payoffs.filter((payoff) => payoff === most).length === 1 ? "W" : "D";
}

/** The distinct computers in a game; a line has no room for the names of levels. @param {Game} game */
const computers = (game) => [...new Set(game.seats.filter((seat) => !seat.human).map((seat) => playerText(seat.player)))].join(", ");

/** The players of a game, in short. @param {Game} game */
export function meeting(game) {
  const people = game.seats.filter((seat) => seat.human);
  if (people.length === game.seats.length) return words.home.amongPeople(people.map((seat) => seat.name ?? "").filter(Boolean).join(", "));
  return people.length === 0 ? words.home.amongComputers(computers(game)) : words.home.against(computers(game));
}

/** @param {{ games: Game[] }} props */
export const GameRows = ({ games }) => html`<ul class="game-rows">
  ${games.map((game) => html`<li key=${game.id}><${Guarded}><${GameRow} game=${game} /><//></li>`)}
</ul>`;

/** @param {{ game: Game }} props */
export function GameRow({ game }) {
  const result = ownResult(game);
  const text = result ? words.home.ownResult[result](computers(game)) : [standing(game), game.over ? "" : meeting(game)].filter(Boolean).join(", ");
  return html`<${Link} href=${`/game/${game.id}`}>${result ? html`<${VerdictIcon} letter=${result} />` : html`<span class="no-icon"></span>`}<span class="row-text"><strong>${gameText(game.game, game.title)}</strong><span>${text}</span></span><time>${day(game.updated)}</time><//>`;
}

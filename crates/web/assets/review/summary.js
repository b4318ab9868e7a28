// @ts-check
// Each player's game in a line: mistakes by their kind, and accuracy.
import { html } from "../vendor/preact.js";
import { Token } from "../board/pieces.js";
import { percent, words } from "../words/index.js";

/**
 * @param {{ players: import("../types.js").ReviewedPlayer[], names: string[], look: import("../board/theme.js").Theme }} props
 */
export const Summary = ({ players, names, look }) => html`<ul class=${`review-players n${players.length}`}>
  ${players.map(
    (player, seat) => html`<li key=${seat}>
      ${!look.shared && html`<${Token} look=${look} seat=${seat + 1} size=${24} />`}
      <span class="review-who"><strong>${names[seat]}</strong><span>${words.review.counts(player)}</span></span>
      <span class="review-accuracy"><strong>${percent(player.accuracy)}</strong><span>${words.review.accuracy}</span></span>
    </li>`,
  )}
</ul>`;

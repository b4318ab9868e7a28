// @ts-check
// Each player's game in a line: who it was, mistakes by their kind, and accuracy.
import { html } from "../vendor/preact.js";
import { Token } from "../board/pieces.js";
import { seatText } from "../table/names.js";
import { percent, words } from "../words/index.js";

/**
 * @param {{ reviewed: import("../types.js").ReviewedPlayer[], players: import("../types.js").Player[], look: import("../board/theme.js").Theme }} props
 */
export const Summary = ({ reviewed, players, look }) => html`<ul class=${`review-players n${reviewed.length}`}>
  ${reviewed.map((player, seat) => {
    const { name, about } = seatText(look, players, seat + 1, false);
    return html`<li key=${seat}>
      ${!look.shared && html`<${Token} look=${look} seat=${seat + 1} size=${26} />`}
      <span class="review-who"><strong>${name}</strong><span>${[words.review.counts(player), about].filter(Boolean).join(", ")}</span></span>
      <span class="review-accuracy"><strong>${percent(player.accuracy)}</strong><span>${words.review.accuracy}</span></span>
    </li>`;
  })}
</ul>`;

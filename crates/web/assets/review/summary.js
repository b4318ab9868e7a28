// @ts-check
// Each player's game in a line: who it was, mistakes by their kind, and accuracy.
import { html } from "../vendor/preact.js";
import { Token } from "../board/pieces.js";
import { seatText } from "../table/names.js";
import { percent, words } from "../words/index.js";
import { givenAway } from "./course.js";

/**
 * @param {{ plies: import("../types.js").ReviewedPly[], inPoints: boolean, reviewed: import("../types.js").ReviewedPlayer[], players: import("../types.js").Player[], names: string[], look: import("../board/theme.js").Theme }} props `inPoints`: the quality of play is shown in points, not chances; `names`: what tells the players apart
 */
export const Summary = ({ plies, inPoints, reviewed, players, names, look }) => html`<ul class=${`review-players n${reviewed.length}`}>
  ${reviewed.map((player, seat) => {
    const { about } = seatText(look, players, seat + 1, false);
    const given = givenAway(plies, seat + 1);
    // If moves only cost points, losing some is still not a faultless game.
    const marked = player.blunders + player.mistakes + player.inaccuracies > 0;
    // Among more than two players what a move gave away is uncertain, so nobody is called faultless.
    const bounded = reviewed.length > 2;
    const counts = bounded && !marked ? "" : given.moves === 0 ? words.review.counts(player) : [marked ? words.review.counts(player) : "", words.review.costlyMoves(given.moves)].filter(Boolean).join(", ");
    return html`<li key=${seat}>
      ${!look.shared && html`<${Token} look=${look} seat=${seat + 1} size=${26} />`}
      <span class="review-who"><strong>${names[seat]}</strong><span>${[counts, about].filter(Boolean).join(", ")}</span></span>
      ${!bounded && html`<span class="review-accuracy">${inPoints ? html`<strong>${given.points}</strong><span>${words.review.pointsGiven(given.points)}</span>` : html`<strong>${percent(player.accuracy)}</strong><span>${words.review.accuracy}</span>`}</span>`}
    </li>`;
  })}
</ul>`;

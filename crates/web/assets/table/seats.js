// @ts-check
// The players, their men in hand and lost, their scores, and their clocks.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { Shape, shapeOf, Token } from "../board/pieces.js";
import { scoreName } from "../board/labels.js";
import { words } from "../words/index.js";
import { seatText } from "./names.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Clock} ClockData */
/** @typedef {import("../board/theme.js").Theme} Theme */

/** @param {{ view: View, look: Theme, players: Player[], order: number[], clock: ClockData | null, won: number | null, over: boolean }} props */
export function Seats({ view, look, players, order, clock, won, over }) {
  return html`<ul class=${`seats n${players.length}`}>
    ${order.map((seat) => {
      const on = !over && view.to_move === seat;
      const { name, about } = seatText(look, players, seat, on);
      return html`<li key=${seat} class=${`seat${on ? " on" : ""}${won === seat ? " won" : ""}`}>
        ${!look.shared && html`<${Token} look=${look} seat=${seat} />`}
        <span class="seat-who"><span class="seat-name">${name}${won === seat && html` <span class="badge-won">${words.table.won}</span>`}</span>${about && html`<span class="seat-sits">${about}</span>`}</span>
        ${clock && html`<${Clock} clock=${clock} seat=${seat} />`}
        <${Stock} view=${view} look=${look} seat=${seat} />
      </li>`;
    })}
  </ul>`;
}

/** Men on the board, in hand and lost; or the score. @param {{ view: View, look: Theme, seat: number }} props */
function Stock({ view, look, seat }) {
  const { scene } = view;
  const score = scene.scores[seat - 1];
  if (score !== undefined) {
    const blocked = scene.marks.filter((mark) => mark.kind === "blocked" && mark.owner === seat).reduce((sum, mark) => sum + mark.sites.length, 0);
    const beside = scene.pieces.filter((piece) => piece.owner === seat && view.layout.sites[piece.site].kind === "slot").length;
    const hand = scene.hands[seat - 1] ?? 0;
    const slots = view.layout.sites.some((site) => site.kind === "slot");
    const rest = !slots ? "" : hand ? words.table.inHand(hand) : [words.table.toSlide(beside - blocked), blocked ? words.table.blocked(blocked) : ""].filter(Boolean).join(", ");
    return html`<span class="stock-note">${rest}</span><span class="score"><strong>${score}</strong> <span>${scoreName(scene, score)}</span></span>`;
  }
  if (scene.hands.length === 0) return null;
  const hand = scene.hands[seat - 1];
  const lost = scene.lost[seat - 1] ?? 0;
  const placed = scene.pieces.filter((piece) => piece.owner === seat).length;
  const marks = [...Array(placed).fill("board"), ...Array(hand).fill("hand"), ...Array(lost).fill("lost")];
  const text = [words.table.onBoard(placed), hand ? words.table.inHand(hand) : "", lost ? words.table.lost(lost) : ""].filter(Boolean).join(", ");
  return html`<span class="stock"
    ><svg class="stock-men" width=${marks.length * 14} height="14" aria-hidden="true">
      ${marks.map((mark, at) =>
        mark === "lost"
          ? html`<path class="stock-lost" d=${`M${at * 14 + 4} 4l6 6m0-6l-6 6`} />`
          : mark === "hand"
            ? html`<circle class="stock-hand" cx=${at * 14 + 7} cy="7" r="5" />`
            : html`<g transform=${`translate(${at * 14 + 7} 7)`}><${Shape} shape=${shapeOf(look, seat)} r="5.5" /></g>`,
      )}</svg
    ><span class="stock-note">${text}</span></span
  >`;
}

/** @param {{ clock: ClockData, seat: number }} props */
function Clock({ clock, seat }) {
  const [, tick] = useState(0);
  const running = clock.running === seat;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((old) => old + 1), 500);
    return () => clearInterval(timer);
  }, [running]);
  // This machine's clock may differ from the server's.
  const ahead = useMemo(() => Date.now() - clock.now, [clock]);
  const left = Math.max(0, clock.left[seat - 1] - (running ? Date.now() - ahead - clock.at : 0));
  const seconds = Math.ceil(left / 1000);
  return html`<span class=${`clock${running ? " running" : ""}${seconds <= 10 ? " short" : ""}`} role="timer">${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}</span>`;
}

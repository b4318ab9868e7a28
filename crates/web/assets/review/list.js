// @ts-check
// All moves of a reviewed game with their marks, scrolled to the current one.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { Token } from "../board/pieces.js";
import { rowsOf } from "../table/moves.js";
import { moveText } from "../table/names.js";
import { words } from "../words/index.js";
import { costText, isCostly } from "./cost.js";
import { MarkIcon, OnlyIcon } from "./mark.js";

/** @typedef {import("../types.js").ReviewedPly} Ply */

/**
 * @param {{ turns: import("../types.js").Turn[], plies: Ply[], names: string[], look: import("../board/theme.js").Theme, at: number, go: (ply: number) => void }} props
 */
export function ReviewedMoves({ turns, plies, names, look, at, go }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const element = list.current;
    const current = /** @type {HTMLElement | null | undefined} */ (element?.querySelector("[aria-current]"));
    if (element && current) element.scrollTop = Math.max(0, current.offsetTop - element.clientHeight / 2);
  }, [at, plies.length]);
  const rows = rowsOf(turns, names.length);
  return html`<section class=${`reviewed k${names.length}`} ref=${list} tabindex="0" aria-label=${words.table.moves}>
    <div class="move-row move-heads"><span class="move-head">${words.table.move}</span>${names.map((name, seat) => html`<span class="move-head">${!look.shared && html`<${Token} look=${look} seat=${seat + 1} size=${14} />`}<span class=${names.length > 2 ? "hidden" : ""}>${name}</span></span>`)}</div>
    ${rows.map(
      (row, number) => html`<div key=${number} class="move-row"><span class="move-number">${number + 1}</span>
        ${row.map((ply) => ply === null ? html`<span class="move"></span>` : html`<${One} turn=${turns[ply - 1]} ply=${plies[ply - 1]} number=${ply} now=${ply === at} go=${go} />`)}</div>`,
    )}
  </section>`;
}

/** @param {{ turn: import("../types.js").Turn, ply: Ply | undefined, number: number, now: boolean, go: (ply: number) => void }} props */
function One({ turn, ply, number, now, go }) {
  const costly = ply && isCostly(ply);
  const cost = costly ? costText(ply, turn.player) : "";
  const about = costly ? [words.review.marks[ply.mark ?? ""], cost].filter(Boolean).join(", ") : ply?.only ? words.review.only : "";
  return html`<button type="button" class=${`move${now ? " now" : ""}`} aria-current=${now ? "true" : undefined} data-cost=${cost || undefined} title=${about || undefined} onClick=${() => go(number)}>
    <span>${moveText(turn.shown)}</span>${about && html`<span class="hidden">, ${about}</span>`}
    ${costly ? html`<${MarkIcon} mark=${ply.mark} exact=${ply.exact_loss ?? false} />` : ply?.only ? html`<${OnlyIcon} />` : null}
  </button>`;
}

// @ts-check
// A result by shape and letter.
import { html } from "../vendor/preact.js";

/** The letter in its shape: W on a disc, D on a square, L on a triangle. @param {{ letter: string, size: number, plain?: boolean }} props `plain`: without the letter */
export function Verdict({ letter, size, plain = false }) {
  const half = size / 2;
  const shape =
    letter === "W"
      ? html`<circle class="verdict w" r=${half} />`
      : letter === "D"
        ? html`<rect class="verdict d" x=${-half * 0.88} y=${-half * 0.88} width=${half * 1.76} height=${half * 1.76} rx="1" />`
        : html`<polygon class="verdict l" points=${`0,${-half * 1.05} ${half * 1.15},${half * 0.9} ${-half * 1.15},${half * 0.9}`} />`;
  return plain ? shape : html`${shape}<text class="verdict-letter" font-size=${size * 0.56} y=${letter === "L" ? size * 0.33 : size * 0.2}>${letter}</text>`;
}

/** The same beside text. @param {{ letter: string }} props */
export const VerdictIcon = ({ letter }) => html`<svg class="verdict-icon" width="22" height="22" viewBox="-11 -11 22 22" aria-hidden="true"><${Verdict} letter=${letter} size=${18} /></svg>`;

// @ts-check
// What the next player would do if the player to move passed.
import { html } from "../vendor/preact.js";
import { pathOf } from "../board/turn.js";
import { useLoad } from "../state/load.js";
import { words } from "../words/index.js";
import { phrase } from "../words/phrases.js";
import { lineText, moveText } from "./names.js";
import { Proof } from "./advice.js";

/** @typedef {{ player: number, move: import("../types.js").LegalMove, why: import("../types.js").Why, line: string[], shown: string[] }} Threat */

/** @param {string} spot @param {string} key @param {boolean} wanted @returns {{ threat: Threat | null, asked: boolean }} `asked`: the answer has arrived */
export function useThreat(spot, key, wanted) {
  const path = wanted ? `/api/spot/threat?${spot}` : null;
  const loaded = useLoad(path, key);
  const asked = path !== null && loaded.path === path + key;
  return { threat: asked ? /** @type {Threat | null} */ (loaded.data) : null, asked };
}

/** @param {Threat | null} threat @returns {import("../board/signs.js").Arrow[]} */
export const threatArrows = (threat) => (threat ? [{ ...pathOf(threat.move), kind: "threat" }] : []);

/** @param {{ threat: Threat | null, asked: boolean, names: string[] }} props */
export function ThreatText({ threat, asked, names }) {
  if (!asked) return html`<p class="quiet">${words.advice.asking}</p>`;
  if (!threat) return html`<p class="quiet threat">${words.analysis.noThreat}</p>`;
  const who = names[threat.player - 1] ?? "";
  return html`<div class="threat"><p class="advice-line"><strong>${words.analysis.threatens(who, moveText(threat.move.shown ?? threat.move.text))}</strong><${Proof} exact=${false} /></p>
    <p class="why">${phrase(threat.why)}</p>
    ${threat.line.length > 1 && html`<p class="quiet">${words.analysis.then} ${lineText({ shown: threat.shown.slice(1) }, threat.line.slice(1), 6)}</p>`}</div>`;
}

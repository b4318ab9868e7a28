// @ts-check
// The board of the editor: a click places the chosen piece, a drag moves, a right click removes.
import { html, useRef, useState } from "../vendor/preact.js";
import { Board } from "../board/board.js";
import { themeOf } from "../board/theme.js";
import { words } from "../words/index.js";
import { letterAt, lettersFor, lettersOf, withLetter } from "./text.js";

/** @param {{ spot: import("../types.js").Spot, text: string, set: (text: string) => void, tool: string }} props `spot`: the latest position that the rules accepted */
export function ClickBoard({ spot, text, set, tool }) {
  const { view } = spot;
  const cycle = lettersFor(view);
  const letters = cycle.length ? lettersOf(view, text) : null;
  const look = themeOf(view);
  const held = useRef(/** @type {number | null} */ (null));
  const [peeked, peek] = useState(/** @type {number | null} */ (null));
  // The text is drawn even while it is invalid.
  const owner = (/** @type {string} */ letter) => {
    const at = cycle.indexOf(letter);
    return !look.shared && at <= view.seats.length ? at : null;
  };
  const pieces = (letters ?? []).flatMap((at, site) => (cycle.indexOf(text[at]) > 0 ? [{ site, owner: owner(text[at]) }] : []));
  const marks = spot.status.position === text ? view.scene.marks : [];
  const standing = new Set(pieces.map((piece) => piece.site));
  /** @param {number} site @param {string} how */
  const click = (site, how) => {
    if (how === "drag" && held.current === null && standing.has(site)) {
      held.current = site;
      return;
    }
    const from = held.current;
    held.current = null;
    if (how === "drag" && from !== null) set(withLetter(view, withLetter(view, text, from, cycle[0]), site, letterAt(view, text, from)));
    // The same piece again removes it.
    else set(withLetter(view, text, site, letterAt(view, text, site) === tool ? cycle[0] : tool));
  };
  /** @param {Event} event */
  const clear = (event) => {
    const site = /** @type {Element} */ (event.target).closest("[data-site]")?.getAttribute("data-site");
    if (site === null || site === undefined) return;
    event.preventDefault();
    set(withLetter(view, text, Number(site), cycle[0]));
  };
  const targets = new Map(view.layout.sites.map((_, site) => [site, standing.has(site) ? "lift" : "put"]));
  const ghost = peeked !== null && !standing.has(peeked) && cycle.indexOf(tool) > 0 ? { from: null, to: peeked, owner: owner(tool) } : null;
  return html`<div onContextMenu=${clear}><${Board}
    view=${{ ...view, last: null, scene: { ...view.scene, marks } }}
    look=${look}
    pieces=${letters ? pieces : view.scene.pieces}
    targets=${letters ? targets : new Map()}
    chosen=${null}
    ghost=${ghost}
    preview=${[]}
    badges=${new Map()}
    options=${{ flip: false, coordinates: true, tallies: false, counts: true, numbers: null }}
    label=${words.editor.title}
    turn=${`${text}/${tool}`}
    onSite=${click}
    onPeek=${peek}
    onCancel=${() => {
      held.current = null;
    }}
  /></div>`;
}

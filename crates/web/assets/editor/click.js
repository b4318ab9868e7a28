// @ts-check
// Clicking pieces onto the board. A position text that begins with the places row by row is edited letter by letter, and
// the server checks what comes of it.
import { html } from "../vendor/preact.js";
import { Board } from "../board/board.js";
import { themeOf } from "../board/theme.js";
import { words } from "../words/index.js";

/**
 * Where each site's letter stands in the text: rows from the top, places from the left, a slash between rows. A text that
 * does not hold one letter a site is left alone.
 * @param {import("../types.js").View} view @param {string} text @returns {number[] | null}
 */
export function lettersOf(view, text) {
  const rows = (text.split(" ")[0] ?? "").split("/");
  const { sites } = view.layout;
  const heights = [...new Set(sites.map((site) => site.y))].sort((one, other) => one - other);
  const places = heights.flatMap((y) => sites.flatMap((site, index) => (site.y === y ? [{ index, x: site.x, y }] : [])).sort((one, other) => one.x - other.x));
  const letters = rows.join("").length;
  /** @type {number[]} */
  const found = new Array(sites.length);
  if (letters === sites.length) {
    // Row by row; the middle row of a morris board is one row of six.
    let at = 0;
    let row = 0;
    let within = 0;
    for (const place of places) {
      while (row < rows.length && within >= rows[row].length) {
        at += 1;
        row += 1;
        within = 0;
      }
      found[place.index] = at;
      at += 1;
      within += 1;
    }
    return found;
  }
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) return null;
  for (const place of places) {
    if (place.x >= width || place.y >= rows.length) return null;
    found[place.index] = place.y * (width + 1) + place.x;
  }
  return found;
}

/** @param {{ spot: import("../types.js").Spot, text: string, set: (text: string) => void }} props `spot`: the latest position that the rules accepted */
export function ClickBoard({ spot, text, set }) {
  const { view } = spot;
  // The letters of a text form, in the order a click walks them.
  const cycle = [...(view.layout.symbols ?? "")];
  const letters = cycle.length ? lettersOf(view, text) : null;
  const { shared } = themeOf(view);
  // What the text says is drawn even while the rules do not accept it.
  const pieces = (letters ?? []).flatMap((at, site) => {
    const owner = cycle.indexOf(text[at]);
    return owner > 0 ? [{ site, owner: !shared && owner <= view.seats.length ? owner : null }] : [];
  });
  const marks = spot.status.position === text ? view.scene.marks : [];
  /** @param {number} site */
  const click = (site) => {
    const at = letters?.[site];
    if (at === undefined) return;
    const letter = cycle[(cycle.indexOf(text[at]) + 1) % cycle.length];
    set(text.slice(0, at) + letter + text.slice(at + 1));
  };
  return html`<${Board}
    view=${{ ...view, last: null, scene: { ...view.scene, marks } }}
    look=${themeOf(view)}
    pieces=${letters ? pieces : view.scene.pieces}
    targets=${new Map()}
    chosen=${null}
    ghost=${null}
    preview=${[]}
    badges=${new Map()}
    hinted=${null}
    options=${{ flip: false, coordinates: true, tallies: false, counts: true, numbers: null }}
    label=${words.editor.title}
    turn=${text}
    onSite=${click}
    onPeek=${() => {}}
    onCancel=${() => {}}
  />`;
}

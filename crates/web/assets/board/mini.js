// @ts-check
// A small, non-interactive board.
import { html } from "../vendor/preact.js";
import { geometryOf } from "./geometry.js";
import { Background } from "./background.js";
import { themeOf } from "./theme.js";
import { Lines, Sections, WinningLines } from "./marks.js";
import { Shape, shapeOf } from "./pieces.js";

/**
 * @param {{ view: import("../types.js").View, size?: number, label: string, fresh?: boolean,
 *           over?: (g: import("./geometry.js").Geometry, look: import("./theme.js").Theme) => any }} props `over`: what is drawn over the pieces
 */
export function Mini({ view, size = 264, label, fresh = false, over }) {
  const look = themeOf(view);
  // Lines reach the edge, to align with the text below; men on them extend beyond it.
  const g = geometryOf(view, { ...look, margin: look.open ? 3 : 1 }, size, false);
  const blocked = new Set(view.scene.marks.filter((mark) => mark.kind === "blocked").flatMap((mark) => mark.sites));
  const last = new Set(fresh ? (view.last?.steps ?? []).map((step) => step.site) : []);
  return html`<svg class=${`mini ${look.mode}`} viewBox=${`0 0 ${g.width} ${g.height}`} width=${g.width} height=${g.height} role="img" aria-label=${label}>
    <${Sections} marks=${view.scene.marks} look=${look} g=${g} />
    <${Background} view=${view} look=${look} g=${g} mini=${true} />
    <${Lines} marks=${view.scene.marks} g=${g} fresh=${new Set(view.layout.sites.keys())} />
    ${view.scene.pieces.map(
      (piece) => html`<g class=${`piece${blocked.has(piece.site) ? " blocked" : ""}${last.has(piece.site) ? " fresh" : ""}`} transform=${`translate(${g.at[piece.site].x} ${g.at[piece.site].y})`}><${Shape} shape=${shapeOf(look, piece.owner)} r=${g.radius} /></g>`,
    )}
    <${WinningLines} marks=${view.scene.marks} g=${g} look=${look} />
    ${over?.(g, look)}
  </svg>`;
}

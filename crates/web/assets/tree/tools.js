// @ts-check
// Tools for showing a tree to a class: zoom, fewer levels, a single branch, full screen.
import { html } from "../vendor/preact.js";
import { moveText } from "../table/names.js";
import { Segments } from "../table/switches.js";
import { words } from "../words/index.js";
import { pathTo } from "./shape.js";

/** @typedef {import("./shape.js").Placed} Placed */
/** @typedef {import("./shape.js").Folds} Folds */

/** The zoom levels. */
export const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 5, 8];

/** The next one. @param {number} zoom @param {1 | -1} step */
export const zoomed = (zoom, step) => ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, ZOOMS.indexOf(zoom) + step))] ?? 1;

/** The moves from the root. @param {Placed[]} path */
export const lineOf = (path) => path.slice(1).map(({ move }) => moveText(move ?? "")).join(" ");

/**
 * @param {object} props
 * @param {Placed} props.root @param {Folds} props.folds @param {(folds: Folds) => void} props.fold @param {number} props.zoom @param {(zoom: number) => void} props.setZoom
 * @param {number} props.depth @param {number | null} props.chosen @param {(id: number | null) => void} props.choose @param {boolean} props.projected @param {(on: boolean) => void} props.project
 */
export function TreeTools({ root, folds, fold, zoom, setZoom, depth, chosen, choose, projected, project }) {
  const path = chosen === null ? [] : pathTo(root, chosen);
  const node = path.at(-1);
  const levels = Number.isFinite(folds.levels) ? folds.levels : depth;
  const way = pathTo(root, folds.branch ?? root.id);
  const below = way.at(-1);
  const toggle = () => {
    if (!node) return;
    const shut = new Set(folds.folded);
    if (!shut.delete(node.id)) shut.add(node.id);
    fold({ ...folds, folded: shut });
  };
  return html`<div class="tree-tools" role="group" aria-label=${words.tree.tools}>
    <span class="tree-zoom" role="group" aria-label=${words.tree.zoom}>
      <button type="button" class="button small" aria-label=${words.tree.farther} disabled=${zoom === ZOOMS[0]} onClick=${() => setZoom(zoomed(zoom, -1))}>−</button>
      <button type="button" class="button small" aria-label=${`${Math.round(100 * zoom)} %: ${words.tree.fit}`} onClick=${() => setZoom(1)}>${Math.round(100 * zoom)} %</button>
      <button type="button" class="button small" aria-label=${words.tree.closer} disabled=${zoom === ZOOMS[ZOOMS.length - 1]} onClick=${() => setZoom(zoomed(zoom, 1))}>+</button>
    </span>
    ${depth > 1 && html`<span class="inline">${words.tree.levels} <${Segments} label=${words.tree.levels} options=${Array.from({ length: depth }, (_, at) => ({ id: String(at + 1), text: String(at + 1) }))} value=${String(levels)} set=${(/** @type {string} */ id) => fold({ ...folds, levels: Number(id) })} /></span>`}
    <label class="inline">${words.tree.branch} <select onChange=${(/** @type {any} */ event) => fold({ ...folds, branch: event.target.value === "" ? null : Number(event.target.value) })}>
      <option value="" selected=${folds.branch === null}>${words.tree.all}</option>
      ${way.slice(1).map((one, at) => html`<option value=${one.id} selected=${one.id === folds.branch}>${lineOf(way.slice(0, at + 2))}</option>`)}
      ${(below?.children ?? []).filter(({ children }) => children.length).map((one) => html`<option value=${one.id}>${lineOf([...way, one])}</option>`)}
    </select></label>
    ${(folds.folded.size > 0 || folds.branch !== null || Number.isFinite(folds.levels)) && html`<button type="button" class="button small" onClick=${() => fold({ folded: new Set(), branch: null, levels: Infinity })}>${words.tree.unfold}</button>`}
    <button type="button" class="button small" aria-pressed=${projected ? "true" : "false"} onClick=${() => project(!projected)}>${words.tree.projector} <kbd aria-hidden="true">P</kbd></button>
    ${node &&
    node.parent !== null &&
    html`<span class="tree-chosen-tools"><strong>${lineOf(path)}</strong>
      ${node.children.length > 0 && html`<button type="button" class="button small" aria-pressed=${folds.folded.has(node.id) ? "true" : "false"} onClick=${toggle}>${words.tree.foldHere}</button>`}
      ${node.children.length > 0 && html`<button type="button" class="button small" aria-pressed=${folds.branch === node.id ? "true" : "false"} onClick=${() => fold({ ...folds, branch: folds.branch === node.id ? null : node.id })}>${words.tree.only}</button>`}
      <button type="button" class="button small" onClick=${() => choose(null)}>${words.close}</button></span>`}
  </div>`;
}

// @ts-check
// The tree explorer: how a search thinks, level by level and step by step.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { query as toQuery } from "../api.js";
import { family as familyOf, themeOf } from "../board/theme.js";
import { seatName } from "../board/labels.js";
import { Heading, Problem } from "../shell.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { useKeys } from "../table/keys.js";
import { gameText, moveText } from "../table/names.js";
import { Segments } from "../table/switches.js";
import { examples, exampleQuery } from "../state/catalogue.js";
import { known, said, words } from "../words/index.js";
import { endingOf, TreeDrawing, UNFOLDED, valueOf } from "./drawing.js";
import { everyone, plant, readTree, stepsOf } from "./shape.js";
import { TreeTools, zoomed } from "./tools.js";

/** @typedef {import("./shape.js").Tree} Tree */

const DEPTHS = ["1", "2", "3", "4"];

/** @param {{ query: URLSearchParams }} props */
export function TreePage({ query }) {
  const catalogue = useCatalogue();
  const fields = { game: query.get("game") ?? examples()[0]?.game ?? "", seed: query.get("seed") ?? "", position: query.get("position") ?? "", moves: query.get("moves") ?? "" };
  const spot = toQuery(fields);
  const about = useLoad(fields.game ? `/api/spot?${spot}` : null);
  const data = /** @type {import("../types.js").Spot | null} */ (/** @type {any} */ (about.data));
  const many = (data?.view.seats.length ?? 2) > 2;
  const asked = query.get("tree") || "alphabeta";
  const algorithm = many ? "maxn" : asked;
  const depth = query.get("depth") ?? "3";
  const evaluator = query.get("eval") ?? "";
  // Another name of a game is replaced by its specification.
  const spec = data?.view.game ?? fields.game;
  const family = familyOf(spec);
  const set = (/** @type {Record<string, string>} */ next) => go(`/spot?${toQuery({ ...fields, tree: asked, depth, eval: evaluator, ...next })}`, true);
  const address = (/** @type {string} */ name) => (data ? `/api/spot/tree?${spot}&${toQuery({ algorithm: name, depth, eval: evaluator, boards: 1 })}` : null);
  const both = algorithm === "both";
  const first = useLoad(address(both ? "minimax" : algorithm));
  const second = useLoad(both ? address("alphabeta") : null);
  const trees = useMemo(() => [first.data, both ? second.data : null].filter(Boolean).map(readTree), [first.data, second.data, both]);
  const most = Math.max(0, ...trees.map(stepsOf));
  const [step, setStep] = useState(Infinity);
  useEffect(() => setStep(Infinity), [first.data, second.data]);
  const at = Math.min(step, most);
  const move = (/** @type {number} */ to) => setStep(Math.max(1, Math.min(most, to)));
  const [zoom, setZoom] = useState(1);
  const [folds, fold] = useState(UNFOLDED);
  const [chosen, choose] = useState(/** @type {number | null} */ (null));
  const [projected, setProjected] = useState(query.has("projector"));
  useEffect(() => {
    fold(UNFOLDED);
    choose(null);
  }, [first.data, second.data]);
  const project = (/** @type {boolean} */ on) => {
    setProjected(on);
    // A browser without full screen still shows the tree alone.
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  };
  useEffect(() => {
    document.body.classList.toggle("projector", projected);
    return () => document.body.classList.remove("projector");
  }, [projected]);
  useEffect(() => {
    const left = () => !document.fullscreenElement && setProjected(false);
    document.addEventListener("fullscreenchange", left);
    return () => document.removeEventListener("fullscreenchange", left);
  }, []);
  const onward = () => {
    // A focused button handles the space bar itself.
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    if (active?.closest("button, a, summary")) active.click();
    else move(at >= most ? 1 : at + 1);
  };
  useKeys({
    ArrowLeft: () => move(at - 1),
    ArrowRight: () => move(at + 1),
    Home: () => move(1),
    End: () => move(most),
    " ": onward,
    "+": () => setZoom(zoomed(zoom, 1)),
    "-": () => setZoom(zoomed(zoom, -1)),
    0: () => setZoom(1),
    p: () => project(!projected),
    ...(projected ? { Escape: () => project(false) } : {}),
  });
  const planted = useMemo(() => (trees.length ? plant(trees[trees.length - 1]) : null), [trees]);
  const choice = catalogue?.games.find((game) => game.id === family);
  const name = known(words.tree.algorithms, both ? "alphabeta" : algorithm);
  useEffect(() => {
    document.title = `${words.tree.deep(name, Number(depth))} · ${words.brand}`;
  }, [name, depth]);
  if (about.error) return html`<${Problem} error=${about.error} />`;
  const view = data?.view;
  const look = view && themeOf(view);
  const options = many ? [{ id: "maxn", text: words.tree.algorithms.maxn }] : [{ id: "minimax", text: words.tree.algorithms.minimax }, { id: "alphabeta", text: words.tree.algorithms.alphabeta }, { id: "both", text: words.tree.both }];
  return html`<div class="page tree-page" data-accent=${family}>
    <${Heading} text=${`${words.tree.title}, ${gameText(spec)}`} back=${`/spot?${spot}`} />
    <div class="tree-head">
      <h1>${words.tree.deep(both ? words.tree.both : name, Number(depth))}</h1>
      <div class="row">
        <${Segments} label=${words.tree.title} options=${options} value=${algorithm} set=${(/** @type {string} */ id) => set({ tree: id })} />
        <${Segments} label=${words.tree.depth} options=${DEPTHS.map((id) => ({ id, text: id }))} value=${depth} set=${(/** @type {string} */ id) => set({ depth: id })} />
      </div>
    </div>
    ${first.error && html`<p class="error" role="alert">${first.error.message}</p>`}
    ${!first.error && trees.length === 0 && html`<p class="quiet">${words.loading}</p>`}
    ${view?.outcome && html`<p class="quiet">${words.tree.none}</p>`}
    ${planted && html`<${TreeTools} root=${planted} folds=${folds} fold=${fold} zoom=${zoom} setZoom=${setZoom} depth=${Math.max(...trees.flatMap((tree) => tree.nodes.map(({ level }) => level)))} chosen=${chosen} choose=${choose} projected=${projected} project=${project} />`}
    ${view &&
    look &&
    html`<div class=${`tree-area${both ? " tree-pair" : ""}`}>
      ${trees.map(
        (tree) => html`<section key=${tree.algorithm}>
          <div class="tree-facts"><${Counts} tree=${tree} name=${known(words.tree.algorithms, tree.algorithm)} titled=${both} />${!both && html`<${TreeLegend} first=${seatName(look, 1)} second=${seatName(look, 2)} many=${many} />`}</div>
          <${TreeDrawing} tree=${tree} view=${view} step=${Math.min(at, stepsOf(tree))} label=${words.tree.deep(known(words.tree.algorithms, tree.algorithm), Number(depth))} compact=${both} zoom=${zoom} folds=${both ? { ...UNFOLDED, levels: folds.levels } : folds} chosen=${both ? null : chosen} choose=${both ? undefined : choose} />
          ${tree.unlisted > 0 && html`<p class="quiet">${words.tree.truncated}</p>`}
        </section>`,
      )}
    </div>`}
    <div class="tree-foot">
      <button type="button" class="button" disabled=${at <= 1} onClick=${() => move(at - 1)}>${words.review.previous} <kbd aria-hidden="true">←</kbd></button>
      <button type="button" class="button" disabled=${at >= most} onClick=${() => move(at + 1)}>${words.review.next} <kbd aria-hidden="true">${words.keys.space}</kbd></button>
      <input type="range" min="1" max=${Math.max(1, most)} value=${at} aria-label=${words.tree.steps} onInput=${(/** @type {any} */ event) => move(Number(event.target.value))} />
      <span class="tree-step">${words.tree.step(at, most)}</span>
      <p class="tree-said" aria-live="polite">${trees.length && view && look ? sentence(trees[trees.length - 1], at, look) : ""}</p>
    </div>
    <p class="row tree-links">
      <span class="quiet">${words.tree.presets}</span>
      ${examples().map((example) => html`<${Link} href=${`/spot?${toQuery(exampleQuery(example))}`}>${said(example.title)}<//>`)}
      <${Link} href=${`/spot?${spot}`}>${words.tree.back}<//>
      <${Link} href=${`/worksheet?${toQuery({ kind: "tree", game: spec, position: data?.status.position, depth })}`}>${words.tree.print}<//>
      ${choice && choice.evaluators.length > 1 && html`<label class="inline">${words.tree.evaluator} <select onChange=${(/** @type {any} */ event) => set({ eval: event.target.value })}><option value="">${words.setup.standard}</option>${choice.evaluators.map((one) => html`<option value=${one.id} selected=${one.id === evaluator}>${one.id}</option>`)}</select></label>`}
    </p>
  </div>`;
}

/** @param {{ tree: Tree, name: string, titled: boolean }} props */
function Counts({ tree, name, titled }) {
  const looked = tree.levels.reduce((sum, level) => sum + level.looked, 0);
  const all = tree.levels.reduce((sum, level) => sum + level.all, 0);
  return html`<div class="tree-counts">
    <p>${titled && html`<strong>${name}: </strong>`}<strong>${words.tree.looked(looked, all)}</strong> ${words.tree.positions}, <strong>${words.tree.cut(all - looked)}</strong></p>
    <table><tbody>
      ${tree.levels.filter(({ level, all: total }) => level > 0 && total > 0).map(({ level, looked: seen, all: total }) => html`<tr><th scope="row">${words.tree.level(level)}</th><td>${words.tree.looked(seen, total)}</td><td><svg class="level-bar" width="130" height="6" aria-hidden="true"><rect class="level-all" width="130" height="6" /><rect class="level-seen" width=${(130 * seen) / Math.max(1, total)} height="6" /></svg></td></tr>`)}
    </tbody></table>
  </div>`;
}

/** @param {{ first: string, second: string, many: boolean }} props */
const TreeLegend = ({ first, second, many }) =>
  many
    ? null
    : html`<details class="tree-signs" open=${!matchMedia("(max-width: 700px)").matches}><summary>${words.tree.signs}</summary><dl class="tree-legend">
        <dt>▲</dt><dd>${words.tree.highest(first)}</dd>
        <dt>▼</dt><dd>${words.tree.lowest(second)}</dd>
        <dt>${words.tree.won}, ${words.tree.lost}</dt><dd>${words.tree.wonLegend}</dd>
        <dt>[−∞, 0]</dt><dd>${words.tree.window}</dd>
        <dt><svg width="28" height="14" aria-hidden="true"><path class="branch cut" d="M0 7H28" /><path class="cut-sign" d="M9 12l6 -9m-1 10l6 -9" /></svg></dt><dd>${words.tree.cutLegend}</dd>
      </dl></details>`;

/** What happened at a step. @param {Tree} tree @param {number} step @param {import("../board/theme.js").Theme} look */
function sentence(tree, step, look) {
  const root = plant(tree);
  if (!root) return "";
  const nodes = everyone(root);
  const parents = new Map(nodes.map((node) => [node.id, node]));
  const node = nodes.find((one) => one.order === step - 1);
  if (!node) return "";
  if (node.parent === null) return words.tree.root;
  const path = [];
  for (let at = /** @type {typeof node | undefined} */ (node); at && at.parent !== null; at = parents.get(at.parent)) path.unshift(moveText(at.move ?? ""));
  const line = path.join(" ");
  if (node.children.length && node.last >= step) return words.tree.reached(line);
  const said = node.over ? words.tree.ended(line, endingOf(look, node), valueOf(node)) : words.tree.leaf(line, valueOf(node));
  // Everything above that this step settles, with the cuts.
  const more = [];
  for (let at = parents.get(/** @type {number} */ (node.parent)); at && at.last === step - 1; at = at.parent === null ? undefined : parents.get(at.parent)) {
    const cut = at.children.filter((child) => child.order === null).length;
    if (cut) more.push(words.tree.cuts(cut));
    if (at.move) more.push(words.tree.settled(moveText(at.move), valueOf(at)));
  }
  return [said, ...more].slice(0, 3).join(" ");
}

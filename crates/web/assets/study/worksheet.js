// @ts-check
// A printable page for a class: puzzles, positions, or a tree to fill in.
import { html, useEffect, useMemo } from "../vendor/preact.js";
import { query as toQuery } from "../api.js";
import { Background, Coordinates } from "../board/background.js";
import { geometryOf } from "../board/geometry.js";
import { Lines } from "../board/marks.js";
import { Shape, shapeOf } from "../board/pieces.js";
import { themeOf } from "../board/theme.js";
import { Guarded } from "../guarded.js";
import { ANY, choices } from "../puzzles/choose.js";
import { Stepper } from "../setup/rules.js";
import { Heading } from "../shell.js";
import { examples, familyOf } from "../state/catalogue.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { caller, familyText, gameText, moveText } from "../table/names.js";
import { Chips, Toggle } from "../table/switches.js";
import { TreeDrawing } from "../tree/drawing.js";
import { readTree, stepsOf } from "../tree/shape.js";
import { movesOf, said, words } from "../words/index.js";
import { chosenPuzzles } from "./chosen.js";

/** @typedef {"puzzles" | "positions" | "tree"} Kind */
/** @type {Kind[]} */
const KINDS = ["puzzles", "positions", "tree"];
/** The side of a printed board, in pixels. */
const SIZE = 270;
/** The minimum margin around a board with coordinates outside, in percent. */
const MARGIN = 13;

/** @param {{ query: URLSearchParams }} props */
export function WorksheetPage({ query }) {
  const catalogue = useCatalogue();
  const kind = /** @type {Kind} */ (KINDS.find((one) => one === query.get("kind")) ?? "puzzles");
  const asked = query.get("game") ?? catalogue?.games[0]?.id ?? "";
  const family = familyOf(asked.split(":")[0])?.id ?? asked;
  const count = Math.max(1, Math.min(12, Number(query.get("count") ?? 6) || 6));
  const level = query.get("level") ?? "";
  const set = Math.max(1, Number(query.get("set") ?? 1) || 1);
  const solutions = query.get("solutions") !== "0";
  const listed = useLoad(kind === "puzzles" ? "/api/puzzles" : null);
  /** @type {import("../puzzles/choose.js").Puzzle[] | null} */
  const puzzles = /** @type {any} */ (listed.data)?.puzzles ?? null;
  const ofPuzzles = puzzles && choices(puzzles, ANY).games;
  const chosen = puzzles && chosenPuzzles(puzzles, { game: family, level, count, set });
  const nothing = kind === "puzzles" && chosen?.length === 0;
  const positions = query.getAll("position").flatMap((text) => text.split("\n")).map((text) => text.trim()).filter(Boolean);
  const change = (/** @type {Record<string, any>} */ next) => go(`/worksheet?${toQuery({ ...Object.fromEntries(query), kind, ...next })}`, true);
  useEffect(() => {
    document.title = `${words.sheet.title} · ${words.brand}`;
  }, []);
  const title = kind === "tree" ? `${words.tree.title}, ${gameText(asked)}` : `${words.sheet.kinds[kind]}, ${familyText(family)}`;
  return html`<div class="page worksheet" data-accent=${family}>
    <${Heading} text=${words.sheet.title} back="/study" />
    <form class="sheet-form" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <div><h1>${words.sheet.title}</h1><p class="quiet">${words.sheet.intro}</p></div>
      <${Chips} label=${words.sheet.kind} value=${kind} set=${(/** @type {string} */ one) => go(`/worksheet?${toQuery({ kind: one, game: family })}`, true)} options=${KINDS.map((one) => ({ id: one, text: words.sheet.kinds[one] }))} />
      ${kind !== "tree" && html`<${Chips} label=${words.lab.game} value=${family} set=${(/** @type {string} */ one) => change({ game: one, position: null })} options=${(catalogue?.games ?? []).filter(({ id }) => kind !== "puzzles" || !ofPuzzles || ofPuzzles.includes(id)).map(({ id }) => ({ id, text: familyText(id) }))} />`}
      ${kind === "tree" && html`<div class="field"><label for="sheet-example">${words.sheet.example}</label><select id="sheet-example" onChange=${(/** @type {any} */ event) => {
        const example = examples()[Number(event.target.value)];
        if (example) change({ game: example.game, position: example.position, depth: example.depth });
      }}><option value="">…</option>${examples().map((example, at) => html`<option value=${at}>${said(example.title)}</option>`)}</select></div>`}
      ${kind === "puzzles" &&
      html`<${Stepper} id="sheet-count" label=${words.sheet.count} value=${count} low=${1} high=${12} set=${(/** @type {number} */ n) => change({ count: n })} />
        <div class="field"><span class="label-inline">${words.sheet.level}</span><${Chips} label=${words.sheet.level} value=${level} set=${(/** @type {string} */ one) => change({ level: one })} options=${["", "1", "2", "3", "4", "5"].map((one) => ({ id: one, text: one || words.sheet.anyLevel }))} /></div>
        <${Toggle} label=${words.sheet.solutions} on=${solutions} set=${(/** @type {boolean} */ on) => change({ solutions: on ? null : "0" })} />`}
      ${kind === "positions" && html`<div class="field"><label for="sheet-positions">${words.sheet.positions}</label><textarea id="sheet-positions" class="mono" rows="4" spellcheck=${false} value=${positions.join("\n")} onChange=${(/** @type {any} */ event) => change({ position: event.target.value })}></textarea></div>`}
      <p class="row"><button type="button" class="button primary" disabled=${nothing} onClick=${() => print()}>${words.sheet.print}</button>${kind === "puzzles" && html`<button type="button" class="button" disabled=${nothing} onClick=${() => change({ set: set + 1 })}>${words.sheet.another}</button>`}</p>
    </form>
    <article class="sheet">
      <header class="sheet-head"><h2>${title}</h2><p><span>${words.sheet.name}: <i></i></span><span>${words.sheet.date}: <i></i></span></p></header>
      ${kind === "puzzles" &&
      (listed.error
        ? html`<p class="error" role="alert">${listed.error.message}</p>`
        : !chosen || !ofPuzzles
          ? html`<p class="quiet">${words.loading}</p>`
          : nothing
            ? html`<p class="quiet">${ofPuzzles.includes(family) ? words.sheet.none : words.sheet.noneOf(familyText(family))}</p>`
            : html`<${Puzzles} chosen=${chosen} solutions=${solutions} />`)}
      ${kind === "positions" && html`<${Positions} game=${query.get("game") ?? family} positions=${positions} family=${family} />`}
      ${kind === "tree" && html`<${Tree} game=${asked} position=${positions[0] ?? ""} depth=${query.get("depth") ?? "2"} />`}
    </article>
  </div>`;
}

/** A board with its coordinates, without interaction. @param {{ view: import("../types.js").View, label: string }} props */
function SheetBoard({ view, label }) {
  const look = themeOf(view);
  // Room for coordinates below anything on the edge.
  const g = geometryOf(view, look.mode === "cells" ? look : { ...look, margin: Math.max(look.margin, MARGIN) }, SIZE, false);
  return html`<svg class=${`sheet-board ${look.mode}`} viewBox=${`0 0 ${g.width} ${g.height}`} width=${g.width} height=${g.height} role="img" aria-label=${label}>
    <${Background} view=${view} look=${look} g=${g} mini=${false} />
    <${Coordinates} view=${view} look=${look} g=${g} />
    <${Lines} marks=${view.scene.marks} g=${g} fresh=${new Set(view.layout.sites.keys())} />
    ${view.scene.pieces.map((piece) => html`<g class="piece" transform=${`translate(${g.at[piece.site].x} ${g.at[piece.site].y})`}><${Shape} shape=${shapeOf(look, piece.owner)} r=${g.radius} /></g>`)}
  </svg>`;
}

/** The names of the players where nobody sits. @param {import("../types.js").View} view @param {number} seat */
const called = (view, seat) => caller(view, themeOf(view), view.seats.map(() => ({ player: "human", name: null, human: true })), seat);

/** What is not on the board: men in hand, points. @param {import("../types.js").View} view */
function beside(view) {
  const { hands, scores } = view.scene;
  return [hands.some((n) => n > 0) ? words.puzzles.hands(hands.map((n, at) => [called(view, at + 1), n])) : "", scores.length === 2 ? `${words.sheet.points(String(scores[0]), String(scores[1]))}.` : ""].filter(Boolean).join(" ");
}

/** @param {{ number: number, view: import("../types.js").View, task: string, lines?: number }} props */
const Task = ({ number, view, task, lines = 2 }) => html`<h3>${words.sheet.number(number)} ${task}</h3>
  <${SheetBoard} view=${view} label=${`${words.sheet.number(number)} ${task}`} />
  <p class="sheet-beside">${beside(view)}</p>
  ${Array.from({ length: lines }, (_, at) => html`<p key=${at} class="sheet-line"></p>`)}`;

/** @param {{ chosen: import("../puzzles/choose.js").Puzzle[], solutions: boolean }} props */
const Puzzles = ({ chosen, solutions }) => html`<ol class="sheet-tasks">${chosen.map((puzzle, at) => html`<li key=${puzzle.id}><${Guarded}><${PuzzleTask} puzzle=${puzzle} number=${at + 1} /><//></li>`)}</ol>
    ${solutions && html`<section class="sheet-answers"><h2>${words.sheet.answers}</h2><ol>${chosen.map((puzzle) => html`<li key=${puzzle.id}><${Answer} id=${puzzle.id} /></li>`)}</ol></section>`}`;

/** @param {{ puzzle: import("../puzzles/choose.js").Puzzle, number: number }} props */
function PuzzleTask({ puzzle, number }) {
  const loaded = useLoad(`/api/puzzles/${encodeURIComponent(puzzle.id)}`);
  const position = /** @type {any} */ (loaded.data)?.position;
  const about = useLoad(position === undefined ? null : `/api/spot?${toQuery({ game: puzzle.game, position })}`);
  const view = /** @type {any} */ (about.data)?.view;
  if (!view) return html`<p class="quiet">${words.loading}</p>`;
  const goal = /** @type {"win" | "draw" | "points"} */ (puzzle.goal);
  return html`<${Task} number=${number} view=${view} task=${[words.puzzles.goals[goal](called(view, view.to_move)), puzzle.plies ? words.puzzles.inMoves(movesOf(puzzle.plies)).toLowerCase().replace(/\.$/, "") : ""].filter(Boolean).join(", ")} lines=${1} />`;
}

/** @param {{ id: string }} props */
function Answer({ id }) {
  const loaded = useLoad(`/api/puzzles/${encodeURIComponent(id)}/solution`);
  const found = /** @type {any} */ (loaded.data)?.solution;
  return html`${found ? moveText(found) : words.loading}`;
}

/** @param {{ game: string, family: string, positions: string[] }} props */
function Positions({ game, family, positions }) {
  const sample = familyOf(family)?.sample;
  const list = positions.length ? positions.map((position) => ({ game, position })) : sample ? [sample] : [{ game, position: "" }];
  return html`<ol class="sheet-tasks">${list.map((spot, at) => html`<li key=${`${spot.position} ${at}`}><${Guarded}><${PositionTask} spot=${spot} number=${at + 1} /><//></li>`)}</ol>`;
}

/** @param {{ spot: { game: string, position: string }, number: number }} props */
function PositionTask({ spot, number }) {
  const about = useLoad(`/api/spot?${toQuery(spot)}`);
  const view = /** @type {any} */ (about.data)?.view;
  if (about.error) return html`<p class="error">${about.error.message}</p>`;
  if (!view) return html`<p class="quiet">${words.loading}</p>`;
  return html`<${Task} number=${number} view=${view} task=${`${view.to_move ? `${words.sheet.toMove(called(view, view.to_move))}. ` : ""}${words.sheet.positionTask}`} />`;
}

/** The kind of game that a specification names. @param {string} spec */
const kindOf = (spec) => familyOf(spec.split(":")[0])?.id;

/** @param {{ game: string, position: string, depth: string }} props */
function Tree({ game, position, depth }) {
  const first = examples().find((example) => kindOf(example.game) !== undefined && kindOf(example.game) === kindOf(game));
  const spot = position || !first ? { game, position } : { game: first.game, position: first.position };
  const about = useLoad(`/api/spot?${toQuery(spot)}`);
  const view = /** @type {any} */ (about.data)?.view;
  const many = (view?.seats.length ?? 2) > 2;
  const loaded = useLoad(view ? `/api/spot/tree?${toQuery({ ...spot, algorithm: many ? "maxn" : "minimax", depth, boards: 1 })}` : null);
  const tree = useMemo(() => (loaded.data ? readTree(loaded.data) : null), [loaded.data]);
  const error = about.error ?? loaded.error;
  if (error) return html`<p class="error" role="alert">${error.message}</p>`;
  if (!tree || !view) return html`<p class="quiet">${words.loading}</p>`;
  return html`<p>${words.sheet.treeTask} ${!many && words.sheet.treeValues(called(view, 1), called(view, 2))}</p>
    <${TreeDrawing} tree=${tree} view=${view} step=${stepsOf(tree)} label=${words.sheet.treeTask} blank=${true} />
    <p class="sheet-line"></p><p class="sheet-line"></p>`;
}

// @ts-check
// A custom position as a puzzle, by its address: found in the editor, shared as a link. It is unrated.
import { html, useMemo, useState } from "../vendor/preact.js";
import { get, post, query as toQuery } from "../api.js";
import { family } from "../board/theme.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { pace } from "../state/settings.js";
import { catalogue } from "../state/catalogue.js";
import { copy } from "../table/actions.js";
import { gameText } from "../table/names.js";
import { words } from "../words/index.js";
import { onlyMove, triedOf } from "./judged.js";
import { PuzzleStage } from "./stage.js";

/** @param {{ query: URLSearchParams }} props */
export function OwnPuzzlePage({ query }) {
  const [game, position] = [query.get("game") ?? "", query.get("position") ?? ""];
  const spot = useMemo(() => ({ game, position }), [game, position]);
  const loaded = useLoad(`/api/spot/values?${toQuery(spot)}`);
  const values = /** @type {import("../types.js").Values | null} */ (/** @type {any} */ (loaded.data));
  const [said, say] = useState("");
  const only = values && onlyMove(values);
  const moves = useMemo(() => (values && only?.best ? triedOf(values, { move: "", best: only.best.move }) : null), [values]);
  const back = { href: `/editor?${toQuery(spot)}`, text: words.editor.title };
  if (loaded.error) return html`<${Problem} error=${loaded.error} back=${back} />`;
  if (!values || !only) return html`<p class="quiet page" role="status">${words.advice.asking}</p>`;
  if (only.kind !== "puzzle" || !moves) return html`<${Problem} error=${new Error(only.kind === "unknown" ? words.editor.puzzleUnknown : only.kind === "none" ? words.editor.noChoice : words.editor.noPuzzle(only.alike, values.moves.length))} back=${back} />`;
  const goal = values.unit === "points" ? "points" : only.best?.letter === "W" ? "win" : "draw";
  /** @param {string} move @returns {Promise<import("./told.js").Tried>} */
  const attempt = async (move) => {
    const tried = /** @type {import("./told.js").Tried} */ (moves.find((one) => one.move === move));
    if (tried.right) return tried;
    const after = await get(`/api/spot/values?${toQuery({ ...spot, moves: move })}`);
    return { ...tried, reply: after.best[0] ?? null };
  };
  const playOut = async (/** @type {string} */ move, /** @type {import("../types.js").View} */ view) => {
    const strongest = catalogue()?.levels.at(-1)?.player ?? "best";
    const made = await post("/api/games", { ...spot, seats: view.seats.map((_, at) => (at + 1 === view.to_move ? "human" : strongest)), moves: [move], pace: pace().answer });
    go(`/game/${made.id}`);
  };
  return html`<div class="page table-page" data-accent=${family(game)}>
    <${Heading} text=${words.puzzles.own} back=${back.href} />
    <${PuzzleStage}
      task=${{ id: `own-${toQuery(spot)}`, spot, attempt, solution: async () => moves }}
      kicker=${[gameText(game)]}
      exact=${true}
      title=${words.puzzles.goals[goal]}
      detail=${() => words.puzzles.only[goal]}
      settle=${() => {}}
      next=${() => go("/puzzles")}
      nextText=${words.puzzles.next}
      playOut=${playOut}
      foot=${html`<p class="row"><button type="button" class="button" onClick=${() => copy(location.href, say)}>${words.puzzles.copyLink}</button><span class="quiet" role="status">${said}</span></p>`}
    />
  </div>`;
}

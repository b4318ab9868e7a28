// @ts-check
// The reader's own mistakes as puzzles: the positions of a review in which a move gave something away. They are
// unrated.
import { html, useMemo, useState } from "../vendor/preact.js";
import { get, post, query } from "../api.js";
import { mistakesOf } from "../review/cost.js";
import { keptReview, useReview } from "../review/asked.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { gameText, moveText } from "../table/names.js";
import { words } from "../words/index.js";
import { triedOf } from "./judged.js";
import { PuzzleStage } from "./stage.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").ReviewedPly} Ply */

/** @param {{ id: string }} props */
export function PractisePage({ id }) {
  const loaded = useLoad(`/api/games/${encodeURIComponent(id)}`);
  const game = /** @type {Game | null} */ (/** @type {any} */ (loaded.data));
  const kept = game && keptReview(game);
  const asked = useReview(game && !kept ? id : null);
  const review = kept ?? asked.review;
  const back = { href: `/game/${id}/review`, text: words.review.title };
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (asked.problem) return html`<${Problem} error=${new Error(asked.problem)} back=${back} />`;
  if (!game || !review) return html`<p class="quiet page" role="status">${game ? words.review.working(asked.progress.done, asked.progress.of || game.moves.length) : words.loading}</p>`;
  const mistakes = mistakesOf(game, review);
  return mistakes.length > 0 ? html`<${Mistakes} game=${game} mistakes=${mistakes} />` : html`<${Problem} error=${new Error(words.review.clean)} back=${back} />`;
}

/** @param {{ game: Game, mistakes: Ply[] }} props */
function Mistakes({ game, mistakes }) {
  const [at, set] = useState(0);
  const isLast = at + 1 === mistakes.length;
  const next = () => (isLast ? go(`/game/${game.id}/review`) : set(at + 1));
  return html`<div class="page table-page" data-accent=${game.family}>
    <${Heading} text=${game.seats.some(({ human }) => human) ? words.review.practise : words.review.practiseAll} back=${`/game/${game.id}/review`} />
    <${Mistake} key=${mistakes[at].ply} game=${game} ply=${mistakes[at]} place=${words.puzzles.place(at + 1, mistakes.length)} next=${next} nextText=${isLast ? words.puzzles.toReview : words.puzzles.next} />
  </div>`;
}

/** @param {{ game: Game, ply: Ply, place: string, next: () => void, nextText: string }} props */
function Mistake({ game, ply, place, next, nextText }) {
  const spot = useMemo(() => ({ game: game.game, seed: game.seed, position: game.position, moves: game.moves.slice(0, ply.ply - 1).join(" ") }), [ply]);
  const loaded = useLoad(`/api/spot/values?${query(spot)}`);
  const values = /** @type {import("../types.js").Values | null} */ (/** @type {any} */ (loaded.data));
  const moves = useMemo(() => values && triedOf(values, ply), [values]);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (!values || !moves) return html`<p class="quiet" role="status">${words.advice.asking}</p>`;
  const best = moves[0];
  /** @param {string} move @returns {Promise<import("./told.js").Tried>} */
  const attempt = async (move) => {
    const tried = /** @type {import("./told.js").Tried} */ (moves.find((one) => one.move === move));
    if (tried.right) return tried;
    const after = await get(`/api/spot/values?${query({ ...spot, moves: [spot.moves, move].filter(Boolean).join(" ") })}`);
    return { ...tried, reply: after.best[0] ?? null };
  };
  const playOut = async (/** @type {string} */ move) => {
    const branch = await post(`/api/games/${game.id}/branch`, { ply: ply.ply - 1, moves: [move] });
    go(`/game/${branch.id}`);
  };
  const goal = values.exact && values.unit !== "points" && best.letter === "W" ? words.puzzles.goals.win : values.exact && values.unit !== "points" && best.letter === "D" ? words.puzzles.goals.draw : words.puzzles.best;
  return html`<${PuzzleStage}
    task=${{ id: `${game.id}-${ply.ply}`, spot, attempt, solution: async () => moves }}
    kicker=${[gameText(game.game, game.title), place]}
    exact=${values.exact}
    title=${goal}
    detail=${() => words.puzzles.played(moveText(game.view.turns[ply.ply - 1].shown))}
    settle=${() => {}}
    next=${next}
    nextText=${nextText}
    playOut=${playOut}
  />`;
}

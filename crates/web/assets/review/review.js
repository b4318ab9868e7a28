// @ts-check
// A game looked at again: what each move gave away, and where to try again.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get, post, query } from "../api.js";
import { Board } from "../board/board.js";
import { themeOf } from "../board/theme.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { useKeys } from "../table/keys.js";
import { Note, Proof } from "../table/advice.js";
import { rowsOf } from "../table/moves.js";
import { caller, gameText, moveText } from "../table/names.js";
import { earlyEnd, result } from "../table/status.js";
import { phrase } from "../words/phrases.js";
import { words } from "../words/index.js";
import { betterText, costSentence, costText, isCostly, mistakesOf } from "./cost.js";
import { useReview } from "./asked.js";
import { Graph } from "./graph.js";
import { MarkIcon } from "./mark.js";
import { Summary } from "./summary.js";

/** @typedef {import("../types.js").Review} Review */

/** @param {{ id: string }} props */
export function ReviewPage({ id }) {
  const loaded = useLoad(`/api/games/${id}`);
  const game = /** @type {import("../types.js").Game | null} */ (/** @type {any} */ (loaded.data));
  const { review, progress, problem } = useReview(id);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (!game) return html`<p class="quiet page">${words.loading}</p>`;
  return html`<${Reviewed} game=${game} review=${review} progress=${progress} problem=${problem} />`;
}

/** @param {{ game: import("../types.js").Game, review: Review | null, progress: { done: number, of: number }, problem: string }} props */
function Reviewed({ game, review, progress, problem }) {
  const [at, setAt] = useState(game.moves.length);
  const chosen = useRef(false);
  const look = themeOf(game.view);
  const names = game.view.seats.map((_, seat) => caller(game.view, look, game.seats, seat + 1));
  const hero = game.seats.findIndex((seat) => seat.human) + 1 || 1;
  const marked = review?.plies.filter(isCostly) ?? [];
  const ply = review?.plies[at - 1] ?? null;
  // The move is judged from the position before it, so that the better one can be shown there.
  const before = useLoad(at > 0 ? `/api/spot?${query({ id: game.id, ply: at - 1 })}` : null);
  const after = useLoad(`/api/spot?${query({ id: game.id, ply: at })}`);
  const view = /** @type {any} */ (after.data)?.view ?? game.view;
  const earlier = /** @type {any} */ (before.data)?.view;
  const mover = (/** @type {number} */ number) => game.view.turns[number - 1]?.player ?? 0;
  const rows = rowsOf(game.view.turns, names.length);
  const [why, setWhy] = useState({ key: "", sentence: "" });
  const key = `${at} ${ply?.best}`;
  useEffect(() => {
    if (!ply) return undefined;
    // An answer that comes late must not take the place of a newer one.
    const abort = new AbortController();
    get(`/api/spot/why?${query({ id: game.id, ply: at - 1, move: ply.best })}`, abort.signal).then(
      (answer) => setWhy({ key, sentence: phrase(answer) }),
      () => {},
    );
    return () => abort.abort();
  }, [key]);
  useEffect(() => {
    document.title = `${words.review.title} · ${gameText(game.game, game.title)} · ${words.brand}`;
  }, []);
  useEffect(() => {
    const worst = [...marked].sort((one, other) => other.loss - one.loss || (other.points ?? 0) - (one.points ?? 0))[0];
    // Whoever has chosen a move meanwhile stays there.
    if (worst && !chosen.current) setAt(worst.ply);
  }, [review]);
  const last = game.moves.length;
  const step = (/** @type {number} */ to) => {
    chosen.current = true;
    setAt(Math.max(0, Math.min(last, to)));
  };
  const nextMistake = () => step((marked.find((one) => one.ply > at) ?? marked[0])?.ply ?? at);
  useKeys({ ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(0), End: () => step(last), m: nextMistake });
  const again = async () => {
    const branch = await post(`/api/games/${game.id}/branch`, { ply: at - 1 });
    go(`/game/${branch.id}`);
  };
  const better = earlier?.legal.find((/** @type {any} */ move) => move.text === ply?.best);
  const target = better && ply && isCostly(ply) ? better.steps[better.steps.length > 1 && better.steps[1].action === "drop" ? 1 : 0].site : null;
  const end = game.over ? result(game.view, look, game.seats, earlyEnd(game)) : null;
  const title = gameText(game.game, game.title);

  return html`<div class="page table-page review" data-accent=${game.family}>
    <${Heading} text=${`${title}, ${words.review.title}`} back=${`/game/${game.id}`} />
    <div class="stage">
      <div class="review-left">
        <div class="review-board"><${Board} view=${view} look=${look} pieces=${view.scene.pieces} targets=${new Map()} chosen=${null} ghost=${null} preview=${[]} badges=${new Map()} hinted=${target} options=${{ flip: false, coordinates: true, tallies: true, counts: true, numbers: null }} label=${words.board.label(title)} onSite=${() => {}} onPeek=${() => {}} onCancel=${() => {}} /></div>
        ${review && review.plies.length > 0 && html`<${Graph} plies=${review.plies} final=${review.share ?? null} names=${names} hero=${hero} at=${at} go=${step} look=${look} mover=${mover} />`}
      </div>
      <div class="stage-side">
        ${end && html`<p class="review-summary">${end.headline}. ${end.reason}</p>`}
        ${review && html`<${Summary} players=${review.players} names=${names} look=${look} />`}
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
        ${!review && !problem && html`<p role="status" class="quiet">${last === 0 ? words.review.notYet : words.review.working(progress.done, progress.of || last)}</p><progress value=${progress.done} max=${progress.of || 1} aria-label=${words.review.title}></progress>`}
        <div class="status">
          <h1>${at === 0 ? words.table.start : words.review.moveOf(roundOf(rows, at), names[mover(at) - 1] ?? "", moveText(game.view.turns[at - 1].shown))}</h1>
          <p class="detail">${ply && ply.mark && html`<${MarkIcon} mark=${ply.mark} exact=${ply.exact_loss ?? false} /> `}${ply && [ply.mark ? words.review.markSentence[ply.mark] : "", costSentence(ply, mover(at), names[mover(at) - 1] ?? "")].filter(Boolean).join(" ")}</p>
        </div>
        ${ply &&
        isCostly(ply) &&
        html`<section class="advice"><p class="advice-line"><strong>${words.review.better(moveText(ply.shown?.[0] ?? ply.best), betterText(ply, mover(at), names[mover(at) - 1] ?? ""))}</strong><${Proof} exact=${ply.exact} /></p><${Note} of=${ply} />${why.key === key && why.sentence && html`<p class="why">${why.sentence}</p>`}</section>`}
        <div class="row endings">
          ${at > 0 && html`<button type="button" class="button primary" onClick=${again}>${words.review.tryAgain}</button>`}
          <${Link} class="button" href=${`/game/${game.id}?ply=${at}`}>${words.review.of}<//>
          ${review && mistakesOf(game, review).length > 0 && html`<${Link} class="button" href=${`/game/${game.id}/practise`}>${words.review.practise}<//>`}
        </div>
        ${review && marked.length === 0 && html`<p class="quiet">${words.review.clean}</p>`}
        ${marked.length > 0 &&
        html`<div class="mistakes scroller" tabindex="0" role="group" aria-label=${words.review.title}><table class="data">
          <thead><tr><th colspan="2">${words.review.columns.move}</th><th>${words.review.columns.played}</th><th>${words.review.columns.better}</th><th class="number">${words.review.columns.cost}</th></tr></thead>
          <tbody>
            ${marked.map(
              (one) => html`<tr key=${one.ply} class=${one.ply === at ? "now" : ""} onClick=${() => step(one.ply)}>
                <td>${roundOf(rows, one.ply)}</td>
                <td><${MarkIcon} mark=${one.mark} exact=${one.exact_loss ?? false} /> ${names[mover(one.ply) - 1]}</td>
                <td><button type="button" class="cell-button" aria-current=${one.ply === at ? "true" : undefined} aria-label=${[words.review.marks[one.mark ?? ""], moveText(game.view.turns[one.ply - 1].shown)].filter(Boolean).join(": ")} onClick=${() => step(one.ply)}>${moveText(game.view.turns[one.ply - 1].shown)}</button></td>
                <td>${moveText(one.shown?.[0] ?? one.best)}</td>
                <td class="number">${costText(one, mover(one.ply))}</td>
              </tr>`,
            )}
          </tbody>
        </table></div>`}
        <div class="actions">
          <button type="button" class="button" onClick=${() => step(0)}>${words.review.first}</button>
          <button type="button" class="button" disabled=${at === 0} onClick=${() => step(at - 1)}>${words.review.previous} <kbd aria-hidden="true">←</kbd></button>
          <button type="button" class="button" disabled=${at === last} onClick=${() => step(at + 1)}>${words.review.next} <kbd aria-hidden="true">→</kbd></button>
          <button type="button" class="button" disabled=${marked.length === 0} onClick=${nextMistake}>${words.review.nextMistake}</button>
        </div>
      </div>
    </div>
  </div>`;
}

/** The number of the round in which a move was played. @param {(number | null)[][]} rows @param {number} ply */
const roundOf = (rows, ply) => rows.findIndex((row) => row.includes(ply)) + 1;

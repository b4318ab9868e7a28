// @ts-check
// The review of a game: what each move gave away, what was better, and where to try again.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get, post, query } from "../api.js";
import { Board } from "../board/board.js";
import { themeOf } from "../board/theme.js";
import { pathOf } from "../board/turn.js";
import { Heading, Problem } from "../shell.js";
import { isHost } from "../state/catalogue.js";
import { useLoad } from "../state/load.js";
import { useToggle } from "../state/settings.js";
import { go, Link } from "../state/route.js";
import { useKeys } from "../table/keys.js";
import { VerdictIcon } from "../board/verdict.js";
import { Note, Proof } from "../table/advice.js";
import { rowsOf } from "../table/moves.js";
import { caller, gameText, moveText, seatText } from "../table/names.js";
import { earlyEnd, result } from "../table/status.js";
import { useMessage } from "../table/game_view.js";
import { useWalk } from "../table/walk.js";
import { phrase } from "../words/phrases.js";
import { words } from "../words/index.js";
import { betterLetter, betterText, costSentence, isCostly, mistakesOf } from "./cost.js";
import { useReview } from "./asked.js";
import { leads } from "./course.js";
import { Graph } from "./graph.js";
import { ReviewedMoves } from "./list.js";
import { MarkIcon, OnlyIcon } from "./mark.js";
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
  const [flip, setFlip] = useToggle("flip", false);
  const chosen = useRef(false);
  const look = themeOf(game.view);
  const names = game.view.seats.map((_, seat) => caller(game.view, look, game.seats, seat + 1));
  const titles = game.view.seats.map((_, seat) => seatText(look, game.seats, seat + 1, false).name);
  // Two computers are told apart by their colours.
  const lanes = new Set(titles).size < titles.length ? names : titles;
  const marked = review?.plies.filter(isCostly) ?? [];
  const ply = review?.plies[at - 1] ?? null;
  const costly = ply !== null && isCostly(ply);
  // The move is judged from the position before it, so that the better one can be shown there.
  const spot = query({ id: game.id, ply: Math.max(0, at - 1) });
  const before = useLoad(at > 0 ? `/api/spot?${spot}` : null);
  const after = useLoad(`/api/spot?${query({ id: game.id, ply: at })}`);
  const said = useMessage(spot);
  const walk = useWalk({ spot, key: spot });
  const earlier = /** @type {import("../types.js").View | undefined} */ (/** @type {any} */ (before.data)?.view);
  const mover = (/** @type {number} */ number) => game.view.turns[number - 1]?.player ?? 0;
  const rows = rowsOf(game.view.turns, names.length);
  const [why, setWhy] = useState({ key: "", sentence: "" });
  const key = `${at} ${ply?.best}`;
  useEffect(() => {
    if (!ply) return undefined;
    // A late answer must not replace a newer one.
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
    // A reader who has chosen a move meanwhile stays there.
    if (worst && !chosen.current) setAt(worst.ply);
  }, [review]);
  const last = game.moves.length;
  const step = (/** @type {number} */ to) => {
    chosen.current = true;
    walk.stop();
    setAt(Math.max(0, Math.min(last, to)));
  };
  const nextMistake = () => step((marked.find((one) => one.ply > at) ?? marked[0])?.ply ?? at);
  const move = (/** @type {number} */ by) => (walk.walked ? walk.step(by) : step(at + by));
  useKeys({ ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => step(0), End: () => step(last), m: nextMistake, ".": nextMistake, f: () => setFlip(!flip), Escape: walk.stop });
  const again = () =>
    said.attempt(post(`/api/games/${game.id}/branch`, { ply: at - 1 }).then((branch) => go(`/game/${branch.id}`)));
  // A mistake is shown where it was made, with both moves; any other move where it led to.
  const there = costly && earlier && earlier.ply === at - 1 ? earlier : null;
  const view = walk.view ?? there ?? /** @type {any} */ (after.data)?.view ?? game.view;
  const found = (/** @type {string | undefined} */ text) => there?.legal.find((one) => one.text === text);
  const [better, played] = [found(ply?.best), found(ply?.move)];
  /** @type {import("../board/signs.js").Arrow[]} */
  const arrows = walk.view || !there ? [] : [...(better ? [{ ...pathOf(better), kind: /** @type {const} */ ("better") }] : []), ...(played ? [{ ...pathOf(played), kind: /** @type {const} */ ("played") }] : [])];
  const end = game.over ? result(game.view, look, game.seats, earlyEnd(game)) : null;
  const title = gameText(game.game, game.title);
  const who = lanes[mover(at) - 1] ?? "";
  const own = review ? mistakesOf(game, review).length : 0;
  // A game that is about points is shown in points, if they are known.
  const lead = review && game.over && !game.given_up ? leads(review.plies, game.view.scene.scores) : null;
  const letter = ply && costly ? betterLetter(ply, mover(at)) : null;

  return html`<div class="page table-page review" data-accent=${game.family}>
    <${Heading} text=${`${title}, ${words.review.title}`} back=${`/game/${game.id}`} />
    <div class="stage">
      <div class="review-left">
        <div class="review-top">
          <div class="review-board"><${Board} view=${view} look=${look} pieces=${view.scene.pieces} targets=${NO_TARGETS} chosen=${null} ghost=${null} preview=${[]} badges=${NO_BADGES} arrows=${arrows} stepping=${true} options=${{ flip, coordinates: true, tallies: true, counts: true, numbers: null }} label=${words.board.label(title)} turn=${`${at}/${walk.walked?.at ?? 0}`} onSite=${() => {}} onPeek=${() => {}} onCancel=${() => {}} /></div>
          ${review && html`<${Legend} plies=${review.plies} />`}
        </div>
        ${review && review.plies.length > 0 && html`<${Graph} plies=${review.plies} final=${review.share ?? null} lead=${lead} names=${names} lanes=${lanes} rows=${rows} at=${at} go=${step} look=${look} mover=${mover} />${names.length > 2 && html`<p class="quiet note">${words.review.bounded}</p>`}`}
      </div>
      <div class="stage-side">
        ${review && html`<${Summary} plies=${review.plies} inPoints=${lead !== null} reviewed=${review.players} players=${game.seats} names=${lanes} look=${look} />`}
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
        ${!review && !problem && html`<div><p role="status" class="quiet">${last === 0 ? words.review.notYet : words.review.working(progress.done, progress.of || last)}</p><progress value=${progress.done} max=${progress.of || 1} aria-label=${words.review.title}></progress></div>`}
        <div class="status">
          <h1>${at === 0 ? words.table.start : words.review.moveOf(roundOf(rows, at), who, moveText(game.view.turns[at - 1].shown))}</h1>
          <p class="detail">${said.heard || (walk.walked ? words.analysis.walking(walk.walked.at, walk.walked.moves.length) : html`${ply && ply.mark && html`<${MarkIcon} mark=${ply.mark} exact=${ply.exact_loss ?? false} /> `}${ply?.only && html`<${OnlyIcon} /> `}${ply && [ply.mark ? words.review.markSentence[ply.mark] : "", ply.only ? `${words.review.onlySentence} ` : costSentence(ply, mover(at), names[mover(at) - 1] ?? "")].filter(Boolean).join(" ")}${at === last && end && ` ${end.headline}. ${end.reason}`}`)}</p>
        </div>
        ${ply &&
        costly &&
        html`<section class="advice"><p class="advice-line">${letter && html`<${VerdictIcon} letter=${letter} />`}<strong>${words.review.better(moveText(ply.shown?.[0] ?? ply.best), betterText(ply, mover(at), names))}</strong><${Proof} exact=${ply.exact} /></p>
          ${why.key === key && why.sentence && html`<p class="why">${why.sentence}${ply.others?.length ? ` ${words.review.asGood(ply.others.map(moveText))}` : ""}</p>`}<${Note} of=${ply} /></section>`}
        <div class="row endings">
          ${at > 0 && isHost() && html`<button type="button" class="button primary" onClick=${again}>${words.review.tryAgain}</button>`}
          ${ply && ply.line && ply.line.length > 1 && costly && html`<button type="button" class="button" onClick=${() => walk.start(ply.line ?? [], 1, true)}>${words.review.showBest}</button>`}
          ${own > 0 && isHost() && html`<${Link} class="button" href=${`/game/${game.id}/practise`}>${words.review.practiseCount(own, game.seats.some(({ human }) => human))}<//>`}
          ${!costly && isHost() && html`<${Link} class="button" href=${`/game/${game.id}/analyse?ply=${at}`}>${words.analysis.open}<//>`}
        </div>
        ${review && marked.length === 0 && names.length === 2 && html`<p class="quiet">${words.review.clean}</p>`}
        <${ReviewedMoves} turns=${game.view.turns} plies=${review?.plies ?? []} names=${lanes} look=${look} at=${at} go=${step} />
        <div class="actions full">
          <button type="button" class="button" disabled=${at === 0} onClick=${() => step(0)}>${words.review.first} <kbd aria-hidden="true">${words.keys.home}</kbd></button>
          <button type="button" class="button" disabled=${at === 0} onClick=${() => step(at - 1)}>${words.review.previous} <kbd aria-hidden="true">←</kbd></button>
          <button type="button" class="button" disabled=${at === last} onClick=${() => step(at + 1)}>${words.review.next} <kbd aria-hidden="true">→</kbd></button>
          <button type="button" class="button" disabled=${marked.length === 0} onClick=${nextMistake}>${words.review.nextMistake} <kbd aria-hidden="true">.</kbd></button>
        </div>
      </div>
    </div>
  </div>`;
}

/** @type {Map<number, string>} */
const NO_TARGETS = new Map();

/** @type {Map<number, import("../board/overlay.js").Badge>} */
const NO_BADGES = new Map();

/** The meaning of the arrows and marks that can occur. @param {{ plies: import("../types.js").ReviewedPly[] }} props */
function Legend({ plies }) {
  const costly = plies.filter(isCostly);
  const arrow = (/** @type {string} */ kind) => html`<svg width="28" height="12" viewBox="0 0 28 12" aria-hidden="true"><path class=${`arrow ${kind}`} stroke-width="4" d="M1 6H17" /><polygon class=${`arrow ${kind} head`} points="27,6 17,1 17,11" /></svg>`;
  const entries = [
    costly.length > 0 && [arrow("better"), words.review.legend.better],
    costly.length > 0 && [arrow("played"), words.review.legend.played],
    costly.some((ply) => ply.mark && ply.exact_loss) && [html`<${MarkIcon} mark="mistake" exact=${true} />`, words.review.legend.mistake],
    costly.some((ply) => ply.mark && !ply.exact_loss) && [html`<${MarkIcon} mark="mistake" exact=${false} />`, words.review.legend.estimated],
    costly.some((ply) => !ply.mark) && [html`<${MarkIcon} mark=${null} exact=${true} />`, words.review.pointsMark],
    plies.some((ply) => ply.only) && [html`<${OnlyIcon} />`, words.review.only],
  ];
  return html`<div class="review-legend">${entries.map((entry) => entry && html`<span>${entry[0]}${entry[1]}</span>`)}</div>`;
}

/** The number of the round in which a move was played. @param {(number | null)[][]} rows @param {number} ply */
const roundOf = (rows, ply) => rows.findIndex((row) => row.includes(ply)) + 1;

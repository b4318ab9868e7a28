// @ts-check
// A position to solve: the board that takes the move, and the panel beside it.
import { html, useEffect } from "../vendor/preact.js";
import { query } from "../api.js";
import { Board } from "../board/board.js";
import { themeOf } from "../board/theme.js";
import { isHost } from "../state/catalogue.js";
import { useLoad } from "../state/load.js";
import { Link } from "../state/route.js";
import { useToggle } from "../state/settings.js";
import { Problem } from "../shell.js";
import { useClicks } from "../table/clicks.js";
import { useMessage } from "../table/game_view.js";
import { useKeys } from "../table/keys.js";
import { caller, gameText } from "../table/names.js";
import { words } from "../words/index.js";
import { answerText, Kicker, Others, SolvedBox, solvedText, WrongBox } from "./panel.js";
import { useSolving } from "./solving.js";
import { wrongText } from "./told.js";

/** @typedef {import("../types.js").View} View */
/**
 * @typedef {object} StageProps
 * @property {import("./solving.js").Task} task
 * @property {string[]} kicker what it is, in few words @property {boolean} exact
 * @property {(who: string) => string} title @property {(who: string) => string} detail
 * @property {(result: import("./record.js").Result) => void} settle
 * @property {() => void} next @property {string} nextText
 * @property {(move: string, view: View) => Promise<any>} playOut opens a game from here
 * @property {any} [under] below the board @property {any} [foot] below the panel
 */

/** @param {StageProps} props */
export function PuzzleStage(props) {
  const loaded = useLoad(`/api/spot?${query(props.task.spot)}`);
  const view = /** @type {View | null} */ (/** @type {any} */ (loaded.data)?.view ?? null);
  if (loaded.error) return html`<${Problem} error=${loaded.error} back=${{ href: "/puzzles", text: words.puzzles.title }} />`;
  return view ? html`<${Solving} ...${props} view=${view} previews=${/** @type {any} */ (loaded.data).previews ?? []} />` : html`<p class="quiet">${words.loading}</p>`;
}

/** @param {StageProps & { view: View, previews: import("../types.js").Preview[] }} props */
function Solving({ task, kicker, exact, title, detail, settle, next, nextText, playOut, under, foot, view, previews }) {
  const solving = useSolving(task, view, settle);
  const { phase, wrong, found, hint } = solving;
  const [flip, setFlip] = useToggle("flip", false);
  const said = useMessage(task.id);
  const open = phase === "open";
  const over = phase === "solved" || phase === "given";
  const look = themeOf(view);
  const people = view.seats.map(() => ({ player: "human", name: null, human: true }));
  const names = view.seats.map((_, at) => caller(view, look, people, at + 1));
  const who = names[view.to_move - 1];
  const { hands } = view.scene;
  const handsText = hands.some((n) => n > 0) ? words.puzzles.hands(hands.map((n, at) => [names[at], n])) : "";
  const turn = useClicks({ view, key: task.id, spot: query(task.spot), canMove: open, onPlay: solving.play, say: said.say, attempt: said.attempt });
  const seen = turn.foreseen?.move ?? null;
  const preview = open && seen ? (previews.find((one) => one.move === seen.text)?.marks ?? []) : [];
  const hinted = open && hint !== null && turn.steps.length === 0 ? [{ from: null, to: hint, kind: /** @type {const} */ ("better") }] : [];
  const place = hint === null ? "" : view.layout.sites[hint].name;
  const replier = wrong ? caller(view, look, people, wrong.replier) : "";
  const hintText = hint === null ? "" : view.scene.pieces.some((piece) => piece.site === hint) ? words.puzzles.hintPiece(place) : words.puzzles.hintPlace(place);
  const ask = () => said.attempt(solving.ask());
  const giveUp = () => said.attempt(solving.giveUp());
  const skip = () => (phase === "refuted" ? solving.back() : turn.cancel());
  useKeys({ h: ask, f: () => setFlip(!flip), Escape: skip, ...(over ? { n: next } : {}) });
  const headline = title(who);
  useEffect(() => {
    document.title = `${headline} · ${words.puzzles.title} · ${words.brand}`;
  }, [headline]);
  // A button that had the focus may be gone by now.
  useEffect(() => {
    const next = over ? ".puzzle .primary" : "#status";
    if (phase !== "refuted" && solving.tries + Number(over) > 0 && document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(next))?.focus();
  }, [phase]);
  const spoken = over && found ? [`${solvedText(found, phase === "given", view)}.`, found.why] : wrong ? [`${wrongText(wrong.tried, wrong.best)}.`, answerText(wrong, replier)] : [hintText];
  return html`<div class="stage puzzle">
    <div class="stage-board"><div class=${`board-column ${over ? "solved" : phase}`}>
      <${Board}
        view=${solving.shown ?? view}
        look=${look}
        pieces=${solving.shown?.scene.pieces ?? turn.pieces}
        targets=${turn.targets}
        chosen=${solving.shown ? null : turn.chosen}
        ghost=${turn.ghost}
        preview=${preview}
        badges=${NO_BADGES}
        arrows=${[...solving.arrows, ...hinted]}
        wrong=${open && turn.wrong !== null ? { site: turn.wrong } : null}
        options=${{ flip, coordinates: true, tallies: true, counts: true, numbers: null }}
        label=${words.board.label(gameText(view.game))}
        turn=${`${task.id}/${solving.tries}/${turn.steps.length}${turn.sending ? "…" : ""}${phase}`}
        onSite=${turn.click}
        onPeek=${turn.peek}
        onCancel=${turn.cancel}
      />
      ${under}
    </div></div>
    <div class="stage-side">
      <div class="status">
        <${Kicker} parts=${kicker} exact=${exact} />
        <h1 id="status" tabindex="-1">${headline}</h1>
        <p class="detail">${(open && said.heard) || [detail(who), handsText].filter(Boolean).join(" ")}</p>
      </div>
      ${wrong && html`<${WrongBox} wrong=${wrong} who=${replier} />`}
      ${hint !== null && !wrong && !over && html`<p class="box puzzle-box">${hintText}</p>`}
      ${over && found && html`<${SolvedBox} found=${found} given=${phase === "given"} view=${view} tries=${solving.tries} hinted=${hint !== null} /><${Others} task=${task} found=${found} view=${view} exact=${exact} names=${names} />`}
      <div class="actions">
        ${over && found
          ? html`<button type="button" class="button primary" onClick=${next}>${nextText} <kbd aria-hidden="true">N</kbd></button>
              ${isHost() &&
              html`<button type="button" class="button" onClick=${() => said.attempt(playOut(found.right.move, view))}>${words.puzzles.playOut}</button>
                <${Link} class="button" href=${`/explore?${query(task.spot)}`}>${words.puzzles.explore}<//>`}`
          : phase === "refuted"
            ? html`<button type="button" class="button" onClick=${solving.back}>${words.puzzles.back} <kbd aria-hidden="true">Esc</kbd></button>`
            : html`<button type="button" class="button" onClick=${ask}>${words.table.hint} <kbd aria-hidden="true">H</kbd></button>
                <button type="button" class="button" onClick=${giveUp}>${words.puzzles.giveUp}</button>`}
      </div>
      ${foot}
    </div>
    <p class="hidden" role="status" aria-live="polite">${spoken.filter(Boolean).join(" ")}</p>
    <p class="hidden" role="alert">${said.heard}</p>
  </div>`;
}

/** @type {Map<number, import("../board/overlay.js").Badge>} */
const NO_BADGES = new Map();

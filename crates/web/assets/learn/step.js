// @ts-check
// One step of a lesson: a sentence, a board, something to do, and a friendly word about every wrong click.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { post, query as toQuery } from "../api.js";
import { Board } from "../board/board.js";
import { scoreName } from "../board/labels.js";
import { Token } from "../board/pieces.js";
import { themeOf } from "../board/theme.js";
import { matching, meant, pathOf, targets } from "../board/turn.js";
import { Heading, Problem } from "../shell.js";
import { isHost } from "../state/catalogue.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { pace, remember } from "../state/settings.js";
import { freshSeed } from "../setup/spec.js";
import { useClicks } from "../table/clicks.js";
import { useKeys } from "../table/keys.js";
import { caller, familyText } from "../table/names.js";
import { MarkLegend } from "../table/toggles.js";
import { said, words } from "../words/index.js";
import { isWanted, noteDone, shortly, stepsDone, taskAt } from "./lesson.js";

/** @typedef {import("./lesson.js").LessonStep} LessonStep */

/** The delay of the other side's reply, in milliseconds. */
const REPLY = 700;

/** The maximum number of suitable places to name. */
const FEW = 3;

/** The number of wrong clicks after which the solution is offered. */
const PATIENCE = 2;

/** @param {{ family: string, query: URLSearchParams }} props */
export function LessonPage({ family, query }) {
  const loaded = useLoad(`/api/lessons/${encodeURIComponent(family)}`);
  const catalogue = useCatalogue();
  const steps = /** @type {LessonStep[] | null} */ (/** @type {any} */ (loaded.data));
  if (loaded.error) return html`<${Problem} error=${loaded.error} back=${{ href: "/learn", text: words.learn.title }} />`;
  if (!steps || !catalogue) return html`<p class="quiet page">${words.loading}</p>`;
  const asked = Number(query.get("step") ?? 0) || Math.min(stepsDone(family) + 1, steps.length);
  const at = Math.max(1, Math.min(steps.length, asked));
  return html`<${Step} key=${at} family=${family} usual=${catalogue.games.find((game) => game.id === family)?.usual ?? family} steps=${steps} at=${at} />`;
}

/** @param {{ family: string, usual: string, steps: LessonStep[], at: number }} props */
function Step({ family, usual, steps, at }) {
  const step = steps[at - 1];
  const turns = step.turns ?? [];
  const game = step.game ?? usual;
  const [played, setPlayed] = useState(/** @type {string[]} */ ([]));
  const [turnAt, setTurn] = useState(0);
  const [wrong, setWrong] = useState(/** @type {import("./lesson.js").Mistake | null} */ (null));
  const [wrongs, count] = useState(0);
  const [clicks, setClicks] = useState(0);
  const [shown, show] = useState(false);
  const [problem, report] = useState("");
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  const wanted = turns[turnAt] ?? null;
  const done = turns.length > 0 && !wanted;
  const spot = toQuery({ game, seed: step.seed, position: step.position, moves: played.join(" ") });
  const about = useLoad(`/api/spot?${spot}`);
  const fresh = about.path === `/api/spot?${spot}`;
  const [last, keep] = useState(/** @type {import("../types.js").Spot | null} */ (null));
  useEffect(() => {
    if (about.data) keep(/** @type {any} */ (about.data));
  }, [about.data]);
  const title = familyText(family);
  useEffect(() => {
    document.title = `${said(step.title)} · ${words.learn.of(title)} · ${words.brand}`;
    remember("learn.last", family);
    // A guest comes to the end without the first game.
    if (step.play && !isHost()) noteDone(family, at);
  }, []);
  useEffect(() => {
    if (!done) return;
    noteDone(family, at);
    /** @type {HTMLElement | null} */ (panel.current?.querySelector(".lesson-next"))?.focus();
  }, [done]);
  const next = () => at < steps.length && go(`/learn/${family}?step=${at + 1}`);
  const back = () => at > 1 && go(`/learn/${family}?step=${at - 1}`);
  useKeys({ ArrowRight: () => done && next(), ArrowLeft: back });
  const again = () => {
    setPlayed([]);
    setTurn(0);
    setWrong(null);
    show(false);
  };
  const begin = async () => {
    noteDone(family, at);
    try {
      const made = await post("/api/games", { game, seats: ["human", step.play], seed: freshSeed(), pace: pace().answer });
      go(`/game/${made.id}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };

  return html`<div class="page table-page learn" data-accent=${family}>
    <${Heading} text=${words.learn.of(title)} back="/learn" />
    <div class="stage">
      <div class="stage-board">${last && html`<${LessonBoard} view=${last.view} previews=${last.previews ?? []} spot=${spot} ready=${fresh} label=${words.board.label(title)} wanted=${wanted} wrong=${wrong} shown=${shown} onClicks=${setClicks}
        onWrong=${(/** @type {import("./lesson.js").Mistake} */ mistake) => {
          setWrong(mistake);
          count(wrongs + 1);
        }}
        onRight=${() => setWrong(null)}
        onPlay=${(/** @type {string} */ move) => {
          setPlayed([...played, move]);
          setTurn(turnAt + 1);
          show(false);
          const reply = wanted?.reply;
          if (reply) setTimeout(() => setPlayed([...played, move, reply]), REPLY);
        }} />`}</div>
      <div class="stage-side lesson" ref=${panel}>
        <div>
          <p class="label"><span>${words.learn.step(at, steps.length)}</span><span>${words.learn.minute}</span></p>
          <ol class="progress" aria-label=${words.learn.step(at, steps.length)}>
            ${steps.map((one, index) => html`<li key=${index} class=${index + 1 < at || (index + 1 === at && done) ? "done" : index + 1 === at ? "here" : ""}><${Link} href=${`/learn/${family}?step=${index + 1}`} aria-current=${index + 1 === at ? "step" : undefined} aria-label=${`${index + 1}, ${said(one.title)}`}>${index + 1}<//></li>`)}
          </ol>
        </div>
        <div><h1>${said(step.title)}</h1><p class="lesson-text">${said(step.text)}</p></div>
        ${turns.length > 0 && html`<${Tasks} turns=${turns} turnAt=${turnAt} clicks=${clicks} />`}
        <div aria-live="polite" class="lesson-said">
          ${wrong && !done && html`<div class="box bad"><p class="box-head"><${Triangle} />${words.learn.notThat}</p><p>${wrong.text}</p>${wrong.instead.length > 0 && html`<p class="lesson-try">${words.learn.tryInstead(wrong.instead)}</p>`}</div>`}
          ${done && html`<div class="box good"><p class="box-head"><${Tick} />${words.learn.well}</p>${step.done && html`<p>${said(step.done)}</p>`}</div>`}
        </div>
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
        ${step.play
          ? html`<p class="row">${isHost() && html`<button type="button" class="button primary large" onClick=${begin}>${words.learn.begin}</button>`}<${Link} class="button" href=${`/rules/${family}`}>${words.home.rules}<//></p>`
          : html`<p class="row">
              ${!done && html`<button type="button" class=${`button${wrongs >= PATIENCE ? " primary" : ""}`} aria-pressed=${shown ? "true" : "false"} onClick=${() => show(true)}>${words.learn.showMe}</button>`}
              <button type="button" class="button" onClick=${again}>${words.learn.stepAgain}</button>
            </p>`}
        <div class="lesson-foot">
          <button type="button" class="button" disabled=${at === 1} onClick=${back}>${words.back} <kbd aria-hidden="true">←</kbd></button>
          <span class="quiet">${steps[at] ? words.learn.nextIs(said(steps[at].title)) : ""}</span>
          ${steps[at] && html`<button type="button" class=${`button lesson-next${done ? " primary" : ""}`} disabled=${!done && stepsDone(family) < at} onClick=${next}>${words.review.next} <kbd aria-hidden="true">→</kbd></button>`}
        </div>
      </div>
    </div>
  </div>`;
}

/** The board of a step, where every legal click may be tried: a wrong one gets an explanation. @param {any} props */
function LessonBoard({ view, previews, spot, ready, label, wanted, wrong, shown, onWrong, onRight, onPlay, onClicks }) {
  const look = themeOf(view);
  const legal = wanted ? view.legal.filter((/** @type {any} */ move) => isWanted(wanted, move.text)) : [];
  const clicked = useRef(0);
  /** A wrong click: why, in a few words on the board and in a sentence beside it, and what would be right. @param {string} text */
  const mistake = (text) => {
    const site = clicked.current;
    const would = targets(legal, turn.steps);
    const [action = ""] = would.values();
    const instead = [...would.keys()].map((one) => view.layout.sites[one].name).sort();
    onWrong({ site, text, label: words.learn.wrong[shortly(action, turn.pieces.find((/** @type {any} */ piece) => piece.site === site), view.to_move)], instead: instead.length <= FEW ? instead : [] });
  };
  // The rules' own sentence; if they have none for the click, the lesson's.
  const say = (/** @type {string} */ sentence) => sentence && mistake(sentence);
  const turn = useClicks({ view, key: spot, spot, canMove: ready && legal.length > 0, onPlay: async (move) => onPlay(move), say, attempt: (promise) => promise });
  const click = (/** @type {number} */ site, /** @type {"mouse" | "touch" | "keyboard" | "drag"} */ how) => {
    clicked.current = site;
    const open = turn.targets;
    // Choosing another man restarts the turn.
    const anew = !open.has(meant(view, open, site)) && turn.chosen !== null && targets(view.legal, []).get(site) === "lift";
    const steps = anew ? [] : turn.steps;
    const all = targets(view.legal, steps);
    const place = meant(view, all, site);
    const right = targets(legal, steps).has(place) || turn.chosen === site;
    if (wanted && !right && all.has(place)) return mistake(said(wanted.else ?? wanted.tasks[taskAt(wanted, steps.length)]));
    if (right) onRight();
    return turn.click(site, how);
  };
  const arrows = shown && legal.length > 0 ? [{ ...pathOf(matching(legal, turn.steps)[0] ?? legal[0], turn.steps.length), kind: /** @type {const} */ ("better") }] : [];
  useEffect(() => onClicks(turn.steps.length), [turn.steps.length]);
  // The effects of a turn's clicks are shown before its last one: a closed mill, while a man is chosen for capture.
  const begun = turn.steps.length > 0 && turn.steps.at(-1)?.action !== "lift" ? matching(legal, turn.steps)[0] : null;
  const preview = previews.find((/** @type {any} */ one) => one.move === begun?.text)?.marks ?? [];
  const put = turn.steps.filter(({ action }) => action === "put").length;
  const names = view.seats.map((/** @type {any} */ _, /** @type {number} */ seat) => caller(view, look, [], seat + 1));
  return html`<div class="board-column">
    <${Board} view=${view} look=${look} pieces=${turn.pieces} targets=${turn.targets} chosen=${turn.chosen} ghost=${turn.ghost} preview=${preview} badges=${NO_BADGES} arrows=${arrows} wrong=${wrong}
      options=${{ flip: false, coordinates: true, tallies: true, counts: true, numbers: null }} label=${label} turn=${`${spot}/${turn.steps.length}`} onSite=${click} onPeek=${turn.peek} onCancel=${turn.cancel} />
    <div class="under-board">${view.scene.scores?.length > 0 && html`<span class="in-hand">${names.map((/** @type {string} */ name, /** @type {number} */ seat) => html`<span key=${seat}>${`${name}, ${view.scene.scores[seat]} ${scoreName(view.scene, view.scene.scores[seat])}`}</span>`)}</span>`}${view.scene.hands?.some((/** @type {number} */ n) => n > 0) && html`<span class="in-hand">${names.map((/** @type {string} */ name, /** @type {number} */ seat) => html`<span key=${seat}><${Token} look=${look} seat=${seat + 1} size=${16} />${words.learn.hand(name, view.scene.hands[seat] - (seat + 1 === view.to_move ? put : 0))}</span>`)}</span>`}<${MarkLegend} view=${view} targets=${turn.targets} lifted=${turn.chosen !== null} /></div>
  </div>`;
}

/** @type {Map<number, any>} */
const NO_BADGES = new Map();

/** The tasks of a step: done, now, later. @param {{ turns: import("./lesson.js").LessonTurn[], turnAt: number, clicks: number }} props */
const Tasks = ({ turns, turnAt, clicks }) => html`<ol class="tasks">
  ${turns.flatMap((turn, index) =>
    turn.tasks.map((task, part) => {
      const now = index === turnAt && part === taskAt(turn, clicks);
      const past = index < turnAt || (index === turnAt && part < taskAt(turn, clicks));
      return html`<li class=${`task ${past ? "done" : now ? "now" : "later"}`}>${past ? html`<${Tick} />` : html`<${Dot} />`}<span>${said(task)}</span><small>${past ? words.learn.done : now ? words.learn.yourTurn : ""}</small></li>`;
    }),
  )}
</ol>`;

const Tick = () => html`<svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true"><circle class="verdict w" r="8" /><path class="tick-sign" d="M-3.5 0L-1 2.8L3.8 -2.8" /></svg>`;
const Triangle = () => html`<svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true"><polygon class="verdict l" points="0,-7 7.5,6 -7.5,6" /></svg>`;
const Dot = () => html`<svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true"><circle class="task-ring" r="7" /><circle class="task-dot" r="3" /></svg>`;

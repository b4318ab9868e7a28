// @ts-check
// The table itself: bar, board, seats, status, advice, moves, actions. Used for a stored game and for a mere
// position.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Board } from "../board/board.js";
import { themeOf } from "../board/theme.js";
import { Token } from "../board/pieces.js";
import { valueBadges, weightBadges } from "../board/overlay.js";
import { matching, pathOf } from "../board/turn.js";
import { lead } from "../board/worth.js";
import { useCatalogue } from "../state/load.js";
import { go as leave } from "../state/route.js";
import { recall, remember, useToggle } from "../state/settings.js";
import { words } from "../words/index.js";
import { Advice, judgement } from "./advice.js";
import { ValueBar } from "./bar.js";
import { useClicks } from "./clicks.js";
import { Keys } from "./dialogs.js";
import { useInsight, useWhy } from "./insight.js";
import { useKeys } from "./keys.js";
import { Moves, TypedMove } from "./moves.js";
import { caller, gameText, moveText } from "./names.js";
import { Seats } from "./seats.js";
import { arrowsOf, detail, orderOf, placed, seatOrder } from "./shown.js";
import { countdowns, headline, result } from "./status.js";
import { threatArrows, ThreatText, useThreat } from "./threat.js";
import { skipped, Thinking, useLastMove, useSounds, useTitle } from "./told.js";
import { Segments, Toggle } from "./switches.js";
import { ArrowLegend, CounterLegend, MarkLegend, ValueLegend } from "./toggles.js";
import { useWalk } from "./walk.js";

/**
 * @typedef {object} StageProps
 * @property {import("../types.js").View} view the position shown
 * @property {string} family @property {string} title
 * @property {string} spot its query @property {string} positionKey changes with every position
 * @property {import("../types.js").Player[]} players
 * @property {boolean} [called] whether others wait for the reader's move
 * @property {boolean} canMove @property {boolean} live whether the newest position is shown
 * @property {(move: string) => Promise<void>} onPlay
 * @property {string[]} moves @property {number} at the ply shown @property {(ply: number) => void} go
 * @property {import("../types.js").Turn[]} turns the same moves, as shown in a list
 * @property {boolean} [thinking] @property {boolean} [paused] @property {import("../types.js").GivenUp | null} [givenUp]
 * @property {import("../types.js").Clock | null} [clock]
 * @property {Said} said @property {string} [notice] a sentence above the advice @property {() => void} [retry] lets a computer that failed try again
 * @property {string | null} [before] the query of the position before the last move @property {() => void} [moveNow] makes a computer play what it has found
 * @property {any} [ending] what to offer when the game is over
 * @property {any} [list] replaces the list of moves @property {boolean} [stepping] whether ← and → step through the moves, wherever the focus is
 * @property {string} [explore] where every move of the position is shown
 * @property {boolean} [keeps] whether variations from an earlier position are stored with the game
 * @property {(tools: Tools) => any} actions the row of buttons
 * @property {Record<string, () => void>} [keys]
 * @property {any} [beside] what to show under the status
 * @property {string} [strict] why help is not allowed in this game, if it is not
 */
/**
 * @typedef {object} Tools
 * @property {() => void} hint @property {boolean} analysing @property {(on: boolean) => void} analyse
 * @property {(sentence: string) => void} say @property {() => void} showKeys @property {() => void} showFormula
 * @property {string} hintBy @property {(player: string) => void} setHintBy
 * @property {string} explore where every move of the position is shown @property {string} position the position as text @property {boolean} canMove
 * @property {boolean} threatened @property {() => void} threat shows what the next player would do
 * @property {boolean} valued @property {() => void} switchValues @property {() => void} typeMove
 * @property {{ label: string, on: boolean, set: (on: boolean) => void }[]} switches how the board is shown
 */

/** @typedef {{ heard: string, say: (sentence: string) => void, attempt: (promise: Promise<any>) => Promise<any> }} Said `attempt`: says what went wrong */

/** The sentence under the status, removed with its position. @param {string} key changes with every position @returns {Said} */
export function useMessage(key) {
  const [said, set] = useState({ key: /** @type {string | null} */ (key), text: "" });
  const say = (/** @type {string} */ text) => set({ key, text });
  // An error refers to the position shown next: a game that has moved on shows another one.
  const complain = (/** @type {Error} */ error) => set({ key: null, text: error.message });
  useEffect(() => {
    if (said.key === null) set({ key, text: said.text });
  }, [said]);
  return { heard: said.key === null || said.key === key ? said.text : "", say, attempt: (promise) => promise.catch(complain) };
}

/** @type {Map<number, import("../board/overlay.js").Badge>} */
const NO_BADGES = new Map();

/** @type {Map<number, string>} */
const NO_TARGETS = new Map();

/** @param {StageProps} props */
export function GameView(props) {
  const { view, family, spot, positionKey, players, canMove, live, moves, at, go } = props;
  const { heard, say } = props.said;
  const look = themeOf(view);
  const catalogue = useCatalogue();
  const kind = catalogue?.games.find((game) => game.id === family);
  const [flip, setFlip] = useToggle("flip", false);
  const [coordinates, setCoordinates] = useToggle("coordinates", true);
  const [tallies, setTallies] = useToggle("tallies", true);
  const [counts, setCounts] = useToggle("counts", true);
  const [numbers, setNumbers] = useToggle("numbers", false);
  const [picked, pickOverlay] = useState(() => recall(`overlay.${family}`, "off"));
  const [wanted, analyse] = useState(Boolean(props.stepping) && recall("analysis", "off") === "on");
  const [lines, countLines] = useState(() => Math.max(1, Math.min(5, Number(recall("lines", "3")) || 3)));
  const [evaluating, setEvaluated] = useToggle("evaluation", false);
  const [looking, setThreatened] = useState(false);
  // Where help is not allowed nothing is queried, whatever was switched on before.
  const strict = props.strict ?? "";
  const overlay = strict ? "off" : picked;
  const [analysing, evaluated, threatened] = [wanted, evaluating, looking].map((on) => on && !strict);
  const [hintBy, chooseHint] = useState(() => recall("hint", ""));
  const [arrowed, setArrowed] = useToggle("arrows", true);
  const [keysShown, showKeys] = useState(false);
  const [typing, type] = useState(false);
  const [peeked, peekMove] = useState(/** @type {string | null} */ (null));
  const [formula, setFormula] = useState(/** @type {any} */ (null));
  const announced = useRef("");

  // A removed row does not report that the pointer has left it.
  useEffect(() => peekMove(null), [positionKey, lines, analysing]);
  const setOverlay = (/** @type {string} */ next) => {
    remember(`overlay.${family}`, next);
    pickOverlay(next);
  };
  const setLines = (/** @type {number} */ n) => {
    remember("lines", String(n));
    countLines(n);
  };
  const setHintBy = (/** @type {string} */ player) => {
    remember("hint", player);
    chooseHint(player);
  };
  const over = view.outcome !== null || Boolean(props.givenUp);
  const turn = useClicks({ view, key: positionKey, spot, canMove, onPlay: props.onPlay, say, attempt: props.said.attempt });
  const insight = useInsight({ spot, key: positionKey, overlay, analysing, hintBy, over, lines, evaluated });
  const threat = useThreat(spot, positionKey, threatened && !over);
  const walk = useWalk({ spot, key: positionKey });
  const names = view.seats.map((_, seat) => caller(view, look, players, seat + 1));
  const order = seatOrder(players);
  const status = headline({ view, look, players, targets: turn.targets, canMove: canMove && !turn.sending, thinking: Boolean(props.thinking), paused: Boolean(props.paused), givenUp: props.givenUp ?? null });
  const end = over ? result(view, look, players, props.givenUp ?? null) : null;
  // What the previewed click would do; in the middle of a turn, what its clicks have done so far.
  const begun = turn.steps.length > 0 && turn.steps.at(-1)?.action !== "lift" ? matching(view.legal, turn.steps)[0] : null;
  const shown = begun ?? turn.foreseen?.move ?? null;
  const preview = shown ? (insight.spot?.previews?.find((one) => one.move === shown.text)?.marks ?? []) : [];
  const why = useWhy(spot, positionKey, turn.foreseen?.whole ? turn.foreseen.move.text : null);
  const badges = useMemo(() => {
    if (turn.sending) return NO_BADGES;
    if (insight.values && overlay === "values") return valueBadges(view, turn.steps, insight.values, insight.hint?.move);
    return insight.weights ? weightBadges(view, insight.weights) : NO_BADGES;
  }, [insight.values, insight.weights, insight.hint, view, turn.steps, turn.sending, overlay]);
  const looked = peeked !== null ? view.legal.find((move) => move.text === peeked) : undefined;
  const arrows = looked ? [{ ...pathOf(looked), kind: /** @type {const} */ ("line") }] : arrowed && !turn.sending ? [...arrowsOf(view, insight, turn.steps, moves[at] ?? null), ...(turn.steps.length ? [] : threatArrows(threat.threat))] : [];
  // A hint alone does not fill the bar.
  const barred = evaluated || analysing || overlay === "values";
  const judged = barred ? judgement(insight) : null;
  const closeFormula = () => {
    setFormula(null);
    /** @type {HTMLElement | null} */ (document.querySelector(".more summary"))?.focus();
  };

  const tools = {
    hint: () => {
      if (strict) return say(strict);
      analyse(false);
      insight.askHint();
    },
    analysing,
    analyse: (/** @type {boolean} */ on) => {
      if (strict) return say(strict);
      insight.dropHint();
      walk.stop();
      if (props.stepping) remember("analysis", on ? "on" : "off");
      analyse(on);
    },
    threatened,
    threat: () => setThreatened(!threatened),
    say,
    showKeys: () => showKeys(true),
    // Loaded on request.
    showFormula: () => props.said.attempt(import("./formula.js").then((module) => setFormula(() => module.Formula))),
    hintBy,
    setHintBy,
    position: insight.spot?.status.position ?? "",
    explore: props.explore ?? "",
    canMove,
    valued: overlay === "values",
    switchValues: () => (strict ? say(strict) : setOverlay(overlay === "values" ? "off" : "values")),
    typeMove: () => type(canMove),
    switches: [
      { label: words.board.flip, on: flip, set: setFlip },
      { label: words.board.coordinates, on: coordinates, set: setCoordinates },
      ...(view.layout.regions.length > 0 ? [{ label: words.board.tallies, on: tallies, set: setTallies }] : []),
      ...(view.scene.marks.some((mark) => mark.kind === "line_count") ? [{ label: words.board.counts, on: counts, set: setCounts }] : []),
      ...(look.mode === "lattice" ? [{ label: words.board.numbers, on: numbers, set: setNumbers }] : []),
    ],
  };
  useKeys({
    ArrowLeft: () => (walk.walked ? walk.step(-1) : go(Math.max(0, at - 1))),
    ArrowRight: () => (walk.walked ? walk.step(1) : go(Math.min(moves.length, at + 1))),
    Home: () => (walk.walked ? walk.stop() : go(0)),
    End: () => (walk.walked ? walk.step(walk.walked.moves.length) : go(moves.length)),
    Escape: () => (walk.walked ? walk.stop() : turn.cancel()),
    x: tools.threat,
    l: () => setEvaluated(!evaluated),
    ...(props.explore ? { e: () => leave(props.explore ?? "") } : {}),
    h: tools.hint,
    a: () => tools.analyse(!analysing),
    v: tools.switchValues,
    f: () => setFlip(!flip),
    t: tools.typeMove,
    m: () => {
      const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".more"));
      menu?.setAttribute("open", "");
      /** @type {HTMLElement | null | undefined} */ (menu?.querySelector("summary"))?.focus();
    },
    "?": () => showKeys(true),
    ...props.keys,
  });

  useTitle(`${status} · ${gameText(view.game, props.title)} · ${words.brand}`, Boolean(props.called));

  const spoken = [view.last && at > 0 ? words.announce.moved(names[(view.turns.at(-1)?.player ?? 1) - 1], moveText(view.last.shown ?? view.last.text)) : "", end ? `${end.headline}. ${end.reason}` : status].filter(Boolean).join(" ");
  if (!turn.sending) announced.current = spoken;

  const typed = (/** @type {string} */ text) => {
    const plain = text.replace(/[–−]/g, "-").replace(/\s*[×x]\s*/g, "x").replace(/\s+/g, "").toLowerCase();
    const move = view.legal.find((one) => one.text.toLowerCase() === plain);
    if (move && canMove) turn.play(move);
    else say(words.table.notLegal(text, view.legal.length, moveText(view.legal[0]?.text ?? "")));
  };
  const lastMove = useLastMove({ view, names, before: props.before ?? null, key: positionKey });
  useSounds(view, over, positionKey, Boolean(props.called));
  const line = detail({ why, turn, heard, end, live, at, notice: walk.walked ? words.analysis.walking(walk.walked.at, walk.walked.moves.length) : (props.notice ?? ""), keeps: Boolean(props.keeps), passed: skipped(view).map((seat) => names[seat - 1]), lastMove });
  const note = [...countdowns(view), view.occurrences > 1 && !over ? words.table.occurrences(view.occurrences) : "", placed(view)].filter(Boolean).join(" ");

  return html`<div class=${`stage seats-${players.length}`}>
    <div class="stage-board">
      <${ValueBar} share=${judged?.share ?? null} exact=${judged?.exact ?? false} points=${typeof judged?.points === "number" ? (view.to_move === 1 ? 1 : -1) * (judged.points + lead(view)) : null} view=${view} look=${look} order=${order} names=${names} awaited=${barred} />
      <div class="board-column">
        <${Board}
          view=${walk.view ?? view}
          look=${look}
          pieces=${walk.view?.scene.pieces ?? turn.pieces}
          targets=${walk.view ? NO_TARGETS : turn.targets}
          chosen=${walk.view ? null : turn.chosen}
          ghost=${walk.view ? null : turn.ghost}
          preview=${walk.view ? [] : preview}
          badges=${walk.view ? NO_BADGES : badges}
          arrows=${walk.view ? [] : arrows}
          stepping=${Boolean(props.stepping)}
          wrong=${turn.wrong === null ? null : { site: turn.wrong }}
          options=${{ flip, coordinates, tallies, counts, numbers: numbers ? orderOf(moves, at, view) : null }}
          label=${words.board.label(gameText(view.game, props.title))}
          turn=${`${positionKey}/${turn.steps.length}${turn.sending ? "…" : ""}${canMove ? "" : "-"}${walk.walked ? `+${walk.walked.at}` : ""}`}
          onSite=${walk.walked ? walk.stop : turn.click}
          onPeek=${turn.peek}
          onCancel=${turn.cancel}
        />
        <div class="under-board">
          ${strict
            ? html`<span class="counted-note">${strict}</span>`
            : kind?.heuristics.length
            ? html`<span class="label-inline">${words.board.overlay}</span>
                <${Segments} label=${words.board.overlay} value=${overlay} set=${setOverlay} options=${[{ id: "off", text: words.board.none }, { id: "values", text: words.board.values }, ...kind.heuristics.map(({ id }) => ({ id, text: id.toUpperCase() }))]} />`
            : html`<${Toggle} label=${words.board.values} on=${overlay === "values"} set=${(/** @type {boolean} */ on) => setOverlay(on ? "values" : "off")} />`}
          ${!strict &&
          html`<${Toggle} label=${words.board.arrows} on=${arrowed} set=${setArrowed} />
            <${Toggle} label=${words.analysis.evaluation} on=${evaluated} set=${setEvaluated} />
            <${ArrowLegend} arrows=${walk.view ? [] : arrows} />`}
          ${overlay === "values" && insight.values ? html`<${ValueLegend} values=${insight.values} view=${view} names=${names} />` : view.layout.regions.length > 0 ? html`<${CounterLegend} />` : html`<${MarkLegend} view=${view} targets=${turn.targets} lifted=${turn.chosen !== null} />`}
        </div>
      </div>
    </div>
    <div class="stage-side">
      <${Seats} view=${view} look=${look} players=${players} order=${order} clock=${props.clock ?? null} won=${end?.winner ?? null} over=${over} />
      <div class="status">
        <h1 id="status" tabindex="-1">${status}</h1>
        <p class="detail">${line} ${turn.steps.length > 0 && !turn.sending && html`<button type="button" class="link" onClick=${turn.cancel}>${words.table.putBack}</button>`}
          ${props.retry && html`<button type="button" class="link" onClick=${props.retry}>${words.table.tryAgain}</button>`}
          ${!live && html`<button type="button" class="link" onClick=${() => go(moves.length)}>${words.table.toNow}</button>`}</p>
      </div>
      ${props.beside}
      ${props.moveNow && html`<${Thinking} key=${positionKey} thinking=${Boolean(props.thinking)} now=${props.moveNow} />`}
      ${over && live && props.ending}
      <${Advice} busy=${insight.busy} hint=${insight.hint} hintBy=${hintBy} analysis=${insight.analysis} values=${overlay === "values" || analysing || insight.hint ? insight.values : null} weights=${insight.weights && { ...insight.weights, name: overlay }} view=${view} names=${names} error=${insight.error} peek=${peekMove} tools=${{ lines, setLines, threat: threatened, setThreat: setThreatened, walk, peek: peekMove }} play=${canMove && !turn.sending ? (/** @type {string} */ text) => {
        const move = view.legal.find((one) => one.text === text);
        peekMove(null);
        if (move) turn.play(move);
      } : null}>${threatened && !over && html`<${ThreatText} threat=${threat.threat} asked=${threat.asked} names=${names} />`}<//>
      ${walk.walked && html`<p class="walking"><span>${words.analysis.walking(walk.walked.at, walk.walked.moves.length)}</span><button type="button" class="link" onClick=${walk.stop}>${words.analysis.toPosition}</button></p>`}
      ${formula && kind && html`<${formula} spot=${spot} positionKey=${positionKey} kind=${kind ?? null} view=${view} look=${look} onClose=${closeFormula} />`}
      ${props.list ?? html`<${Moves} turns=${props.turns} columns=${players.length} heads=${names.map((name, seat) => (look.shared ? name : html`<${Token} look=${look} seat=${seat + 1} size=${14} /><span class=${players.length > 2 ? "hidden" : ""}>${name}</span>`))} at=${at} go=${go} note=${note} />`}
      ${canMove && typing && html`<${TypedMove} example=${view.legal[0]?.text ?? ""} play=${typed} close=${() => type(false)} />`}
      ${props.actions(tools)}
    </div>
    <p class="hidden" role="status" aria-live="polite">${announced.current}</p>
    <p class="hidden" role="alert">${heard}</p>
    ${keysShown && html`<${Keys} onClose=${() => showKeys(false)} />`}
  </div>`;
}

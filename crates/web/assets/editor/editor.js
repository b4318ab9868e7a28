// @ts-check
// The position editor: choose a piece, click places; hands, side and scores beside it. The rules check every change.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, post, query as toQuery } from "../api.js";
import { Shape, shapeOf, Token } from "../board/pieces.js";
import { seatName } from "../board/labels.js";
import { family as familyOf, themeOf } from "../board/theme.js";
import { onlyMove } from "../puzzles/judged.js";
import { Heading, Problem } from "../shell.js";
import { Stepper } from "../setup/rules.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { copy } from "../table/actions.js";
import { useKeys } from "../table/keys.js";
import { familyText, gameText } from "../table/names.js";
import { result } from "../table/status.js";
import { words } from "../words/index.js";
import { refusal } from "../words/phrases.js";
import { ClickBoard } from "./click.js";
import { fallen, meanings, mendings } from "./mend.js";
import { countOf, difference, fieldsOf, isFen, isRecord, lettersFor, lettersOf, moved, movesOf, numbersOf, sideLetter, swapped, withField } from "./text.js";

/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").View} View */

/** How the game ended in a final position. @param {View} view */
function ended(view) {
  const { headline, reason } = result(view, themeOf(view), view.seats.map(() => ({ player: "human", name: null, human: true })), null);
  return `${headline}. ${reason}`;
}

/** The player to move, and the number of pieces. @param {View} view @param {string} text */
function standing(view, text) {
  const look = themeOf(view);
  const letters = lettersFor(view);
  const side = fieldsOf(view, text).find((field) => field.kind === "side")?.text;
  const seat = view.seats.findIndex((_, at) => sideLetter(view, at + 1) === side) + 1;
  if (!seat || !lettersOf(view, text)) return "";
  return words.editor.standing(seatName(look, seat), letters.slice(1, look.shared ? 2 : view.seats.length + 1).map((letter) => countOf(view, text, letter)));
}

/** Whether a position is a puzzle, as a sentence. @param {string} here @returns {Promise<{ text: string, yes: boolean }>} */
async function puzzling(here) {
  const values = /** @type {import("../types.js").Values} */ (await get(`/api/spot/values?${here}`));
  const { kind, best, alike } = onlyMove(values);
  const puzzle = values.unit === "points" ? words.editor.puzzlePoints : words.editor.puzzle[best?.letter ?? "D"];
  const text = { unknown: words.editor.puzzleUnknown, none: words.editor.noChoice, several: words.editor.noPuzzle(alike, values.moves.length), puzzle }[kind];
  return { text, yes: kind === "puzzle" };
}

/** What a repair changes, in words. @param {View} view @param {string} text @param {string} by */
function mendingText(view, text, by) {
  const { seat, hands, come, gone, moved: fall } = difference(view, text, by);
  const parts = [
    seat ? words.table.waits(seatName(themeOf(view), seat)) : "",
    hands.length ? words.editor.mendHands(hands) : "",
    come ? words.editor.mendCome(come) : "",
    gone ? words.editor.mendGone(gone) : "",
    fall ? words.editor.mendMoved(fall) : "",
  ].filter(Boolean);
  return parts.length ? words.editor.mendBy(parts) : words.editor.mend;
}

/** Which texts are valid, and why others are not. @param {string} game @param {string[]} texts @param {boolean} [fen] @returns {Promise<{ position: string | null, refusal: import("../words/phrases.js").Refusal | null }[]>} */
const check = async (game, texts, fen = false) => (await post("/api/positions", { game, texts, fen })).positions;

/** @param {{ query: URLSearchParams }} props */
export function EditorPage({ query }) {
  const catalogue = useCatalogue();
  const [spec, setSpec] = useState(query.get("game") ?? catalogue?.games[0]?.usual ?? "");
  const [text, setText] = useState(query.get("position") ?? "");
  const [asked, ask] = useState({ spec, text });
  const [tool, setTool] = useState("");
  const [past, remember] = useState(/** @type {string[]} */ ([]));
  const [mended, mend] = useState({ text: "", by: "" });
  const [said, say] = useState("");
  // A whole game that was pasted, until it is opened.
  const [record, hold] = useState("");
  // A position in another program's notation while it is typed, and why it or a whole game is
  // invalid.
  const [fen, write] = useState(/** @type {string | null} */ (null));
  const [unread, refuse] = useState("");
  // The position that was found to be a puzzle.
  const [puzzle, isPuzzle] = useState("");
  useEffect(() => {
    document.title = `${words.editor.title} · ${words.brand}`;
  }, []);
  useEffect(() => {
    // The catalogue may arrive later than the page.
    if (!spec && catalogue) setSpec(catalogue.games[0].usual);
  }, [catalogue]);
  useEffect(() => {
    const timer = setTimeout(() => ask({ spec, text }), 120);
    return () => clearTimeout(timer);
  }, [spec, text]);
  // The board comes from the start position, which is always available; the pieces on it from the
  // text.
  const begun = useLoad(spec ? `/api/spot?${toQuery({ game: spec })}` : null);
  const first = /** @type {Spot | null} */ (/** @type {any} */ (begun.data));
  const [checked, note] = useState({ spec: "", text: "", wrong: "", full: "" });
  const [failure, fail] = useState("");
  useEffect(() => {
    // Editing starts from the start position.
    if (first && !text && familyOf(first.view.game) === familyOf(spec)) setText(first.status.position);
  }, [first, text]);
  useEffect(() => {
    if (!asked.spec || !asked.text) return undefined;
    let gone = false;
    check(asked.spec, [asked.text]).then(
      ([{ position, refusal: refused }]) => !gone && note({ ...asked, wrong: refused ? refusal(refused) : "", full: position ?? "" }),
      (error) => !gone && fail(error.message),
    );
    return () => {
      gone = true;
    };
  }, [asked]);
  const known = checked.spec === spec && checked.text === text;
  const wrong = known ? checked.wrong : "";
  const about = useLoad(known && !wrong ? `/api/spot?${toQuery({ game: spec, position: text })}` : null);
  const found = /** @type {Spot | null} */ (/** @type {any} */ (about.data));
  const [last, keep] = useState(/** @type {Spot | null} */ (null));
  useEffect(() => {
    if (found) keep(found);
  }, [found]);
  const spot = last && last.view.game === first?.view.game ? last : first;
  const view = spot && familyOf(spot.view.game) === familyOf(spec) ? spot.view : null;
  useEffect(() => {
    // An impossible position is repaired by the nearest valid one.
    if (!wrong || !view || !spot) return undefined;
    let gone = false;
    const texts = mendings(view, text, spot.status.position);
    check(spec, texts).then(
      (all) => {
        const at = all.findIndex(({ position }) => position !== null);
        if (!gone && at >= 0) mend({ text, by: texts[at] });
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [wrong, text, view === null]);
  const put = (/** @type {string} */ next) => {
    hold("");
    refuse("");
    if (next === text) return;
    remember([...past.slice(-99), text]);
    setText(next);
    say("");
  };
  useEffect(() => {
    refuse("");
    if (!fen) return undefined;
    let gone = false;
    check(spec, [fen.trim()], true).then(
      ([{ position, refusal: refused }]) => {
        if (gone) return;
        if (position) put(position);
        else if (refused) refuse(refusal(refused));
      },
      (error) => !gone && refuse(error.message),
    );
    return () => {
      gone = true;
    };
  }, [fen]);
  const change = (/** @type {string} */ next) => {
    write(null);
    put(next);
  };
  /** A click on the board. The placed piece comes from the hand, or falls, automatically if the rules require it. @param {string} next */
  const place = (next) => {
    change(next);
    if (!view || !lettersOf(view, next)) return;
    const meant = meanings(view, text, next);
    check(spec, meant).then(
      (all) => {
        const at = all.findIndex(({ position }) => position !== null);
        // Where pieces fall, none stays in the air, valid or not.
        const by = at < 0 ? fallen(view, next) : meant[at];
        setText((now) => (now === next ? by : now));
      },
      () => {},
    );
  };
  const undo = () => {
    const before = past.at(-1);
    if (before === undefined) return;
    write(null);
    remember(past.slice(0, -1));
    setText(before);
  };
  const family = familyOf(spec);
  const letters = view ? lettersFor(view) : [];
  const chosen = letters.includes(tool) ? tool : (letters[1] ?? "");
  useKeys({ u: undo, ...Object.fromEntries(letters.map((letter, at) => [String(at), () => setTool(letter)])) });
  const start = () => get(`/api/spot?${toQuery({ game: spec })}`).then((answer) => change(answer.status.position), (error) => say(error.message));
  /** Whether a text is a list of moves. @param {string} given */
  const isPlay = (given) => first?.view.legal.some((move) => move.text === movesOf(given)[0]) ?? false;
  /** Stores the game, once: repeated clicks meanwhile are ignored. */
  const openRecord = async () => {
    hold("");
    const game = isPlay(record) ? { game: spec, seats: first?.view.seats.map(() => "human"), moves: movesOf(record) } : { record };
    try {
      go(`/game/${(await post("/api/games", game)).id}`);
    } catch (error) {
      hold(record);
      refuse(/** @type {Error} */ (error).message);
    }
  };
  /** Our text, another program's, or a whole game. @param {string} given */
  const paste = (given) => {
    const whole = isRecord(given) || isPlay(given);
    hold(whole ? given : "");
    refuse("");
    write(!whole && isFen(given) ? given : null);
    if (!whole && !isFen(given)) change(given);
  };
  const square = view ? Math.max(...view.layout.sites.map((site) => site.x)) === Math.max(...view.layout.sites.map((site) => site.y)) : false;
  const fine = known && !wrong;
  const here = toQuery({ game: spec, position: text });
  const open = (/** @type {string} */ address) => !wrong && go(address);
  const tell = () => {
    say(words.advice.asking);
    puzzling(here).then(
      ({ text: sentence, yes }) => {
        say(sentence);
        isPuzzle(yes ? here : "");
      },
      (error) => say(error.message),
    );
  };
  if (begun.error) return html`<${Problem} error=${begun.error} back=${{ href: "/editor", text: words.editor.title }} />`;
  return html`<div class="page table-page editor" data-accent=${family}>
    <${Heading} text=${words.editor.title} back="/study" />
    <div class="stage">
      <div class="stage-board"><div class="board-column editor-board">
        ${spot && view && html`<${ClickBoard} spot=${spot} text=${text} set=${place} tool=${chosen} />`}
        <div class="under-board">
          <button type="button" class="button small" onClick=${start}>${words.editor.start}</button>
          ${view && square && html`<button type="button" class="button small" onClick=${() => change(moved(view, text, "turn"))}>${words.editor.turn}</button>`}
          ${view && html`<button type="button" class="button small" onClick=${() => change(moved(view, text, "mirror"))}>${words.editor.mirror}</button>`}
          ${view && letters.length > 2 && view.seats.length === 2 && html`<button type="button" class="button small" onClick=${() => change(swapped(view, text))}>${words.editor.swap}</button>`}
          <button type="button" class="button small" disabled=${past.length === 0} onClick=${undo}>${words.editor.undo} <kbd aria-hidden="true">U</kbd></button>
        </div>
      </div></div>
      <div class="stage-side">
        <div class="editor-head"><h1>${words.editor.title}</h1>
          <label><span class="hidden">${words.lists.game}</span><select id="kind" onChange=${(/** @type {any} */ event) => {
            setSpec(event.target.value);
            setText("");
            write(null);
            remember([]);
          }}>
            ${catalogue && !catalogue.games.some((game) => game.usual === spec) && html`<option value=${spec} selected>${gameText(spec)}</option>`}
            ${(catalogue?.games ?? []).map((game) => html`<option value=${game.usual} selected=${game.usual === spec}>${familyText(game.id)}</option>`)}
          </select></label></div>
        <p class="quiet">${words.editor.help}</p>
        ${view && html`<${Palette} view=${view} text=${text} chosen=${chosen} choose=${setTool} />`}
        ${view && html`<${FieldsOfText} view=${view} text=${text} set=${change} />`}
        ${wrong || unread
          ? html`<div class="box bad" role="alert" id="wrong" data-of=${text}><p class="box-head"><svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true"><polygon class="verdict l" points="0,-7 7.5,6 -7.5,6" /></svg><span>${unread || wrong}</span></p>
              ${wrong && mended.text === text && html`<p><button type="button" class="button small" onClick=${() => change(mended.by)}>${mended.by === spot?.status.position ? words.editor.takeBack : view ? mendingText(view, text, mended.by) : words.editor.mend}</button></p>`}</div>`
          : html`<div class="box good" data-of=${known ? text : ""}><p class="box-head" role="status"><svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true"><circle class="verdict w" r="8" /><path class="tick-sign" d="M-3.5 0L-1 2.8L3.8 -2.8" /></svg><span>${fine && found?.view.outcome ? ended(found.view) : (view && standing(view, text)) || words.editor.fine}</span></p></div>`}
        <div class="editor-texts">
          <label for="text">${words.editor.position}</label><textarea id="text" class="mono" rows="2" spellcheck=${false} value=${record || text} onInput=${(/** @type {any} */ event) => paste(event.target.value)}></textarea>
          ${record && html`<button type="button" class="button primary" onClick=${openRecord}>${words.editor.openGame}</button>`}
          <button type="button" class="button" onClick=${() => copy(text, say)}>${words.editor.copy}</button>
          ${spot?.status.fen && html`<label for="fen">FEN</label><input id="fen" class="mono" spellcheck=${false} aria-invalid=${fen && unread ? "true" : "false"} aria-describedby=${fen && unread ? "wrong" : undefined} value=${fen ?? (fine && found?.status.fen ? found.status.fen : "")} onInput=${(/** @type {any} */ event) => write(event.target.value)} onBlur=${() => unread || write(null)} /><button type="button" class="button" onClick=${() => copy(found?.status.fen ?? "", say)}>${words.editor.copy}</button>`}
        </div>
        <p class="quiet" role="status">${failure || said}</p>
        ${puzzle === here && html`<p><${Link} href=${`/puzzles?${here}`}>${words.editor.makePuzzle}<//></p>`}
        <div class="actions full">
          <button type="button" class="button" disabled=${Boolean(wrong)} onClick=${() => open(`/?${toQuery({ new: family, game: spec, position: text })}`)}>${words.table.playHere}</button>
          <button type="button" class="button" disabled=${Boolean(wrong)} onClick=${() => open(`/explore?${here}`)}>${words.editor.explore}</button>
          <button type="button" class="button" disabled=${Boolean(wrong)} onClick=${tell}>${words.editor.isPuzzle}</button>
          <button type="button" class="button primary" disabled=${Boolean(wrong)} onClick=${() => open(`/spot?${here}`)}>${words.editor.open}</button>
        </div>
      </div>
    </div>
  </div>`;
}

/** The piece that a click places. @param {{ view: View, text: string, chosen: string, choose: (letter: string) => void }} props */
function Palette({ view, text, chosen, choose }) {
  const look = themeOf(view);
  const letters = lettersFor(view);
  if (!lettersOf(view, text)) return null;
  const name = (/** @type {number} */ at) => (at === 0 ? words.editor.remove : look.shared ? words.editor.stone : at <= view.seats.length ? seatName(look, at) : words.neutral);
  const order = [...letters.slice(1).map((_, at) => at + 1), 0];
  return html`<div class="palette" role="group" aria-label=${words.editor.palette}>
    ${order.map((at) => html`<button type="button" class="choice" aria-pressed=${letters[at] === chosen ? "true" : "false"} onClick=${() => choose(letters[at])}>
      ${at === 0 ? html`<svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true"><circle class="taken-ring" r="11" /><path class="taken-cross" d="M-4 -4l8 8M4 -4l-8 8" /></svg>` : html`<svg width="28" height="28" viewBox="-14 -14 28 28" aria-hidden="true"><${Shape} shape=${look.shared || at > view.seats.length ? look.nobody : shapeOf(look, at)} r="10" /></svg>`}
      <span>${name(at)} <kbd aria-hidden="true">${at}</kbd></span></button>`)}
  </div>`;
}

/** Hands, side, scores and countdowns, as far as the text has them. @param {{ view: View, text: string, set: (text: string) => void }} props */
function FieldsOfText({ view, text, set }) {
  const look = themeOf(view);
  const [hands, scores, countdowns] = [numbersOf(view, text, "hands"), numbersOf(view, text, "scores"), numbersOf(view, text, "countdowns")];
  const side = fieldsOf(view, text).find((field) => field.kind === "side")?.text;
  const letters = lettersFor(view);
  const seats = view.seats.map((_, at) => at + 1);
  const changed = (/** @type {number[]} */ numbers, /** @type {number} */ at, /** @type {number} */ value) => numbers.map((old, index) => (index === at ? value : old));
  return html`<div class="editor-fields">
    ${hands.map((number, at) => html`<div class="editor-seat"><${Token} look=${look} seat=${at + 1} size=${26} /><span><strong>${seatName(look, at + 1)}</strong><small>${words.table.onBoard(countOf(view, text, letters[at + 1]))}</small></span><${Stepper} id=${`hand${at}`} label=${words.editor.inHand} value=${number} low=${0} high=${99} set=${(/** @type {number} */ value) => set(withField(view, text, "hands", changed(hands, at, value).join(",")))} /></div>`)}
    ${scores.map((number, at) => html`<div class="editor-seat"><span><strong>${seatName(look, at + 1)}</strong></span><${Stepper} id=${`score${at}`} label=${words.editor.points} value=${number} low=${0} high=${999} set=${(/** @type {number} */ value) => set(withField(view, text, "scores", changed(scores, at, value).join("-")))} /></div>`)}
    ${side !== undefined &&
    html`<div class="editor-seat"><span><strong>${words.editor.toMove}</strong></span><div class="segments" role="group" aria-label=${words.editor.toMove}>${seats.map((seat) => html`<button type="button" aria-pressed=${side === sideLetter(view, seat) ? "true" : "false"} onClick=${() => set(withField(view, text, "side", sideLetter(view, seat)))}>${seatName(look, seat)}</button>`)}</div></div>`}
    ${countdowns.map((number, at) => html`<div class="editor-seat"><${Stepper} id=${`count${at}`} label=${words.editor.countdowns[view.scene.countdowns[at]?.name] ?? words.editor.countdown(at + 1)} value=${number} low=${0} high=${999} set=${(/** @type {number} */ value) => set(withField(view, text, "countdowns", changed(countdowns, at, value).join(",")))} /></div>`)}
  </div>`;
}

// @ts-check
// Solving a position with a right move: attempts, refutations, and the end. It contains no rules and stores no record.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { get, query } from "../api.js";
import { pathOf } from "../board/turn.js";
import { phrase } from "../words/phrases.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./told.js").Tried} Tried */
/** @typedef {import("../board/signs.js").Arrow} Arrow */
/**
 * @typedef {object} Task
 * @property {string} id
 * @property {{ game: string, position?: string | null, seed?: number, moves?: string }} spot where it is played
 * @property {(move: string) => Promise<Tried>} attempt what a move is worth
 * @property {() => Promise<Tried[]>} solution what all moves are worth
 */
/** @typedef {{ tried: Tried, best: number, text: string, replier: number, why: string }} Wrong a move that was refuted; `text`: the reply */
/** @typedef {{ moves: Tried[], right: Tried, why: string, seconds: number }} Solution */
/**
 * @typedef {object} State
 * @property {"open" | "refuted" | "solved" | "given"} phase
 * @property {View | null} shown a position after this one
 * @property {Arrow[]} arrows
 * @property {Wrong | null} wrong the last move that was
 * @property {Solution | null} found
 * @property {number} tries
 * @property {number | null} hint the place to begin with
 */

/** How long a wrong move is shown before it is refuted, and how long the refutation is shown, in milliseconds. */
const ANSWER = 700;
const STAND = 2400;

/** @type {State} */
const FRESH = { phase: "open", shown: null, arrows: [], wrong: null, found: null, tries: 0, hint: null };

/** The initial state. @type {Partial<State>} */
const BACK = { phase: "open", shown: null, arrows: [] };

/** The position after some more moves. @param {Task["spot"]} spot @param {string[]} moves */
const after = (spot, moves) => query({ ...spot, moves: [spot.moves, ...moves].filter(Boolean).join(" ") });

/** @param {Task["spot"]} spot @param {string[]} moves @returns {Promise<View>} */
const viewAfter = async (spot, moves) => (await get(`/api/spot?${after(spot, moves)}`)).view;

/** What a move does, as a sentence; empty if nothing is known. @param {Task["spot"]} spot @param {string[]} before @param {string} move */
export const reason = (spot, before, move) => get(`/api/spot/why?${after(spot, before)}&${query({ move })}`).then(phrase, () => "");

/** How a move is drawn that has been played; a piece that was put has its ring already. @param {View} view @param {Arrow["kind"]} kind @returns {Arrow[]} */
const played = ({ last }, kind) => (last && pathOf(last).from !== null ? [{ ...pathOf(last), kind, stands: true }] : []);

/**
 * @param {Task} task @param {View | null} view its position
 * @param {(result: import("./record.js").Result) => void} settle called with each result: a wrong move, a right one, one with help
 */
export function useSolving(task, view, settle) {
  const [state, set] = useState(FRESH);
  const gone = useRef(false);
  const began = useRef(0);
  useEffect(() => {
    if (view && !began.current) began.current = Date.now();
  }, [view]);
  useEffect(
    () => () => {
      gone.current = true;
    },
    [],
  );
  const change = (/** @type {Partial<State>} */ part) => gone.current || set((old) => ({ ...old, ...part }));
  const back = () => change(BACK);

  /** Shows the right move, the one found or the best, and the effects of all others. @param {"solved" | "given"} phase @param {number} tries @param {string} [move] */
  const end = async (phase, tries, move) => {
    const seconds = (Date.now() - began.current) / 1000;
    const moves = await task.solution();
    const right = /** @type {Tried} */ (moves.find((one) => one.move === move) ?? moves.find((one) => one.right));
    const [shown, why] = await Promise.all([viewAfter(task.spot, [right.move]), reason(task.spot, [], right.move)]);
    change({ phase, tries, shown, arrows: played(shown, "better"), found: { moves, right, why, seconds }, wrong: null });
  };

  /** @param {string} move */
  const play = async (move) => {
    const tried = await task.attempt(move);
    const tries = state.tries + 1;
    if (tried.right) {
      settle(state.hint === null ? "right" : "helped");
      return end("solved", tries, move);
    }
    settle("wrong");
    const best = tried.letter ? 0 : ((await task.solution()).find((one) => one.right)?.value ?? 0);
    const mine = await viewAfter(task.spot, [move]);
    const theirs = tried.reply ? await viewAfter(task.spot, [move, tried.reply]) : null;
    const why = tried.reply ? await reason(task.spot, [move], tried.reply) : "";
    const shownReply = theirs?.last?.shown ?? tried.reply ?? "";
    change({ phase: "refuted", tries, shown: mine, arrows: [], wrong: { tried, best, text: shownReply, replier: mine.to_move, why } });
    // A solver who continues earlier is back at the beginning already.
    const later = (/** @type {Partial<State>} */ part, /** @type {number} */ wait) => setTimeout(() => gone.current || set((old) => (old.phase === "refuted" && old.tries === tries ? { ...old, ...part } : old)), wait);
    if (theirs) later({ shown: theirs, arrows: played(theirs, "threat") }, ANSWER);
    later(BACK, theirs ? ANSWER + STAND : STAND);
    return undefined;
  };

  const ask = async () => {
    if (state.phase !== "open" || !view) return;
    const right = (await task.solution()).find((one) => one.right);
    const move = view.legal.find(({ text }) => text === right?.move);
    if (move) change({ hint: move.steps[0].site, wrong: null });
  };
  const giveUp = async () => {
    await end("given", state.tries);
    settle("wrong");
  };
  return { ...state, play, ask, giveUp, back };
}

// @ts-check
// The tasks of a lesson and the learner's progress. There are no rules of any game here.
import { recall, remember } from "../state/settings.js";

/**
 * @typedef {object} LessonTurn
 * @property {string[]} tasks one for the whole turn, or one a click
 * @property {string[]} [moves] what does it; any legal move where there are none
 * @property {string} [else] what is said about other moves
 * @property {string} [reply] the other side's answer
 */
/**
 * @typedef {object} LessonStep
 * @property {string} title @property {string} text @property {string} [rule] what the rules page says in place of the text
 * @property {string} [game] @property {number} [seed] @property {string} [position]
 * @property {LessonTurn[]} [turns] @property {string} [done] @property {string} [play] a player to play against
 */

/** @typedef {{ site: number, text: string, label: string, instead: string[] }} Mistake a click that the lesson does not want: where, why, the same in a few words, and what would do */

/**
 * Why a click is wrong, as a keyword for a short text: by what the turn needs next and by the piece
 * there.
 * @param {string} action @param {{ owner: number | null } | undefined} piece on the clicked place @param {number} mover
 * @returns {"empty" | "own" | "others" | "kept" | "taken" | "elsewhere"}
 */
export function shortly(action, piece, mover) {
  if (action === "take") return !piece ? "empty" : piece.owner === mover ? "own" : "kept";
  if (action === "lift") return !piece ? "empty" : piece.owner === mover ? "elsewhere" : "others";
  return piece ? "taken" : "elsewhere";
}

/** Whether a move is what a turn asks for; `*` stands for any continuation. @param {LessonTurn} turn @param {string} move */
export const isWanted = ({ moves }, move) => !moves || moves.some((wanted) => (wanted.endsWith("*") ? move.startsWith(wanted.slice(0, -1)) : move === wanted));

/** The task of a turn after this many clicks. @param {LessonTurn} turn @param {number} clicks */
export const taskAt = ({ tasks }, clicks) => Math.min(clicks, tasks.length - 1);

/** The number of finished steps of a game's lesson. @param {string} game */
export const stepsDone = (game) => Number(recall(`learn.${game}`, "0")) || 0;

/** Records a finished step. @param {string} game @param {number} step counted from 1 */
export function noteDone(game, step) {
  if (step > stepsDone(game)) remember(`learn.${game}`, String(step));
}

/** The last game learned, to continue with. */
export const lastLearned = () => recall("learn.last", "");

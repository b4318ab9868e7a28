// @ts-check
// What a lesson wants and where a learner is in it. No rules of any game are known here.
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
 * @property {string} title @property {string} text
 * @property {string} [game] @property {number} [seed] @property {string} [position]
 * @property {LessonTurn[]} [turns] @property {string} [done] @property {string} [play] a player to play against
 */

/** Whether a move is what a turn wants; `*` stands for whatever follows. @param {LessonTurn} turn @param {string} move */
export const isWanted = ({ moves }, move) => !moves || moves.some((wanted) => (wanted.endsWith("*") ? move.startsWith(wanted.slice(0, -1)) : move === wanted));

/** The task of a turn after so many clicks. @param {LessonTurn} turn @param {number} clicks */
export const taskAt = ({ tasks }, clicks) => Math.min(clicks, tasks.length - 1);

/** How many steps of a game's lesson are done. @param {string} game */
export const stepsDone = (game) => Number(recall(`learn.${game}`, "0")) || 0;

/** Notes that a step is done. @param {string} game @param {number} step counted from 1 */
export function noteDone(game, step) {
  if (step > stepsDone(game)) remember(`learn.${game}`, String(step));
}

/** The last game that somebody learned, to go on with. */
export const lastLearned = () => recall("learn.last", "");

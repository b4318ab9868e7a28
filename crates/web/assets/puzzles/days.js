// @ts-check
// The days on which the puzzle of the day was solved in this browser.
import { recall, remember } from "../state/settings.js";

const KEY = "puzzles.days";
/** The number of days stored. */
const KEPT = 400;
const DAY = 86_400_000;

/** The number of a day, as the server counts them: in UTC. @param {number} [milliseconds] since 1970 */
export const dayOf = (milliseconds = Date.now()) => Math.floor(milliseconds / DAY);

/** The stored value, as far as it is valid. @param {string} text @returns {number[]} */
export const read = (text) => text.split(",").filter(Boolean).map(Number).filter(Number.isInteger);

/** The days with one more. @param {number[]} days @param {number} day */
export const withDay = (days, day) => [...new Set([...days, day])].sort((one, other) => one - other).slice(-KEPT);

/** The number of consecutive days up to today, or to yesterday while today's is open. @param {number[]} days @param {number} today */
export function inARow(days, today) {
  const solved = new Set(days);
  let last = solved.has(today) ? today : today - 1;
  let row = 0;
  for (; solved.has(last); last -= 1) row += 1;
  return row;
}

export const solvedDays = () => read(recall(KEY, ""));
export const solvedToday = () => remember(KEY, withDay(solvedDays(), dayOf()).join(","));

// @ts-check
// The state of a position, as a headline.
import { byWorth, chance, isCertain, isProved, worthOf } from "../board/worth.js";
import { words } from "../words/index.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Values} Values */

/** From this lead on a player is shown as ahead. */
const AHEAD = 0.08;

/**
 * @param {Values} values @param {View} view @param {string[]} names of the seats
 * @returns {{ headline: string, detail: string, exact: boolean, drawn: boolean }} `drawn`: it is certain that no player wins
 */
export function standingOf(values, view, names) {
  const best = [...values.moves].sort(byWorth(values))[0];
  const who = names[view.to_move - 1] ?? "";
  if (!best) return { headline: words.table.waits(who), detail: "", exact: false, drawn: false };
  const worth = worthOf(best, values, view);
  // The true value may exceed a proved lower bound.
  if (isProved(worth) && isCertain(values)) {
    const { letter, turns, points } = worth;
    const headline = points ? (points > 0 ? words.advice.winsBy(who, points) : words.advice.losesBy(who, -points)) : words.explore.result(who, letter ?? "D");
    return { headline, detail: turns ? (letter === "W" ? words.explore.winIn(turns) : words.explore.lossIn(turns)) : "", exact: true, drawn: letter === "D" && points === null };
  }
  const share = values.share ?? [];
  const even = 1 / Math.max(1, share.length);
  const first = share.indexOf(Math.max(...share));
  const headline = share.length && share[first] > even + AHEAD ? (share.length > 2 ? words.explore.best(names[first]) : words.explore.better(names[first])) : words.explore.even;
  /** @type {[string, number][]} */
  const parts = share.map((part, seat) => [names[seat] ?? "", chance(part)]);
  return { headline, detail: parts.length ? words.explore.chances(parts.length > 2 ? parts : [parts[0]]) : "", exact: false, drawn: false };
}

/** A duration in minutes, or in seconds if shorter. @param {number} seconds */
export const durationText = (seconds) => (seconds < 90 ? words.explore.seconds(Math.max(5, 5 * Math.round(seconds / 5))) : words.explore.minutes(Math.round(seconds / 60)));

/** A size on disk or in memory. @param {number} bytes */
export const sizeText = (bytes) => (bytes < 1e9 - 5e6 ? words.explore.megabytes(bytes < 2e8 ? Math.round(bytes / 1e6) : 10 * Math.round(bytes / 1e7)) : words.explore.gigabytes(Math.round(bytes / 1e8) / 10));

// @ts-check
// What a table shows besides the pieces: arrows, numbers, the line under the status.
import { matching, pathOf } from "../board/turn.js";
import { words } from "../words/index.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../board/signs.js").Arrow} Arrow */

/** The reader's own seat is nearest, as at a real table. @param {import("../types.js").Player[]} players */
export function seatOrder(players) {
  const seats = players.map((_, at) => at + 1);
  if (players.length !== 2) return seats;
  return players[1].you || (players[1].human && !players[0].human) ? [1, 2] : [2, 1];
}

/** A hint or an analysis as arrows, and the move that was played next if it differs.
 *  @param {View} view @param {any} insight @param {import("../types.js").Step[]} steps @param {string | null} next @returns {Arrow[]} */
export function arrowsOf(view, insight, steps, next) {
  const begun = matching(view.legal, steps);
  const found = (/** @type {string | null | undefined} */ text) => begun.find((move) => move.text === text);
  const hint = found(insight.hint?.move);
  const lines = /** @type {import("../types.js").Line[]} */ (insight.analysis?.lines ?? []);
  /** @type {Arrow[]} */
  const best = hint
    ? [{ ...pathOf(hint, steps.length), kind: "better" }]
    : lines.flatMap((line, at) => {
        const move = found(line.moves[0]);
        return move ? [{ ...pathOf(move, steps.length), kind: /** @type {const} */ ("line"), number: at + 1, strong: at === 0 }] : [];
      });
  const known = hint ? [hint.text] : lines.map(({ moves }) => moves[0]);
  const played = next !== null && best.length > 0 && !known.includes(next) ? found(next) : undefined;
  return played ? [...best, { ...pathOf(played, steps.length), kind: "played" }] : best;
}

/** The number of counters placed, if that shows the progress of the game. @param {View} view */
export function placed(view) {
  const cells = view.layout.sites.filter((site) => site.kind === "cell").length;
  if (view.layout.regions.length || !cells || !view.layout.look?.shared) return "";
  return words.table.placed(view.scene.pieces.length, cells);
}

/** The number of the move that placed each piece, for games where pieces stay. @param {string[]} moves @param {number} at @param {View} view */
export function orderOf(moves, at, view) {
  const byName = new Map(view.layout.sites.map((site, index) => [site.name, index]));
  return new Map(moves.slice(0, at).flatMap((move, ply) => (byName.has(move) ? [[/** @type {number} */ (byName.get(move)), ply + 1]] : [])));
}

/** The line under the status. @param {any} given */
export function detail({ why, turn, heard, end, live, at, notice, passed, lastMove, keeps }) {
  if (why) return why;
  if (heard) return heard;
  if (notice) return notice;
  if (!live) return keeps ? [lastMove, words.analysis.keeps].filter(Boolean).join(" ") : words.table.earlier(at);
  if (end) return end.reason;
  const actions = new Set(turn.targets.values());
  if (actions.has("take")) return words.table.may.take(turn.targets.size);
  if (turn.steps.length > 0) return "";
  return [lastMove, ...passed.map(words.table.skipped)].filter(Boolean).join(" ");
}

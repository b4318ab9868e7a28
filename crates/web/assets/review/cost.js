// @ts-check
// What a move gave away, in words: proved results, proved points, or an estimate of chances. The kinds are never mixed.
import { chance } from "../board/worth.js";
import { words } from "../words/index.js";

/** @typedef {import("../types.js").ReviewedPly} Ply */

/** The result that a proved share means. @param {number} share */
const letterOf = (share) => (share > 0.99 ? "W" : share < 0.01 ? "L" : "D");

/** The player's expectations before and after a move, if both are proved. @param {Ply} ply @param {number} mover */
function results(ply, mover) {
  if (!ply.exact_loss) return null;
  const before = ply.share[mover - 1] ?? 0;
  return { before: letterOf(before), after: letterOf(before - ply.loss) };
}

/** In whole percent. @param {Ply} ply */
const percentOf = (ply) => Math.round(100 * ply.loss);

/** Whether a move's loss is worth a line. @param {Ply} ply */
export const isCostly = (ply) => ply.mark !== null || (ply.points ?? 0) > 0;

/** The moves to learn from: those of people, or of all players if there are no people.
 *  @param {import("../types.js").Game} game @param {import("../types.js").Review} review */
export function mistakesOf(game, review) {
  const people = game.seats.flatMap(({ human }, at) => (human ? [at + 1] : []));
  return review.plies.filter((ply) => isCostly(ply) && (people.length === 0 || people.includes(game.view.turns[ply.ply - 1]?.player ?? 0)));
}

/** The loss of a move, as a sentence. @param {Ply} ply @param {number} mover @param {string} who */
export function costSentence(ply, mover, who) {
  const proved = results(ply, mover);
  const points = ply.points ?? 0;
  if (proved) {
    const turned = proved.before !== proved.after;
    if (points > 0) return turned ? `${words.review.points(points)}. ${words.review.became(proved.before, proved.after)}` : `${words.review.points(points)}; ${words.review.still[proved.after]}.`;
    return turned ? words.review.became(proved.before, proved.after) : words.review.good;
  }
  // Of more than two players no estimate shows that a move was the best.
  if (ply.loss <= 0) return ply.share.length > 2 ? "" : words.review.good;
  return percentOf(ply) > 0 ? words.review.about(who, percentOf(ply)) : words.review.less(who);
}

/** The same for a column of a table. @param {Ply} ply @param {number} mover */
export function costText(ply, mover) {
  const proved = results(ply, mover);
  if (!proved) return words.review.cost.about(percentOf(ply));
  const turned = proved.before !== proved.after ? words.review.cost.became(proved.before, proved.after) : "";
  return [ply.points ? words.review.cost.points(ply.points) : "", turned].filter(Boolean).join(", ");
}

/** The proved result of the better move, if any. @param {Ply} ply @param {number} mover */
export const betterLetter = (ply, mover) => (ply.exact ? letterOf(ply.share[mover - 1] ?? 0) : null);

/** The worth of the better move: a result for its player, or chances of the first of two players as everywhere. @param {Ply} ply @param {number} mover @param {string[]} names of the seats */
export function betterText(ply, mover, names) {
  const share = ply.share[mover - 1] ?? 0;
  const [who, players] = [names[mover - 1] ?? "", names.length];
  const told = players === 2 ? 1 : mover;
  if (!ply.exact) return words.advice.chances(names[told - 1] ?? "", words.worth.percent(chance(ply.share[told - 1] ?? 0)));
  const turns = ply.plies && ply.points === undefined ? Math.ceil(ply.plies / players) : 0;
  const letter = letterOf(share);
  if (letter === "D") return words.advice.draw;
  if (letter === "W") return turns ? words.advice.winsIn(who, turns) : words.advice.wins(who);
  return turns ? words.advice.losesIn(who, turns) : words.advice.loses(who);
}

// @ts-check
// A board in words, for screen readers.
import { isSaid, said, words } from "../words/index.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./theme.js").Theme} Theme */

/** The name of a seat. @param {Theme} look @param {number} seat counted from 1 */
export const seatName = (look, seat) => said(look.names[seat - 1] ?? words.player(seat));

/** The name of a seat's pieces: "white man". @param {Theme} look @param {number} seat */
export const pieceName = (look, seat) => said(look.nouns[seat - 1] ?? "");

/** Its last word, in English: "man". @param {Theme} look @param {number} seat */
export const nounOf = (look, seat) => look.nouns[seat - 1]?.split(" ").at(-1) ?? "";

/** What so many of a score are called: "points", "section". @param {import("../types.js").Scene} scene @param {number} score */
export const scoreName = ({ score_name: name }, score) => said(score === 1 && isSaid(`1 ${name}`) ? `1 ${name}` : name);

/**
 * @param {View} view @param {Theme} look @param {import("../types.js").Piece[]} pieces @param {number} site
 * @param {Map<number, string>} targets @param {number | null} chosen @param {Map<number, import("./overlay.js").Badge>} badges
 */
export function describeSite(view, look, pieces, site, targets, chosen, badges) {
  const piece = pieces.find((one) => one.site === site);
  const parts = [view.layout.sites[site].name];
  if (!piece) parts.push(words.board.empty);
  else if (piece.owner === null) parts.push(look.shared ? pieceName(look, 1) : words.neutral);
  else parts.push(pieceName(look, piece.owner));
  if (view.scene.marks.some((mark) => mark.kind === "blocked" && mark.sites.includes(site))) parts.push(words.board.blocked);
  if (view.last?.steps.some((step) => step.site === site)) parts.push(words.board.last);
  if (chosen === site) parts.push(words.board.chosen);
  const action = targets.get(site);
  if (action) parts.push(words.board.target[action]);
  const badge = badges.get(site);
  if (badge) parts.push(badge.said);
  return parts.join(", ");
}

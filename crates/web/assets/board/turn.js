// @ts-check
// A turn, click by click: the clicks so far select among the legal moves. There are no rules of any game here.

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").LegalMove} LegalMove */
/** @typedef {import("../types.js").Piece} Piece */

/** @param {Step} one @param {Step} other */
const same = (one, other) => one.action === other.action && one.site === other.site;

/** The moves that begin with these clicks. @param {LegalMove[]} legal @param {Step[]} steps */
export const matching = (legal, steps) => legal.filter((move) => steps.every((step, at) => move.steps[at] && same(step, move.steps[at])));

/** The possible next clicks, and what they do. @param {LegalMove[]} legal @param {Step[]} steps @returns {Map<number, Step["action"]>} */
export function targets(legal, steps) {
  const next = new Map();
  for (const move of matching(legal, steps)) {
    const step = move.steps[steps.length];
    if (step && !next.has(step.site)) next.set(step.site, step.action);
  }
  return next;
}

/**
 * The site meant by a click: itself, or the one of its lane that may be clicked next.
 * @param {View} view @param {Map<number, string>} open what may be clicked next @param {number} site
 */
export function meant(view, open, site) {
  if (open.has(site)) return site;
  const lane = view.layout.lanes?.find((sites) => sites.includes(site));
  return lane?.find((other) => open.has(other)) ?? site;
}

/** The move that these clicks complete. @param {LegalMove[]} legal @param {Step[]} steps */
export const completed = (legal, steps) => legal.find((move) => move.steps.length === steps.length && move.steps.every((step, at) => same(step, steps[at])));

/** Whether lifting from beside the board leaves only one destination. @param {View} view @param {LegalMove[]} moves @param {Step[]} steps */
export function goesByItself(view, moves, steps) {
  const last = steps.at(-1);
  return last?.action === "lift" && view.layout.sites[last.site].kind === "slot" && moves.length === 1;
}

/**
 * A preview of what a click on a site would lead to.
 * @param {View} view @param {Step[]} steps @param {number} site
 * @returns {{ move: LegalMove, whole: boolean, from: number | null, to: number, action: Step["action"] } | null} `whole`: the click ends the turn
 */
export function foresee(view, steps, site) {
  const action = targets(view.legal, steps).get(site);
  if (!action) return null;
  const taken = [...steps, { action, site }];
  const moves = matching(view.legal, taken);
  if (action === "lift") {
    if (!goesByItself(view, moves, taken)) return null;
    return { move: moves[0], whole: true, from: site, to: moves[0].steps[steps.length + 1].site, action };
  }
  const lifted = steps.find((step) => step.action === "lift");
  return { move: moves[0], whole: moves[0].steps.length === taken.length, from: lifted ? lifted.site : null, to: site, action };
}

/** The pieces after these clicks of the player to move. @param {View} view @param {Step[]} steps @returns {Piece[]} */
export function piecesAfter(view, steps) {
  let pieces = view.scene.pieces;
  const mover = view.layout.look?.shared ? null : view.to_move;
  /** @type {Piece | undefined} */
  let held;
  for (const { action, site } of steps) {
    if (action === "put") pieces = [...pieces, { site, owner: mover }];
    if (action === "take") pieces = pieces.filter((piece) => piece.site !== site);
    if (action === "lift") held = pieces.find((piece) => piece.site === site);
    if (action === "drop" && held) {
      const { site: from, owner } = held;
      pieces = pieces.map((piece) => (piece.site === from ? { site, owner } : piece));
    }
  }
  return pieces;
}

/** The server's form of clicks: `lift:3,drop:4`. @param {Step[]} steps */
export const stepsText = (steps) => steps.map(({ action, site }) => `${action}:${site}`).join(",");

/** The origin and destination of a move, for drawing. @param {LegalMove} move @param {number} [done] the number of clicks already made
 *  @returns {{ from: number | null, to: number }} */
export function pathOf(move, done = 0) {
  const next = move.steps[done];
  if (next?.action === "take") return { from: null, to: next.site };
  const set = move.steps.find((step) => step.action === "put" || step.action === "drop") ?? move.steps[0];
  return { from: move.steps.find((step) => step.action === "lift")?.site ?? null, to: set.site };
}

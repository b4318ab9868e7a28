// @ts-check
// Why is this a draw? Shows the pairs that keep a player from winning, and the reply to any click.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get } from "../api.js";
import { shownText } from "../table/names.js";
import { Segments } from "../table/switches.js";
import { words } from "../words/index.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {[string, string]} Pair */
/** @typedef {{ to: string[], stone: string, pairs: Pair[], complete: boolean }} Answer */
/** @typedef {{ player: number, to_move: boolean, pairs: Pair[], complete: boolean, answers: Answer[] }} Reason */
/** @typedef {{ reasons: Reason[], not_held: number[], open: number[] }} Held `not_held`: players who cannot be held like that; `open`: of whom the time was too short to tell */
/** @typedef {import("../board/overlay.js").Badge} Badge */

/** A pair that is used up. @type {Pair} */
const GONE = ["", ""];

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

/** The label on both cells of a pair. @param {number} at */
export const letterOf = (at) => LETTERS[at] ?? String(at - LETTERS.length + 1);

/** How players are held who cannot win here. @param {string} spot @param {boolean} wanted @returns {Held | null} */
export function useReasons(spot, wanted) {
  const [found, set] = useState({ spot: "", held: /** @type {Held | null} */ (null) });
  useEffect(() => {
    if (!wanted) return undefined;
    const abort = new AbortController();
    get(`/api/spot/reasons?${spot}`, abort.signal).then((held) => set({ spot, held }), () => {});
    return () => abort.abort();
  }, [spot, wanted]);
  return found.spot === spot ? found.held : null;
}

/** The pairs on their cells. @param {View} view @param {Pair[]} pairs @returns {Map<number, Badge>} */
export function pairBadges(view, pairs) {
  const badges = new Map();
  pairs.forEach((pair, at) => {
    for (const cell of pair) {
      const site = view.legal.find(({ text }) => text === cell)?.steps[0].site;
      const letter = letterOf(at);
      if (site !== undefined) badges.set(site, { letter, number: letter, said: words.why.pair(letter), best: false, exact: true, weight: null, pair: at });
    }
  });
  return badges;
}

/**
 * The holder's reply to a move of the held player, and the remaining reason: pairs keep their labels, so that they can
 * be followed; `null` if a new query is needed.
 * @param {Reason} reason @param {string} move @param {string[]} legal before the move
 * @returns {{ reply: string, left: Reason | null } | null}
 */
export function replyTo(reason, move, legal) {
  const hold = (/** @type {Pair[]} */ pairs) => ({ player: reason.player, to_move: true, pairs, complete: true, answers: [] });
  // The others keep their letters.
  const without = (/** @type {string} */ reply) => reason.pairs.map((pair) => (pair.includes(move) || pair.includes(reply) ? GONE : pair));
  const pair = reason.pairs.find((one) => one.includes(move));
  if (pair) {
    const reply = pair[0] === move ? pair[1] : pair[0];
    return { reply, left: reason.complete ? hold(without(reply)) : null };
  }
  if (reason.complete) {
    // Any cell is harmless: best one outside the pairs.
    const free = legal.filter((text) => text !== move);
    const reply = free.find((text) => !reason.pairs.some((one) => one.includes(text))) ?? free[0];
    return reply === undefined ? null : { reply, left: hold(without(reply)) };
  }
  const answer = reason.answers.find(({ to }) => to.includes(move));
  return answer ? { reply: answer.stone, left: answer.complete ? hold(answer.pairs) : null } : null;
}

/** The holder's move when it is the holder's turn. @param {Reason} reason @returns {{ stone: string, left: Reason | null } | null} */
export function openingOf(reason) {
  const answer = reason.to_move ? undefined : reason.answers.find(({ to }) => to.length === 0);
  return answer ? { stone: answer.stone, left: answer.complete ? { player: reason.player, to_move: true, pairs: answer.pairs, complete: true, answers: [] } : null } : null;
}

/**
 * The command that looks for reasons without a limit.
 * @param {string} game @param {string} position empty at the start of the game
 */
export const searchFor = (game, position) => `ninefold solve ${game}${position && ` --position '${position}'`} --why`;

/** That the time was too short, and what to do about it. @param {{ search: string }} props */
export function NotFound({ search }) {
  return html`<p class="quiet" role="status">${words.why.open} <code>${search}</code></p>`;
}

/**
 * @param {{ found: Held | null, search: string, reason: Reason | null, held: number, hold: (player: number) => void, names: string[], told: string, begin: (reason: Reason) => void, over: boolean }} props
 * `search`: the command that looks for it without a limit; `told`: what was answered last; `begin`: the holder plays first
 */
export function WhyDraw({ found, search, reason, held, hold, names, told, begin, over }) {
  const who = names[held - 1];
  const holder = names[2 - held];
  const opening = reason && openingOf(reason);
  const isOpen = !reason && !over && (found?.open.includes(held) ?? false);
  const sentence = over
    ? words.why.over
    : !reason
      ? found
        ? words.why.none(who)
        : words.advice.asking
      : opening
        ? words.why.first(who, holder, shownText([], opening.stone))
        : reason.complete
          ? reason.pairs.some(([one]) => one)
            ? words.why.pairs(who, holder)
            : words.why.noLine(who)
          : words.why.answers(who, holder);
  return html`<section class="why box" aria-label=${words.why.title}>
    <h2>${words.why.title}</h2>
    <${Segments} label=${words.why.whose} value=${String(held)} set=${(/** @type {string} */ next) => hold(Number(next))} options=${names.map((name, seat) => ({ id: String(seat + 1), text: words.why.cannotWin(name) }))} />
    ${told && html`<p><strong>${told}</strong></p>`}
    ${isOpen ? html`<${NotFound} search=${search} />` : html`<p role="status">${sentence}</p>`}
    <p class="row">${opening && !over && html`<button type="button" class="button small primary" onClick=${() => reason && begin(reason)}>${words.why.play(shownText([], opening.stone))}</button>`}
      <button type="button" class="button small" onClick=${() => hold(0)}>${words.why.leave}</button></p>
  </section>`;
}

// @ts-check
// The latest events in one line: the last move with its reason, skipped players, how long a computer thinks.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, query } from "../api.js";
import { play, soundOf } from "../board/sound.js";
import { phrase } from "../words/phrases.js";
import { words } from "../words/index.js";
import { moveText } from "./names.js";

/** @typedef {import("../types.js").View} View */

/** The seats between the last turn's and the next one's, whose players could not move. @param {View} view @returns {number[]} */
export function skipped(view) {
  const last = view.turns.at(-1);
  if (!last || view.outcome || !view.to_move) return [];
  const count = view.seats.length;
  const between = [];
  for (let seat = (last.player % count) + 1; seat !== view.to_move && between.length < count; seat = (seat % count) + 1) between.push(seat);
  return between;
}

/**
 * The last move in a sentence, with what it does. @param {{ view: View, names: string[], before: string | null, key: string }} given
 * `before`: the query of the position before it
 */
export function useLastMove({ view, names, before, key }) {
  const [told, tell] = useState({ key: "", sentence: "" });
  const last = view.turns.at(-1);
  useEffect(() => {
    if (!before || !view.last) return undefined;
    const abort = new AbortController();
    get(`/api/spot/why?${before}&${query({ move: view.last.text })}`, abort.signal).then(
      (answer) => tell({ key, sentence: phrase(answer) }),
      () => {},
    );
    return () => abort.abort();
  }, [key, before]);
  if (!last || !view.last) return "";
  const who = names[last.player - 1] ?? "";
  const move = words.table.played(who, moveText(view.last.shown ?? view.last.text));
  return told.key === key && told.sentence ? `${move} ${told.sentence}` : move;
}

/** The title of the tab: marked while it is the reader's turn and another page is in front. @param {string} title @param {boolean} called */
export function useTitle(title, called) {
  useEffect(() => {
    const name = () => {
      document.title = called && document.hidden ? `● ${title}` : title;
    };
    name();
    document.addEventListener("visibilitychange", name);
    return () => document.removeEventListener("visibilitychange", name);
  }, [title, called]);
}

/** A sound for every new turn, a different one for the reader's own while another page is in front. @param {View} view @param {boolean} over @param {string} key @param {boolean} called */
export function useSounds(view, over, key, called) {
  const [heard, hear] = useState(key);
  useEffect(() => {
    if (heard === key) return;
    if (called && document.hidden) play("turn");
    else if (view.last) play(soundOf(view.last.steps, over));
    hear(key);
  }, [key]);
}

/** How long a computer may think before the page shows it, in milliseconds. */
const SLOW = 1500;

/** A bar while a computer thinks for long, and a button to get its move now. @param {{ thinking: boolean, now: () => void }} props */
export function Thinking({ thinking, now }) {
  const [since, count] = useState(0);
  useEffect(() => {
    count(0);
    if (!thinking) return undefined;
    const begun = Date.now();
    const timer = setInterval(() => count(Date.now() - begun), 500);
    return () => clearInterval(timer);
  }, [thinking]);
  if (!thinking || since < SLOW) return null;
  return html`<div class="thinking"><progress aria-label=${words.table.thinkingBar}></progress><span class="quiet">${words.table.thinkingFor(Math.round(since / 1000))}</span><button type="button" class="button small" onClick=${now}>${words.table.moveNow}</button></div>`;
}

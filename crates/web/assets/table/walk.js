// @ts-check
// Steps through a line of an analysis on the board, without playing it.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { query } from "../api.js";
import { useLoad } from "../state/load.js";

/** How long each move of a line is shown during playback, in milliseconds. */
const PACE = 1000;

/** @typedef {{ key: string, moves: string[], at: number, playing: boolean }} Walked `at`: how many of the moves are made */

/**
 * @param {{ spot: string, key: string }} given the position that lines begin at; another one ends the walk
 */
export function useWalk({ spot, key }) {
  const [state, set] = useState(/** @type {Walked} */ ({ key: "", moves: [], at: 0, playing: false }));
  const walked = state.key === key && state.at > 0 ? state : null;
  const path = walked && `/api/spot?${spot}&${query({ then: walked.moves.slice(0, walked.at).join(" ") })}`;
  const loaded = useLoad(path);
  const last = useRef(/** @type {{ key: string, view: import("../types.js").View } | null} */ (null));
  if (path && loaded.path === path && loaded.data) last.current = { key, view: /** @type {any} */ (loaded.data).view };
  const to = (/** @type {number} */ at) => set((now) => ({ ...now, at: Math.max(0, Math.min(now.moves.length, at)), playing: now.playing && at < now.moves.length }));
  useEffect(() => {
    if (!walked?.playing) return undefined;
    const timer = setTimeout(() => to(walked.at + 1), PACE);
    return () => clearTimeout(timer);
  }, [walked?.playing, walked?.at]);
  return {
    walked,
    /** The current position; while the next one is loading, the previous one. */
    view: walked && last.current?.key === key ? last.current.view : null,
    /** @param {string[]} moves @param {number} at @param {boolean} [playing] */
    start: (moves, at, playing = false) => set({ key, moves, at, playing }),
    step: (/** @type {number} */ by) => walked && to(walked.at + by),
    stop: () => set({ key: "", moves: [], at: 0, playing: false }),
  };
}

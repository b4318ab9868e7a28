// @ts-check
// A stored game inside a component.
import { useRef } from "../vendor/preact.js";
import { get, post } from "../api.js";
import { isAwaited } from "../together/own.js";
import { words } from "../words/index.js";
import { useLive } from "./live.js";

/** @typedef {import("../types.js").Game} Game */

/** Never goes back to an older version, nor to who was there at an earlier moment: an answer may come after the event that it brought about. @param {Game | null} old @param {Game} next */
const newer = (old, next) => (old && old.id === next.id && (old.version > next.version || (old.version === next.version && (old.sharing?.now ?? 0) > (next.sharing?.now ?? 0))) ? old : next);

/** How long the view of a change may take to come by itself, in milliseconds, before it is asked for. */
const LATE = 2000;

/**
 * A stored game, always up to date.
 * @param {string} id
 * @returns {{ game: Game | null, error: Error | null, connected: boolean, take: (game: Game) => void,
 *             ask: (what: string, body?: unknown, send?: typeof post) => Promise<void> }}
 *   `ask`: asks the server for a change, and is done once the page shows it
 */
export function useGame(id) {
  const path = `/api/games/${encodeURIComponent(id)}`;
  /** Who waits for which version. @type {{ current: { version: number, done: () => void }[] }} */
  const waiting = useRef([]);
  /** @param {Game | null} old @param {Game} next */
  const accept = (old, next) => {
    const now = newer(old, next);
    for (const one of waiting.current) if (one.version <= now.version) one.done();
    return now;
  };
  const { data, error, connected, take, latest, listens } = useLive(path, { events: `${path}/events`, name: "game", gone: () => words.table.gone, accept, stays: isAwaited });
  /** @param {number} version @returns {Promise<void>} */
  const shows = (version) =>
    new Promise((done, fail) => {
      const known = latest();
      if (known && known.version >= version) return done();
      const timer = setTimeout(() => get(path).then(take).then(over, fail), LATE);
      const over = () => {
        clearTimeout(timer);
        waiting.current = waiting.current.filter((other) => other !== one);
        done();
      };
      const one = { version, done: over };
      waiting.current.push(one);
      return undefined;
    });
  const ask = async (/** @type {string} */ what, /** @type {unknown} */ body = {}, send = post) => {
    // What comes by itself need not come twice.
    const answer = await send(`${path}/${what}${listens() ? "?view=no" : ""}`, body);
    if (answer.view) take(answer);
    else await shows(answer.version);
  };
  return { game: data, error, connected, take, ask };
}

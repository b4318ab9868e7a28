// @ts-check
// A stored game inside a component.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { get, listen, Unreachable } from "../api.js";
import { isAwaited } from "../together/own.js";
import { words } from "../words/index.js";

/**
 * A stored game, always up to date.
 * @param {string} id
 * @returns {{ game: import("../types.js").Game | null, error: Error | null, connected: boolean,
 *             take: (game: import("../types.js").Game) => void }}
 */
export function useGame(id) {
  const [game, set] = useState(/** @type {import("../types.js").Game | null} */ (null));
  const [error, fail] = useState(/** @type {Error | null} */ (null));
  const [connected, connect] = useState(true);
  const latest = useRef(/** @type {import("../types.js").Game | null} */ (null));
  /** Never goes back to an older version or presence: an answer may arrive after the event that it caused. @param {import("../types.js").Game} next */
  const take = (next) => {
    const old = latest.current;
    if (old && old.id === next.id && (old.version > next.version || (old.version === next.version && (old.sharing?.now ?? 0) > (next.sharing?.now ?? 0)))) return;
    latest.current = next;
    set(next);
  };
  useEffect(() => {
    latest.current = null;
    set(null);
    fail(null);
    let gone = false;
    let stop = () => {};
    const follow = () => {
      if (gone) return;
      stop = listen(
        `/api/games/${encodeURIComponent(id)}/events`,
        {
          game: (next) => {
            take(next);
            fail(null);
          },
          gone: () => {
            latest.current = null;
            set(null);
            fail(new Error(words.table.gone));
          },
        },
        { connected: connect, ends: ["gone"], stays: () => latest.current !== null && isAwaited(latest.current) },
      );
    };
    get(`/api/games/${encodeURIComponent(id)}`).then(
      (first) => {
        take(first);
        follow();
      },
      (problem) => {
        fail(problem);
        // A missing game is not waited for; an unavailable server is.
        if (problem instanceof Unreachable) follow();
      },
    );
    return () => {
      gone = true;
      stop();
    };
  }, [id]);
  return { game: game && game.id === id ? game : null, error, connected, take };
}

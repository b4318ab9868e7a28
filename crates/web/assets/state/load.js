// @ts-check
// Reading from the server inside a component.
import { useEffect, useState } from "../vendor/preact.js";
import { get, listen, query, Unreachable } from "../api.js";
import { words } from "../words/index.js";
import { askForCatalogue, catalogue, sampleOf } from "./catalogue.js";

/** @template T @typedef {{ data: T | null, error: Error | null, path: string | null }} Loaded `path`: address and key of the data */

/**
 * What the address answers; `null` as an address asks nothing. Old data stay until the new are there.
 * @template T
 * @param {string | null} path
 * @param {string} [key] what else must not change, for an address whose answer does
 * @returns {Loaded<T>}
 */
export function useLoad(path, key = "") {
  const [loaded, set] = useState(/** @type {Loaded<T>} */ ({ data: null, error: null, path: null }));
  useEffect(() => {
    if (path === null) {
      set({ data: null, error: null, path });
      return undefined;
    }
    const abort = new AbortController();
    get(path, abort.signal).then(
      (data) => set({ data, error: null, path: path + key }),
      (error) => {
        if (!abort.signal.aborted) set({ data: null, error, path: path + key });
      },
    );
    return () => abort.abort();
  }, [path, key]);
  return loaded;
}

/** How long to wait for a server that did not answer, in milliseconds. */
const PAUSE = 1000;

/** The catalogue, asked for until it is there. @returns {import("../types.js").Catalogue | null} */
export function useCatalogue() {
  const [found, set] = useState(catalogue());
  useEffect(() => {
    let gone = false;
    const ask = () => {
      if (gone || catalogue()) return;
      askForCatalogue().then(set, () => setTimeout(ask, PAUSE));
    };
    ask();
    return () => {
      gone = true;
    };
  }, []);
  return found;
}

/** A board of a game in full swing: one that came along, or asked for. @param {import("../types.js").Family} family @returns {import("../types.js").View | null} */
export function useSample(family) {
  const given = sampleOf(family.id);
  const asked = useLoad(given ? null : `/api/spot?${query(family.sample ?? { game: family.usual })}`);
  return given ?? /** @type {any} */ (asked.data)?.view ?? null;
}

/**
 * A kept game, always as it is now.
 * @param {string} id
 * @returns {{ game: import("../types.js").Game | null, error: Error | null, connected: boolean,
 *             take: (game: import("../types.js").Game) => void }}
 */
export function useGame(id) {
  const [game, set] = useState(/** @type {import("../types.js").Game | null} */ (null));
  const [error, fail] = useState(/** @type {Error | null} */ (null));
  const [connected, connect] = useState(true);
  /** Never goes back to an older version. @param {import("../types.js").Game} next */
  const take = (next) => set((old) => (old && old.id === next.id && old.version > next.version ? old : next));
  useEffect(() => {
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
            set(null);
            fail(new Error(words.table.gone));
          },
        },
        { connected: connect, ends: ["gone"] },
      );
    };
    get(`/api/games/${encodeURIComponent(id)}`).then(
      (first) => {
        take(first);
        follow();
      },
      (problem) => {
        fail(problem);
        // A game that does not exist is not waited for; a server that is away is.
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

// @ts-check
// Loading data from the server inside a component.
import { useEffect, useState } from "../vendor/preact.js";
import { get, query, Unreachable } from "../api.js";
import { askForCatalogue, catalogue, sampleOf } from "./catalogue.js";

/** @template T @typedef {{ data: T | null, error: Error | null, path: string | null }} Loaded `path`: address and key of the data */

/** The pause before asking an unavailable server again, in milliseconds. */
const AWAY = 2000;

/**
 * The answer of an address; `null` as an address loads nothing. Old data stay until the new arrive.
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
    let timer = 0;
    const ask = () =>
      get(path, abort.signal).then(
        (data) => set({ data, error: null, path: path + key }),
        (error) => {
          if (abort.signal.aborted) return;
          set({ data: null, error, path: path + key });
          // An unavailable server is asked again.
          if (error instanceof Unreachable) timer = window.setTimeout(ask, AWAY);
        },
      );
    ask();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [path, key]);
  return loaded;
}

/** The pause before requesting a missing catalogue again, in milliseconds. */
const PAUSE = 1000;

/** The catalogue, requested until it arrives. @returns {import("../types.js").Catalogue | null} */
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

/** A sample board of a game in progress: included or requested. @param {import("../types.js").Family} family @returns {import("../types.js").View | null} */
export function useSample(family) {
  const given = sampleOf(family.id);
  const asked = useLoad(given ? null : `/api/spot?${query(family.sample ?? { game: family.usual })}`);
  return given ?? /** @type {any} */ (asked.data)?.view ?? null;
}

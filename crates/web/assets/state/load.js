// @ts-check
// Reading from the server inside a component.
import { useEffect, useState } from "../vendor/preact.js";
import { get, query, Unreachable } from "../api.js";
import { askForCatalogue, catalogue, sampleOf } from "./catalogue.js";

/** @template T @typedef {{ data: T | null, error: Error | null, path: string | null }} Loaded `path`: address and key of the data */

/** How long to wait for a server that is away, in milliseconds. */
const AWAY = 2000;

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
    let timer = 0;
    const ask = () =>
      get(path, abort.signal).then(
        (data) => set({ data, error: null, path: path + key }),
        (error) => {
          if (abort.signal.aborted) return;
          set({ data: null, error, path: path + key });
          // A server that is away comes back.
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

/** How long to wait for a catalogue that did not come, in milliseconds. */
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

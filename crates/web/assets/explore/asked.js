// @ts-check
// The explorer's queries about a position besides its values.
import { useEffect, useState } from "../vendor/preact.js";
import { get } from "../api.js";

/** The pause before indexing more stored games, in milliseconds. */
const AGAIN = 400;

/** What was played here in stored games, repeated until all are indexed. @param {string} spot @returns {import("./moves.js").Played[] | null} */
export function usePlayed(spot) {
  const [found, set] = useState({ spot: "", moves: /** @type {import("./moves.js").Played[]} */ ([]) });
  useEffect(() => {
    const abort = new AbortController();
    let timer = 0;
    const ask = () =>
      get(`/api/spot/games?${spot}`, abort.signal).then(
        ({ moves, complete }) => {
          set({ spot, moves });
          if (!complete) timer = window.setTimeout(ask, AGAIN);
        },
        () => {},
      );
    ask();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [spot]);
  return found.spot === spot ? found.moves : null;
}

/** The best replies to every move, once the values have arrived. @param {string} spot @param {import("../types.js").Values | null} values @returns {import("./moves.js").Answer[]} */
export function useAnswers(spot, values) {
  const [found, set] = useState({ spot: "", answers: /** @type {import("./moves.js").Answer[]} */ ([]) });
  useEffect(() => {
    if (!values) return undefined;
    const abort = new AbortController();
    get(`/api/spot/answers?${spot}`, abort.signal).then(({ answers }) => set({ spot, answers }), () => {});
    return () => abort.abort();
  }, [spot, values]);
  return found.spot === spot ? found.answers : [];
}

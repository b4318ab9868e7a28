// @ts-check
// What the explorer asks about a position besides its values.
import { useEffect, useState } from "../vendor/preact.js";
import { get } from "../api.js";

/** How long to wait before more kept games are counted, in milliseconds. */
const AGAIN = 400;

/** What kept games played here, asked again until all of them were looked at. @param {string} spot @returns {import("./moves.js").Played[] | null} */
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

/** What best play answers to every move, once the values are there. @param {string} spot @param {import("../types.js").Values | null} values @returns {import("./moves.js").Answer[]} */
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

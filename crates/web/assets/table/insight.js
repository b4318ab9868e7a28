// @ts-check
// What is known about the position on the board: previews, weights, and the server's view.
import { useEffect, useState } from "../vendor/preact.js";
import { get, query } from "../api.js";
import { useLoad } from "../state/load.js";
import { phrase } from "../words/phrases.js";
import { useConsult, usePreparing } from "./consult.js";

/** @typedef {import("../types.js").Spot} Spot */

/**
 * @param {object} given
 * @param {string} given.spot the query of the position @param {string} given.key changes with every position
 * @param {string} given.overlay `off`, `values` or the name of a move heuristic
 * @param {boolean} given.analysing @param {string} given.hintBy @param {boolean} given.over
 * @param {number} [given.lines] of an analysis @param {boolean} [given.evaluated] whether the position is always judged, with or without values on the board
 */
export function useInsight({ spot, key, overlay, analysing, hintBy, over, lines = 3, evaluated = false }) {
  const about = useLoad(`/api/spot?${spot}`, key);
  const weightsPath = overlay !== "values" && overlay !== "off" && !over ? `/api/spot/weights?${spot}&eval=${encodeURIComponent(overlay)}` : null;
  const weights = useLoad(weightsPath, key);
  const consulted = useConsult({ spot, key, valued: overlay === "values" || evaluated, analysing, hintBy, over, lines, quiet: overlay !== "values" });
  const { values } = consulted;
  // Tables being built know more in a while.
  const preparing = usePreparing(values, consulted.again);
  const fresh = (/** @type {import("../state/load.js").Loaded<any>} */ loaded, /** @type {string | null} */ path) => (path !== null && loaded.path === path + key ? loaded : null);
  return {
    ...consulted,
    spot: /** @type {Spot | null} */ (fresh(about, `/api/spot?${spot}`)?.data ?? null),
    values: values && preparing !== null ? { ...values, preparing } : values,
    weights: /** @type {import("../types.js").Weights | null} */ (fresh(weights, weightsPath)?.data ?? null),
    error: consulted.error || (fresh(weights, weightsPath)?.error?.message ?? ""),
    busy: consulted.busy || (weightsPath !== null && !fresh(weights, weightsPath)),
  };
}

/** How long a pointer rests on a place before its move is explained, in milliseconds. */
const REST = 150;

/**
 * What a previewed move would do, as a sentence.
 * @param {string} spot @param {string} key @param {string | null} move
 */
export function useWhy(spot, key, move) {
  const [told, tell] = useState({ about: "", sentence: "" });
  const about = move === null ? "" : `${key} ${move}`;
  useEffect(() => {
    if (move === null) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      get(`/api/spot/why?${spot}&${query({ move })}`, abort.signal).then(
        (answer) => tell({ about, sentence: phrase(answer) }),
        () => {},
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [about]);
  return told.about === about ? told.sentence : "";
}

// @ts-check
// What is known about the position on the board: previews, values, weights, a hint, a running analysis.
import { useEffect, useState } from "../vendor/preact.js";
import { get, listen, query } from "../api.js";
import { useLoad } from "../state/load.js";
import { phrase, refusal } from "../words/phrases.js";

/** @typedef {import("../types.js").Spot} Spot */

/** How long the server may look for values, in milliseconds. */
const PATIENCE = 1500;

/**
 * @param {object} given
 * @param {string} given.spot the query of the position @param {string} given.key changes with every position
 * @param {string} given.overlay `off`, `values` or the name of a move heuristic
 * @param {boolean} given.analysing @param {string} given.hintBy @param {boolean} given.over
 */
export function useInsight({ spot, key, overlay, analysing, hintBy, over }) {
  const about = useLoad(`/api/spot?${spot}`, key);
  const valuesPath = overlay === "values" && !over ? `/api/spot/values?${spot}&${query({ time: PATIENCE, player: hintBy })}` : null;
  const [ready, setReady] = useState(0);
  const values = useLoad(valuesPath, `${key}#${ready}`);
  const weightsPath = overlay !== "values" && overlay !== "off" && !over ? `/api/spot/weights?${spot}&eval=${encodeURIComponent(overlay)}` : null;
  const weights = useLoad(weightsPath, key);
  const [hint, setHint] = useState(/** @type {{ key: string, data: import("../types.js").Hint | null, error: string }} */ ({ key: "", data: null, error: "" }));
  const [analysis, setAnalysis] = useState(/** @type {{ key: string, data: import("../types.js").Analysis | null, error: string }} */ ({ key: "", data: null, error: "" }));

  useEffect(() => {
    if (!analysing || over) return undefined;
    // The stream ends by itself; what it found stays on the page.
    const show = (/** @type {import("../types.js").Analysis} */ data) => setAnalysis({ key, data, error: "" });
    const failed = (/** @type {string} */ error) => setAnalysis((old) => ({ key, data: old.key === key ? old.data : null, error }));
    const handlers = { analysis: show, done: show, problem: (/** @type {{ error: string }} */ { error }) => failed(refusal(error)) };
    return listen(`/api/spot/analysis?${spot}&lines=3`, handlers, { ends: ["done", "problem"], failed });
  }, [spot, key, analysing, over]);

  // Tables that are being made know more in a while.
  const [preparing, prepare] = useState(/** @type {number | null} */ (null));
  const begun = /** @type {any} */ (values.data)?.preparing ?? null;
  useEffect(() => {
    if (begun === null) return undefined;
    const timer = setInterval(() => {
      get("/api/endings").then(
        (answer) => {
          prepare(answer.preparing);
          if (answer.preparing === null) setReady((times) => times + 1);
        },
        () => {},
      );
    }, PATIENCE);
    return () => clearInterval(timer);
  }, [begun, ready]);

  const askHint = async () => {
    setHint({ key, data: null, error: "" });
    try {
      const data = await get(`/api/spot/hint?${spot}&${query({ player: hintBy })}`);
      setHint({ key, data, error: "" });
      return data;
    } catch (error) {
      setHint({ key, data: null, error: /** @type {Error} */ (error).message });
      return null;
    }
  };
  const fresh = (/** @type {import("../state/load.js").Loaded<any>} */ loaded, /** @type {string | null} */ path) => (path !== null && loaded.path?.split("#")[0] === path + key ? loaded : null);
  const valued = /** @type {import("../types.js").Values | null} */ (fresh(values, valuesPath)?.data ?? null);
  const asked = hint.key === key;
  return {
    spot: /** @type {Spot | null} */ (fresh(about, `/api/spot?${spot}`)?.data ?? null),
    values: valued && begun !== null && preparing !== null ? { ...valued, preparing } : valued,
    weights: /** @type {import("../types.js").Weights | null} */ (fresh(weights, weightsPath)?.data ?? null),
    hint: asked ? hint.data : null,
    analysis: analysing && analysis.key === key ? analysis.data : null,
    error: asked && hint.error ? hint.error : analysing && analysis.key === key && analysis.error ? analysis.error : (fresh(values, valuesPath)?.error?.message ?? fresh(weights, weightsPath)?.error?.message ?? ""),
    busy: (asked && !hint.data && !hint.error) || (valuesPath !== null && !fresh(values, valuesPath)) || (weightsPath !== null && !fresh(weights, weightsPath)) || (analysing && !over && analysis.key !== key),
    askHint,
    dropHint: () => setHint({ key: "", data: null, error: "" }),
  };
}

/** How long a pointer rests on a place before its move is explained, in milliseconds. */
const REST = 150;

/**
 * What a move would do, in a sentence, for a move that somebody looks at.
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

// @ts-check
// The server's view of the position on the board: values, a hint, an analysis. They are only shown together, as parts
// of one judgement.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { get, listen, query } from "../api.js";
import { refusal } from "../words/phrases.js";

/** @typedef {import("../types.js").Values} Values */
/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").Analysis} Analysis */
/** @typedef {{ values: Values | null, hint: Hint | null }} Found */

/** The server's time limit for values, in milliseconds. */
const PATIENCE = 1500;

/** Whether a hint and values come from one judgement. @param {Hint} hint @param {Values} values */
const agree = (hint, values) => hint.move !== null && values.best.includes(hint.move) && (hint.share ?? []).every((part, at) => Math.abs(part - (values.share?.[at] ?? part)) < 1e-6);

/**
 * Asks until values and hint agree: a later query may get a deeper judgement.
 * @param {string} spot @param {string} player whose opinion to ask for; the strongest by default
 * @param {{ values: boolean, hint: boolean }} wanted @param {AbortSignal} signal @returns {Promise<Found>}
 */
async function consult(spot, player, wanted, signal) {
  const ask = () => get(`/api/spot/hint?${spot}&${query({ player })}`, signal);
  const hint = wanted.hint ? await ask() : null;
  if (!wanted.values) return { values: null, hint };
  const values = await get(`/api/spot/values?${spot}&${query({ time: PATIENCE, player })}`, signal);
  return { values, hint: hint && !player && !agree(hint, values) ? await ask() : hint };
}

/** Whether values are at least as deep as an analysis. @param {Values} values @param {Analysis} analysis */
const reaches = (values, analysis) => values.exact || Boolean(analysis.exact) || (values.depth ?? 0) >= analysis.depth;

/**
 * @param {object} given
 * @param {string} given.spot the query of the position @param {string} given.key changes with every position
 * @param {boolean} given.valued whether values are requested @param {boolean} given.analysing
 * @param {string} given.hintBy @param {boolean} given.over @param {number} given.lines how many an analysis shows
 * @param {boolean} given.quiet whether the values only fill the bar, so that the user does not wait for them
 */
export function useConsult({ spot, key, valued, analysing, hintBy, over, lines, quiet }) {
  const [hinted, wantHint] = useState("");
  const [found, setFound] = useState(/** @type {{ key: string } & Found} */ ({ key: "", values: null, hint: null }));
  const [analysis, setAnalysis] = useState(/** @type {{ key: string, data: Analysis | null }} */ ({ key: "", data: null }));
  const [failure, fail] = useState({ key: "", sentence: "" });
  const [refused, refuse] = useState({ key: "", sentence: "" });
  const [round, setRound] = useState(0);
  /** The latest depth of the analysis, to be shown with values that include it. @type {{ current: Analysis | null }} */
  const newest = useRef(null);
  const asking = useRef(false);
  const known = useRef(false);
  const wanted = { values: (valued || analysing) && !over, hint: hinted === key };
  // An analysis is always by the strongest search, and so are the values beside it.
  const player = analysing ? "" : hintBy;
  const id = `${key}\n${player}`;

  useEffect(() => {
    known.current = false;
    newest.current = null;
  }, [id]);

  useEffect(() => {
    if (!wanted.values && !wanted.hint) return undefined;
    const abort = new AbortController();
    const begun = newest.current;
    asking.current = true;
    consult(spot, player, wanted, abort.signal).then(
      ({ values, hint }) => {
        asking.current = false;
        known.current = values !== null;
        setFound({ key: id, values, hint });
        fail({ key: "", sentence: "" });
        const latest = newest.current;
        if (!latest || !values) return;
        // A depth completed meanwhile waits for its own values; nothing waits twice.
        const waits = latest !== begun && !reaches(values, latest);
        setAnalysis({ key, data: waits ? (begun ?? latest) : latest });
        if (waits) setRound((old) => old + 1);
      },
      (error) => {
        if (abort.signal.aborted) return;
        asking.current = false;
        fail({ key: id, sentence: error.message });
        if (newest.current) setAnalysis({ key, data: newest.current });
      },
    );
    return () => {
      asking.current = false;
      abort.abort();
    };
  }, [id, spot, wanted.values, wanted.hint, round]);

  useEffect(() => {
    if (!analysing || over) return undefined;
    const show = (/** @type {Analysis} */ data) => {
      newest.current = data;
      // Before there are values, there is nothing to contradict.
      if (!known.current) setAnalysis({ key, data });
      else if (!asking.current) setRound((old) => old + 1);
    };
    const failed = (/** @type {string} */ sentence) => refuse({ key, sentence });
    failed("");
    const handlers = { analysis: show, done: show, problem: (/** @type {import("../words/phrases.js").Refusal} */ refused) => failed(refusal(refused)) };
    // The stream ends on its own; its results stay on the page.
    return listen(`/api/spot/analysis?${spot}&lines=${lines}`, handlers, { ends: ["done", "problem"], failed });
  }, [spot, key, analysing, over, lines]);

  const mine = found.key === id;
  const error = failure.key === id && failure.sentence ? failure.sentence : analysing && refused.key === key ? refused.sentence : "";
  const shown = {
    values: mine && wanted.values ? found.values : null,
    hint: mine && wanted.hint ? found.hint : null,
    analysis: analysing && analysis.key === key ? analysis.data : null,
  };
  return {
    ...shown,
    error,
    busy: !error && ((wanted.hint && !shown.hint) || (wanted.values && !shown.values && !quiet) || (analysing && !over && !shown.analysis)),
    askHint: () => (hinted === key ? setRound((old) => old + 1) : wantHint(key)),
    dropHint: () => wantHint(""),
    /** Asks again: more may be known by now. */
    again: () => setRound((old) => old + 1),
  };
}

/** The progress of the endgame table, polled while it is built. @param {Values | null} values @param {() => void} ready */
export function usePreparing(values, ready) {
  const [preparing, prepare] = useState(/** @type {number | null} */ (null));
  const begun = values?.preparing ?? null;
  useEffect(() => {
    if (begun === null) return undefined;
    const timer = setInterval(() => {
      get("/api/endings").then(
        (answer) => {
          prepare(answer.preparing);
          if (answer.preparing !== null) return;
          clearInterval(timer);
          ready();
        },
        () => {},
      );
    }, PATIENCE);
    return () => clearInterval(timer);
  }, [values]);
  return begun === null ? null : (preparing ?? begun);
}

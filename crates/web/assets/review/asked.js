// @ts-check
// The review of a game: it takes a while, so the last one is cached for practice.
import { useEffect, useState } from "../vendor/preact.js";
import { listen, query } from "../api.js";
import { refusal } from "../words/phrases.js";

/** @typedef {import("../types.js").Review} Review */

/** @type {{ id: string, review: Review } | null} */
let last = null;

/** The last review, if it is of this game in its current state. @param {import("../types.js").Game} game */
export const keptReview = (game) => (last?.id === game.id && last.review.plies.length === game.moves.length ? last.review : null);

/** @param {string | null} id nothing is asked without */
export function useReview(id) {
  const [review, setReview] = useState(/** @type {Review | null} */ (null));
  const [progress, setProgress] = useState({ done: 0, of: 0 });
  const [problem, report] = useState("");
  useEffect(() => {
    if (id === null) return undefined;
    const take = (/** @type {Review} */ found) => {
      last = { id, review: found };
      setReview(found);
    };
    return listen(
      `/api/spot/review?${query({ id })}`,
      { progress: setProgress, review: take, problem: (refused) => report(refusal(refused)) },
      { ends: ["review", "problem"], failed: report },
    );
  }, [id]);
  return { review, progress, problem };
}

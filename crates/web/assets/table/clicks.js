// @ts-check
// The turn being clicked: what is chosen, what may follow, what is on its way to the server.
import { useState } from "../vendor/preact.js";
import { get } from "../api.js";
import { completed, foresee, goesByItself, matching, meant, piecesAfter, stepsText, targets } from "../board/turn.js";
import { words } from "../words/index.js";
import { phrase } from "../words/phrases.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {{ key: string, steps: Step[], armed: number | null, sending: boolean, wrong?: number | null }} Turn */

/** @type {Step[]} */
const NO_STEPS = [];

/**
 * @param {object} given
 * @param {View} given.view
 * @param {string} given.key changes with every position
 * @param {string} given.spot the query of the position
 * @param {boolean} given.canMove
 * @param {(move: string) => Promise<void>} given.onPlay
 * @param {(sentence: string) => void} given.say
 * @param {(promise: Promise<any>) => Promise<any>} given.attempt says what went wrong
 */
export function useClicks({ view, key, spot, canMove, onPlay, say, attempt }) {
  const [state, set] = useState(/** @type {Turn} */ ({ key, steps: [], armed: null, sending: false }));
  const [peeked, peek] = useState(/** @type {number | null} */ (null));
  const turn = state.key === key ? state : /** @type {Turn} */ ({ key, steps: NO_STEPS, armed: null, sending: false });
  const { steps, armed, sending } = turn;
  const open = canMove && !sending ? targets(view.legal, steps) : new Map();

  /** @param {import("../types.js").LegalMove} move */
  const play = (move) => {
    set({ key, steps: move.steps, armed: null, sending: true });
    say("");
    // Messages about this turn take precedence over what the pointer rests on.
    peek(null);
    // The next turn may have been started meanwhile.
    const done = () => set((now) => (now.key === key ? { key, steps: [], armed: null, sending: false } : now));
    attempt(onPlay(move.text)).then(done);
  };
  const cancel = () => set({ key, steps: [], armed: null, sending: false });

  /** @param {Step[]} next */
  const take = (next) => {
    const moves = matching(view.legal, next);
    const done = goesByItself(view, moves, next) ? moves[0] : completed(view.legal, next);
    if (done) play(done);
    else {
      set({ key, steps: next, armed: null, sending: false });
      say("");
    }
  };

  /** @param {number} clicked @param {"mouse" | "touch" | "keyboard" | "drag"} how */
  const click = (clicked, how) => {
    if (!canMove || sending) return;
    const site = meant(view, open, clicked);
    const action = open.get(site);
    const lifted = steps.at(-1)?.action === "lift" ? steps.at(-1)?.site : undefined;
    if (lifted === site && how !== "drag") return cancel();
    if (action) {
      const lightly = how === "touch" && (action === "put" || (action === "lift" && foresee(view, steps, site)));
      if (lightly && armed !== site) {
        set({ key, steps, armed: site, sending: false });
        return say(words.table.again);
      }
      return take([...steps, { action, site }]);
    }
    // The place promised by a first tap.
    if (armed !== null && foresee(view, steps, armed)?.to === site) return take([...steps, { action: /** @type {any} */ (open.get(armed)), site: armed }]);
    // Another own piece instead of the chosen one.
    if (steps.length === 1 && lifted !== undefined && targets(view.legal, []).get(site) === "lift") return take([{ action: "lift", site }]);
    set({ key, steps, armed: null, sending: false, wrong: clicked });
    get(`/api/spot/refuse?${spot}&steps=${stepsText(steps)}&site=${site}`).then(
      (answer) => say(phrase(answer)),
      (error) => say(error.message),
    );
    return undefined;
  };

  const seen = armed ?? (peeked === null ? null : meant(view, open, peeked));
  const foreseen = seen === null || !canMove || sending ? null : foresee(view, steps, seen);
  const last = steps.at(-1);
  return {
    steps,
    sending,
    wrong: turn.wrong ?? null,
    targets: open,
    pieces: steps.length ? piecesAfter(view, steps) : view.scene.pieces,
    chosen: armed ?? (last?.action === "lift" ? last.site : null),
    foreseen,
    ghost: foreseen && foreseen.action !== "take" ? { from: foreseen.from, to: foreseen.to, owner: view.layout.look?.shared ? null : view.to_move } : null,
    click,
    cancel,
    play,
    peek,
  };
}

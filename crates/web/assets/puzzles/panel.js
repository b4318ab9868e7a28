// @ts-check
// Beside a puzzle: what was wrong, what was right and why, what the other moves do, and the solver's progress.
import { html, useEffect, useState } from "../vendor/preact.js";
import { VerdictIcon } from "../board/verdict.js";
import { spoken } from "../board/worth.js";
import { Proof } from "../table/advice.js";
import { moveText, shownText } from "../table/names.js";
import { number, signed, words } from "../words/index.js";
import { reason } from "./solving.js";
import { howText, rowsOf, worthText, wrongText } from "./told.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./told.js").Tried} Tried */

const Tick = () => html`<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><circle class="tick-disc" cx="9" cy="9" r="9" /><path class="tick-sign" d="M5 9.4l2.7 2.7L13 6.6" /></svg>`;
const Triangle = () => html`<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><polygon class="verdict l" points="9,1 18,16.5 0,16.5" /><text class="verdict-letter" font-size="11" x="9" y="14.5">!</text></svg>`;

/** The value of a wrong move, and its refutation. @param {{ wrong: import("./solving.js").Wrong, who: string }} props */
export const WrongBox = ({ wrong, who }) => html`<section class="box bad puzzle-box">
  <p class="box-head"><${Triangle} /><strong>${wrongText(wrong.tried, wrong.best)}</strong></p>
  <p>${answerText(wrong, who)} ${words.puzzles.again}</p>
</section>`;

/** The refutation of a wrong move, as a sentence. @param {import("./solving.js").Wrong} wrong @param {string} who */
export const answerText = (wrong, who) => (wrong.text ? [words.puzzles.answers(who, moveText(wrong.text)), wrong.why].filter(Boolean).join(" ") : "");

/** The right move and its reason. @param {{ found: import("./solving.js").Solution, given: boolean, view: View, tries: number, hinted: boolean }} props */
export const SolvedBox = ({ found, given, view, tries, hinted }) => html`<section class=${`box puzzle-box ${given ? "bad" : "good"}`}>
  <p class="box-head">${given ? html`<${Triangle} />` : html`<${Tick} />`}<strong>${solvedText(found, given, view)}</strong>
    ${!given && html`<span class="box-end">${howText({ seconds: found.seconds, tries, hinted })}</span>`}</p>
  ${found.why && html`<p>${found.why}</p>`}
</section>`;

/** @param {import("./solving.js").Solution} found @param {boolean} given @param {View} view */
export const solvedText = (found, given, view) => (given ? words.puzzles.was : words.puzzles.solved)(shownText(view.legal, found.right.move));

/**
 * Every move with its exact worth, equal draws in one row, and the reply that proves it.
 * @param {{ task: import("./solving.js").Task, found: import("./solving.js").Solution, view: View, exact: boolean, names: string[] }} props
 */
export function Others({ task, found, view, exact, names }) {
  const rows = rowsOf(found.moves);
  const [told, tell] = useState(/** @type {Record<string, string>} */ ({}));
  useEffect(() => {
    let gone = false;
    for (const { moves } of rows.filter((row) => row.moves.length === 1)) {
      const [{ move, reply }] = moves;
      if (reply) reason(task.spot, [move], reply).then((why) => gone || tell((old) => ({ ...old, [move]: [`${moveText(reply)}.`, why].filter(Boolean).join(" ") })));
    }
    return () => {
      gone = true;
    };
  }, [found]);
  return html`<section class="others-box">
    <h2 class="label"><span>${words.puzzles.others}</span><span>${words.puzzles.counted(found.moves.length, exact)}${found.moves.some(({ letter, share }) => !letter && typeof share === "number") && ` · ${words.explore.chancesOf(names[spoken(view) - 1] ?? "")}`}</span></h2>
    <div class="others" tabindex="0" role="group" aria-label=${words.puzzles.others}><table>
      <thead class="hidden"><tr><th>${words.review.columns.move}</th><th>${words.puzzles.worth}</th><th>${words.puzzles.reply}</th></tr></thead>
      <tbody>
        ${rows.map(({ moves, right }) => {
          const [first] = moves;
          return html`<tr key=${first.move} class=${right ? "right" : ""}>
            <th scope="row">${moves.length > 1 ? words.puzzles.more(moves.length) : shownText(view.legal, first.move)}</th>
            <td class="others-worth"><span>${first.letter && html`<${VerdictIcon} letter=${first.letter} />`}${first.letter && first.plies ? html`<span class="hidden">${{ W: words.worth.wins, L: words.worth.loses }[first.letter] ?? ""} </span>` : null}${worthText(first, view)}</span></td>
            <td class="others-why">${moves.length === 1 ? (told[first.move] ?? "") : first.letter === "D" && found.right.letter === "W" ? words.puzzles.slips : ""}</td>
          </tr>`;
        })}
      </tbody>
    </table></div>
  </section>`;
}

/** Streak, rating, the last ten. @param {{ solver: import("./record.js").Solver }} props */
export const Standing = ({ solver }) => html`<div class="standing">
  <p><strong>${number(solver.streak)}</strong><span>${words.puzzles.inARow}</span></p>
  <p><strong>${number(solver.rating)}</strong><span>${words.puzzles.rating}${solver.tried > 0 && `, ${signed(solver.change)}`}</span></p>
  ${solver.last.length > 0 && html`<p class="standing-last"><span class="last-ten" role="img" aria-label=${words.puzzles.lastTenIs(solver.last.filter(Boolean).length, solver.last.length)}>
      ${solver.last.map((right) => html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${right ? html`<rect class="ten-right" width="16" height="16" rx="2" /><path class="tick-sign" d="M4.2 8.4l2.4 2.4 5-5.2" />` : html`<rect class="ten-wrong" x="0.75" y="0.75" width="14.5" height="14.5" rx="2" /><path class="ten-cross" d="M5.2 5.2l5.6 5.6M10.8 5.2l-5.6 5.6" />`}</svg>`)}
    </span><span aria-hidden="true">${words.puzzles.lastTen}</span></p>`}
</div>`;

/** The small line over the title. @param {{ parts: string[], exact: boolean }} props */
export const Kicker = ({ parts, exact }) => html`<p class="puzzle-kicker"><span>${parts.filter(Boolean).join(" · ")}</span><${Proof} exact=${exact} /></p>`;

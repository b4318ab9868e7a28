// @ts-check
// The puzzle of the day on the start page, and the days on which it was solved.
import { html } from "../vendor/preact.js";
import { Mini } from "../board/mini.js";
import { family as familyOf, themeOf } from "../board/theme.js";
import { dayOf, inARow, solvedDays } from "../puzzles/days.js";
import { movesOf } from "../puzzles/told.js";
import { useLoad } from "../state/load.js";
import { Link } from "../state/route.js";
import { caller, gameText } from "../table/names.js";
import { words } from "../words/index.js";

/** How many days are drawn. */
const WEEK = 7;

export function PuzzleOfTheDay() {
  const loaded = useLoad("/api/puzzles/today");
  const puzzle = /** @type {any} */ (loaded.data);
  if (!puzzle) return null;
  const { view, goal, plies, level } = puzzle;
  const who = caller(view, themeOf(view), view.seats.map(() => ({ player: "human", name: null, human: true })), view.to_move);
  const days = solvedDays();
  const today = dayOf();
  const done = days.includes(today);
  return html`<section data-accent=${familyOf(puzzle.game)}>
    <h2 class="label"><span>${words.puzzles.ofTheDay}</span><${Link} href="/puzzles">${words.home.allPuzzles}<//></h2>
    <div class="continue">
      <${Mini} view=${view} size=${108} label=${words.board.label(gameText(puzzle.game))} />
      <div><p><strong>${words.puzzles.goals[/** @type {"win" | "draw" | "points"} */ (goal)](who)}</strong></p>
        <p class="quiet">${[plies ? words.puzzles.inMoves(movesOf(plies)) : "", `${gameText(puzzle.game)}, ${words.puzzles.levelOf(level)}.`].filter(Boolean).join(" ")}</p></div>
      <p><${Link} class="button" href="/puzzles/today">${done ? words.home.lookAgain : words.home.solve}<//></p>
    </div>
    <p class="day-row"><span class="days" aria-hidden="true">${Array.from({ length: WEEK }, (_, at) => today - WEEK + 1 + at).map((day) => html`<i class=${days.includes(day) ? "solved" : day === today ? "open" : ""}></i>`)}</span>${words.home.daysInARow(inARow(days, today))}</p>
  </section>`;
}

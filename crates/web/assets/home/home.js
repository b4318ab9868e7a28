// @ts-check
// The start page: the games, and below them what to continue, what to begin, and statistics.
import { html, useEffect, useState } from "../vendor/preact.js";
import { post, query } from "../api.js";
import { Mini } from "../board/mini.js";
import { Guarded } from "../guarded.js";
import { family as familyOf, themeOf } from "../board/theme.js";
import { lastLearned, stepsDone } from "../learn/lesson.js";
import { dayOf, inARow, solvedDays } from "../puzzles/days.js";
import { isHost } from "../state/catalogue.js";
import { useCatalogue, useLoad, useSample } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { pace, recall } from "../state/settings.js";
import { freshSeed } from "../setup/spec.js";
import { caller, familyText, gameText, sitter } from "../table/names.js";
import { earlyEnd, headline, roundAfter } from "../table/status.js";
import { targets } from "../board/turn.js";
import { language, movesOf, said, words } from "../words/index.js";
import { GameRows } from "./rows.js";

/** @typedef {import("../types.js").Game} Game */

export function HomePage() {
  const catalogue = useCatalogue();
  const recent = useLoad("/api/home");
  const known = /** @type {{ games: Game[], going: Game | null, today: any, run: any } | null} */ (/** @type {any} */ (recent.data));
  const games = known?.games ?? [];
  useEffect(() => {
    document.title = words.brand;
  }, []);
  const going = known?.going;
  const over = games.filter((game) => game.over);
  const first = catalogue?.games[0];
  // A guest plays what was shared, and begins nothing.
  const begins = isHost() ? first : undefined;
  const phone = usePhone();
  // If space is tight, one-tap actions come above the games.
  const today = [
    going && html`<section key="going"><h2 class="label"><span>${words.home.continue}</span></h2><${Guarded}><${Continue} game=${going} /><//></section>`,
    known?.today && html`<${Guarded} key="today"><${PuzzleOfTheDay} puzzle=${known.today} /><//>`,
  ];
  return html`<div class="page home">
    <h1 class="hidden">${words.brand}</h1>
    ${phone && html`<div class="today">${today}</div>`}
    <div class="cards">${(catalogue?.games ?? []).map((family) => html`<${Guarded} key=${family.id}><${Card} family=${family} /><//>`)}</div>
    ${recent.error && html`<p class="error">${words.unreachable}</p>`}
    <div class="below">
      ${!going && recent.data && first?.lesson && html`<section><h2 class="label"><span>${words.nav.learn}</span></h2><${Guarded}><${FirstLesson} family=${first} /><//></section>`}
      ${!phone && today}
      <section class="begin">
        <h2 class="label"><span>${words.home.begin}</span></h2>
        <ul class="ways">
          <${Learning} games=${catalogue?.games ?? []} />
          ${begins && html`<${Way} href=${`/?${query({ new: begins.id, who: "friend" })}`} title=${words.home.friend} text=${words.home.friendText} />
            <${Way} href=${`/?${query({ new: begins.id, who: "people" })}`} title=${words.home.two} text=${words.home.twoText} />`}
          ${isHost() && html`<${Way} href="/explore" title=${words.home.explore} text=${words.home.exploreText} />`}
        </ul>
        ${isHost() && html`<p class="also">${first && html`<${Link} href=${`/?${query({ new: first.id, who: "watch" })}`}>${words.home.watch}<//>`}<${Link} href="/editor">${words.home.position}<//></p>`}
      </section>
      <section class="recent">
        <h2 class="label"><span>${words.home.results}</span><${Link} href="/games">${words.home.all}<//></h2>
        ${recent.data && games.length === 0 ? html`<p class="quiet">${words.home.none}</p>` : html`<${GameRows} games=${(over.length ? over : games).slice(0, 5)} />`}
      </section>
    </div>
    <${Foot} run=${known?.run} />
  </div>`;
}

/** The width limit of the phone layout in the styles. */
const PHONE = "(max-width: 700px)";

/** Whether the page has the width of a phone. */
function usePhone() {
  const [phone, set] = useState(matchMedia(PHONE).matches);
  useEffect(() => {
    const media = matchMedia(PHONE);
    const changed = () => set(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, []);
  return phone;
}

/** A suggestion to begin with. @param {{ href: string, title: string, text: string }} props */
export const Way = ({ href, title, text }) => html`<li><${Link} href=${href} class="way"><span><strong>${title}</strong><small>${text}</small></span><svg width="10" height="16" viewBox="0 0 10 16" aria-hidden="true"><path d="M2 2l6 6-6 6" /></svg><//></li>`;

/** Starts a game against a computer at once: as strong as the last one, with the reader moving first. @param {import("../types.js").Family} family */
async function begin(family) {
  const seats = Array.from({ length: family.players }, (_, at) => (at === 0 ? "human" : recall("level", USUAL_LEVEL)));
  const game = await post("/api/games", { game: family.usual, seats, seed: freshSeed(), pace: pace().answer });
  go(`/game/${game.id}`);
}

/** The opponent of a first visitor. */
const USUAL_LEVEL = "level:3";

/** @param {{ family: import("../types.js").Family }} props */
function Card({ family }) {
  const view = useSample(family);
  const title = familyText(family.id);
  const [problem, report] = useState("");
  const [busy, wait] = useState(false);
  const play = () => {
    wait(true);
    begin(family).catch((error) => {
      wait(false);
      report(error.message);
    });
  };
  return html`<article class="card" data-accent=${family.id}>
    <div class="card-board">${view && html`<${Mini} view=${view} label=${words.board.label(title)} />`}</div>
    <h2>${title}</h2>
    <p>${said(family.blurb || family.summary)}</p>
    <p class="row">${isHost() && html`<button type="button" class="button primary" disabled=${busy} aria-label=${`${words.home.play}: ${title}`} onClick=${play}>${words.home.play}</button>`}${family.lesson ? html`<${Link} href=${`/learn/${family.id}`} aria-label=${`${words.nav.learn}: ${title}`}>${words.nav.learn}<//>` : null}<${Link} href=${`/rules/${family.id}`} aria-label=${`${words.home.rules}: ${title}`}>${words.home.rules}<//></p>
    ${isHost() && html`<p class="card-choose"><${Link} href=${`/?new=${family.id}`} aria-label=${`${words.home.choose}: ${title}`}>${words.home.choose}<//></p>`}
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
  </article>`;
}

/** The progress in a lesson. @param {{ games: import("../types.js").Family[] }} props */
function Learning({ games }) {
  const game = games.find(({ id }) => id === lastLearned()) ?? games.find(({ lesson }) => lesson);
  if (!game?.lesson) return null;
  const step = Math.min(stepsDone(game.id) + 1, game.lesson);
  return html`<${Way} href=${stepsDone(game.id) < game.lesson && stepsDone(game.id) > 0 ? `/learn/${game.id}` : "/learn"} title=${words.home.learn} text=${stepsDone(game.id) > 0 ? `${words.learn.step(step, game.lesson)}, ${familyText(game.id)}` : words.home.learnText} />`;
}

/** For a first visit. @param {{ family: import("../types.js").Family }} props */
function FirstLesson({ family }) {
  const view = useSample(family);
  return html`<div class="continue" data-accent=${family.id}>
    ${view ? html`<${Mini} view=${view} size=${108} label=${words.board.label(family.title)} />` : html`<span></span>`}
    <div><p><strong>${words.home.twoMinutes}</strong></p><p class="quiet">${familyText(family.id)}, ${words.learn.steps(family.lesson ?? 0)}</p></div>
    <p><${Link} class="button primary ink" href=${`/learn/${family.id}`}>${words.nav.learn}<//></p>
  </div>`;
}

/** @param {{ game: Game }} props */
function Continue({ game }) {
  const { view, seats } = game;
  const look = themeOf(view);
  const others = seats.flatMap((seat, at) => (seat.human ? [] : [sitter(seats, at + 1)]));
  const mine = seats[view.to_move - 1]?.human ?? false;
  const alone = seats.filter((seat) => seat.human).length === 1;
  const status = mine && alone ? words.home.yourTurn : headline({ view, look, players: seats, targets: targets(view.legal, []), canMove: mine, thinking: game.thinking, paused: game.paused, givenUp: earlyEnd(game) });
  return html`<div class="continue" data-accent=${game.family}>
    <${Mini} view=${view} size=${108} label=${words.board.label(game.title)} />
    <div>
      <p><strong>${status}</strong></p>
      <p class="quiet">${[gameText(game.game, game.title), others.length ? words.home.against(others.join(", ")) : "", words.home.onMove(roundAfter(view.turns.length, view.seats.length))].filter(Boolean).join(", ")}</p>
    </div>
    <p><${Link} class="button primary ink" href=${`/game/${game.id}`}>${words.home.continue}<//></p>
  </div>`;
}

/** The number of days drawn. */
const WEEK = 7;

/** The puzzle of the day, and the days on which it was solved. @param {{ puzzle: any }} props */
function PuzzleOfTheDay({ puzzle }) {
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

/** Less frequently used links. @param {{ run: any }} props */
function Foot({ run }) {
  return html`<footer class="foot">
    <${Link} href="/about">${words.nav.about}<//>
    ${isHost() && html`<${Link} class="home-run" href=${run ? `/lab/${run.id}` : "/lab"}>${run ? words.home.labRun(words.gamesOf(run.done ?? 0, run.games ?? 0)) : words.home.lab}<//>`}
    <span>${words.foot}</span>
    <span class="foot-end">${language === "de" ? "Deutsch" : "English"}</span>
  </footer>`;
}

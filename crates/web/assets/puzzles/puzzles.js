// @ts-check
// The page of puzzles: one on the board, chosen by level, game and theme; the solver's record is stored in this
// browser.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { get, post } from "../api.js";
import { family } from "../board/theme.js";
import { Heading, Problem } from "../shell.js";
import { catalogue } from "../state/catalogue.js";
import { useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { pace } from "../state/settings.js";
import { Segments } from "../table/switches.js";
import { familyText, gameText } from "../table/names.js";
import { movesOf, words } from "../words/index.js";
import { ANY, changed, choices, fits, keepFilters, keptFilters, next, untried } from "./choose.js";
import { solvedToday } from "./days.js";
import { More } from "./more.js";
import { Standing } from "./panel.js";
import { settle, solver } from "./record.js";
import { PuzzleStage } from "./stage.js";
import { themeText } from "./told.js";

/** @typedef {import("./choose.js").Puzzle} Puzzle */
/** @typedef {{ puzzles: Puzzle[], today: string | null, making?: { game: string, found: number } | null }} Listed */

/** How long the list is valid, in milliseconds: the puzzle of the day changes. */
const FRESH = 600_000;

/** @type {{ at: number, answer: Promise<Listed> } | null} */
let asked = null;

/** The list, cached for a while. @returns {Promise<Listed>} */
function list() {
  if (!asked || Date.now() - asked.at > FRESH) asked = { at: Date.now(), answer: get("/api/puzzles") };
  asked.answer.catch(() => {
    asked = null;
  });
  return asked.answer;
}

/** Stores a newer answer. @param {Listed} listed */
function take(listed) {
  asked = { at: Date.now(), answer: Promise.resolve(listed) };
  return listed;
}

/** @param {{ id: string | null }} props */
export function PuzzlesPage({ id }) {
  const [found, set] = useState({ listed: /** @type {Listed | null} */ (null), error: /** @type {Error | null} */ (null) });
  const ask = () => {
    list().then(
      (listed) => set({ listed, error: null }),
      (error) => set({ listed: null, error }),
    );
  };
  useEffect(ask, []);
  const listed = found.listed;
  // Addresses that refer to a puzzle without naming it.
  const meant = listed && (id === null ? (next(listed.puzzles, keptFilters(), solver()) ?? next(listed.puzzles, ANY, solver()))?.id : id === "today" ? listed.today : null);
  useEffect(() => {
    if (meant) go(addressOf(meant), true);
  }, [meant]);
  if (found.error) return html`<${Problem} error=${found.error} again=${ask} />`;
  if (!listed || meant) return html`<p class="quiet page">${words.loading}</p>`;
  if (id === null || id === "today") return html`<${Problem} error=${new Error(words.puzzles.none)} />`;
  return html`<${OnePuzzle} key=${id} id=${id} listed=${listed} renew=${(/** @type {Listed} */ newer) => set({ listed: take(newer), error: null })} />`;
}

/** @param {string} id */
const addressOf = (id) => `/puzzles/${encodeURIComponent(id)}`;

/** @param {{ id: string, listed: Listed, renew: (listed: Listed) => void }} props */
function OnePuzzle({ id, listed, renew }) {
  const address = `/api/puzzles/${encodeURIComponent(id)}`;
  const loaded = useLoad(address);
  const puzzle = /** @type {(Puzzle & { position: string }) | null} */ (/** @type {any} */ (loaded.data));
  const [standing, stand] = useState(solver);
  const [filters, setFilters] = useState(keptFilters);
  /** @type {import("./solving.js").Task | null} */
  const task = useMemo(
    () =>
      puzzle && {
        id,
        spot: { game: puzzle.game, position: puzzle.position },
        attempt: (move) => get(`${address}/try?move=${encodeURIComponent(move)}`),
        solution: async () => (await get(`${address}/solution`)).moves,
      },
    [puzzle],
  );
  if (loaded.error) return html`<${Problem} error=${loaded.error} back=${{ href: "/puzzles", text: words.puzzles.title }} />`;
  if (!puzzle || !task) return html`<p class="quiet page">${words.loading}</p>`;

  const goOn = () => {
    const following = next(listed.puzzles, keptFilters(), solver(), id);
    if (following) go(addressOf(following.id));
  };
  const filter = (/** @type {Partial<import("./choose.js").Filters>} */ change) => {
    const wanted = changed(listed.puzzles, filters, change);
    keepFilters(wanted);
    setFilters(wanted);
    if (!fits(puzzle, wanted)) goOn();
  };
  const playOut = async (/** @type {string} */ move, /** @type {import("../types.js").View} */ view) => {
    const strongest = catalogue()?.levels.at(-1)?.player ?? "best";
    const seats = view.seats.map((_, at) => (at + 1 === view.to_move ? "human" : strongest));
    const game = await post("/api/games", { game: puzzle.game, position: puzzle.position, seats, moves: [move], pace: pace().answer });
    go(`/game/${game.id}`);
  };
  const isToday = listed.today === id;
  const { games, levels, themes } = choices(listed.puzzles, filters);
  return html`<div class="page table-page" data-accent=${family(puzzle.game)}>
    <${Heading} text=${isToday ? words.puzzles.ofTheDay : words.puzzles.number(id.slice(id.lastIndexOf("-") + 1))} />
    <${PuzzleStage}
      task=${task}
      kicker=${[gameText(puzzle.game), puzzle.themes[0] ? themeText(puzzle.themes[0]) : "", words.puzzles.levelOf(puzzle.level)]}
      exact=${true}
      title=${(/** @type {string} */ who) => words.puzzles.goals[/** @type {"win" | "draw" | "points"} */ (puzzle.goal)](who)}
      detail=${() => [puzzle.plies ? words.puzzles.inMoves(movesOf(puzzle.plies)) : words.puzzles.only[/** @type {"win" | "draw" | "points"} */ (puzzle.goal)], words.puzzles.rated(puzzle.rating)].join(" ")}
      settle=${(/** @type {import("./record.js").Result} */ result) => {
        if (listed.today === id && result !== "wrong") solvedToday();
        stand(settle(puzzle, result));
      }}
      next=${goOn}
      nextText=${words.puzzles.next}
      playOut=${playOut}
      under=${html`<div class="under-board puzzle-filters">
        <${Chips} name="level" label=${words.puzzles.level} filters=${filters} set=${filter} options=${["1", "2", "3", "4", "5"].filter((level) => levels.has(level)).map((level) => ({ id: level, text: level }))} />
        ${(filters.game || filters.theme) && themes.length > 1 && html`<label class="puzzle-theme"><span class="label-inline">${words.puzzles.theme}</span>
          <select value=${filters.theme} onChange=${(/** @type {any} */ event) => filter({ theme: event.target.value })}><option value="">${words.puzzles.all}</option>${themes.map((theme) => html`<option key=${theme} value=${theme} selected=${filters.theme === theme}>${themeText(theme)}</option>`)}</select></label>`}
      </div>`}
      foot=${html`<div class="puzzle-foot">
        ${!isToday && listed.today && html`<p class="puzzle-today"><${Link} href=${addressOf(listed.today)}>${words.puzzles.ofTheDay}<//>${standing.seen[listed.today] === "solved" && html`<span class="quiet">${words.puzzles.done}</span>`}</p>`}
        ${games.length > 1 && html`<${Chips} name="game" label=${words.puzzles.game} filters=${filters} set=${filter} options=${games.map((game) => ({ id: game, text: familyText(game) }))} />`}
        <${More} game=${puzzle.game} listed=${listed} renew=${renew} left=${untried(listed.puzzles, filters, standing)} />
        <${Standing} solver=${standing} />
      </div>`}
    />
  </div>`;
}

/**
 * One filter as chips, with one for anything.
 * @param {{ name: keyof import("./choose.js").Filters, label: string, filters: import("./choose.js").Filters, options: { id: string, text: string }[],
 *           set: (change: Partial<import("./choose.js").Filters>) => void }} props
 */
const Chips = ({ name, label, filters, options, set }) => html`<div class="puzzle-filter">
  <span class="label-inline" aria-hidden="true">${label}</span>
  <${Segments} className="chips small" label=${label} value=${filters[name]} set=${(/** @type {string} */ id) => set({ [name]: id })} options=${[{ id: "", text: words.puzzles.all }, ...options]} />
</div>`;

// @ts-check
// A form for a new run with lists and steppers: schedule, game, number of games. Also shown as a command.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { post, query } from "../api.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { RuleFields, rulesText, Stepper } from "../setup/rules.js";
import { gameSettings, gameSpec } from "../setup/spec.js";
import { familyText, gameText } from "../table/names.js";
import { Chips } from "../table/switches.js";
import { known, said, words } from "../words/index.js";
import { clockText, plainText } from "./names.js";
import { body, CLOCKS, command, entrant, gameCount, lines, OWN_CLOCK, range, TEXT, TIMED } from "./plan.js";

/** @typedef {import("./plan.js").Draft} Draft */
/** @typedef {import("./plan.js").Entrant} Entrant */
/** @typedef {import("./plan.js").Way} Way */

/** @type {Way[]} */
const WAYS = ["everybody", "gauntlet", "swiss", "test", "evolution"];

/** Move times, in milliseconds. */
const TIMES = [100, 500, 1000, 3000];
/** The rating differences offered for a test. */
const GAINS = ["10", "20", "50", "100"];
/** The number of games within which a test between two nearly always ends. */
const TO_DECIDE = 2000;
/** The methods of evolution. */
const METHODS = ["ga", "paper", "cmaes", "spsa"];

/** @type {Omit<Draft, "game" | "seats">} */
const FIRST = {
  way: "everybody",
  players: ["level:2", "level:4", "level:6"].map(entrant),
  games: 20,
  seed: 1,
  opening: 4,
  openings: "",
  rounds: 5,
  clock: { choice: "", text: "10s+100ms" },
  gain: 50,
  evolution: { eval: "", method: "ga", population: 12, generations: 3, depth: 2 },
};

/** As many players as may take part, levels first. @param {Entrant[]} players @param {number[]} bounds */
function fitting(players, [least, most]) {
  const kept = players.slice(0, most);
  return [...kept, ...Array.from({ length: Math.max(0, least - kept.length) }, (_, at) => entrant(`level:${Math.min(10, 2 * (kept.length + at + 1))}`))];
}

/** Only evaluators with numbers can evolve. @param {{ parameters: import("../types.js").Parameter[] }} evaluator */
const hasNumbers = ({ parameters }) => parameters.some(({ kind }) => kind === "number" || kind === "numbers");

export function NewRun() {
  const catalogue = useCatalogue();
  return catalogue ? html`<${Form} catalogue=${catalogue} />` : html`<p class="quiet" id="new">${words.loading}</p>`;
}

/** @param {{ catalogue: import("../types.js").Catalogue }} props */
function Form({ catalogue }) {
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useEffect(() => {
    if (location.hash === "#new") form.current?.scrollIntoView();
  }, []);
  const [kept, keep] = useState(FIRST);
  const [id, choose] = useState(catalogue.games[0].id);
  const [settings, setSettings] = useState(/** @type {Record<string, string>} */ ({}));
  const [problem, report] = useState("");
  const family = catalogue.games.find((game) => game.id === id) ?? catalogue.games[0];
  const spec = gameSpec(family, settings);
  // The rules define the number of players at a table.
  const about = useLoad(`/api/spot?${query({ game: spec })}`);
  const seats = /** @type {any} */ (about.data)?.view.seats.length ?? family.players;
  const two = seats === 2;
  const way = !two && (kept.way === "test" || kept.way === "evolution") ? "everybody" : kept.way;
  /** @type {Draft} */
  const draft = { ...kept, way, game: spec, seats, players: fitting(kept.players, range({ ...kept, way, game: spec, seats })) };
  const set = (/** @type {Partial<Draft>} */ change) => keep({ ...kept, players: draft.players, ...change });
  /** A test needs enough games to decide; other runs are as long as the user wants. @param {Way} one */
  const turnTo = (one) => set({ way: one, games: one === "test" && way !== "test" ? TO_DECIDE : one !== "test" && way === "test" ? FIRST.games : draft.games });
  const evolve = (/** @type {Partial<Draft["evolution"]>} */ change) => set({ evolution: { ...kept.evolution, ...change } });
  const evaluators = family.evaluators.filter(hasNumbers);
  const all = gameCount(draft);

  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    report("");
    try {
      const run = await post("/api/runs", body(draft));
      go(`/lab/${encodeURIComponent(run.id)}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };

  return html`<form class="new-run" id="new" ref=${form} onSubmit=${start}>
    <h2>${words.lab.new}</h2>
    <section class="question"><h3>${words.lab.way}</h3>
      <div class="choices ways-of-run" role="group" aria-label=${words.lab.way}>
        ${WAYS.map((one) => html`<button type="button" key=${one} class="choice" aria-pressed=${way === one ? "true" : "false"} disabled=${!two && (one === "test" || one === "evolution")} onClick=${() => turnTo(one)}><span><strong>${words.lab.ways[one]}</strong><small>${words.lab.wayTexts[one]}</small></span></button>`)}
      </div>
      ${!two && html`<p class="field-help">${words.lab.forTwo}</p>`}
    </section>
    <section class="question"><h3>${words.lab.game}</h3>
      <select id="run-game" aria-label=${words.lab.game} onChange=${(/** @type {any} */ event) => {
        const [chosen, shape] = event.target.value.split("|");
        choose(chosen);
        const next = catalogue.games.find((game) => game.id === chosen);
        setSettings(next && shape ? gameSettings(next, shape) : {});
        evolve({ eval: "" });
      }}>
        ${catalogue.games.map((game) => html`<${GameOptions} key=${game.id} game=${game} spec=${game.id === family.id ? spec : ""} />`)}
      </select>
      ${family.parameters.length > 0 &&
      html`<details class="fold rules-fold"><summary><strong>${words.setup.rules}</strong><span>${rulesText(family.parameters, settings)}</span></summary><${RuleFields} parameters=${family.parameters} settings=${settings} set=${setSettings} /></details>`}
    </section>
    ${way === "evolution"
      ? html`<section class="question"><h3>${words.lab.bred}</h3>
          <div class="field"><label for="run-eval">${words.setup.evaluator}</label><select id="run-eval" onChange=${(/** @type {any} */ event) => evolve({ eval: event.target.value })}>
            <option value="">${words.setup.standard}</option>
            ${evaluators.map((one) => html`<option value=${one.id} selected=${one.id === kept.evolution.eval}>${one.id}: ${said(one.summary)}</option>`)}
          </select></div>
          <div class="field"><label for="run-method">${words.lab.method}</label><select id="run-method" onChange=${(/** @type {any} */ event) => evolve({ method: event.target.value })}>
            ${METHODS.map((one) => html`<option value=${one} selected=${one === kept.evolution.method}>${known(words.lab.methods, one)}</option>`)}
          </select></div>
          <${Stepper} id="run-population" label=${words.lab.populationOf} value=${kept.evolution.population} low=${4} high=${100} set=${(/** @type {number} */ population) => evolve({ population })} />
          <${Stepper} id="run-generations" label=${words.lab.generations} value=${kept.evolution.generations} low=${1} high=${100} set=${(/** @type {number} */ generations) => evolve({ generations })} />
          <${Stepper} id="run-depth" label=${words.lab.lookahead} value=${kept.evolution.depth} low=${1} high=${8} set=${(/** @type {number} */ depth) => evolve({ depth })} />
        </section>`
      : html`<section class="question"><h3>${way === "test" ? words.lab.tested : words.lab.entrants}</h3>
          ${way === "gauntlet" && html`<p class="field-help">${words.lab.gauntletText}</p>`}
          <${Entrants} draft=${draft} catalogue=${catalogue} family=${family} set=${(/** @type {Entrant[]} */ players) => set({ players })} />
          ${way === "test" &&
          html`<div class="field"><span class="label-inline">${words.lab.gain}</span><${Chips} label=${words.lab.gain} value=${String(draft.gain)} options=${GAINS.map((one) => ({ id: one, text: words.lab.points(Number(one)) }))} set=${(/** @type {string} */ one) => set({ gain: Number(one) })} /></div>`}
        </section>`}
    <section class="question"><h3>${words.lab.howMany}</h3>
      ${way !== "evolution" && html`<${Stepper} id="run-count" label=${way === "test" ? words.lab.mostGames : way === "swiss" ? words.lab.gamesRound : seats === 2 ? words.lab.games : words.lab.gamesTable} value=${draft.games} low=${2} high=${2000} set=${(/** @type {number} */ games) => set({ games })} />`}
      ${way === "swiss" && html`<${Stepper} id="run-rounds" label=${words.lab.rounds} value=${draft.rounds} low=${1} high=${30} set=${(/** @type {number} */ rounds) => set({ rounds })} />`}
      ${(way === "evolution" || lines(draft).length === 0) && html`<${Stepper} id="run-opening" label=${words.lab.openingMoves} value=${draft.opening} low=${0} high=${40} set=${(/** @type {number} */ opening) => set({ opening })} />`}
      <${Stepper} id="run-seed" label=${words.lab.seed} value=${draft.seed} low=${0} high=${999_999_999} set=${(/** @type {number} */ seed) => set({ seed })} />
      <p class="field-help">${words.lab.seedText}</p>
      ${all !== null && html`<p class="run-sum" aria-live="polite">${way === "test" ? words.lab.atMost(all) : words.lab.inAll(all)}</p>`}
    </section>
    ${way !== "evolution" && html`<${Clock} clock=${draft.clock} set=${(/** @type {Draft["clock"]} */ clock) => set({ clock })} />`}
    ${way !== "evolution" &&
    html`<details class="fold"><summary><strong>${words.lab.ownOpenings}</strong><span>${lines(draft).length ? words.lab.openingLines(lines(draft).length) : words.lab.byChance}</span></summary>
      <div class="field"><label for="run-openings">${words.lab.openingsText}</label><textarea id="run-openings" class="mono" rows="4" spellcheck=${false} value=${draft.openings} onInput=${(/** @type {any} */ event) => set({ openings: event.target.value })}></textarea></div></details>`}
    <details class="fold"><summary><strong>${words.lab.asCommand}</strong><span>${words.lab.asCommandText}</span></summary><p><code class="run-command">${command(draft)}</code></p></details>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p><button class="button primary large">${words.lab.start}</button></p>
  </form>`;
}

/** The time for a game: none, a usual one, or a text of one's own. @param {{ clock: Draft["clock"], set: (clock: Draft["clock"]) => void }} props */
function Clock({ clock, set }) {
  const options = [...CLOCKS.map((id) => ({ id, text: id ? clockText(id) : words.lab.noClock })), { id: OWN_CLOCK, text: words.lab.ownClock }];
  return html`<section class="question"><h3>${words.lab.clock}</h3>
    <${Chips} label=${words.lab.clock} value=${clock.choice} options=${options} set=${(/** @type {string} */ choice) => set({ ...clock, choice })} />
    ${clock.choice === OWN_CLOCK &&
    html`<div class="field"><label for="run-clock">${words.lab.ownClockText}</label><input id="run-clock" class="mono" spellcheck=${false} value=${clock.text} onInput=${(/** @type {any} */ event) => set({ ...clock, text: event.target.value })} /></div>`}
    <p class="field-help">${words.lab.clockHelp}</p>
  </section>`;
}

/** The named forms of a game, or the game as given. @param {{ game: import("../types.js").Family, spec: string }} props */
function GameOptions({ game, spec }) {
  const named = game.aliases.map((alias) => alias.spec);
  const forms = named.length ? named : [gameSpec(game, {})];
  const other = spec && !forms.includes(spec);
  return html`<optgroup label=${familyText(game.id)}>
    ${forms.map((form) => html`<option value=${`${game.id}|${form}`} selected=${form === spec}>${gameText(form)}</option>`)}
    ${other && html`<option value=${`${game.id}|${spec}`} selected>${gameText(spec)}, ${words.setup.changed}</option>`}
  </optgroup>`;
}

/** The entrants, one per row. @param {{ draft: Draft, catalogue: import("../types.js").Catalogue, family: import("../types.js").Family, set: (players: Entrant[]) => void }} props */
function Entrants({ draft, catalogue, family, set }) {
  const [least, most] = range(draft);
  const { players } = draft;
  const change = (/** @type {number} */ at, /** @type {Partial<Entrant>} */ to) => set(players.map((one, index) => (index === at ? { ...one, ...to } : one)));
  return html`<ol class="entrants">
      ${players.map(
        (one, at) => html`<li key=${at}>
          <select aria-label=${words.lab.playerNumber(at + 1)} onChange=${(/** @type {any} */ event) => change(at, { choice: event.target.value })}>
            <optgroup label=${words.setup.level}>${catalogue.levels.map((level) => html`<option value=${level.player} selected=${one.choice === level.player}>${words.levelNamed(level.number, known(words.levels, level.name))}</option>`)}</optgroup>
            <optgroup label=${words.lab.others}>
              <option value="random" selected=${one.choice === "random"}>${words.lab.byLot}</option>
              <option value=${TIMED} selected=${one.choice === TIMED}>${words.lab.timed}</option>
              ${family.presets.map((preset) => html`<option value=${preset.player} selected=${one.choice === preset.player}>${said(preset.title)}</option>`)}
              <option value=${TEXT} selected=${one.choice === TEXT}>${words.lab.specified}</option>
            </optgroup>
          </select>
          ${one.choice === TIMED && html`<select aria-label=${words.lab.timeOf(at + 1)} onChange=${(/** @type {any} */ event) => change(at, { time: event.target.value })}>${TIMES.map((time) => html`<option value=${`${time}ms`} selected=${one.time === `${time}ms`}>${words.lab.secondsMove(time / 1000)}</option>`)}</select>`}
          ${one.choice === TEXT && html`<input class="mono" aria-label=${words.lab.specOf(at + 1)} spellcheck=${false} placeholder="alphabeta:depth=4" value=${one.text} onInput=${(/** @type {any} */ event) => change(at, { text: event.target.value })} />`}
          ${players.length > least && html`<button type="button" class="link" aria-label=${words.lab.removePlayer(at + 1)} onClick=${() => set(players.filter((_, index) => index !== at))}>${words.study.remove}</button>`}
          ${one.choice === TEXT && html`<small>${words.lab.specHelp}</small>`}
          ${family.presets.some(({ player }) => player === one.choice) && html`<small>${plainText(one.choice, family, catalogue)}</small>`}
        </li>`,
      )}
    </ol>
    ${players.length < most && html`<p><button type="button" class="button small" onClick=${() => set([...players, entrant(`level:${Math.min(10, players.length + 2)}`)])}>${words.lab.addPlayer}</button></p>`}`;
}

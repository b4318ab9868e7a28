// @ts-check
// A new league: the game, the time control, and the computers to measure against.
import { html, useState } from "../vendor/preact.js";
import { post } from "../api.js";
import { useCatalogue } from "../state/load.js";
import { go } from "../state/route.js";
import { RuleFields, rulesText, Stepper } from "../setup/rules.js";
import { gameSettings, gameSpec } from "../setup/spec.js";
import { familyText, gameText } from "../table/names.js";
import { Chips } from "../table/switches.js";
import { known, said, words } from "../words/index.js";

/** The selectable move times, in milliseconds, and clocks, in seconds for the game and per move. */
const MOVE_TIMES = ["100", "500", "1000", "3000", "10000"];
const CLOCKS = ["10+0", "60+0", "180+2", "300+3"];

export function NewLeague() {
  const catalogue = useCatalogue();
  return catalogue ? html`<${Form} catalogue=${catalogue} />` : html`<p class="quiet">${words.loading}</p>`;
}

/** @param {{ catalogue: import("../types.js").Catalogue }} props */
function Form({ catalogue }) {
  const [name, setName] = useState("");
  const [id, choose] = useState(catalogue.games[0].id);
  const [settings, setSettings] = useState(/** @type {Record<string, string>} */ ({}));
  const [way, setWay] = useState("move");
  const [time, setTime] = useState("1000");
  const [clock, setClock] = useState("60+0");
  const [baselines, setBaselines] = useState(["random", "level:2", "level:4"]);
  const [more, set] = useState({ at_once: 4, opening: 2, games: 0 });
  const [problem, report] = useState("");
  const family = catalogue.games.find((game) => game.id === id) ?? catalogue.games[0];
  const spec = gameSpec(family, settings);
  /** @param {Event} event */
  const begin = async (event) => {
    event.preventDefault();
    report("");
    const [whole, increment] = clock.split("+").map(Number);
    const allowed = way === "move" ? { move: Number(time) } : { clock: { minutes: Math.floor(whole / 60), seconds: whole % 60, increment } };
    try {
      const { games, ...numbers } = more;
      const made = await post("/api/leagues", { name: name.trim(), game: spec, time: allowed, baselines, ...numbers, ...(games ? { games } : {}) });
      go(`/class/${made.id}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  const change = (/** @type {number} */ at, /** @type {string} */ player) => setBaselines(baselines.map((old, index) => (index === at ? player : old)));
  return html`<form class="new-run new-league" onSubmit=${begin}>
    <h2>${words.class.new}</h2>
    <div class="field"><label for="league-name">${words.class.name}</label><input id="league-name" required maxlength="60" placeholder=${words.class.namePlaceholder} value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
    <section class="question"><h3>${words.lab.game}</h3>
      <select id="league-game" aria-label=${words.lab.game} onChange=${(/** @type {any} */ event) => {
        const [chosen, shape] = event.target.value.split("|");
        choose(chosen);
        const next = catalogue.games.find((game) => game.id === chosen);
        setSettings(next && shape ? gameSettings(next, shape) : {});
      }}>
        ${catalogue.games.map((game) => html`<optgroup label=${familyText(game.id)}>${(game.aliases.length ? game.aliases.map((alias) => alias.spec) : [gameSpec(game, {})]).map((form) => html`<option value=${`${game.id}|${form}`} selected=${form === spec}>${gameText(form)}</option>`)}</optgroup>`)}
      </select>
      ${family.parameters.length > 0 && html`<details class="fold rules-fold"><summary><strong>${words.setup.rules}</strong><span>${rulesText(family.parameters, settings)}</span></summary><${RuleFields} parameters=${family.parameters} settings=${settings} set=${setSettings} /></details>`}
    </section>
    <section class="question"><h3>${words.class.howLong}</h3>
      <${Chips} label=${words.class.howLong} value=${way} options=${[{ id: "move", text: words.class.byMove }, { id: "clock", text: words.class.byClock }]} set=${setWay} />
      ${way === "move"
        ? html`<${Chips} label=${words.class.byMove} value=${time} options=${MOVE_TIMES.map((one) => ({ id: one, text: words.class.seconds(Number(one) / 1000) }))} set=${setTime} /><p class="field-help">${words.class.peopleTime}</p>`
        : html`<${Chips} label=${words.class.byClock} value=${clock} options=${CLOCKS.map((one) => {
            const [whole, increment] = one.split("+").map(Number);
            return { id: one, text: words.class.gameTime(Math.floor(whole / 60), whole % 60, increment) };
          })} set=${setClock} />`}
    </section>
    <section class="question"><h3>${words.class.baselines}</h3><p class="field-help">${words.class.baselinesText}</p>
      <ol class="entrants">${baselines.map(
        (one, at) => html`<li key=${at}><select aria-label=${words.lab.playerNumber(at + 1)} onChange=${(/** @type {any} */ event) => change(at, event.target.value)}>
          <option value="random" selected=${one === "random"}>${words.lab.byLot}</option>
          <optgroup label=${words.setup.level}>${catalogue.levels.map((level) => html`<option value=${level.player} selected=${one === level.player}>${words.levelNamed(level.number, known(words.levels, level.name))}</option>`)}</optgroup>
          <optgroup label=${words.lab.others}>${family.presets.map((preset) => html`<option value=${preset.player} selected=${one === preset.player}>${said(preset.title)}</option>`)}</optgroup>
        </select>
        ${baselines.length > 1 && html`<button type="button" class="link" aria-label=${words.lab.removePlayer(at + 1)} onClick=${() => setBaselines(baselines.filter((_, index) => index !== at))}>${words.study.remove}</button>`}</li>`,
      )}</ol>
      ${baselines.length < 12 && html`<p><button type="button" class="button small" onClick=${() => setBaselines([...baselines, catalogue.levels.map(({ player }) => player).find((player) => !baselines.includes(player)) ?? "best"])}>${words.lab.addPlayer}</button></p>`}
    </section>
    <details class="fold"><summary><strong>${words.class.moreWishes}</strong><span>${words.class.moreText(more.at_once, more.opening, more.games)}</span></summary>
      <${Stepper} id="league-at-once" label=${words.class.atOnce} value=${more.at_once} low=${1} high=${100} set=${(/** @type {number} */ at_once) => set({ ...more, at_once })} />
      <${Stepper} id="league-opening" label=${words.class.openingMoves} value=${more.opening} low=${0} high=${40} set=${(/** @type {number} */ opening) => set({ ...more, opening })} />
      <${Stepper} id="league-games" label=${words.class.endsAfter} value=${more.games} low=${0} high=${20_000} set=${(/** @type {number} */ games) => set({ ...more, games })} /></details>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p><button class="button primary large">${words.class.begin}</button></p>
  </form>`;
}

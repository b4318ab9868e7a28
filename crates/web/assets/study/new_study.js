// @ts-check
// A new study: the player, the games and opponents, and whether help is allowed.
import { html, useState } from "../vendor/preact.js";
import { post } from "../api.js";
import { catalogue, familyOf } from "../state/catalogue.js";
import { go } from "../state/route.js";
import { gameText } from "../table/names.js";
import { Chips, Toggle } from "../table/switches.js";
import { words } from "../words/index.js";
import { opponentText } from "./results.js";

/** The initial plan: the first game against a level that most people can beat. */
const usualPlan = () => {
  const { games = [], levels = [] } = catalogue() ?? {};
  return [{ game: games[0]?.usual ?? "", games: 5, opponent: levels[2]?.player ?? "random" }];
};

export function NewStudy() {
  const [who, choose] = useState("one");
  const [name, setName] = useState("");
  const [plan, setPlan] = useState(usualPlan);
  const [aids, allow] = useState(false);
  const [problem, report] = useState("");
  const many = who === "class";
  /** @param {Event} event */
  const begin = async (event) => {
    event.preventDefault();
    try {
      const made = await post(many ? "/api/classes" : "/api/studies", { name: name.trim(), plan: plan.map((line) => ({ ...line, ...(aids ? { aids } : {}) })) });
      go(many ? `/study/class/${encodeURIComponent(made.id)}` : `/study/${encodeURIComponent(made.id)}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  const edit = (/** @type {number} */ index, /** @type {any} */ change) => setPlan(plan.map((line, at) => (at === index ? { ...line, ...change } : line)));
  return html`<form onSubmit=${begin} class="study-form">
    <h2>${words.study.new}</h2>
    <div><${Chips} label=${words.study.who} value=${who} options=${["one", "class"].map((id) => ({ id, text: words.study.whoPlays[id] }))} set=${choose} /><p class="field-help">${words.study.whoText[who]}</p></div>
    <div class="field"><label for="study-name">${many ? words.study.className : words.study.name}</label><input id="study-name" required maxlength="40" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
    <div class="scroller"><table class="data plan"><thead><tr><th>${words.study.game}</th><th>${words.study.games}</th><th>${words.study.opponent}</th><td></td></tr></thead><tbody>
      ${plan.map(
        (line, index) => html`<tr>
          <td class="plan-game"><${GameChoice} value=${line.game} set=${(/** @type {string} */ game) => edit(index, { game })} /></td>
          <td class="few plan-games"><input type="number" min="1" max="100" aria-label=${words.study.games} value=${line.games} onInput=${(/** @type {any} */ event) => edit(index, { games: Number(event.target.value) })} /></td>
          <td><${OpponentChoice} game=${line.game} value=${line.opponent} set=${(/** @type {string} */ opponent) => edit(index, { opponent })} /></td>
          <td class="few">${plan.length > 1 && html`<button type="button" class="link" aria-label=${words.study.removeLine(index + 1)} onClick=${() => setPlan(plan.filter((_, at) => at !== index))}>${words.study.remove}</button>`}</td>
        </tr>`,
      )}
    </tbody></table></div>
    <div><${Toggle} label=${words.study.aids} on=${aids} set=${allow} /><p class="field-help">${aids ? words.study.aidsOn : words.study.aidsOff}</p></div>
    <details class="fold"><summary><strong>${words.lab.specified}</strong><span>${words.study.specText}</span></summary><p><code class="run-command">${plan.map((line) => `${line.game} × ${line.games}: ${line.opponent}`).join("\n")}</code></p></details>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p class="row"><button class="button primary">${many ? words.study.beginClass : words.study.begin}</button><button type="button" class="button" onClick=${() => setPlan([...plan, { ...plan[plan.length - 1] }])}>${words.study.add}</button></p>
  </form>`;
}

/** A game from the list, or the current one. @param {{ value: string, set: (game: string) => void }} props */
function GameChoice({ value, set }) {
  const forms = [...new Set([...(catalogue()?.games ?? []).flatMap((game) => [...game.study.map((line) => line.game), ...(game.aliases.length ? game.aliases.map((alias) => alias.spec) : [game.usual])]), value])];
  return html`<select aria-label=${words.study.game} onChange=${(/** @type {any} */ event) => set(event.target.value)}>${forms.map((form) => html`<option value=${form} selected=${form === value}>${gameText(form)}</option>`)}</select>`;
}

/** @param {{ game: string, value: string, set: (opponent: string) => void }} props */
function OpponentChoice({ game, value, set }) {
  const presets = (familyOf(game.split(":")[0])?.presets ?? []).map(({ player }) => player);
  const players = [...new Set([...(catalogue()?.levels ?? []).map(({ player }) => player), ...presets, "random", value])];
  return html`<select aria-label=${words.study.opponent} onChange=${(/** @type {any} */ event) => set(event.target.value)}>${players.map((player) => html`<option value=${player} selected=${player === value}>${opponentText(game, player)}</option>`)}</select>`;
}

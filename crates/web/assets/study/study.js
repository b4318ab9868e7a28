// @ts-check
// A study: a named player, a plan of games against the computer, and what came of it.
import { html, useEffect, useState } from "../vendor/preact.js";
import { post, query } from "../api.js";
import { Heading, Problem } from "../shell.js";
import { gameText, levelText } from "../table/names.js";
import { Toggle } from "../table/switches.js";
import { Way } from "../home/home.js";
import { useLoad } from "../state/load.js";
import { catalogue, examples, exampleQuery, familyOf } from "../state/catalogue.js";
import { go, Link } from "../state/route.js";
import { percent, said, words } from "../words/index.js";

/** The plan to begin with: what games suggest for a study. */
const usualPlan = () => (catalogue()?.games ?? []).flatMap((game) => game.study);

/** @param {{ id: string | null }} props */
export const StudyPage = ({ id }) => (id ? html`<${OneStudy} id=${id} />` : html`<${AllStudies} />`);

function AllStudies() {
  const loaded = useLoad("/api/studies");
  const all = /** @type {any} */ (loaded.data);
  const studies = /** @type {any[]} */ (all?.studies ?? []);
  const [name, setName] = useState("");
  const [plan, setPlan] = useState(usualPlan);
  const [aids, allow] = useState(false);
  const [problem, report] = useState("");
  useEffect(() => {
    document.title = `${words.study.title} · ${words.brand}`;
  }, []);
  /** @param {Event} event */
  const begin = async (event) => {
    event.preventDefault();
    try {
      const study = await post("/api/studies", { name: name.trim(), plan: plan.map((line) => ({ ...line, ...(aids ? { aids } : {}) })) });
      go(`/study/${encodeURIComponent(study.id)}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  const edit = (/** @type {number} */ index, /** @type {any} */ change) => setPlan(plan.map((line, at) => (at === index ? { ...line, ...change } : line)));
  return html`<div class="page stack study">
    <div><h1>${words.study.title}</h1><p class="quiet">${words.study.intro}</p></div>
    ${loaded.error && html`<p class="error" role="alert">${loaded.error.message}</p>`}
    ${studies.length === 0
      ? html`<p class="quiet">${words.study.none}</p>`
      : html`<ul class="game-rows">${studies.map((study) => html`<li key=${study.id}><${Link} href=${`/study/${encodeURIComponent(study.id)}`}><strong>${study.name}</strong><span>${words.lab.of(study.total?.played ?? 0, study.total?.games ?? 0)}</span><span></span><//></li>`)}</ul>`}
    ${studies.length > 0 &&
    html`<section class="stack results"><h2>${words.study.results}</h2><${Results} label=${words.study.results} lines=${all.all} total=${all.total} />
      <p class="row"><a class="button" href="/api/studies/csv" download>${words.study.csv}</a><a class="button" href="/api/studies/csv?each=game" download="games.csv">${words.study.csvGames}</a></p></section>`}
    <form onSubmit=${begin} class="study-form">
      <h2>${words.study.new}</h2>
      <div class="field"><label for="study-name">${words.study.name}</label><input id="study-name" required maxlength="40" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
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
      <p class="row"><button class="button primary">${words.study.begin}</button><button type="button" class="button" onClick=${() => setPlan([...plan, { ...plan[plan.length - 1] }])}>${words.study.add}</button></p>
    </form>
    <section class="stack"><h2>${words.study.classroom}</h2><p class="quiet">${words.study.classroomText}</p>
      <ul class="ways lined">
        ${examples()[0] && html`<${Way} href=${`/spot?${query(exampleQuery(examples()[0]))}`} title=${words.study.tree} text=${words.study.treeText} />`}
        <${Way} href="/worksheet" title=${words.sheet.title} text=${words.sheet.intro} />
      </ul>
      <p class="row">${examples().map((example) => html`<${Link} href=${`/spot?${query(exampleQuery(example))}`}>${said(example.title)}<//>`)}</p></section>
  </div>`;
}

/** @param {{ id: string }} props */
function OneStudy({ id }) {
  const path = `/api/studies/${encodeURIComponent(id)}`;
  const loaded = useLoad(path);
  const [problem, report] = useState("");
  const study = /** @type {any} */ (loaded.data);
  useEffect(() => {
    document.title = `${words.study.title} · ${words.brand}`;
  }, []);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (!study) return html`<p class="quiet page">${words.loading}</p>`;
  const lines = /** @type {any[]} */ (study.lines ?? []);
  const next = async () => {
    if (study.going) return go(`/game/${study.going}`);
    try {
      const game = await post(`${path}/next`);
      go(`/game/${game.id}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
    return undefined;
  };
  const finished = lines.every((line) => line.played >= line.games);
  return html`<div class="page stack study">
    <${Heading} text=${words.study.title} back="/study" />
    <h1>${study.name}</h1>
    <${Results} label=${words.study.plan} lines=${lines} total=${study.total} />
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p class="row">${finished ? html`<span>${words.study.done}</span>` : html`<button type="button" class="button primary" onClick=${next}>${words.study.next}</button>`}<a class="button" href=${`${path}/csv`} download>${words.study.csv}</a><a class="button" href=${`${path}/csv?each=game`} download="games.csv">${words.study.csvGames}</a><${Link} href="/study">${words.study.all}<//></p>
  </div>`;
}

/** A game from the list, or the one that stands there. @param {{ value: string, set: (game: string) => void }} props */
function GameChoice({ value, set }) {
  const forms = [...new Set([...(catalogue()?.games ?? []).flatMap((game) => [...game.study.map((line) => line.game), ...(game.aliases.length ? game.aliases.map((alias) => alias.spec) : [game.usual])]), value])];
  return html`<select aria-label=${words.study.game} onChange=${(/** @type {any} */ event) => set(event.target.value)}>${forms.map((form) => html`<option value=${form} selected=${form === value}>${gameText(form)}</option>`)}</select>`;
}

/** What papers call a player, or what it is. @param {string} game @param {string} spec */
const opponentText = (game, spec) => {
  const preset = familyOf(game.split(":")[0])?.presets.find(({ player }) => player === spec);
  return preset ? said(preset.title) : levelText(spec);
};

/** @param {{ game: string, value: string, set: (opponent: string) => void }} props */
function OpponentChoice({ game, value, set }) {
  const presets = (familyOf(game.split(":")[0])?.presets ?? []).map(({ player }) => player);
  const players = [...new Set([...(catalogue()?.levels ?? []).map(({ player }) => player), ...presets, "random", value])];
  return html`<select aria-label=${words.study.opponent} onChange=${(/** @type {any} */ event) => set(event.target.value)}>${players.map((player) => html`<option value=${player} selected=${player === value}>${player === "random" ? words.lab.byLot : opponentText(game, player)}</option>`)}</select>`;
}

/** What came of every kind of game, and of all. @param {{ label: string, lines: any[], total: any }} props */
const Results = ({ label, lines, total }) => html`<div class="scroller" tabindex="0" role="group" aria-label=${label}><table class="data">
  <thead><tr><th>${words.study.game}</th><th>${words.study.opponent}</th><th class="number">${words.study.played}</th><th class="number">${words.study.won}</th><th>${words.study.probability}</th></tr></thead>
  <tbody>
    ${lines.map((line) => html`<${Result} title=${gameText(line.game)} line=${line} />`)}
    <${Result} title=${words.study.inAll} line=${total} sum=${true} />
  </tbody>
</table></div>`;

/** @param {{ title: string, line: any, sum?: boolean }} props */
const Result = ({ title, line, sum }) => html`<tr class=${sum ? "sum" : ""}><td>${title}${line.aids ? html` <span class="quiet">${words.study.withAids}</span>` : ""}</td><td>${line.opponent ? opponentText(line.game, line.opponent) : ""}</td><td class="number">${line.played} / ${line.games}</td><td class="number">${line.won}</td><td><${Odds} line=${line} /></td></tr>`;

/** How likely a win is, with its interval, drawn on a scale from none to all. @param {{ line: any }} props */
function Odds({ line }) {
  if (!line.interval) return html`<span class="quiet">–</span>`;
  const x = (/** @type {number} */ part) => 4 + 132 * part;
  const [low, high] = line.interval;
  return html`<span class="odds">
    <svg width="140" height="20" aria-hidden="true"><path class="graph-rule" d=${`M${x(0)} 10H${x(1)}M${x(0)} 5V15M${x(0.5)} 7V13M${x(1)} 5V15`} /><path class="interval" d=${`M${x(low)} 10H${x(high)}M${x(low)} 6V14M${x(high)} 6V14`} /><circle class="interval-dot" cx=${x(line.probability)} cy="10" r="4.5" /></svg>
    <strong>${percent(line.probability)}</strong> <span class="quiet">${percent(low)} – ${percent(high)}</span>
  </span>`;
}

// @ts-check
// A study: a named player, a plan of games against the computer, and what came of it.
import { html, useEffect, useState } from "../vendor/preact.js";
import { post, query } from "../api.js";
import { Heading, Problem } from "../shell.js";
import { gameText } from "../table/names.js";
import { useLoad } from "../state/load.js";
import { catalogue, examples, exampleQuery } from "../state/catalogue.js";
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
  const [problem, report] = useState("");
  useEffect(() => {
    document.title = `${words.study.title} · ${words.brand}`;
  }, []);
  /** @param {Event} event */
  const begin = async (event) => {
    event.preventDefault();
    try {
      const study = await post("/api/studies", { name: name.trim(), plan });
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
      <p><a class="button" href="/api/studies/csv" download>${words.study.csv}</a></p></section>`}
    <form onSubmit=${begin} class="study-form">
      <div class="field"><label for="study-name">${words.study.name}</label><input id="study-name" required maxlength="40" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
      <div class="scroller"><table class="data plan"><thead><tr><th>${words.study.game}</th><th>${words.study.games}</th><th>${words.study.opponent}</th><td></td></tr></thead><tbody>
        ${plan.map(
          (line, index) => html`<tr>
            <td><input class="mono" aria-label=${words.study.game} value=${line.game} onInput=${(/** @type {any} */ event) => edit(index, { game: event.target.value })} /></td>
            <td class="few"><input type="number" min="1" max="100" aria-label=${words.study.games} value=${line.games} onInput=${(/** @type {any} */ event) => edit(index, { games: Number(event.target.value) })} /></td>
            <td><input class="mono" aria-label=${words.study.opponent} value=${line.opponent} onInput=${(/** @type {any} */ event) => edit(index, { opponent: event.target.value })} /></td>
            <td class="few">${plan.length > 1 && html`<button type="button" class="link" aria-label=${words.study.removeLine(index + 1)} onClick=${() => setPlan(plan.filter((_, at) => at !== index))}>${words.study.remove}</button>`}</td>
          </tr>`,
        )}
      </tbody></table></div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="row"><button class="button primary">${words.study.begin}</button><button type="button" class="button" onClick=${() => setPlan([...plan, { ...plan[plan.length - 1] }])}>${words.study.add}</button></p>
    </form>
    <section class="stack"><h2>${words.study.classroom}</h2><p class="quiet">${words.study.classroomText}</p>
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
    <p class="row">${finished ? html`<span>${words.study.done}</span>` : html`<button type="button" class="button primary" onClick=${next}>${words.study.next}</button>`}<a class="button" href=${`${path}/csv`} download>${words.study.csv}</a><${Link} href="/study">${words.study.all}<//></p>
  </div>`;
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
const Result = ({ title, line, sum }) => html`<tr class=${sum ? "sum" : ""}><td>${title}</td><td class="mono">${line.opponent ?? ""}</td><td class="number">${line.played} / ${line.games}</td><td class="number">${line.won}</td><td><${Odds} line=${line} /></td></tr>`;

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

// @ts-check
// A study: a named player, a plan of games against the computer, and what came of it.
import { html, useEffect, useState } from "../vendor/preact.js";
import { post } from "../api.js";
import { Problem } from "../frame.js";
import { useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { percent, words } from "../words/index.js";

/** The usual plan: five games each with two, three and four players. */
const PLAN = [2, 3, 4].map((players) => ({ game: `9tka:${players}`, games: 5, opponent: "maxn" }));

/** @param {{ id: string | null }} props */
export const StudyPage = ({ id }) => (id ? html`<${OneStudy} id=${id} />` : html`<${AllStudies} />`);

function AllStudies() {
  const loaded = useLoad("/api/studies");
  const studies = /** @type {any[]} */ (/** @type {any} */ (loaded.data)?.studies ?? []);
  const [name, setName] = useState("");
  const [plan, setPlan] = useState(PLAN);
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
    <form onSubmit=${begin} class="new-run">
      <div class="field"><label for="study-name">${words.study.name}</label><input id="study-name" required maxlength="40" value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
      <div class="scroller"><table class="data plan"><thead><tr><th>${words.study.game}</th><th>${words.study.games}</th><th>${words.study.opponent}</th></tr></thead><tbody>
        ${plan.map(
          (line, index) => html`<tr>
            <td><input class="mono" aria-label=${words.study.game} value=${line.game} onInput=${(/** @type {any} */ event) => edit(index, { game: event.target.value })} /></td>
            <td><input type="number" min="1" max="100" aria-label=${words.study.games} value=${line.games} onInput=${(/** @type {any} */ event) => edit(index, { games: Number(event.target.value) })} /></td>
            <td><input class="mono" aria-label=${words.study.opponent} value=${line.opponent} onInput=${(/** @type {any} */ event) => edit(index, { opponent: event.target.value })} /></td>
          </tr>`,
        )}
      </tbody></table></div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="row"><button class="button primary">${words.study.begin}</button><button type="button" class="button" onClick=${() => setPlan([...plan, { ...plan[plan.length - 1] }])}>${words.study.add}</button></p>
    </form>
    <section class="stack"><h2>${words.study.classroom}</h2><p class="quiet">${words.study.classroomText}</p>
      <p class="row"><${Link} href="/spot?game=mnk:2,2,2&tree=alphabeta&depth=4">${words.tree.whole}<//><${Link} href=${`/spot?game=mnk:3,3,3&position=${encodeURIComponent("101/200/012 2")}&tree=alphabeta&depth=3`}>${words.tree.threeInRow}<//></p></section>
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
    <h1>${study.name}</h1>
    <div class="scroller" tabindex="0" role="group" aria-label=${words.study.plan}><table class="data"><thead><tr><th>${words.study.game}</th><th>${words.study.opponent}</th><th class="number">${words.study.played}</th><th class="number">${words.study.won}</th><th>${words.study.probability}</th></tr></thead><tbody>
      ${[...lines, ...(study.total ? [{ ...study.total, game: words.study.inAll, opponent: "" }] : [])].map(
        (line) => html`<tr><td>${line.game}</td><td class="mono">${line.opponent}</td><td class="number">${line.played} / ${line.games}</td><td class="number">${line.won}</td><td>${line.interval ? `${percent(line.probability)} (${percent(line.interval[0])} – ${percent(line.interval[1])})` : "–"}</td></tr>`,
      )}
    </tbody></table></div>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p class="row">${finished ? html`<span>${words.study.done}</span>` : html`<button type="button" class="button primary" onClick=${next}>${words.study.next}</button>`}<a class="button" href=${`${path}/csv`} download>${words.study.csv}</a><${Link} href="/study">${words.study.all}<//></p>
  </div>`;
}

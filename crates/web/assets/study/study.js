// @ts-check
// A study: a named player, a plan of games against the computer, and the results.
import { html, useEffect, useState } from "../vendor/preact.js";
import { post, query, remove } from "../api.js";
import { Heading, Problem } from "../shell.js";
import { Way } from "../home/home.js";
import { useLoad } from "../state/load.js";
import { examples, exampleQuery } from "../state/catalogue.js";
import { go, Link } from "../state/route.js";
import { day, said, words } from "../words/index.js";
import { OwnData } from "../together/data.js";
import { NameForm } from "./name_form.js";
import { NewStudy } from "./new_study.js";
import { Results } from "./results.js";

/** @param {{ id: string | null }} props */
export const StudyPage = ({ id }) => (id ? html`<${OneStudy} id=${id} />` : html`<${AllStudies} />`);

function AllStudies() {
  const loaded = useLoad("/api/studies");
  const all = /** @type {any} */ (loaded.data);
  const studies = /** @type {any[]} */ (all?.studies ?? []);
  useEffect(() => {
    document.title = `${words.study.title} · ${words.brand}`;
  }, []);
  const single = studies.filter((study) => !study.class);
  return html`<div class="page stack study">
    <div><h1>${words.study.title}</h1><p class="quiet">${words.study.intro}</p></div>
    ${loaded.error && html`<p class="error" role="alert">${loaded.error.message}</p>`}
    ${all && !all.host && html`<${EnterCode} />`}
    ${all?.host && html`<${Classes} />`}
    ${(all?.host ? single : studies).length === 0
      ? all?.host && html`<p class="quiet">${words.study.none}</p>`
      : html`<ul class="game-rows">${(all?.host ? single : studies).map((study) => html`<li key=${study.id}><${Link} href=${`/study/${encodeURIComponent(study.id)}`}><strong>${study.name}</strong><span>${words.gamesOf(study.total?.played ?? 0, study.total?.games ?? 0)}</span><span></span><//></li>`)}</ul>`}
    ${all?.host &&
    studies.length > 0 &&
    html`<section class="stack results"><h2>${words.study.results}</h2><${Results} label=${words.study.results} lines=${all.all} total=${all.total} />
      <p class="row"><a class="button" href="/api/studies/csv" download>${words.study.csv}</a><a class="button" href="/api/studies/csv?each=game" download="games.csv">${words.study.csvGames}</a></p></section>`}
    ${all && !all.host && html`<${OwnData} />`}
    ${all?.host &&
    html`<div class="study-two"><${NewStudy} /><section class="stack"><h2>${words.study.classroom}</h2><p class="quiet">${words.study.classroomText}</p>
      <ul class="ways lined">
        ${examples()[0] && html`<${Way} href=${`/spot?${query(exampleQuery(examples()[0]))}`} title=${words.study.tree} text=${words.study.treeText} />`}
        <${Way} href="/worksheet" title=${words.sheet.title} text=${words.sheet.intro} />
      </ul>
      <p class="row">${examples().map((example) => html`<${Link} href=${`/spot?${query(exampleQuery(example))}`}>${said(example.title)}<//>`)}</p>
      <h2>${words.study.alone}</h2>
      <ul class="ways lined">
        <${Way} href="/explore" title=${words.home.explore} text=${words.home.exploreText} />
        <${Way} href="/editor" title=${words.home.position} text=${words.study.positionText} />
      </ul></section></div>`}
  </div>`;
}

/** Plans that a class plays. */
function Classes() {
  const loaded = useLoad("/api/classes");
  const classes = /** @type {any[]} */ (/** @type {any} */ (loaded.data)?.classes ?? []);
  if (classes.length === 0) return null;
  return html`<section class="stack"><h2>${words.study.classes}</h2>
    <ul class="game-rows">${classes.map((one) => html`<li key=${one.id}><${Link} href=${`/study/class/${encodeURIComponent(one.id)}`}><strong>${one.name}</strong><span>${words.study.pupils(one.pupils)}</span><time>${day(one.created)}</time><//></li>`)}</ul></section>`;
}

/** Entering a class by its code, without a link. */
function EnterCode() {
  const [code, type] = useState("");
  /** @param {Event} event */
  const enter = (event) => {
    event.preventDefault();
    go(`/join/${encodeURIComponent(code.trim().toLowerCase().replaceAll(/[\s-]+/g, "-"))}`);
  };
  return html`<form class="class-code" onSubmit=${enter}>
    <div class="field"><label for="class-code">${words.class.haveCode}</label><input id="class-code" required autocomplete="off" autocapitalize="off" spellcheck=${false} placeholder="amber-heron-42" value=${code} onInput=${(/** @type {any} */ event) => type(event.target.value)} /></div>
    <button class="button">${words.class.join}</button>
  </form>`;
}

/** @param {{ id: string }} props */
function OneStudy({ id }) {
  const path = `/api/studies/${encodeURIComponent(id)}`;
  const [changes, count] = useState(0);
  const [renaming, rename] = useState(false);
  const loaded = useLoad(path, String(changes));
  const [problem, report] = useState("");
  const study = /** @type {any} */ (loaded.data);
  useEffect(() => {
    document.title = `${words.study.title} · ${words.brand}`;
  }, []);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (!study) return html`<p class="quiet page">${words.loading}</p>`;
  const lines = /** @type {any[]} */ (study.lines ?? []);
  /** @param {Promise<any>} action @param {(answer: any) => void} then */
  const act = (action, then) => {
    report("");
    action.then(then, (/** @type {Error} */ failed) => report(failed.message));
  };
  const next = () => (study.going ? go(`/game/${study.going}`) : act(post(`${path}/next`), (game) => go(`/game/${game.id}`)));
  const save = (/** @type {string} */ name) =>
    act(post(path, { name }), () => {
      rename(false);
      count(changes + 1);
    });
  const discard = () => confirm(words.study.deleteSure(study.name)) && act(remove(path), () => go("/study"));
  const left = lines.reduce((sum, line) => sum + Math.max(0, line.games - line.played), 0);
  return html`<div class="page stack study">
    <${Heading} text=${words.study.title} back="/study" />
    <div>${renaming ? html`<${NameForm} name=${study.name} save=${save} />` : html`<h1>${study.name}</h1>`}${left > 0 && html`<p class="quiet">${words.study.left(left)}</p>`}</div>
    <${Results} label=${words.study.plan} lines=${lines} total=${study.total} />
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p class="row">${left === 0 ? html`<span>${words.study.done}</span>` : study.yours && html`<button type="button" class="button primary" onClick=${next}>${study.going ? words.study.goOn : words.study.next}</button>`}${study.going && !study.yours && html`<${Link} class="button" href=${`/game/${study.going}`}>${words.study.watch}<//>`}${!(study.class && study.yours) && html`<a class="button" href=${`${path}/csv`} download>${words.study.csv}</a><a class="button" href=${`${path}/csv?each=game`} download="games.csv">${words.study.csvGames}</a>`}<${Link} href=${study.class && !study.yours ? `/study/class/${encodeURIComponent(study.class)}` : "/study"}>${study.class && !study.yours ? words.study.toClass : words.study.all}<//></p>
    ${!study.class && html`<p class="row">${!renaming && html`<button type="button" class="link" onClick=${() => rename(true)}>${words.class.rename}</button>`}<button type="button" class="link" onClick=${discard}>${words.study.deleteStudy}</button></p>`}
  </div>`;
}

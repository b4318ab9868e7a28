// @ts-check
// A plan for a class: how to join, and everybody's progress, for the teacher.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, post, remove } from "../api.js";
import { Heading, Problem } from "../shell.js";
import { useLive } from "../state/live.js";
import { go, Link } from "../state/route.js";
import { gameText } from "../table/names.js";
import { OnlyHere, Picture } from "../together/invite.js";
import { words } from "../words/index.js";
import { NameForm } from "./name_form.js";
import { opponentText, Results } from "./results.js";

/** @typedef {{ game: string, opponent: string, games: number, played: number, aids: boolean }} Line */
/** @typedef {{ id: string, name: string, lines: Line[], total: { games: number, played: number, won: number, drawn: number }, going: string | null, here: boolean, plies: number | null }} Pupil */
/** @typedef {{ id: string, name: string, code: string | null, plan: Line[], pupils: Pupil[], all: any[], total: any }} Class */

/** @param {{ id: string }} props */
export function ClassPlanPage({ id }) {
  const path = `/api/classes/${encodeURIComponent(id)}`;
  const { data, error } = useLive(path, { events: `${path}/events`, name: "class", gone: () => words.study.classGone });
  const found = /** @type {Class | null} */ (data);
  const [problem, report] = useState("");
  useEffect(() => {
    if (found) document.title = `${found.name} · ${words.brand}`;
  }, [found?.name]);
  if (!found) return error ? html`<${Problem} error=${error} back=${{ href: "/study", text: words.study.title }} />` : html`<p class="quiet page">${words.loading}</p>`;
  /** @param {Promise<any>} action */
  const act = (action) => {
    report("");
    return action.catch((/** @type {Error} */ failed) => report(failed.message));
  };
  return html`<div class="page league study">
    <${Heading} text=${words.study.title} back="/study" />
    <div class="league-main">
      <div class="league-head"><h1>${found.name}</h1><p>${words.study.pupils(found.pupils.length)}</p></div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      ${found.pupils.length === 0 ? html`<p class="quiet">${words.study.nobodyYet}</p>` : html`<${Pupils} of=${found} act=${act} />`}
      ${found.total.played > 0 && html`<section class="stack"><h2>${words.study.results}</h2><${Results} label=${words.study.results} lines=${found.all} total=${found.total} /></section>`}
      <p class="row"><a class="button" href=${`${path}/csv`} download>${words.study.csv}</a><a class="button" href=${`${path}/csv?each=game`} download="games.csv">${words.study.csvGames}</a>
        <button type="button" class="button" onClick=${() => confirm(words.class.deleteSure(found.name)) && act(remove(path).then(() => go("/study")))}>${words.study.deleteClass}</button></p>
    </div>
    <aside class="league-side">
      <${Joining} of=${found} act=${act} />
      <section><h2 class="label">${words.study.plan}</h2>
        <ul class="class-plan">${found.plan.map((line) => html`<li>${words.study.planLine(line.games, gameText(line.game), opponentText(line.game, line.opponent))}${line.aids ? html` <span class="quiet">${words.study.withAids}</span>` : ""}</li>`)}</ul>
        ${found.plan.some(({ aids }) => !aids) && html`<p class="field-help">${words.study.strict}</p>`}</section>
    </aside>
  </div>`;
}

/** @param {{ of: Class, act: (action: Promise<any>) => Promise<any> }} props */
function Joining({ of, act }) {
  const [code, set] = useState(/** @type {{ code: string, url: string, server: string, qr: string[], local: boolean } | null} */ (null));
  const path = `/api/classes/${of.id}/code`;
  useEffect(() => {
    get(path).then(set, () => {});
  }, [of.id, of.code]);
  const open = (/** @type {boolean} */ opened) => act(post(path, { open: opened }));
  if (!of.code) return html`<section class="league-code"><h2 class="label">${words.class.closed}</h2><p><button type="button" class="button" onClick=${() => open(true)}>${words.study.openCode}</button></p></section>`;
  return html`<section class="league-code class-join">
    ${code?.local && html`<${OnlyHere} />`}
    <h2 class="label">${words.class.joinWith}</h2>
    <p class="big-code">${of.code}</p>
    ${code && html`<p>${`${code.server.replace(/^https?:\/\//, "")}/join`}</p>`}
    ${code && !code.local && html`<${Picture} rows=${code.qr} label=${words.together.pictureOf(code.url)} />`}
    <p class="row"><button type="button" class="link" onClick=${() => open(true)}>${words.class.newCode}</button><button type="button" class="link" onClick=${() => open(false)}>${words.study.closeCode}</button></p>
  </section>`;
}

/** @param {{ of: Class, act: (action: Promise<any>) => Promise<any> }} props */
const Pupils = ({ of, act }) => html`<div class="scroller" tabindex="0" role="group" aria-label=${words.study.pupilsTitle}><table class="data league-table">
  <thead><tr><th>${words.study.pupil}</th><th>${words.study.played}</th><th class="league-results">${words.class.results}</th><th>${words.study.now}</th><td></td></tr></thead>
  <tbody>${of.pupils.map((pupil) => html`<${Row} key=${pupil.id} pupil=${pupil} act=${act} />`)}</tbody>
</table></div>`;

/** @param {{ pupil: Pupil, act: (action: Promise<any>) => Promise<any> }} props */
function Row({ pupil, act }) {
  const [renaming, rename] = useState(false);
  const { games, played, won, drawn } = pupil.total;
  const part = (/** @type {number} */ count) => `width: ${played ? (100 * count) / played : 0}%`;
  const path = `/api/studies/${encodeURIComponent(pupil.id)}`;
  return html`<tr>
    <th scope="row">${renaming
      ? html`<${NameForm} name=${pupil.name} save=${(/** @type {string} */ name) => act(post(path, { name })).then(() => rename(false))} />`
      : html`<${Link} href=${`/study/${encodeURIComponent(pupil.id)}`}>${pupil.name}<//>`}</th>
    <td class="class-done"><span>${played} / ${games}</span><progress max=${games} value=${played} aria-label=${words.gamesOf(played, games)}></progress></td>
    <td class="league-results"><span class="won-drawn-lost"><span>${won}</span><span>${drawn}</span><span>${played - won - drawn}</span></span>
      <span class="result-bar" aria-hidden="true"><i class="won" style=${part(won)}></i><i class="drawn" style=${part(drawn)}></i><i class="lost" style=${part(played - won - drawn)}></i></span></td>
    <td>${pupil.going
      ? html`<span class="class-now"><span class=${`dot ${pupil.here ? "here" : "away"}`} aria-hidden="true"></span><${Link} href=${`/game/${pupil.going}`} aria-label=${`${words.study.atMove((pupil.plies ?? 0) + 1)}: ${words.class.watch(pupil.name)}`}>${words.study.atMove((pupil.plies ?? 0) + 1)}<//>${pupil.here ? "" : html` <span class="quiet">${words.study.notThere}</span>`}</span>`
      : html`<span class="quiet">${played >= games ? words.study.allPlayed : words.study.between}</span>`}</td>
    <td><span class="row">
      ${!renaming && html`<button type="button" class="link" aria-label=${words.class.renameWho(pupil.name)} onClick=${() => rename(true)}>${words.class.rename}</button>`}
      <button type="button" class="link" aria-label=${words.class.removeWho(pupil.name)} onClick=${() => confirm(words.study.removeSure(pupil.name)) && act(remove(path))}>${words.study.remove}</button>
    </span></td></tr>`;
}

// @ts-check
// The teacher's controls of a league: running and pausing it, cups, entrants, files.
import { html, useState } from "../vendor/preact.js";
import { post, remove } from "../api.js";
import { go } from "../state/route.js";
import { Stepper } from "../setup/rules.js";
import { Chips, Toggle } from "../table/switches.js";
import { words } from "../words/index.js";
import { nameOf } from "./names.js";

/** @typedef {import("./names.js").League} League */

/** @param {{ league: League }} props */
export function Manage({ league }) {
  const [problem, report] = useState("");
  const [token, tell] = useState(/** @type {{ name: string, token: string } | null} */ (null));
  const path = `/api/leagues/${league.id}`;
  /** @param {() => Promise<any>} action */
  const act = async (action) => {
    report("");
    try {
      return await action();
    } catch (error) {
      report(/** @type {Error} */ (error).message);
      return null;
    }
  };
  const state = (/** @type {string} */ next, /** @type {object} */ more = {}) => act(() => post(`${path}/state`, { state: next, ...more }));
  const through = league.halted === "games" && league.games !== null;
  // As many again, up to the storage limit.
  const again = Math.min(18_000, 2 * (league.games ?? 0));
  return html`<div class="stack manage">
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <section><h2>${words.class.phaseTitle}</h2>
      <p class="row">
        ${through && again > league.done && html`<button type="button" class="button primary" onClick=${() => state("running", { games: again })}>${words.class.goOnMore(again - (league.games ?? 0))}</button>`}
        ${through && html`<button type="button" class="button" onClick=${() => state("running", { games: null })}>${words.class.goOnFreely}</button>`}
        ${league.state !== "running" && !league.halted && html`<button type="button" class="button primary" onClick=${() => state("running")}>${words.class.goOn}</button>`}
        ${league.state === "running" && html`<button type="button" class="button primary" onClick=${() => state("paused")}>${words.class.pause}</button>`}
        ${league.state !== "frozen" && league.state !== "over" && html`<button type="button" class="button" onClick=${() => state("frozen")}>${words.class.freeze}</button>`}
        ${league.state !== "over" && html`<button type="button" class="button" onClick=${() => state("over")}>${words.class.end}</button>`}
      </p><p class="field-help">${words.class.phaseTexts[league.state]}</p></section>
    <${NewCup} league=${league} act=${act} />
    <section><h2>${words.class.whoPlays}</h2>
      ${token && html`<p class="box good" role="status">${words.class.newToken(token.name)} <code class="mono">${token.token}</code></p>`}
      <div class="scroller" tabindex="0" role="group" aria-label=${words.class.whoPlays}><table class="data"><thead><tr><th>${words.lab.player}</th><th>${words.class.kind}</th><th>${words.class.here}</th><td></td></tr></thead><tbody>
        ${league.standings.map((row) => html`<${Entrant} key=${row.number} row=${row} league=${league} act=${act} tell=${tell} />`)}
      </tbody></table></div>
      <p class="row"><button type="button" class="button" onClick=${() => confirm(words.class.tidySure) && act(() => post(`${path}/tidy`))}>${words.class.tidy}</button></p></section>
    <section><h2>${words.class.files}</h2>
      <p class="row"><a class="button" href=${`${path}/csv`} download>${words.class.csv}</a><a class="button" href=${`${path}/csv?each=game`} download>${words.class.csvGames}</a>
        <button type="button" class="button" onClick=${() => act(() => post(`${path}/code`))}>${words.class.newCode}</button>
        <button type="button" class="button" onClick=${() => confirm(words.class.deleteSure(league.name)) && act(() => remove(path)).then(() => go("/class"))}>${words.class.delete}</button></p></section>
  </div>`;
}

/** @param {{ row: import("./names.js").Row, league: League, act: (action: () => Promise<any>) => Promise<any>, tell: (told: { name: string, token: string }) => void }} props */
function Entrant({ row, league, act, tell }) {
  const [name, rename] = useState(/** @type {string | null} */ (null));
  const path = `/api/leagues/${league.id}/entrants/${row.number}`;
  const called = nameOf(row, league.family);
  const change = (/** @type {object} */ body) => act(() => post(path, body));
  return html`<tr>
    <th scope="row">${name === null
      ? called
      : html`<form class="row" onSubmit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          change({ name }).then(() => rename(null));
        }}><input aria-label=${words.class.newNameOf(called)} maxlength="40" required value=${name} onInput=${(/** @type {any} */ event) => rename(event.target.value)} /><button class="button small">${words.class.save}</button></form>`}</th>
    <td class="quiet">${words.class.kinds[row.kind]}${row.state !== "playing" ? `, ${words.class.entrantStates[row.state]}` : ""}</td>
    <td class="quiet">${row.here ? words.together.here : words.class.away}</td>
    <td><span class="row">
      ${name === null && html`<button type="button" class="link" aria-label=${words.class.renameWho(called)} onClick=${() => rename(row.name)}>${words.class.rename}</button>`}
      ${row.kind === "bot" && html`<button type="button" class="link" aria-label=${words.class.renewWho(called)} onClick=${() => act(() => post(`${path}/renew`)).then((made) => made && tell({ name: called, token: made.token }))}>${words.class.renew}</button>`}
      <button type="button" class="link" aria-label=${`${row.state === "playing" ? words.class.rest : words.class.wake}: ${called}`} onClick=${() => act(() => post(`${path}/rest`, { resting: row.state === "playing" }))}>${row.state === "playing" ? words.class.rest : words.class.wake}</button>
      ${row.number !== league.anchor && html`<button type="button" class="link" aria-label=${words.class.removeWho(called)} onClick=${() => confirm(words.class.removeSure(called)) && removed(act, path, "removed")}>${words.study.remove}</button>`}
      ${row.kind !== "baseline" && html`<button type="button" class="link" aria-label=${words.class.banWho(called)} onClick=${() => confirm(words.class.banSure(called)) && removed(act, path, "banned")}>${words.class.ban}</button>`}
    </span></td></tr>`;
}

/** An answer without a body. @param {(action: () => Promise<any>) => Promise<any>} act @param {string} path @param {string} state */
const removed = (act, path, state) => act(() => post(path, { state }));

/** @param {{ league: League, act: (action: () => Promise<any>) => Promise<any> }} props */
function NewCup({ league, act }) {
  const [kind, choose] = useState("swiss");
  const [rounds, setRounds] = useState(3);
  const [best, setBest] = useState(4);
  const [last, setLast] = useState(false);
  const [computers, admit] = useState(false);
  const path = `/api/leagues/${league.id}/cup`;
  const going = league.cups.find((cup) => cup.ended === null);
  if (league.state === "over") return null;
  if (going) return html`<section><h2>${words.class.cup}</h2><p>${words.class.cupGoes}</p><p><button type="button" class="button" onClick=${() => act(() => remove(path))}>${words.class.callOff}</button></p></section>`;
  const kinds = ["swiss", "round_robin", ...(league.seats === 2 ? ["knockout"] : [])];
  return html`<section class="new-cup"><h2>${words.class.cup}</h2><p class="field-help">${words.class.cupText}</p>
    <${Chips} label=${words.class.cup} value=${kind} options=${kinds.map((id) => ({ id, text: words.class.cupKinds[id] }))} set=${choose} />
    ${kind === "swiss" && html`<${Stepper} id="cup-rounds" label=${words.lab.rounds} value=${rounds} low=${1} high=${30} set=${setRounds} />`}
    <${Toggle} label=${words.class.withComputers} on=${computers} set=${admit} />
    <${Toggle} label=${words.class.asFinal} on=${last} set=${setLast} />
    ${last && html`<${Stepper} id="cup-best" label=${words.class.bestOf} value=${best} low=${2} high=${64} set=${setBest} />`}
    <p><button type="button" class="button" onClick=${() => act(() => post(path, { kind, ...(kind === "swiss" ? { rounds } : {}), ...(computers ? { baselines: true } : {}), ...(last ? { final: true, best } : {}) }))}>${last ? words.class.beginFinal : words.class.beginCup}</button></p></section>`;
}

// @ts-check
// Two runs compared, player by player or generation by generation.
import { html, useEffect } from "../vendor/preact.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { Link } from "../state/route.js";
import { number, percent, words } from "../words/index.js";
import { course, rows, sameField } from "./compared.js";
import { entrantText, runAbout, runTitle } from "./names.js";
import { Notes } from "./panels.js";

/** @param {{ ids: string[] }} props */
export function ComparePage({ ids }) {
  const [one, other] = ids.map((id) => useLoad(`/api/runs/${encodeURIComponent(id)}`));
  useEffect(() => {
    document.title = `${words.lab.comparing} · ${words.brand}`;
  }, []);
  const error = one.error ?? other.error;
  if (error) return html`<${Problem} error=${error} back=${{ href: "/lab", text: words.lab.title }} />`;
  const runs = /** @type {any[]} */ ([one.data, other.data]);
  if (!runs.every(Boolean)) return html`<p class="quiet page">${words.loading}</p>`;
  const kinds = runs.map((run) => run.kind);
  return html`<div class="page stack lab compare">
    <${Heading} text=${words.lab.title} back="/lab" />
    <h1>${words.lab.comparing}</h1>
    <ul class="compare-heads">${runs.map((run, at) => html`<li key=${run.id}><span class="compare-letter">${"AB"[at]}</span><div><${Link} href=${`/lab/${run.id}`}><strong>${runTitle(run)}</strong><//><p class="quiet">${runAbout(run)}. ${words.lab.played(run.done)}</p></div></li>`)}</ul>
    ${kinds[0] !== kinds[1] ? html`<p class="box">${words.lab.unlike}</p>` : kinds[0] === "evolution" ? html`<${Generations} runs=${runs} />` : html`<${Players} runs=${runs} />`}
  </div>`;
}

/** @param {{ share: import("./compared.js").Share | null }} props */
const Cell = ({ share }) => (share ? html`<td class="number"><strong>${percent(share.score)}</strong> <span class="quiet">${percent(share.low)} – ${percent(share.high)}</span></td>` : html`<td class="number quiet">–</td>`);

/** @param {{ runs: any[] }} props */
function Players({ runs }) {
  const [one, other] = runs;
  const found = rows(one, other);
  const points = (/** @type {number} */ part) => words.lab.percentPoints(`${part < 0 ? "−" : "+"}${Math.abs(Math.round(100 * part))}`);
  return html`${!sameField(one, other) && html`<p class="box">${words.lab.otherField}</p>`}
    <div class="scroller" tabindex="0" role="group" aria-label=${words.lab.comparing}><table class="data">
      <thead><tr><th>${words.lab.player}</th><th class="number">${words.lab.shareIn("A")}</th><th class="number">${words.lab.shareIn("B")}</th><th class="number">${words.lab.difference}</th><th>${words.lab.verdict}</th></tr></thead>
      <tbody>${found.map(
        (row) => html`<tr key=${row.player}><th scope="row">${entrantText(row.player)}</th><${Cell} share=${row.one} /><${Cell} share=${row.other} />
          <td class="number">${row.difference === null ? "–" : html`${points(row.difference)} <span class="quiet">± ${Math.round(100 * (row.reach ?? 0))}</span>`}</td>
          <td class=${`verdict-${row.verdict}`}>${words.lab.verdicts[row.verdict]}</td></tr>`,
      )}</tbody>
    </table></div>
    <p class="quiet">${words.lab.compareText}</p>
    ${runs.map((run, at) => html`<${Notes} key=${run.id} notes=${run.notes} letter=${"AB"[at]} />`)}`;
}

/** @param {{ runs: any[] }} props */
function Generations({ runs }) {
  const courses = runs.map(course);
  const many = Math.max(...courses.map((one) => one.length));
  const champions = runs.map((run) => run.generations?.generations.filter((/** @type {any} */ one) => one.player).at(-1)?.player);
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.lab.comparing}><table class="data">
      <thead><tr><th>${words.lab.generation}</th>${["A", "B"].map((letter) => html`<th class="number">${words.lab.bestIn(letter)}</th><th class="number">${words.lab.tiesIn(letter)}</th>`)}</tr></thead>
      <tbody>${Array.from({ length: many }, (_, at) => html`<tr key=${at}><th scope="row">${at + 1}</th>${courses.map((one) => (one[at] ? html`<td class="number">${number(one[at].best)}</td><td class="number">${percent(one[at].ties)}</td>` : html`<td class="number quiet">–</td><td class="number quiet">–</td>`))}</tr>`)}</tbody>
    </table></div>
    <ul class="compare-heads">${champions.map((player, at) => player && html`<li><span class="compare-letter">${"AB"[at]}</span><div><strong>${words.lab.champion}</strong><p class="mono">${player}</p></div></li>`)}</ul>`;
}

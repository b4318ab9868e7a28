// @ts-check
// The laboratory: all runs, and a form for a new one.
import { html, useEffect } from "../vendor/preact.js";
import { Guarded } from "../guarded.js";
import { useLoad } from "../state/load.js";
import { Link } from "../state/route.js";
import { day, known, words } from "../words/index.js";
import { ComparePage } from "./compare.js";
import { runAbout, runTitle } from "./names.js";
import { NewRun } from "./new_run.js";

/** @param {{ query: URLSearchParams }} props */
export function LabPage({ query }) {
  const pair = (query.get("compare") ?? "").split(",").filter(Boolean);
  return pair.length === 2 ? html`<${ComparePage} ids=${pair} />` : html`<${AllRuns} />`;
}

function AllRuns() {
  const loaded = useLoad("/api/runs");
  const runs = /** @type {any[]} */ (/** @type {any} */ (loaded.data)?.runs ?? []);
  useEffect(() => {
    document.title = `${words.lab.title} · ${words.brand}`;
  }, []);
  return html`<div class="page lab lab-page">
    <div class="lab-head"><h1>${words.lab.title}</h1><p class="quiet">${words.lab.intro}</p></div>
    <section class="lab-runs">
      <h2 class="label">${words.lab.runs}</h2>
      ${loaded.error && html`<p class="error" role="alert">${loaded.error.message}</p>`}
      ${loaded.data && runs.length === 0
        ? html`<p class="quiet">${words.lab.none}</p>`
        : html`<ul class="game-rows run-rows">
            ${runs.map((run) => html`<li key=${run.id}><${Guarded}><${RunRow} run=${run} /><//></li>`)}
          </ul>`}
    </section>
    <${NewRun} />
  </div>`;
}

/** @param {{ run: any }} props */
const RunRow = ({ run }) => html`<${Link} href=${`/lab/${encodeURIComponent(run.id)}`}><strong>${runTitle(run)}</strong><time>${run.updated ? day(run.updated) : ""}</time><span>${runAbout(run)}</span><span class="state">${run.state === "done" ? words.lab.played(run.done ?? 0) : `${words.gamesOf(run.done ?? 0, run.games ?? 0)}, ${known(words.lab.states, run.state ?? "")}`}</span><//>`;

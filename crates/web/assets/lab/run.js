// @ts-check
// One run: progress, ratings with intervals and the cross table in the same rows, the test's state, its latest games;
// or the course of an evolution.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { listen, post, Refused, remove } from "../api.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { Ask } from "../table/dialogs.js";
import { download } from "../table/pictures.js";
import { family as familyOf } from "../board/theme.js";
import { known, words } from "../words/index.js";
import { Evolution } from "./evolution.js";
import { runAbout, runTitle } from "./names.js";
import { Latest, Notes, SeatShares, Sprt } from "./panels.js";
import { Standings } from "./standings.js";

/** The states of an unfinished run that is not being played. */
const IDLE = new Set(["stopped", "failed"]);

/** @param {{ id: string }} props */
export function RunPage({ id }) {
  const path = `/api/runs/${encodeURIComponent(id)}`;
  const loaded = useLoad(path);
  const [live, set] = useState(/** @type {any} */ (null));
  const [problem, report] = useState("");
  const [asking, ask] = useState(false);
  const run = /** @type {any} */ (live ?? loaded.data);
  const title = run ? runTitle(run) : id;
  useEffect(() => {
    document.title = `${title} · ${words.brand}`;
  }, [title]);
  const grows = run && run.state !== "done";
  useEffect(() => (grows ? listen(`${path}/events`, { run: set }) : undefined), [path, grows]);
  if (loaded.error) return html`<${Problem} error=${loaded.error instanceof Refused && loaded.error.status === 404 ? new Error(words.lab.noRun(id)) : loaded.error} back=${{ href: "/lab", text: words.lab.title }} />`;
  if (!run) return html`<p class="quiet page">${words.loading}</p>`;
  const players = /** @type {any[]} */ (run.standings ?? []);
  const act = (/** @type {string} */ what) => post(`${path}/${what}`).then(set, (error) => report(error.message));
  return html`<div class="page stack lab" data-accent=${familyOf(run.game)}>
    <${Heading} text=${words.lab.run(run.id)} back="/lab" />
    <div class="tree-head">
      <div class="run-title"><h1>${title}</h1><p class="quiet">${runAbout(run)}</p></div>
      <div class="row buttons">
        ${run.state === "running" && html`<button type="button" class="button" onClick=${() => act("stop")}>${words.lab.stop}</button>`}
        ${IDLE.has(run.state) && html`<button type="button" class="button" onClick=${() => act("resume")}>${words.table.resume}</button>`}
        ${players.length > 0 && html`<button type="button" class="button" onClick=${() => download(new Blob([csv(players)], { type: "text/csv" }), `ninefold-run-${run.id}.csv`)}>${words.lab.csv}</button>`}
        ${(run.state === "done" || IDLE.has(run.state)) && html`<button type="button" class="button" onClick=${() => ask(true)}>${words.lab.delete}</button>`}
        <${CompareWith} run=${run} />
        <${Link} class="button primary" href="/lab#new">${words.lab.new}<//>
      </div>
    </div>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    ${run.state === "failed" && html`<p class="error" role="alert">${words.lab.failed(run.end ?? "")}</p>`}
    <${Progress} run=${run} />
    ${players.length > 0 && run.done > 0 && html`<${Standings} players=${players} /><${Notes} notes=${run.notes} />`}
    ${run.generations && html`<${Evolution} course=${run.generations} run=${run} />`}
    ${run.done > 0 &&
    html`<div class="run-below">
      ${run.sprt && html`<${Sprt} sprt=${run.sprt} />`}
      ${run.seats && html`<${SeatShares} seats=${run.seats} sides=${run.sides} />`}
      <${Latest} path=${path} done=${run.done} grows=${run.state !== "done" && !IDLE.has(run.state)} />
    </div>`}
    ${asking && html`<${Ask} question=${words.lab.deleteAsk} yes=${words.lab.delete} onClose=${() => ask(false)} onYes=${() => remove(path).then(() => go("/lab"), (error) => report(error.message))} />`}
  </div>`;
}

/** Links to compare another run of the same kind. @param {{ run: any }} props */
function CompareWith({ run }) {
  const loaded = useLoad("/api/runs");
  const others = /** @type {any[]} */ (/** @type {any} */ (loaded.data)?.runs ?? []).filter((other) => other.id !== run.id && other.kind === run.kind && other.done > 0);
  if (others.length === 0) return null;
  return html`<select class="compare-with" aria-label=${words.lab.compareWith} onChange=${(/** @type {any} */ event) => event.target.value && go(`/lab?compare=${run.id},${event.target.value}`)}>
    <option value="">${words.lab.compareWith}…</option>
    ${others.map((other) => html`<option value=${other.id}>${words.lab.run(other.id)}: ${runTitle(other)}</option>`)}
  </select>`;
}

/** Progress and speed, or how it ended. @param {{ run: any }} props */
function Progress({ run }) {
  const since = useRef({ done: run.done, at: Date.now() });
  const minutes = (Date.now() - since.current.at) / 60_000;
  const pace = minutes > 0.05 ? (run.done - since.current.done) / minutes : 0;
  const left = pace > 0 ? Math.ceil((run.games - run.done) / pace) : null;
  if (run.state === "done") {
    return html`<p class="run-progress"><strong>${words.lab.played(run.done)}</strong><span class="quiet">${run.done < run.games ? words.lab.early(run.games) : known(words.lab.states, "done")}</span></p>`;
  }
  return html`<div class="run-progress">
    <strong>${words.gamesOf(run.done, run.games)}</strong><progress value=${run.done} max=${run.games || 1} aria-label=${words.lab.title}></progress>
    <span class="quiet">${run.state === "running" && left !== null ? words.lab.pace(Math.round(pace), left) : known(words.lab.states, run.state)}</span>
  </div>`;
}

/** @param {any[]} players */
function csv(players) {
  const quoted = (/** @type {unknown} */ value) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const rows = players.map((player) => [player.player, player.rating, player.low, player.high, player.score, player.games, player.won, player.drawn, player.lost]);
  return [["player", "rating", "low", "high", "score", "games", "won", "drawn", "lost"], ...rows].map((row) => row.map(quoted).join(",")).join("\n");
}

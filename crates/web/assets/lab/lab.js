// @ts-check
// The laboratory: all runs, and a form for a small tournament.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { post } from "../api.js";
import { Guarded } from "../guarded.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { examples } from "../state/catalogue.js";
import { day, known, words } from "../words/index.js";
import { runAbout, runTitle } from "./names.js";

export function LabPage() {
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
const RunRow = ({ run }) => html`<${Link} href=${`/lab/${encodeURIComponent(run.id)}`}><strong>${runTitle(run)}</strong><time>${run.updated ? day(run.updated) : ""}</time><span>${runAbout(run)}</span><span class="state">${run.state === "done" ? words.lab.played(run.done ?? 0) : `${words.lab.of(run.done ?? 0, run.games ?? 0)}, ${known(words.lab.states, run.state ?? "")}`}</span><//>`;

function NewRun() {
  const catalogue = useCatalogue();
  const [game, setGame] = useState(examples().at(-1)?.game ?? "");
  const [players, setPlayers] = useState("level:2\nlevel:4\nlevel:6");
  const [games, setGames] = useState("20");
  const [seed, setSeed] = useState("1");
  const [problem, report] = useState("");
  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    report("");
    try {
      const names = players.split("\n").map((line) => line.trim()).filter(Boolean);
      const run = await post("/api/runs", { game, players: names, games: Number(games), seed: Number(seed) });
      go(`/lab/${encodeURIComponent(run.id)}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  useEffect(() => {
    if (location.hash === "#new") form.current?.scrollIntoView();
  }, []);
  return html`<form class="new-run" id="new" ref=${form} onSubmit=${start}>
    <h2>${words.lab.new}</h2>
    <p class="quiet">${words.lab.newText}</p>
    <div class="fields">
      <div class="field"><label for="run-game">${words.lab.game}</label><input id="run-game" class="mono" list="run-games" value=${game} onInput=${(/** @type {any} */ event) => setGame(event.target.value)} />
        <datalist id="run-games">${(catalogue?.games ?? []).map((one) => html`<option value=${one.usual}></option>`)}</datalist></div>
      <div class="field"><label for="run-count">${words.lab.games}</label><input id="run-count" type="number" min="2" max="200" value=${games} onInput=${(/** @type {any} */ event) => setGames(event.target.value)} /></div>
      <div class="field"><label for="run-seed">${words.lab.seed}</label><input id="run-seed" type="number" min="0" value=${seed} onInput=${(/** @type {any} */ event) => setSeed(event.target.value)} /></div>
    </div>
    <div class="field"><label for="run-players">${words.lab.players}</label><textarea id="run-players" class="mono" rows="5" spellcheck=${false} value=${players} onInput=${(/** @type {any} */ event) => setPlayers(event.target.value)}></textarea></div>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p><button class="button primary">${words.lab.start}</button></p>
  </form>`;
}

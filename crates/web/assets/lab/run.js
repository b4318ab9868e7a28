// @ts-check
// One run: progress, ratings with intervals and the cross table in the same rows, its latest games.
import { html, useEffect, useState } from "../vendor/preact.js";
import { listen, post } from "../api.js";
import { Heading, Problem } from "../frame.js";
import { useLoad } from "../state/load.js";
import { Link } from "../state/route.js";
import { signed, words } from "../words/index.js";

/** @param {{ id: string }} props */
export function RunPage({ id }) {
  const path = `/api/runs/${encodeURIComponent(id)}`;
  const loaded = useLoad(path);
  const [live, set] = useState(/** @type {any} */ (null));
  const run = /** @type {any} */ (live ?? loaded.data);
  useEffect(() => {
    document.title = `${run?.title ?? id} · ${words.brand}`;
  }, [run?.title]);
  const known = Boolean(loaded.data);
  useEffect(() => (known ? listen(`${path}/events`, { run: set }) : undefined), [path, known]);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (!run) return html`<p class="quiet page">${words.loading}</p>`;
  const players = /** @type {any[]} */ (run.standings ?? []);
  return html`<div class="page stack lab" data-accent="morris">
    <${Heading} text=${run.title ?? run.id} back="/lab" />
    <div class="tree-head">
      <div><h1>${run.title ?? run.id}</h1><p class="quiet">${run.game}</p></div>
      <div class="row">${run.state === "running" && html`<button type="button" class="button" onClick=${() => post(`${path}/stop`)}>${words.lab.stop}</button>`}</div>
    </div>
    <div class="run-progress"><strong>${words.lab.of(run.done ?? 0, run.games ?? 0)}</strong><progress value=${run.done ?? 0} max=${run.games || 1} aria-label=${words.lab.title}></progress></div>
    ${players.length > 0 && html`<${Standings} players=${players} />`}
    <${Latest} path=${path} done=${run.done ?? 0} />
  </div>`;
}

/** @param {{ players: any[] }} props */
function Standings({ players }) {
  const ratings = players.filter((player) => typeof player.rating === "number");
  const reach = Math.max(100, ...ratings.flatMap((player) => [Math.abs(player.low ?? player.rating), Math.abs(player.high ?? player.rating)]));
  const x = (/** @type {number} */ rating) => 150 + (145 * Math.max(-reach, Math.min(reach, rating))) / reach;
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.lab.rating}><table class="data standings">
    <thead><tr><th colspan="2">${words.lab.player}</th><th>${words.lab.interval}</th><th class="number">${words.lab.rating}</th>${players.map((_, index) => html`<th class="cross">${index + 1}</th>`)}<th class="number">${words.lab.all}</th></tr></thead>
    <tbody>
      ${players.map(
        (player, row) => html`<tr>
          <td class="quiet">${row + 1}</td><td>${player.player}</td>
          <td><svg width="300" height="22" aria-hidden="true"><path class="graph-rule" d="M150 0V22" />${typeof player.rating === "number" && html`<path class="interval" d=${`M${x(player.low)} 7v8M${x(player.low)} 11H${x(player.high)}M${x(player.high)} 7v8`} /><circle class="interval-dot" cx=${x(player.rating)} cy="11" r="5" />`}</svg></td>
          <td class="number"><strong>${typeof player.rating === "number" ? signed(Math.round(player.rating)) : "–"}</strong> ${typeof player.low === "number" && html`<span class="quiet">± ${Math.round((player.high - player.low) / 2)}</span>`}</td>
          ${players.map((_, column) => html`<${Cross} cell=${row === column ? null : player.against?.[column]} />`)}
          <td class="number">${typeof player.score === "number" ? `${Math.round(100 * player.score)} %` : ""}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}

/** @param {{ cell: { score: number, won: number, drawn: number, lost: number } | null | undefined }} props */
function Cross({ cell }) {
  if (!cell) return html`<td class="cross none"></td>`;
  const shade = cell.score >= 0.5 ? `up${Math.min(4, Math.floor((cell.score - 0.5) * 10))}` : `down${Math.min(4, Math.floor((0.5 - cell.score) * 10))}`;
  return html`<td class=${`cross ${shade}`}><strong>${Math.round(100 * cell.score)}</strong><small>${cell.won}·${cell.drawn}·${cell.lost}</small></td>`;
}

/** @param {{ path: string, done: number }} props */
function Latest({ path, done }) {
  const loaded = useLoad(`${path}/games?limit=12`, String(Math.floor(done / 5)));
  const games = /** @type {any[]} */ (/** @type {any} */ (loaded.data)?.games ?? []);
  if (games.length === 0) return null;
  return html`<section><h2 class="label"><span>${words.lab.latest}</span></h2>
    <ul class="game-rows">${games.map((game) => html`<li key=${game.number ?? game.id}><${Link} href=${`/game/${game.id}`}><strong>${game.number ?? game.id}</strong><span>${game.sentence ?? ""}</span><span>${words.lab.length(game.plies ?? 0)}</span><//></li>`)}</ul></section>`;
}

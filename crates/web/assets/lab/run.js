// @ts-check
// One run: progress, ratings with intervals and the cross table in the same rows, the test's state, its latest games; or
// the course of an evolution.
import { html, useEffect, useState } from "../vendor/preact.js";
import { listen, post, remove } from "../api.js";
import { Heading, Problem } from "../frame.js";
import { useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { download } from "../table/pictures.js";
import { playerText } from "../table/names.js";
import { known, signed, words } from "../words/index.js";
import { Evolution } from "./evolution.js";

/** @param {{ id: string }} props */
export function RunPage({ id }) {
  const path = `/api/runs/${encodeURIComponent(id)}`;
  const loaded = useLoad(path);
  const [live, set] = useState(/** @type {any} */ (null));
  const [problem, report] = useState("");
  const run = /** @type {any} */ (live ?? loaded.data);
  useEffect(() => {
    document.title = `${run?.title ?? id} · ${words.brand}`;
  }, [run?.title]);
  const grows = run && run.state !== "done";
  useEffect(() => (grows ? listen(`${path}/events`, { run: set }) : undefined), [path, grows]);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (!run) return html`<p class="quiet page">${words.loading}</p>`;
  const players = /** @type {any[]} */ (run.standings ?? []);
  const act = (/** @type {string} */ what) => post(`${path}/${what}`).then(set, (error) => report(error.message));
  return html`<div class="page stack lab" data-accent="morris">
    <${Heading} text=${words.lab.title} back="/lab" />
    <div class="tree-head">
      <div class="run-title"><h1>${run.title ?? run.id}</h1><p class="quiet">${run.game}, ${known(words.lab.states, run.state)}</p></div>
      <div class="row">
        ${run.state === "running" && html`<button type="button" class="button" onClick=${() => act("stop")}>${words.lab.stop}</button>`}
        ${run.state === "stopped" && html`<button type="button" class="button" onClick=${() => act("resume")}>${words.table.resume}</button>`}
        ${players.length > 0 && html`<button type="button" class="button" onClick=${() => download(new Blob([csv(players)], { type: "text/csv" }), `ninefold-run-${run.id}.csv`)}>${words.lab.csv}</button>`}
        ${run.state !== "running" && html`<button type="button" class="button" onClick=${() => remove(path).then(() => go("/lab"), (error) => report(error.message))}>${words.lab.delete}</button>`}
      </div>
    </div>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <div class="run-progress"><strong>${words.lab.of(run.done ?? 0, run.games ?? 0)}</strong><progress value=${run.done ?? 0} max=${run.games || 1} aria-label=${words.lab.title}></progress></div>
    ${players.length > 0 && html`<${Standings} players=${players} />`}
    ${run.generations && html`<${Evolution} course=${run.generations} />`}
    <div class="run-below">
      ${run.sprt && html`<${Sprt} sprt=${run.sprt} />`}
      ${run.seats?.length > 0 && html`<${SeatShares} shares=${run.seats} />`}
      ${!run.generations && html`<${Latest} path=${path} done=${run.done ?? 0} />`}
    </div>
  </div>`;
}

/** @param {any[]} players */
function csv(players) {
  const quoted = (/** @type {unknown} */ value) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const rows = players.map((player) => [player.player, player.rating, player.low, player.high, player.score, player.games, player.won, player.drawn, player.lost]);
  return [["player", "rating", "low", "high", "score", "games", "won", "drawn", "lost"], ...rows].map((row) => row.map(quoted).join(",")).join("\n");
}

/** @param {{ players: any[] }} props */
function Standings({ players }) {
  const rated = players.filter((player) => typeof player.rating === "number");
  const reach = Math.max(100, ...rated.flatMap((player) => [player.rating, player.low, player.high].filter(Number.isFinite).map(Math.abs)));
  const edge = Math.ceil(reach / 100) * 100;
  const x = (/** @type {number} */ rating) => 150 + (125 * Math.max(-edge, Math.min(edge, rating))) / edge;
  return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.lab.rating}><table class="data standings">
    <caption class="quiet">${words.lab.cross}</caption>
    <thead><tr><th colspan="2">${words.lab.player}</th><th>${words.lab.interval}<svg class="scale" width="300" height="16" aria-hidden="true">${[-edge, 0, edge].map((at) => html`<text class="graph-text" x=${x(at)} y="12" text-anchor="middle">${signed(at)}</text>`)}</svg></th><th class="number">${words.lab.rating}</th>${players.map((_, index) => html`<th class="cross">${index + 1}</th>`)}<th class="number">${words.lab.all}</th></tr></thead>
    <tbody>
      ${players.map(
        (player, row) => html`<tr key=${player.player}>
          <td class="quiet">${row + 1}</td><td class="run-player">${playerText(player.player)}</td>
          <td><svg width="300" height="22" aria-hidden="true"><path class="graph-rule" d=${`M${x(-edge)} 0V22M150 0V22M${x(edge)} 0V22`} />${typeof player.rating === "number" && html`${Number.isFinite(player.low) && Number.isFinite(player.high) && html`<path class="interval" d=${`M${x(player.low)} 7v8M${x(player.low)} 11H${x(player.high)}M${x(player.high)} 7v8`} />`}<circle class="interval-dot" cx=${x(player.rating)} cy="11" r="5" />`}</svg></td>
          <td class="number"><strong>${typeof player.rating === "number" ? signed(Math.round(player.rating)) : "–"}</strong> ${Number.isFinite(player.low) && Number.isFinite(player.high) && html`<span class="quiet">± ${Math.round((player.high - player.low) / 2)}</span>`}</td>
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

/** Where the sequential test stands. @param {{ sprt: { elo0: number, elo1: number, ratio: number, lower: number, upper: number } }} props */
function Sprt({ sprt }) {
  const { ratio, lower, upper } = sprt;
  const state = ratio >= upper ? words.lab.accepted : ratio <= lower ? words.lab.rejected : words.lab.undecided;
  const x = (/** @type {number} */ value) => 10 + (260 * (Math.max(lower, Math.min(upper, value)) - lower)) / (upper - lower || 1);
  return html`<section><h2 class="label"><span>${words.lab.sprt}</span><span class=${`proof${ratio >= upper || ratio <= lower ? " exact" : ""}`}>${state}</span></h2>
    <p class="quiet">${signed(sprt.elo0)} / ${signed(sprt.elo1)}</p>
    <svg width="280" height="44" role="img" aria-label=${`${ratio.toFixed(2)} (${lower.toFixed(2)} – ${upper.toFixed(2)})`}>
      <path class="graph-rule" d="M10 16H270" /><path class="interval" d=${`M10 8V24M270 8V24`} /><circle class="interval-dot" cx=${x(ratio)} cy="16" r="5" />
      <text class="graph-text" x="10" y="40">${lower.toFixed(1).replace("-", "−")}</text><text class="graph-text" x="270" y="40" text-anchor="end">+${upper.toFixed(1)}</text>
    </svg></section>`;
}

/** Which part of the points each seat got. @param {{ shares: any[] }} props */
function SeatShares({ shares }) {
  const parts = shares.map((share) => (typeof share === "number" ? share : (share?.value ?? 0)));
  let from = 0;
  return html`<section><h2 class="label"><span>${words.lab.bySeat}</span></h2>
    <svg class="seat-shares" width="300" height="44" role="img" aria-label=${parts.map((part, seat) => `${words.player(seat + 1)}: ${Math.round(100 * part)} %`).join(", ")}>
      ${parts.map((part, seat) => {
        const left = from;
        from += part;
        return html`<rect class=${`share-${seat + 1}`} x=${left * 300} y="2" width=${part * 300} height="22" /><text class="graph-text" x=${(left + part / 2) * 300} y="40" text-anchor="middle">${seat + 1}: ${Math.round(100 * part)} %</text>`;
      })}
    </svg></section>`;
}

/** @param {{ path: string, done: number }} props */
function Latest({ path, done }) {
  const loaded = useLoad(`${path}/games?limit=10`, String(done));
  const games = /** @type {any[]} */ (/** @type {any} */ (loaded.data)?.games ?? []);
  if (games.length === 0) return null;
  const open = async (/** @type {number} */ number) => go(`/game/${(await post(`${path}/games/${number}/open`)).id}`);
  return html`<section class="latest"><h2 class="label"><span>${words.lab.latest}</span></h2>
    <table class="data"><tbody>
      ${games.map((game) => html`<tr key=${game.number}><td class="quiet">${game.number}</td><td class="wrap"><button type="button" class="cell-button" onClick=${() => open(game.number)}>${game.sentence}</button></td><td class="number">${words.lab.length(game.plies ?? 0)}</td></tr>`)}
    </tbody></table></section>`;
}

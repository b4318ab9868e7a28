// @ts-check
// All stored games: statistics, a filtered list, deleting several at once, importing records.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get, post, query } from "../api.js";
import { Guarded } from "../guarded.js";
import { isHost } from "../state/catalogue.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { Ask } from "../table/dialogs.js";
import { familyText, levelText } from "../table/names.js";
import { words } from "../words/index.js";
import { Statistics } from "../own/statistics.js";
import { GameRow } from "./rows.js";

/** @typedef {import("../types.js").Game} Game */

const PAGE = 40;

/** @typedef {{ family: string, state: string, result: string, opponent: string }} Filters */
/** @type {Filters} */
const ALL = { family: "", state: "", result: "", opponent: "" };

export function GamesPage() {
  const catalogue = useCatalogue();
  const [filters, filter] = useState(ALL);
  const [games, setGames] = useState(/** @type {Game[] | null} */ (null));
  const [more, setMore] = useState(false);
  const [problem, report] = useState("");
  const [chosen, choose] = useState(/** @type {Set<string>} */ (new Set()));
  const [asking, ask] = useState(false);
  const [round, setRound] = useState(0);
  const asked = useRef(new AbortController());
  const statistics = useLoad(isHost() ? `/api/statistics?${query({ family: filters.family })}` : null, String(round));
  const data = /** @type {any} */ (statistics.data);
  const opponents = [...new Set(/** @type {{ opponent: string }[]} */ (data?.lines ?? []).map(({ opponent }) => opponent))];
  const load = (/** @type {Game[]} */ before) => {
    // An older answer must not replace a newer one.
    asked.current.abort();
    const { signal } = (asked.current = new AbortController());
    const last = before.at(-1);
    get(`/api/games?${query({ ...filters, limit: PAGE, before: last?.updated, after: last?.id })}`, signal).then(
      (answer) => {
        setGames([...before, ...answer.games]);
        setMore(answer.more);
        report("");
      },
      (error) => {
        if (!signal.aborted) report(error.message);
      },
    );
  };
  useEffect(() => {
    document.title = `${words.home.all} · ${words.brand}`;
  }, []);
  useEffect(() => {
    choose(new Set());
    load([]);
  }, [filters, round]);
  const forget = async () => {
    try {
      const { kept } = await post("/api/games/delete", { ids: [...chosen] });
      if (kept.length) report(words.lists.notDeleted(kept.length));
      ask(false);
      setRound(round + 1);
    } catch (error) {
      ask(false);
      report(/** @type {Error} */ (error).message);
    }
  };
  const shown = games ?? [];
  const mark = (/** @type {string} */ id) => choose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const set = (/** @type {Partial<Filters>} */ change) => filter({ ...filters, ...change });
  const choice = (/** @type {keyof Filters} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ options) => html`<div class="field"><label for=${name}>${label}</label>
    <select id=${name} onChange=${(/** @type {any} */ event) => set({ [name]: event.target.value })}><option value="">${words.lists.any}</option>${options.map(([value, text]) => html`<option value=${value} selected=${filters[name] === value}>${text}</option>`)}</select></div>`;
  return html`<div class="page own">
    <h1>${words.home.all}</h1>
    <div class="own-columns">
      <section class="own-list" aria-label=${words.own.list}>
        <div class="filters">
          ${choice("family", words.lists.game, (catalogue?.games ?? []).map((game) => [game.id, familyText(game.id)]))}
          ${choice("state", words.lists.state, [["going", words.lists.going], ["over", words.lists.over]])}
          ${choice("result", words.lists.result, [["won", words.own.results.won], ["drawn", words.own.results.drawn], ["lost", words.own.results.lost]])}
          ${choice("opponent", words.lists.opponent, opponents.map((one) => [one, one.split(", ").map(levelText).join(", ")]))}
        </div>
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
        ${shown.length > 0 &&
        isHost() &&
        html`<p class="own-tools"><label class="check"><input type="checkbox" checked=${chosen.size === shown.length} onChange=${() => choose(new Set(chosen.size === shown.length ? [] : shown.map(({ id }) => id)))} /> ${words.lists.all}</label>
          <span class="quiet" role="status">${chosen.size ? words.lists.chosen(chosen.size) : ""}</span>
          <button type="button" class="button small" disabled=${chosen.size === 0} onClick=${() => ask(true)}>${words.lists.delete}</button></p>`}
        ${games && games.length === 0
          ? html`<p class="quiet">${words.lists.none}</p>`
          : html`<ul class="game-rows own-rows">${shown.map((game) => html`<li key=${game.id}>${isHost() && html`<input type="checkbox" aria-label=${words.lists.choose(familyText(game.family, game.title))} checked=${chosen.has(game.id)} onChange=${() => mark(game.id)} />`}<${Guarded}><${GameRow} game=${game} /><//></li>`)}</ul>`}
        ${more && html`<p><button type="button" class="button" onClick=${() => load(shown)}>${words.lists.more}</button></p>`}
      </section>
      ${data && html`<${Guarded}><${Statistics} data=${data} /><//>`}
    </div>
    ${isHost() && html`<${Import} />`}
    ${asking && html`<${Ask} question=${words.lists.deleteAsk(chosen.size)} yes=${words.lists.delete} onClose=${() => ask(false)} onYes=${forget} />`}
  </div>`;
}

function Import() {
  const [record, set] = useState("");
  const [problem, report] = useState("");
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      const game = await post("/api/games", { record });
      go(`/game/${game.id}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  return html`<details class="fold import-fold"><summary><strong>${words.lists.import}</strong><span>${words.lists.importText}</span></summary>
    <form class="import" onSubmit=${submit}>
      <div class="field"><label for="record">${words.lists.record}</label>
        <textarea id="record" class="mono" rows="6" spellcheck=${false} value=${record} onInput=${(/** @type {any} */ event) => set(event.target.value)}></textarea></div>
      <div class="row">
        <button class="button" disabled=${!record.trim()}>${words.lists.import}</button>
        <label class="file">${words.lists.file} <input type="file" accept=".txt,text/plain" onChange=${async (/** @type {any} */ event) => set((await event.target.files[0]?.text()) ?? "")} /></label>
      </div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
    </form></details>`;
}

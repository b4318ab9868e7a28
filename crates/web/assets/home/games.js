// @ts-check
// All kept games, with filters; records come in here.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get, post, query } from "../api.js";
import { useCatalogue } from "../state/load.js";
import { go } from "../state/route.js";
import { familyText } from "../table/names.js";
import { words } from "../words/index.js";
import { GameRows } from "./rows.js";

/** @typedef {import("../types.js").Game} Game */

const PAGE = 40;

export function GamesPage() {
  const catalogue = useCatalogue();
  const [family, setFamily] = useState("");
  const [state, setState] = useState("");
  const [games, setGames] = useState(/** @type {Game[] | null} */ (null));
  const [more, setMore] = useState(false);
  const [problem, report] = useState("");
  const asked = useRef(new AbortController());
  const load = (/** @type {Game[]} */ before) => {
    // An older answer must not come after a newer one.
    asked.current.abort();
    const { signal } = (asked.current = new AbortController());
    const last = before.at(-1);
    get(`/api/games?${query({ family, state, limit: PAGE, before: last?.updated, after: last?.id })}`, signal).then(
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
    load([]);
  }, [family, state]);
  return html`<div class="page stack">
    <h1>${words.home.all}</h1>
    <div class="filters">
      <div class="field"><label for="family">${words.lists.game}</label>
        <select id="family" onChange=${(/** @type {any} */ event) => setFamily(event.target.value)}>
          <option value="">${words.lists.any}</option>
          ${(catalogue?.games ?? []).map((game) => html`<option value=${game.id}>${familyText(game.id)}</option>`)}
        </select></div>
      <div class="field"><label for="state">${words.lists.state}</label>
        <select id="state" onChange=${(/** @type {any} */ event) => setState(event.target.value)}>
          <option value="">${words.lists.any}</option><option value="going">${words.lists.going}</option><option value="over">${words.lists.over}</option>
        </select></div>
    </div>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    ${games && games.length === 0 ? html`<p class="quiet">${words.lists.none}</p>` : html`<${GameRows} games=${games ?? []} />`}
    ${more && html`<p><button type="button" class="button" onClick=${() => load(games ?? [])}>${words.lists.more}</button></p>`}
    <${Import} />
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
  return html`<form class="import" onSubmit=${submit}>
    <h2>${words.lists.import}</h2>
    <div class="field"><label for="record">${words.lists.record}</label>
      <textarea id="record" class="mono" rows="6" spellcheck=${false} value=${record} onInput=${(/** @type {any} */ event) => set(event.target.value)}></textarea></div>
    <div class="row">
      <button class="button" disabled=${!record.trim()}>${words.lists.import}</button>
      <label class="file">${words.lists.file} <input type="file" accept=".txt,text/plain" onChange=${async (/** @type {any} */ event) => set((await event.target.files[0]?.text()) ?? "")} /></label>
    </div>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
  </form>`;
}

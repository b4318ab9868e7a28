// @ts-check
// The position editor: text, checked by the same rules as the command line, and drawn at once.
import { html, useEffect, useState } from "../vendor/preact.js";
import { query as toQuery } from "../api.js";
import { family as familyOf, themeOf } from "../board/theme.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { words } from "../words/index.js";
import { familyText } from "../table/names.js";
import { result } from "../table/status.js";
import { ClickBoard } from "./click.js";

/** How a position that is an end ended. @param {import("../types.js").View} view */
function ended(view) {
  const { headline, reason } = result(view, themeOf(view), view.seats.map(() => ({ player: "human", name: null, human: true })), null);
  return `${headline}. ${reason}`;
}

/** @param {{ query: URLSearchParams }} props */
export function EditorPage({ query }) {
  const catalogue = useCatalogue();
  const [spec, setSpec] = useState(query.get("game") ?? catalogue?.games[0]?.usual ?? "");
  const [text, setText] = useState(query.get("position") ?? "");
  const [asked, ask] = useState({ spec, text });
  useEffect(() => {
    document.title = `${words.editor.title} · ${words.brand}`;
  }, []);
  useEffect(() => {
    // The catalogue may come later than the page.
    if (!spec && catalogue) setSpec(catalogue.games[0].usual);
  }, [catalogue]);
  useEffect(() => {
    const timer = setTimeout(() => ask({ spec, text }), 200);
    return () => clearTimeout(timer);
  }, [spec, text]);
  const address = toQuery({ game: asked.spec, position: asked.text });
  const about = useLoad(asked.spec ? `/api/spot?${address}` : null);
  const data = /** @type {import("../types.js").Spot | null} */ (/** @type {any} */ (about.data));
  const [last, keep] = useState(/** @type {import("../types.js").Spot | null} */ (null));
  useEffect(() => {
    if (!data) return;
    keep(data);
    // The start position, written out, is what one edits.
    if (!text && asked.spec === spec) setText(data.status.position);
  }, [data]);
  const family = familyOf(spec);
  const here = toQuery({ game: spec, position: text });
  return html`<div class="page editor" data-accent=${family}>
    <div class="editor-board">${last && familyOf(last.view.game) === family ? html`<${ClickBoard} spot=${last} text=${text} set=${setText} />` : null}</div>
    <div class="stack">
      <h1>${words.editor.title}</h1>
      <p class="quiet">${words.editor.help}</p>
      <div class="field"><label for="kind">${words.lists.game}</label>
        <select id="kind" onChange=${(/** @type {any} */ event) => {
          setSpec(event.target.value);
          setText("");
        }}>
          ${(catalogue?.games ?? []).map((game) => html`<option value=${game.usual} selected=${game.id === family}>${familyText(game.id)}</option>`)}
        </select></div>
      <div class="field"><label for="spec">${words.editor.spec}</label><input id="spec" class="mono" spellcheck=${false} value=${spec} onInput=${(/** @type {any} */ event) => {
        setSpec(event.target.value);
        setText("");
      }} /></div>
      <div class="field"><label for="text">${words.editor.position}</label><textarea id="text" class="mono" rows="4" spellcheck=${false} value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></div>
      ${about.error ? html`<p class="error" role="alert">${about.error.message}</p>` : html`<p class="quiet" role="status">${last?.view.outcome ? ended(last.view) : words.editor.fine}</p>`}
      <p class="row">
        <button type="button" class="button primary" disabled=${Boolean(about.error)} onClick=${() => go(`/spot?${here}`)}>${words.editor.open}</button>
        <button type="button" class="button" disabled=${Boolean(about.error)} onClick=${() => go(`/?${toQuery({ new: family, game: spec, position: text })}`)}>${words.table.playHere}</button>
        <${Link} href=${`/rules/${family}`}>${words.home.rules}<//>
      </p>
    </div>
  </div>`;
}

// @ts-check
// An embedded board for other sites' pages: steps through a game, without any way to change it.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { get, query } from "./api.js";
import { Mini } from "./board/mini.js";
import { family as familyOf, themeOf } from "./board/theme.js";
import { begin } from "./state/catalogue.js";
import { decoded } from "./state/route.js";
import { gameText, moveText } from "./table/names.js";
import { result } from "./table/status.js";
import { chooseLanguage, words } from "./words/index.js";

/** How long a position is shown during playback, in milliseconds. */
const PACE = 900;

/** The game in the address: a stored one, or one written out; no query if it names none. */
function asked() {
  const id = decoded(location.pathname.split("/")[2] ?? "");
  const given = new URLSearchParams(location.search);
  const fields = Object.fromEntries(["game", "seed", "position", "moves"].map((name) => [name, given.get(name) ?? ""]));
  if (id) return { api: query({ id }), page: `/game/${encodeURIComponent(id)}` };
  return { api: fields.game && query(fields), page: `/spot?${query(fields)}` };
}

/** @param {{ data: any, page: string }} props */
function Replay({ data, page }) {
  const last = data.frames.length - 1;
  const [at, go] = useState(last);
  const [playing, play] = useState(false);
  const to = (/** @type {number} */ ply) => go(Math.max(0, Math.min(last, ply)));
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => (at < last ? go(at + 1) : play(false)), PACE);
    return () => clearTimeout(timer);
  }, [playing, at]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const ply = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (ply === undefined) return;
      event.preventDefault();
      to(ply);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [at]);
  const frame = data.frames[at];
  const view = { ...data.view, ...frame };
  const title = gameText(view.game);
  const people = view.seats.map(() => ({ player: "human", name: null, human: true }));
  const end = at === last && frame.outcome ? result(view, themeOf(view), people, null) : null;
  const turn = at > 0 ? data.turns[at - 1] : null;
  const size = Math.max(160, Math.min(innerWidth - 16, innerHeight - 72));
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ ply, /** @type {boolean} */ off) => html`<button type="button" aria-label=${name} disabled=${off} onClick=${() => to(ply)}>${sign}</button>`;
  return html`<main class="embed" data-accent=${familyOf(view.game)}>
    <h1 class="hidden">${title}</h1>
    <div class="embed-board"><${Mini} view=${view} size=${size} fresh=${true} label=${`${words.board.label(title)}. ${words.share.at(at, last)}`} /></div>
    <div class="embed-foot">
      <div class="buttons">${button(words.share.first, "«", 0, at === 0)}${button(words.share.back, "‹", at - 1, at === 0)}<button type="button" onClick=${() => {
        if (!playing && at === last) go(0);
        play(!playing);
      }}>${playing ? words.share.pause : words.share.play}</button>${button(words.share.on, "›", at + 1, at === last)}${button(words.share.last, "»", last, at === last)}</div>
      <p class="embed-said" role="status">${turn ? `${words.share.at(at, last)}: ${moveText(turn.shown)}` : words.share.start}${end ? `. ${end.headline}. ${end.reason}` : ""}</p>
      <a href=${page} target="_blank" rel="noopener">${words.share.openFull}</a>
    </div>
  </main>`;
}

await chooseLanguage(begin);
const root = /** @type {Element} */ (document.getElementById("embed"));
const { api, page } = asked();
const complain = (/** @type {string} */ sentence) => render(html`<main class="embed"><p class="error" role="alert">${sentence}</p></main>`, root);
if (api)
  get(`/api/spot/frames?${api}`).then(
    (data) => render(html`<${Replay} data=${data} page=${page} />`, root),
    (error) => complain(error.message),
  );
else complain(words.noGame);

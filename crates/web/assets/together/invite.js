// @ts-check
// The invitation to a game: a link, the same as a QR code, and who has joined.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, post, remove } from "../api.js";
import { themeOf } from "../board/theme.js";
import { Token } from "../board/pieces.js";
import { Heading, Problem } from "../shell.js";
import { useGame } from "../state/game.js";
import { go, Link } from "../state/route.js";
import { caller, gameText } from "../table/names.js";
import { words } from "../words/index.js";
import { copy } from "./copy.js";
import { isWaiting } from "./own.js";

/** @typedef {{ code: string, url: string, qr: string[], spoken?: string }} Invitation `spoken`: what is typed or said in place of the link */
/** @typedef {{ play: Invitation | null, watch: Invitation | null, server: string, local: boolean }} Invitations */

/** The QR code of a link, on white in dark mode too. @param {{ rows: string[], label: string }} props */
export const Picture = ({ rows, label }) => {
  const quiet = 4;
  const size = rows.length + 2 * quiet;
  const dark = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "1" ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : []))).join("");
  return html`<svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${size} ${size}`} shape-rendering="crispEdges"><rect width=${size} height=${size} fill="#ffffff" /><path d=${dark} fill="#000000" /></svg>`;
};

/** The warning about a link that no other device can open. */
export const OnlyHere = () => html`<p class="box warning">${words.together.local}</p>`;

/** A link with its actions. @param {{ id: string, label: string, link: Invitation }} props */
function LinkField({ id, label, link }) {
  const [copied, say] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => say(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById(id));
  return html`<div class="field"><label for=${id}>${label}</label><input id=${id} readonly value=${link.url} onFocus=${() => field()?.select()} /></div>
    <p class="row"><button type="button" class="button primary" onClick=${() => copy(link.url).then(say)}>${copied ? words.together.copied : words.together.copyLink}</button>
      ${"share" in navigator && html`<button type="button" class="button" onClick=${() => navigator.share({ url: link.url }).catch(() => {})}>${words.together.send}</button>`}</p>
    <p class="hidden" role="status">${copied ? words.together.copied : ""}</p>`;
}

/** @param {{ id: string }} props */
export function InvitePage({ id }) {
  const { game, error } = useGame(id);
  const [links, set] = useState(/** @type {Invitations | null} */ (null));
  const [problem, report] = useState("");
  const complain = (/** @type {Error} */ failed) => report(failed.message);
  useEffect(() => {
    get(`/api/games/${id}/invitation`).then(set, complain);
    document.title = `${words.together.title} · ${words.brand}`;
  }, [id]);
  const waiting = game ? isWaiting(game) : true;
  const [wasWaiting, remember] = useState(false);
  useEffect(() => {
    if (waiting && game) remember(true);
    // All players have come: the game begins automatically.
    if (!waiting && wasWaiting) go(`/game/${id}`, true);
  }, [waiting, Boolean(game)]);
  if (!game) return error ? html`<${Problem} error=${error} />` : html`<p class="quiet page">${words.loading}</p>`;
  const look = themeOf(game.view);
  const name = (/** @type {number} */ seat) => caller(game.view, look, game.seats, seat);
  const open = (/** @type {number | undefined} */ seat) => post(`/api/games/${id}/invitation`, seat ? { seat } : {}).then(set, complain);
  const cancel = () => remove(`/api/games/${id}/invitation`).then(() => go(`/game/${id}`), complain);
  const seats = game.seats.map((seat, at) => ({ ...seat, number: at + 1, owner: game.sharing?.seats[at]?.owner ?? (seat.human ? "local" : "computer") }));
  return html`<div class="page invite" data-accent=${game.family}>
    <${Heading} text=${words.together.title} back=${`/game/${id}`} />
    <div class="invite-left">
      <h1>${words.together.title}</h1>
      <p class="quiet">${words.together.about}</p>
      <p>${gameText(game.game, game.title)}${game.clock ? `, ${words.setup.clockMinutes(game.clock.minutes, game.clock.increment)}` : ""}</p>
      <ul class="invite-seats">
        ${seats.map(({ number, owner, name: called }) => html`<li key=${number} class=${owner === "local" ? "own" : ""}>
          <${Token} look=${look} seat=${number} size=${32} />
          <span><strong>${called ?? name(number)}</strong><small>${words.together.owners[owner](called ? `${name(number)}, ` : "")}</small></span>
          ${owner === "local" && !game.over && html`<button type="button" class="button small" onClick=${() => open(number)}>${words.together.giveAway}</button>`}
        </li>`)}
      </ul>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="row"><${Link} class="button" href=${`/game/${id}`}>${words.together.toBoard}<//>
        ${(links?.play || links?.watch) && html`<button type="button" class="link" onClick=${cancel}>${words.together.cancel}</button>`}</p>
    </div>
    <div class="invite-right">
      ${links?.local && html`<${OnlyHere} />`}
      ${links?.play && waiting
        ? html`<section class="sheet-box invitation">
            ${!links.local && html`<${Picture} rows=${links.play.qr} label=${words.together.pictureOf(links.play.url)} />`}
            <div><h2>${words.together.waitingTitle}</h2><p class="quiet" role="status">${words.together.nobodyYet}</p>
              <${LinkField} id="play-link" label=${words.together.link} link=${links.play} />
              ${links.play.spoken && html`<p class="spoken"><span class="quiet">${words.together.typeCode(`${links.server.replace(/^https?:\/\//, "")}/join`)}</span><strong>${links.play.spoken}</strong></p>`}</div>
          </section>`
        : html`<p class="quiet">${waiting ? words.loading : words.together.everybodyHere}</p>`}
      <section class="watchers"><h2>${words.together.watchTitle}</h2>
        ${links?.watch ? html`<${LinkField} id="watch-link" label=${words.together.watchLink} link=${links.watch} />` : html`<p class="row"><button type="button" class="button" onClick=${() => open(undefined)}>${words.together.letWatch}</button></p>`}</section>
    </div>
  </div>`;
}

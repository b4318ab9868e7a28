// @ts-check
// Beside the standings: how to join, the boards of unfinished games, how to connect a bot.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get } from "../api.js";
import { Mini } from "../board/mini.js";
import { Token } from "../board/pieces.js";
import { themeOf } from "../board/theme.js";
import { Link } from "../state/route.js";
import { roundAfter } from "../table/status.js";
import { words } from "../words/index.js";
import { copy } from "../together/copy.js";
import { OnlyHere, Picture } from "../together/invite.js";
import { nameOf } from "./names.js";

/** @typedef {import("./names.js").League} League */

/** @typedef {{ code: string, url: string, server: string, qr: string[], local: boolean }} JoinCode how one joins, and where the server is */

/** How to join a league, once known. @param {League | null} league @returns {JoinCode | null} */
export function useJoinCode(league) {
  const [code, set] = useState(/** @type {JoinCode | null} */ (null));
  useEffect(() => {
    if (league) get(`/api/leagues/${league.id}/code`).then(set, () => {});
  }, [league?.id, league?.code]);
  return code;
}

/** @param {{ league: League, code: JoinCode | null, projected: boolean }} props `projected`: for a wall, from which phones take the picture */
export function Joining({ league, code, projected }) {
  const closed = league.state === "frozen" || league.state === "over";
  if (closed) return html`<section class="league-code"><h2 class="label">${words.class.closed}</h2></section>`;
  const joined = league.standings.filter(({ kind }) => kind !== "baseline");
  const where = code ? `${code.server.replace(/^https?:\/\//, "")}/join` : "";
  const connected = joined.length > 0 ? words.class.connected(joined.filter(({ here }) => here).length, joined.length) : "";
  return html`<section class="league-code">
    ${code?.local && html`<${OnlyHere} />`}
    <h2 class="label">${words.class.joinWith}</h2>
    <p class="big-code">${league.code}</p>
    <p>${[where, connected].filter(Boolean).join(", ")}</p>
    ${code && !code.local && html`<details class="fold code-fold" open=${projected}><summary><strong>${words.class.showPicture}</strong></summary><${Picture} rows=${code.qr} label=${words.together.pictureOf(code.url)} /><p class="mono">${code.url}</p></details>`}
  </section>`;
}

/** @param {{ league: League }} props */
export function Playing({ league }) {
  const shown = league.playing.filter(({ view }) => view);
  const others = league.playing.length - shown.length;
  return html`<section class="league-playing"><h2 class="label">${words.class.playingNow}</h2>
    ${shown.length === 0 && html`<p class="quiet">${league.playing.length ? words.class.gamesNow(league.playing.length) : words.class.nobodyPlays}</p>`}
    <ul class="league-boards">
      ${shown.map((game) => html`<${Board} key=${game.game} game=${game} league=${league} />`)}
    </ul>
    ${shown.length > 0 && others > 0 && html`<p class="quiet">${words.class.andMore(others)}</p>`}</section>`;
}

/** @param {{ game: import("./names.js").Going, league: League }} props */
function Board({ game, league }) {
  const view = /** @type {import("../types.js").View} */ (game.view);
  const look = themeOf(view);
  const names = game.entrants.map((entrant) => {
    const row = league.standings.find(({ number }) => number === entrant);
    return row ? nameOf(row, league.family) : "";
  });
  return html`<li data-accent=${league.family}><${Link} href=${`/game/${game.game}`} aria-label=${words.class.watch(names.join(" – "))}>
    <${Mini} view=${view} size=${132} label="" fresh=${true} />
    ${names.map((name, at) => html`<span class="board-name" key=${at}><${Token} look=${look} seat=${at + 1} size=${14} /><span>${name}</span>${at === names.length - 1 && html`<small>${words.home.moveNumber(roundAfter(game.plies, names.length))}</small>`}</span>`)}
  <//></li>`;
}

/** Text for a terminal or a file, with its exact lines. @param {{ text: string }} props */
export function Snippet({ text }) {
  const [copied, say] = useState(false);
  return html`<div class="snippet-box"><pre class="snippet whole" tabindex="0">${text}</pre><button type="button" class="link" onClick=${() => copy(text).then(say)}>${copied ? words.together.copied : words.class.copyText}</button></div>`;
}

/** A few lines are enough. @param {{ code: string, server: string }} props */
export const HowTo = ({ code, server }) => html`<section class="sheet-box league-howto">
  <h2>${words.class.howTo}</h2>
  <p>${words.class.howToText}</p>
  <${Snippet} text=${`ninefold bot connect \\
  ${server} \\
  "cmd(./my-bot)" --name my-bot \\
  --code ${code}`} />
  <p>${words.class.howToPython} <a href="/bots/network_bot.py" download>network_bot.py</a></p>
  <${Snippet} text=${`from network_bot import join
import random

def choose(turn):
    legal = turn["legal"]
    return random.choice(legal)

join(
  "${server}",
  "${code}",
  "my-bot",
  choose,
)`} />
  <p>${words.class.howToPackage}</p>
  <${Snippet} text=${`ninefold.join(
  "${code}",
  choose,
  server="${server}",
)`} />
  <p>${words.class.howToRust} <a href="/bots/network_bot.rs" download>network_bot.rs</a></p>
</section>`;

// @ts-check
// Beside the standings: how one joins, the boards of games that go on, how a bot is connected.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get } from "../api.js";
import { Mini } from "../board/mini.js";
import { Token } from "../board/pieces.js";
import { themeOf } from "../board/theme.js";
import { Link } from "../state/route.js";
import { words } from "../words/index.js";
import { Picture } from "../together/invite.js";
import { nameOf } from "./names.js";

/** @typedef {import("./names.js").League} League */

/** @typedef {{ code: string, url: string, server: string, qr: string[], local: boolean }} JoinCode how one joins, and where the server is */

/** How one joins a league, once that is known. @param {League | null} league @returns {JoinCode | null} */
export function useJoinCode(league) {
  const [code, set] = useState(/** @type {JoinCode | null} */ (null));
  useEffect(() => {
    if (league) get(`/api/leagues/${league.id}/code`).then(set, () => {});
  }, [league?.id, league?.code]);
  return code;
}

/** @param {{ league: League, code: JoinCode | null }} props */
export function Joining({ league, code }) {
  const closed = league.state === "frozen" || league.state === "over";
  if (closed) return html`<section class="league-code"><h2 class="label">${words.class.closed}</h2></section>`;
  return html`<section class="league-code">
    <h2 class="label">${words.class.joinWith}</h2>
    <p class="big-code">${league.code}</p>
    <p>${code ? `${code.server.replace(/^https?:\/\//, "")}/join, ` : ""}${words.class.connected(league.connected, league.entrants)}</p>
    ${code && html`<details class="fold code-fold"><summary><strong>${words.class.showPicture}</strong></summary><${Picture} rows=${code.qr} label=${words.together.pictureOf(code.url)} /><p class="mono">${code.url}</p></details>`}
    ${code?.local && html`<p class="box warning">${words.together.local}</p>`}
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
    ${names.map((name, at) => html`<span class="board-name" key=${at}><${Token} look=${look} seat=${at + 1} size=${14} /><span>${name}</span>${at === names.length - 1 && html`<small>${words.home.moveNumber(game.plies + 1)}</small>`}</span>`)}
  <//></li>`;
}

/** Six lines are enough. @param {{ code: string, server: string }} props */
export const HowTo = ({ code, server }) => html`<section class="sheet-box league-howto">
  <h2>${words.class.howTo}</h2>
  <p>${words.class.howToText}</p>
  <pre class="snippet">${`ninefold bot connect ${server} "cmd(./my-bot)" \\
  --code ${code} --name my-bot`}</pre>
  <p>${words.class.howToPython} <a href="/bots/network_bot.py" download>network_bot.py</a></p>
  <pre class="snippet">${`from network_bot import join
import random

def choose(turn):
    return random.choice(turn["legal"])

join("${server}", "${code}", "my-bot", choose)`}</pre>
  <p>${words.class.howToPackage} <code class="mono">${`ninefold.join("${code}", choose, server="${server}")`}</code></p>
  <p>${words.class.howToRust} <a href="/bots/network_bot.rs" download>network_bot.rs</a></p>
</section>`;

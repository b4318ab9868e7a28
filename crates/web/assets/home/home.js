// @ts-check
// The start page: the games, the last one to go on with, the recent ones, the laboratory.
import { html, useEffect } from "../vendor/preact.js";
import { query } from "../api.js";
import { Mini } from "../board/mini.js";
import { Guarded } from "../guarded.js";
import { themeOf } from "../board/theme.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { examples, exampleQuery } from "../state/catalogue.js";
import { Link } from "../state/route.js";
import { familyText, gameText, sitter } from "../table/names.js";
import { headline, standing } from "../table/status.js";
import { targets } from "../board/turn.js";
import { day, said, words } from "../words/index.js";

/** @typedef {import("../types.js").Game} Game */

export function HomePage() {
  const catalogue = useCatalogue();
  const recent = useLoad("/api/games?limit=6");
  const games = /** @type {Game[]} */ (/** @type {any} */ (recent.data)?.games ?? []);
  useEffect(() => {
    document.title = words.brand;
  }, []);
  const going = games.find((game) => !game.over);
  return html`<div class="page home">
    <h1 class="hidden">${words.brand}</h1>
    <div class="cards">${(catalogue?.games ?? []).map((family) => html`<${Guarded} key=${family.id}><${Card} family=${family} /><//>`)}</div>
    ${recent.error && html`<p class="error">${words.unreachable}</p>`}
    <div class="below">
      ${going && html`<section><h2 class="label"><span>${words.home.continue}</span></h2><${Guarded}><${Continue} id=${going.id} /><//></section>`}
      <section class="recent">
        <h2 class="label"><span>${words.home.recent}</span><${Link} href="/games">${words.home.all}<//></h2>
        ${recent.data && games.length === 0 ? html`<p class="quiet">${words.home.none}</p>` : html`<${GameRows} games=${games.slice(0, 5)} />`}
      </section>
      <section>
        <h2 class="label"><span>${words.home.lab}</span><${Link} href="/lab">${words.home.runs}<//></h2>
        <${Guarded}><${Runs} /><//>
        <ul class="plain-links">
          ${examples().slice(0, 1).map((example) => html`<li><${Link} href=${`/spot?${query(exampleQuery(example))}`}>${words.home.tree}<//></li>`)}
          <li><${Link} href="/editor">${words.home.position}<//></li>
        </ul>
      </section>
    </div>
  </div>`;
}

/** @param {{ family: import("../types.js").Family }} props */
function Card({ family }) {
  const about = useLoad(`/api/spot?${query(family.sample ?? { game: family.usual })}`);
  const title = familyText(family.id);
  const view = /** @type {any} */ (about.data)?.view;
  return html`<article class="card" data-accent=${family.id}>
    <div class="card-board">${view && html`<${Mini} view=${view} label=${words.board.label(title)} />`}</div>
    <h2>${title}</h2>
    <p>${said(family.blurb || family.summary)}</p>
    <p class="row"><${Link} class="button primary" href=${`/?new=${family.id}`} aria-label=${`${words.home.play}: ${title}`}>${words.home.play}<//><${Link} href=${`/rules/${family.id}`} aria-label=${`${words.home.rules}: ${title}`}>${words.home.rules}<//></p>
  </article>`;
}

/** @param {{ id: string }} props */
function Continue({ id }) {
  const loaded = useLoad(`/api/games/${id}`);
  const game = /** @type {Game | null} */ (/** @type {any} */ (loaded.data));
  if (!game) return null;
  const { view, seats } = game;
  const look = themeOf(view);
  const others = seats.flatMap((seat, at) => (seat.human ? [] : [sitter(seats, at + 1)]));
  const status = headline({ view, look, players: seats, targets: targets(view.legal, []), canMove: seats[view.to_move - 1]?.human ?? false, thinking: game.thinking, paused: game.paused, givenUp: game.given_up });
  return html`<div class="continue" data-accent=${game.family}>
    <${Mini} view=${view} size=${124} label=${words.board.label(game.title)} />
    <div>
      <p><strong>${gameText(game.game, game.title)}</strong></p>
      <p class="quiet">${status}. ${words.home.moveNumber(game.moves.length + 1)}${others.length ? `, ${words.home.against(others.join(", "))}` : ""}.</p>
      <p><${Link} class="button" href=${`/game/${game.id}`}>${words.home.continue}<//></p>
    </div>
  </div>`;
}

/** @param {{ games: Game[] }} props */
export const GameRows = ({ games }) => html`<ul class="game-rows">
  ${games.map((game) => html`<li key=${game.id}><${Guarded}><${GameRow} game=${game} /><//></li>`)}
</ul>`;

/** @param {{ game: Game }} props */
const GameRow = ({ game }) => html`<${Link} href=${`/game/${game.id}`}><strong>${gameText(game.game, game.title)}</strong><span>${standing(game)}</span><time>${day(game.updated)}</time><//>`;

function Runs() {
  const loaded = useLoad("/api/runs");
  const runs = /** @type {any[]} */ (/** @type {any} */ (loaded.data)?.runs ?? []);
  const [run] = runs;
  if (!run) return html`<p class="quiet">${words.home.labText}</p>`;
  return html`<p class="home-run"><${Link} href=${`/lab/${run.id}`}><strong>${run.title ?? run.id}</strong><//></p>
    <p class="quiet">${words.lab.of(run.done ?? 0, run.games ?? 0)}</p>
    <progress value=${run.done ?? 0} max=${run.games || 1} aria-label=${run.title ?? words.lab.title}></progress>`;
}


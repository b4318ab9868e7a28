// @ts-check
// The page of a league, for a projector and for all its members.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { Heading, Problem } from "../shell.js";
import { useLive } from "../state/live.js";
import { go, Link } from "../state/route.js";
import { gameText } from "../table/names.js";
import { number, words } from "../words/index.js";
import { CupView } from "./cup.js";
import { CrossTable, LeagueGames } from "./games.js";
import { Manage } from "./manage.js";
import { clockTime, nameOf, timeText } from "./names.js";
import { HowTo, Joining, Playing, useJoinCode } from "./playing.js";
import { Standings } from "./standings.js";
import { TakePart } from "./take_part.js";

/** @typedef {import("./names.js").League} League */

/** The minimum interval between reorderings of rows, in milliseconds: faster would be unreadable. */
const CALM = 5000;
/** The number of boards shown. */
const BOARDS = 4;

/** The current state of a league; its rows keep their order for up to five seconds. @param {string} id @param {number} boards */
export function useLeague(id, boards) {
  const order = useRef({ rows: /** @type {number[]} */ ([]), at: 0 });
  /** @param {League | null} old @param {League} next */
  const accept = (old, next) => {
    if (!old || Date.now() - order.current.at > CALM || order.current.rows.length !== next.standings.length) order.current = { rows: next.standings.map((row) => row.number), at: Date.now() };
    const place = new Map(order.current.rows.map((row, at) => [row, at]));
    return { ...next, standings: [...next.standings].sort((one, other) => (place.get(one.number) ?? 0) - (place.get(other.number) ?? 0)) };
  };
  const path = `/api/leagues/${encodeURIComponent(id)}`;
  const asked = `?boards=${boards}`;
  const { data, error } = useLive(path + asked, { events: `${path}/events${asked}`, name: "league", gone: () => words.class.gone, accept });
  return { league: data, error };
}

/** @param {{ id: string, query: URLSearchParams }} props */
export function LeaguePage({ id, query }) {
  const { league, error } = useLeague(id, BOARDS);
  const code = useJoinCode(league);
  const view = query.get("view") ?? "standings";
  const projected = query.has("projector");
  useEffect(() => {
    document.body.classList.toggle("projector", projected);
    return () => document.body.classList.remove("projector");
  }, [projected]);
  useEffect(() => {
    if (league) document.title = `${league.name} · ${words.brand}`;
  }, [league?.name]);
  if (!league) return error ? html`<${Problem} error=${error} back=${{ href: "/class", text: words.class.title }} />` : html`<p class="quiet page">${words.loading}</p>`;
  const path = `/class/${league.id}`;
  const views = ["standings", "cross", "games", ...(league.host ? ["manage"] : [])];
  const address = (/** @type {string} */ one) => [path, String(new URLSearchParams({ ...(one === "standings" ? {} : { view: one }), ...(projected ? { projector: "" } : {}) }))].filter(Boolean).join("?");
  const cup = league.cups.find((one) => one.ended === null) ?? (league.state === "over" ? league.cups.at(-1) : undefined);
  return html`<div class="page league" data-accent=${league.family}>
    <${Heading} text=${words.class.title} back="/class" />
    <div class="league-main">
      <div class="league-head"><h1>${league.name}</h1><p>${gameText(league.game, league.title)}, ${timeText(league.time)}</p></div>
      <nav class="league-views" aria-label=${words.class.views}>
        ${views.map((one) => html`<${Link} key=${one} href=${address(one)} aria-current=${view === one ? "page" : undefined}>${words.class.viewNames[one]}<//>`)}
        <${Link} href=${`/rules/${league.family}`}>${words.table.rules}<//>
        <${Link} href=${projected ? path : `${path}?projector`}>${projected ? words.class.leaveProjector : words.class.projector}<//>
      </nav>
      ${cup && view === "standings" && html`<${CupView} cup=${cup} league=${league} />`}
      ${view === "cross" ? html`<${CrossTable} league=${league} />` : view === "games" ? html`<${LeagueGames} league=${league} />` : view === "manage" && league.host ? html`<${Manage} league=${league} />` : html`<${Standings} league=${league} />`}
      ${view === "standings" && html`<${Course} league=${league} />`}
    </div>
    <aside class="league-side">
      <${Joining} league=${league} code=${code} projected=${projected} />
      ${!league.host && html`<${TakePart} league=${league} code=${code} open=${(/** @type {number} */ entrant) => go(`${path}/${entrant}`)} />`}
      <${Playing} league=${league} />
      ${code && !projected && html`<${HowTo} code=${league.code} server=${code.server} />`}
    </aside>
  </div>`;
}

/** The progress of a league. @param {{ league: League }} props */
function Course({ league }) {
  const { done, games, pace, state } = league;
  const left = games === null ? null : Math.max(0, games - done);
  const end = left !== null && pace > 0 && state === "running" ? league.now + (60_000 * left) / pace : null;
  return html`<section class="league-course" aria-label=${words.class.course}>
    <div class="league-progress"><strong>${number(done)}</strong> <span>${games === null ? words.class.gamesSoFar : words.class.ofGames(games)}</span>
      ${games !== null && html`<progress max=${games} value=${Math.min(done, games)} aria-label=${words.class.course}></progress>`}
      <span class="quiet">${pace > 0 ? words.class.aMinute(Math.max(1, Math.round(pace))) : ""}${end ? `, ${words.class.doneAbout(clockTime(end))}` : ""}</span></div>
    ${league.halted && html`<p class="league-halted" role="status">${words.class.halted(league.halted, league.games ?? done)}</p>`}
    <ol class="league-phases">
      ${["running", "paused", "frozen", "over"].map((phase) => html`<li key=${phase} aria-current=${phase === state ? "step" : undefined}><strong>${words.class.phases[phase]}</strong><span>${words.class.phaseTexts[phase]}</span></li>`)}
    </ol>
    ${league.cups.filter((cup) => cup.ended !== null && cup.winner !== null).map((cup) => {
      const winner = league.standings.find((row) => row.number === cup.winner);
      return winner && html`<p key=${cup.number}>${cup.final ? words.class.wonFinal(nameOf(winner, league.family)) : words.class.wonCup(cup.number, nameOf(winner, league.family))}</p>`;
    })}
  </section>`;
}

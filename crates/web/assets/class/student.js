// @ts-check
// The page of an entrant: rating and its history, the latest games, faults, computers to try a bot on.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, post } from "../api.js";
import { Mini } from "../board/mini.js";
import { themeOf } from "../board/theme.js";
import { seatName } from "../board/labels.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { gameText } from "../table/names.js";
import { roundAfter } from "../table/status.js";
import { number, percent, words } from "../words/index.js";
import { Curve } from "./curve.js";
import { LeagueGames, OwnGames } from "./games.js";
import { guilty } from "./guilty.js";
import { copy } from "../together/copy.js";
import { clockTime, nameOf } from "./names.js";
import { useLeague } from "./league.js";

/** @typedef {import("./names.js").Row} Row */
/** @typedef {import("./names.js").Played} Played */
/** @typedef {{ number: number, name: string, player: string | null, games: number, share: number | null, left: number }} Baseline */
/** @typedef {{ league: import("./names.js").Listed, seats: number, time: import("./names.js").Time, entrant: Row, of: number, curve: import("./curve.js").Point[],
 *              versions: { at: number, version: string }[], games: Played[], all: number, faults: Played[], pace: number | null, baselines: Baseline[], ready: boolean,
 *              joined: number, host: boolean, yours: boolean }} Student */

/** @param {{ id: string, entrant: string, query: URLSearchParams }} props */
export function StudentPage({ id, entrant, query }) {
  const { league, error } = useLeague(id, 0);
  const [student, set] = useState(/** @type {Student | null} */ (null));
  const [problem, report] = useState(/** @type {Error | null} */ (null));
  const [failed, complain] = useState("");
  const path = `/api/leagues/${encodeURIComponent(id)}/entrants/${encodeURIComponent(entrant)}`;
  const row = league?.standings.find((one) => String(one.number) === entrant);
  // News of the league may be news here.
  const news = row ? [row.games, row.rating, row.playing, row.state, row.here, league?.done, league?.playing.length].join() : "";
  useEffect(() => {
    get(path).then(set, report);
  }, [path, news]);
  useEffect(() => {
    if (student) document.title = `${nameOf(student.entrant, student.league.family)} · ${words.brand}`;
  }, [student?.entrant.name]);
  // A person who plays is taken to the board when a game begins.
  const playing = row?.yours && row.kind === "person" ? row.playing : null;
  useEffect(() => {
    if (playing) go(`/game/${playing}`);
  }, [playing]);
  if (!student) return problem ?? error ? html`<${Problem} error=${problem ?? error} back=${{ href: `/class/${id}`, text: words.class.title }} />` : html`<p class="quiet page">${words.loading}</p>`;
  const { entrant: own, yours, host } = student;
  const mine = yours || host;
  const act = (/** @type {string} */ what, /** @type {object} */ body) =>
    post(`${path}/${what}`, body).then(
      (next) => {
        complain("");
        set(next);
      },
      (refused) => complain(refused.message),
    );
  const next = student.baselines.find(({ share }) => (share ?? 0) <= 0.5);
  const family = student.league.family;
  const called = (/** @type {number} */ one, /** @type {string} */ given) => {
    const found = league?.standings.find((other) => other.number === one);
    return found ? nameOf(found, family) : given;
  };
  if (query.has("all") && league) {
    return html`<div class="page stack" data-accent=${family}><${Heading} text=${`${student.league.name} / ${nameOf(own, family)}`} back=${`/class/${id}/${entrant}`} /><h1>${words.class.allGamesOf(nameOf(own, family))}</h1><${LeagueGames} league=${league} entrant=${own.number} /></div>`;
  }
  return html`<div class="page student" data-accent=${family}>
    <${Heading} text=${`${student.league.name} / ${nameOf(own, family)}`} back=${`/class/${id}`} />
    <div class="student-head">
      <div><h1>${nameOf(own, family)}</h1><p><span class=${`dot ${own.here ? "here" : "away"}`} aria-hidden="true"></span> ${standing(student, league)}</p></div>
      <p class="row">
        ${own.playing && html`<${Link} class="button" href=${`/game/${own.playing}`}>${words.class.watchLive}<//>`}
        ${mine && own.kind === "bot" && html`<button type="button" class="button" onClick=${() => act("rest", { resting: own.state === "playing" })}>${own.state === "playing" ? words.class.pauseBot : words.class.resumeBot}</button>`}
        ${mine && own.kind === "person" && html`<button type="button" class=${`button${student.ready ? "" : " primary"}`} onClick=${() => act("rest", { resting: student.ready })}>${student.ready ? words.class.noGame : words.class.wantGame}</button>`}
        ${mine && own.kind === "bot" && next && html`<button type="button" class="button primary" disabled=${next.left > 0} onClick=${() => act("challenge", { baseline: next.number })}>${words.class.challengeNext}</button>`}
      </p>
    </div>
    ${failed && html`<p class="error" role="alert">${failed}</p>`}
    <div class="student-left">
      <dl class="figures">
        <div><dt>${own.low === null || own.high === null ? words.class.ratingWord : words.class.ratingPlus(Math.round((own.high - own.low) / 2))}</dt><dd>${own.rating === null ? "–" : number(Math.round(own.rating))}</dd></div>
        <div><dt>${words.class.ofAll(student.of)}</dt><dd>${own.rank === null ? "–" : words.class.rank(own.rank)}</dd></div>
        <div><dt>${words.class.wonDrawnLost}</dt><dd>${own.won} · ${own.drawn} · ${own.lost}</dd></div>
        <div><dt>${words.class.ofPoints}</dt><dd>${own.games ? percent(own.points / own.games) : "–"}</dd></div>
      </dl>
      <section><h2 class="label">${words.class.curve}</h2><${Curve} curve=${student.curve} versions=${student.versions} joined=${student.games.length ? Math.min(...student.curve.map(({ at }) => at), student.games[0].begun) : student.joined} all=${own.games} /></section>
      <section><h2 class="label"><span>${words.class.lastGames}</span>${student.all > 0 && html`<${Link} href=${`/class/${id}/${entrant}?all`}>${words.class.allGames(student.all)}<//>`}</h2>
        ${student.games.length ? html`<${OwnGames} games=${student.games.slice(0, 8)} number=${own.number} called=${called} />` : html`<p class="quiet">${words.class.noGames}</p>`}</section>
    </div>
    <div class="student-right">
      ${student.faults.length > 0 && html`<${Fault} key=${student.faults[0].game} faults=${student.faults} student=${student} called=${called} again=${(/** @type {string} */ game) => act("challenge", { game })} />`}
      ${own.kind === "bot" && html`<${Baselines} student=${student} mine=${mine} next=${next} challenge=${(/** @type {number} */ baseline) => act("challenge", { baseline })} />`}
    </div>
  </div>`;
}

/** The current activity of an entrant. @param {Student} student @param {import("./names.js").League | null} league */
function standing(student, league) {
  const { entrant: own } = student;
  const game = league?.playing.find(({ game }) => game === own.playing);
  const against = game?.entrants.filter((one) => one !== own.number).map((one) => {
    const row = league?.standings.find(({ number }) => number === one);
    return row ? nameOf(row, student.league.family) : "";
  });
  const parts = [
    own.state === "failing" ? words.class.failingText : own.state === "resting" ? words.class.entrantStates.resting : own.here ? (game ? words.class.playingAgainst((against ?? []).join(", "), roundAfter(game.plies, game.entrants.length)) : words.class.connectedWord) : words.class.away,
    student.versions.length ? words.class.versionIs(student.versions[student.versions.length - 1].version) : "",
    student.pace === null ? "" : words.class.secondsMove((Math.max(10, student.pace) / 1000).toFixed(student.pace < 1000 ? 2 : 1)),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The last fault with its position. @param {{ faults: Played[], student: Student, called: (number: number, given: string) => string, again: (game: string) => void }} props */
function Fault({ faults, student, called, again }) {
  const [at, look] = useState(0);
  const fault = faults[at];
  const spot = useLoad(`/api/spot?id=${encodeURIComponent(fault.game)}`);
  const [copied, say] = useState(false);
  const view = /** @type {any} */ (spot.data)?.view;
  const seat = fault.fault?.seat ?? 1;
  const text = fault.error ?? fault.fault?.text ?? "";
  const kind = fault.fault?.kind ?? "";
  const against = fault.entrants.flatMap((one, place) => (place === seat - 1 ? [] : [called(one, fault.names[place])])).join(", ");
  return html`<section class="fault">
    <h2 class="fault-head"><svg width="13" height="12" aria-hidden="true"><path class="fault-mark" d="M6.5 0L13 12H0Z" /></svg> ${words.class.faultTitle(kind, clockTime(fault.ended))} <small>${words.class.faultWhere(against, fault.plies + 1, view ? seatName(themeOf(view), seat) : "")}</small></h2>
    <div class="fault-body">
      ${view && html`<${Mini} view=${view} size=${224} fresh=${true} label=${words.board.label(gameText(student.league.game, student.league.title))} />`}
      <div><${Said} kind=${kind} text=${text} /></div>
    </div>
    <div class="box"><p>${words.class.faultMeans[kind] ?? ""}</p>
      <p class="row">
        <button type="button" class="button small" disabled=${!spot.data} onClick=${() => copy(/** @type {any} */ (spot.data).status.position).then(say)}>${copied ? words.together.copied : words.class.copyPosition}</button>
        ${student.yours || student.host ? html`<button type="button" class="button small" onClick=${() => again(fault.game)}>${words.class.tryHere}</button>` : ""}
        ${faults.length > 1 && html`<button type="button" class="button small" onClick=${() => look((at + 1) % faults.length)}>${words.class.faultNumber(at + 1, faults.length)}</button>`}
        <${Link} href=${`/game/${fault.game}/review`}>${words.class.review}<//>
      </p></div>
  </section>`;
}

/** The output of a failed bot, with the line of its own code that failed. @param {{ kind: string, text: string }} props */
function Said({ kind, text }) {
  const found = guilty(text);
  if (!found) return html`<p>${words.class.faultTexts[kind] ?? ""}</p>${text && html`<pre class="snippet traceback">${text}</pre>`}`;
  return html`<p>${words.class.guilty}</p>
    <pre class="snippet guilty"><span class="guilty-number">${found.line}</span><code>${found.code || "…"}</code></pre>
    <p class="mono error">${found.error}</p>
    <p class="quiet">${words.class.guiltyPlace(found.file, found.line, found.within)}</p>
    <details class="fold"><summary><strong>${words.class.allSaid}</strong></summary><pre class="snippet traceback">${text}</pre></details>`;
}

/** @param {{ student: Student, mine: boolean, next: Baseline | undefined, challenge: (number: number) => void }} props */
const Baselines = ({ student, mine, next, challenge }) => html`<section class="baselines"><h2 class="label"><span>${words.class.challengeTitle}</span><span>${words.class.doesNotCount}</span></h2>
  <table class="data"><tbody>${student.baselines.map((one) => {
    const share = one.share ?? 0;
    return html`<tr key=${one.number}><th scope="row">${nameOf(one, student.league.family)}</th>
      <td><svg class="share-bar" width="112" height="12" aria-hidden="true"><rect class="share-all" width="112" height="10" y="1" /><rect class="share-own" width=${112 * share} height="10" y="1" /><line class="share-goal" x1="56" x2="56" y1="0" y2="12" /></svg></td>
      <td class="number">${one.games ? percent(share) : "–"}</td>
      <td>${one.left > 0 ? html`<span class="quiet">${words.class.toCome(one.left)}</span>` : one.games > 0 && share > 0.5 ? html`<span class="beaten">✓ ${words.class.beaten}</span>` : mine ? html`<button type="button" class=${`button small${next?.number === one.number ? " primary" : ""}`} aria-label=${words.class.challengeWho(nameOf(one, student.league.family))} onClick=${() => challenge(one.number)}>${words.class.challenge}</button>` : ""}</td></tr>`;
  })}</tbody></table></section>`;

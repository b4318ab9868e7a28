// @ts-check
// The page of a stored game.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get, persist, post, query, Refused, remove } from "../api.js";
import { themeOf } from "../board/theme.js";
import { useGame } from "../state/game.js";
import { isHost } from "../state/catalogue.js";
import { useLoad } from "../state/load.js";
import { freshSeed } from "../setup/spec.js";
import { go, Link } from "../state/route.js";
import { words } from "../words/index.js";
import { refusal } from "../words/phrases.js";
import { Actions } from "./actions.js";
import { Ask } from "./dialogs.js";
import { gameText } from "./names.js";
import { ChangePlayers } from "./players.js";
import { nextLevel, rematch, rematchText } from "./rematch.js";
import { earlyEnd, result } from "./status.js";
import { GameView, useMessage } from "./game_view.js";
import { Heading, Problem } from "../shell.js";
import { isAwaited, isMine, isShared, ownSeats, seatsSeen } from "../together/own.js";
import { isHelped, isOfClass, PupilActions } from "../together/pupil.js";
import { SharedActions, Together } from "../together/strip.js";

/** @typedef {import("../types.js").Game} Game */

/** @param {{ id: string, query: URLSearchParams }} props */
export function TablePage({ id, query: fields }) {
  const { game, error, connected, take, ask } = useGame(id);
  const asked = fields.get("ply");
  const [cursor, setCursor] = useState(/** @type {number | null} */ (asked === null ? null : Number(asked)));
  useEffect(() => setCursor(asked === null ? null : Number(asked)), [id]);
  if (!game) return error ? html`<${Problem} error=${error} />` : html`<p class="quiet page">${words.loading}</p>`;
  const at = cursor === null ? game.moves.length : Math.min(cursor, game.moves.length);
  return html`<${Table} game=${game} at=${at} setCursor=${setCursor} connected=${connected} take=${take} tell=${ask} />`;
}

/** @typedef {ReturnType<typeof useGame>["ask"]} Ask */

/** @param {{ game: Game, at: number, setCursor: (ply: number | null) => void, connected: boolean, take: (game: Game) => void, tell: Ask }} props `tell`: asks for a change */
function Table({ game, at, setCursor, connected, take, tell }) {
  const live = at === game.moves.length;
  const spot = query({ id: game.id, ply: at });
  const key = `${game.id}/${game.moves.slice(0, at).join(" ")}`;
  const said = useMessage(key);
  const past = useLoad(live ? null : `/api/spot?${spot}`, key);
  const [asking, ask] = useState("");
  const wasOver = useRef(game.over);
  const stale = useRef(game.view);
  useEffect(() => {
    // Screen readers announce the result first, and the keyboard continues from there.
    if (game.over && !wasOver.current) document.getElementById("status")?.focus({ preventScroll: true });
    wasOver.current = game.over;
  }, [game.over]);

  const view = live ? game.view : past.path === `/api/spot?${spot}${key}` && past.data ? /** @type {any} */ (past.data).view : stale.current;
  stale.current = view;
  const reached = view.ply === at;
  const shared = isShared(game);
  const [ofClass, helped] = [isOfClass(game), isHelped(game)];
  const unaided = game.counted ? words.table.counted : words.together.unaided;
  const human = (game.seats[view.to_move - 1]?.human ?? false) && isMine(game, view.to_move);
  const refused = game.counted || shared || !isHost();
  const watched = game.seats.every((seat) => !seat.human);
  const canMove = reached && view.outcome === null && (live ? human && !game.over && !game.thinking : !shared && isHost());

  const jump = (/** @type {number} */ ply) => setCursor(ply >= game.moves.length ? null : ply);
  /** @param {string} what @param {object} [body] @param {(now: Game) => boolean} [done] whether a game that has moved on since was moved by this */
  const change = async (what, body, done = () => false) => {
    try {
      await tell(what, body, persist);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      const next = await get(`/api/games/${game.id}`);
      take(next);
      // The answer may have been lost although the request was carried out.
      if (!done(next)) throw error;
    }
    setCursor(null);
  };
  const { version } = game;
  const { length } = game.moves;
  const undo = () => change("undo", { version }, (now) => now.moves.length < length);
  const redo = () => change("redo", { version }, (now) => now.moves.length > length);
  const step = () => change("step", { version }, (now) => now.moves.length > length);
  /** @param {string} move */
  const play = async (move) => {
    if (!live) {
      // In one request: a computer to move there must not move first.
      const branch = await persist(`/api/games/${game.id}/branch`, { ply: at, moves: [move] });
      go(`/game/${branch.id}`);
      return;
    }
    await change("move", { move, version }, (now) => now.moves[length] === move);
  };
  /** @param {string} [level] */
  const again = async (level) => {
    if (shared) {
      await tell("offer", { kind: "rematch" });
      return;
    }
    const next = await post("/api/games", rematch(game, freshSeed(), level));
    go(`/game/${next.id}`);
  };
  const look = themeOf(game.view);
  const end = game.over ? result(game.view, look, game.seats, earlyEnd(game)) : null;
  const stronger = end && nextLevel(game, end.winner);
  const nextGame = game.sharing?.next;
  const knownNext = useRef(nextGame);
  useEffect(() => {
    // Everybody who is there goes on to the next game together; whoever opens this one later wants to see it.
    if (nextGame && nextGame !== knownNext.current && game.over) go(`/game/${nextGame}`);
    knownNext.current = nextGame;
  }, [nextGame]);
  const canAgain = shared ? ownSeats(game).length > 0 && !game.league : isHost();
  const ending = html`<div class="row endings">
    ${game.study
      ? html`<${Link} class="button primary" href=${`/study/${encodeURIComponent(game.study)}`}>${words.table.toStudy}<//>`
      : nextGame
        ? html`<${Link} class="button primary" href=${`/game/${nextGame}`}>${words.together.nextGame}<//>`
        : canAgain && html`<button type="button" class="button primary" onClick=${() => said.attempt(again())}>${rematchText(game, look)}</button>`}
    <${Link} class="button" href=${`/game/${game.id}/review`}>${words.table.review}<//>
    ${stronger && !game.study && isHost() && html`<button type="button" class="button" onClick=${() => said.attempt(again(stronger.player))}>${words.table.tryLevel(stronger.number)}</button>`}
    ${!stronger && !ofClass && isHost() && html`<${Link} class="button" href=${`/?new=${game.family}`}>${words.table.newGame}<//>`}
  </div>`;
  const notice = !connected ? words.reconnecting : !live && past.error ? past.error.message : game.refusal ? words.table.problem(refusal(game.refusal)) : "";
  const send = (/** @type {string} */ what, /** @type {object} */ body) => said.attempt(tell(what, body));
  const act = (/** @type {() => Promise<void>} */ what) => () => said.attempt(what());
  const title = gameText(game.game, game.title);

  return html`<div class="page table-page" data-accent=${game.family}>
    <${Heading} text=${title} back=${"/"} />
    ${game.origin && html`<p class="quiet origin">${words.table.branchOf(game.origin.ply)}: <${Link} href=${`/game/${game.origin.game}?ply=${game.origin.ply}`}>${words.table.original}<//></p>`}
    <${GameView}
      view=${view}
      family=${game.family}
      title=${game.title}
      spot=${spot}
      positionKey=${key}
      players=${seatsSeen(game)}
      canMove=${canMove}
      live=${live}
      called=${live && canMove && isAwaited(game)}
      onPlay=${play}
      moves=${game.moves}
      turns=${game.view.turns}
      at=${at}
      go=${jump}
      thinking=${live && game.thinking}
      paused=${live && game.paused}
      givenUp=${live ? earlyEnd(game) : null}
      clock=${game.clock}
      said=${said}
      notice=${notice}
      retry=${live && game.problem ? act(step) : null}
      ending=${ending}
      before=${at > 0 ? query({ id: game.id, ply: at - 1 }) : null}
      strict=${!game.over && !helped && refused ? unaided : ""}
      beside=${html`<${Together} game=${game} look=${look} send=${send} />`}
      stepping=${game.over}
      explore=${isHost() ? `/explore?${query({ game: game.game, seed: game.seed, position: game.position, moves: game.moves.slice(0, at).join(" ") })}` : ""}
      moveNow=${game.counted || ofClass || !isHost() ? undefined : act(() => tell("now", {}, persist))}
      keys=${{ u: helped ? act(undo) : shared && !ofClass && ownSeats(game).length > 0 ? () => send("offer", { kind: "takeback" }) : refused ? () => said.say(unaided) : act(undo), y: !helped && refused ? () => said.say(unaided) : act(redo), ...(isHost() ? { n: () => go(`/?new=${game.family}`) } : {}), r: () => go(`/game/${game.id}/review`) }}
      actions=${(/** @type {import("./game_view.js").Tools} */ tools) => html`<${game.over ? Actions : ofClass ? PupilActions : shared ? SharedActions : Actions}
        send=${send}
        game=${game}
        watched=${watched}
        helped=${helped}
        tools=${tools}
        at=${at}
        go=${jump}
        undo=${act(undo)}
        redo=${act(redo)}
        pause=${(/** @type {boolean} */ paused) => said.attempt(change("pause", { paused }))}
        pace=${(/** @type {number} */ pace) => said.attempt(change("pause", { paused: game.paused, pace }))}
        step=${act(step)}
        resign=${() => ask("resign")}
        again=${canAgain && !nextGame ? act(() => again()) : null}
        seats=${() => ask("seats")}
        remove=${() => ask("delete")}
        share=${() => ask("share")}
      />`}
    />
    ${asking === "resign" &&
    html`<${Ask} question=${words.table.resignAsk} yes=${words.table.resign} onClose=${() => ask("")} onYes=${act(() => change("resign", { seat: resigning(game) }))} />`}
    ${asking === "seats" && html`<${ChangePlayers} game=${game} onClose=${() => ask("")} onChange=${(/** @type {string[]} */ players) => said.attempt(change("seats", { seats: players, names: game.seats.map((seat, at) => (seat.player === players[at] ? seat.name : null)) }))} />`}
    ${asking === "share" && html`<${Later} load=${() => import("../share/share.js").then((module) => module.ShareDialog)} props=${{ game, onClose: () => ask("") }} />`}
    ${asking === "delete" && html`<${Ask} question=${`${words.table.delete}?`} yes=${words.table.delete} onClose=${() => ask("")} onYes=${() => said.attempt(remove(`/api/games/${game.id}`).then(() => go("/")))} />`}
  </div>`;
}

/** A dialog that is loaded on demand. @param {{ load: () => Promise<any>, props: any }} given */
function Later({ load, props }) {
  const [draw, set] = useState(/** @type {any} */ (null));
  useEffect(() => {
    load().then((found) => set(() => found), props.onClose);
  }, []);
  return draw && html`<${draw} ...${props} />`;
}

/** Who resigns: the person to move, or the only person. @param {Game} game */
function resigning(game) {
  const own = ownSeats(game);
  if (isShared(game) && own.length > 0) return own.includes(game.view.to_move) ? game.view.to_move : own[0];
  if (game.seats[game.view.to_move - 1]?.human) return game.view.to_move;
  return game.seats.findIndex((seat) => seat.human) + 1 || game.view.to_move || 1;
}

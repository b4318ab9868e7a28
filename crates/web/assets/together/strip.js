// @ts-check
// Beside the board of a game between several devices: presence and offers.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Link } from "../state/route.js";
import { words } from "../words/index.js";
import { Group, More, Showing } from "../table/actions.js";
import { caller } from "../table/names.js";
import { abandoned, claims, isMine, isWaiting, ownSeats, span, thinker } from "./own.js";

/** @typedef {import("../types.js").Game} Game */

/** The server's clock, updated every second while a player is absent or thinks. @param {Game} game */
function useServerClock(game) {
  const [at, tick] = useState(() => Date.now());
  const [received, set] = useState({ now: 0, at: 0 });
  const told = game.sharing?.now ?? 0;
  useEffect(() => set({ now: told, at: Date.now() }), [told]);
  const runs = thinker(game) !== null || Boolean(game.sharing?.seats.some(({ away }) => away !== null));
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return received.now + Math.max(0, at - received.at);
}

/**
 * @param {{ game: Game, look: import("../board/theme.js").Theme, send: (what: string, body: object) => void }} props
 */
export function Together({ game, look, send }) {
  const now = useServerClock(game);
  const { sharing } = game;
  if (!sharing) return null;
  // Whoever watches is told of everything and asked nothing.
  const plays = ownSeats(game).length > 0;
  const name = (/** @type {number} */ seat) => caller(game.view, look, game.seats, seat);
  const here = (/** @type {number} */ seat) => (thinker(game) === seat ? words.together.thinksFor(span(now - sharing.since)) : words.together.here);
  /** @param {number} seat @param {string} how */
  const claimText = (seat, how) => (how === "win" ? words.together.claimWin : how === "open" ? words.together.claimOpen(name(seat)) : words.together.claimSeat(name(seat)));
  const others = sharing.seats.map((seat, at) => ({ ...seat, number: at + 1 })).filter(({ number, owner }) => !isMine(game, number) && owner !== "computer");
  return html`<section class="together" aria-label=${words.together.label}>
    <ul class="presence">
      ${others.map(({ number, owner, here: isHere, away, left, error }) => html`<li key=${number}>
        <span class=${`dot ${owner === "open" ? "open" : isHere ? "here" : "away"}`} aria-hidden="true"></span>
        <span>${game.seats[number - 1].name ?? name(number)}: ${left ? words.together.left : owner === "open" ? words.together.waiting : isHere ? here(number) : words.together.awayFor(span(now - (away ?? now)))}</span>
        ${error && html`<details class="bot-error"><summary>${words.together.botError}</summary><pre>${error}</pre></details>`}
      </li>`)}
      ${sharing.watching > 0 && html`<li><span class="eye" aria-hidden="true">◉</span><span>${words.together.watching(sharing.watching)}</span></li>`}
    </ul>
    ${game.league && html`<p><${Link} href=${`/class/${game.league}`}>${words.class.toLeague}<//></p>`}
    ${isWaiting(game) && sharing.host && html`<p><${Link} class="button" href=${`/game/${game.id}/invite`}>${words.together.showLink}<//></p>`}
    ${sharing.offers.map(({ kind, by, asks_you: asked }) => html`<div class="offer" key=${kind} role="group" aria-label=${words.together.offers[kind](name(by))}>
      <p>${asked || !plays ? words.together.offers[kind](game.seats[by - 1]?.name ?? name(by)) : words.together.offered[kind]}</p>
      ${plays &&
      html`<p class="row">
        ${asked && html`<button type="button" class="button primary" onClick=${() => send("offer", { kind })}>${words.together.agree}</button>`}
        <button type="button" class="button" onClick=${() => send("decline", { kind })}>${asked ? words.together.decline : words.together.withdraw}</button>
      </p>`}
    </div>`)}
    ${(sharing.claims ?? []).map(({ seat, how, by, asks_you: asked }) => html`<div class="offer" key=${`${seat}${how}`} role="group" aria-label=${words.together.claims[how](name(by), name(seat))}>
      <p>${asked || !plays ? words.together.claims[how](game.seats[by - 1]?.name ?? name(by), name(seat)) : words.together.claimWaits}</p>
      ${asked && html`<p class="row"><button type="button" class="button primary" onClick=${() => send("claim", { seat, how })}>${words.together.agree}</button></p>`}
    </div>`)}
    ${plays && abandoned(game, now).map((seat) => html`<p key=${seat} class="row">${claims(game).map((how) => html`<button key=${how} type="button" class="button" onClick=${() => send("claim", { seat, how })}>${claimText(seat, how)}</button>`)}</p>`)}
  </section>`;
}

/** The row of buttons for games on several devices. @param {{ game: Game, tools: import("../table/game_view.js").Tools, send: (what: string, body: object) => void, resign: () => void }} props */
export const SharedActions = ({ game, tools, send, resign }) => html`<div class="actions full">
  ${ownSeats(game).length > 0 &&
  html`<button type="button" class="button" disabled=${game.moves.length === 0} onClick=${() => send("offer", { kind: "takeback" })}>${words.together.takeback}</button>
    ${game.seats.length === 2 && html`<button type="button" class="button" onClick=${() => send("offer", { kind: "draw" })}>${words.together.draw}</button>`}
    <button type="button" class="button" onClick=${resign}>${words.table.resign}</button>`}
  <${More}>
    <${Group} title=${words.table.groups.game}>
      ${game.sharing?.host && html`<${Link} href=${`/game/${game.id}/invite`}>${words.together.invite}<//>`}
      <${Link} href=${`/rules/${game.family}`}>${words.table.rules}<//>
    <//>
    <${Showing} tools=${tools} canMove=${tools.canMove} />
  <//>
</div>`;

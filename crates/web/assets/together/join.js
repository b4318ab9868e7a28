// @ts-check
// Behind an invitation's link: what it is for, and the guest's name.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, post } from "../api.js";
import { botToken, claim, EnterLeague } from "../class/enter.js";
import { Mini } from "../board/mini.js";
import { themeOf } from "../board/theme.js";
import { Heading, Problem } from "../shell.js";
import { EnterClass } from "../study/enter.js";
import { go } from "../state/route.js";
import { recall, remember } from "../state/settings.js";
import { caller, gameText } from "../table/names.js";
import { words } from "../words/index.js";

/** @typedef {{ game: string, watch: boolean, free: boolean, seat: number | null, yours: boolean, view: import("../types.js").Game, league?: import("../class/names.js").Listed, member?: boolean,
 *              class?: { id: string, name: string, games: number }, study?: string | null }} Invited `league`, `class`: where the code is that of one */

/** @param {{ code: string }} props */
export function JoinPage({ code }) {
  const [invited, set] = useState(/** @type {Invited | null} */ (null));
  const [error, fail] = useState(/** @type {Error | null} */ (null));
  const [name, setName] = useState(() => recall("name", ""));
  const [problem, report] = useState("");
  const [busy, wait] = useState(false);
  const address = `/api/invitations/${encodeURIComponent(code)}`;
  useEffect(() => {
    get(address).then((found) => {
      if (found.class) return found.study ? go(`/study/${encodeURIComponent(found.study)}`, true) : set(found);
      if (!found.league) return found.yours ? go(`/game/${found.game}`, true) : set(found);
      const token = botToken();
      if (!found.member) return set(found);
      return token ? claim(found.league.id, token).catch(fail) : go(`/class/${found.league.id}`, true);
    }, fail);
    document.title = `${words.together.invited} · ${words.brand}`;
  }, [code]);
  if (error) return html`<${Problem} error=${error} />`;
  if (!invited) return html`<p class="quiet page">${words.loading}</p>`;
  if (invited.class) return html`<${EnterClass} code=${code} to=${invited.class} />`;
  if (invited.league) return html`<${EnterLeague} code=${code} league=${invited.league} />`;
  const game = invited.view;
  const look = themeOf(game.view);
  const plays = invited.free && invited.seat !== null;
  /** @param {Event} event */
  const enter = async (event) => {
    event.preventDefault();
    wait(true);
    report("");
    try {
      await post(`${address}/accept`, name.trim() || plays ? { name: name.trim() } : {});
      remember("name", name.trim());
      go(`/game/${invited.game}`, true);
    } catch (failed) {
      report(/** @type {Error} */ (failed).message);
      wait(false);
    }
  };
  return html`<div class="page join" data-accent=${game.family}>
    <${Heading} text=${words.together.invited} />
    <form class="join-form" onSubmit=${enter}>
      <h1>${gameText(game.game, game.title)}</h1>
      <p>${plays ? words.together.youPlay(caller(game.view, look, game.seats, invited.seat ?? 1)) : words.together.youWatch}</p>
      <div class="field"><label for="own-name">${words.together.yourName}</label><input id="own-name" maxlength="40" autocomplete="nickname" required=${plays} value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="row"><button class="button primary large" disabled=${busy}>${plays ? words.together.play : words.together.watch}</button></p>
    </form>
    <div class="join-board"><${Mini} view=${game.view} size=${320} label=${words.board.label(gameText(game.game, game.title))} /></div>
  </div>`;
}

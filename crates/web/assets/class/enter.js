// @ts-check
// Behind the code of a league: enter a name to join. A bot's own link includes its token.
import { html, useState } from "../vendor/preact.js";
import { post } from "../api.js";
import { Heading } from "../shell.js";
import { go } from "../state/route.js";
import { recall, remember } from "../state/settings.js";
import { gameText } from "../table/names.js";
import { words } from "../words/index.js";

/** The bot's token in the address, which is never sent to a server. */
export const botToken = () => /^#bot=(\w+)$/.exec(location.hash)?.[1] ?? null;

/** Makes the holder of a bot's token its owner, and opens its page. @param {string} league @param {string} token */
export async function claim(league, token) {
  const { number } = await post(`/api/leagues/${league}/claim`, { token });
  go(`/class/${league}/${number}`, true);
}

/** @param {{ code: string, league: import("./names.js").Listed }} props */
export function EnterLeague({ code, league }) {
  const [name, setName] = useState(() => recall("name", ""));
  const [problem, report] = useState("");
  const token = botToken();
  /** @param {Event} event */
  const enter = async (event) => {
    event.preventDefault();
    report("");
    try {
      await post(`/api/invitations/${encodeURIComponent(code)}/accept`, { name: name.trim() });
      remember("name", name.trim());
      if (token) await claim(league.id, token);
      else go(`/class/${league.id}`, true);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  return html`<div class="page join">
    <${Heading} text=${words.class.title} />
    <form class="join-form" onSubmit=${enter}>
      <h1>${league.name}</h1>
      <p>${gameText(league.game, league.title)}, ${words.class.connected(league.connected, league.entrants)}</p>
      <div class="field"><label for="own-name">${words.together.yourName}</label><input id="own-name" maxlength="40" autocomplete="nickname" required value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="row"><button class="button primary large">${words.class.enter}</button></p>
    </form>
  </div>`;
}

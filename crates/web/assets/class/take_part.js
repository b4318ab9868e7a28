// @ts-check
// For members of a league: add a bot, or play in person.
import { html, useState } from "../vendor/preact.js";
import { post } from "../api.js";
import { Link } from "../state/route.js";
import { recall } from "../state/settings.js";
import { words } from "../words/index.js";
import { nameOf } from "./names.js";
import { Snippet } from "./playing.js";

/** @param {{ league: import("./names.js").League, code: import("./playing.js").JoinCode | null, open: (entrant: number) => void }} props `code`: how one joins, which says where the server is */
export function TakePart({ league, code, open }) {
  const [name, setName] = useState(() => recall("name", ""));
  const [problem, report] = useState("");
  const [made, keep] = useState(/** @type {{ number: number, token: string } | null} */ (null));
  const own = league.standings.filter((row) => row.yours);
  const join = async (/** @type {"bot" | "person"} */ as) => {
    report("");
    try {
      const joined = await post(`/api/leagues/${league.id}/join`, { name: name.trim(), as });
      if (joined.token) keep(joined);
      else open(joined.number);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  const command = made && code ? `ninefold bot connect ${code.server} "cmd(./my-bot)" --token ${made.token}` : "";
  return html`<section class="take-part">
    <h2>${words.class.yours}</h2>
    ${own.map((row) => html`<p key=${row.number}><${Link} class="button" href=${`/class/${league.id}/${row.number}`}>${nameOf(row, league.family)}: ${words.class.toPage}<//></p>`)}
    ${made &&
    html`<div class="box good"><p class="box-head">${words.class.tokenOnce}</p><${Snippet} text=${command} />
      <p class="row"><${Link} href=${`/class/${league.id}/${made.number}`}>${words.class.toPage}<//></p></div>`}
    ${league.state !== "frozen" &&
    league.state !== "over" &&
    html`<form class="stack" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <div class="field"><label for="take-name">${words.class.nameThere}</label><input id="take-name" maxlength="40" required value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="row"><button type="button" class="button primary" onClick=${() => join("bot")}>${words.class.makeBot}</button><button type="button" class="button" onClick=${() => join("person")}>${words.class.playMyself}</button></p>
    </form>`}
  </section>`;
}

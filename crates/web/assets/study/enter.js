// @ts-check
// Behind the code of a class: enter a name to get the plan.
import { html, useState } from "../vendor/preact.js";
import { post } from "../api.js";
import { Heading } from "../shell.js";
import { go } from "../state/route.js";
import { recall, remember } from "../state/settings.js";
import { words } from "../words/index.js";

/** @param {{ code: string, to: { id: string, name: string, games: number } }} props `to`: what the code opens */
export function EnterClass({ code, to }) {
  const [name, setName] = useState(() => recall("name", ""));
  const [problem, report] = useState("");
  /** @param {Event} event */
  const enter = async (event) => {
    event.preventDefault();
    report("");
    try {
      const joined = await post(`/api/invitations/${encodeURIComponent(code)}/accept`, { name: name.trim() });
      remember("name", name.trim());
      go(`/study/${encodeURIComponent(joined.study)}`, true);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
  };
  return html`<div class="page join">
    <${Heading} text=${words.study.title} />
    <form class="join-form" onSubmit=${enter}>
      <h1>${to.name}</h1>
      <p>${words.study.joinText(to.games)}</p>
      <div class="field"><label for="own-name">${words.together.yourName}</label><input id="own-name" maxlength="40" autocomplete="nickname" required value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></div>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
      <p class="row"><button class="button primary large">${words.class.enter}</button></p>
    </form>
  </div>`;
}

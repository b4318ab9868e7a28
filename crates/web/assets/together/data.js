// @ts-check
// Personal data: export and deletion. A guest's own, and for the host everybody's.
import { html, useState } from "../vendor/preact.js";
import { get, remove } from "../api.js";
import { day, words } from "../words/index.js";

/** @typedef {{ id: string, kind: "guest" | "bot", name: string, created: number, owner: string | null }} Person */

/** The stored data of the reader, who is a guest. */
export function OwnData() {
  const [gone, forget] = useState(false);
  const [problem, report] = useState("");
  const sure = () => confirm(words.data.forgetMeSure) && remove("/api/me/data").then(() => forget(true), (/** @type {Error} */ error) => report(error.message));
  if (gone) return html`<p class="box good" role="status">${words.data.forgotten}</p>`;
  return html`<section class="own-data"><h2 class="label">${words.data.yours}</h2><p class="field-help">${words.data.yoursText}</p>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    <p class="row"><a class="button small" href="/api/me/data" download="person.json">${words.data.save}</a><button type="button" class="button small" onClick=${sure}>${words.data.forgetMe}</button></p></section>`;
}

/** All guests, for the host. */
export function People() {
  const [people, set] = useState(/** @type {Person[] | null} */ (null));
  const [problem, report] = useState("");
  const complain = (/** @type {Error} */ error) => report(error.message);
  const load = () => get("/api/people").then((found) => set(found.people), complain);
  const forget = (/** @type {Person} */ person) => confirm(words.data.forgetSure(person.name || words.data.nameless)) && remove(`/api/people/${person.id}`).then(load, complain);
  return html`<details class="fold people" onToggle=${(/** @type {any} */ event) => event.target.open && load()}>
    <summary><strong>${words.data.people}</strong><span>${words.data.peopleText}</span></summary>
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    ${people && people.length === 0 && html`<p class="quiet">${words.data.nobody}</p>`}
    ${people &&
    people.length > 0 &&
    html`<div class="scroller" tabindex="0" role="group" aria-label=${words.data.people}><table class="data"><tbody>
      ${people.map((person) => html`<tr key=${person.id}>
        <th scope="row">${person.name || html`<span class="quiet">${words.data.nameless}</span>`}</th>
        <td class="quiet">${words.data.kinds[person.kind]}, ${day(person.created)}</td>
        <td><span class="row"><a class="link" href=${`/api/people/${person.id}`} download="person.json" aria-label=${words.data.saveWho(person.name || words.data.nameless)}>${words.data.save}</a>
          <button type="button" class="link" aria-label=${words.data.forgetWho(person.name || words.data.nameless)} onClick=${() => forget(person)}>${words.data.forget}</button></span></td></tr>`)}
    </tbody></table></div>`}
  </details>`;
}

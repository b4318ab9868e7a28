// @ts-check
// What surrounds every page: the wordmark, the four places to go, the language.
import { html } from "./vendor/preact.js";
import { Unreachable } from "./api.js";
import { Link } from "./state/route.js";
import { language, languages, switchLanguage, words } from "./words/index.js";

const Wordmark = () => html`<${Link} href="/" class="wordmark">
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
    ${[2.5, 11, 19.5].flatMap((y) => [2.5, 11, 19.5].map((x) => html`<circle class=${x === 11 && y === 11 ? "middle" : ""} cx=${x} cy=${y} r=${x === 11 && y === 11 ? 2 : 2.4} />`))}
  </svg>
  <span>${words.brand}</span>
<//>`;

/** @type {[string, "games" | "lab" | "study" | "about", RegExp][]} */
const PLACES = [
  ["/", "games", /^\/($|game|spot|rules|editor)/],
  ["/lab", "lab", /^\/lab/],
  ["/study", "study", /^\/study/],
  ["/about", "about", /^\/about/],
];

/** @param {{ path: string, children?: any }} props */
export const Shell = ({ path, children }) => html`<a class="skip" href="#content">${words.skip}</a>
  <header class="top">
    <${Wordmark} />
    <nav aria-label=${words.menu}>
      ${PLACES.map(([href, name, pattern]) => html`<${Link} key=${name} href=${href} aria-current=${pattern.test(path) ? "page" : undefined}>${words.nav[name]}<//>`)}
    </nav>
  </header>
  <main id="content" tabindex="-1">${children}</main>
  <footer class="foot">
    <span>${words.foot}</span>
    <label>${words.language}
      <select onChange=${(/** @type {any} */ event) => switchLanguage(event.target.value)}>
        ${languages().map(({ code, name }) => html`<option value=${code} selected=${code === language} lang=${code}>${name}</option>`)}
      </select></label
    >
  </footer>`;

/** The name of what is on the page, beside the wordmark. @param {{ text: string, back?: string }} props */
export const Heading = ({ text, back = "/" }) => html`<p class="crumb"><${Link} href=${back} class="crumb-back" aria-label=${words.back}>‹<//><span>${text}</span></p>`;

/** Something went wrong, and what to do next. @param {{ error: Error }} props */
export const Problem = ({ error }) => html`<div class="page problem">
  <h1>${error instanceof Unreachable ? words.unreachable : error.message}</h1>
  <p><${Link} class="button" href="/">${words.goHome}<//></p>
</div>`;

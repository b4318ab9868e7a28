// @ts-check
// The frame of every page: the wordmark, the navigation, the settings.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { Unreachable } from "./api.js";
import { Menu } from "./menu.js";
import { isHost } from "./state/catalogue.js";
import { Link } from "./state/route.js";
import { words } from "./words/index.js";

const Wordmark = () => html`<${Link} href="/" class="wordmark">
  <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
    ${[2.5, 11, 19.5].flatMap((y) => [2.5, 11, 19.5].map((x) => html`<circle class=${x === 11 && y === 11 ? "middle" : ""} cx=${x} cy=${y} r=${x === 11 && y === 11 ? 2 : 2.4} />`))}
  </svg>
  <span>${words.brand}</span>
<//>`;

/** The navigation links: address, name, and the addresses that belong to each. @type {[string, "play" | "learn" | "puzzles" | "study" | "lab" | "class", RegExp][]} */
const PLACES = [
  ["/", "play", /^\/($|game|rules)/],
  ["/learn", "learn", /^\/learn/],
  ["/puzzles", "puzzles", /^\/puzzles/],
  ["/study", "study", /^\/(study|spot|editor|explore|worksheet)/],
  ["/lab", "lab", /^\/lab/],
  ["/class", "class", /^\/class/],
];

/** @param {{ path: string, children?: any }} props */
export function Shell({ path, children }) {
  const [open, show] = useState(false);
  // Loaded when opened.
  const [Settings, draw] = useState(/** @type {any} */ (null));
  useEffect(() => show(false), [path]);
  const places = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // Titles are cut where the navigation begins.
    const watch = new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--nav", `${/** @type {HTMLElement} */ (target).offsetWidth}px`));
    if (places.current) watch.observe(places.current);
    return () => watch.disconnect();
  }, []);
  return html`<a class="skip" href="#content">${words.skip}</a>
    <header class=${`top${open ? " open" : ""}`} onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && show(false)}>
      <${Wordmark} />
      <button type="button" class="site-menu" aria-expanded=${open ? "true" : "false"} onClick=${() => show(!open)}>${words.menu}</button>
      <nav aria-label=${words.menu} ref=${places}>
        ${PLACES.filter(([, name]) => name !== "lab" || isHost()).map(([href, name, pattern]) => html`<${Link} key=${name} href=${href} aria-current=${pattern.test(path) ? "page" : undefined}>${words.nav[name]}<//>`)}
        <${Menu} className="settings" button="" label=${words.settings.title} closing=".nothing" onOpen=${() => import("./settings.js").then((module) => draw(() => module.Settings), () => {})}>${Settings && html`<${Settings} />`}<//>
      </nav>
    </header>
    <main id="content" tabindex="-1">${children}</main>`;
}

/** The name of what is on the page, beside the wordmark. @param {{ text: string, back?: string }} props */
export const Heading = ({ text, back = "/" }) => html`<p class="crumb"><${Link} href=${back} class="crumb-back" aria-label=${words.back}>‹<//><span>${text}</span></p>`;

/** An error, and what to do next. @param {{ error: Error, again?: () => void, back?: { href: string, text: string } }} props */
export const Problem = ({ error, again, back = { href: "/", text: words.goHome } }) => html`<div class="page problem">
  <h1>${error instanceof Unreachable ? words.unreachable : error.message}</h1>
  <p class="row">${again && html`<button type="button" class="button primary" onClick=${again}>${words.tryAgain}</button>`}<${Link} class="button" href=${back.href}>${back.text}<//></p>
</div>`;

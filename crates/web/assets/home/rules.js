// @ts-check
// The rules of a game, as its folder tells them.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { query } from "../api.js";
import { Mini } from "../board/mini.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { familyOf } from "../state/catalogue.js";
import { Link } from "../state/route.js";
import { familyText } from "../table/names.js";
import { language, words } from "../words/index.js";

/** @param {{ family: string }} props */
export function RulesPage({ family }) {
  const loaded = useLoad(`/api/rules/${encodeURIComponent(family)}`);
  const rules = /** @type {{ title: string, html: string } | null} */ (/** @type {any} */ (loaded.data));
  const title = familyText(family, rules?.title);
  const text = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (text.current && rules) text.current.innerHTML = rules.html;
    if (rules) document.title = `${words.home.rules}: ${title} · ${words.brand}`;
  }, [rules]);
  const sample = useLoad(`/api/spot?${query(familyOf(family)?.sample ?? { game: family })}`);
  const view = /** @type {any} */ (sample.data)?.view;
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  return html`<div class="page" data-accent=${family}>
    <${Heading} text=${`${title}: ${words.home.rules}`} />
    <div class="rules">
      <div>${language !== "en" && html`<p class="quiet">${words.home.rulesEnglish}</p>`}<article class="prose" lang="en" ref=${text}></article></div>
      <aside class="rules-side" aria-label=${words.home.play}>
        ${view && html`<${Mini} view=${view} size=${300} label=${words.board.label(title)} />`}
        <p><${Link} class="button primary" href=${`/?new=${family}`}>${words.home.play}<//></p>
      </aside>
    </div>
  </div>`;
}

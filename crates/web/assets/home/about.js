// @ts-check
// What Ninefold is, and what it is made of.
import { html, useEffect } from "../vendor/preact.js";
import { useCatalogue } from "../state/load.js";
import { familyText } from "../table/names.js";
import { filled, said, words } from "../words/index.js";

export function AboutPage() {
  const catalogue = useCatalogue();
  useEffect(() => {
    document.title = `${words.nav.about} · ${words.brand}`;
  }, []);
  return html`<div class="page"><article class="prose">
    <h1>${words.about.title}</h1>
    ${words.about.text.map((paragraph) => html`<p>${filled(paragraph, [(catalogue?.games ?? []).map((game) => familyText(game.id)).join(", ")])}</p>`)}
    <h2>${words.about.players}</h2>
    <div class="scroller" tabindex="0" role="group" aria-label=${words.about.players}><table class="data"><tbody>
      ${(catalogue?.players ?? []).map((player) => html`<tr><td><code>${player.id}</code></td><td class="wrap">${said(player.summary)}</td></tr>`)}
    </tbody></table></div>
    <h2>${words.about.made}</h2>
    <p>${words.about.vendor}</p>
    <p class="quiet">${words.brand} ${catalogue?.version ?? ""}</p>
  </article></div>`;
}

// @ts-check
// About Ninefold, and its components.
import { html, useEffect } from "../vendor/preact.js";
import { useCatalogue } from "../state/load.js";
import { familyText } from "../table/names.js";
import { filled, said, words } from "../words/index.js";

/** The papers behind Ninefold, with their own titles. */
const PAPERS = [
  { title: "A.I. in Nine Men's Morris", authors: "Bernardo Barbosa, Duarte Carvalho, Joao Sa", where: "porto" },
  { title: "Nine Men's Morris: Evaluation Functions", authors: "Simona-Alexandra Petcu, Stefan Holban", where: "timisoara" },
  { title: "3-6-9: Prolog Game", authors: "Ahmed Hassan, Omar Samir, Tho Vo", where: "prolog" },
  { title: "Modelling and implementation of 9tka game with Max^N algorithm", authors: "Dina Stefani, Frederikus J., Irene Astuti Lazarusli, Samuel Lukas, Petrus Widjaja", where: "nine" },
  { title: "M,n,k-games solver", authors: "", where: "course" },
];

/** Publications whose results the exact values confirm. */
const KNOWN = [
  { what: "morris", who: "Ralph Gasser" },
  { what: "gomoku", who: "Victor Allis" },
  { what: "connect", who: "James D. Allen, Victor Allis" },
];

export function AboutPage() {
  const catalogue = useCatalogue();
  useEffect(() => {
    document.title = `${words.nav.about} · ${words.brand}`;
  }, []);
  return html`<div class="page"><article class="prose">
    <h1>${words.about.title}</h1>
    ${words.about.text.map((paragraph) => html`<p>${filled(paragraph, [(catalogue?.games ?? []).map((game) => familyText(game.id)).join(", ")])}</p>`)}
    <h2>${words.about.papers}</h2>
    <p>${words.about.papersText}</p>
    <ul class="papers">${PAPERS.map(({ title, authors, where }) => html`<li><cite lang="en">${title}</cite><br />${authors || words.about.unnamed}${where && `. ${words.about.places[/** @type {keyof typeof words.about.places} */ (where)]}`}</li>`)}</ul>
    <p>${words.about.knowledge}</p>
    <ul class="papers">${KNOWN.map(({ what, who }) => html`<li>${who}: ${words.about.known[/** @type {keyof typeof words.about.known} */ (what)]}</li>`)}</ul>
    <h2>${words.about.players}</h2>
    <div class="scroller" tabindex="0" role="group" aria-label=${words.about.players}><table class="data"><tbody>
      ${(catalogue?.players ?? []).map((player) => html`<tr><td><code>${player.id}</code></td><td class="wrap">${said(player.summary)}</td></tr>`)}
    </tbody></table></div>
    <h2>${words.about.made}</h2>
    <p>${words.about.vendor}</p>
    <p class="quiet">${words.brand} ${catalogue?.version ?? ""}</p>
  </article></div>`;
}

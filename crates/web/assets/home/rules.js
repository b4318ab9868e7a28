// @ts-check
// The rules of a game: in pictures, in the reader's language, and then in full, from the game's folder.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { query } from "../api.js";
import { Lines, WinningLines } from "../board/marks.js";
import { Mini } from "../board/mini.js";
import { Arrows } from "../board/signs.js";
import { pathOf } from "../board/turn.js";
import { Guarded } from "../guarded.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { familyOf, isHost } from "../state/catalogue.js";
import { Link } from "../state/route.js";
import { isWanted } from "../learn/lesson.js";
import { familyText, moveText } from "../table/names.js";
import { language, said, words } from "../words/index.js";

/** Terminal identifiers that a reader of the page never sees. */
const REASON = /^[a-z]+(_[a-z0-9]+)*$/;

/** The heading of the terminal section, in every language of the rules. */
const TERMINAL = ["For the terminal", "Für das Terminal"];

/** Folds the terminal section: how games, positions and moves are typed. @param {HTMLElement} page */
function fold(page) {
  for (const head of page.querySelectorAll("h2")) {
    if (!TERMINAL.includes(head.textContent ?? "")) continue;
    const part = Object.assign(document.createElement("details"), { className: "fold terminal" });
    const name = Object.assign(document.createElement("strong"), { textContent: head.textContent });
    const inside = document.createElement("div");
    while (head.nextElementSibling && head.nextElementSibling.tagName !== "H2") inside.append(head.nextElementSibling);
    part.append(document.createElement("summary"), inside);
    part.firstElementChild?.append(name);
    head.replaceWith(part);
  }
}

/** Adapts a rules page: no text board where one is drawn, no names of reasons, nothing that only a mouse can scroll. @param {HTMLElement} page @param {boolean} drawn */
function tidy(page, drawn) {
  if (drawn) page.querySelector("pre")?.remove();
  fold(page);
  for (const code of page.querySelectorAll("li > code:first-child")) {
    const rest = code.nextSibling;
    if (!REASON.test(code.textContent ?? "") || !rest?.textContent?.startsWith(": ")) continue;
    const sentence = rest.textContent.slice(2);
    rest.textContent = sentence.charAt(0).toUpperCase() + sentence.slice(1);
    code.remove();
  }
  for (const wide of page.querySelectorAll("pre, table")) {
    wide.setAttribute("tabindex", "0");
    wide.setAttribute("role", "group");
    wide.setAttribute("aria-label", wide.closest("article")?.querySelector("h1")?.textContent ?? "");
  }
}

/** @param {{ family: string }} props */
export function RulesPage({ family }) {
  const loaded = useLoad(`/api/rules/${encodeURIComponent(family)}?${query({ language })}`);
  const kind = familyOf(family);
  const lesson = useLoad(kind?.lesson ? `/api/lessons/${encodeURIComponent(family)}` : null);
  const steps = /** @type {import("../learn/lesson.js").LessonStep[]} */ (/** @type {any} */ (lesson.data) ?? []);
  const rules = /** @type {{ title: string, html: string, language: string } | null} */ (/** @type {any} */ (loaded.data));
  const title = familyText(family, rules?.title);
  const text = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (text.current && rules) {
      text.current.innerHTML = rules.html;
      tidy(text.current, Boolean(kind?.lesson));
    }
    if (rules) document.title = `${words.home.rules}: ${title} · ${words.brand}`;
  }, [rules]);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  const own = rules ? rules.language === language : true;
  const whole = html`<article class="prose" lang=${rules?.language ?? language} ref=${text}></article>`;
  return html`<div class="page" data-accent=${family}>
    <${Heading} text=${`${title}: ${words.home.rules}`} />
    <div class="rules">
      <div class="stack">
        <h1>${title}</h1>
        ${steps.length > 0 && html`<ol class="rule-pictures">${steps.filter((step) => !step.play).map((step, at) => html`<li key=${at}><${Guarded}><${Rule} step=${step} usual=${kind?.usual ?? family} /><//></li>`)}</ol>`}
        ${own ? whole : html`<details class="fold" open=${steps.length === 0}><summary><strong>${words.home.rulesInFull}</strong><span>${words.home.rulesEnglish}</span></summary>${whole}</details>`}
      </div>
      <aside class="rules-side" aria-label=${words.home.play}>
        <p class="row">${isHost() && html`<${Link} class="button primary" href=${`/?new=${family}`}>${words.home.play}<//>`}${kind?.lesson ? html`<${Link} class="button" href=${`/learn/${family}`}>${words.nav.learn}<//>` : null}</p>
      </aside>
    </div>
  </div>`;
}

/** One rule, with its board and the move that demonstrates it. @param {{ step: import("../learn/lesson.js").LessonStep, usual: string }} props */
function Rule({ step, usual }) {
  const about = useLoad(`/api/spot?${query({ game: step.game ?? usual, seed: step.seed, position: step.position })}`);
  const spot = /** @type {import("../types.js").Spot | null} */ (/** @type {any} */ (about.data));
  const turn = step.turns?.[0];
  const moves = turn?.moves ? (spot?.view.legal ?? []).filter(({ text }) => isWanted(turn, text)) : [];
  const [move] = moves;
  const marks = spot?.previews?.find((one) => one.move === move?.text)?.marks ?? [];
  return html`<div class="rule-picture">${spot && html`<${Mini} view=${spot.view} size=${180} label=${move ? words.home.ruleMove(said(step.title), moveText(move.text)) : said(step.title)} over=${move ? drawn(moves, marks) : undefined} />`}</div>
    <div><h2>${said(step.title)}</h2><p>${said(step.rule ?? step.text)}</p></div>`;
}

/** Draws the effects of moves: the paths of their pieces, the lines that the first closes, and captures. @param {import("../types.js").LegalMove[]} moves @param {import("../types.js").Mark[]} marks */
const drawn = (moves, marks) => (/** @type {import("../board/geometry.js").Geometry} */ g, /** @type {import("../board/theme.js").Theme} */ look) => html`
  <${Lines} marks=${marks} g=${g} fresh=${new Set()} preview=${true} />
  <${WinningLines} marks=${marks} g=${g} look=${look} />
  <${Arrows} arrows=${[...new Map(moves.map((move) => [`${pathOf(move).from} ${pathOf(move).to}`, { ...pathOf(move), kind: /** @type {const} */ ("better"), strong: false }])).values()]} g=${g} />
  ${moves[0].steps.filter(({ action }) => action === "take").map(({ site }) => html`<path class="rule-taken" d=${`M${g.at[site].x - g.radius} ${g.at[site].y - g.radius}l${2 * g.radius} ${2 * g.radius}m0 ${-2 * g.radius}l${-2 * g.radius} ${2 * g.radius}`} />`)}`;

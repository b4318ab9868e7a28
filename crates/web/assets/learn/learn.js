// @ts-check
// Choosing a game to learn, with the progress in its lesson.
import { html, useEffect } from "../vendor/preact.js";
import { Mini } from "../board/mini.js";
import { Guarded } from "../guarded.js";
import { useCatalogue, useSample } from "../state/load.js";
import { Link } from "../state/route.js";
import { familyText } from "../table/names.js";
import { said, words } from "../words/index.js";
import { LessonPage } from "./step.js";
import { stepsDone } from "./lesson.js";

/** @param {{ family: string | null, query: URLSearchParams }} props */
export const LearnPage = ({ family, query: fields }) => (family ? html`<${LessonPage} key=${family} family=${family} query=${fields} />` : html`<${AllLessons} />`);

function AllLessons() {
  const games = (useCatalogue()?.games ?? []).filter((game) => game.lesson);
  useEffect(() => {
    document.title = `${words.nav.learn} · ${words.brand}`;
  }, []);
  return html`<div class="page home learn-list">
    <div><h1>${words.learn.title}</h1><p class="quiet">${words.learn.intro}</p></div>
    <div class="cards">${games.map((game) => html`<${Guarded} key=${game.id}><${Card} game=${game} /><//>`)}</div>
  </div>`;
}

/** @param {{ game: import("../types.js").Family }} props */
function Card({ game }) {
  const view = useSample(game);
  const title = familyText(game.id);
  const [done, all] = [Math.min(stepsDone(game.id), game.lesson ?? 0), game.lesson ?? 0];
  return html`<article class="card" data-accent=${game.id}>
    <div class="card-board">${view && html`<${Mini} view=${view} label=${words.board.label(title)} />`}</div>
    <h2>${title}</h2>
    <p>${said(game.blurb || game.summary)}</p>
    <p class="quiet">${done === 0 ? words.learn.steps(all) : done < all ? words.learn.reached(done, all) : words.learn.finished}</p>
    <p class="row"><${Link} class="button primary" href=${`/learn/${game.id}`} aria-label=${`${words.nav.learn}: ${title}`}>${done === 0 ? words.nav.learn : done < all ? words.learn.goOn : words.learn.again}<//><${Link} href=${`/rules/${game.id}`} aria-label=${`${words.home.rules}: ${title}`}>${words.home.rules}<//></p>
  </article>`;
}

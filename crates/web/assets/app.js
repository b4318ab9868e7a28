// @ts-check
// Which page belongs to which address.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { Shell, Problem } from "./shell.js";
import { HomePage } from "./home/home.js";
import { SetupPage } from "./setup/setup.js";
import { TablePage } from "./table/table.js";
import { get } from "./api.js";
import { Guarded } from "./guarded.js";
import { askForCatalogue } from "./state/catalogue.js";
import { useArrival, useRoute } from "./state/route.js";
import { chooseLanguage, words } from "./words/index.js";

/** Pages that are fetched when somebody goes there. @type {Record<string, () => Promise<any>>} */
const LATER = {
  review: async () => (await import("./review/review.js")).ReviewPage,
  spot: async () => (await import("./table/spot.js")).SpotPage,
  tree: async () => (await import("./tree/tree.js")).TreePage,
  editor: async () => (await import("./editor/editor.js")).EditorPage,
  games: async () => (await import("./home/games.js")).GamesPage,
  rules: async () => (await import("./home/rules.js")).RulesPage,
  lab: async () => (await import("./lab/lab.js")).LabPage,
  run: async () => (await import("./lab/run.js")).RunPage,
  study: async () => (await import("./study/study.js")).StudyPage,
  about: async () => (await import("./home/about.js")).AboutPage,
};

/** @param {{ name: string, props: any }} given */
function Later({ name, props }) {
  const [page, set] = useState(/** @type {{ name: string, draw: any, error: Error | null }} */ ({ name: "", draw: null, error: null }));
  useEffect(() => {
    LATER[name]().then(
      (draw) => set({ name, draw, error: null }),
      (error) => set({ name, draw: null, error }),
    );
  }, [name]);
  if (page.name !== name) return html`<p class="quiet page">${words.loading}</p>`;
  return page.error ? html`<${Problem} error=${page.error} />` : html`<${page.draw} ...${props} />`;
}

/** @param {import("./state/route.js").Route} route */
function pageOf({ parts, query }) {
  const [first, second, third] = parts;
  const later = (/** @type {string} */ name, /** @type {any} */ props = {}) => html`<${Later} key=${name} name=${name} props=${{ query, ...props }} />`;
  if (!first) return query.get("new") ? html`<${SetupPage} key="setup" query=${query} />` : html`<${HomePage} />`;
  if (first === "game" && second && !third) return html`<${TablePage} key=${second} id=${second} query=${query} />`;
  if (first === "game" && second && third === "review") return later("review", { id: second });
  if (first === "spot") return query.has("tree") ? later("tree") : later("spot");
  if (first === "rules" && second) return later("rules", { family: second });
  if (first === "lab" && second) return later("run", { id: second });
  if (first === "study") return later("study", { id: second ?? null });
  if (parts.length === 1 && ["editor", "games", "lab", "about"].includes(first)) return later(first);
  return html`<${Problem} error=${new Error(words.notFound)} />`;
}

function App() {
  const route = useRoute();
  useArrival([route.path, route.query.get("new"), route.query.has("tree")].join());
  return html`<${Shell} path=${route.path}><${Guarded} key=${route.path}>${pageOf(route)}<//><//>`;
}

// A page that cannot have these now is drawn without, and asks for the catalogue again.
await Promise.all([chooseLanguage((language) => get(`/api/words/${language}`)), askForCatalogue().catch(() => null)]);
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));

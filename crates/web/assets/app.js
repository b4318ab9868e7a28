// @ts-check
// Routing: which page belongs to which address.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { Shell, Problem } from "./shell.js";
import { HomePage } from "./home/home.js";
import { get, Unreachable } from "./api.js";
import { Guarded } from "./guarded.js";
import { allWords, begin } from "./state/catalogue.js";
import { useArrival, useRoute } from "./state/route.js";
import { chooseLanguage, moreWords, words } from "./words/index.js";

/** Pages that are loaded on demand. @type {Record<string, () => Promise<any>>} */
const LATER = {
  setup: async () => (await import("./setup/setup.js")).SetupPage,
  table: async () => (await import("./table/table.js")).TablePage,
  review: async () => (await import("./review/review.js")).ReviewPage,
  analyse: async () => (await import("./analysis/analysis.js")).AnalysisPage,
  spot: async () => (await import("./table/spot.js")).SpotPage,
  tree: async () => (await import("./tree/tree.js")).TreePage,
  editor: async () => (await import("./editor/editor.js")).EditorPage,
  explore: async () => (await import("./explore/explore.js")).ExplorePage,
  games: async () => (await import("./home/games.js")).GamesPage,
  rules: async () => (await import("./home/rules.js")).RulesPage,
  lab: async () => (await import("./lab/lab.js")).LabPage,
  run: async () => (await import("./lab/run.js")).RunPage,
  learn: async () => (await import("./learn/learn.js")).LearnPage,
  practise: async () => (await import("./puzzles/practise.js")).PractisePage,
  invite: async () => (await import("./together/invite.js")).InvitePage,
  join: async () => (await import("./together/join.js")).JoinPage,
  ownPuzzle: async () => (await import("./puzzles/own.js")).OwnPuzzlePage,
  puzzles: async () => (await import("./puzzles/puzzles.js")).PuzzlesPage,
  worksheet: async () => (await import("./study/worksheet.js")).WorksheetPage,
  study: async () => (await import("./study/study.js")).StudyPage,
  classPlan: async () => (await import("./study/class.js")).ClassPlanPage,
  class: async () => (await import("./class/class.js")).ClassPage,
  league: async () => (await import("./class/league.js")).LeaguePage,
  student: async () => (await import("./class/student.js")).StudentPage,
  about: async () => (await import("./home/about.js")).AboutPage,
};

/** @type {Promise<unknown> | null} */
let styled = null;

/** The styles that the start page does not need, loaded once. */
const laterStyles = () =>
  (styled ??= new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("./style/later.css", import.meta.url).href, onload: done, onerror: done });
    document.head.append(link);
  }));

/** @type {Promise<unknown> | null} */
let worded = null;

/** The words that the start page does not need, loaded once. */
const laterWords = () => (worded ??= moreWords(allWords));

/** The interval at which an unavailable server is asked again, in milliseconds. */
const AGAIN = 2000;

/** @param {{ name: string, props: any }} given */
function Later({ name, props }) {
  const [page, set] = useState(/** @type {{ name: string, draw: any, error: Error | null }} */ ({ name: "", draw: null, error: null }));
  const load = () =>
    Promise.all([LATER[name](), laterStyles(), laterWords()]).then(
      ([draw]) => set({ name, draw, error: null }),
      // Whatever the browser's error, the file did not load.
      () => set({ name, draw: null, error: new Unreachable(name) }),
    );
  useEffect(() => {
    load();
  }, [name]);
  // A browser caches a failed module; only a new document requests it again.
  useEffect(() => {
    if (!page.error) return undefined;
    const timer = setInterval(() => get("/api/catalogue").then(() => location.reload(), () => {}), AGAIN);
    return () => clearInterval(timer);
  }, [page.error]);
  if (page.name !== name) return html`<p class="quiet page">${words.loading}</p>`;
  return page.error ? html`<${Problem} error=${page.error} again=${() => location.reload()} />` : html`<${page.draw} ...${props} />`;
}

/** @param {import("./state/route.js").Route} route */
function pageOf({ parts, query }) {
  const [first, second, third] = parts;
  const later = (/** @type {string} */ name, /** @type {any} */ props = {}) => html`<${Later} key=${name} name=${name} props=${{ query, ...props }} />`;
  if (!first) return query.get("new") ? later("setup") : html`<${HomePage} />`;
  if (first === "game" && second && !third) return html`<${Later} key=${second} name="table" props=${{ id: second, query }} />`;
  if (first === "game" && second && third === "invite") return later("invite", { id: second });
  if (first === "join" && second && !third) return later("join", { code: second });
  if (first === "game" && second && third === "review") return later("review", { id: second });
  if (first === "game" && second && third === "analyse") return later("analyse", { id: second });
  if (first === "game" && second && third === "practise") return later("practise", { id: second });
  if (first === "spot") return query.has("tree") ? later("tree") : later("spot");
  if (first === "rules" && second) return later("rules", { family: second });
  if (first === "lab" && second) return later("run", { id: second });
  if (first === "learn") return later("learn", { family: second ?? null });
  if (first === "puzzles" && !second && query.has("position")) return later("ownPuzzle");
  if (first === "puzzles" && !third) return later("puzzles", { id: second ?? null });
  if (first === "class" && second && third) return html`<${Later} key=${`${second}/${third}`} name="student" props=${{ id: second, entrant: third, query }} />`;
  if (first === "class" && second) return html`<${Later} key=${second} name="league" props=${{ id: second, query }} />`;
  if (first === "study" && second === "class" && third) return html`<${Later} key=${third} name="classPlan" props=${{ id: third }} />`;
  if (first === "study") return later("study", { id: second ?? null });
  if (parts.length === 1 && ["editor", "explore", "games", "lab", "class", "about", "worksheet"].includes(first)) return later(first);
  return html`<${Problem} error=${new Error(words.notFound)} />`;
}

function App() {
  const route = useRoute();
  useArrival([route.path, route.query.get("new"), route.query.get("who"), route.query.has("tree"), route.query.get("view"), route.query.has("all")].join());
  return html`<${Shell} path=${route.path}><${Guarded} key=${route.path}>${pageOf(route)}<//><//>`;
}

// A page that cannot load these now is drawn without, and requests the catalogue again.
await chooseLanguage(begin);
render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app")));
// Lets the page open while its server is unavailable, and makes it installable. Files loaded before the worker started
// are reported to it.
navigator.serviceWorker?.register("/worker.js").catch(() => {});
navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)));

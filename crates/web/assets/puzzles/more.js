// @ts-check
// Making more puzzles than come with the program: at low priority, automatically when few are left, or on request.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, post, query } from "../api.js";
import { durationText, sizeText } from "../explore/told.js";
import { isHost } from "../state/catalogue.js";
import { useLoad } from "../state/load.js";
import { Link } from "../state/route.js";
import { words } from "../words/index.js";

/** With fewer untried puzzles than this, more are made automatically. */
const FEW = 10;

/** The interval for checking progress, in milliseconds. */
const PAUSE = 3000;

/** The games requested automatically: once is enough. @type {Set<string>} */
const begun = new Set();

/** @param {{ game: string, listed: import("./puzzles.js").Listed, renew: (listed: import("./puzzles.js").Listed) => void, left: number }} props */
export function More({ game, listed, renew, left }) {
  const [problem, report] = useState("");
  const making = listed.making ?? null;
  // A reader who may not make puzzles solves the existing ones.
  const tables = /** @type {import("../explore/offer.js").Tables | null} */ (/** @type {any} */ (useLoad(isHost() ? `/api/tables?${query({ game })}` : null).data));
  // Puzzles made from the complete solution need its distances.
  const needed = tables?.serves ? tables.tables.flatMap(({ offers }) => offers ?? []).find(({ distances }) => distances) : undefined;
  const make = () => post("/api/puzzles/make", { game }).then(renew);
  useEffect(() => {
    if (left >= FEW || making || !tables || needed || begun.has(game)) return;
    begun.add(game);
    // An automatic request fails silently.
    make().catch(() => {});
  }, [left, game, tables]);
  useEffect(() => {
    if (!making) return undefined;
    const timer = setInterval(() => get("/api/puzzles").then(renew, () => {}), PAUSE);
    return () => clearInterval(timer);
  }, [making === null]);
  const act = (/** @type {Promise<any>} */ done) => {
    report("");
    done.catch((error) => report(error.message));
  };
  if (!tables) return null;
  if (needed && !making) return html`<p class="puzzle-more quiet">${words.puzzles.moreNeeds(durationText(needed.seconds), sizeText(needed.bytes))} <${Link} href=${`/explore?${query({ game })}`}>${words.puzzles.toSolution}<//></p>`;
  return html`<p class="puzzle-more quiet" aria-live="polite">${making
    ? html`<span>${words.puzzles.making(making.found)}</span> <button type="button" class="link" onClick=${() => act(post("/api/puzzles/stop").then(renew))}>${words.puzzles.stop}</button>`
    : html`<button type="button" class="link" onClick=${() => act(make())}>${words.puzzles.makeMore}</button>`}${problem && html` <span class="error" role="alert">${problem}</span>`}</p>`;
}

// @ts-check
// The complete solution: its cost before it is built, its progress, and deleting it.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { get, post, query, remove } from "../api.js";
import { Ask } from "../table/dialogs.js";
import { percent, words } from "../words/index.js";
import { durationText, sizeText } from "./told.js";

/**
 * @typedef {{ distances: boolean, seconds: number, bytes: number, memory: number, begun?: boolean }} Offer `begun`: a part of it is there
 * @typedef {{ men: number, distances: boolean, state: string, part: number | null, seconds_left: number | null, bytes: number, problem: string | null, offers?: Offer[] }} Table
 * @typedef {{ tables: Table[], memory_free: number | null, serves?: boolean }} Tables
 */

/** The number of men in the whole game. */
const WHOLE = 9;

/** Whether a table is being worked on. @param {Table} table */
const isBusy = ({ state }) => state === "building" || state === "pausing";

/** The interval for checking a build, in milliseconds. */
const PAUSE = 1000;

/** Tables for a game, checked regularly while one is built. @param {string} game @param {() => void} changed called when more is known */
export function useTables(game, changed) {
  const [tables, set] = useState(/** @type {Tables | null} */ (null));
  const [problem, report] = useState("");
  const states = useRef("");
  const take = (/** @type {Tables} */ next) => {
    set((old) => ({ ...next, serves: next.serves ?? old?.serves }));
    const now = next.tables.map(({ men, state, distances }) => `${men}${state}${distances}`).join();
    if (states.current && states.current !== now) changed();
    states.current = now;
  };
  const look = () => get(`/api/tables?${query({ game })}`).then(take, () => {});
  useEffect(() => {
    states.current = "";
    look();
  }, [game]);
  const busy = tables?.tables.some(isBusy) ?? false;
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setInterval(look, PAUSE);
    return () => clearInterval(timer);
  }, [busy, game]);
  /** After any error, the page shows the current state. @param {() => Promise<any>} what */
  const act = (what) => {
    report("");
    return what().catch((error) => report(error.message)).then(look);
  };
  /** Pauses any other build; its finished parts are saved. */
  const pauseOthers = async () => {
    for (;;) {
      const now = await get(`/api/tables?${query({ game })}`);
      take(now);
      const other = now.tables.find((/** @type {Table} */ table) => table.men !== WHOLE && isBusy(table));
      if (!other) return;
      if (other.state === "building") await post(`/api/tables/${other.men}/pause`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  return {
    tables: tables?.serves ? tables : null,
    problem,
    build: (/** @type {boolean} */ distances) =>
      act(async () => {
        await pauseOthers();
        await post(`/api/tables/${WHOLE}/build`, { distances });
      }),
    pause: (/** @type {number} */ men) => act(() => post(`/api/tables/${men}/pause`)),
    remove: () => act(() => remove(`/api/tables/${WHOLE}`)),
  };
}

/** @param {{ solution: ReturnType<typeof useTables>, title: string, exact: boolean }} props `exact`: the position on the board is known for certain already */
export function Solution({ solution, title, exact }) {
  const [asking, ask] = useState(false);
  const { tables, problem } = solution;
  const whole = tables?.tables.find(({ men }) => men === WHOLE);
  if (!tables || !whole) return null;
  const busy = tables.tables.find(isBusy);
  // The endgame tables are built automatically, and give way to the whole game.
  const [offer] = busy?.men === WHOLE ? [] : (whole.offers ?? []);
  const has = whole.bytes > 0;
  const drop = has && !busy && html`<button type="button" class="link" onClick=${() => ask(true)}>${words.explore.remove}</button>`;
  return html`<section class="box solution" aria-label=${words.explore.solution}>
    ${busy && html`<${Building} table=${busy} pause=${() => solution.pause(busy.men)} />`}
    ${offer ? html`<${Offered} table=${whole} offer=${offer} free=${tables.memory_free} title=${title} exact=${exact} build=${() => solution.build(offer.distances)} drop=${drop} />` : !busy && html`<p class="solution-line"><span>${words.explore.ready(sizeText(whole.bytes))}</span>${drop}</p>`}
    ${problem && html`<p class="error" role="alert">${problem}</p>`}
    ${asking && html`<${Ask} question=${words.explore.removeAsk(sizeText(whole.bytes))} yes=${words.explore.remove} onClose=${() => ask(false)} onYes=${solution.remove} />`}
  </section>`;
}

/** @param {{ table: Table, offer: Offer, free: number | null, title: string, exact: boolean, build: () => Promise<void>, drop: any }} props */
function Offered({ table, offer, free, title, exact, build, drop }) {
  // Values may be complete while distances are unfinished.
  const paused = table.state === "paused" || offer.begun;
  const failed = table.state === "failed";
  const [asked, ask] = useState(false);
  const short = free !== null && free < offer.memory;
  const price = words.explore.price(durationText(offer.seconds), sizeText(offer.bytes));
  const text = failed && table.problem ? words.explore.failed(table.problem) : paused ? words.explore.pausedText(sizeText(table.bytes)) : offer.distances ? words.explore.distancesText : words.explore.offerText(title);
  return html`<div class="solution-offer">
    <div><h2>${offer.distances ? words.explore.distances : exact ? words.explore.offerAll : words.explore.offer}</h2><p id="solution-about">${text}${short && html` <strong>${words.explore.littleMemory(sizeText(offer.memory), sizeText(free))}</strong>`}</p></div>
    <p class="solution-do"><button type="button" class=${`button${offer.distances ? "" : " primary"}`} aria-disabled=${short ? "true" : undefined} aria-describedby="solution-about solution-price" disabled=${asked} onClick=${() => {
    if (short) return;
    ask(true);
    build().then(() => ask(false));
  }}>${paused || failed ? words.explore.resume : offer.distances ? words.explore.buildDistances : words.explore.build}</button>
      <small id="solution-price">${price}</small>${drop}</p>
  </div>`;
}

/** @param {{ table: Table, pause: () => void }} props */
function Building({ table, pause }) {
  const part = table.part ?? 0;
  const left = table.seconds_left === null ? "" : words.explore.left(durationText(table.seconds_left));
  const bar = html`<div class="solution-bar" role="progressbar" aria-label=${words.explore.building} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.floor(100 * part)} aria-valuetext=${[percent(part), left].filter(Boolean).join(", ")}><i style=${{ width: `${100 * part}%` }}></i></div>`;
  const stop = table.state === "building" && html`<button type="button" class="link" onClick=${pause}>${words.explore.pause}</button>`;
  const time = html`<span class="quiet">${table.state === "pausing" ? words.explore.pausing : left}</span>`;
  // The endgame tables are automatic, so they take little room.
  if (table.men !== WHOLE) return html`<p class="solution-line"><span>${words.explore.buildingEndings(table.men)}</span>${time}${stop}</p>${bar}`;
  return html`<p class="solution-line"><strong>${table.distances ? words.explore.buildingDistances : words.explore.building}</strong>${time}</p>
    ${bar}
    <p class="solution-line"><span class="quiet">${words.explore.sofar(percent(part))}</span>${stop}</p>`;
}

// @ts-check
// The catalogue: loaded before anything is drawn, because games provide their colours and names.
import { get } from "../api.js";
import { paint } from "../board/theme.js";

/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {import("../types.js").Family} Family */

/** @type {Catalogue | null} */
let known = null;

/** The catalogue, once loaded. */
export const catalogue = () => known;

/** Stores the server's catalogue. @param {Catalogue} answer */
export function take(answer) {
  known = answer;
}

/** Sample boards of games in progress, as far as they were included. @type {Record<string, import("../types.js").View>} */
let samples = {};

/** A sample board of a game in progress, if it was included. @param {string} id */
export const sampleOf = (id) => samples[id] ?? null;

/** Nobody is told that they may not do what the server would let them do. */
let host = true;

/** Whether the reader runs the server, and may do everything. */
export const isHost = () => host;

/** Loads everything that a page needs before it draws. @param {string} language @returns {Promise<Record<string, string>>} the words of games */
export async function begin(language) {
  const answer = await get(`/api/begin/${encodeURIComponent(language)}?lessons=no`);
  take(answer.catalogue);
  paint(answer.catalogue.games);
  samples = answer.samples;
  host = answer.host;
  return answer.words;
}

/** All words provided by games, including those of their lessons. @param {string} language @returns {Promise<Record<string, string>>} */
export const allWords = (language) => get(`/api/words/${encodeURIComponent(language)}`);

/** Loads it from the server once. @returns {Promise<Catalogue>} */
export async function askForCatalogue() {
  if (known) return known;
  const answer = await get("/api/catalogue");
  take(answer);
  paint(answer.games);
  return answer;
}

/** A kind of game by its id, or by another name. @param {string} id @returns {Family | undefined} */
export const familyOf = (id) => known?.games.find((game) => game.id === id || game.aliases.some(({ name }) => name === id));

/** Positions with instructive search trees. */
export const examples = () => (known?.games ?? []).flatMap((game) => game.examples);

/** The query for the tree of an example. @param {import("../types.js").Example} example */
export const exampleQuery = ({ game, position, depth }) => ({ game, ...(position ? { position } : {}), tree: "alphabeta", depth: String(depth) });

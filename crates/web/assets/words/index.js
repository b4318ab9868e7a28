// @ts-check
// The language of the page: one file of words a language, chosen by the browser's setting or the switch.
import { recall, remember } from "../state/settings.js";

/** What every page says. @typedef {typeof import("./en.js").default} First */
/** What only pages say that one comes to later. @typedef {typeof import("./en.later.js").default} Later */
/** @typedef {First & Later} Words */

/** @type {Record<string, { name: string, load: () => Promise<{ default: First }>, later: () => Promise<{ default: Later }> }>} */
const LANGUAGES = {
  en: { name: "English", load: () => import("./en.js"), later: () => import("./en.later.js") },
  de: { name: "Deutsch", load: () => import("./de.js"), later: () => import("./de.later.js") },
};

/** The code of the language in use: what the reader chose, or else what the browser wants. */
export let language = [recall("language", ""), ...(typeof document === "undefined" ? [] : navigator.languages)].map((code) => code.slice(0, 2).toLowerCase()).find((code) => code in LANGUAGES) ?? "en";

/** The words in use, of one language only; those of later pages are there once they were asked for. @type {Words} */
export let words = /** @type {Words} */ ((await LANGUAGES[language].load()).default);

/** What games call their things, from the words or the form in English. @type {Record<string, string>} */
let told = {};

/** @returns {{ code: string, name: string }[]} */
export const languages = () => Object.entries(LANGUAGES).map(([code, { name }]) => ({ code, name }));

/**
 * Loads the words that games bring along, before anything is drawn.
 * @param {(language: string) => Promise<Record<string, string>>} ofGames
 */
export async function chooseLanguage(ofGames) {
  document.documentElement.lang = language;
  // Without the games' own words the page speaks of them as the server does, in English.
  told = await ofGames(language).catch(() => ({}));
}

/** Takes these words. @param {string} code @param {First} page @param {Record<string, string>} games */
export function speak(code, page, games) {
  [language, words, told] = [code, /** @type {Words} */ (page), games];
}

/**
 * Loads what only later pages say, which the start page does without.
 * @param {(language: string) => Promise<Record<string, string>>} ofGames
 */
export async function moreWords(ofGames) {
  // A server without words of games has none of their lessons either.
  const [{ default: later }, games] = await Promise.all([LANGUAGES[language].later(), Object.keys(told).length ? ofGames(language).catch(() => null) : null]);
  words = { ...words, ...later };
  told = { ...told, ...games };
}

/** Whether there are words of the reader's language for a text of the server. @param {string} text */
export const isSaid = (text) => [told, words.phrases, words.summaries].some((table) => Object.hasOwn(table, text));

/** A text of the server about games and players, a name or a form, in the reader's language where there are words for it. @param {string} text */
export const said = (text) => [told, words.phrases, words.summaries].find((table) => Object.hasOwn(table, text))?.[text] ?? text;

/** A form with its places filled. @param {string} form @param {(string | number)[]} values */
export const filled = (form, values) => form.replace(/\{(\d+)\}/g, (_, place) => String(values[Number(place)] ?? ""));

/** So many of something, in words that depend on the number. @param {number} n @param {string} name @returns {string | null} nothing where no words are known */
export function counted(n, name) {
  const form = n === 1 ? `1 ${name}` : `{0} ${name}`;
  return isSaid(form) ? filled(said(form), [n]) : null;
}

/** @param {string} code */
export function switchLanguage(code) {
  remember("language", code);
  location.reload();
}

/** A word the server sent, in the reader's language where there is one. @param {Record<string, string>} table @param {string} key */
export const known = (table, key) => (Object.hasOwn(table, key) ? table[key] : key);

/** @param {number} value */
export const number = (value) => value.toLocaleString(language);

/** With a true minus sign and a plus. @param {number} value */
export const signed = (value) => (value > 0 ? `+${number(value)}` : value < 0 ? `−${number(-value)}` : "0");

/** @param {number} value a part of one */
export const percent = (value) => `${Math.round(100 * value)} %`;

/** A distance in moves of whoever wins. @param {number} plies */
export const movesOf = (plies) => Math.ceil(plies / 2);

/** A day in few words. @param {number} milliseconds since 1970 */
export function day(milliseconds) {
  const date = new Date(milliseconds);
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (milliseconds >= midnight) return words.today;
  if (milliseconds >= midnight - 86_400_000) return words.yesterday;
  return date.toLocaleDateString(language, { day: "numeric", month: "short" });
}

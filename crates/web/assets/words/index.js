// @ts-check
// The language of the page: one file of words a language, chosen by the browser's setting or the switch.
import { recall, remember } from "../state/settings.js";
import english from "./en.js";

/** @typedef {typeof english} Words */

/** @type {Record<string, { name: string, load: () => Promise<{ default: Words }> }>} */
const LANGUAGES = {
  en: { name: "English", load: async () => ({ default: english }) },
  de: { name: "Deutsch", load: () => import("./de.js") },
};

/** The words in use. @type {Words} */
export let words = english;

/** The code of the language in use. */
export let language = "en";

/** @returns {{ code: string, name: string }[]} */
export const languages = () => Object.entries(LANGUAGES).map(([code, { name }]) => ({ code, name }));

/** Loads the words before anything is drawn. */
export async function chooseLanguage() {
  const wanted = [recall("language", ""), ...navigator.languages].map((code) => code.slice(0, 2).toLowerCase());
  language = wanted.find((code) => code in LANGUAGES) ?? "en";
  words = (await LANGUAGES[language].load()).default;
  document.documentElement.lang = language;
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

/** A day in few words. @param {number} milliseconds since 1970 */
export function day(milliseconds) {
  const date = new Date(milliseconds);
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (milliseconds >= midnight) return words.today;
  if (milliseconds >= midnight - 86_400_000) return words.yesterday;
  return date.toLocaleDateString(language, { day: "numeric", month: "short" });
}

// @ts-check
// Sentences that come from the server in parts, said in the reader's language. A form without a translation stays English.
import { filled, isSaid, language, said, words } from "./index.js";

/** @typedef {{ form: string, values?: (string | Phrase)[] }} Phrase */

/** Words for a form of the server, where the reader's language has any. @typedef {(form: string) => string | undefined} Wording */

/** @type {Wording} */
const ofGames = (form) => (isSaid(form) ? said(form) : undefined);

/** @type {Wording} */
const ofRefusals = (form) => (Object.hasOwn(words.errors, form) ? words.errors[/** @type {keyof typeof words.errors} */ (form)] : ofGames(form));

/** @param {Phrase} part @param {Wording} wording @returns {string} */
function clause(part, wording) {
  const values = (part.values ?? []).map((value) => (typeof value === "string" ? value : clause(value, wording)));
  return filled(wording(part.form) ?? part.form, values);
}

/** Whether every form of it has a translation. @param {Phrase} part @param {Wording} wording @returns {boolean} */
const told = (part, wording) => wording(part.form) !== undefined && (part.values ?? []).every((value) => typeof value === "string" || told(value, wording));

/** @param {{ sentence?: string, reasons?: any[], phrase?: Phrase } | null | undefined} answer */
export function phrase(answer) {
  if (!answer) return "";
  const parts = (answer.reasons ?? (answer.phrase ? [answer.phrase] : [])).filter((part) => part && typeof part.form === "string");
  if (language === "en" || parts.length === 0 || !parts.every((part) => told(part, ofGames))) return capital(answer.sentence ?? "");
  return `${capital(parts.map((part) => clause(part, ofGames)).join("; "))}.`;
}

/** A sentence by the form it has, if a table knows that. @param {Record<string, string>} table @param {string} sentence @returns {string | null} */
function byForm(table, sentence) {
  for (const [form, said] of Object.entries(table)) {
    const pattern = form.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d+\}/g, "(.+)");
    const found = new RegExp(`^${pattern}$`, "s").exec(sentence);
    if (found) return said.replace(/\{(\d+)\}/g, (_, place) => found[Number(place) + 1] ?? "");
  }
  return null;
}

/** @param {string} text */
const sentenceOf = (text) => `${capital(text)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** What the server refuses with: a sentence, and the same in parts. @typedef {{ error: string, form?: string, values?: (string | Phrase)[] }} Refusal */

/**
 * A refusal of the server in the reader's language, or quoted where it cannot be said.
 * @param {Refusal} refused
 */
export function refusal({ error, form, values }) {
  const part = { form: form ?? "", values };
  return Object.hasOwn(words.errors, part.form) && told(part, ofRefusals) ? clause(part, ofRefusals) : words.serverSays(sentenceOf(error));
}

/** What a reader must know about values, as the server notes it. @param {string} sentence */
export const noted = (sentence) => byForm(words.advice.notes, sentence) ?? sentenceOf(sentence);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

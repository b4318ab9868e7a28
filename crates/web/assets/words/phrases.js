// @ts-check
// Sentences that come from the server in parts, said in the reader's language. A form without a translation stays English.
import { language, words } from "./index.js";

/** @typedef {{ form: string, values?: (string | Phrase)[] }} Phrase */

/** @param {Phrase} part @param {Record<string, string>} table from forms to forms @returns {string} */
function clause(part, table) {
  const form = table[part.form] ?? part.form;
  return form.replace(/\{(\d+)\}/g, (_, place) => {
    const value = part.values?.[Number(place)];
    return value === undefined ? "" : typeof value === "string" ? value : clause(value, table);
  });
}

/** Whether every form of it has a translation. @param {Phrase} part @param {Record<string, string>} table @returns {boolean} */
const told = (part, table) => part.form in table && (part.values ?? []).every((value) => typeof value === "string" || told(value, table));

/** @param {{ sentence?: string, reasons?: any[], phrase?: Phrase } | null | undefined} answer */
export function phrase(answer) {
  if (!answer) return "";
  const parts = (answer.reasons ?? (answer.phrase ? [answer.phrase] : [])).filter((part) => part && typeof part.form === "string");
  if (language === "en" || parts.length === 0 || !parts.every((part) => told(part, words.phrases))) return capital(answer.sentence ?? "");
  return `${capital(parts.map((part) => clause(part, words.phrases)).join("; "))}.`;
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
  return told(part, words.errors) ? clause(part, words.errors) : words.serverSays(sentenceOf(error));
}

/** What a reader must know about values, as the server notes it. @param {string} sentence */
export const noted = (sentence) => byForm(words.advice.notes, sentence) ?? sentenceOf(sentence);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// @ts-check
// Sentences that come from the server in parts, said in the reader's language. A form without a translation stays English.
import { filled, isSaid, language, said, words } from "./index.js";

/** @typedef {{ form: string, values?: (string | Phrase)[] }} Phrase */

/** @param {Phrase} part @returns {string} */
function clause(part) {
  return filled(said(part.form), (part.values ?? []).map((value) => (typeof value === "string" ? value : clause(value))));
}

/** Whether every form of it has a translation. @param {Phrase} part @returns {boolean} */
const told = (part) => isSaid(part.form) && (part.values ?? []).every((value) => typeof value === "string" || told(value));

/** @param {{ sentence?: string, reasons?: any[], phrase?: Phrase } | null | undefined} answer */
export function phrase(answer) {
  if (!answer) return "";
  const parts = (answer.reasons ?? (answer.phrase ? [answer.phrase] : [])).filter((part) => part && typeof part.form === "string");
  if (language === "en" || parts.length === 0 || !parts.every(told)) return capital(answer.sentence ?? "");
  return `${capital(parts.map(clause).join("; "))}.`;
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

/**
 * A refusal of the server in the reader's language, or quoted where it cannot be said.
 * @param {string} sentence
 */
export const refusal = (sentence) => byForm(words.errors, sentence) ?? words.serverSays(sentenceOf(sentence));

/** What a reader must know about values, as the server notes it. @param {string} sentence */
export const noted = (sentence) => byForm(words.advice.notes, sentence) ?? sentenceOf(sentence);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

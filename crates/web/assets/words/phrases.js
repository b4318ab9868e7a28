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

/** Whether any form of it has words of its own. @param {Phrase} part @returns {boolean} */
const reworded = (part) => isSaid(part.form) || (part.values ?? []).some((value) => typeof value !== "string" && reworded(value));

/** Whether every form of it has a translation. @param {Phrase} part @param {Wording} wording @returns {boolean} */
const told = (part, wording) => wording(part.form) !== undefined && (part.values ?? []).every((value) => typeof value === "string" || told(value, wording));

/** @param {{ sentence?: string, reasons?: any[], phrase?: Phrase } | null | undefined} answer */
export function phrase(answer) {
  if (!answer) return "";
  const parts = (answer.reasons ?? (answer.phrase ? [answer.phrase] : [])).filter((part) => part && typeof part.form === "string");
  const known = language === "en" ? parts.some(reworded) : parts.every((part) => told(part, ofGames));
  if (parts.length === 0 || !known) return capital(answer.sentence ?? "");
  return `${capital(parts.map((part) => clause(part, ofGames)).join("; "))}.`;
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

/** What the server says beside values: a sentence, and the same in parts. @typedef {{ note?: string | null, caveat?: Phrase }} Noted */

/** @type {Wording} */
const ofNotes = (form) => (Object.hasOwn(words.advice.notes, form) ? words.advice.notes[form] : undefined);

/** What a reader must know about values. @param {Noted} of */
export const noted = ({ note, caveat }) => (caveat && told(caveat, ofNotes) ? clause(caveat, ofNotes) : sentenceOf(note ?? ""));

/** As a sentence begins. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// @ts-check
// The reader's settings stored in this browser.
import { useState } from "../vendor/preact.js";

const PREFIX = "ninefold.";

/** @param {string} key @param {string} fallback */
export function recall(key, fallback) {
  try {
    return localStorage.getItem(PREFIX + key) ?? fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // A browser without storage still plays.
  }
}

/** @param {string} key @param {boolean} fallback @returns {[boolean, (on: boolean) => void]} */
export function useToggle(key, fallback) {
  const [on, set] = useState(() => recall(key, fallback ? "on" : "off") === "on");
  return [
    on,
    (next) => {
      remember(key, next ? "on" : "off");
      set(next);
    },
  ];
}

/** Light, dark, or as in the system. @param {string} theme */
export function wear(theme) {
  remember("theme", theme);
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

/** The minimum time of a computer's answer, in milliseconds, and between two computers' moves. @type {Record<string, { answer: number, watched: number }>} */
export const PACES = { instant: { answer: 0, watched: 300 }, brisk: { answer: 500, watched: 800 }, calm: { answer: 1200, watched: 1600 } };

/** The pace that the reader chose. */
export const pace = () => PACES[recall("pace", "brisk")] ?? PACES.brisk;

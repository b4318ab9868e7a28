// @ts-check
// Choices of the reader that this browser remembers.
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
    // A browser that keeps nothing still plays.
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

/** Light, dark, or as the system has it. @param {string} theme */
export function wear(theme) {
  remember("theme", theme);
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

/** How long a computer takes at least to answer, in milliseconds, and two computers between their moves. @type {Record<string, { answer: number, watched: number }>} */
export const PACES = { instant: { answer: 0, watched: 300 }, brisk: { answer: 500, watched: 800 }, calm: { answer: 1200, watched: 1600 } };

/** The pace that the reader chose. */
export const pace = () => PACES[recall("pace", "brisk")] ?? PACES.brisk;

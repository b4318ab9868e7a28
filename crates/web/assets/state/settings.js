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

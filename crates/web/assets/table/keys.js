// @ts-check
// Keys that work anywhere on the page, except where somebody writes.
import { useLayoutEffect, useRef } from "../vendor/preact.js";

/** @param {Record<string, () => void>} bindings by `event.key`, letters in lower case */
export function useKeys(bindings) {
  // The newest bindings count at once: keys may follow each other more quickly than effects run.
  const newest = useRef(bindings);
  newest.current = bindings;
  // Before the first paint, so that no key is lost that answers to what was seen.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      // A key that is held walks through a game, and does nothing else twice.
      if (event.repeat && !event.key.startsWith("Arrow")) return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = /** @type {HTMLElement} */ (event.target);
      if (target.closest("input, select, textarea, dialog")) return;
      const run = newest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

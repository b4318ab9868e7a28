// @ts-check
// Keys that work anywhere on the page, except in text fields.
import { useLayoutEffect, useRef } from "../vendor/preact.js";

/** @param {Record<string, () => void>} bindings by `event.key`, letters in lower case */
export function useKeys(bindings) {
  // The latest bindings count at once: keys may follow each other faster than effects run.
  const newest = useRef(bindings);
  newest.current = bindings;
  // Before the first paint, so that no key is lost that reacts to what was visible.
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      // A held key steps through a game, and otherwise acts once.
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

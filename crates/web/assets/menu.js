// @ts-check
// A popup menu: arrow keys move in it, Escape closes it and returns the focus.
import { html, useRef } from "./vendor/preact.js";

/** The focusable items of a menu. */
const ITEMS = "a[href], button:not(:disabled), select, summary";

/** The item that an arrow key leads to. @param {string} key @param {number} at @param {number} count */
export function walk(key, at, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  return (at + step + count) % count;
}

/**
 * @param {{ label: any, className: string, button?: string, closing?: string, onOpen?: () => void, children?: any }} props
 *   `button`: classes of the button; `closing`: what closes the list when it is clicked
 */
export function Menu({ label, className, button = "button", closing = "button, a", onOpen = () => {}, children }) {
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const close = () => menu.current?.removeAttribute("open");
  const summary = () => /** @type {HTMLElement | null | undefined} */ (menu.current?.querySelector("summary"));
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && menu.current?.open) {
      close();
      summary()?.focus();
    } else if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key) && menu.current?.open && target.tagName !== "SELECT") {
      const items = /** @type {HTMLElement[]} */ ([...(menu.current.lastElementChild?.querySelectorAll(ITEMS) ?? [])]).filter((item) => item.offsetParent !== null);
      items[walk(event.key, items.indexOf(target), items.length)]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** @param {FocusEvent} event */
  const left = (event) => {
    if (event.relatedTarget && !menu.current?.contains(/** @type {Node} */ (event.relatedTarget))) close();
  };
  const clicked = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).closest(closing) && close();
  return html`<details class=${className} ref=${menu} onToggle=${() => menu.current?.open && onOpen()} onKeyDown=${key} onFocusOut=${left}>
    <summary class=${button}>${label}</summary>
    <div class=${`${className}-list`} onClick=${clicked}>${children}</div>
  </details>`;
}

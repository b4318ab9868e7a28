// @ts-check
// Routing: the current address, and links that do not reload the page.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** @typedef {{ path: string, parts: string[], query: URLSearchParams }} Route */

/** A decoded part of an address, or the part itself if it is invalid. @param {string} part */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @returns {Route} */
export function here() {
  const path = location.pathname;
  return { path, parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(location.search) };
}

/** @param {string} address @param {boolean} [replace] */
export function go(address, replace = false) {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  dispatchEvent(new PopStateEvent("popstate"));
  if (!replace) scrollTo(0, 0);
}

/** When another page is shown, screen readers and the Tab key start at its content. @param {string} page */
export function useArrival(page) {
  const last = useRef(page);
  useEffect(() => {
    if (last.current !== page) document.getElementById("content")?.focus({ preventScroll: true });
    last.current = page;
  }, [page]);
}

/** @returns {Route} */
export function useRoute() {
  const [route, set] = useState(here);
  useEffect(() => {
    const changed = () => set(here());
    addEventListener("popstate", changed);
    return () => removeEventListener("popstate", changed);
  }, []);
  return route;
}

/** @param {any} props the attributes of the link, `href` first */
export function Link({ href, children, ...rest }) {
  /** @param {MouseEvent} event */
  const follow = (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return html`<a href=${href} onClick=${follow} ...${rest}>${children}</a>`;
}

// @ts-check
// A fence around a part of a page: what goes wrong inside is told in its place, and everything else stays.
import { html, useErrorBoundary } from "./vendor/preact.js";
import { words } from "./words/index.js";

/** @param {{ children?: any }} props */
export function Guarded({ children }) {
  const [error] = useErrorBoundary();
  return error ? html`<p class="error broken">${words.broken(error instanceof Error ? error.message : String(error))}</p>` : children;
}

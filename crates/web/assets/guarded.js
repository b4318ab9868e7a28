// @ts-check
// An error boundary: an error inside is shown in its place, and the rest of the page stays.
import { html, useErrorBoundary } from "./vendor/preact.js";
import { words } from "./words/index.js";

/** @param {{ children?: any }} props */
export function Guarded({ children }) {
  const [error] = useErrorBoundary();
  return error ? html`<p class="error broken">${words.broken(error instanceof Error ? error.message : String(error))}</p>` : children;
}

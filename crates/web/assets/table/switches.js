// @ts-check
// Switches, and choices among few options.
import { html } from "../vendor/preact.js";

/** @param {{ label: string, on: boolean, set: (on: boolean) => void }} props */
export const Toggle = ({ label, on, set }) => html`<button type="button" class="toggle" role="switch" aria-checked=${on ? "true" : "false"} onClick=${() => set(!on)}>
  <span class="switch" aria-hidden="true"></span>${label}
</button>`;

/** @param {{ label: string, options: { id: string, text: any }[], value: string, set: (id: string) => void, className?: string }} props */
export const Segments = ({ label, options, value, set, className = "segments" }) => html`<div class=${className} role="group" aria-label=${label}>
  ${options.map(({ id, text }) => html`<button type="button" key=${id} aria-pressed=${id === value ? "true" : "false"} onClick=${() => set(id)}>${text}</button>`)}
</div>`;

/** Round buttons for one choice of few. @param {{ label: string, options: { id: string, text: any }[], value: string, set: (id: string) => void }} props */
export const Chips = (props) => html`<${Segments} className="chips" ...${props} />`;

// @ts-check
// The reader's settings for all pages: light or dark, the language, sounds, the computers' pace.
import { html, useState } from "./vendor/preact.js";
import { PACES, recall, remember, wear } from "./state/settings.js";
import { Segments, Toggle } from "./table/switches.js";
import { language, languages, switchLanguage, words } from "./words/index.js";

export function Settings() {
  const [theme, setTheme] = useState(() => recall("theme", "system"));
  const [pace, setPace] = useState(() => recall("pace", "brisk"));
  const [sounds, setSounds] = useState(() => recall("sounds", "off") === "on");
  const options = (/** @type {Record<string, string>} */ named) => Object.entries(named).map(([id, text]) => ({ id, text }));
  return html`<div class="setting"><span>${words.settings.theme}</span>
      <${Segments} label=${words.settings.theme} options=${options(words.settings.themes)} value=${theme} set=${(/** @type {string} */ next) => {
        wear(next);
        setTheme(next);
      }} /></div>
    <div class="setting"><span>${words.language}</span>
      <${Segments} label=${words.language} options=${languages().map(({ code, name }) => ({ id: code, text: name }))} value=${language} set=${switchLanguage} /></div>
    <div class="setting"><span>${words.settings.pace}</span>
      <${Segments} label=${words.settings.pace} options=${Object.keys(PACES).map((id) => ({ id, text: words.settings.paces[id] }))} value=${pace} set=${(/** @type {string} */ next) => {
        remember("pace", next);
        setPace(next);
      }} /></div>
    <${Toggle} label=${words.settings.sounds} on=${sounds} set=${(/** @type {boolean} */ on) => {
      remember("sounds", on ? "on" : "off");
      setSounds(on);
    }} />`;
}

// @ts-check
// Leagues of a class: the existing ones, a new one, and joining one by its code.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { gameText } from "../table/names.js";
import { day, words } from "../words/index.js";
import { OwnData, People } from "../together/data.js";
import { NewLeague } from "./new_league.js";

export function ClassPage() {
  const loaded = useLoad("/api/leagues");
  const all = /** @type {{ leagues: import("./names.js").Listed[], host: boolean } | null} */ (loaded.data);
  const [code, type] = useState("");
  useEffect(() => {
    document.title = `${words.class.title} · ${words.brand}`;
  }, []);
  if (loaded.error) return html`<${Problem} error=${loaded.error} />`;
  if (!all) return html`<p class="quiet page">${words.loading}</p>`;
  /** @param {Event} event */
  const enter = (event) => {
    event.preventDefault();
    go(`/join/${encodeURIComponent(code.trim().toLowerCase().replaceAll(/[\s-]+/g, "-"))}`);
  };
  return html`<div class="page class-page">
    <div class="class-left">
      <div><h1>${words.class.title}</h1><p class="quiet">${words.class.intro}</p></div>
      ${all.leagues.length === 0
        ? html`<p class="quiet">${words.class.none}</p>`
        : html`<ul class="game-rows">${all.leagues.map(
            (league) => html`<li key=${league.id}><${Link} href=${`/class/${league.id}`}>
              <span class=${`dot ${league.state === "running" ? "here" : ""}`} aria-hidden="true"></span>
              <span class="row-text"><strong>${league.name}</strong><span>${gameText(league.game, league.title)}, ${words.class.states[league.state]}, ${words.class.gamesPlayed(league.done)}, ${words.class.connected(league.connected, league.entrants)}</span></span>
              <time>${day(league.created)}</time><//></li>`,
          )}</ul>`}
      <form class="class-code" onSubmit=${enter}>
        <div class="field"><label for="league-code">${words.class.haveCode}</label><input id="league-code" required autocomplete="off" autocapitalize="off" spellcheck=${false} placeholder="amber-heron-42" value=${code} onInput=${(/** @type {any} */ event) => type(event.target.value)} /></div>
        <button class="button">${words.class.join}</button>
      </form>
      ${all.host ? html`<${People} />` : html`<${OwnData} />`}
    </div>
    ${all.host && html`<${NewLeague} />`}
  </div>`;
}

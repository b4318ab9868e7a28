// @ts-check
// A cup, round by round: the meetings and their results.
import { html } from "../vendor/preact.js";
import { words } from "../words/index.js";
import { nameOf } from "./names.js";

/** @param {{ cup: import("./names.js").Cup, league: import("./names.js").League }} props */
export function CupView({ cup, league }) {
  const name = (/** @type {number} */ entrant) => {
    const row = league.standings.find(({ number }) => number === entrant);
    return row ? nameOf(row, league.family) : `#${entrant}`;
  };
  const rounds = [...new Set(cup.meetings.map(({ round }) => round))];
  const title = `${cup.final ? words.class.final : words.class.cupNumber(cup.number)}: ${words.class.cupKinds[cup.kind]}`;
  return html`<section class="cup" aria-label=${title}>
    <h2>${title}</h2>
    ${cup.winner !== null && html`<p class="box good">${words.class.winnerIs(name(cup.winner))}</p>`}
    <div class="cup-rounds">${rounds.map((round) => html`<div key=${round}><h3 class="label">${cup.kind === "round_robin" ? words.class.meetings : words.class.round(round)}</h3>
      <ul>${cup.meetings.filter((meeting) => meeting.round === round).map((meeting, at) => html`<li key=${at} class=${meeting.played < meeting.of ? "" : "over"}>
        ${meeting.players.map((entrant, place) => html`<span key=${entrant}><span>${name(entrant)}</span><strong>${meeting.played ? meeting.points[place] : ""}</strong></span>`)}
      </li>`)}</ul></div>`)}</div>
    ${cup.kind !== "knockout" &&
    html`<p class="cup-points">${cup.entrants
      .map((entrant, at) => ({ entrant, points: cup.points[at] }))
      .sort((one, other) => other.points - one.points)
      .map(({ entrant, points }) => html`<span key=${entrant}>${name(entrant)} <strong>${points}</strong></span>`)}</p>`}
  </section>`;
}

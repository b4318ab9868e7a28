// @ts-check
// A new game: everything to choose comes from the catalogue.
import { html, useEffect, useState } from "../vendor/preact.js";
import { post, query as toQuery } from "../api.js";
import { Mini } from "../board/mini.js";
import { themeOf } from "../board/theme.js";
import { Token } from "../board/pieces.js";
import { seatName } from "../board/labels.js";
import { Heading, Problem } from "../shell.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go } from "../state/route.js";
import { recall, remember } from "../state/settings.js";
import { familyText, gameText } from "../table/names.js";
import { said, words } from "../words/index.js";
import { Fields } from "./fields.js";
import { SeatForm, seatChoice, specOf } from "./seat.js";
import { freshSeed, gameSettings, gameSpec } from "./spec.js";

/** Minutes and seconds a move. */
const CLOCKS = [null, [1, 0], [3, 2], [5, 3], [10, 5], [30, 10]];

/** @param {{ query: URLSearchParams }} props */
export function SetupPage({ query }) {
  const catalogue = useCatalogue();
  const family = catalogue?.games.find((game) => game.id === query.get("new"));
  if (!catalogue) return html`<p class="quiet page">${words.loading}</p>`;
  if (!family) return html`<${Problem} error=${new Error(words.notFound)} />`;
  return html`<${Setup} key=${family.id} catalogue=${catalogue} family=${family} query=${query} />`;
}

/** @param {{ catalogue: import("../types.js").Catalogue, family: import("../types.js").Family, query: URLSearchParams }} props */
function Setup({ catalogue, family, query }) {
  const [settings, setSettings] = useState(() => gameSettings(family, query.get("game") ?? family.usual));
  const [seats, setSeats] = useState(() => {
    const against = query.get("against");
    const other = seatChoice("level", recall("level", "level:3"));
    return [seatChoice("human"), ...Array.from({ length: 3 }, () => (against ? { ...other, way: /** @type {const} */ ("text"), spec: against } : other))];
  });
  const [clock, setClock] = useState(0);
  const [seed, setSeed] = useState(() => query.get("seed") ?? String(freshSeed()));
  const [position, setPosition] = useState(query.get("position") ?? "");
  const [shuffled, shuffle] = useState(false);
  const [paused, pause] = useState(false);
  const [problem, report] = useState("");
  const [busy, wait] = useState(false);
  const spec = gameSpec(family, settings);
  const address = `/api/spot?${toQuery({ game: spec, seed, position })}`;
  const about = useLoad(address);
  const [view, keep] = useState(/** @type {import("../types.js").View | null} */ (null));
  useEffect(() => {
    if (about.data) keep(/** @type {any} */ (about.data).view);
  }, [about.data]);
  useEffect(() => {
    document.title = `${words.setup.title(familyText(family.id))} · ${words.brand}`;
  }, []);
  const count = view?.seats.length ?? family.players;
  const here = seats.slice(0, count);
  const look = view && themeOf(view);
  const set = (/** @type {number} */ index, /** @type {any} */ seat) => setSeats(seats.map((old, at) => (at === index ? seat : old)));
  const humans = here.filter((seat) => seat.way === "human").length;
  const mode = humans === 0 ? "watch" : humans === count ? "people" : humans === 1 ? (here[0].way === "human" ? "first" : "later") : "mixed";
  const choose = (/** @type {string} */ way) => {
    const ways = { first: (/** @type {number} */ at) => at === 0, later: (/** @type {number} */ at) => at === count - 1, people: () => true, watch: () => false }[way];
    if (!ways) return;
    setSeats(seats.map((old, at) => (ways(at) ? { ...old, way: "human" } : old.way === "human" ? { ...old, way: "level" } : old)));
  };

  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    report("");
    wait(true);
    let sitting = here;
    if (shuffled) sitting = [...here].map((seat) => ({ seat, key: Math.random() })).sort((one, other) => one.key - other.key).map(({ seat }) => seat);
    const level = sitting.find((seat) => seat.way === "level")?.level;
    if (level) remember("level", level);
    const times = count === 2 ? CLOCKS[clock] : null;
    try {
      const game = await post("/api/games", {
        game: spec,
        seats: sitting.map((seat) => specOf(seat, catalogue, family)),
        names: sitting.map((seat) => (seat.way === "human" && seat.name.trim() ? seat.name.trim() : null)),
        ...(seed.trim() ? { seed: Number(seed) } : {}),
        ...(position.trim() ? { position: position.trim() } : {}),
        ...(paused ? { paused: true } : {}),
        ...(times ? { clock: { minutes: times[0], increment: times[1] } } : {}),
      });
      go(`/game/${game.id}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
      wait(false);
    }
  };

  return html`<div class="page setup" data-accent=${family.id}>
    <${Heading} text=${familyText(family.id)} />
    <form onSubmit=${start} class="setup-form">
      <div class="setup-main">
        <h1>${words.setup.title(gameText(spec))}</h1>
        <div class="segments modes" role="group" aria-label=${words.setup.seats}>
          ${[
            ["first", words.setup.modes.first],
            ["later", words.setup.modes.later],
            ["people", words.setup.modes.people],
            ["watch", words.setup.modes.watch],
          ].map(([way, text]) => html`<button type="button" aria-pressed=${mode === way ? "true" : "false"} onClick=${() => choose(way)}>${text}</button>`)}
        </div>
        <div class="seat-forms">
          ${here.map(
            (seat, index) => html`<${SeatForm}
              key=${index}
              index=${index}
              seat=${seat}
              set=${(/** @type {any} */ next) => set(index, next)}
              catalogue=${catalogue}
              family=${family}
              title=${html`${view && look && !look.shared && html`<${Token} look=${look} seat=${index + 1} size=${22} />`}${view && look ? seatName(look, index + 1) : words.player(index + 1)}${index === 0 ? html` <span class="quiet">${words.table.first}</span>` : ""}`}
            />`,
          )}
        </div>
        <div class="row">
          ${count === 2 && html`<button type="button" class="button" onClick=${() => setSeats([seats[1], seats[0], ...seats.slice(2)])}>${words.setup.swap}</button>`}
          <label class="check"><input type="checkbox" checked=${shuffled} onChange=${(/** @type {any} */ event) => shuffle(event.target.checked)} /> ${words.setup.random}</label>
        </div>
        ${problem && html`<p class="error" role="alert">${problem}</p>`}
        <p class="row"><button class="button primary large" disabled=${busy || about.path !== address}>${words.setup.start}</button></p>
      </div>
      <div class="setup-side">
        ${view && html`<div class="setup-board"><${Mini} view=${view} size=${220} label=${words.board.label(family.title)} /></div>`}
        <fieldset>
          <legend>${words.setup.game}</legend>
          ${family.aliases.length > 0 &&
          html`<div class="field"><label for="form">${words.setup.form}</label>
            <select id="form" onChange=${(/** @type {any} */ event) => event.target.value && setSettings(gameSettings(family, event.target.value))}>
              <option value="">${words.setup.ownForm}</option>
              ${family.aliases.map((form) => html`<option value=${form.spec} selected=${form.spec === spec}>${said(form.name)}</option>`)}
            </select></div>`}
          <${Fields} prefix="game" parameters=${family.parameters} values=${settings} set=${setSettings} />
        </fieldset>
        <details class="more-options">
          <summary>${words.setup.moreOptions}</summary>
          ${count === 2 &&
          html`<div class="field"><label for="clock">${words.setup.clock}</label>
            <select id="clock" onChange=${(/** @type {any} */ event) => setClock(Number(event.target.value))}>
              ${CLOCKS.map((times, index) => html`<option value=${index} selected=${index === clock}>${times ? words.setup.clockMinutes(times[0], times[1]) : words.setup.noClock}</option>`)}
            </select></div>`}
          <div class="field"><label for="seed">${words.setup.seed}</label><input id="seed" inputmode="numeric" pattern="[0-9]*" value=${seed} onInput=${(/** @type {any} */ event) => setSeed(event.target.value)} /><span class="field-help">${words.setup.seedHint}</span></div>
          <div class="field"><label for="position">${words.setup.position}</label><input id="position" class="mono" spellcheck=${false} value=${position} onInput=${(/** @type {any} */ event) => setPosition(event.target.value)} /></div>
          <label class="check"><input type="checkbox" checked=${paused} onChange=${(/** @type {any} */ event) => pause(event.target.checked)} /> ${words.setup.paused}</label>
        </details>
        ${about.error && html`<p class="error" role="alert">${about.error.message}</p>`}
      </div>
    </form>
  </div>`;
}

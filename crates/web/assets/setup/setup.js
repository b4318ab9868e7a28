// @ts-check
// A new game in three questions: strength, colour, clock. Everything else is one sentence that unfolds.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { post, query as toQuery } from "../api.js";
import { Mini } from "../board/mini.js";
import { themeOf } from "../board/theme.js";
import { Token } from "../board/pieces.js";
import { seatName } from "../board/labels.js";
import { Way } from "../home/home.js";
import { Heading, Problem } from "../shell.js";
import { useCatalogue, useLoad, useSample } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { pace, recall, remember } from "../state/settings.js";
import { familyText, gameText, levelText } from "../table/names.js";
import { Chips } from "../table/switches.js";
import { said, words } from "../words/index.js";
import { LevelSlider } from "./level.js";
import { RuleFields, rulesText } from "./rules.js";
import { SeatForm, seatChoice, specOf } from "./seat.js";
import { freshSeed, gameSettings, gameSpec } from "./spec.js";

/** Minutes and seconds per move. */
const CLOCKS = [null, [1, 0], [3, 2], [5, 3], [10, 5], [30, 10]];

/** @typedef {import("./seat.js").SeatChoice} SeatChoice */

/** @param {{ query: URLSearchParams }} props */
export function SetupPage({ query }) {
  const catalogue = useCatalogue();
  const family = catalogue?.games.find((game) => game.id === query.get("new"));
  if (!catalogue) return html`<p class="quiet page">${words.loading}</p>`;
  if (!family) return html`<${Problem} error=${new Error(words.notFound)} />`;
  return html`<${Setup} key=${`${family.id} ${query.get("who") ?? ""}`} catalogue=${catalogue} family=${family} query=${query} />`;
}

/** Elements that handle Enter themselves. A choice already made does not need it. */
const ENTERED = "a, summary, input, select, textarea, dialog, button:not([aria-pressed=true])";

/** A button that Enter presses from anywhere on the page. */
function useEnter() {
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.repeat || event.defaultPrevented || /** @type {HTMLElement} */ (event.target).closest(ENTERED)) return;
      event.preventDefault();
      button.current?.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return button;
}

/** The initial seats. @param {URLSearchParams} query @returns {SeatChoice[]} */
function firstSeats(query) {
  const other = seatChoice("level", recall("level", "level:3"));
  const against = query.get("against");
  const who = query.get("who");
  const computer = against ? { ...other, way: /** @type {const} */ ("text"), spec: against } : other;
  if (who === "friend") return [seatChoice("human"), seatChoice("open"), seatChoice("open"), seatChoice("open")];
  if (who === "people") return Array.from({ length: 4 }, () => seatChoice("human"));
  if (who === "watch") return Array.from({ length: 4 }, () => computer);
  return [seatChoice("human"), computer, computer, computer];
}

/** @param {{ catalogue: import("../types.js").Catalogue, family: import("../types.js").Family, query: URLSearchParams }} props */
function Setup({ catalogue, family, query }) {
  const [settings, setSettings] = useState(() => gameSettings(family, query.get("game") ?? family.usual));
  const [seats, setSeats] = useState(() => firstSeats(query));
  const [clock, setClock] = useState(0);
  const [seed, setSeed] = useState(() => query.get("seed") ?? String(freshSeed()));
  const [position, setPosition] = useState(query.get("position") ?? "");
  const [shuffled, shuffle] = useState(false);
  const [paused, pause] = useState(false);
  const [problem, report] = useState("");
  const [busy, wait] = useState(false);
  const begin = useEnter();
  const spec = gameSpec(family, settings);
  const address = `/api/spot?${toQuery({ game: spec, seed, position })}`;
  const about = useLoad(address);
  const [view, keep] = useState(/** @type {import("../types.js").View | null} */ (null));
  useEffect(() => {
    if (about.data) keep(/** @type {any} */ (about.data).view);
  }, [about.data]);
  const title = familyText(family.id);
  // A board with pieces shows more than an empty one.
  const sample = useSample(family);
  const picture = query.get("position") || query.get("game") ? view : (sample ?? view);
  useEffect(() => {
    document.title = `${words.setup.title(title)} · ${words.brand}`;
  }, []);
  const count = view?.seats.length ?? family.players;
  const here = seats.slice(0, count);
  /** The turn in which a seat moves: a position can have any side to move. @param {number} at counted from 0 */
  const turnOf = (at) => ((at + 1 - (view?.to_move ?? 1) + count) % count) + 1;
  const look = view && themeOf(view);
  const set = (/** @type {number} */ index, /** @type {SeatChoice} */ seat) => setSeats(seats.map((old, at) => (at === index ? seat : old)));
  const people = here.filter((seat) => seat.way === "human").length;
  const mine = here.findIndex((seat) => seat.way === "human");
  const computers = here.filter((seat) => seat.way !== "human" && seat.way !== "open");
  const friendly = query.get("who") === "friend";
  const byLink = here.some((seat) => seat.way === "open");
  const usual = family.parameters.every(({ name, default: standard }) => settings[name] === undefined || settings[name] === standard);
  const name = (/** @type {number} */ seat) => (look && !/^Player \d$/.test(view?.seats[seat - 1]?.name ?? "") ? seatName(look, seat) : words.player(seat));

  /** The only person takes this seat, and its player the previous one. @param {number} seat counted from 0 */
  const sit = (seat) => {
    setSeats(seats.map((old, at) => (at === seat ? seats[mine] : at === mine ? seats[seat] : old)));
    shuffle(false);
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
    const times = CLOCKS[clock];
    try {
      const game = await post("/api/games", {
        game: spec,
        seats: sitting.map((seat) => specOf(seat, catalogue, family)),
        names: sitting.map((seat) => (seat.way === "human" && seat.name.trim() ? seat.name.trim() : null)),
        pace: people === 0 ? pace().watched : pace().answer,
        ...(seed.trim() ? { seed: Number(seed) } : {}),
        ...(position.trim() ? { position: position.trim() } : {}),
        ...(paused ? { paused: true } : {}),
        ...(times ? { clock: { minutes: times[0], increment: times[1] } } : {}),
      });
      if (byLink) {
        for (const [at, seat] of sitting.entries()) if (seat.way === "open") await post(`/api/games/${game.id}/invitation`, { seat: at + 1 });
        go(`/game/${game.id}/invite`);
        return;
      }
      go(`/game/${game.id}`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
      wait(false);
    }
  };

  const levels = catalogue.levels;
  const level = here.find((seat) => seat.way === "level");
  const equal = computers.every((seat) => seat.way === "level" && seat.level === level?.level);
  const other = (/** @type {string} */ who) => `/?${toQuery({ new: family.id, game: query.get("game"), position: query.get("position"), who })}`;

  return html`<div class="page setup" data-accent=${family.id}>
    <${Heading} text=${words.setup.crumb} />
    <form onSubmit=${start} class="setup-form">
      <div class="setup-main">
        <h1>${words.setup.title(gameText(spec))}</h1>
        ${byLink && html`<p class="quiet">${words.together.about}</p>`}
        ${byLink &&
        mine >= 0 &&
        html`<section class="question"><h2>${words.together.yourName}</h2><div class="field"><label for="own-name" class="hidden">${words.together.yourName}</label><input id="own-name" maxlength="40" value=${here[mine].name} onInput=${(/** @type {any} */ event) => set(mine, { ...here[mine], name: event.target.value })} /></div></section>`}
        ${people === 1 &&
        equal &&
        !byLink &&
        html`<section class="question"><h2>${count > 2 ? words.setup.opponents : words.setup.opponent}</h2>
          <${LevelSlider} label=${words.setup.level} levels=${levels} value=${level?.level ?? ""} set=${(/** @type {string} */ player) => setSeats(seats.map((seat) => (seat.way === "level" ? { ...seat, level: player } : seat)))} /></section>`}
        ${people === 1 && (byLink ? computers.length > 0 : !equal) && html`<section class="question"><h2>${words.setup.opponent}</h2><p class="box">${[...new Set(computers.map((seat) => levelText(specOf(seat, catalogue, family))))].join(", ")}</p></section>`}
        ${people === 0 &&
        html`<section class="question"><h2>${words.setup.watched}</h2>
          ${here.map((seat, at) => seat.way === "level" && html`<div class="watched-seat"><p class="watched-name">${look && !look.shared && html`<${Token} look=${look} seat=${at + 1} size=${20} />`}${name(at + 1)}</p><${LevelSlider} label=${words.setup.levelOf(name(at + 1))} levels=${levels} value=${seat.level} set=${(/** @type {string} */ player) => set(at, { ...seat, level: player })} /></div>`)}</section>`}
        ${people > 1 &&
        html`<section class="question"><h2>${words.setup.names}</h2><div class="names">
          ${here.map((seat, at) => seat.way === "human" && html`<div class="field"><label for=${`name${at}`}>${look && !look.shared && html`<${Token} look=${look} seat=${at + 1} size=${18} />`}${name(at + 1)}</label><input id=${`name${at}`} maxlength="40" value=${seat.name} placeholder=${name(at + 1)} onInput=${(/** @type {any} */ event) => set(at, { ...seat, name: event.target.value })} /></div>`)}
        </div></section>`}
        ${people === 1 &&
        html`<section class="question"><h2>${look?.shared ? words.setup.who : words.setup.colour}</h2>
          <div class="choices" role="group" aria-label=${words.setup.colour}>
            ${here.map((_, at) => html`<button type="button" class="choice" aria-pressed=${!shuffled && mine === at ? "true" : "false"} onClick=${() => sit(at)}>
              ${look && !look.shared && html`<${Token} look=${look} seat=${at + 1} size=${36} />`}<span><strong>${look?.shared ? (turnOf(at) === 1 ? words.setup.youBegin : words.setup.computerBegins) : name(at + 1)}</strong>${!look?.shared && html`<small>${words.setup.order(turnOf(at), count)}</small>`}</span></button>`)}
            <button type="button" class="choice" aria-pressed=${shuffled ? "true" : "false"} onClick=${() => shuffle(true)}><${ChanceIcon} /><span><strong>${words.setup.random}</strong><small>${words.setup.randomText}</small></span></button>
          </div></section>`}
        ${(count === 2 || byLink) &&
        html`<section class="question"><h2>${words.setup.clock}</h2>
          <${Chips} label=${words.setup.clock} value=${String(clock)} set=${(/** @type {string} */ at) => setClock(Number(at))} options=${CLOCKS.map((times, index) => ({ id: String(index), text: times ? words.setup.clockMinutes(times[0], times[1]) : words.setup.noClock }))} /></section>`}
        ${family.aliases.length > 0 &&
        html`<section class="question"><h2>${words.setup.form}</h2>
          <${Chips} label=${words.setup.form} value=${family.aliases.find((form) => form.spec === spec)?.spec ?? ""} set=${(/** @type {string} */ form) => setSettings(gameSettings(family, form))} options=${family.aliases.map((form) => ({ id: form.spec, text: gameText(form.spec) }))} /></section>`}
        <details class="fold rules-fold">
          <summary><strong>${words.setup.rules}</strong><span>${rulesText(family.parameters, settings)}</span><span class="fold-end">${usual ? words.setup.usual : words.setup.changed}</span></summary>
          <${RuleFields} parameters=${family.parameters} settings=${settings} set=${setSettings} />
        </details>
        <details class="fold more-options">
          <summary><strong>${words.setup.moreOptions}</strong><span>${words.setup.moreText}</span></summary>
          <div class="seat-forms">
            ${here.map((seat, index) => html`<${SeatForm} key=${index} index=${index} seat=${seat} friendly=${friendly} set=${(/** @type {any} */ next) => set(index, next)} catalogue=${catalogue} family=${family} title=${html`${look && !look.shared && html`<${Token} look=${look} seat=${index + 1} size=${22} />`}${name(index + 1)}`} />`)}
          </div>
          <div class="fields">
            <div class="field"><label for="seed">${words.setup.seed}</label><input id="seed" inputmode="numeric" pattern="[0-9]*" value=${seed} onInput=${(/** @type {any} */ event) => setSeed(event.target.value)} /><span class="field-help">${words.setup.seedHint}</span></div>
            <div class="field"><label for="position">${words.setup.position}</label><input id="position" class="mono" spellcheck=${false} value=${position} onInput=${(/** @type {any} */ event) => setPosition(event.target.value)} /></div>
          </div>
          <label class="check"><input type="checkbox" checked=${paused} onChange=${(/** @type {any} */ event) => pause(event.target.checked)} /> ${words.setup.paused}</label>
        </details>
        ${(problem || about.error) && html`<p class="error" role="alert">${problem || about.error?.message}</p>`}
        <p class="row setup-start"><button ref=${begin} class="button primary large" disabled=${busy || about.path !== address || Boolean(about.error)}>${byLink ? words.together.makeLink : words.setup.start}</button><span class="quiet wide-only">${words.setup.enter}</span></p>
      </div>
      <aside class="setup-side" aria-label=${words.setup.or}>
        <h2 class="label"><span>${words.setup.or}</span></h2>
        <ul class="ways lined">
          ${family.lesson ? html`<${Way} href=${`/learn/${family.id}`} title=${words.setup.learn} text=${words.learn.steps(family.lesson)} />` : null}
          ${(people !== 1 || friendly) && html`<${Way} href=${other("")} title=${words.setup.against} text=${words.setup.againstText} />`}
          ${!friendly && html`<${Way} href=${other("friend")} title=${words.together.way} text=${words.together.wayText} />`}
          ${people < 2 && html`<${Way} href=${other("people")} title=${words.home.two} text=${words.home.twoText} />`}
          ${people > 0 && html`<${Way} href=${other("watch")} title=${words.home.watch} text=${words.home.watchText} />`}
        </ul>
        <div class="setup-look">${picture && html`<div class="setup-board"><${Mini} view=${picture} size=${264} label=${words.board.label(title)} /></div>`}
          <p>${said(family.blurb || family.summary)} <${Link} href=${`/rules/${family.id}`} class="link">${words.home.rules}<//></p></div>
      </aside>
    </form>
  </div>`;
}

/** Half one, half the other. */
const ChanceIcon = () => html`<svg class="token" width="36" height="36" viewBox="-18 -18 36 36" aria-hidden="true"><circle class="man-white" r="14.4" /><path class="man-black" d="M0 -14.4A14.4 14.4 0 0 1 0 14.4Z" /></svg>`;

// @ts-check
// The explorer: any position with every move, its value, the best reply, and stored games. Any move can be followed.
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { query as toQuery } from "../api.js";
import { Board } from "../board/board.js";
import { valueBadges } from "../board/overlay.js";
import { family as familyOf, themeOf } from "../board/theme.js";
import { byWorth } from "../board/worth.js";
import { pathOf } from "../board/turn.js";
import { Heading, Problem } from "../shell.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { recall, remember, useToggle } from "../state/settings.js";
import { go, Link } from "../state/route.js";
import { copy, Group, More } from "../table/actions.js";
import { Note, Proof } from "../table/advice.js";
import { useClicks } from "../table/clicks.js";
import { useMessage } from "../table/game_view.js";
import { useInsight } from "../table/insight.js";
import { useKeys } from "../table/keys.js";
import { caller, familyText, gameText, shownText } from "../table/names.js";
import { result } from "../table/status.js";
import { Segments } from "../table/switches.js";
import { ValueLegend } from "../table/toggles.js";
import { words } from "../words/index.js";
import { useAnswers, usePlayed } from "./asked.js";
import { ExploredMoves } from "./moves.js";
import { Solution, useTables } from "./offer.js";
import { Trail } from "./path.js";
import { depthsOf, rowsOf, slipOf } from "./rows.js";
import { standingOf } from "./told.js";
import { NotFound, openingOf, pairBadges, replyTo, searchFor, useReasons, WhyDraw } from "./why.js";

/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Values} Values */

/** @type {Map<number, import("../board/overlay.js").Badge>} */
const NO_BADGES = new Map();

/** @param {{ query: URLSearchParams }} props */
export function ExplorePage({ query }) {
  const catalogue = useCatalogue();
  const wanted = query.get("game") ?? "";
  const games = catalogue?.games ?? [];
  const last = recall("explored", "");
  const game = wanted || (games.some(({ usual }) => usual === last) ? last : (games[0]?.usual ?? ""));
  const [seed, position] = [query.get("seed") ?? "", query.get("position") ?? ""];
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  const at = Math.min(Number(query.get("ply") ?? moves.length), moves.length);
  const address = game && `/api/spot?${toQuery({ game, seed, position, moves: moves.join(" "), ply: at })}`;
  const about = useLoad(address || null);
  const data = /** @type {Spot | null} */ (/** @type {any} */ (about.data));
  if (about.error) return html`<${Problem} error=${about.error} back=${position || moves.length ? { href: `/explore?${toQuery({ game, seed })}`, text: words.editor.start } : undefined} />`;
  if (!data) return html`<p class="quiet page">${words.loading}</p>`;
  const where = { game, seed, position };
  return html`<${Explorer} data=${data} fresh=${about.path === address} where=${where} moves=${moves} at=${at} />`;
}

/** @param {{ data: Spot, fresh: boolean, where: { game: string, seed: string, position: string }, moves: string[], at: number }} props */
function Explorer({ data, fresh, where, moves, at }) {
  const { view } = data;
  const look = themeOf(view);
  const family = familyOf(view.game);
  const spotAt = (/** @type {number} */ ply) => toQuery({ ...where, moves: moves.slice(0, ply).join(" ") });
  const spot = spotAt(at);
  const catalogue = useCatalogue();
  const title = gameText(view.game, familyText(family));
  const names = view.seats.map((_, seat) => caller(view, look, [], seat + 1));
  const who = names[view.to_move - 1] ?? "";
  const said = useMessage(spot);
  const [flip, setFlip] = useToggle("flip", false);
  const [shown, pick] = useState(() => recall("explorer", "few"));
  const [all, showAll] = useState("");
  const [peeked, peek] = useState(/** @type {string | null} */ (null));
  const [held, setHeld] = useState(0);
  const [carried, carry] = useState({ spot: "", reason: /** @type {import("./why.js").Reason | null} */ (null), told: "" });
  const [hovered, hover] = useState(/** @type {number | null} */ (null));
  const over = view.outcome !== null;
  const insight = useInsight({ spot, key: spot, overlay: "values", analysing: false, hintBy: "", over });
  const solution = useTables(view.game, insight.again);
  const played = usePlayed(spot);
  const { values } = insight;
  const answers = useAnswers(spot, values);
  const before = useLoad(at > 0 && values?.exact ? `/api/spot/values?${spotAt(at - 1)}` : null);

  const here = (/** @type {string[]} */ line, /** @type {number} */ ply) => go(`/explore?${toQuery({ ...where, moves: line.join(" "), ply: ply === line.length ? null : ply })}`, true);
  const play = (/** @type {string} */ move) => {
    peek(null);
    // A move that was followed before keeps its continuation.
    here(moves[at] === move ? moves : [...moves.slice(0, at), move], at + 1);
  };
  const standing = values && !over ? standingOf(values, view, names) : null;
  const asked = useReasons(spot, fresh && !over && (Boolean(standing?.drawn) || held > 0));
  const reasons = asked?.reasons ?? null;
  const search = searchFor(view.game, at > 0 || where.position ? data.status.position : "");
  const reason = held === 0 || over ? null : carried.spot === spot && carried.reason?.player === held ? carried.reason : (reasons?.find(({ player }) => player === held) ?? null);
  const hold = (/** @type {number} */ player) => {
    carry({ spot: "", reason: null, told: "" });
    setHeld(player);
  };
  /** Follows moves while a reason holds. @param {string[]} line @param {import("./why.js").Reason | null} left @param {string} told */
  const walkOn = (line, left, told) => {
    const after = [...moves.slice(0, at), ...line];
    carry({ spot: toQuery({ ...where, moves: after.join(" ") }), reason: left, told });
    here(after, after.length);
  };
  /** A move, and the reply of the player who holds the one who made it. @param {string} move */
  const answered = (move) => {
    const found = reason && view.to_move === held ? replyTo(reason, move, view.legal.map(({ text }) => text)) : null;
    if (!found || view.legal.length < 2) return play(move);
    return walkOn([move, found.reply], found.left, words.why.replied(who, shownText(view.legal, move), names[2 - held], shownText(view.legal, found.reply)));
  };
  const begin = (/** @type {import("./why.js").Reason} */ from) => {
    const opening = openingOf(from);
    if (opening) walkOn([opening.stone], opening.left, "");
  };
  const turn = useClicks({ view, key: spot, spot, canMove: !over && fresh, onPlay: async (move) => answered(move), say: said.say, attempt: said.attempt });
  const step = (/** @type {number} */ ply) => here(moves, Math.max(0, Math.min(moves.length, ply)));
  const best = values ? [...values.moves].sort(byWorth(values))[0]?.move : undefined;
  const playBest = () => best && fresh && play(best);
  useKeys({ ArrowLeft: () => step(at - 1), ArrowRight: () => step(at + 1), Home: () => step(0), End: () => step(moves.length), b: () => playBest(), f: () => setFlip(!flip), w: () => (held > 0 ? hold(0) : reasons?.length && hold(reasons[0].player)), Escape: turn.cancel });

  const paired = useMemo(() => (reason ? pairBadges(view, reason.pairs) : null), [reason, view]);
  const valued = useMemo(() => (values && shown !== "none" && !turn.sending ? valueBadges(view, turn.steps, values, null, shown === "all") : new Map()), [values, view, turn.steps, turn.sending, shown]);
  const badges = held > 0 ? (paired ?? NO_BADGES) : valued;
  // The reply to a click there.
  const wouldPlay = hovered === null || !reason || view.to_move !== held ? undefined : view.legal.find(({ steps }) => steps[0].site === hovered);
  const wouldReply = wouldPlay && reason ? replyTo(reason, wouldPlay.text, view.legal.map(({ text }) => text)) : null;
  const replySite = view.legal.find(({ text }) => text === wouldReply?.reply)?.steps[0].site;
  const looked = peeked === null ? undefined : view.legal.find(({ text }) => text === peeked);
  const ghost = looked ? { ...pathOf(looked), owner: view.layout.look?.shared ? null : view.to_move } : turn.ghost;
  const preview = insight.spot?.previews?.find(({ move }) => move === (looked ?? turn.foreseen?.move)?.text)?.marks ?? [];
  const end = over ? result(view, look, [], null) : null;
  const headline = end ? end.headline : (standing?.headline ?? words.table.waits(who));
  const slip = slipOf(/** @type {Values | null} */ (/** @type {any} */ (before.data)), moves[at - 1] ?? null);
  const hands = view.scene.hands?.length === view.seats.length && view.scene.hands.some((n) => n > 0) ? words.explore.hands(names.map((name, seat) => `${name} ${view.scene.hands[seat]}`)) : "";
  const detail = end ? end.reason : said.heard || [slip ? words.explore.slip(shownText([], moves[at - 1]), slip.to, slip.kept.length === 1 ? shownText([], slip.kept[0]) : "", slip.from) : "", standing?.detail ?? "", hands].filter(Boolean).join(" ");
  useEffect(() => {
    remember("explored", catalogue?.games.find(({ id }) => id === family)?.usual ?? "");
    document.title = `${headline} · ${words.explore.title(title)} · ${words.brand}`;
  }, [headline, title]);

  return html`<div class="page table-page explore" data-accent=${family}>
    <${Heading} text=${words.explore.title(title)} />
    <div class="stage">
      <div class="stage-board"><div class="board-column">
        <${Board}
          view=${view}
          look=${look}
          pieces=${turn.pieces}
          targets=${turn.targets}
          chosen=${turn.chosen}
          ghost=${ghost}
          preview=${preview}
          badges=${badges}
          arrows=${hovered !== null && replySite !== undefined ? [{ from: hovered, to: replySite, kind: "line" }] : []}
          wrong=${turn.wrong === null ? null : { site: turn.wrong }}
          options=${{ flip, coordinates: true, tallies: true, counts: true, numbers: null }}
          label=${words.board.label(title)}
          turn=${`${spot}/${held ? `why${held}/` : ""}${turn.steps.length}${turn.sending ? "…" : ""}${fresh ? "" : "-"}`}
          onSite=${turn.click}
          onPeek=${(/** @type {number | null} */ site) => (hover(site), turn.peek(site))}
          onCancel=${turn.cancel}
        />
        <div class="under-board">
          ${values && shown !== "none" && held === 0 && html`<${ValueLegend} values=${values} view=${view} names=${names} all=${shown === "all"} />`}
          ${held === 0 && html`<${Segments} label=${words.board.values} value=${shown} set=${(/** @type {string} */ next) => (remember("explorer", next), pick(next))} options=${[{ id: "few", text: words.explore.bestEight }, { id: "all", text: words.explore.all }, { id: "none", text: words.explore.none }]} />`}
        </div>
      </div></div>
      <div class="stage-side">
        <div class="status">
          <div class="walked-row"><${Trail} turns=${data.turns} columns=${view.seats.length} at=${at} go=${step} />${standing && html`<${Proof} exact=${standing.exact} />`}</div>
          <h1 id="status" tabindex="-1">${headline}</h1>
          <p class="detail">${detail}</p>
        </div>
        ${held === 0 && reasons !== null && reasons.length > 0 && html`<p><button type="button" class="button" onClick=${() => hold(reasons[0].player)}>${words.why.title} <kbd aria-hidden="true">W</kbd></button></p>`}
        ${held === 0 && asked?.reasons.length === 0 && asked.open.length > 0 && html`<${NotFound} search=${search} />`}
        ${held > 0 && html`<${WhyDraw} found=${asked} search=${search} reason=${reason} held=${held} hold=${hold} names=${names} told=${carried.spot === spot ? carried.told : ""} begin=${begin} over=${over} />`}
        ${values && !over && held === 0 && html`<${ExploredMoves} values=${values} view=${view} look=${look} answers=${answers} played=${played} all=${all === spot} showAll=${() => showAll(spot)} peeked=${peeked} play=${(/** @type {string} */ move) => fresh && play(move)} peek=${peek} names=${names} />
          <${Footnote} values=${values} all=${all === spot} showAll=${() => showAll(spot)} />`}
        ${!values && !over && html`<p class="quiet" role="status">${insight.error || words.advice.asking}</p>`}
        <${Solution} solution=${solution} title=${title} exact=${values?.exact ?? false} />
        <div class="actions">
          <button type="button" class="button" disabled=${at === 0} onClick=${() => step(at - 1)}>${words.back} <kbd aria-hidden="true">←</kbd></button>
          <button type="button" class="button wide-only" disabled=${at === 0} onClick=${() => step(0)}>${words.table.start} <kbd aria-hidden="true">${words.keys.home}</kbd></button>
          <button type="button" class="button primary" disabled=${!best || over} onClick=${playBest}>${words.explore.bestMove} <kbd aria-hidden="true">B</kbd></button>
          <${Link} class="button" href=${`/?${toQuery({ new: family, game: view.game, seed: where.seed, position: insight.spot?.status.position })}`}>${words.table.playHere}<//>
          <${More}>
            <${Group} title=${words.table.groups.share}>
              <button type="button" onClick=${() => copy(location.href, said.say)}>${words.table.copyLink}</button>
              <button type="button" onClick=${() => copy(insight.spot?.status.position ?? "", said.say)}>${words.table.copyPosition}</button>
            <//>
            <${Group} title=${words.table.groups.study}>
              <${Link} href=${`/spot?${toQuery({ ...where, moves: moves.join(" "), ply: at === moves.length ? null : at })}`}>${words.explore.analyse}<//>
              <${Link} href=${`/editor?${toQuery({ game: view.game, seed: where.seed, position: insight.spot?.status.position })}`}>${words.table.editor}<//>
              <${Link} href=${`/spot?${toQuery({ game: view.game, seed: where.seed, position: insight.spot?.status.position, tree: "alphabeta" })}`}>${words.table.tree}<//>
              <${Link} href=${`/rules/${family}`}>${words.table.rules}<//>
            <//>
            <${Group} title=${words.explore.other}>
              ${(catalogue?.games ?? []).filter(({ id }) => id !== family).map((one) => html`<${Link} key=${one.id} href=${`/explore?${toQuery({ game: one.usual })}`}>${familyText(one.id)}<//>`)}
            <//>
          <//>
        </div>
      </div>
      <p class="hidden" role="status" aria-live="polite">${[headline, detail].filter(Boolean).join(". ")}</p>
    </div>
  </div>`;
}

/** What the rows themselves do not say. @param {{ values: Values, all: boolean, showAll: () => void }} props */
function Footnote({ values, all, showAll }) {
  const depths = values.exact ? null : depthsOf(values);
  const few = !values.exact || values.unit === "points";
  const count = values.moves.length;
  const shown = all ? count : rowsOf(values, false).reduce((sum, { moves }) => sum + moves.length, 0);
  return html`<div class="footnote"><p>${shown < count && html`${words.explore.someOf(shown, count)} `}${few && depths && words.explore.depths(...depths)}
    ${shown < count && html` <button type="button" class="link" onClick=${showAll}>${words.explore.showAll}</button>`}</p>
    <${Note} of=${values} />
    ${typeof values.preparing === "number" && html`<p class="preparing">${words.advice.preparing(`${Math.round(100 * values.preparing)} %`)}</p>`}</div>`;
}

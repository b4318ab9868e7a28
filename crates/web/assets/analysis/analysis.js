// @ts-check
// The analysis board of a stored game: any move can be tried, and the results are stored with the
// game.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { get, persist, query as toQuery } from "../api.js";
import { Heading, Problem } from "../shell.js";
import { useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { Analyse, Group, More, Sharing, Showing, Studying } from "../table/actions.js";
import { GameView, useMessage } from "../table/game_view.js";
import { gameText, moveText } from "../table/names.js";
import { words } from "../words/index.js";
import { NoteBox, Tree } from "./notes.js";
import { branchAt, lineThrough, treeOf } from "./tree.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./tree.js").Note} Note */

/** @param {{ id: string, query: URLSearchParams }} props */
export function AnalysisPage({ id, query }) {
  const loaded = useLoad(`/api/games/${encodeURIComponent(id)}`);
  const noted = useLoad(`/api/games/${encodeURIComponent(id)}/notes`);
  const game = /** @type {Game | null} */ (/** @type {any} */ (loaded.data));
  const notes = /** @type {Note[] | undefined} */ (/** @type {any} */ (noted.data)?.notes);
  const error = loaded.error ?? noted.error;
  if (error) return html`<${Problem} error=${error} />`;
  if (!game || !notes) return html`<p class="quiet page">${words.loading}</p>`;
  return html`<${AnalysisBoard} key=${id} game=${game} first=${notes} query=${query} />`;
}

/** @param {{ game: Game, first: Note[], query: URLSearchParams }} props */
function AnalysisBoard({ game, first, query }) {
  const [notes, setNotes] = useState(first);
  const root = useMemo(() => treeOf(game.moves, notes), [game.moves, notes]);
  const wanted = (query.get("line") ?? "").split(" ").filter(Boolean);
  const line = useMemo(() => lineThrough(root, wanted), [root, wanted.join(" ")]);
  const asked = Number(query.get("ply") ?? (wanted.length || line.length));
  const at = Math.max(0, Math.min(line.length, Number.isFinite(asked) ? asked : line.length));
  const here = line.slice(0, at);
  const where = { game: game.game, seed: game.seed, position: game.position };
  const spot = toQuery({ ...where, moves: here.join(" ") });
  const said = useMessage(spot);
  const address = `/api/spot?${toQuery({ ...where, moves: line.join(" "), ply: at })}`;
  const about = useLoad(address);
  const data = /** @type {import("../types.js").Spot | null} */ (/** @type {any} */ (about.data));
  const shown = useRef(new Map());
  // The display form of a move is known once its line has been loaded.
  if (data && about.path === address) data.turns.forEach((turn, index) => shown.current.set(line.slice(0, index + 1).join(" "), turn.shown));
  game.view.turns.forEach((turn, index) => shown.current.set(game.moves.slice(0, index + 1).join(" "), turn.shown));

  const goTo = (/** @type {string[]} */ to) => go(`/game/${game.id}/analyse?${toQuery({ line: to.join(" "), ply: to.length })}`, true);
  const step = (/** @type {number} */ ply) => go(`/game/${game.id}/analyse?${toQuery({ line: line.join(" "), ply })}`, true);
  const change = async (/** @type {object} */ what) => setNotes((await persist(`/api/games/${game.id}/notes`, what)).notes);
  /** @param {string} move */
  const play = async (move) => {
    const next = [...here, move];
    if (!branchAt(root, next)) await change({ line: next });
    goTo(next);
  };
  const branch = branchAt(root, here) ?? root;
  const remove = () => said.attempt(change({ line: here, remove: true }).then(() => goTo(here.slice(0, -1))));
  const title = gameText(game.game, game.title);
  useEffect(() => {
    // Another tab may have changed the notes.
    const back = () => !document.hidden && get(`/api/games/${game.id}/notes`).then((answer) => setNotes(answer.notes), () => {});
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  }, [game.id]);
  if (about.error) return html`<${Problem} error=${about.error} />`;
  if (!data) return html`<p class="quiet page">${words.loading}</p>`;
  const players = game.seats.map((seat) => ({ ...seat, human: true, name: seat.name ?? null }));
  const text = moveText(shown.current.get(here.join(" ")) ?? here.at(-1) ?? "");
  return html`<div class="page table-page analysis" data-accent=${game.family}>
    <${Heading} text=${words.analysis.title(title)} back=${`/game/${game.id}`} />
    <${GameView}
      view=${data.view}
      family=${game.family}
      title=${game.title}
      spot=${spot}
      positionKey=${spot}
      players=${players}
      said=${said}
      before=${at > 0 && about.path === address ? toQuery({ ...where, moves: here.slice(0, -1).join(" ") }) : null}
      canMove=${data.view.outcome === null && about.path === address}
      live=${at === line.length}
      keeps=${true}
      stepping=${true}
      explore=${`/explore?${spot}`}
      onPlay=${play}
      moves=${line}
      turns=${data.turns}
      at=${at}
      go=${step}
      list=${html`<${Tree} root=${root} players=${players.length} here=${here} shown=${shown.current} go=${goTo} /><${NoteBox} branch=${branch} text=${text} keep=${(/** @type {object} */ what) => said.attempt(change({ line: here, ...what }))} remove=${remove} />`}
      actions=${(/** @type {import("../table/game_view.js").Tools} */ tools) => html`<div class="actions">
        <button type="button" class="button" disabled=${at === 0} onClick=${() => step(at - 1)}>${words.review.previous} <kbd aria-hidden="true">←</kbd></button>
        <button type="button" class="button" disabled=${at === line.length} onClick=${() => step(at + 1)}>${words.review.next} <kbd aria-hidden="true">→</kbd></button>
        <button type="button" class="button" aria-pressed=${tools.threatened ? "true" : "false"} onClick=${tools.threat}>${words.analysis.threat} <kbd aria-hidden="true">X</kbd></button>
        <${Analyse} tools=${tools} />
        <${More}>
          <${Group} title=${words.table.groups.game}>
            <${Link} href=${`/game/${game.id}?ply=${Math.min(at, game.moves.length)}`}>${words.analysis.toGame}<//>
            <${Link} href=${`/?${toQuery({ new: game.family, game: game.game, seed: game.seed, position: tools.position })}`}>${words.table.playHere}<//>
          <//>
          <${Sharing} tools=${tools} spec=${game.game} seed=${game.seed} name=${`ninefold-${game.id}-${at}`} link=${`/spot?${toQuery({ ...where, moves: here.join(" ") })}`} whole="" />
          <${Studying} tools=${tools} spec=${game.game} seed=${game.seed} family=${game.family} players=${[]}>
            <${Link} href=${`/game/${game.id}/review`}>${words.table.review}<//>
          <//>
          <${Showing} tools=${tools} canMove=${tools.canMove} />
        <//>
      </div>`}
    />
  </div>`;
}

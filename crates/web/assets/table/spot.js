// @ts-check
// A position without a stored game: view it, try moves for every side, share the link, play from it.
import { html } from "../vendor/preact.js";
import { query as toQuery } from "../api.js";
import { family as familyOf } from "../board/theme.js";
import { Heading, Problem } from "../shell.js";
import { isHost } from "../state/catalogue.js";
import { useCatalogue, useLoad } from "../state/load.js";
import { go, Link } from "../state/route.js";
import { words } from "../words/index.js";
import { Analyse, Group, More, PhoneValues, Sharing, Showing, Studying } from "./actions.js";
import { gameText } from "./names.js";
import { GameView, useMessage } from "./game_view.js";

/** @param {{ query: URLSearchParams }} props */
export function SpotPage({ query }) {
  const game = query.get("game") ?? "";
  const seed = query.get("seed") ?? "";
  const position = query.get("position") ?? "";
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  const at = Math.min(Number(query.get("ply") ?? moves.length), moves.length);
  const played = moves.slice(0, at).join(" ");
  const spot = toQuery({ game, seed, position, moves: played });
  const catalogue = useCatalogue();
  const address = `/api/spot?${toQuery({ game, seed, position, moves: moves.join(" "), ply: at })}`;
  const about = useLoad(game ? address : null);
  const said = useMessage(spot);
  const data = /** @type {import("../types.js").Spot | null} */ (/** @type {any} */ (about.data));
  if (!game) return html`<${Problem} error=${new Error(words.noGame)} />`;
  if (about.error) return html`<${Problem} error=${about.error} />`;
  if (!data) return html`<p class="quiet page">${words.loading}</p>`;
  const family = familyOf(data.view.game);
  const title = catalogue?.games.find((one) => one.id === family)?.title ?? family;
  const here = (/** @type {string[]} */ all, /** @type {number} */ ply) => go(`/spot?${toQuery({ game, seed, position, moves: all.join(" "), ply: ply === all.length ? null : ply })}`, true);
  const players = data.view.seats.map(() => ({ player: "human", name: null, human: true }));
  return html`<div class="page table-page" data-accent=${family}>
    <${Heading} text=${gameText(data.view.game, title)} />
    <${GameView}
      view=${data.view}
      family=${family}
      title=${title}
      spot=${spot}
      positionKey=${spot}
      players=${players}
      said=${said}
      before=${at > 0 && about.path === address ? toQuery({ game, seed, position, moves: moves.slice(0, at - 1).join(" ") }) : null}
      stepping=${true}
      strict=${isHost() ? "" : words.together.onlyHost}
      explore=${isHost() ? `/explore?${toQuery({ game, seed, position, moves: moves.join(" "), ply: at === moves.length ? null : at })}` : ""}
      canMove=${data.view.outcome === null && about.path === address}
      live=${at === moves.length}
      onPlay=${async (/** @type {string} */ move) => here([...moves.slice(0, at), move], at + 1)}
      moves=${moves}
      turns=${data.turns}
      at=${at}
      go=${(/** @type {number} */ ply) => here(moves, ply)}
      keys=${{ u: () => at > 0 && here(moves.slice(0, at - 1), at - 1) }}
      actions=${(/** @type {import("./game_view.js").Tools} */ tools) => html`<div class="actions full">
        ${isHost() && html`<${Link} class="button primary wide-only" href=${`/?${toQuery({ new: family, game: data.view.game, seed, position: tools.position })}`}>${words.table.playHere}<//>`}
        <button type="button" class="button" disabled=${at === 0} onClick=${() => here(moves.slice(0, at - 1), at - 1)}>${words.table.undo} <kbd aria-hidden="true">U</kbd></button>
        ${isHost() &&
        html`<button type="button" class="button" onClick=${tools.hint}>${words.table.hint} <kbd aria-hidden="true">H</kbd></button>
          <${PhoneValues} tools=${tools} />
          <${Analyse} tools=${tools} />`}
        <${More}>
          ${isHost() && html`<${Group} title=${words.table.groups.game}><${Link} href=${`/?${toQuery({ new: family, game: data.view.game, seed, position: tools.position })}`}>${words.table.playHere}<//><//>`}
          <${Sharing} tools=${tools} spec=${data.view.game} seed=${null} name=${`ninefold-${family}`} link=${location.pathname + location.search} whole="" />
          ${isHost() && html`<${Studying} tools=${tools} spec=${data.view.game} seed=${null} family=${family} players=${[]} />`}
          <${Showing} tools=${tools} canMove=${data.view.outcome === null} />
        <//>
      </div>`}
    />
  </div>`;
}

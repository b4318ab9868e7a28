// @ts-check
// All ways to share a game: links, a board for other pages, an animation.
import { html, useState } from "../vendor/preact.js";
import { query, text } from "../api.js";
import { copy } from "../table/actions.js";
import { Dialog } from "../table/dialogs.js";
import { gameText } from "../table/names.js";
import { boardSvg, download } from "../table/pictures.js";
import { copy as toClipboard } from "../together/copy.js";
import { words } from "../words/index.js";
import { filmOf } from "./film.js";

/** The query that contains a whole game. @param {{ game: string, seed: number, position: string | null, moves: string[] }} game */
export const wholeGame = ({ game, seed, position, moves }) => query({ game, seed, position, moves: moves.join(" ") });

/** A text to copy, in a field that can be selected if the clipboard is unavailable. @param {{ title: string, text: string, value: string }} props */
function Copied({ title, text, value }) {
  const [done, set] = useState(false);
  /** @param {any} event */
  const take = async (event) => {
    const field = event.target.closest(".row").querySelector("input");
    if (await toClipboard(value)) {
      set(true);
      setTimeout(() => set(false), 2000);
    }
    // Where it is closed the reader's own keys copy it.
    else field.select();
  };
  return html`<section class="share-item"><h3>${title}</h3><p class="quiet">${text}</p>
    <p class="row"><input readonly aria-label=${title} value=${value} onFocus=${(/** @type {any} */ event) => event.target.select()} /><button type="button" class="button" onClick=${take}><span role="status">${done ? words.share.copied : words.share.copy}</span></button></p></section>`;
}

/** @param {{ game: any, onClose: () => void }} props */
export function ShareDialog({ game, onClose }) {
  const [busy, wait] = useState(false);
  const [problem, report] = useState("");
  const [told, say] = useState("");
  const address = (/** @type {string} */ path) => new URL(path, location.href).href;
  const title = gameText(game.game, game.title);
  const save = async () => {
    wait(true);
    report("");
    try {
      download(new Blob([await filmOf(game.id, title)], { type: "image/svg+xml" }), `ninefold-${game.id}.svg`);
    } catch (error) {
      report(/** @type {Error} */ (error).message);
    }
    wait(false);
  };
  const record = (/** @type {(all: string) => any} */ use) => text(`/api/games/${game.id}/record`).then(use).catch((/** @type {Error} */ error) => report(error.message));
  const keep = (/** @type {string} */ all, /** @type {string} */ kind, /** @type {string} */ name) => download(new Blob([all], { type: kind }), name);
  return html`<${Dialog} title=${words.share.title} className="share-dialog" onClose=${onClose}>
    <${Copied} title=${words.share.here} text=${words.share.hereText} value=${address(`/game/${game.id}`)} />
    <${Copied} title=${words.share.whole} text=${words.share.wholeText} value=${address(`/spot?${wholeGame(game)}`)} />
    <${Copied} title=${words.share.embed} text=${words.share.embedText} value=${`<iframe src="${address(`/embed/${game.id}`)}" width="480" height="540" title="${title.replaceAll('"', "&quot;")}"></iframe>`} />
    <section class="share-item"><h3>${words.share.film}</h3><p class="quiet">${words.share.filmText}</p>
      <p><button type="button" class="button" disabled=${busy} onClick=${save}>${busy ? words.share.making : words.share.save}</button></p>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}</section>
    <section class="share-item"><h3>${words.share.text}</h3><p class="quiet">${words.share.textText}</p>
      <p class="row"><button type="button" class="button" onClick=${() => record((all) => copy(all, say))}>${words.table.copyRecord}</button><button type="button" class="button" onClick=${() => record((all) => keep(all, "text/plain", `ninefold-${game.id}.txt`))}>${words.table.saveRecord}</button></p></section>
    <section class="share-item"><h3>${words.share.drawing}</h3><p class="quiet">${words.share.drawingText}</p>
      <p class="row"><button type="button" class="button" onClick=${() => copy(boardSvg(), say)}>${words.table.copySvg}</button><button type="button" class="button" onClick=${() => keep(boardSvg(), "image/svg+xml", `ninefold-${game.id}-board.svg`)}>${words.table.saveSvg}</button></p></section>
    <p role="status" class="share-said">${told}</p>
    <form method="dialog"><button class="button">${words.close}</button></form>
  <//>`;
}

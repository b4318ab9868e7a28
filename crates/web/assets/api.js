// @ts-check
// All communication with the server.
import { words } from "./words/index.js";
import { refusal } from "./words/phrases.js";

/** An error answer of the server, with its sentence. */
export class Refused extends Error {
  /** @param {number} status @param {import("./words/phrases.js").Refusal} refused */
  constructor(status, refused) {
    super(refusal(refused));
    this.status = status;
  }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, credentials: "same-origin" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable(path);
  }
  if (response.ok) return response;
  let refused = { error: `${response.status} ${response.statusText}` };
  try {
    const body = await response.json();
    if (typeof body.error === "string") refused = body;
  } catch {
    // An answer without a sentence: its status must do.
  }
  throw new Refused(response.status, refused);
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) => (await ask(path, { signal })).json();

/** @param {string} path @returns {Promise<string>} */
export const text = async (path) => (await ask(path)).text();

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const post = async (path, body = {}) =>
  (await ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();

/** @param {string} path */
export const remove = async (path) => {
  await ask(path, { method: "DELETE" });
};

/** How often a write is retried when the server does not answer. */
const RETRIES = 6;

/**
 * Like `post`, but waits for a server that is restarting.
 * @param {string} path @param {unknown} [body] @returns {Promise<any>}
 */
export async function persist(path, body) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await post(path, body);
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt > RETRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250 * attempt));
    }
  }
}

/** @param {Record<string, string | number | null | undefined>} fields */
export function query(fields) {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) {
    if (value !== null && value !== undefined && value !== "") parts.set(key, String(value));
  }
  return parts.toString();
}

/** Why a live address did not answer: an event source does not say. @param {string} path @returns {Promise<string>} */
async function refused(path) {
  const abort = new AbortController();
  try {
    await ask(path, { signal: abort.signal });
    return words.cutOff;
  } catch (error) {
    return error instanceof Unreachable ? words.unreachable : /** @type {Error} */ (error).message;
  } finally {
    abort.abort();
  }
}

/**
 * Listens to a live address until the returned function is called. It reconnects automatically, and pauses while the
 * page is hidden, since a browser allows only six connections per server, unless another player waits for the reader.
 * Missed changes come with the first event when the page is visible again.
 * @param {string} path
 * @param {Record<string, (data: any) => void>} handlers by event name
 * @param {{ ends?: string[], failed?: (sentence: string) => void, connected?: (yes: boolean) => void, stays?: () => boolean }} [options] `ends`: the events
 *   after which the stream is not reopened; `failed`: called with the error of a stream that ends without one of them; `stays`: whether it stays open
 *   while the page is hidden
 * @returns {() => void}
 */
export function listen(path, handlers, { ends = [], failed, connected = () => {}, stays = () => false } = {}) {
  /** @type {EventSource | null} */
  let source = null;
  let timer = 0;
  let wait = 250;
  let closed = false;

  const drop = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const rests = () => document.hidden && !stays();
  const open = () => {
    drop();
    if (closed || rests()) return;
    const current = new EventSource(path);
    source = current;
    current.onopen = () => {
      wait = 250;
      connected(true);
    };
    current.onerror = () => {
      drop();
      if (failed) {
        closed = true;
        refused(path).then(failed);
        return;
      }
      connected(false);
      timer = window.setTimeout(open, wait);
      wait = Math.min(2 * wait, 4000);
    };
    for (const [name, handle] of Object.entries(handlers)) {
      current.addEventListener(name, (event) => {
        if (ends.includes(name)) {
          closed = true;
          drop();
        }
        handle(JSON.parse(/** @type {MessageEvent} */ (event).data || "null"));
        if (rests()) drop();
      });
    }
  };
  const seen = () => {
    if (rests()) drop();
    // A connection may have died unnoticed while the device slept.
    else if (!document.hidden) open();
  };
  document.addEventListener("visibilitychange", seen);
  open();
  return () => {
    closed = true;
    document.removeEventListener("visibilitychange", seen);
    drop();
  };
}

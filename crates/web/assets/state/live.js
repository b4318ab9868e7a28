// @ts-check
// What an address tells and goes on telling, inside a component.
import { useEffect, useRef, useState } from "../vendor/preact.js";
import { get, listen, Unreachable } from "../api.js";

/**
 * What an address answers, always as it is now: read once, then listened to.
 * @template T
 * @param {string} path
 * @param {{ events: string, name: string, gone: () => string, accept?: (old: T | null, next: T) => T, stays?: (data: T) => boolean }} how
 *   `events`: where it is listened to; `name`: of the events that bring it anew; `gone`: what is said once it is no more;
 *   `accept`: what is kept of what comes; `stays`: whether it is listened to while nobody looks
 * @returns {{ data: T | null, error: Error | null, connected: boolean, take: (next: T) => void, latest: () => T | null, listens: () => boolean }}
 *   `take`: takes what came by another road; `latest`: what has come, also since it was drawn; `listens`: whether whatever changes comes by itself
 */
export function useLive(path, { events, name, gone, accept = (_, next) => next, stays = () => false }) {
  const [data, set] = useState(/** @type {{ path: string, data: T } | null} */ (null));
  const [error, fail] = useState(/** @type {Error | null} */ (null));
  const [connected, connect] = useState(true);
  const latest = useRef(/** @type {T | null} */ (null));
  const open = useRef(false);
  const take = (/** @type {T} */ next) => {
    latest.current = accept(latest.current, next);
    set({ path, data: latest.current });
    fail(null);
  };
  useEffect(() => {
    latest.current = null;
    open.current = false;
    set(null);
    fail(null);
    let left = false;
    let stop = () => {};
    const handlers = {
      [name]: take,
      gone: () => {
        latest.current = null;
        set(null);
        fail(new Error(gone()));
      },
    };
    const heard = (/** @type {boolean} */ yes) => {
      open.current = yes;
      connect(yes);
    };
    const follow = () => {
      if (!left) stop = listen(events, handlers, { connected: heard, ends: ["gone"], stays: () => latest.current !== null && stays(latest.current) });
    };
    get(path).then(
      (first) => {
        if (left) return;
        take(first);
        follow();
      },
      (problem) => {
        if (left) return;
        fail(problem);
        // What does not exist is not waited for; a server that is away is.
        if (problem instanceof Unreachable) follow();
      },
    );
    return () => {
      left = true;
      stop();
    };
  }, [path]);
  // While nobody looks it may rest.
  return { data: data?.path === path ? data.data : null, error, connected, take, latest: () => latest.current, listens: () => open.current && !document.hidden };
}

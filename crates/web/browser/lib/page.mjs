// A browser, pages that note what goes wrong, eyes that wait, and the hands that play.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** Debian's Chromium, or another one. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** How long a page may take to come to what is expected of it, in milliseconds. */
const PATIENCE = 20_000;

/** What other devices call this machine in tests: to a browser an address that is neither local nor secure. */
export const OTHER_NAME = "ninefold.test";

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", `--host-resolver-rules=MAP ${OTHER_NAME} 127.0.0.1`] });

/**
 * A page that keeps every console error, every failed script and every request to another server.
 * @param {import("playwright-core").Browser} browser @param {string} url
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(browser, url, options = {}) {
  // What a test intercepts must not come from a worker.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", serviceWorkers: "block", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  return { page, context, troubles: watch(page, url) };
}

/** @param {import("playwright-core").Page} page @param {string} url */
export function watch(page, url) {
  /** @type {string[]} */
  const troubles = [];
  page.on("console", (message) => {
    // Only here, where what a test intercepts must not come from a worker.
    if (message.text().startsWith("Service Worker registration blocked")) return;
    // A page behind another is not painted, so its fonts wait: advice about speed, and not always given.
    if (message.text().includes("was preloaded using link preload but not used")) return;
    if (message.type() === "error" || message.type() === "warning") troubles.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !address.startsWith("data:") && !address.startsWith("blob:")) troubles.push(`a request to ${address}`);
  });
  return troubles;
}

/** @param {string[]} troubles */
export const assertNoErrors = (troubles) => assert.deepEqual(troubles, []);

/** Asks the server to change something. @param {string} url @param {string} path @param {object} body @returns {Promise<any>} */
export async function change(url, path, body) {
  const response = await fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  assert.equal(response.status, 200, path);
  return response.json();
}

/** Asks the server for something new. @param {string} url @param {string} path @param {object} body @returns {Promise<any>} */
export async function post(url, path, body) {
  const answer = await fetch(url + path, { method: "POST", headers: { "content-type": "application/json", origin: url }, body: JSON.stringify(body) });
  const made = await answer.json();
  assert.equal(answer.status, 201, JSON.stringify(made));
  return made;
}

/** @param {string} url @param {object} body a new game @returns {Promise<any>} */
export const newGame = (url, body) => post(url, "/api/games", body);

/** @param {string} url @param {string} id @returns {Promise<any>} */
export const gameOf = async (url, id) => (await fetch(`${url}/api/games/${id}`)).json();

/**
 * Reads again and again until the check passes, and returns what was read then; fails as the last check failed.
 * @template T @param {() => T | Promise<T>} read @param {(seen: T) => void} check @returns {Promise<T>}
 */
export async function eventually(read, check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      const seen = await read();
      check(seen);
      return seen;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {string | RegExp} Wanted a text as it must be, or how it must look */

/** A pattern that fits stands for what it fits. @param {string[]} seen @param {Wanted[]} wanted */
const fits = (seen, wanted) => assert.deepEqual(seen, wanted.map((one, at) => (one instanceof RegExp && one.test(seen[at] ?? "") ? seen[at] : one)));

/** Whatever is read of all elements together, at one moment. @template T @param {Locator} locator @param {(all: Element[]) => T} read in the page @param {(seen: T) => void} check */
export const waitForAll = (locator, read, check) => eventually(() => locator.evaluateAll(/** @type {any} */ (read)), check);

/** The texts of all elements, in their order. @param {Locator} locator @param {Wanted[] | ((texts: string[]) => void)} wanted the texts, or a check of them */
export const waitForTexts = (locator, wanted) =>
  waitForAll(
    locator,
    (all) => all.map((one) => (one instanceof HTMLElement ? one.innerText : (one.textContent ?? ""))),
    (seen) => (typeof wanted === "function" ? wanted(seen) : fits(seen, wanted)),
  );

/** The text of the one element there is. @param {Locator} locator @param {Wanted} wanted */
export const waitForText = (locator, wanted) => waitForTexts(locator, [wanted]);

/** An attribute of the one element there is. @param {Locator} locator @param {string} name @param {Wanted} wanted */
export const waitForAttribute = (locator, name, wanted) => eventually(() => locator.evaluateAll((all, key) => all.map((one) => one.getAttribute(key) ?? ""), name), (seen) => fits(seen, [wanted]));

/** What is written in a field. @param {Locator} locator @param {Wanted} wanted */
export const waitForInput = (locator, wanted) => eventually(async () => [await locator.inputValue()], (seen) => fits(seen, [wanted]));

/** @param {Locator} locator @param {number} count */
export const waitForCount = (locator, count) => eventually(() => locator.count(), (seen) => assert.equal(seen, count, `${seen} instead of ${count}: ${locator}`));

/** @param {import("playwright-core").Page} page @param {RegExp} wanted */
export const waitForTitle = (page, wanted) => eventually(() => page.title(), (seen) => assert.match(seen, wanted));

/** Waits until letters have their shapes: before, what stands where is not what it will be. @param {import("playwright-core").Page} page */
export const waitForFonts = (page) => page.evaluate(async () => void (await document.fonts.ready));

/** The addresses that the page's worker keeps now. @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
export const keptByWorker = (page) => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat().map(({ url }) => new URL(url).pathname));

/** The versions of the files that the page has loaded so far. @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
export const versionsLoaded = (page) =>
  page.evaluate(() => [...new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname.split("/")[1]).filter((part) => part.startsWith("~")))]);

/** The address of the page, when it is such a one. @param {import("playwright-core").Page} page @param {RegExp | ((address: URL) => boolean)} wanted */
export async function addressOf(page, wanted) {
  await page.waitForURL(wanted);
  return page.url();
}

/** The game on the page. @param {import("playwright-core").Page} page */
export const idOf = async (page) => new URL(await addressOf(page, /\/game\/[^/]+/)).pathname.split("/")[2];

/** @param {import("playwright-core").Page} page @param {string} name of the site, in the game's notation */
export const site = (page, name) => page.locator(`.drawing [data-name="${name}"]`);

/** Clicks sites one after the other. @param {import("playwright-core").Page} page @param {...string} names */
export async function click(page, ...names) {
  for (const name of names) await site(page, name).click();
}

/** Clicks a legal move through, whatever the game. @param {import("playwright-core").Page} page @param {any} view the position @param {string} move */
export async function clickMove(page, view, move) {
  const { steps } = view.legal.find((/** @type {any} */ one) => one.text === move);
  await click(page, ...steps.map((/** @type {any} */ step) => view.layout.sites[step.site].name));
}

/** Drags a piece from site to site. @param {import("playwright-core").Page} page @param {string} from @param {string} to */
export async function drag(page, from, to) {
  // Waits until the board rests.
  await site(page, from).hover();
  const box = await site(page, to).boundingBox();
  assert.ok(box);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
}

/** Presses a key that leads to another element. @param {import("playwright-core").Page} page @param {string} key */
export async function moveFocus(page, key) {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press(key);
  await page.waitForFunction((old) => document.activeElement !== old, before);
}

/** Goes there by the keyboard. @param {import("playwright-core").Page} page @param {Locator} place */
export async function tabTo(page, place) {
  const reached = place.and(page.locator(":focus"));
  for (let presses = 0; presses < 60; presses += 1) {
    if (await reached.count()) return;
    await moveFocus(page, "Tab");
  }
  throw new Error(`the keyboard does not lead to ${place}`);
}

/** @param {import("playwright-core").Page} page @param {string | RegExp} text */
export async function waitForStatus(page, text) {
  await page.locator("#status").filter({ hasText: text }).waitFor();
}

/** The moves in the list. @param {import("playwright-core").Page} page */
export const movesOf = (page) => page.locator(".move-row button.move");

/** So many moves or more. @param {import("playwright-core").Page} page @param {number} count */
export async function waitForMoves(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".move-row button.move").length >= wanted, count);
}

/**
 * Another tab comes to the front of this one, or this one again. Chromium without a window shows every tab, so the page is told.
 * @param {import("playwright-core").Page} page @param {boolean} hidden
 */
export async function hide(page, hidden) {
  await page.evaluate((is) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => is });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

const OPEN = ".site.can-put, .site.can-lift, .site.can-drop, .site.can-take";

/** A repeatable choice. @param {number} seed */
export function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/**
 * Clicks whatever may be clicked until the game is over. @param {import("playwright-core").Page} page @param {(sides: number) => number} roll
 * @param {number} [most] clicks
 */
export async function playOut(page, roll, most = 400) {
  for (let clicks = 0; clicks < most; clicks += 1) {
    // All at one moment: that it is over, or what may be clicked in which turn.
    const found = await page.waitForFunction((open) => {
      const names = [...document.querySelectorAll(open)].map((one) => one.getAttribute("data-name"));
      const over = document.querySelector(".endings") !== null;
      return over || names.length > 0 ? { over, names, turn: document.querySelector(".drawing")?.getAttribute("data-turn") } : null;
    }, OPEN);
    const now = await found.jsonValue();
    if (!now || now.over) return clicks;
    await site(page, String(now.names[roll(now.names.length)])).click();
    await page.waitForFunction((old) => document.querySelector(".drawing")?.getAttribute("data-turn") !== old || document.querySelector(".endings"), now.turn);
  }
  throw new Error(`no end after ${most} clicks`);
}

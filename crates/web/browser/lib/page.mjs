// A browser, pages that note what goes wrong, and the hands that play.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** Debian's Chromium, or another one. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

/**
 * A page that keeps every console error, every failed script and every request to another server.
 * @param {import("playwright-core").Browser} browser @param {string} url
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en", ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  return { page, context, troubles: watch(page, url) };
}

/** @param {import("playwright-core").Page} page @param {string} url */
export function watch(page, url) {
  /** @type {string[]} */
  const troubles = [];
  page.on("console", (message) => {
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
export const calm = (troubles) => assert.deepEqual(troubles, []);

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

/** The game on the page. @param {import("playwright-core").Page} page */
export const idOf = (page) => new URL(page.url()).pathname.split("/")[2];

/** @param {import("playwright-core").Page} page @param {string} name of the site, in the game's notation */
export const site = (page, name) => page.locator(`.drawing [data-name="${name}"]`);

/** Clicks sites one after the other. @param {import("playwright-core").Page} page @param {...string} names */
export async function click(page, ...names) {
  for (const name of names) await site(page, name).click();
}

/** @param {import("playwright-core").Page} page @param {string | RegExp} text */
export async function waitForStatus(page, text) {
  await page.locator("#status").filter({ hasText: text }).waitFor();
}

/** @param {import("playwright-core").Page} page @param {number} count */
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
  const over = page.locator("dialog.result");
  for (let clicks = 0; clicks < most; clicks += 1) {
    await page.waitForFunction((open) => document.querySelector(open) || document.querySelector("dialog.result"), OPEN);
    if (await over.count()) return clicks;
    const names = await page.locator(OPEN).evaluateAll((sites) => sites.map((one) => one.getAttribute("data-name")));
    if (names.length === 0) continue;
    const before = await page.locator(".drawing").getAttribute("data-turn");
    await site(page, String(names[roll(names.length)])).click();
    await page.waitForFunction((old) => document.querySelector(".drawing")?.getAttribute("data-turn") !== old || document.querySelector("dialog.result"), before);
  }
  throw new Error(`no end after ${most} clicks`);
}

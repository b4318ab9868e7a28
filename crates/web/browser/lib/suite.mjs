// What most tests begin and end with: a server and a browser for a file, a page of its own for a test.
import { after, before, test } from "node:test";
import { assertNoErrors, launch, open, OTHER_NAME } from "./page.mjs";
import { serve } from "./server.mjs";

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

/** A server that other devices reach by a name, and a browser, for all tests of a file. */
export function nearby() {
  before(async () => {
    [server, browser] = await Promise.all([serve({ host: "0.0.0.0" }), launch()]);
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });
}

/** The address by which other devices know the server. */
export const base = () => `http://${OTHER_NAME}:${server.port}`;

/** The address for programs on the same machine. */
export const direct = () => `http://127.0.0.1:${server.port}`;

/** What makes one the host. */
export const token = () => server.token;

/** A device of its own. @param {import("playwright-core").BrowserContextOptions} [options] */
export const device = (options) => open(browser, base(), options);

/** A device of the host, who has the token. @param {import("playwright-core").BrowserContextOptions} [options] */
export async function hostDevice(options) {
  const own = await device(options);
  await own.page.goto(`${base()}/?token=${server.token}`);
  await own.page.locator(".top").waitFor();
  return own;
}

/** The server is killed, and another begins where it was. */
export async function restart() {
  const { data, port } = server;
  await server.kill();
  server = await serve({ host: "0.0.0.0", data, port });
}

/** One server and one browser for all scenes of a file. @param {(url: string, data: string) => Promise<void>} [prepare] what must be there before the first */
export function suite(prepare = async () => {}) {
  before(async () => {
    [server, browser] = await Promise.all([serve(), launch()]);
    await prepare(server.url, server.data);
  });
  after(async () => {
    await browser.close();
    await server.stop();
  });
}

/**
 * A test on a fresh page, on which nothing may go wrong.
 * @param {string} name
 * @param {(on: { page: import("playwright-core").Page, context: import("playwright-core").BrowserContext, url: string }) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 * @param {RegExp} [refused] what the server refuses on purpose, which the browser notes
 */
export function pageTest(name, act, options = {}, refused = /^$/) {
  test(name, async () => {
    const { page, context, troubles } = await open(browser, server.url, options);
    await act({ page, context, url: server.url });
    assertNoErrors(troubles.filter((trouble) => !refused.test(trouble)));
    await context.close();
  });
}

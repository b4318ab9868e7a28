// What most tests begin and end with: a server and a browser for a file, a page of its own for a test.
import { after, before, test } from "node:test";
import { assertNoErrors, launch, open } from "./page.mjs";
import { serve } from "./server.mjs";

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

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

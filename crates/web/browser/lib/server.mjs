// Starts the real binary on a free port with a folder of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The binary under test. */
export const BINARY = process.env.NINEFOLD_BINARY ?? "";

/** @param {{ data?: string, port?: number, endings?: number, host?: string, version?: string }} [options] `endings`: the men of the morris table that is made by itself; `host`: for other machines, with a token; `version`: of the page's files, which are then kept as those of a release are */
export async function serve({ data = mkdtempSync(join(tmpdir(), "ninefold-page-")), port = 0, endings = 0, host = "127.0.0.1", version = "dev" } = {}) {
  if (!BINARY) throw new Error("NINEFOLD_BINARY is not set: use ./run PATH-OF-THE-BINARY");
  const child = spawn(BINARY, ["serve", "--port", String(port), "--host", host, "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NINEFOLD_SMALL_TABLE: String(endings), NINEFOLD_PAGE_VERSION: version },
  });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`the server stopped with ${code} before it began: ${said}`)));
    child.stdout.on("data", (text) => {
      said += text;
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    await ended;
  };
  return {
    url: String(url),
    token: /token=(\w+)/.exec(said)?.[1] ?? "",
    data,
    port: Number(new URL(String(url)).port),
    kill: () => end("SIGKILL"),
    stop: async () => {
      await end("SIGKILL");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

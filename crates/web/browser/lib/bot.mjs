// A bot of a few lines, as any program could be one.

/**
 * Joins by a code and plays until it is stopped.
 * @param {string} url @param {string} code @param {string} name @param {(turn: any) => string} choose what it throws is what its author sees
 */
export async function startBot(url, code, name, choose) {
  const stop = new AbortController();
  const headers = { "content-type": "application/json" };
  const joined = await (await fetch(`${url}/api/bot/join`, { method: "POST", headers, body: JSON.stringify({ code, name }) })).json();
  const token = { ...headers, authorization: `Bearer ${joined.token}` };
  const send = (/** @type {string} */ path, /** @type {object} */ body) => fetch(`${url}/api/bot/games/${path}`, { method: "POST", headers: token, body: JSON.stringify(body) }).then((answer) => answer.text());
  const play = async () => {
    const stream = await fetch(`${url}/api/bot/stream`, { headers: token, signal: stop.signal });
    let rest = "";
    for await (const part of /** @type {any} */ (stream.body)) {
      const lines = (rest + Buffer.from(part).toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.filter(Boolean)) {
        const told = JSON.parse(line);
        if (told.type !== "turn") continue;
        let move;
        try {
          move = choose(told);
        } catch (error) {
          await send(`${told.game}/error`, { text: String(/** @type {Error} */ (error).message) });
          await send(`${told.game}/resign`, {});
          continue;
        }
        await send(`${told.game}/move`, { move, version: told.version });
      }
    }
  };
  const played = play().catch((error) => {
    // Whoever stops it breaks the connection off.
    if (!stop.signal.aborted) throw error;
  });
  return {
    joined,
    stop: async () => {
      stop.abort();
      await played;
    },
  };
}

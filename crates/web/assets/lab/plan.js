// @ts-check
// A run being planned: the request for the server, the number of games, and the equivalent command.

/** @typedef {"everybody" | "gauntlet" | "swiss" | "test" | "evolution"} Way */
/** @typedef {{ choice: string, time: string, text: string }} Entrant `choice`: a specification, or how it comes about */
/**
 * @typedef {object} Draft
 * @property {Way} way @property {string} game @property {number} seats
 * @property {Entrant[]} players @property {number} games @property {number} seed
 * @property {number} opening @property {string} openings custom lines, used instead @property {number} rounds
 * @property {{ choice: string, text: string }} clock `choice`: the time of a game, nothing without a clock, or one's own in `text`
 * @property {number} gain how many rating points stronger a test is to show
 * @property {{ eval: string, method: string, population: number, generations: number, depth: number }} evolution
 */

/** Choices that are not specifications: a search with a time for every move, and custom text. */
export const TIMED = "timed";
export const TEXT = "text";

/** The clocks that can be chosen, and the choice of a text of one's own. */
export const CLOCKS = ["", "1m", "3m+2s"];
export const OWN_CLOCK = "own";

/** The clock as the server has it; nothing without one. @param {Draft} draft */
const clockOf = ({ clock }) => (clock.choice === OWN_CLOCK ? clock.text.trim() : clock.choice);

/** @param {Entrant} entrant */
export const specOfEntrant = ({ choice, time, text }) => (choice === TIMED ? `engine:time=${time}` : choice === TEXT ? text.trim() : choice);

/** @param {string} choice @returns {Entrant} */
export const entrant = (choice) => ({ choice, time: "500ms", text: "" });

/** The minimum and maximum number of players. @param {Draft} draft */
export const range = ({ way, seats }) => (way === "test" ? [2, 2] : [Math.max(2, seats), 12]);

/** The lines that are openings. @param {Draft} draft */
export const lines = ({ openings }) => openings.split("\n").map((line) => line.trim()).filter(Boolean);

/** Games per table, rounded up to whole rotations of the seats. @param {Draft} draft */
const each = ({ games, seats }) => Math.ceil(games / seats) * seats;

/** @param {number} n @param {number} k */
const choose = (n, k) => Array.from({ length: k }, (_, at) => (n - at) / (at + 1)).reduce((product, part) => product * part, 1);

/** The maximum number of games; `null` if only the server knows. @param {Draft} draft @returns {number | null} */
export function gameCount(draft) {
  const { way, seats, players, rounds, evolution } = draft;
  const many = players.length;
  if (way === "evolution") return evolution.population * (evolution.population - 1) * evolution.generations;
  if (way === "swiss") return rounds * Math.floor(many / seats) * each(draft);
  if (way === "gauntlet") return seats === 2 ? (many - 1) * each(draft) : null;
  return Math.round(choose(many, seats)) * each(draft);
}

/** The request for the server. @param {Draft} draft */
export function body(draft) {
  const { way, game, seed, opening, evolution } = draft;
  const own = lines(draft);
  const begins = own.length ? { openings: own } : { opening };
  if (way === "evolution") return { game, seed, opening, evolution: { ...(evolution.eval ? { eval: evolution.eval } : {}), method: evolution.method, population: evolution.population, generations: evolution.generations, depth: evolution.depth } };
  return {
    game,
    players: draft.players.map(specOfEntrant),
    games: draft.games,
    seed,
    ...begins,
    ...(clockOf(draft) ? { clock: clockOf(draft) } : {}),
    ...(way === "gauntlet" ? { schedule: "gauntlet" } : {}),
    ...(way === "swiss" ? { schedule: "swiss", rounds: draft.rounds } : {}),
    ...(way === "test" ? { sprt: { elo0: 0, elo1: draft.gain } } : {}),
  };
}

/** A word of a command, quoted if a shell would split it. @param {string | number} word */
const quoted = (word) => (/^[\w:,.=/+-]+$/.test(String(word)) ? String(word) : `'${String(word).replaceAll("'", "'\\''")}'`);

/** The same as a terminal command. @param {Draft} draft */
export function command(draft) {
  const { way, game, seed, opening, evolution } = draft;
  const words = ["ninefold"];
  if (way === "evolution") {
    words.push("evolve", game, ...(evolution.eval ? ["--eval", evolution.eval] : []), "--method", evolution.method, "--population", String(evolution.population), "--generations", String(evolution.generations), "--depth", String(evolution.depth), "--opening", String(opening));
  } else {
    words.push("tournament", game, ...draft.players.map(specOfEntrant), "--games", String(draft.games));
    if (way === "gauntlet") words.push("--schedule", "gauntlet");
    if (way === "swiss") words.push("--schedule", "swiss", "--rounds", String(draft.rounds));
    if (clockOf(draft)) words.push("--clock", clockOf(draft));
    if (way === "test") words.push("--sprt", `0,${draft.gain}`);
    words.push(...(lines(draft).length ? ["--openings", "openings.txt"] : ["--opening", String(opening)]));
  }
  return [...words, "--seed", String(seed)].map(quoted).join(" ");
}

// @ts-check
// Sums of a person's results: by game, opponent and colour, and over time.

/** @typedef {{ played: number, won: number, drawn: number, lost: number }} Count */
/** @typedef {Count & { family: string, game: string, opponent: string, seat: number, side: import("../types.js").Seat | null }} Line */
/** @typedef {{ id: string, result: "won" | "drawn" | "lost", updated: number, game: string, opponent: string }} Played */
/** @typedef {{ game: string, family: string, total: Count, sides: Map<number, import("../types.js").Seat>, opponents: { opponent: string, total: Count, seats: Map<number, Count> }[] }} GameSum */

/** @returns {Count} */
const none = () => ({ played: 0, won: 0, drawn: 0, lost: 0 });

/** @param {Count} sum @param {Count} more */
function add(sum, more) {
  sum.played += more.played;
  sum.won += more.won;
  sum.drawn += more.drawn;
  sum.lost += more.lost;
}

/** The number at the end of a level, so that the tenth sorts after the second. @param {string} spec */
const rank = (spec) => Number(/^level:(\d+)$/.exec(spec)?.[1] ?? Infinity);

/** Every game with all opponents, the most played first. @param {Line[]} lines @returns {GameSum[]} */
export function byGame(lines) {
  /** @type {Map<string, GameSum>} */
  const games = new Map();
  for (const line of lines) {
    /** @type {GameSum} */
    const sum = games.get(line.game) ?? { game: line.game, family: line.family, total: none(), sides: new Map(), opponents: [] };
    if (line.side) sum.sides.set(line.seat, line.side);
    games.set(line.game, sum);
    let met = sum.opponents.find(({ opponent }) => opponent === line.opponent);
    if (!met) sum.opponents.push((met = { opponent: line.opponent, total: none(), seats: new Map() }));
    const seat = met.seats.get(line.seat) ?? none();
    met.seats.set(line.seat, seat);
    for (const part of [sum.total, met.total, seat]) add(part, line);
  }
  const all = [...games.values()].sort((one, other) => other.total.played - one.total.played || (one.game < other.game ? -1 : 1));
  for (const { opponents } of all) opponents.sort((one, other) => rank(one.opponent) - rank(other.opponent) || (one.opponent < other.opponent ? -1 : 1));
  return all;
}

/** Wins minus losses, from the beginning to now. @param {Played[]} results @returns {number[]} one more than there are games */
export function balance(results) {
  const course = [0];
  for (const { result } of results) course.push((course.at(-1) ?? 0) + { won: 1, drawn: 0, lost: -1 }[result]);
  return course;
}

/** Wins and half of the draws as a fraction of all. @param {Count} count */
export const share = ({ played, won, drawn }) => (played ? (won + drawn / 2) / played : 0);

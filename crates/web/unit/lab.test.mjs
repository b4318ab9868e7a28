// Runs put together from lists, and two of them compared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { body, command, entrant, gameCount, range, TEXT, TIMED } from "../assets/lab/plan.js";
import { course, rows, sameField } from "../assets/lab/compared.js";
import { noteText } from "../assets/lab/panels.js";
import { speak } from "../assets/words/index.js";

/** @returns {import("../assets/lab/plan.js").Draft} */
const draft = (/** @type {Partial<import("../assets/lab/plan.js").Draft>} */ change = {}) => ({
  way: "everybody",
  game: "morris",
  seats: 2,
  players: ["level:2", "level:4", "random", "best"].map(entrant),
  games: 5,
  seed: 7,
  opening: 4,
  openings: "",
  rounds: 3,
  clock: { choice: "", text: "" },
  gain: 20,
  evolution: { eval: "", method: "ga", population: 12, generations: 3, depth: 2 },
  ...change,
});

test("how many games a run has, up to whole rotations of the seats", () => {
  assert.equal(gameCount(draft()), 6 * 6, "six pairs of four, five games made six");
  assert.equal(gameCount(draft({ seats: 3 })), 4 * 6, "four tables of three");
  assert.equal(gameCount(draft({ way: "gauntlet" })), 3 * 6);
  assert.equal(gameCount(draft({ way: "swiss" })), 3 * 2 * 6, "three rounds of two pairs");
  assert.equal(gameCount(draft({ way: "evolution" })), 12 * 11 * 3, "everybody meets everybody twice, three times over");
});

test("a test is between two, other runs need at least a table", () => {
  assert.deepEqual(range(draft({ way: "test" })), [2, 2]);
  assert.deepEqual(range(draft({ seats: 4 })), [4, 12]);
});

test("what is asked of the server says no more than was chosen", () => {
  const players = [{ ...entrant(TIMED), time: "100ms" }, { ...entrant(TEXT), text: " alphabeta:depth=2 " }];
  assert.deepEqual(body(draft({ way: "test", players })), { game: "morris", players: ["engine:time=100ms", "alphabeta:depth=2"], games: 5, seed: 7, opening: 4, sprt: { elo0: 0, elo1: 20 } });
  assert.deepEqual(body(draft({ way: "swiss", openings: "d6 f4\n\n d2 " })), { game: "morris", players: ["level:2", "level:4", "random", "best"], games: 5, seed: 7, openings: ["d6 f4", "d2"], schedule: "swiss", rounds: 3 });
  assert.deepEqual(body(draft({ way: "evolution" })), { game: "morris", seed: 7, opening: 4, evolution: { method: "ga", population: 12, generations: 3, depth: 2 } });
  assert.equal(body(draft({ clock: { choice: "3m+2s", text: "" } })).clock, "3m+2s");
  assert.equal(body(draft({ clock: { choice: "own", text: " 10s " } })).clock, "10s");
});

test("a command has every specification, quoted where a shell would take it apart", () => {
  const players = [{ ...entrant(TEXT), text: "alphabeta:eval=est(coefs=1/2)" }, entrant("random")];
  assert.equal(command(draft({ way: "gauntlet", players })), "ninefold tournament morris 'alphabeta:eval=est(coefs=1/2)' random --games 5 --schedule gauntlet --opening 4 --seed 7");
  assert.equal(command(draft({ way: "evolution" })), "ninefold evolve morris --method ga --population 12 --generations 3 --depth 2 --opening 4 --seed 7");
});

test("a difference counts when it is larger than its interval", () => {
  const standing = (/** @type {string} */ player, /** @type {number} */ score, /** @type {number} */ half) => ({ player, score, interval: [score - half, score + half], games: 40 });
  const one = { game: "morris", standings: [standing("level:2", 0.5, 0.03), standing("best", 0.5, 0.03)] };
  const other = { game: "morris", standings: [standing("best", 0.6, 0.04), standing("level:2", 0.53, 0.04)] };
  const found = rows(one, other);
  // Newcombe: the square root of 0.03² + 0.04² is 0.05.
  assert.deepEqual(found.map(({ player, verdict }) => [player, verdict]), [["level:2", "unclear"], ["best", "better"]]);
  assert.ok(Math.abs((found[0].reach ?? 0) - 0.05) < 1e-9);
  assert.equal(sameField(one, other), true);
  const third = { game: "morris", standings: [standing("best", 0.9, 0.01)] };
  assert.equal(sameField(one, third), false);
  assert.deepEqual(rows(one, third).map(({ verdict }) => verdict), ["alone", "better"]);
});

test("the course of an evolution is the best of every generation that was played", () => {
  const run = { generations: { generations: [{ scores: [5, 20, 10], ties: 0.5 }, { scores: [], ties: 0 }] } };
  assert.deepEqual(course(run), [{ best: 20, ties: 0.5 }]);
});

test("notes are told in both languages, and in English where a page does not know their kind", async () => {
  for (const [language, differ, corrected] of [["en", "24 of 1,200 games differ", "+25 (−3 to +∞)"], ["de", "24 von 1.200 Partien sind verschieden", "+25 (−3 bis +∞)"]]) {
    const [first, later] = await Promise.all(["", ".later"].map((part) => import(`../assets/words/${language}${part}.js`)));
    speak(language, { ...first.default, ...later.default }, {});
    assert.ok(noteText({ kind: "repeated_games", text: "", different: 24, games: 1200 }).startsWith(differ));
    const stopped = noteText({ kind: "stopped_test", text: "", players: ["level:2", "random"], corrected: [24.54, -3.2, null] });
    assert.ok(stopped.includes(corrected), stopped);
    assert.ok(noteText({ kind: "several_versions", text: "", versions: ["0.1.0", "0.2.0"], unknown: false }).includes("0.1.0"));
    for (const kind of ["fixed_seats", "prior"]) assert.ok(noteText({ kind, text: "" }).length > 40);
    assert.equal(noteText({ kind: "unheard_of", text: "something new" }), "something new.");
  }
});

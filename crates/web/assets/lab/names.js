// @ts-check
// The names of runs and their players.
import { gameText, playerText } from "../table/names.js";
import { said, words } from "../words/index.js";

/** The numbers of an evaluator, which names leave out. */
const NUMBERS = /\(([^()]*\/[^()]*)\)/g;

/** A player of a run, in short. @param {string} name */
export const entrantText = (name) => {
  // A repeated player has a number after its name.
  const [, player, number = ""] = /^(.*?)( #\d+)?$/.exec(name) ?? [];
  return playerText(player ?? name).replace(NUMBERS, "(…)") + number;
};

/**
 * What a computer named in papers does, in plain words.
 * @param {string} spec @param {import("../types.js").Family} family @param {import("../types.js").Catalogue} catalogue
 */
export function plainText(spec, family, catalogue) {
  const depth = Number(/depth=(\d+)/.exec(spec)?.[1] ?? 0);
  const judge = family.evaluators.find(({ id }) => id === /eval=(\w+)/.exec(spec)?.[1]);
  if (depth && judge) return words.lab.looks(depth, said(judge.summary));
  const kind = catalogue.players.find(({ id }) => id === spec.split(":")[0]);
  // The part in brackets is for authors of specifications.
  return kind ? said(kind.summary).replace(/ \[.*\]$/, "") : "";
}

/** A clock in words: 3 minutes + 2 seconds. @param {string} clock as the server writes it */
export const clockText = (clock) =>
  clock
    .split("+")
    .map((part) => {
      const [, time, unit] = /^(\d+)(ms|s|m)$/.exec(part) ?? [];
      return unit ? words.lab.times[unit](Number(time)) : part;
    })
    .join(" + ");

/** @param {any} run */
const gameOf = (run) => gameText(run.game);

/** The title of a run: its own name, or a description. @param {any} run */
export function runTitle(run) {
  if (run.named || !run.plan) return run.title ?? run.id;
  if (run.kind === "evolution") return words.lab.evolutionOf(evaluatorOf(run.plan.player));
  const names = listed(run.plan.players.map(entrantText));
  return names.charAt(0).toUpperCase() + names.slice(1);
}

/** A one-line description. @param {any} run */
export function runAbout(run) {
  const { plan } = run;
  if (!plan) return gameOf(run);
  if (run.kind === "evolution") {
    return [gameOf(run), words.lab.population(plan.population), plan.families > 1 ? words.lab.families(plan.families) : "", words.lab.opening(plan.opening), words.lab.seedIs(plan.seed)].filter(Boolean).join(", ");
  }
  return [gameOf(run), plan.players.length > 2 ? words.lab.schedules[plan.schedule] : "", plan.seats === 2 ? words.lab.each(plan.each) : "", words.lab.opening(plan.opening), plan.clock ? words.lab.clockIs(clockText(plan.clock)) : "", words.lab.seedIs(plan.seed)].filter(Boolean).join(", ");
}

/** The evaluator within a player's specification. @param {string} player */
const evaluatorOf = (player) => /eval=([^,(]+)/.exec(player)?.[1] ?? player;

/** @param {string[]} names */
const listed = (names) => (names.length > 4 ? `${names.slice(0, 3).join(", ")} ${words.lab.andMore(names.length - 3)}` : names.length === 2 ? names.join(" – ") : names.join(", "));

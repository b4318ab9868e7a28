// @ts-check
// Specifications as text, generated from the catalogue's descriptions and parsed again.

/** @typedef {import("../types.js").Parameter} Parameter */
/** @typedef {import("../types.js").Family} Family */
/** @typedef {Record<string, string>} Settings */

/** @param {Parameter[]} parameters @param {Settings} settings what was set, defaults left out */
function named(parameters, settings) {
  return parameters
    .filter((parameter) => !parameter.positional && settings[parameter.name] !== undefined && settings[parameter.name] !== "" && settings[parameter.name] !== parameter.default)
    .map((parameter) => `${parameter.name}=${settings[parameter.name]}`);
}

/** A random seed. */
export const freshSeed = () => Math.floor(Math.random() * 1_000_000_000);

/** `mnk:15,15,5`, `morris:flying=off`. @param {Family} family @param {Settings} settings */
export function gameSpec(family, settings) {
  const byPlace = family.parameters.filter((parameter) => parameter.positional).map((parameter) => settings[parameter.name] || parameter.default || "");
  const parts = [...byPlace, ...named(family.parameters, settings)];
  return parts.length ? `${family.id}:${parts.join(",")}` : family.id;
}

/** The settings of a specification. @param {Family} family @param {string} spec @returns {Settings} */
export function gameSettings(family, spec) {
  const parts = spec.includes(":") ? spec.slice(spec.indexOf(":") + 1).split(",") : [];
  const places = family.parameters.filter((parameter) => parameter.positional);
  /** @type {Settings} */
  const settings = {};
  parts.forEach((part, at) => {
    const [name, value] = part.split("=");
    if (value !== undefined) settings[name] = value;
    else if (places[at]) settings[places[at].name] = part;
  });
  return settings;
}

/** `alphabeta:depth=4,eval=fav2(noise=10)`. @param {string} kind @param {Parameter[]} parameters @param {Settings} settings
 *  @param {string} evaluator @param {Parameter[]} inside @param {Settings} weights */
export function playerSpec(kind, parameters, settings, evaluator, inside, weights) {
  const parts = named(parameters.filter((parameter) => parameter.name !== "eval").map((parameter) => ({ ...parameter, positional: false })), settings);
  if (evaluator) {
    const own = named(inside, weights);
    parts.push(`eval=${evaluator}${own.length ? `(${own.join(",")})` : ""}`);
  }
  return parts.length ? `${kind}:${parts.join(",")}` : kind;
}

// @ts-check
// A rule of a game in words. Games provide them: "flying=on", "draws={0}", "draws={0}/{1}/{2}".
import { filled, isSaid, known, said, words } from "../words/index.js";

/** The name of a parameter. @param {string} name */
export const labelOf = (name) => (isSaid(`${name}=`) ? said(`${name}=`) : known(words.parameters, name));

/** A rule in short: "three men fly". @param {import("../types.js").Parameter} parameter @param {string} value */
export function ruleText(parameter, value) {
  const whole = `${parameter.name}=${value}`;
  if (isSaid(whole)) return said(whole);
  const parts = value.split("/");
  // All of its numbers, or only the first if the others are as usual.
  const usual = parameter.default?.split("/").slice(1).join("/") === parts.slice(1).join("/");
  const all = parts.map((_, at) => `{${at}}`).join("/");
  const form = (usual ? ["{0}", all] : [all]).map((places) => `${parameter.name}=${places}`).find(isSaid);
  return form ? filled(said(form), parts) : `${labelOf(parameter.name)} ${value}`;
}

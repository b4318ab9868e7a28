// @ts-check
// Finds where a program failed: the line of its own code in its output.

/** @typedef {{ file: string, line: number, within: string, code: string, error: string }} Guilty */

/** A location in a Python traceback, with its source line. */
const PYTHON = /^ *File "([^"]+)", line (\d+)(?:, in (.+))?\n(?: {4,}(?! *[~^]+ *$)(.*)$)?/gm;
/** Files that no bot author has written: Python's own, packages, the client. */
const NOT_OWN = /(^<)|[\\/](lib[\\/]python[\d.]*|site-packages|dist-packages)[\\/]|[\\/]ninefold[\\/](network|players)\.py$/i;

/**
 * The line of the author's program that failed, if the output is a traceback: the innermost one outside libraries and
 * the client.
 * @param {string} text @returns {Guilty | null}
 */
export function guilty(text) {
  const places = [...text.matchAll(PYTHON)].map(([, file, line, within, code]) => ({ file, line: Number(line), within: within ?? "", code: (code ?? "").trim() }));
  if (places.length === 0) return null;
  const place = places.findLast(({ file }) => !NOT_OWN.test(file)) ?? places[places.length - 1];
  const error = text.trimEnd().split("\n").findLast((line) => /^\S/.test(line)) ?? "";
  return { ...place, file: place.file.split(/[\\/]/).pop() ?? place.file, error };
}

// @ts-check
// Where a program went wrong: the line of its own in what it said.

/** @typedef {{ file: string, line: number, within: string, code: string, error: string }} Guilty */

/** A place in a traceback of Python, with the line that stands there. */
const PYTHON = /^ *File "([^"]+)", line (\d+)(?:, in (.+))?\n(?: {4,}(?! *[~^]+ *$)(.*)$)?/gm;
/** Files that nobody who writes a bot has written: Python's own, packages, the client. */
const NOT_OWN = /(^<)|[\\/](lib[\\/]python[\d.]*|site-packages|dist-packages)[\\/]|[\\/]ninefold[\\/](network|players)\.py$/i;

/**
 * The line of the own program that failed, where what it said is a traceback: the innermost that is not of a library, nor of the client.
 * @param {string} text @returns {Guilty | null}
 */
export function guilty(text) {
  const places = [...text.matchAll(PYTHON)].map(([, file, line, within, code]) => ({ file, line: Number(line), within: within ?? "", code: (code ?? "").trim() }));
  if (places.length === 0) return null;
  const place = places.findLast(({ file }) => !NOT_OWN.test(file)) ?? places[places.length - 1];
  const error = text.trimEnd().split("\n").findLast((line) => /^\S/.test(line)) ?? "";
  return { ...place, file: place.file.split(/[\\/]/).pop() ?? place.file, error };
}

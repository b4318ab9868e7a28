// @ts-check
// Interpretations of a click, and repairs of an invalid position. The rules choose among the candidates.
import { countOf, letterAt, lettersFor, lettersOf, numbersOf, sideLetter, withField, withLetter } from "./text.js";

/** @typedef {import("../types.js").View} View */

/**
 * Interpretations of a click if the changed letter alone is impossible: the piece came from its side's hand, or went
 * back to it, and it may then be the other side's turn.
 * @param {View} view @param {string} before @param {string} after @returns {string[]}
 */
export function byHand(view, before, after) {
  const hands = numbersOf(view, after, "hands");
  const letters = lettersFor(view);
  const seat = view.seats.findIndex((_, at) => countOf(view, after, letters[at + 1]) !== countOf(view, before, letters[at + 1]));
  if (seat < 0 || seat >= hands.length) return [];
  const left = hands[seat] + countOf(view, before, letters[seat + 1]) - countOf(view, after, letters[seat + 1]);
  if (left < 0) return [];
  const handed = withField(view, after, "hands", hands.map((old, at) => (at === seat ? left : old)).join(","));
  return [...new Set([handed, ...view.seats.map((_, at) => withField(view, handed, "side", sideLetter(view, at + 1)))])];
}

/** The text with every side to move. @param {View} view @param {string} text */
const turned = (view, text) => view.seats.map((_, seat) => withField(view, text, "side", sideLetter(view, seat + 1)));

/** The text with every piece of a lane dropped to its end. @param {View} view @param {string} text */
export function fallen(view, text) {
  const [empty] = lettersFor(view);
  return (view.layout.lanes ?? []).reduce((done, lane) => {
    const standing = lane.map((site) => letterAt(view, done, site)).filter((letter) => letter !== empty);
    return lane.reduce((next, site, at) => withLetter(view, next, site, standing[at] ?? empty), done);
  }, text);
}

/**
 * Interpretations of a click, the click alone first: the piece came from the hand or fell down its lane, and it may be
 * the other side's turn.
 * @param {View} view @param {string} before @param {string} after @returns {string[]}
 */
export function meanings(view, before, after) {
  const down = fallen(view, after);
  return [...new Set([after, ...byHand(view, before, after), down, ...turned(view, after), ...turned(view, down)])];
}

/** The sites at which two texts differ. @param {View} view @param {string} text @param {string} other */
const changed = (view, text, other) => view.layout.sites.flatMap((_, site) => (letterAt(view, text, site) === letterAt(view, other, site) ? [] : [site]));

/**
 * The text with one neutral piece in every part of the board, if each part has one: the clicked place stays.
 * @param {View} view @param {string} text @param {string} last @returns {string[]}
 */
function neutrals(view, text, last) {
  const [empty, ...letters] = lettersFor(view);
  const nobody = letters[view.seats.length];
  if (!nobody) return [];
  const clicked = changed(view, text, last);
  /** @type {string[]} */
  let all = [text];
  for (const { sites } of view.layout.regions) {
    const there = sites.filter((site) => letterAt(view, text, site) === nobody);
    if (there.length > 1) all = all.map((one) => there.filter((site) => !clicked.includes(site)).reduce((done, site) => withLetter(view, done, site, empty), one));
    const free = sites.filter((site) => letterAt(view, text, site) === empty && !clicked.includes(site));
    if (there.length === 0) all = all.flatMap((one) => free.map((site) => withLetter(view, one, site, nobody)));
  }
  return all.slice(0, FEW);
}

/**
 * The text with as many of each player's pieces as there are places beside the board: surplus ones are removed, missing
 * ones wait there. The clicked place stays.
 * @param {View} view @param {string} text @param {string} last
 */
export function evened(view, text, last) {
  const { sites } = view.layout;
  const slots = sites.flatMap((site, at) => (site.kind === "slot" ? [at] : []));
  if (slots.length === 0) return text;
  const [empty, ...letters] = lettersFor(view);
  const share = slots.length / view.seats.length;
  const clicked = changed(view, text, last);
  const own = letters.slice(0, view.seats.length);
  // Beside the board first.
  const order = [...slots, ...sites.keys()].filter((site) => !clicked.includes(site));
  let done = text;
  for (const letter of own) {
    for (const site of order) {
      if (countOf(view, done, letter) > share && letterAt(view, done, site) === letter) done = withLetter(view, done, site, empty);
    }
  }
  for (const letter of own) {
    for (const site of order) {
      if (countOf(view, done, letter) < share && letterAt(view, done, site) === empty) done = withLetter(view, done, site, letter);
    }
  }
  return done;
}

/** The maximum number of candidates of one kind; the server gets them all at once. */
const FEW = 9;

/** The maximum number of candidates for repairing a position. */
const MOST = 60;

/** The text with one more piece, or with one less of the placed kind. @param {View} view @param {string} text @param {string} last @returns {string[]} */
function counted(view, text, last) {
  const [empty, ...letters] = lettersFor(view);
  const clicked = changed(view, text, last);
  const put = new Set(clicked.map((site) => letterAt(view, text, site)).filter((letter) => letter !== empty));
  const others = letters.slice(0, view.seats.length).filter((letter) => !put.has(letter));
  const lanes = view.layout.lanes ?? [];
  // A lane only accepts its next piece.
  const next = (/** @type {number} */ site) => lanes.every((lane) => !lane.includes(site) || lane.find((one) => letterAt(view, text, one) === empty) === site);
  const free = view.layout.sites.flatMap((site, at) => (site.kind !== "slot" && !clicked.includes(at) && letterAt(view, text, at) === empty && next(at) ? [at] : []));
  const more = others.flatMap((letter) => free.slice(0, FEW).map((site) => withLetter(view, text, site, letter)));
  const standing = view.layout.sites.flatMap((_, at) => (!clicked.includes(at) && put.has(letterAt(view, text, at)) ? [at] : []));
  const less = standing.slice(-FEW).map((site) => fallen(view, withLetter(view, text, site, empty)));
  return [...more, ...less];
}

/**
 * Repairs of an invalid text, nearest first: another side to move, other hands, a falling piece, pieces beside the
 * board, one more or one less. The last resort is the latest valid text.
 * @param {View} view @param {string} text @param {string} last @returns {string[]}
 */
export function mendings(view, text, last) {
  const sides = turned(view, text);
  const hands = numbersOf(view, text, "hands");
  /** @type {string[]} */
  const handed = [];
  if (hands.length === 2) {
    const all = Array.from({ length: 10 }, (_, low) => [[low, low], [low, low + 1]]).flat();
    const far = (/** @type {number[]} */ pair) => Math.abs(pair[0] - hands[0]) + Math.abs(pair[1] - hands[1]);
    for (const pair of all.sort((one, other) => far(one) - far(other))) for (const base of sides) handed.push(withField(view, base, "hands", pair.join(",")));
    handed.length = Math.min(handed.length, MOST - FEW);
  }
  const down = fallen(view, text);
  const placed = lettersOf(view, text) ? [down, evened(view, text, last), ...neutrals(view, text, last).flatMap((one) => [one, evened(view, one, last)]), ...counted(view, down, last)] : [];
  const near = [...new Set([...sides, ...handed, ...[...new Set(placed)].flatMap((one) => [one, ...turned(view, one)])])].filter((one) => one !== text);
  return [...new Set([...near.slice(0, MOST), last])].filter((one) => one !== text);
}

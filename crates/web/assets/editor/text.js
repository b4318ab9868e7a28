// @ts-check
// A position text in parts: one letter per site, then fields. Changes are made to the text, and the server checks them.

/** @typedef {import("../types.js").View} View */
/** @typedef {{ kind: "side" | "hands" | "scores" | "countdowns" | "other", text: string }} Field */

/**
 * The index of each site's letter in the text: rows from the top, places from the left, a slash between rows. A text
 * without exactly one letter per site is left alone.
 * @param {View} view @param {string} text @returns {number[] | null}
 */
export function lettersOf(view, text) {
  const rows = (text.split(" ")[0] ?? "").split("/");
  const { sites } = view.layout;
  const heights = [...new Set(sites.map((site) => site.y))].sort((one, other) => one - other);
  const places = heights.flatMap((y) => sites.flatMap((site, index) => (site.y === y ? [{ index, x: site.x, y }] : [])).sort((one, other) => one.x - other.x));
  const letters = rows.join("").length;
  /** @type {number[]} */
  const found = new Array(sites.length);
  if (letters === sites.length) {
    // Row by row; the middle row of a morris board is one row of six.
    let at = 0;
    let row = 0;
    let within = 0;
    for (const place of places) {
      while (row < rows.length && within >= rows[row].length) {
        at += 1;
        row += 1;
        within = 0;
      }
      found[place.index] = at;
      at += 1;
      within += 1;
    }
    return found;
  }
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) return null;
  for (const place of places) {
    if (place.x >= width || place.y >= rows.length) return null;
    found[place.index] = place.y * (width + 1) + place.x;
  }
  return found;
}

/** The letters of a position text by meaning: empty, the seats' pieces, neutral pieces. @param {View} view */
export const lettersFor = (view) => [...(view.layout.symbols ?? "")];

/** The letter for a side to move. @param {View} view @param {number} seat counted from 1 */
export const sideLetter = (view, seat) => (/^[0-9.x]*$/.test(view.layout.symbols ?? "") ? String(seat) : (lettersFor(view)[seat] ?? String(seat)));

/** The fields after the letters, identified by their form and the game's features. @param {View} view @param {string} text @returns {Field[]} */
export function fieldsOf(view, text) {
  let pairs = 0;
  return text.trim().split(/\s+/).slice(1).map((field) => {
    if (/^\d+-\d+$/.test(field)) return { kind: "scores", text: field };
    if (/^\d+,\d+$/.test(field)) {
      pairs += 1;
      return { kind: pairs === 1 && view.scene.hands.length > 0 ? "hands" : "countdowns", text: field };
    }
    return { kind: /^[a-z0-9]$/.test(field) ? "side" : "other", text: field };
  });
}

/** The text with other fields. @param {string} text @param {Field[]} fields */
const withFields = (text, fields) => [text.trim().split(/\s+/)[0], ...fields.map((field) => field.text)].join(" ");

/** The text with one kind of field changed. @param {View} view @param {string} text @param {Field["kind"]} kind @param {string} value */
export const withField = (view, text, kind, value) => withFields(text, fieldsOf(view, text).map((field) => (field.kind === kind ? { kind, text: value } : field)));

/** The numbers of a field. @param {View} view @param {string} text @param {Field["kind"]} kind @returns {number[]} */
export const numbersOf = (view, text, kind) => fieldsOf(view, text).find((field) => field.kind === kind)?.text.split(/[,-]/).map(Number) ?? [];

/** The text with another letter at a site. @param {View} view @param {string} text @param {number} site @param {string} letter */
export function withLetter(view, text, site, letter) {
  const at = lettersOf(view, text)?.[site];
  return at === undefined ? text : text.slice(0, at) + letter + text.slice(at + 1);
}

/** The letter at a site. @param {View} view @param {string} text @param {number} site */
export const letterAt = (view, text, site) => text[lettersOf(view, text)?.[site] ?? -1] ?? "";

/** The number of each letter. @param {View} view @param {string} text @param {string} letter */
export const countOf = (view, text, letter) => (lettersOf(view, text) ?? []).filter((at) => text[at] === letter).length;

/** The text with its sites rotated or mirrored. @param {View} view @param {string} text @param {"turn" | "mirror"} how @returns {string} */
export function moved(view, text, how) {
  const { sites } = view.layout;
  const [right, bottom] = [Math.max(...sites.map((site) => site.x)), Math.max(...sites.map((site) => site.y))];
  const to = (/** @type {{ x: number, y: number }} */ { x, y }) => (how === "turn" ? { x: bottom - y, y: x } : { x: right - x, y });
  return sites.reduce((done, site, index) => {
    const goal = to(site);
    const target = sites.findIndex((other) => other.x === goal.x && other.y === goal.y);
    return target < 0 ? done : withLetter(view, done, target, letterAt(view, text, index));
  }, text);
}

/** The text with the two sides swapped. @param {View} view @param {string} text */
export function swapped(view, text) {
  const [, one, other] = lettersFor(view);
  const letters = view.layout.sites.reduce((done, _, site) => {
    const letter = letterAt(view, text, site);
    return letter === one ? withLetter(view, done, site, other) : letter === other ? withLetter(view, done, site, one) : done;
  }, text);
  const [first, second] = [sideLetter(view, 1), sideLetter(view, 2)];
  return withFields(letters, fieldsOf(view, letters).map((field) => {
    if (field.kind === "side") return { ...field, text: field.text === first ? second : field.text === second ? first : field.text };
    if (field.kind === "hands") return { ...field, text: field.text.split(",").reverse().join(",") };
    return field.kind === "scores" ? { ...field, text: field.text.split("-").reverse().join("-") } : field;
  }));
}

/**
 * The differences of another text: the side to move and the men in hand, and how many pieces appear, disappear or move.
 * @param {View} view @param {string} text @param {string} other @returns {{ seat: number, hands: number[], come: number, gone: number, moved: number }} no seat is 0
 */
export function difference(view, text, other) {
  const side = (/** @type {string} */ one) => fieldsOf(view, one).find((field) => field.kind === "side")?.text;
  const hands = (/** @type {string} */ one) => numbersOf(view, one, "hands");
  let [come, gone] = [0, 0];
  for (const letter of lettersFor(view).slice(1)) {
    const more = countOf(view, other, letter) - countOf(view, text, letter);
    if (more > 0) come += more;
    else gone -= more;
  }
  const places = (lettersOf(view, text) ?? []).filter((at) => text[at] !== other[at]).length;
  return {
    come,
    gone,
    moved: come + gone === 0 ? Math.ceil(places / 2) : 0,
    seat: side(text) === side(other) ? 0 : view.seats.findIndex((_, at) => sideLetter(view, at + 1) === side(other)) + 1,
    hands: hands(text).join() === hands(other).join() ? [] : hands(other),
  };
}

/** Whether a pasted text is a whole game. @param {string} text */
export const isRecord = (text) => /^\s*\[/.test(text) || text.trim().split("\n").length > 2;

/** The moves of a pasted list, without their numbers. @param {string} text */
export const movesOf = (text) => text.replace(/\d+\.+(?=\s|[a-z])/g, " ").trim().split(/\s+/);

/** Whether a pasted text is a position in another program's notation. @param {string} text */
export const isFen = (text) => /[@O]/.test(text.split(" ")[0] ?? "") || (text.includes("*") && text.trim().split(/\s+/).length > 4);

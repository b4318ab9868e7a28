// @ts-check
// A game and its variations as a tree, built from the moves and the notes.

/** @typedef {{ line: string[], comment?: string, mark?: string }} Note as the server keeps it */
/**
 * @typedef {object} Branch a move, and what follows it
 * @property {string} move none at the root
 * @property {string[]} line all moves up to it
 * @property {boolean} played whether the game itself came here
 * @property {string} comment @property {string} mark
 * @property {Branch[]} children what was played first, then what else was thought of
 */

/** @param {string} move @param {string[]} line @param {boolean} played @returns {Branch} */
const branch = (move, line, played) => ({ move, line, played, comment: "", mark: "", children: [] });

/** The branch of a line, created if necessary. @param {Branch} root @param {string[]} line @param {boolean} played */
function grow(root, line, played) {
  let at = root;
  line.forEach((move, index) => {
    let next = at.children.find((child) => child.move === move);
    if (!next) {
      next = branch(move, line.slice(0, index + 1), played);
      at.children.push(next);
    }
    at = next;
  });
  return at;
}

/** @param {string[]} moves of the game @param {Note[]} notes @returns {Branch} */
export function treeOf(moves, notes) {
  const root = branch("", [], true);
  grow(root, moves, true);
  for (const { line, comment = "", mark = "" } of notes) Object.assign(grow(root, line, false), { comment, mark });
  return root;
}

/** The branch at the end of a line, if it exists. @param {Branch} root @param {string[]} line @returns {Branch | null} */
export function branchAt(root, line) {
  let at = /** @type {Branch | undefined} */ (root);
  for (const move of line) at = at?.children.find((child) => child.move === move);
  return at ?? null;
}

/** A line and its main continuation, to the end. @param {Branch} root @param {string[]} line @returns {string[]} */
export function lineThrough(root, line) {
  let at = branchAt(root, line);
  if (!at) return line;
  while (at.children.length) at = at.children[0];
  return at.line;
}

/** @typedef {{ kind: "move", branch: Branch, number: string } | { kind: "comment", branch: Branch, text: string } | { kind: "open" } | { kind: "close" }} Token */

/** The number before a move: for the first move of every round, and for a second one that stands alone. @param {number} ply @param {number} players @param {boolean} alone */
function numberOf(ply, players, alone) {
  if (players !== 2) return alone || ply % Math.max(1, players) === 1 ? `${Math.floor((ply - 1) / Math.max(1, players)) + 1}` : "";
  if (ply % 2 === 1) return `${(ply + 1) / 2}`;
  return alone ? `${ply / 2} …` : "";
}

/**
 * The tree in reading order: a move, its alternatives, and on.
 * @param {Branch} root @param {number} players @returns {Token[]}
 */
export function tokensOf(root, players) {
  /** @type {Token[]} */
  const tokens = [];
  const said = (/** @type {Branch} */ at) => {
    if (at.comment) tokens.push({ kind: "comment", branch: at, text: at.comment });
  };
  /** @param {Branch} at @param {boolean} alone */
  const move = (at, alone) => {
    tokens.push({ kind: "move", branch: at, number: numberOf(at.line.length, players, alone) });
    said(at);
  };
  /** Everything after a branch. @param {Branch} from @param {boolean} alone whether the next move stands alone */
  const follow = (from, alone) => {
    let [at, next] = [from, alone];
    while (at.children.length) {
      const [first, ...others] = at.children;
      move(first, next);
      for (const other of others) {
        tokens.push({ kind: "open" });
        move(other, true);
        follow(other, Boolean(other.comment));
        tokens.push({ kind: "close" });
      }
      next = others.length > 0 || Boolean(first.comment);
      at = first;
    }
  };
  said(root);
  follow(root, true);
  return tokens;
}

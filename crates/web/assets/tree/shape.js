// @ts-check
// The layout of a search tree, and what is known after each step.

/**
 * @typedef {object} TreeNode
 * @property {number} id @property {number | null} parent @property {number} level @property {string | null} move
 * @property {number} to_move @property {number[] | null} values @property {[number | null, number | null] | null} window
 * @property {"exact" | "at_most" | "at_least"} bound @property {number | null} order when it was entered; none when it was cut off
 * @property {boolean} best whether it follows the best move of the position before @property {boolean} over
 * @property {import("../types.js").Piece[]} pieces
 */
/** @typedef {{ algorithm: string, nodes: TreeNode[], levels: { level: number, looked: number, all: number }[], unlisted: number }} Tree */
/** @typedef {TreeNode & { children: Placed[], x: number, width: number, last: number, hidden: number }} Placed `last`: the step at which it is settled; `hidden`: how many below it are not shown */
/** @typedef {{ folded: Set<number>, branch: number | null, levels: number }} Folds what is folded away: below some nodes, beside a branch, below a level */

/** The server's tree, with its nodes in the order of the search. @param {any} sent @returns {Tree} */
export function readTree(sent) {
  let order = 0;
  const nodes = sent.nodes.map((/** @type {any} */ node, /** @type {number} */ id) => ({
    id,
    parent: node.parent,
    level: node.level,
    move: node.move,
    to_move: node.to_move,
    values: node.values,
    window: node.window,
    bound: node.bound,
    order: node.state === "cut" ? null : order++,
    best: node.parent === null || sent.nodes[node.parent].best === id,
    over: node.reason !== null,
    pieces: node.pieces ?? [],
  }));
  const levels = sent.levels.map((/** @type {any} */ level, /** @type {number} */ at) => ({ level: at, looked: level.visited, all: Math.max(level.visited, level.whole ?? level.visited + level.cut_off) }));
  return { algorithm: sent.algorithm, nodes, levels, unlisted: sent.unlisted };
}

/** @param {Tree} tree @returns {Placed | null} */
export function plant(tree) {
  const placed = new Map(tree.nodes.map((node) => [node.id, /** @type {Placed} */ ({ ...node, children: [], x: 0, width: 1, last: node.order ?? -1, hidden: 0 })]));
  let root = null;
  for (const node of placed.values()) {
    const parent = node.parent === null ? undefined : placed.get(node.parent);
    if (parent) parent.children.push(node);
    else root = node;
  }
  if (!root) return null;
  settle(root);
  measure(root);
  spread(root, 0);
  return root;
}

/** The nodes from the root to one of them. @param {Placed} root @param {number} id @returns {Placed[]} empty if it is missing */
export function pathTo(root, id) {
  if (root.id === id) return [root];
  for (const child of root.children) {
    const rest = pathTo(child, id);
    if (rest.length) return [root, ...rest];
  }
  return [];
}

/** The tree without folded parts; the path to a single branch stays. @param {Placed} root @param {Folds} folds @returns {Placed} */
export function folded(root, { folded: shut, branch, levels }) {
  const way = branch === null ? null : new Set(pathTo(root, branch).map(({ id }) => id));
  const copy = (/** @type {Placed} */ node, /** @type {boolean} */ whole) => {
    const inside = whole || node.id === branch;
    const closed = shut.has(node.id) || node.level >= levels;
    const children = closed ? [] : node.children.filter(({ id }) => inside || way?.has(id)).map((child) => copy(child, inside));
    /** @type {Placed} */
    const kept = { ...node, children, hidden: closed ? everyone(node).length - 1 : 0 };
    return kept;
  };
  const kept = copy(root, way === null || way.size === 0);
  measure(kept);
  spread(kept, 0);
  return kept;
}

/** @param {Placed} node */
function settle(node) {
  for (const child of node.children) {
    settle(child);
    node.last = Math.max(node.last, child.last);
  }
}

/** The width of each node. @param {Placed} node */
function measure(node) {
  node.width = 0;
  for (const child of node.children) {
    measure(child);
    node.width += child.width;
  }
  // Unsearched branches need less room.
  node.width = Math.max(node.width, node.order === null ? 0.8 : 1);
}

/** @param {Placed} node @param {number} left */
function spread(node, left) {
  const inner = node.children.reduce((sum, child) => sum + child.width, 0);
  let at = left + (node.width - inner) / 2;
  for (const child of node.children) {
    spread(child, at);
    at += child.width;
  }
  node.x = node.children.length ? (node.children[0].x + node.children[node.children.length - 1].x) / 2 : left + node.width / 2;
}

/** @param {Placed} node @returns {Placed[]} */
export const everyone = (node) => [node, ...node.children.flatMap(everyone)];

/** The number of steps of the search. @param {Tree} tree */
export const stepsOf = (tree) => tree.nodes.reduce((most, node) => Math.max(most, (node.order ?? -1) + 1), 0);

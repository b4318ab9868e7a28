// @ts-check
// Where the nodes of a search tree stand, and what is known after how many steps.

/**
 * @typedef {object} TreeNode
 * @property {number} id @property {number | null} parent @property {number} level @property {string | null} move
 * @property {number} to_move @property {number[] | null} values @property {[number | null, number | null] | null} [window]
 * @property {string} [bound] @property {number | null} order when it was entered; none when it never was
 * @property {boolean} cut @property {boolean} [best] @property {string | null} [over]
 * @property {import("../types.js").Piece[]} pieces
 */
/** @typedef {{ algorithm: string, depth: number, eval: string | null, nodes: TreeNode[], levels: { level: number, looked: number, all: number }[], truncated?: boolean }} Tree */
/** @typedef {TreeNode & { children: Placed[], x: number, width: number, last: number }} Placed `last`: the step at which it is settled */

/** @param {Tree} tree @returns {Placed | null} */
export function plant(tree) {
  const placed = new Map(tree.nodes.map((node) => [node.id, /** @type {Placed} */ ({ ...node, children: [], x: 0, width: 1, last: node.order ?? -1 })]));
  let root = null;
  for (const node of placed.values()) {
    const parent = node.parent === null ? undefined : placed.get(node.parent);
    if (parent) parent.children.push(node);
    else root = node;
  }
  if (!root) return null;
  settle(root);
  spread(root, 0);
  return root;
}

/** @param {Placed} node */
function settle(node) {
  node.width = 0;
  for (const child of node.children) {
    settle(child);
    node.width += child.width;
    node.last = Math.max(node.last, child.last);
  }
  // Branches that were never looked at need less room.
  node.width = Math.max(node.width, node.cut ? 0.8 : 1);
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

/** How many steps the search took. @param {Tree} tree */
export const stepsOf = (tree) => tree.nodes.reduce((most, node) => Math.max(most, (node.order ?? -1) + 1), 0);

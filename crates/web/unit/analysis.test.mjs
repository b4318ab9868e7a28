// A game as a tree of what was played and what might have been.
import assert from "node:assert/strict";
import { test } from "node:test";
import { branchAt, lineThrough, tokensOf, treeOf } from "../assets/analysis/tree.js";

/** As one would write it down. @param {import("../assets/analysis/tree.js").Branch} root @param {number} players */
const written = (root, players) =>
  tokensOf(root, players)
    .map((token) => (token.kind === "move" ? [token.number, token.branch.move + token.branch.mark].filter(Boolean).join(" ") : token.kind === "comment" ? `{${token.text}}` : token.kind === "open" ? "(" : ")"))
    .join(" ");

test("moves, variations and comments stand in the order in which they are read", () => {
  const root = treeOf(["a", "b", "c"], [
    { line: ["a", "x"], mark: "?" },
    { line: ["a", "x", "y"], comment: "wins" },
    { line: ["a", "b"], mark: "!", comment: "only move" },
    { line: [], comment: "a game" },
  ]);
  assert.equal(written(root, 2), "{a game} 1 a b! {only move} ( 1 … x? 2 y {wins} ) 2 c");
});

test("a variation of the first move, and one inside another", () => {
  const root = treeOf(["a"], [{ line: ["b", "c"] }, { line: ["b", "d"] }]);
  assert.equal(written(root, 2), "1 a ( 1 b c ( 1 … d ) )");
});

test("among three players a round has three moves", () => {
  assert.equal(written(treeOf(["a", "b", "c", "d"], []), 3), "1 a b c 2 d");
});

test("a line goes on by what was played, or by the first thing thought of", () => {
  const root = treeOf(["a", "b"], [{ line: ["a", "x", "y", "z"] }, { line: ["a", "x", "w"] }]);
  assert.deepEqual(lineThrough(root, []), ["a", "b"]);
  assert.deepEqual(lineThrough(root, ["a", "x"]), ["a", "x", "y", "z"]);
  assert.deepEqual(lineThrough(root, ["q"]), ["q"]);
  assert.equal(branchAt(root, ["a", "q"]), null);
  assert.equal(branchAt(root, ["a", "b"])?.played, true);
  assert.equal(branchAt(root, ["a", "x"])?.played, false);
});

// What a lesson says of a wrong click.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shortly } from "../assets/learn/lesson.js";

test("a few words tell why a click is wrong, by what the turn wants and who stands there", () => {
  const [mine, theirs] = [{ owner: 1 }, { owner: 2 }];
  assert.deepEqual([shortly("take", theirs, 1), shortly("take", mine, 1), shortly("take", undefined, 1)], ["kept", "own", "empty"]);
  assert.deepEqual([shortly("lift", theirs, 1), shortly("lift", mine, 1), shortly("lift", undefined, 1)], ["others", "elsewhere", "empty"]);
  assert.deepEqual([shortly("put", mine, 1), shortly("drop", theirs, 1), shortly("put", undefined, 1)], ["taken", "taken", "elsewhere"]);
});

// Where a bot went wrong, in what it said.
import assert from "node:assert/strict";
import { test } from "node:test";
import { guilty } from "../assets/class/guilty.js";

const TRACEBACK = `Traceback (most recent call last):
  File "/home/ada/network_bot.py", line 131, in join
    move = choose(told)
  File "/home/ada/beaver.py", line 41, in choose
    step = random.choice(free[man])
           ~~~~~~~~~~~~~^^^^^^^^^^^
  File "/usr/lib/python3.12/random.py", line 347, in choice
    raise IndexError('Cannot choose from an empty sequence')
IndexError: Cannot choose from an empty sequence
`;

test("the own line is marked, not the library's nor the client's", () => {
  const error = "IndexError: Cannot choose from an empty sequence";
  assert.deepEqual(guilty(TRACEBACK), { file: "beaver.py", line: 41, within: "choose", code: "step = random.choice(free[man])", error });
  const packaged = TRACEBACK.replace("/home/ada/network_bot.py", "C:\\Python\\Lib\\site-packages\\ninefold\\network.py");
  assert.equal(guilty(packaged)?.file, "beaver.py");
});

test("whoever writes into the client itself fails there", () => {
  const own = TRACEBACK.replace("beaver.py", "network_bot.py");
  assert.deepEqual([guilty(own)?.file, guilty(own)?.line], ["network_bot.py", 41]);
});

test("a program without its source, and one that says something else", () => {
  assert.deepEqual(guilty('  File "bot.py", line 3\nSyntaxError: invalid syntax'), { file: "bot.py", line: 3, within: "", code: "", error: "SyntaxError: invalid syntax" });
  for (const text of ["", "out of memory", "thread 'main' panicked at src/main.rs:4:9"]) assert.equal(guilty(text), null);
});

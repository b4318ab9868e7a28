"""Plays the engine's side of a recorded conversation: `python3 replay.py FILE`, where lines begin with `>` to the engine and `<` from it.

Whoever says something else than was recorded hears nothing more, and reads why on standard error.
"""
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    recorded = [line.rstrip("\n").split(" ", 1) for line in file]
while recorded:
    sign, said = recorded.pop(0)
    if sign == "<":
        print(said, flush=True)
        continue
    heard = sys.stdin.readline()
    if not heard:
        sys.exit(f"the conversation ended before {said!r}")
    if heard.rstrip("\n") != said:
        sys.exit(f"heard {heard!r}, recorded was {said!r}")

#!/usr/bin/env python3
"""A player for Ninefold in Python: it plays a random legal move, of any game.

    ninefold match morris "cmd(examples/bots/random_bot.py)" level:1 --games 20

docs/bots.md describes the lines it reads and writes.
"""
import random
import sys

legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word in ("speaks", "newgame"):
        # It stays for further games (version 2 of the protocol).
        print("ready", flush=True)
    elif word == "seed":
        # The same seed gives the same game, so that a tournament can be repeated.
        random.seed(int(rest))
    elif word == "legal":
        legal = rest.split()
    elif word == "go":
        print("move", random.choice(legal), flush=True)

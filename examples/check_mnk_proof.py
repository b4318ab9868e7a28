#!/usr/bin/env python3
"""Checks a proof that a player of an m,n,k-game cannot win, with nothing but Python and the rules.

    python3 check_mnk_proof.py 775.proof.gz

The file (plain or gzip) comes from `ninefold solve mnk:7,7,5 --proof 775.proof.gz`:

    ninefold mnk proof 2
    game mnk:7,7,5                      rows, columns, how many in a row win
    position 0000000/.../0000000 1      the cells row by row, then the player to move
    claim player 1 cannot win           the attacker; the other player is the defender
    - 1,1-1,2                           a node: the attacker is to move
    4,4 2,2-3,3 5,1-5,2 .               a child of it, complete
    ...
    end                                 the end of a node that is not complete

A node begins with the defender's stone that leads to it (`-` if there is none: the root, when the attacker is
to move there), followed by pairs of cells. From there on the defender keeps each pair: whenever the attacker
takes one of its cells, the defender takes the other. A node is COMPLETE (a dot ends its line) if every
window of K cells in a row holds a stone of the defender or both cells of a pair he keeps. The attacker can
then never fill a window. A node that is not complete has children. The ZONE of a node is what it relies upon:
its own pairs, and the zones and stones of its children.

Why a node that passes is right: let the attacker take any cell. If it belongs to a kept pair, the defender takes
the other cell of the pair and nothing has changed. Otherwise there is a child whose stone and zone do not
contain that cell, because the children have no cell in common. The defender puts that child's stone; all that the
child relies upon is still empty, and so on down to a complete node. Where the attacker's stones stand
does not matter, so they are not even written down.
"""

import gzip
import sys


class Wrong(Exception):
    """What a proof must not contain."""


def windows_of(rows, columns, k):
    """Every window of k cells in a row, as sets of (row, column) from 1."""
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(k)]
                if all(1 <= r <= rows and 1 <= c <= columns for r, c in cells):
                    yield frozenset(cells)


def cell(text, rows, columns):
    """The cell `row,column`."""
    row, column = (int(part) for part in text.split(","))
    if not (1 <= row <= rows and 1 <= column <= columns):
        raise Wrong(f"{text} is not on the board")
    return row, column


class Claim:
    """The strategy of one defender, checked line by line; only the way to the current node is kept."""

    def __init__(self, size, windows, board, mover, attacker):
        self.rows, self.columns, _ = size
        self.windows = windows
        self.empty = {place for place, owner in board.items() if owner == 0}
        self.stones = {place for place, owner in board.items() if owner == 3 - attacker}
        attackers = {place for place, owner in board.items() if owner == attacker}
        if any(window <= attackers for window in windows):
            raise Wrong(f"player {attacker} has a line")
        self.stone_first = mover != attacker
        self.pairs = []  # the pairs kept on the way to the current node
        self.path = []  # the nodes begun: [stone, pairs, union of children, what they have in common]
        self.done = False

    def line(self, text):
        """Checks one line below a claim."""
        if self.done:
            raise Wrong("a line after the end of the strategy")
        if text == "end":
            if not self.path:
                raise Wrong("`end` without a node")
            stone, pairs, union, common = self.path.pop()
            if common is None or common:
                raise Wrong("a move of the attacker is not answered")
            own = {place for pair in pairs for place in pair}
            if own & union:
                raise Wrong("a kept pair is used again")
            self.close(stone, pairs, own | union)
            return
        words = text.split()
        complete = words[-1] == "."
        if complete:
            words.pop()
        stone = None if words[0] == "-" else cell(words[0], self.rows, self.columns)
        if (stone is not None) != (bool(self.path) or self.stone_first):
            raise Wrong("a stone is missing, or the attacker was to move")
        if stone is not None:
            if stone not in self.empty or stone in self.stones:
                raise Wrong(f"{words[0]} is not empty")
            self.stones.add(stone)
        pairs, own = [], set()
        for word in words[1:]:
            pair = frozenset(cell(part, self.rows, self.columns) for part in word.split("-"))
            if len(pair) != 2 or pair & own or pair & self.stones:
                raise Wrong(f"{word} is not a pair of its own")
            pairs.append(pair)
            own |= pair
        self.pairs += pairs
        if not complete:
            self.path.append([stone, pairs, set(), None])
            return
        for window in self.windows:
            if not window & self.stones and not any(pair <= window for pair in self.pairs):
                raise Wrong(f"the window {sorted(window)} is open")
        self.close(stone, pairs, own)

    def close(self, stone, pairs, zone):
        """A node is right and relies upon this zone."""
        if pairs:
            del self.pairs[-len(pairs):]
        zone = zone | {stone} if stone is not None else zone
        self.stones.discard(stone)
        if self.path:
            parent = self.path[-1]
            parent[2] |= zone
            parent[3] = zone if parent[3] is None else parent[3] & zone
        elif zone <= self.empty:
            self.done = True
        else:
            raise Wrong("the strategy relies upon a cell that is not empty")


def check(lines):
    """Checks a proof and says what it has shown."""
    field = lambda name: next(lines).removeprefix(name)
    if next(lines) != "ninefold mnk proof 2":
        raise Wrong("the first line must be `ninefold mnk proof 2`")
    size = tuple(int(part) for part in field("game mnk:").split(","))
    position, mover = field("position ").split()
    rows = position.split("/")
    if len(rows) != size[0] or any(len(row) != size[1] or set(row) - set("012") for row in rows):
        raise Wrong("the position does not fit the board")
    board = {(r, c): int(owner) for r, row in enumerate(rows, 1) for c, owner in enumerate(row, 1)}
    windows = list(windows_of(*size))
    claims, current, count = [], None, 0
    for line in lines:
        if line.startswith("claim "):
            if current is not None and not current.done:
                raise Wrong("a claim is not proved to its end")
            attacker = {"player 1 cannot win": 1, "player 2 cannot win": 2}[line.removeprefix("claim ")]
            current = Claim(size, windows, board, int(mover), attacker)
            claims.append(line.removeprefix("claim "))
        elif current is None:
            raise Wrong("a node before the first claim")
        else:
            current.line(line)
        count += 1
    if current is None or not current.done:
        raise Wrong("a claim is missing or not proved to its end")
    return f"mnk:{','.join(map(str, size))} {position} {mover}: {' and '.join(claims)}, in {count} lines"


def main():
    with open(sys.argv[1], "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(sys.argv[1], "rt", encoding="ascii") as file:
        number = 0

        def numbered():
            nonlocal number
            for number, line in enumerate(file, 1):
                yield line.rstrip("\n")

        try:
            print(check(numbered()))
        except (Wrong, ValueError, KeyError, IndexError, StopIteration) as problem:
            sys.exit(f"line {number}: {problem or 'the file ends too early'}")


if __name__ == "__main__":
    main()

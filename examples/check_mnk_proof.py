#!/usr/bin/env python3
"""Checks a proof that a player of an m,n,k-game cannot win, with nothing but Python and the rules.

    python3 check_mnk_proof.py 775.proof.gz

The file (plain or gzip) comes from `ninefold solve mnk:7,7,5 --proof 775.proof.gz`:

    ninefold mnk proof 3                (2 in older files, without names)
    game mnk:7,7,5                      rows, columns, how many in a row win
    position 0000000/.../0000000 1      the cells row by row, then the player to move
    claim player 1 cannot win           the attacker; the other player is the defender
    - 1,1-1,2                           a node: the attacker is to move
    4,4 2,2-3,3 5,1-5,2 .               a child of it, complete
    5,4 2,2-3,3 #8                      another, named 8; its children follow
    ...
    end                                 the end of a node with children
    3,4 6,6-5,5 =8/1                    a child that goes on as node 8 did, on the board turned by 1

A node begins with the defender's stone that leads to it (`-` if there is none: the root, when the attacker is to move there),
followed by pairs of cells. From there on the defender keeps each pair: whenever the attacker takes one of its cells, he takes
the other. A window of K cells in a row is STOPPED if it holds a stone of the defender or both cells of a pair he keeps: the
attacker can never fill it. A node is COMPLETE (a dot ends its line) if every window is stopped; any other has children. The
ZONE of a node is what it relies upon: its own pairs, and the zones and stones of its children.

Why a node that passes is right: let the attacker take any cell. If it belongs to a kept pair, the defender takes the other
cell of the pair and nothing has changed. Otherwise there is a child whose stone and zone do not contain that cell, because
the children have no cell in common. The defender puts that child's stone; all that the child relies upon is still empty,
and so on down to a complete node. Where the attacker's stones stand does not matter: they are not even written down.

Why a node may go on as node 8 did: let Z be the zone of the children of node 8. Every window that was open when node 8 began
was stopped later, by stones and pairs of the defender in Z. So whoever plays on in the same way stops every window that
contains the part in Z of a window that was open there. If each window that is open here does, and no cell of Z is taken by
the defender or one of his pairs, the same children will do. All of this may be turned.

Cells are bits of a number, so that sets are numbers too.
"""

import gzip
import sys
import zlib

MOST_CELLS, MOST_NAMES = 128, 1 << 20


class Wrong(Exception):
    """What a proof must not contain."""


def number(text, below):
    """A number that is written with digits alone."""
    if not (text.isascii() and text.isdigit() and int(text) < below):
        raise Wrong(f"`{text}` is not a number below {below}")
    return int(text)


class Board:
    """Cells, windows and symmetries."""

    def __init__(self, rows, columns, k):
        self.rows, self.columns, self.windows = rows, columns, []
        starts = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
        for row, column in starts if k <= max(rows, columns) else ():
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(k)]
                if all(1 <= r <= rows and 1 <= c <= columns for r, c in cells):
                    self.windows.append(sum(self.bit(r, c) for r, c in cells))

    def bit(self, row, column):
        """The set of one cell."""
        return 1 << ((row - 1) * self.columns + column - 1)

    def cell(self, text):
        """The cell `row,column`."""
        row, column = (number(part, MOST_CELLS + 1) for part in text.split(",", 1)) if "," in text else (0, 0)
        if not (1 <= row <= self.rows and 1 <= column <= self.columns):
            raise Wrong(f"`{text}` is not a cell of the board")
        return self.bit(row, column)

    def turned(self, cells, turn):
        """A set of cells on the board turned: upside down (1), left to right (2), then rows for columns (4)."""
        image = 0
        for place in (place for place in range(self.rows * self.columns) if cells >> place & 1):
            r, c = place // self.columns + 1, place % self.columns + 1
            r, c = self.rows + 1 - r if turn & 1 else r, self.columns + 1 - c if turn & 2 else c
            image |= self.bit(c, r) if turn & 4 else self.bit(r, c)
        return image


class Claim:
    """The strategy of one defender, checked line by line; only the way to the current node and the names are kept."""

    def __init__(self, board, owners, mover, attacker, names):
        self.board = board
        self.empty, self.stones, attackers = owners[0], owners[3 - attacker], owners[attacker]
        if any(window & ~attackers == 0 for window in board.windows):
            raise Wrong(f"player {attacker} has a line")
        self.stone_first = mover != attacker
        self.names = {} if names else None  # for each name the windows that were open, and the zone of the children
        self.pairs = []  # the pairs kept on the way to the current node
        self.path = []  # the nodes begun: [stone, pairs, zones of all children, what they have in common, name]
        self.done = False

    def line(self, text):
        """Checks one line below a claim."""
        if self.done or text == "end" and not self.path:
            raise Wrong("a line after the end of the strategy" if self.done else "`end` without a node")
        if text == "end":
            stone, pairs, union, common, name = self.path.pop()
            if common != 0:
                raise Wrong("a move of the attacker is not answered")
            if sum(pairs) & union:
                raise Wrong("a kept pair is used again")
            if name is not None:
                self.names[name[0]] = (name[1], union)
            self.close(stone, pairs, sum(pairs) | union)
            return
        words = text.split(" ")
        is_ending = words[-1] == "." or self.names is not None and words[-1].startswith(("#", "="))
        ending = words.pop() if is_ending and len(words) > 1 else ""
        stone = 0 if words[0] == "-" else self.board.cell(words[0])
        if (stone != 0) != (bool(self.path) or self.stone_first):
            raise Wrong("a stone is missing, or the attacker was to move")
        if stone & (self.stones | ~self.empty):
            raise Wrong(f"{words[0]} is not empty")
        self.stones |= stone
        pairs, own = [], 0
        for word in words[1:]:
            a, b = map(self.board.cell, word.partition("-")[::2])
            if a == b or (a | b) & (own | self.stones):
                raise Wrong(f"{word} is not a pair of its own")
            pairs.append(a | b)
            own |= a | b
        self.pairs += pairs
        if not ending:
            self.path.append([stone, pairs, 0, None, None])
            return
        is_open = lambda window: not window & self.stones and all(pair & ~window for pair in self.pairs)
        opened = [window for window in self.board.windows if is_open(window)]
        if ending[0] == "#":
            self.path.append([stone, pairs, 0, None, (number(ending[1:], MOST_NAMES), opened)])
        elif ending == ".":
            if opened:
                raise Wrong(f"{len(opened)} windows are open")
            self.close(stone, pairs, own)
        else:
            name, _, turn = ending[1:].partition("/")
            name, turn = number(name, MOST_NAMES), number(turn or "0", 8 if self.board.rows == self.board.columns else 4)
            if name not in self.names:
                raise Wrong(f"no node is named {name} yet")
            there, zone = self.names[name]
            zone = self.board.turned(zone, turn)
            if zone & (self.stones | own):
                raise Wrong(f"node {name} needs a cell that is not free")
            parts = {self.board.turned(window, turn) & zone for window in there}
            if not all(any(part & ~window == 0 for part in parts) for window in opened):
                raise Wrong(f"node {name} does not stop every window")
            self.close(stone, pairs, own | zone)

    def close(self, stone, pairs, zone):
        """A node is right and relies upon this zone."""
        del self.pairs[len(self.pairs) - len(pairs):]
        zone |= stone
        self.stones &= ~stone
        if self.path:
            parent = self.path[-1]
            parent[2] |= zone
            parent[3] = zone if parent[3] is None else parent[3] & zone
        elif zone & ~self.empty == 0:
            self.done = True
        else:
            raise Wrong("the strategy relies upon a cell that is not empty")


def check(lines):
    """Checks a proof and says what it has shown."""

    def field(name):
        line = next(lines, "")
        if not line.startswith(name):
            raise Wrong(f"`{line[:60]}` where `{name}…` was wanted")
        return line.removeprefix(name)

    form = field("ninefold mnk proof ")
    if form not in ("2", "3"):
        raise Wrong("the first line must be `ninefold mnk proof 2` or `3`")
    size = [number(part, 1 << 32) for part in field("game mnk:").split(",")]
    if len(size) != 3 or not 1 <= size[0] * size[1] <= MOST_CELLS or size[2] == 0:
        raise Wrong(f"rows, columns and K were wanted, 1 to {MOST_CELLS} cells")
    position, _, mover = field("position ").partition(" ")
    rows = position.split("/")
    fits = len(rows) == size[0] and all(len(row) == size[1] and not set(row) - set("012") for row in rows)
    if not fits or mover not in ("1", "2"):
        raise Wrong("the position does not fit the board, or nobody is to move")
    board = Board(*size)
    owners = [sum(1 << place for place, owner in enumerate("".join(rows)) if owner == one) for one in "012"]
    claims, current, nodes, count = [], None, 0, 0
    for line in lines:
        if line.startswith("claim "):
            if current is not None and not current.done:
                raise Wrong("a claim is not proved to its end")
            claims.append(line.removeprefix("claim "))
            attacker = {"player 1 cannot win": 1, "player 2 cannot win": 2}.get(claims[-1])
            if attacker is None:
                raise Wrong(f"`{claims[-1][:60]}` is not a claim: `player 1 cannot win` is one")
            current = Claim(board, owners, int(mover), attacker, form == "3")
        elif current is None:
            raise Wrong("a node before the first claim")
        else:
            current.line(line)
            nodes += line != "end"
        count += 1
    if current is None or not current.done:
        raise Wrong("a claim is missing or not proved to its end")
    return f"mnk:{','.join(map(str, size))} {position} {mover}: {' and '.join(claims)}, {nodes} nodes in {count} lines"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: check_mnk_proof.py FILE")
    count = 0

    def numbered(file):
        nonlocal count
        for count, line in enumerate(file, 1):
            yield line.rstrip()

    try:
        with open(sys.argv[1], "rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with (gzip.open if packed else open)(sys.argv[1], "rt", encoding="ascii") as file:
            print(check(numbered(file)))
    except Wrong as problem:
        sys.exit(f"line {count}: {problem}")
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as problem:
        sys.exit(f"{sys.argv[1]} cannot be read: {problem}")


if __name__ == "__main__":
    main()

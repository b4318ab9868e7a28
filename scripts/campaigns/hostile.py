"""Requests that are nearly right, made from a seed. The addresses are those of docs/api.md, which a test holds to the program's own table, so that a new one is tried
from the day it exists."""

import json
import os
import random
import re

from common import ROOT

WORDS = ["morris", "mnk:3,3,3", "mnk:19,19,5", "369:5", "9tka:3", "connect4", "gomoku", "level:3", "human", "random", "best:nodes=10", "alphabeta:depth=2",
         "engine:nodes=50", "cmd(ls)", "ugi(ls)", "gomocup(ls)", "1,1", "d6", "a7-d7xg1", "-", "0", "-1", "99999999999999999999", "1e9", "NaN", "null", "{}", "[]", "\"", "'", "%00", "%2e%2e%2f",
         "../../etc/passwd", "\u202e", "\ud83d\ude00", "\x00", "\x1b[31m", "A" * 5000, "((((((((((", "=", "&", "?", "#", ",", ":", " ", "\t", "\r\n", "true", "false", "going", "over"]
POSITIONS = ["120/012/000 1", "w.w/.../.../...b.b/..w/.../..b w 0,0", "000/000/000 1", ".../.../.../....../.../.../... w 9,9"]
QUERIES = ["game", "position", "fen", "moves", "then", "ply", "seed", "id", "eval", "player", "time", "depth", "algorithm", "boards", "lines", "nodes", "move", "site", "steps", "explain", "limit", "state", "family",
           "before", "after", "study", "offset", "language", "result", "opponent", "each"]
# What a page or a bot asks without a game of its own, and addresses that are none.
OTHERS = ["/", "/index.html", "/spot", "/game/{id}", "/embed/{id}", "/embed", "/lab/{run}", "/rules/{game}", "/learn/{game}", "/puzzles", "/explore", "/{word}", "/assets/{word}", "/api/{word}", "/%E0%A4%A"]
# Where every right question is a search: asked less often, or most of the time would go there.
SEARCHES = ["/api/spot/values", "/api/spot/threat", "/api/spot/hint", "/api/spot/answers", "/api/spot/analysis", "/api/spot/review", "/api/spot/tree"]


def addresses():
    """(method, path) of every row of the table of who may ask what."""
    with open(os.path.join(ROOT, "docs", "api.md")) as text:
        table = text.read().split("## Who may ask")[1].split("\n## ")[0]
    found = re.findall(r"`(GET|POST|DELETE|PUT|PATCH) (/[^`]*)`", table)
    assert len(found) > 80, "docs/api.md has no table of addresses"
    return found


class Requests:
    """Makes requests that are nearly right, about things that are there: `known` has lists of games, bots, tokens, codes, studies."""

    def __init__(self, seed, known):
        self.draw, self.known, self.addresses = random.Random(seed), known, addresses()
        self.weights = [0.1 if path in SEARCHES else 1 for _, path in self.addresses]

    def word(self):
        pick = self.draw.random()
        if pick < 0.6:
            return self.draw.choice(WORDS)
        if pick < 0.8:
            return self.mutated(self.draw.choice(POSITIONS))
        return "".join(chr(self.draw.choice([self.draw.randint(32, 126), self.draw.randint(0, 255), self.draw.randint(0x100, 0x2fff)])) for _ in range(self.draw.randint(0, 12)))

    def mutated(self, text):
        letters = list(text)
        for _ in range(self.draw.randint(0, 3)):
            where = self.draw.randint(0, len(letters))
            how = self.draw.random()
            if how < 0.4:
                letters.insert(where, self.draw.choice("0123456789,./-:wbWB x()%\"'\\"))
            elif letters and how < 0.7:
                letters.pop(min(where, len(letters) - 1))
            elif letters:
                letters[min(where, len(letters) - 1)] = chr(self.draw.randint(32, 126))
        return "".join(letters)

    def escaped(self, text):
        return "".join(c if c.isalnum() and ord(c) < 128 or c in ",:=().-/" else "".join(f"%{byte:02X}" for byte in c.encode("utf-8", "surrogatepass")) for c in text)

    def query(self):
        names = self.draw.sample(QUERIES, self.draw.randint(0, 4))
        pairs = [f"{name}={self.escaped(self.sensible(name) if self.draw.random() < 0.7 else self.word())}" for name in names]
        if self.draw.random() < 0.6 and "game" not in names:
            pairs.insert(0, "game=" + self.escaped(self.sensible("game")))
        return "?" + "&".join(pairs) if pairs else ""

    def sensible(self, name):
        one = self.draw.choice
        moves = lambda: " ".join(one(["1,1", "2,2", "d6", "f4", "a7"]) for _ in range(self.draw.randint(0, 4)))
        position = lambda: self.mutated(one(POSITIONS))
        return {"game": lambda: one(["morris", "mnk:3,3,3", "369:4", "9tka:2", "connect4", "mnk:5,5,4"]), "position": position, "fen": position, "moves": moves, "then": moves,
                "id": lambda: one(self.known["games"]), "eval": lambda: one(["lines", "fav1", "eva", "threats", "score"]), "player": lambda: one(["random", "alphabeta:depth=1", "level:1"]),
                "time": lambda: one(["0", "1", "20"]), "depth": lambda: one(["0", "1", "2", "3", "3", "4", "5", "9"]), "algorithm": lambda: one(["minimax", "alphabeta", "maxn"]), "nodes": lambda: "10", "lines": lambda: "2",
                "language": lambda: one(["de", "en"])}.get(name, lambda: str(self.draw.randint(-1, 9)))()

    def body(self):
        one = self.draw.choice
        known = {"game": self.sensible("game"), "seats": one([["human", "human"], ["human", "random"], [self.word()], self.word(), []]), "names": [self.word(), None], "seed": one([0, -1, 2**64, 1.5, "7"]),
                 "position": self.word(), "moves": [self.word() for _ in range(self.draw.randint(0, 3))], "paused": one([True, 0, None]), "pace": one([0, -1, 10**9]),
                 "clock": one([None, {"minutes": 1}, {"minutes": -1, "increment": 10**12}, []]), "record": f"[Game \"{self.word()}\"]\n{self.word()}", "move": one(["1,1", "d6", self.word()]),
                 "version": one([0, 1, 2, -5, "1"]), "seat": one([0, 1, 2, 3, -1]), "ply": self.draw.randint(-1, 4), "name": self.word(), "plan": [{"game": self.word(), "games": 1, "opponent": "random"}],
                 "players": [self.word(), "random"], "games": one([0, 1, 10**9]), "distances": self.word(), "code": one([*self.known["codes"], self.word()]), "kind": one(["takeback", "draw", "rematch", self.word()]),
                 "text": self.word(), "texts": [self.word()], "line": [self.word()], "comment": self.word(), "mark": one(["!", "??", self.word()]), "ids": [self.word()], "watch": one([True, False, "x"])}
        # What some address wants, and half of the time something besides.
        names = list(one([[], ["move"], ["move", "version"], ["code", "name"], ["text"], ["game", "seats"], ["record"], ["name"], ["name", "plan"], ["seat"], ["kind"], ["line", "comment"], ["ply"], ["paused"]]))
        if self.draw.random() < 0.5:
            names += self.draw.sample(sorted(known), self.draw.randint(0, 4))
        text = json.dumps({key: known[key] for key in names})
        pick = self.draw.random()
        if pick < 0.15:
            return self.mutated(text).encode("utf-8", "replace")
        if pick < 0.2:
            return bytes(self.draw.randint(0, 255) for _ in range(self.draw.randint(0, 40)))
        if pick < 0.22:
            return ("[" * self.draw.randint(1, 3000)).encode()
        return text.encode("utf-8", "surrogatepass")

    def filled(self, path):
        """A path with something in each of its places, mostly something that is there."""
        def place(found):
            before, name = found.group(1), found.group(2)
            there = {"games": self.known["games"], "bots": self.known["bots"], "studies": self.known["studies"], "invitations": self.known["codes"], "join": self.known["codes"],
                     "puzzles": ["morris-1", "mnk-4", "today"], "language": ["de", "en", "xx"], "game": ["morris", "mnk", "369", "9tka", "connect4"],
                     # The whole game would be built for minutes.
                     "tables": ["3", "0", "2", "99", "-1", "x"], "runs": ["1", "2", "999"], "run": ["1", "999"], "number": ["1", "2", "999"]}
            some = there.get(name) or there.get(before)
            if some and (self.draw.random() < 0.8 or before == "tables"):
                return f"{before}/{self.draw.choice(some)}"
            return f"{before}/{self.escaped(self.word())}"
        return re.sub(r"([^/]*)/\{(\w+)\}", place, path)

    def request(self, port):
        """The bytes of a request, and whether the connection may be used on."""
        if self.draw.random() < 0.9:
            method, path = self.draw.choices(self.addresses, self.weights)[0]
        else:
            method, path = "GET", self.draw.choice(OTHERS)
        bot = path.startswith("/api/bot")
        path = self.filled(path)
        if self.draw.random() < 0.1:
            path = self.mutated(path)
        odd = self.draw.random()
        if odd < 0.08:
            method = self.draw.choice(["GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "get", "", "GE T", "\x00"])
        path += self.query() if self.draw.random() < 0.7 else ""
        path = re.sub(r"[\x00-\x20\x7f]", "%20", path)
        headers = [f"Host: 127.0.0.1:{port}"]
        if self.draw.random() < (0.8 if bot else 0.02):
            token = self.draw.choice(self.known["tokens"]) if self.draw.random() < 0.8 else self.escaped(self.word())
            headers.append(f"Authorization: Bearer {token}")
        body = self.body() if method in ("POST", "PUT", "DELETE") or self.draw.random() < 0.03 else b""
        length = len(body)
        odd = self.draw.random()
        whole = True
        if odd < 0.01:
            headers[0] = "Host: " + self.draw.choice(["evil.example", "localhost:1@evil.example", "", "[::1].evil", "x" * 300])
        elif odd < 0.02:
            headers.append(self.draw.choice(["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Content-Type: text/plain", "Content-Encoding: gzip", "Expect: 100-continue",
                                             "Upgrade: h2c\r\nConnection: Upgrade", "Cookie: ninefold_guest=" + "a" * 43, "Cookie: ninefold_visitor=\xff"]))
        elif odd < 0.03:
            length, whole = self.draw.choice([length + 5, -1, "x", 10**18]), False
        elif odd < 0.035:
            headers.append("Transfer-Encoding: chunked")
            whole = False
        elif odd < 0.04:
            headers += [f"X-{number}: {'v' * self.draw.randint(0, 500)}" for number in range(self.draw.randint(50, 150))]
            whole = False
        if body or not whole:
            headers.append(f"Content-Length: {length}")
        head = f"{method} {path} HTTP/1.1\r\n" + "\r\n".join(headers) + "\r\n\r\n"
        raw = head.encode("utf-8", "replace") + body
        if self.draw.random() < 0.005:
            raw, whole = self.mutated(raw.decode("latin-1")).encode("latin-1", "replace"), False
        return raw, whole and method not in ("HEAD", "", "GE T", "\x00", "get")

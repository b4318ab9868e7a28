"""Hostile inputs: requests that are mutated, cut, repeated and put together wrongly, and hostile texts for every parser. Nothing panics, nothing answers
5xx, nothing takes longer than it may."""

import json
import os
import random
import re
import socket
import subprocess
import time

from common import ROOT, Client, Folder, Server, binary, figures

WORDS = ["morris", "mnk:3,3,3", "mnk:19,19,5", "369:5", "9tka:3", "connect4", "gomoku", "level:3", "human", "random", "best:nodes=10", "alphabeta:depth=2",
         "engine:nodes=50", "cmd(ls)", "1,1", "d6", "a7-d7xg1", "-", "0", "-1", "99999999999999999999", "1e9", "NaN", "null", "{}", "[]", "\"", "'", "%00", "%2e%2e%2f",
         "../../etc/passwd", "\u202e", "\ud83d\ude00", "\x00", "\x1b[31m", "A" * 5000, "((((((((((", "=", "&", "?", "#", ",", ":", " ", "\t", "\r\n", "true", "false", "going", "over"]
POSITIONS = ["120/012/000 1", "w.w/.../.../...b.b/..w/.../..b w 0,0", "000/000/000 1", ".../.../.../....../.../.../... w 9,9"]
QUERIES = ["game", "position", "moves", "ply", "seed", "id", "eval", "player", "time", "depth", "algorithm", "boards", "lines", "nodes", "move", "site", "steps", "explain", "limit", "state", "family", "before", "after", "study", "offset"]


class Requests:
    """Makes requests that are nearly right."""

    def __init__(self, seed, idents):
        self.draw, self.idents = random.Random(seed), idents

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
        return {"game": lambda: self.draw.choice(["morris", "mnk:3,3,3", "369:4", "9tka:2", "connect4", "mnk:5,5,4"]), "position": lambda: self.mutated(self.draw.choice(POSITIONS)),
                "moves": lambda: " ".join(self.draw.choice(["1,1", "2,2", "d6", "f4", "a7"]) for _ in range(self.draw.randint(0, 4))), "id": lambda: self.draw.choice(self.idents),
                "eval": lambda: self.draw.choice(["lines", "fav1", "eva", "threats", "score"]), "player": lambda: self.draw.choice(["random", "alphabeta:depth=1", "level:1"]), "time": lambda: self.draw.choice(["0", "1", "20"]),
                "depth": lambda: str(self.draw.randint(0, 3)), "algorithm": lambda: self.draw.choice(["minimax", "alphabeta", "maxn"]), "nodes": lambda: "10", "lines": lambda: "2"}.get(name, lambda: str(self.draw.randint(-1, 9)))()

    def body(self):
        known = {"game": self.sensible("game"), "seats": self.draw.choice([["human", "human"], ["human", "random"], [self.word()], self.word(), []]), "names": [self.word(), None], "seed": self.draw.choice([0, -1, 2**64, 1.5, "7"]),
                 "position": self.word(), "moves": [self.word() for _ in range(self.draw.randint(0, 3))], "paused": self.draw.choice([True, 0, None]), "pace": self.draw.choice([0, -1, 10**9]),
                 "clock": self.draw.choice([None, {"minutes": 1}, {"minutes": -1, "increment": 10**12}, []]), "record": f"[Game \"{self.word()}\"]\n{self.word()}", "move": self.draw.choice(["1,1", "d6", self.word()]),
                 "version": self.draw.choice([0, 1, 2, -5, "1"]), "seat": self.draw.choice([0, 1, 2, 3, -1]), "ply": self.draw.randint(-1, 4), "name": self.word(), "plan": [{"game": self.word(), "games": 1, "opponent": "random"}],
                 "players": [self.word(), "random"], "games": self.draw.choice([0, 1, 10**9]), "distances": self.word()}
        body = {key: known[key] for key in self.draw.sample(sorted(known), self.draw.randint(0, 4))}
        text = json.dumps(body)
        pick = self.draw.random()
        if pick < 0.15:
            return self.mutated(text).encode("utf-8", "replace")
        if pick < 0.2:
            return bytes(self.draw.randint(0, 255) for _ in range(self.draw.randint(0, 40)))
        if pick < 0.22:
            return ("[" * self.draw.randint(1, 3000)).encode()
        return text.encode("utf-8", "surrogatepass")

    def path(self):
        ident = self.draw.choice(self.idents + ["none", self.escaped(self.word())])
        path = self.draw.choice([f"/api/games/{ident}", f"/api/games/{ident}/move", f"/api/games/{ident}/undo", f"/api/games/{ident}/redo", f"/api/games/{ident}/resign", f"/api/games/{ident}/pause",
                                 f"/api/games/{ident}/seats", f"/api/games/{ident}/branch", f"/api/games/{ident}/record", f"/api/games/{ident}/step", "/api/games", "/api/spot", "/api/spot/why", "/api/spot/refuse", "/api/spot/eval",
                                 "/api/spot/weights", "/api/spot/tree", "/api/catalogue", "/api/rules/" + self.escaped(self.word()), "/api/words/" + self.escaped(self.word()), "/api/runs", f"/api/runs/{self.draw.randint(0, 9)}",
                                 "/api/studies", f"/api/studies/{ident}", "/api/tables", "/api/tables/" + self.escaped(self.word()), "/api/endings", "/", "/index.html", "/" + self.escaped(self.word()), "/healthz", "/metrics"])
        return self.mutated(path) if self.draw.random() < 0.1 else path

    def request(self, port):
        """The bytes of a request, and whether the connection may be used on."""
        method = self.draw.choices(["GET", "POST", "DELETE", "PUT", "HEAD", "OPTIONS", "get", self.draw.choice(["", "GE T", "\x00"])], [60, 30, 2, 2, 2, 1, 1, 1])[0]
        path = self.path() + (self.query() if self.draw.random() < 0.7 else "")
        path = re.sub(r"[\x00-\x20\x7f]", "%20", path)
        headers = [f"Host: 127.0.0.1:{port}"]
        body = self.body() if method in ("POST", "PUT", "DELETE") or self.draw.random() < 0.03 else b""
        length = len(body)
        odd = self.draw.random()
        whole = True
        if odd < 0.01:
            headers[0] = "Host: " + self.draw.choice(["evil.example", "localhost:1@evil.example", "", "[::1].evil", "x" * 300])
        elif odd < 0.02:
            headers.append(self.draw.choice(["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Content-Type: text/plain", "Content-Encoding: gzip", "Expect: 100-continue", "Upgrade: h2c\r\nConnection: Upgrade"]))
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


class Raw:
    """A connection that speaks bytes."""

    def __init__(self, port):
        self.port, self.sock = port, None

    def send(self, raw, whole, patience):
        """The status of the answer, 0 for a closed connection, -1 for none within the time."""
        if self.sock is None:
            self.sock = socket.create_connection(("127.0.0.1", self.port), timeout=patience)
            self.reader = self.sock.makefile("rb")
        try:
            self.sock.sendall(raw)
            if not whole:
                self.sock.shutdown(socket.SHUT_WR)
            line = self.reader.readline(2000).split()
            if len(line) < 2:
                self.close()
                return 0
            status, length, chunked = int(line[1]), 0, False
            while True:
                header = self.reader.readline(70000).lower()
                if header in (b"\r\n", b""):
                    break
                if header.startswith(b"content-length:"):
                    length = int(header.split(b":")[1])
                chunked |= header.startswith(b"transfer-encoding:")
            if chunked:
                self.close()
            else:
                self.reader.read(length)
                if not whole:
                    self.close()
            return status
        except TimeoutError:
            self.close()
            return -1
        except (OSError, ValueError):
            self.close()
            return 0

    def close(self):
        if self.sock is not None:
            self.sock.close()
        self.sock = None


def requests(seed, count):
    statuses, slow, slowest, silent = {}, 0, 0.0, 0
    with Folder() as data, Server(data) as server:
        client = Client(server.port)
        idents = [client.post("/api/games", {"game": game, "seats": ["human"] * (3 if "9tka" in game else 2)})[1]["id"] for game in ("morris", "mnk:3,3,3", "369:4", "9tka:3")]
        maker, raw = Requests(seed, idents), Raw(server.port)
        for number in range(count):
            if number % 2000 == 1999:
                # Room for others: what was made in passing goes.
                for game in client.get("/api/games?limit=200")[1]["games"]:
                    if game["id"] not in idents:
                        client.ask("DELETE", f"/api/games/{game['id']}")
            request, whole = maker.request(server.port)
            begun = time.monotonic()
            status = raw.send(request, whole, 30)
            took = time.monotonic() - begun
            slowest, slow = max(slowest, took), slow + (took > 5)
            statuses[status] = statuses.get(status, 0) + 1
            silent += status == -1
            if server.process.poll() is not None:
                break
        alive = server.process.poll() is None and client.get("/healthz")[0] == 200
        panics = server.panics()
        failures = sum(number for status, number in statuses.items() if status >= 500)
        told = ",".join(f"{status}:{statuses[status]}" for status in sorted(statuses))
        return figures("fuzz/http", bool(panics or failures or silent or slow or not alive), seed=seed, inputs=sum(statuses.values()), panics=panics, server_errors=failures,
                       hangs=silent, over_5s=slow, slowest_ms=f"{1000 * slowest:.0f}", alive=alive, statuses=told)


def texts(seed, count):
    """Every parser and reader, by the program `hostile_texts`, which stands beside the tests."""
    program = os.environ.get("HOSTILE_TEXTS")
    command = [program] if program else ["cargo", "run", "--quiet", "--release", "--locked", "-p", "ninefold-cli", "--example", "hostile_texts", "--"]
    done = subprocess.run([*command, str(seed), str(count)], cwd=ROOT, capture_output=True, text=True)
    print(done.stdout, end="", flush=True)
    if done.returncode not in (0, 1):
        print(done.stderr[-2000:])
    return 1 if done.returncode else 0


def run(options):
    count = options.count or (3000 if options.short else 1_000_000)
    return max(requests(options.seed, count), texts(options.seed, 4000 if options.short else count))

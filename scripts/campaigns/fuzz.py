"""Hostile inputs: requests that are mutated, cut, repeated and put together wrongly, and hostile texts for every parser. Nothing panics, nothing answers
5xx, nothing takes longer than it may."""

import os
import select
import socket
import subprocess
import tempfile
import time

from common import ROOT, Client, Folder, Server, figures, note
from hostile import Requests


# How long an answer may take, in seconds, and that of a tree, which has a bound of its own.
LONGEST = 5
LONGEST_TREE = 22


class Raw:
    """A connection that speaks bytes."""

    def __init__(self, port):
        self.port, self.sock = port, None

    def send(self, raw, whole, patience, late):
        """The status of the answer, 0 for a closed connection, -1 for none within the time. Whoever must wait for more than half a second calls `late`."""
        if self.sock is None:
            self.sock = socket.create_connection(("127.0.0.1", self.port), timeout=patience)
            self.reader = self.sock.makefile("rb")
        try:
            self.sock.sendall(raw)
            if not whole:
                self.sock.shutdown(socket.SHUT_WR)
            if not select.select([self.sock], [], [], 0.5)[0]:
                late()
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


def people(client, known):
    """Makes sure that there is something to ask about: games, an invitation, a bot with a seat, a study. What was made in passing goes, so that there is room for more."""
    for game in client.get("/api/games?limit=200")[1]["games"]:
        if game["id"] not in known["games"]:
            client.ask("DELETE", f"/api/games/{game['id']}")
    for bot in client.get("/api/bots")[1]["bots"][50:]:
        client.ask("DELETE", f"/api/bots/{bot['id']}")
    for study in client.get("/api/studies")[1]["studies"][20:]:
        client.ask("DELETE", f"/api/studies/{study['id']}")
    seats = lambda game: ["human"] * (3 if "9tka" in game else 2)
    made = lambda path, body: client.post(path, body)[1]
    known["games"] = [made("/api/games", {"game": game, "seats": seats(game)})["id"] for game in ("morris", "mnk:3,3,3", "369:4", "9tka:3", "connect4")]
    known["codes"] = [made(f"/api/games/{ident}/invitation", {"seat": 2})["play"]["code"] for ident in known["games"][:3]]
    bot = made("/api/bot/join", {"code": known["codes"][0], "name": "robot"})
    known["bots"], known["tokens"] = [bot["id"]], [bot["token"], made("/api/bots", {"name": "another"})["token"]]
    known["studies"] = [made("/api/studies", {"name": "Ada", "plan": [{"game": "tictactoe", "games": 2, "opponent": "random"}]})["id"]]


def requests(seed, count):
    statuses, slow, slowest, silent = {}, 0, 0.0, 0
    with Folder() as data, Server(data) as server:
        client, known = Client(server.port), {"games": []}
        people(client, known)
        maker, raw = Requests(seed, known), Raw(server.port)
        for number in range(count):
            if number % 2000 == 1999:
                people(client, known)
                note("requests", number=number + 1, statuses=statuses, slowest_ms=round(1000 * slowest), panics=server.panics(), memory_mb=server.memory_used() >> 20)
            request, whole = maker.request(server.port)
            waits = {}
            begun = time.monotonic()
            status = raw.send(request, whole, 60, lambda: waits.update(server.waits()))
            took = time.monotonic() - begun
            if waits and server.process.poll() is None:
                # A machine that has no processor free for its threads is not the server's fault.
                took -= max(now - waits[thread] for thread, now in server.waits().items() if thread in waits)
            # Deep trees are ended by their bound.
            patience = LONGEST_TREE if b"/api/spot/tree" in request else LONGEST
            slowest, slow = max(slowest, took), slow + (took > patience)
            statuses[status] = statuses.get(status, 0) + 1
            silent += status == -1
            if status >= 500 or status == -1 or took > 3:
                note("suspicious", number=number, status=status, ms=round(1000 * took), request=repr(request[:2000]))
            if server.process.poll() is not None:
                note("ended", number=number, request=repr(request[:2000]), said=server.said()[-2000:])
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
    with tempfile.TemporaryFile("w+") as errors:
        program = subprocess.Popen([*command, str(seed), str(count)], cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True, errors="replace")
        for line in program.stdout:
            what, _, told = line.strip().partition(" ")
            values = dict(pair.split("=", 1) for pair in told.split() if "=" in pair) if what in ("progress", "fuzz/texts:") else {"told": told}
            note("texts" if what == "progress" else what.rstrip(":"), **values)
            if what != "progress":
                print(line, end="", flush=True)
        if program.wait() not in (0, 1):
            errors.seek(0)
            print(errors.read()[-2000:])
    return 1 if program.returncode else 0


def run(options):
    count = options.count or (3000 if options.short else 1_000_000)
    return max(requests(options.seed, count), texts(options.seed, 4000 if options.short else count))

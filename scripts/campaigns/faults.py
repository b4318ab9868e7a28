"""Calls that fail: memory, writing, forcing to disk, opening, renaming, mapping, one after the other, once or from then on, as the loops of databases do it. A command
that meets one ends with a sentence and an exit code; what was kept before is whole, and the same command without the fault comes to what it would have come to. The same for a server: whatever it acknowledged is
there. Needs a C compiler."""

import errno
import filecmp
import json
import os
import random
import shutil
import subprocess

from common import Client, Folder, Server, binary, figures, note

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ["memory", "write", "sync", "open", "rename", "map"]
RECORD = '[Game "mnk:3,3,3"]\n[Seed "7"]\n[Seat1 "human"]\n[Seat2 "human"]\n\n1,1 2,2 1,2\n'


def library(folder):
    """The shim that makes calls fail."""
    built = os.path.join(folder, "faults.so")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", built, os.path.join(HERE, "faults.c"), "-ldl"], check=True)
    return built


def faulty(shim, data, kind, at, stays, number, counted):
    return {**os.environ, "LD_PRELOAD": shim, "FAULT_KIND": kind, "FAULT_FOLDER": data, "FAULT_AT": str(at), "FAULT_STAYS": str(int(stays)), "FAULT_ERRNO": str(number), "FAULT_COUNTED": counted,
            "RUST_BACKTRACE": "0"}


class Loop:
    """One command, tried with a fault at each of many calls."""

    def __init__(self, shim, name, command, before, after):
        """`before(data)` makes the folder; `after(data, code)` says what is wrong with it afterwards."""
        self.shim, self.name, self.command, self.before, self.after = shim, name, command, before, after
        self.tried = self.refused = 0
        self.wrong = []

    def once(self, kind, at, stays, number):
        with Folder() as folder:
            data, counted = os.path.join(folder, "data"), os.path.join(folder, "counted")
            self.before(data)
            command = [binary(), *self.command(folder), "--data", data]
            try:
                done = subprocess.run(command, env=faulty(self.shim, data, kind, at, stays, number, counted), capture_output=True, text=True, timeout=120, input="")
                code, told = done.returncode, done.stderr
            except subprocess.TimeoutExpired:
                code, told = None, "a hang"
            if at:
                self.tried += 1
                self.refused += code == 2
                problem = None
                if code is None or code < 0 or code > 2:
                    problem = f"ended with {code}"
                elif "panicked at" in told:
                    problem = "panicked"
                elif code == 2 and not told.strip():
                    problem = "said nothing"
                problem = problem or self.after(data, code)
                if problem:
                    self.wrong.append(problem)
                    note("wrong", loop=self.name, kind=kind, at=at, stays=stays, errno=number, problem=problem, code=code, told=told[-500:])
            return int(open(counted).read()) if os.path.exists(counted) else 0

    def run(self, draw, most):
        for kind in KINDS:
            calls = self.once(kind, 0, False, 0)
            # All of them where they are few, and of many the first ones and some of the others.
            places = list(range(1, calls + 1))
            if calls > most:
                places = places[:most // 3] + sorted(draw.sample(places[most // 3:], most - most // 3))
            for at in places:
                for stays in (False, True):
                    self.once(kind, at, stays, draw.choice([errno.EIO, errno.ENOSPC] if kind != "open" else [errno.EMFILE, errno.EIO]))
            note("loop", name=self.name, kind=kind, calls=calls, places=len(places), tried=self.tried, refused=self.refused, wrong=len(self.wrong))


def lines(data):
    """All rows of a store, without what changes by itself."""
    exported = subprocess.run([binary(), "store", "export", "--data", data], capture_output=True, text=True)
    return [json.loads(line) for line in exported.stdout.splitlines()]


def run(options):
    draw = random.Random(options.seed)
    most = options.count or (4 if options.short else 150)
    with Folder() as folder:
        shim = library(folder)
        base, export, record = (os.path.join(folder, name) for name in ("base", "export", "record"))
        with open(record, "w") as out:
            out.write(RECORD)
        call = lambda *args: subprocess.run([binary(), *args], capture_output=True, text=True, check=True)
        for _ in range(3):
            call("record", "import", record, "--data", base)
        call("tournament", "tictactoe", "random", "level:1", "--games", "4", "--data", base)
        call("store", "export", export, "--data", base)
        kept = lines(base)
        tables = os.path.join(folder, "tables")
        call("tables", "build", "morris", "--men", "3", "--distance", "--data", tables)
        results = call("runs", "export", "1", "--data", base).stdout

        def whole(data, _code):
            if subprocess.run([binary(), "store", "check", "--data", data], capture_output=True).returncode:
                return "the store is not whole"
            now = lines(data)
            if any(row not in now for row in kept if row.get("table") == "game"):
                return "a game was lost"
            return None

        def repeated(*args):
            def check(data, code):
                again = subprocess.run([binary(), *args, "--data", data], capture_output=True, text=True)
                return whole(data, code) or (None if again.returncode == 0 else f"the same command without a fault: {again.stderr[-200:]}")
            return check

        def same_results(data, code):
            again = subprocess.run([binary(), "tournament", "tictactoe", "random", "level:1", "--games", "4", "--data", data], capture_output=True)
            now = subprocess.run([binary(), "runs", "export", "1", "--data", data], capture_output=True, text=True).stdout
            return f"ended with {again.returncode}" if again.returncode else None if now == results else "other results"

        def same_tables(data, code):
            again = subprocess.run([binary(), "tables", "build", "morris", "--men", "3", "--distance", "--data", data], capture_output=True, text=True)
            if again.returncode:
                return "cannot be built afterwards: " + again.stderr[-200:]
            names = sorted(os.listdir(os.path.join(tables, "tables/morris/3-men")))
            there = os.path.join(data, "tables/morris/3-men")
            if sorted(os.listdir(there)) != names:
                return f"other files: {sorted(os.listdir(there))}"
            different = filecmp.cmpfiles(os.path.join(tables, "tables/morris/3-men"), there, [name for name in names if name.endswith(".table")], shallow=False)
            return "other tables" if different[1] or different[2] else None

        copy, empty = (lambda data: shutil.copytree(base, data)), (lambda data: os.makedirs(data))
        loops = [
            Loop(shim, "record import", lambda _: ["record", "import", record], copy, repeated("record", "import", record)),
            Loop(shim, "store import", lambda _: ["store", "import", export], empty, lambda data, code: None if code else whole(data, code)),
            Loop(shim, "store backup", lambda place: ["store", "backup", os.path.join(place, "backup")], copy, whole),
            Loop(shim, "store repair", lambda _: ["store", "repair"], copy, whole),
            Loop(shim, "tournament", lambda _: ["tournament", "tictactoe", "random", "level:1", "--games", "4"], empty, same_results),
            Loop(shim, "tables build", lambda _: ["tables", "build", "morris", "--men", "3", "--distance"], empty, same_tables),
        ]
        for loop in loops:
            loop.run(draw, most)
        tried, refused, wrong = (sum(part) for part in zip(*((loop.tried, loop.refused, len(loop.wrong)) for loop in loops)))
        code = figures("faults/commands", wrong > 0, seed=options.seed, commands=len(loops), faults=tried, refused=refused, wrong=wrong)
        return max(code, servers(shim, draw, options, 6 if options.short else 120))


def servers(shim, draw, options, runs):
    """A server whose disk fails from some call on: what it acknowledged is there once it is started again on a whole one."""
    acknowledged = refused = lost = died = panics = 0
    for number in range(runs):
        with Folder() as folder:
            data = os.path.join(folder, "data")
            os.makedirs(data)
            kind, at = draw.choice(["write", "sync", "open", "map"]), draw.randint(1, 120)
            number = draw.choice([errno.EIO, errno.ENOSPC])
            try:
                server = Server(data, env=faulty(shim, data, kind, at, draw.random() < 0.5, number, ""))
            except RuntimeError as problem:
                # It cannot begin at all, and says why.
                refused += 1
                panics += "panicked at" in str(problem)
                continue
            client, games = Client(server.port), {}
            try:
                for _ in range(40):
                    if not games or draw.random() < 0.2:
                        status, game = client.post("/api/games", {"game": "mnk:9,9,5", "seats": ["human", "human"]})
                    else:
                        ident = draw.choice(sorted(games))
                        move = draw.choice(games[ident]["view"]["legal"])["text"]
                        status, game = client.post(f"/api/games/{ident}/move", {"move": move, "version": games[ident]["version"]})
                    if status < 300:
                        games[game["id"]] = game
                        acknowledged += 1
                    else:
                        refused += 1
                        # What was refused may be on disk all the same: then it is there whole.
                        if "view" not in game and games:
                            ident = draw.choice(sorted(games))
                            now = client.get(f"/api/games/{ident}")
                            games[ident] = now[1] if now[0] == 200 else games[ident]
            except OSError:
                died += 1
            panics += server.panics()
            server.stop()
            with Server(data) as after:
                client = Client(after.port)
                for ident, game in games.items():
                    status, now = client.get(f"/api/games/{ident}")
                    lost += status != 200 or now["moves"][:len(game["moves"])] != game["moves"]
            checked = subprocess.run([binary(), "store", "check", "--data", data], capture_output=True)
            lost += checked.returncode != 0
            note("server", kind=kind, at=at, errno=number, acknowledged=acknowledged, refused=refused, lost=lost, died=died, panics=panics)
    return figures("faults/server", bool(lost or panics or died), seed=options.seed, runs=runs, acknowledged=acknowledged, refused=refused, lost=lost, died=died, panics=panics)

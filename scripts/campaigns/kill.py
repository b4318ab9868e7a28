"""SIGKILL at random moments: whatever was acknowledged is there when the server comes back, and nothing is half done. Tournaments that
are killed again and again come to the very results of an undisturbed one."""

import http.client
import json
import os
import random
import subprocess
import threading
import time

from common import Client, Folder, Server, binary, figures, milliseconds, note

CLIENTS = 6


class Player(threading.Thread):
    """Plays games of its own and remembers what was acknowledged."""

    def __init__(self, seed, port, games):
        super().__init__(daemon=True)
        self.draw, self.client, self.games = random.Random(seed), Client(port, timeout=20), games
        self.acknowledged, self.ended = 0, threading.Event()
        self.pending = None

    def run(self):
        try:
            while not self.ended.is_set():
                self.once()
        except (OSError, http.client.HTTPException):
            pass

    def once(self):
        going = [ident for ident, game in self.games.items() if game and not game["over"]]
        if len(going) < 3 or self.draw.random() < 0.02:
            self.pending = ("new", None)
            status, game = self.client.post("/api/games", {"game": self.draw.choice(["mnk:9,9,5", "morris", "tictactoe", "369:4", "connect4"]), "seats": ["human", "human"]})
            assert status == 201, game
            self.keep(game)
            return
        ident = self.draw.choice(going)
        game = self.games[ident]
        what = self.draw.choices(["move", "undo", "redo", "resign", "delete", "branch"], [80, 6, 4, 1, 1, 2])[0]
        body = {"version": game["version"]}
        if what == "move":
            body["move"] = self.draw.choice(game["view"]["legal"])["text"]
        if what == "resign":
            body = {"seat": self.draw.choice([1, 2])}
        if what == "branch":
            body = {"ply": self.draw.randint(0, game["plies"])}
        self.pending = (what, ident)
        if what == "delete":
            status, answer = self.client.ask("DELETE", f"/api/games/{ident}")
            assert status == 204, answer
            self.games[ident] = None
            self.acknowledged += 1
            self.pending = None
            return
        status, answer = self.client.post(f"/api/games/{ident}/{what}", body)
        assert status in (200, 201, 400, 409), (status, answer)
        if status < 300:
            self.keep(answer)
        self.pending = None

    def keep(self, game):
        self.games[game["id"]] = game
        self.acknowledged += 1
        self.pending = None


class LeagueBot(threading.Thread):
    """A bot in a league: remembers which of its moves were acknowledged, and which ends it heard of."""

    def __init__(self, seed, port, token, moves, ends):
        super().__init__(daemon=True)
        self.draw, self.secret = random.Random(seed), {"Authorization": f"Bearer {token}"}
        self.client, self.port, self.moves, self.ends = Client(port, timeout=20, secret=self.secret), port, moves, ends
        self.acknowledged = 0

    def run(self):
        try:
            stream = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            stream.request("GET", "/api/bot/stream", headers=self.secret)
            for line in stream.getresponse():
                self.hear(json.loads(line))
        except (OSError, http.client.HTTPException, ValueError):
            pass  # The server has gone, perhaps in the middle of a line.

    def hear(self, told):
        if told["type"] == "game_over":
            self.ends[told["game"]] = told["result"]
        if told["type"] == "turn":
            move = self.draw.choice(told["legal"])
            status, _ = self.client.post(f"/api/bot/games/{told['game']}/move", {"move": move, "version": told["version"]})
            if status == 200:
                self.moves[told["game"]] = [*told["moves"], move]
                self.acknowledged += 1


def league(port):
    """The tokens of two bots in a league of their own."""
    client = Client(port)
    status, made = client.post("/api/leagues", {"name": "kill", "game": "mnk:6,6,4", "time": {"move": 20000}, "baselines": ["random"], "at_once": 2})
    assert status == 201, made
    return [client.post("/api/bot/join", {"code": made["code"], "name": name})[1]["token"] for name in ("one", "other")]


def check_league(client, moves, ends):
    """How many games have lost an acknowledged move, or end otherwise than was told."""
    lost = 0
    for ident in {*moves, *ends}:
        _, now = client.get(f"/api/games/{ident}")
        acknowledged = moves.get(ident, [])
        lost += now["moves"][:len(acknowledged)] != acknowledged or now["result"] != ends.get(ident, now["result"])
        if now["over"]:
            moves.pop(ident, None)
            ends.pop(ident, None)
    return lost


def check(client, games, pendings):
    """How many acknowledged states are lost, and how many pending changes were applied."""
    lost = applied = 0
    for ident, game in list(games.items()):
        status, now = client.get(f"/api/games/{ident}")
        in_flight = [what for what, which in pendings if which == ident]
        if game is None:
            lost += status != 404
            continue
        if status == 404:
            if "delete" in in_flight:
                games[ident] = None
                applied += 1
            else:
                lost += 1
            continue
        same = all(now[key] == game[key] for key in ("version", "moves", "undone", "result", "reason"))
        one_more = now["version"] == game["version"] + 1 and in_flight
        if one_more:
            applied += 1
            line, before = now["moves"], game["moves"]
            whole = line[:-1] == before or before[:-1] == line or line == before
            lost += not whole
        elif not same:
            lost += 1
        games[ident] = now
    return lost, applied


def servers(seed, kills, most_games=250):
    draw = random.Random(seed)
    acknowledged = applied = lost = reads = panics = killed = in_league = 0
    starts = []
    with Folder() as data:
        server, games = Server(data), [{} for _ in range(CLIENTS)]
        tokens, moves, ends = league(server.port), {}, {}
        while killed < kills:
            players = [Player(draw.random(), server.port, own) for own in games]
            bots = [LeagueBot(draw.random(), server.port, token, moves, ends) for token in tokens]
            [one.start() for one in players + bots]
            time.sleep(draw.uniform(0.02, 0.4))
            server.kill()
            killed += 1
            [player.ended.set() for player in players]
            [one.join(30) for one in players + bots]
            panics += server.panics()
            server = Server(data)
            starts.append(server.started_in)
            client = Client(server.port)
            lost += check_league(client, moves, ends)
            in_league += sum(bot.acknowledged for bot in bots)
            for player, own in zip(players, games):
                acknowledged += player.acknowledged
                more, done = check(client, own, [player.pending] if player.pending else [])
                lost, applied, reads = lost + more, applied + done, reads + len(own)
                # What is over has been looked at often enough.
                for ident in [ident for ident, game in own.items() if not game or game["over"]][:-20]:
                    del own[ident]
            note("kill", number=killed, acknowledged=acknowledged, reads=reads, lost=lost, in_flight_applied=applied, restart_ms=round(1000 * server.started_in), panics=panics)
        server.stop()
        checked = subprocess.run([binary(), "store", "check", "--data", data, "--json"], capture_output=True, text=True)
        whole = checked.returncode == 0
        exported = subprocess.run([binary(), "store", "export", "--data", data], capture_output=True, text=True).stdout.splitlines()
    records = len([line for line in exported if '"table":"game"' in line])
    return figures("kill/serve", bool(lost or panics or not whole), seed=seed, kills=killed, acknowledged=acknowledged, in_league=in_league, reads=reads,
                   lost=lost, in_flight_applied=applied, records=records, store_whole=whole, restart_ms=milliseconds(starts), panics=panics)


def tournaments(seed, kills):
    """Byte for byte the same, however often it is killed."""
    draw = random.Random(seed)
    killed = runs = differ = 0
    while killed < kills:
        runs += 1
        with Folder() as folder:
            game, number = draw.choice(["mnk:4,4,3", "tictactoe", "369:4"]), str(draw.randint(1, 999))
            exports = []
            for disturbed in (False, True):
                data = os.path.join(folder, f"data{disturbed}")
                command = [binary(), "tournament", game, "level:2", "alphabeta:depth=2", "random", "--games", "120", "--seed", number, "-j", "2", "--data", data]
                while True:
                    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    if disturbed:
                        time.sleep(draw.uniform(0.01, 0.25))
                        if process.poll() is None:
                            process.kill()
                            killed += 1
                    error = process.communicate()[1]
                    if process.returncode == 0:
                        break
                    if process.returncode > 0:
                        raise RuntimeError(error.decode())
                exports.append(subprocess.run([binary(), "runs", "export", "1", "--data", data], capture_output=True, check=True).stdout)
            differ += exports[0] != exports[1] or not exports[0]
            note("tournament", number=runs, game=game, seed=number, kills=killed, different=differ)
    return figures("kill/tournament", differ > 0, seed=seed, kills=killed, tournaments=runs, different=differ)


def run(options):
    kills = options.count or (15 if options.short else 1000)
    return max(servers(options.seed, kills), tournaments(options.seed, max(5, kills // 20)))

"""Many at once: computers answer while analyses or slow computers take all there is, half-sent requests stand in nobody's way, a
guest and a bot that flood the server slow nobody else, a thousand games against computers fit into memory."""

import http.client
import random
import socket
import threading
import time

from common import Client, Folder, Server, figures, milliseconds, stream


def answered(client, draw, moves):
    """How long a server takes to acknowledge so many moves, and how long until level:3 has answered them."""
    acks, replies = [], []
    while len(replies) < moves:
        game = client.post("/api/games", {"game": draw.choice(["morris", "tictactoe", "mnk:5,5,4"]), "seats": ["human", "level:3"]})[1]
        ident = game["id"]
        while not game["over"] and len(replies) < moves:
            move = draw.choice(game["view"]["legal"])["text"]
            begun = time.monotonic()
            status, game = client.post(f"/api/games/{ident}/move", {"move": move})
            acks.append(time.monotonic() - begun)
            assert status == 200, game
            while not game["over"] and (game["thinking"] or not game["seats"][game["view"]["to_move"] - 1]["human"]):
                game = client.get(f"/api/games/{ident}")[1]
                if game["problem"]:
                    raise RuntimeError(game["problem"])
                time.sleep(0.002)
            replies.append(time.monotonic() - begun)
    return acks, replies


def starve(seed, analyses, moves):
    """Replies of level:3 while so many analyses are asked for by one visitor."""
    with Folder() as data, Server(data) as server:
        draw = random.Random(seed)
        kept, refused = [], 0
        for number in range(analyses):
            cells = draw.sample([f"{r},{c}" for r in range(1, 16) for c in range(1, 16)], 3)
            path = "/api/spot/analysis?game=gomoku&moves=" + "%20".join(cells)
            sock, reader, status = stream(server.port, path, cookie="greedy")
            refused += status != 200
            kept.append((sock, reader))
        client = Client(server.port, cookie="player")
        acks, replies = answered(client, draw, moves)
        values = []
        for number in range(5):
            begun = time.monotonic()
            client.get(f"/api/spot/values?game=mnk:5,5,4&moves={number % 5 + 1},1")
            values.append(time.monotonic() - begun)
        panics = server.panics()
        failed = bool(panics or refused)
        return figures("load/starve", failed, analyses=analyses, refused=refused, replies=len(replies),
                       ack_ms=milliseconds(acks), reply_ms=milliseconds(replies), others_values_ms=milliseconds(values), panics=panics)


def thinkers(seed, count, moves):
    """Replies of level:3 while so many games wait for computers that think for as long as they may; all of them move in the end."""
    with Folder() as data, Server(data) as server:
        draw = random.Random(seed)
        client = Client(server.port, cookie="player")
        client.get("/api/catalogue")
        idle = server.memory_used()
        idents = []
        for number in range(count):
            seat = ["level:10", "mcts:time=1s", "engine:time=500ms,table=64"][number % 3]
            idents.append(client.post("/api/games", {"game": draw.choice(["morris", "mnk:9,9,5", "369:6"]), "seats": [seat, "human"]})[1]["id"])
        acks, replies = answered(client, draw, moves)
        begun, silent, problems = time.monotonic(), set(idents), []
        while silent and time.monotonic() < begun + 20 + 3 * count:
            for ident in list(silent):
                game = client.get(f"/api/games/{ident}")[1]
                problems += [game["problem"]] if game["problem"] else []
                if game["problem"] or not game["thinking"]:
                    silent.discard(ident)
            time.sleep(0.1)
        peak = server.memory_used("VmHWM") - idle
        panics = server.panics()
        return figures("load/thinkers", bool(silent or problems or panics), games=count, given_up=len(problems), silent=len(silent), replies=len(replies),
                       ack_ms=milliseconds(acks), reply_ms=milliseconds(replies), peak_mb_more=f"{peak / 1e6:.0f}", panics=panics)


def slow(seed, connections, files, half_sent):
    """The page for everybody else while so many requests are half sent, in their headers or in their bodies."""
    with Folder() as data, Server(data, files=files) as server:
        half = []
        stop = threading.Event()

        def attack():
            while not stop.is_set():
                while len(half) < connections and not stop.is_set():
                    try:
                        sock = socket.create_connection(("127.0.0.1", server.port), timeout=5)
                        sock.sendall(HALF_SENT[half_sent])
                        sock.setblocking(False)
                        half.append(sock)
                    except OSError:
                        time.sleep(0.01)
                alive = []
                for sock in half:
                    try:
                        gone = sock.recv(64) == b""
                    except BlockingIOError:
                        gone = False
                    except OSError:
                        gone = True
                    sock.close() if gone else alive.append(sock)
                half[:] = alive
                time.sleep(0.05)

        attacker = threading.Thread(target=attack, daemon=True)
        attacker.start()
        while len(half) < min(connections, (files or 4096) - 200):
            time.sleep(0.05)
        times, failures, end = [], 0, time.monotonic() + 12
        while time.monotonic() < end:
            for path in ("/", "/api/catalogue", "/api/games"):
                begun = time.monotonic()
                try:
                    client = Client(server.port, timeout=30)
                    status, _ = client.get(path)
                    client.close()
                    failures += status != 200
                except OSError:
                    failures += 1
                times.append(time.monotonic() - begun)
            time.sleep(0.05)
        stop.set()
        attacker.join(10)
        panics = server.panics()
        return figures(f"load/slow-{half_sent}", bool(failures or panics), half_sent=connections, files=files, asked=len(times),
                       unanswered=failures, answer_ms=milliseconds(times), panics=panics)


# What is sent of a request, and nothing more.
HALF_SENT = {
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-a: ",
    "bodies": b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
}

# What one guest or bot may send a second, and at once after a rest (crates/web/src/pace.rs).
A_SECOND, AT_ONCE = 200, 400


def flood(seed, seconds):
    """A game between two people while a guest and a bot ask as fast as they can."""
    with Folder() as data, Server(data, args=["--token"]) as server:
        host = Client(server.port, secret={"Authorization": f"Bearer {server.token}"})
        draw = random.Random(seed)

        def shared_game():
            game = host.post("/api/games", {"game": "mnk:15,15,5", "seats": ["human", "human"]})[1]
            return game["id"], host.post(f"/api/games/{game['id']}/invitation", {"seat": 2})[1]["play"]["code"]

        def guest(code):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", f"/join/{code}")
            page = connection.getresponse()
            cookies = [value.split(";")[0] for name, value in page.getheaders() if name.lower() == "set-cookie"]
            connection.close()
            secret = {"Cookie": next(cookie for cookie in cookies if cookie.startswith("ninefold_guest="))}
            client = Client(server.port, secret=secret)
            assert client.post(f"/api/invitations/{code}/accept", {"name": "guest"})[0] == 200
            return client

        (ident, code), (_, second), (_, third) = shared_game(), shared_game(), shared_game()
        player = guest(code)
        bot = Client(server.port).post("/api/bot/join", {"code": third, "name": "flood"})[1]["token"]
        floods = [(guest(second).secret, "/api/games"), ({"Authorization": f"Bearer {bot}"}, "/api/bot")]
        sent = [{"passed": 0, "refused": 0, "failed": 0} for _ in floods]
        begun, end, counting = time.monotonic(), time.monotonic() + seconds, threading.Lock()

        def ask(secret, path, count):
            client = Client(server.port, secret=secret)
            while time.monotonic() < end:
                try:
                    status = client.get(path)[0]
                except (OSError, http.client.HTTPException):
                    status = 0
                with counting:
                    count[{200: "passed", 429: "refused"}.get(status, "failed")] += 1

        threads = [threading.Thread(target=ask, args=(*flood, count)) for flood, count in zip(floods, sent) for _ in range(4)]
        [thread.start() for thread in threads]
        moves, looks, failed, turn = [], [], 0, 0
        cells = draw.sample([f"{row},{column}" for row in range(1, 16) for column in range(1, 16)], 225)
        while time.monotonic() < end:
            mover = (host, player)[turn % 2]
            at = time.monotonic()
            status, game = mover.post(f"/api/games/{ident}/move", {"move": cells.pop()})
            moves.append(time.monotonic() - at)
            failed += status != 200
            at = time.monotonic()
            failed += player.get(f"/api/games/{ident}")[0] != 200
            looks.append(time.monotonic() - at)
            turn += 1
            if status != 200 or game["over"] or not cells:
                break
            time.sleep(0.05)
        [thread.join() for thread in threads]
        # Nobody gets more through than is allowed, however long it took.
        allowed = AT_ONCE + A_SECOND * (time.monotonic() - begun) + 1
        beyond = sum(count["passed"] > allowed for count in sent)
        broken = sum(count["failed"] for count in sent)
        panics = server.panics()
        return figures("load/flood", bool(failed or beyond or broken or panics), sent=sum(sum(count.values()) for count in sent), refused=sum(count["refused"] for count in sent),
                       broken=broken, beyond=beyond, others_moves=len(moves), others_failed=failed, move_ms=milliseconds(moves), look_ms=milliseconds(looks), panics=panics)


def games(seed, count):
    """Memory of so many games against computers."""
    with Folder() as data, Server(data) as server:
        client = Client(server.port)
        client.get("/api/catalogue")
        idle = server.memory_used()
        draw = random.Random(seed)
        idents = []
        workers = [Client(server.port) for _ in range(8)]

        def create(worker, part):
            for _ in range(part):
                game = draw.choice(["morris", "mnk:9,9,5", "369:5", "connect4"])
                status, made = worker.post("/api/games", {"game": game, "seats": ["human", draw.choice(["level:3", "level:5", "engine:nodes=3000"])]})
                assert status == 201, made
                idents.append(made["id"])

        def all_at_once(what, *args):
            threads = [threading.Thread(target=what, args=(worker, *args)) for worker in workers]
            [thread.start() for thread in threads]
            [thread.join() for thread in threads]

        all_at_once(create, count // 8)
        made = server.memory_used()

        def play(worker):
            for ident in idents[workers.index(worker)::8]:
                game = worker.get(f"/api/games/{ident}")[1]
                if not game["over"] and game["seats"][game["view"]["to_move"] - 1]["human"]:
                    worker.post(f"/api/games/{ident}/move", {"move": game["view"]["legal"][0]["text"]})

        for _ in range(2):
            all_at_once(play)
            while True:
                waiting = [line for line in client.get("/metrics")[1].splitlines() if line.startswith(("ninefold_moves_searched ", "ninefold_moves_waiting "))]
                if all(line.endswith(" 0") for line in waiting):
                    break
                time.sleep(0.1)
        played = server.memory_used()
        megabytes = lambda more: f"{(more - idle) / 1e6:.0f}"
        failed = played - idle > 300e6 or server.panics() > 0
        return figures("load/games", failed, games=len(idents), idle_mb=f"{idle / 1e6:.0f}", made_mb_more=megabytes(made), played_mb_more=megabytes(played), panics=server.panics())


def memory(seed, limit):
    """A server with little memory: every page, while tables are asked for that do not fit."""
    with Folder() as data, Server(data, memory=limit, env={"NINEFOLD_SMALL_TABLE": "6"}) as server:
        client = Client(server.port)
        asked = wrong = 0
        end = time.monotonic() + 15
        position = "ww.%2Fbb.%2F...%2Fwwwbb.%2F...%2Fb..%2F...%20w%204,4"
        paths = ["/", "/api/catalogue", "/api/games", f"/api/spot/values?game=morris&position={position}&time=50", "/api/spot/hint?game=morris&player=level:10",
                 "/api/spot/values?game=gomoku&time=50", "/api/tables", "/api/runs", "/healthz"]
        while time.monotonic() < end and server.process.poll() is None:
            for path in paths:
                asked += 1
                try:
                    wrong += client.get(path)[0] != 200
                except OSError:
                    wrong += 1
        alive = server.process.poll() is None
        tables = [f"{one['men']}:{one['state']}" for one in client.get("/api/tables")[1]["tables"]] if alive else []
        return figures("load/memory", bool(wrong or not alive), limit_mb=limit >> 20, asked=asked, refused=wrong, alive=alive, tables=",".join(tables))


def run(options):
    short = options.short
    return max(
        starve(options.seed, 40 if short else 200, 40 if short else 300),
        thinkers(options.seed, 12 if short else 200, 20 if short else 300),
        slow(options.seed, 300 if short else 1100, 256 if short else 1024, "headers"),
        slow(options.seed, 300 if short else 1100, 256 if short else 1024, "bodies"),
        flood(options.seed, 5 if short else 30),
        games(options.seed, 80 if short else 1000),
        memory(options.seed, 1_500_000 << 10),
    )

#!/usr/bin/env python3
"""A player for a Ninefold server on another machine, with nothing but Python's standard library.

    python3 network_bot.py http://192.168.1.7:9369 CODE my-name

CODE is that of a league, such as amber-heron-42, or the end of an invitation's link. Write your own `choose`; everything else is the connection. The bot asks and is
never asked, so it works from behind any network. Started again with the same name and code it goes on as the same bot: its token is kept
in network_bot.tokens beside this file. docs/bots.md describes the lines.
"""
import http.client
import json
import os
import pathlib
import random
import sys
import time
import traceback
import urllib.error
import urllib.request

try:
    import fcntl
except ImportError:
    import msvcrt

    fcntl = None


def choose(turn):
    """The move to play: one of turn["legal"]. turn["position"] and turn["moves"] tell the rest."""
    return random.choice(turn["legal"])


class Server:
    def __init__(self, url):
        self.url = url.rstrip("/")
        self.token = None

    def request(self, path, body=None):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = "Bearer " + self.token
        data = None if body is None else json.dumps(body).encode()
        # A silent server shows that it lives every ten seconds.
        return urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=30)

    def is_refused(self):
        """Whether the token opens nothing any more, since the bot was removed or has another one. A server that is away says neither."""
        try:
            self.request("/api/bot").close()
        except urllib.error.HTTPError as refused:
            return refused.code in (401, 403)
        except (OSError, http.client.HTTPException):
            pass
        return False

    def post(self, path, body):
        for attempt in range(6):
            try:
                with self.request(path, body) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refused:
                if refused.code not in BUSY:
                    print("refused:", sentence(refused), file=sys.stderr)
                    return None
                trouble = sentence(refused)
            except (OSError, http.client.HTTPException, ValueError) as broken:
                # The server may be starting again.
                trouble = broken
            print("trying again:", trouble, file=sys.stderr)
            time.sleep(0.25 * 2**attempt)
        return None

    def lines(self):
        """What the server tells, for ever: it is asked again when the connection breaks off."""
        while True:
            try:
                with self.request("/api/bot/stream") as stream:
                    for line in stream:
                        yield json.loads(line)
            except urllib.error.HTTPError as refused:
                if refused.code in (401, 403):
                    sys.exit("the token opens nothing there any more")
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(1)


# Answers after which it is worth asking again: too many at once, or something between here and the server.
BUSY = (408, 429, 502, 503, 504)


def sentence(refused):
    """What the server says, or whatever stands between."""
    try:
        return json.load(refused)["error"]
    except (ValueError, KeyError, TypeError):
        return f"the server answers {refused.code}"


TOKENS = pathlib.Path(__file__).with_suffix(".tokens")


def known_tokens():
    try:
        return json.loads(TOKENS.read_text())
    except FileNotFoundError:
        return {}
    except ValueError:
        sys.exit(f"{TOKENS} is damaged: mend it, or move it away to join anew")


def keep_token(key, token):
    """Keeps a token beside those of other bots, which may be started at the same moment, readable by nobody else; none is forgotten."""
    with TOKENS.with_suffix(".lock").open("a") as lock:
        if fcntl:
            fcntl.flock(lock, fcntl.LOCK_EX)
        else:
            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        beside = TOKENS.with_suffix(".new")
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
            tokens = known_tokens()
            tokens.pop(key, None)
            if token:
                tokens[key] = token
            json.dump(tokens, written)
        beside.replace(TOKENS)


def join(url, code, name, choose, games=None):
    """Joins the league of this code, or takes the open seat of the game with this code, and plays every game that follows."""
    server = Server(url)
    key = " ".join((server.url, code, name))
    server.token = known_tokens().get(key)
    if server.token and server.is_refused():
        # The bot was removed, say: it comes back as another one, if the code still opens.
        keep_token(key, None)
        server.token = None
    if server.token is None:
        joined = server.post("/api/bot/join", {"code": code, "name": name})
        if joined is None:
            sys.exit(1)
        server.token = joined["token"]
        if joined.get("page"):
            # A league lasts: the next start goes on as the same bot.
            keep_token(key, server.token)
            print("your bot's page:", joined["page"], flush=True)
    over = 0
    for told in server.lines():
        if told["type"] == "turn":
            address = "/api/bot/games/" + told["game"]
            try:
                move = choose(told)
            except Exception:
                # The author sees it on the page of the game; the game is lost.
                server.post(address + "/error", {"text": traceback.format_exc()})
                server.post(address + "/resign", {})
                continue
            server.post(address + "/move", {"move": move, "version": told["version"]})
        elif told["type"] == "game_over":
            print(told["game"], told["result"], told["reason"], flush=True)
            over += 1
            if games is not None and over >= games:
                return
        elif told["type"] == "message":
            # Why a game was lost by a fault.
            print(f"{told['game']}:", told["text"], flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    join(sys.argv[1], sys.argv[2], sys.argv[3], choose, int(sys.argv[4]) if len(sys.argv) > 4 else None)

"""A bot joins a game of a real server."""

import json
import re
import subprocess
import threading
import time
import urllib.request

import pytest

import ninefold as nf


@pytest.fixture
def server(binary, tmp_path):
    run = subprocess.Popen(
        [binary, "serve", "--port", "0", "--data", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    for line in run.stdout:
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found:
            break
    threading.Thread(target=run.stdout.read, daemon=True).start()
    yield found[0]
    run.terminate()
    run.wait()


def call(url, body=None):
    headers = {"content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        return json.load(answer)


def open_game(server, game):
    made = call(f"{server}/api/games", {"game": game, "seats": ["human", "human"]})["id"]
    return made, call(f"{server}/api/games/{made}/invitation", {"seat": 2})["play"]


def play_on(server, made):
    """Plays the first legal move whenever the first seat is on turn, until the game is over."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        game = call(f"{server}/api/games/{made}")
        if game["over"]:
            return game
        if game["view"]["to_move"] == 1 and game["sharing"]["seats"][1]["owner"] != "open":
            call(f"{server}/api/games/{made}/move", {"move": game["view"]["legal"][0]["text"]})
        else:
            time.sleep(0.02)
    raise AssertionError("the game never ends")


def test_a_bot_plays_to_the_end(server):
    made, invitation = open_game(server, "mnk:4,4,4")
    seen, ended = [], []

    def choose(state):
        seen.append((state.current_player(), state.move_number()))
        return state.legal_actions()[-1]

    thread = threading.Thread(
        target=lambda: ended.extend(nf.join(f"{server}/join/{invitation['code']}", choose, name="robot", games=1))
    )
    thread.start()
    over = play_on(server, made)
    thread.join(timeout=60)
    assert over["seats"][1]["name"] == "robot"
    assert ended[0]["game"] == made and len(ended[0]["moves"]) == over["view"]["ply"]
    assert seen[0] == (1, 1) and all(player == 1 for player, _ in seen)


def test_a_bot_that_fails_loses_and_says_why(server):
    made, invitation = open_game(server, "tictactoe")

    def broken(state):
        raise KeyError("oops")

    ended = []
    thread = threading.Thread(
        target=lambda: ended.extend(nf.join(invitation["code"], broken, server=server, games=1))
    )
    thread.start()
    play_on(server, made)
    thread.join(timeout=60)
    assert [told["result"] for told in ended] == [[1, -1]] and ended[0]["reason"] == "resigned"


def test_a_code_that_opens_nothing(server):
    with pytest.raises(RuntimeError):
        nf.join("nothing", "random", server=server)
    with pytest.raises(ValueError, match="wanted an invitation's link"):
        nf.join("nothing", "random")


def test_a_bot_that_was_removed_comes_back_as_another_one(server, tmp_path, monkeypatch):
    monkeypatch.setenv("NINEFOLD_DATA", str(tmp_path / "own"))
    made = call(f"{server}/api/leagues", {"name": "Class", "game": "tictactoe", "baselines": ["random"]})

    def play():
        nf.join(made["code"], "level:1", server=server, name="robot", games=1)
        rows = call(f"{server}/api/leagues/{made['id']}")["standings"]
        return next(row["number"] for row in rows if row["name"] == "robot")

    first = play()
    assert play() == first
    call(f"{server}/api/leagues/{made['id']}/entrants/{first}", {"state": "removed"})
    assert play() != first

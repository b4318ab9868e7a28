"""Players by specification and in Python, matches and tournaments."""

import subprocess
import sys
import threading
import time

import pytest

import ninefold as nf


def first(state):
    return state.legal_actions()[0]


def men(state):
    row = state.to_array()[:24]
    return int((row == 1).sum()) - int((row == 2).sum())


def test_a_match_is_that_of_the_terminal(ask):
    told = ask("match", "tictactoe", "level:3", "random", "--games", "20", "--seed", "5")
    mine = nf.match("tictactoe", "level:3", "random", games=20, seed=5)
    data = {key: value for key, value in mine.data.items() if key != "list"}
    assert data == {key: told[key] for key in data}


def test_what_a_reader_must_know_stands_below_the_numbers(binary):
    wishes = ["--games", "20", "--seed", "5", "--opening", "0"]
    told = subprocess.run([binary, "match", "tictactoe", "best", "level:10", *wishes], capture_output=True, text=True)
    result = nf.match("tictactoe", "best", "level:10", games=20, seed=5, opening=0)
    assert [note["kind"] for note in result.data["notes"]] == ["repeated_games"]
    (note,) = result.notes
    assert "of 20 games differ" in note and note in told.stdout.splitlines()
    assert repr(result).splitlines()[-1] == note
    assert result._repr_html_().endswith(f"</table><p>{note}</p>")
    cup = nf.tournament("tictactoe", ["level:10", "best"], games=20, seed=5, opening=0)
    assert any("of 20 games differ" in note for note in cup.notes)
    assert repr(cup).splitlines()[-len(cup.notes) :] == cup.notes
    quiet = nf.match("connect4", "random", "random", games=4, seed=5)
    assert quiet.notes == [] and quiet._repr_html_().endswith("</table>")


def test_openings_are_played_in_turn(tmp_path):
    lines = ["2,2 1,1", "100/020/000 1"]
    result = nf.match("tictactoe", "level:3", "random", games=8, seed=5, openings=lines)
    assert [game["moves"][:2] == ["2,2", "1,1"] for game in result.games] == [True, True, False, False] * 2
    file = tmp_path / "openings.txt"
    file.write_text("# mine\n" + "\n".join(lines))
    assert nf.match("tictactoe", "level:3", "random", games=8, seed=5, openings=file).data == result.data
    cup = nf.tournament("gomoku", ["random", "random:seed=2"], games=4, openings="balanced")
    begun = [game["moves"][:5] for game in cup.games]
    assert begun[0] == begun[1] != begun[2] == begun[3]
    with pytest.raises(ValueError, match="opening 1: "):
        nf.match("tictactoe", "level:3", "random", games=2, openings=["9,9"])
    with pytest.raises(ValueError, match="comes without balanced openings"):
        nf.match("morris", "level:3", "random", games=2, openings="balanced")
    with pytest.raises(ValueError, match="there is no opening"):
        nf.match("morris", "level:3", "random", games=2, openings=[])


def test_whoever_runs_out_of_time_loses():
    def sleeps(state):
        time.sleep(0.2)
        return first(state)

    result = nf.match("tictactoe", sleeps, "random", games=2, opening=0, clock="100ms+0.01")
    assert result.data["clock"] == "100ms+10ms"
    assert result.data["fault_kinds"][0] == {"game_time": 2}
    assert result.data["milliseconds"][0]["largest"] >= 200
    cup = nf.tournament("tictactoe", ["level:1", "random"], games=2, clock="1m")
    assert cup.data["clock"] == "1m" and cup.rows()[0]["faults"] == 0
    with pytest.raises(ValueError, match="the clock is \"soon\", wanted"):
        nf.match("tictactoe", "level:1", "random", games=2, clock="soon")


def test_threads_change_nothing():
    results = [nf.match("connect4:4,4,3", "level:2", first, games=20, seed=3, threads=threads) for threads in (1, 2)]
    assert results[0].data == results[1].data
    assert len(results[0].games) == 20


def test_a_function_plays_what_it_chooses():
    seen = []

    def centre(state):
        seen.append(state.position)
        return "2,2" if "2,2" in map(state.action_to_string, state.legal_actions()) else state.legal_actions()[-1]

    result = nf.match("tictactoe", centre, "random", games=2, seed=1, opening=0)
    assert result.data["players"] == ["centre", "random"]
    assert seen[0] == "000/000/000 1"
    assert result.games[0]["moves"][0] == "2,2"
    assert result.games[0]["players"] == ["centre", "random"]
    assert result.games[1]["players"] == ["random", "centre"]


def test_a_function_may_be_called_like_a_player():
    result = nf.match("tictactoe", nf.player(first, name="random"), "random", games=20, seed=1, opening=0)
    assert result.data["players"] == ["random", "random #2"]
    mine = {game["moves"][0] for game in result.games if game["players"][0] == "random"}
    assert mine == {"1,1"}
    theirs = {game["moves"][0] for game in result.games if game["players"][0] == "random #2"}
    assert len(theirs) > 1, "the other one still plays at random"


def test_an_evaluator_of_ones_own_guides_a_search():
    # Counting men, a search of one turn closes the mill and takes: three white men, one black.
    state = nf.load_game("morris").new_initial_state(moves=["a7", "b4", "d7", "f4"])
    found = nf.player("alphabeta:depth=1", evaluator=men).consider(state)
    assert found["move"].startswith("g7x") and found["values"] == [2, -2]
    result = nf.match("morris", nf.player("alphabeta:depth=1", evaluator=men), "random", games=6, seed=1)
    assert result.share > 0.5
    assert result.data["players"][0] == "alphabeta:depth=1 by men"


def test_the_same_evaluator_in_rust_finds_the_same():
    def score(state):
        points = state.to_array()[9:11]
        return int(points[0]) - int(points[1])

    for seed in range(5):
        state = nf.load_game("369:3").sample(1, seed=seed)[0]
        mine = nf.player("alphabeta:depth=3", evaluator=score).consider(state)
        theirs = nf.player("alphabeta:depth=3,eval=score").consider(state)
        # Where a game may end within three turns, only one of them judges the end by points.
        if state.move_number() < 6:
            assert (mine["move"], mine["values"]) == (theirs["move"], theirs["values"])


def test_fractions_want_a_scale():
    state = nf.load_game("tictactoe").new_initial_state()
    with pytest.raises(ValueError, match="name a scale"):
        nf.player("alphabeta:depth=1", evaluator=lambda state: 0.25).consider(state)
    found = nf.player("alphabeta:depth=1", evaluator=lambda state: 0.25, scale=1000).consider(state)
    assert found["values"] == [250, -250]


def test_several_players_are_judged_one_by_one():
    def sections(state):
        return [seat for seat in range(3)]

    state = nf.load_game("9tka:3").sample(1, seed=2)[0]
    found = nf.player("maxn:depth=1,place=search", evaluator=sections).consider(state)
    assert found["values"] == [0, 1, 2]
    with pytest.raises(ValueError, match="gave 2 numbers, wanted 3"):
        nf.player("maxn:depth=1,place=search", evaluator=lambda state: [1, 2]).consider(state)


def test_an_error_of_ones_own_is_raised_or_loses_the_game():
    def broken(state):
        raise KeyError("oops")

    for players in ([broken, "random"], [nf.player("alphabeta:depth=2", evaluator=broken), "random"]):
        with pytest.raises(KeyError, match="oops"):
            nf.match("tictactoe", *players, games=10)
    lost = nf.match("tictactoe", broken, "random", games=4, errors="forfeit")
    assert lost.rows()[0]["faults"] == 4 and lost.share == 0
    assert "4 lost, 4 by a fault" in repr(lost)
    for games in (0, -1):
        with pytest.raises(ValueError, match=f"games is {games}, wanted at least 1"):
            nf.match("tictactoe", "random", "random", games=games)
        with pytest.raises(ValueError, match=f"games is {games}, wanted at least 1"):
            nf.tournament("tictactoe", ["random", "random"], games=games)
    assert "oops" in lost.games[0]["note"]
    with pytest.raises(ValueError, match="player <lambda> gave .*999.*, wanted one of"):
        nf.match("tictactoe", lambda state: 999, "random", games=2, opening=0)


def test_wrong_players_are_refused_before_any_game():
    with pytest.raises(ValueError, match="levle"):
        nf.match("tictactoe", "levle:5", "random")
    with pytest.raises(ValueError, match="names an evaluator"):
        nf.match("morris", nf.player("alphabeta:eval=fav1", evaluator=men), "random")
    with pytest.raises(ValueError, match="for 2"):
        nf.match("tictactoe", "random", "random", "random")
    with pytest.raises(TypeError, match="wanted a specification or a function"):
        nf.player(5)
    with pytest.raises(ValueError, match="wanted raise or forfeit"):
        nf.match("tictactoe", "random", "random", errors="ignore")


def test_a_tournament_has_rows_and_tables():
    cup = nf.tournament("tictactoe", {"perfect": "best", "first": first, "dice": "random"}, games=10, seed=2, opening=0)
    rows = cup.rows()
    assert rows[0]["player"] == "perfect" and rows[0]["losses"] == 0
    assert cup.data["anchor"] == "dice"
    assert sum(row["points"] for row in rows) == cup.data["games"] == 30
    table = cup.to_pandas()
    assert list(table["player"]) == [row["player"] for row in rows]
    games = cup.games_to_pandas()
    assert len(games) == 60
    assert abs(games.groupby("player")["points"].sum()["perfect"] - rows[0]["points"]) < 1e-9
    assert "perfect" in repr(cup) and "<table>" in cup._repr_html_()


def test_a_tournament_is_that_of_the_terminal(ask):
    told = ask("tournament", "369:3", "level:2", "level:1", "random", "--games", "8", "--seed", "4")
    mine = nf.tournament("369:3", ["level:2", "level:1", "random"], games=8, seed=4)
    assert mine.data["players"] == told["players"]
    swiss = nf.tournament("369:3", ["level:1"] * 4, schedule="swiss", rounds=2, games=2)
    assert swiss.data["games"] == 8
    with pytest.raises(ValueError, match="wanted round-robin, gauntlet or swiss"):
        nf.tournament("369:3", ["random", "random"], schedule="cup")


def test_other_threads_run_while_players_think():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    nf.match("morris", "engine:nodes=20000", "engine:nodes=20000", games=2, max_plies=30)
    done.set()
    thread.join()
    assert counted > 3


def test_ctrl_c_ends_what_takes_long():
    program = (
        "import os, signal, threading, ninefold as nf\n"
        # Whoever starts tests in the background may have had the signal ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    nf.load_game('morris').new_initial_state().analyse(time=3600)\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert run.stdout == "stopped\n", run.stderr


def test_a_state_may_be_used_while_a_player_considers_it():
    state = nf.load_game("tictactoe").new_initial_state()
    before = state.position
    seen = []

    def curious(inner):
        # The very state that is considered is asked and played on meanwhile.
        seen.append(len(state.legal_actions()))
        state.apply_action(state.legal_actions()[0])
        state.undo()
        return 0

    found = nf.player("alphabeta:depth=2", evaluator=curious).consider(state)
    assert found["move"] and set(seen) == {9} and state.position == before

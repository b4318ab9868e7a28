"""Hints, values, analyses, reviews and proofs are those of the program."""

import pytest

import ninefold as nf

OPENED = {"tictactoe": ["2,2", "1,2"], "369:4": ["1,1", "2,2"], "connect4:4,4,3": ["2"], "morris": ["d6", "f4", "d2"]}


def opened(spec):
    return nf.load_game(spec).new_initial_state(moves=OPENED[spec])


def without_times(answer):
    return {key: value for key, value in answer.items() if key != "seconds"}


@pytest.mark.parametrize("spec", OPENED)
def test_a_hint_is_that_of_the_terminal(spec, ask):
    told = ask("best", spec, "--moves", " ".join(OPENED[spec]))
    assert opened(spec).hint() == told


@pytest.mark.parametrize("spec", ["tictactoe", "369:4"])
def test_a_proof_is_that_of_the_terminal(spec, ask):
    told = ask("solve", spec, "--moves", " ".join(OPENED[spec]), "--all")
    assert without_times(opened(spec).solve(all_moves=True)) == without_times(told)


def test_an_evaluation_is_that_of_the_terminal(ask):
    told = ask("eval", "morris", "fav1", "--moves", "d6 f4 d2", "--explain")
    assert opened("morris").evaluate("fav1", explain=True) == told
    assert opened("369:4").evaluate("h2") == ask("eval", "369:4", "h2", "--moves", "1,1 2,2")


def test_an_analysis_is_that_of_the_terminal(binary):
    import json
    import subprocess

    words = [binary, "analyse", "morris", "--moves", "d6 f4 d2", "--depth", "4", "--lines", "2", "--json"]
    last = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    assert without_times(opened("morris").analyse(depth=4, lines=2)) == without_times(last)


def test_values_and_reviews_of_tictactoe():
    # X in the corner and the centre is met by O in a corner: the edge would lose, as everybody knows.
    state = nf.load_game("tictactoe").new_initial_state(moves=["2,2"])
    values = {move["move"]: move["value"] for move in state.values()["moves"]}
    assert values["1,1"] == 0 and values["1,2"] == -1
    game = nf.load_game("tictactoe").new_initial_state(moves=["2,2", "1,2", "1,1", "3,3"])
    review = game.review()
    assert [ply["mark"] for ply in review["plies"]] == [None, "blunder", None, None]


def test_the_record_reads_again(tmp_path, binary):
    import subprocess

    file = tmp_path / "game.record"
    file.write_text(opened("morris").record())
    subprocess.run([binary, "record", "check", str(file)], check=True, capture_output=True)


def test_bad_questions():
    state = opened("morris")
    with pytest.raises(ValueError, match='unknown evaluator "fav9", did you mean fav'):
        state.evaluate("fav9")
    with pytest.raises(ValueError, match="no solver knows connect4"):
        opened("connect4:4,4,3").solve()
    with pytest.raises(ValueError, match="time is -1"):
        state.hint(time=-1)

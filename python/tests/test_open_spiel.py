"""OpenSpiel's algorithms run on our games, and its own games agree with ours where they are the same."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax

import ninefold as nf
import ninefold.open_spiel as spiel


def test_minimax_finds_the_value_of_small_games():
    # Draws and wins of m,n,k-games as the literature has them.
    for spec, value in [("mnk:3,3,3", 0.0), ("mnk:2,2,2", 1.0), ("mnk:1,5,3", 0.0), ("connect4:3,3,3", 0.0)]:
        game = spiel.load_game(spec)
        found, _ = minimax.alpha_beta_search(game)
        assert found == value == pytest.approx(float(np.sign(found)))
        solved = nf.load_game(spec).new_initial_state()
        if not spec.startswith("connect4"):
            assert solved.solve()["value"] == found


def test_minimax_to_a_depth_with_an_evaluator():
    game = spiel.load_game("morris")
    state = game.new_initial_state("www/.../.../....../.../.../bb. b 6,7")
    value, action = minimax.alpha_beta_search(
        game,
        state=state,
        value_function=lambda s: float((s.inner.to_array()[:24] == 2).sum() - (s.inner.to_array()[:24] == 1).sum()),
        maximum_depth=1,
        maximizing_player_id=1,
    )
    assert state.action_to_string(1, action).startswith("g1x")


def test_mcts_wins_where_a_move_wins():
    game = spiel.load_game("tictactoe")
    state = game.new_initial_state("110/022/000 1")
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(5, dice), random_state=dice, solve=True)
    assert state.action_to_string(0, bot.step(state)) == "1,3"


def test_mcts_plays_a_game_for_three():
    game = spiel.load_game("9tka:3")
    state = game.new_initial_state()
    dice = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    for _ in range(3):
        state.apply_action(bot.step(state))
    assert state.current_player() == 0 and len(state.history()) == 3


@pytest.mark.parametrize("theirs, ours", [("tic_tac_toe", "tictactoe"), ("connect_four", "connect4")])
def test_the_same_game_is_the_same_game(theirs, ours):
    dice = random.Random(3)
    for _ in range(100):
        one, two = pyspiel.load_game(theirs).new_initial_state(), nf.load_game(ours).new_initial_state()
        while not one.is_terminal():
            assert one.legal_actions() == two.legal_actions()
            assert one.current_player() == two.current_player()
            action = dice.choice(one.legal_actions())
            one.apply_action(action)
            two.apply_action(action)
        assert two.is_terminal() and one.returns() == two.returns()


def test_observers():
    game = spiel.load_game("tictactoe")
    state = game.new_initial_state()
    state.apply_action(4)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.tolist() == state.observation_tensor(0)
    assert observer.string_from(state, 0) == "000/010/000 2"
    copy = state.clone()
    copy.apply_action(0)
    assert str(state) == "000/010/000 2" and str(copy) == "200/010/000 1"


def test_a_clone_has_its_history_and_a_state_can_be_kept():
    state = spiel.load_game("mnk:3,3,3").new_initial_state()
    for action in (4, 0):
        state.apply_action(action)
    again = state.clone()
    assert again.history() == [4, 0] and again.move_number() == 2
    again.apply_action(8)
    assert (state.history(), again.history()) == ([4, 0], [4, 0, 8])
    kept = pickle.loads(pickle.dumps(state))
    assert kept.history() == [4, 0] and str(kept) == str(state) and kept.legal_actions() == state.legal_actions()


def test_a_random_setup_is_drawn_from_a_seed():
    game = spiel.load_game("9tka:2")
    starts = [str(game.new_initial_state(seed=seed)) for seed in (1, 1, 2)]
    assert starts[0] == starts[1] != starts[2]
    assert starts[0] == str(nf.load_game("9tka:2").new_initial_state(seed=1))
    # Whoever learns state by state does not mistake one setup for another.
    known = {game.new_initial_state(seed=seed).information_state_string(0) for seed in (1, 1, 2)}
    assert len(known) == 2
    assert spiel.load_game("morris").new_initial_state().information_state_string(0) == ""


def test_who_played_what_is_told_as_openspiel_tells_it():
    theirs, ours = pyspiel.load_game("tic_tac_toe").new_initial_state(), nf.load_game("tictactoe").new_initial_state()
    for action in (4, 0, 8):
        theirs.apply_action(action)
        ours.apply_action(action)
        assert ours.is_player_node() == theirs.is_player_node()
    assert [(one.player, one.action) for one in ours.full_history()] == [
        (one.player, one.action) for one in theirs.full_history()
    ]


@pytest.mark.parametrize("spec", ["morris", "tictactoe", "9tka:3"])
def test_another_process_reads_what_was_pickled(spec, tmp_path):
    game = spiel.load_game(spec)
    state = game.new_initial_state(seed=3)
    dice = random.Random(2)
    for _ in range(3):
        state.apply_action(dice.choice(state.legal_actions()))
    told = {"game": game, "state": state}
    for same in (pickle.loads(pickle.dumps(told)), copy.deepcopy(told)):
        assert str(same["state"]) == str(state) and same["state"].history() == state.history()
    (tmp_path / "told").write_bytes(pickle.dumps(told))
    program = (
        "import pickle, sys\n"
        "told = pickle.load(open(sys.argv[1], 'rb'))\n"
        "state = told['state']\n"
        "print(told['game'].inner.spec, state, state.history(), state.legal_actions())\n"
    )
    run = subprocess.run([sys.executable, "-c", program, str(tmp_path / "told")], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == f"{game.inner.spec} {state} {state.history()} {state.legal_actions()}"

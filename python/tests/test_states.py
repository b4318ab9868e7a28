"""States: OpenSpiel's words, the numbers of moves, taking back, writing down."""

import copy
import pickle
import random

import numpy as np
import pytest

import ninefold as nf
from conftest import SPECS

POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()


def walk(spec, seed, plies=300):
    """The states of a random game."""
    dice = random.Random(seed)
    state = nf.load_game(spec).new_initial_state(seed=seed)
    for _ in range(plies):
        yield state
        if state.is_terminal():
            return
        state.apply_action(dice.choice(state.legal_actions()))


def number(spec, text):
    """The number of a move by docs/python.md, computed from its text alone."""
    if spec.startswith("morris"):
        text, _, taken = text.partition("x")
        start, _, end = text.rpartition("-")
        place = lambda name: POINTS.index(name) + 1 if name else 0
        return 625 * place(start) + 25 * place(end) + place(taken)
    if spec == "connect4":
        return int(text) - 1
    row, column = map(int, text.split(","))
    if spec.startswith("9tka"):
        slots = [(i, j) for i in range(11) for j in range(11) if (i in (0, 10)) != (j in (0, 10))]
        return slots.index((row, column))
    columns = {"tictactoe": 3, "mnk:4,5,4": 5, "369:4": 4}[spec]
    return (row - 1) * columns + column - 1


@pytest.mark.parametrize("spec", SPECS)
def test_actions_are_numbered_as_the_documentation_says(spec):
    for seed in range(3):
        for state in walk(spec, seed):
            for action in state.legal_actions():
                text = state.action_to_string(action)
                assert action == number(spec, text) < state.num_distinct_actions()
                assert state.string_to_action(text) == action


@pytest.mark.parametrize("spec", SPECS)
def test_the_program_sees_the_same_moves(spec, ask):
    for state in list(walk(spec, 7))[::25]:
        told = ask("moves", spec, "--position", state.position)["moves"]
        fresh = state.get_game().new_initial_state(state.position)
        assert [fresh.action_to_string(action) for action in fresh.legal_actions()] == told


@pytest.mark.parametrize("spec", SPECS)
def test_taking_back_copying_and_writing_down(spec):
    states = list(walk(spec, 3, plies=40))
    state = states[-1]
    game = state.get_game()
    copies = [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
    ]
    before = (str(state), state.history())
    for other in copies:
        assert (str(other), other.history()) == before
        assert other.legal_actions() == state.legal_actions()
        assert other.returns() == state.returns()
    while state.history():
        last = state.history()[-1]
        parent = state.clone()
        parent.undo()
        assert last in parent.legal_actions()
        assert str(parent.child(last)) == str(state)
        state.undo_action(parent.current_player(), last)
        assert str(state) == str(parent)
    assert str(state) == str(game.new_initial_state(seed=3))
    assert str(copies[0]) == before[0], "a clone goes its own way"
    with pytest.raises(IndexError, match="no move to take back"):
        state.undo()


@pytest.mark.parametrize("spec", SPECS)
def test_observations_hold_the_board(spec):
    game = nf.load_game(spec)
    shape = tuple(game.observation_tensor_shape())
    for state in walk(spec, 5):
        tensor = state.observation_tensor()
        assert tensor.shape == shape and tensor.dtype == np.float32
        board, *rest = str(state).split()
        empty = ".0"
        pieces = [letter for letter in board if letter not in "/" + empty]
        kinds = 1 if spec.startswith("369") else game.num_players() + spec.startswith("9tka")
        assert tensor[:kinds].sum() == len(pieces)
        turn = tensor[kinds : kinds + game.num_players()]
        expected = np.zeros(game.num_players())
        if not state.is_terminal():
            expected[state.current_player()] = 1
        assert (turn == expected[:, None, None]).all()
        if spec == "morris":
            hands = [int(men) / 9 for men in rest[1].split(",")]
            left = [int(count) / full for count, full in zip(rest[2].split(","), (50, 10))]
            planes = tensor[kinds + 2 :].reshape(4, -1)
            assert np.allclose(planes, np.array(hands + left)[:, None])


def test_the_shape_of_morris_and_tictactoe():
    assert nf.load_game("morris").observation_tensor_shape() == [8, 7, 7]
    assert nf.load_game("tictactoe").observation_tensor_shape() == [4, 3, 3]
    state = nf.load_game("tictactoe").new_initial_state(moves=["1,3"])
    assert state.observation_tensor()[0].tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]


def test_the_end_of_a_game():
    state = nf.load_game("tictactoe").new_initial_state(moves=["1,1", "2,1", "1,2", "2,2", "1,3"])
    assert state.is_terminal() and state.reason == "line"
    assert (state.current_player(), state.legal_actions(), state.returns()) == (-4, [], [1.0, -1.0])
    assert state.legal_actions_mask().sum() == 0
    with pytest.raises(ValueError, match="the game is over"):
        state.apply_action(8)


def test_repetition_ends_a_game_of_morris():
    # Both go forth and back: after four turns each the position is there for the third time.
    there_and_back = ["a7-d7", "b6-d6", "d7-a7", "d6-b6"]
    for spec, over in [("morris", True), ("morris:draws=off", False)]:
        state = nf.load_game(spec).new_initial_state("w.w/b.b/.../....../.../b.b/w.w w 0,0")
        for text in there_and_back * 2:
            assert not state.is_terminal()
            state.apply_action(text)
        assert state.is_terminal() == over
        assert state.reason == ("draw_repetition" if over else None)
        assert state.returns() == [0, 0]


def test_what_is_wrong_is_said_in_a_sentence():
    game = nf.load_game("morris")
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="action 7 is not legal here; legal actions: 24, for example 25"):
        state.apply_action(7)
    with pytest.raises(ValueError, match='move "d8" is not legal here'):
        state.apply_action("d8")
    with pytest.raises(TypeError, match="wanted an action's number or a move's text"):
        state.apply_action(1.5)
    with pytest.raises(ValueError, match="wrong number of rows"):
        game.new_initial_state("... w 9,9")
    with pytest.raises(ValueError, match="this is no state"):
        game.deserialize_state("{")
    with pytest.raises(ValueError, match="wanted one of morris"):
        game.deserialize_state(nf.load_game("tictactoe").new_initial_state().serialize())


def test_games_are_equal_by_their_specification():
    assert nf.load_game("tictactoe") == nf.load_game("mnk:3,3,3")
    assert len({nf.load_game("tictactoe"), nf.load_game("mnk:3,3,3")}) == 1
    assert pickle.loads(pickle.dumps(nf.load_game("9tka:4"))).num_players() == 4


def test_random_setups_come_from_the_seed():
    game = nf.load_game("9tka:2")
    setups = {str(game.new_initial_state(seed=seed)) for seed in range(5)}
    assert len(setups) == 5
    assert str(game.new_initial_state(seed=3)) in setups


def test_boards_are_drawn():
    import xml.etree.ElementTree as xml

    for spec in SPECS:
        for state in list(walk(spec, 2))[::30]:
            picture = xml.fromstring(state._repr_svg_())
            assert picture.tag.endswith("svg")
            board = str(state).split()[0]
            marks = sum(letter not in "/.0" for letter in board)
            shapes = [part for part in picture if part.tag.split("}")[1] in ("circle", "path", "polygon", "rect")]
            assert len(shapes) > marks
    opened = nf.load_game("morris").new_initial_state(moves=["d6"])
    assert "Black to move, in hand 8 and 9" in opened._repr_svg_()


def test_a_player_that_is_not_there_is_refused():
    state = nf.load_game("9tka:3").new_initial_state()
    for ask in (state.observation_tensor, state.observation_string, state.legal_actions, state.legal_actions_mask):
        ask(player=2)
        with pytest.raises(ValueError, match="there is no player 3, wanted 0 to 2"):
            ask(player=3)


def test_masks_of_one_and_of_many_are_alike():
    game = nf.load_game("tictactoe")
    one, many = game.new_initial_state().legal_actions_mask(), game.new_batch(2).legal_actions_mask()
    assert one.dtype == many.dtype == "int8" and many.tolist() == [one.tolist()] * 2


@pytest.mark.parametrize("spec", ["morris", "tictactoe", "369:3", "9tka:2", "connect4:4,4,3"])
def test_the_end_is_seen_whatever_was_asked_before(spec):
    # Moves and the end are found together and kept until the position changes, by a move or by taking one back.
    game, dice = nf.load_game(spec), random.Random(5)
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.legal_actions() and state.current_player() >= 0
        state.apply_action(dice.choice(state.legal_actions()))
        assert state.is_terminal() == (game.batch([str(state)]).current_players()[0] < 0) or state.reason == "repetition"
    assert state.legal_actions() == [] and state.current_player() == -4 and state.reason
    state.undo()
    assert not state.is_terminal() and state.current_player() >= 0 and state.legal_actions()

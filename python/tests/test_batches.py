"""Batches say what single states say, on any number of threads."""

import numpy as np
import pytest

import ninefold as nf
from conftest import SPECS


@pytest.mark.parametrize("spec", SPECS)
def test_a_batch_is_many_states(spec):
    game = nf.load_game(spec)
    batch = game.sample(60, seed=4)
    states = [batch[index] for index in range(len(batch))]
    assert batch.positions() == [str(state) for state in states]
    assert batch.current_players().tolist() == [state.current_player() for state in states]
    assert batch.is_terminal().tolist() == [state.is_terminal() for state in states]
    assert np.array_equal(batch.observation_tensors(), np.stack([state.observation_tensor() for state in states]))
    assert np.array_equal(batch.legal_actions_mask(), np.stack([state.legal_actions_mask() for state in states]))
    actions, offsets = batch.legal_actions()
    assert [actions[a:b].tolist() for a, b in zip(offsets, offsets[1:])] == [s.legal_actions() for s in states]
    name = game.evaluators()[0]
    assert batch.evaluate(name).tolist() == [state.evaluate(name)["values"] for state in states]
    rows = batch.to_array()
    assert rows.shape == (60, game.row_width)
    assert game.batch(rows).positions() == batch.positions()
    assert game.batch(batch.positions()).to_array().tolist() == rows.tolist()


def test_threads_change_nothing():
    game = nf.load_game("morris")
    one, two = (game.sample(2000, seed=9, threads=threads) for threads in (1, 3))
    assert one.positions() == two.positions()
    for name in ("mills", "est"):
        assert np.array_equal(one.evaluate(name, threads=1), one.evaluate(name, threads=3))
        names, counts = one.features(name, threads=1)
        again, same = two.features(name, threads=3)
        assert names == again and np.array_equal(counts, same)
    assert np.array_equal(one.playouts(3, seed=2, threads=1), one.playouts(3, seed=2, threads=3))
    first, second = (game.playouts(3000, seed=5, threads=threads) for threads in (1, 3))
    assert all(np.array_equal(first[key], second[key]) for key in first)


def test_features_add_up_to_the_value():
    # Every term of mills and est is a count times a weight, so a regression finds the weights without a rest.
    batch = nf.load_game("morris").sample(3000, seed=3)
    batch = batch[~batch.is_terminal()]
    names, counts = batch.features("est")
    values = batch.evaluate("est")[:, 0]
    weights, *_ = np.linalg.lstsq(counts.astype(float), values.astype(float), rcond=None)
    assert np.allclose(counts @ weights, values, atol=0.5)
    assert any("mill" in name for name in names)


def test_random_games_of_tictactoe_end_as_counted():
    # Of 255,168 games the first player wins 131,184 and the second 77,904; played at random the chances are known, too:
    # 737/1260 and 121/420 (a count over the tree).
    games = nf.load_game("tictactoe").playouts(40_000, seed=1)
    won = (games["returns"][:, 0] == 1).mean()
    lost = (games["returns"][:, 0] == -1).mean()
    assert abs(won - 737 / 1260) < 0.01 and abs(lost - 121 / 420) < 0.01
    assert (games["returns"].sum(axis=1) == 0).all()
    assert set(games["plies"].tolist()) == {5, 6, 7, 8, 9}


def test_playing_on_together():
    game = nf.load_game("connect4")
    batch = game.new_batch(50)
    for turn in range(42):
        actions, offsets = batch.legal_actions()
        chosen = [actions[a] if b > a else -1 for a, b in zip(offsets, offsets[1:])]
        batch.apply_actions(chosen)
    assert batch.is_terminal().all()
    assert len(set(batch.positions())) == 1
    random = game.new_batch(20)
    random.apply_random_actions(seed=3)
    same = game.new_batch(20)
    same.apply_random_actions(seed=3)
    assert random.positions() == same.positions() and len(set(random.positions())) > 1


def test_an_illegal_action_plays_nothing():
    batch = nf.load_game("tictactoe").new_batch(3)
    with pytest.raises(ValueError, match="action 9 is not legal in position 2 of the batch"):
        batch.apply_actions([0, 1, 9])
    assert set(batch.positions()) == {"000/000/000 1"}
    with pytest.raises(ValueError, match=r"shape \[2\], wanted \[3\]"):
        batch.apply_actions([0, 1])
    with pytest.raises(ValueError, match="wanted whole numbers"):
        batch.apply_actions(np.array([0.5, 1, 2]))


def test_arrays_that_are_no_positions():
    game = nf.load_game("tictactoe")
    with pytest.raises(ValueError, match=r"wanted \[positions, 10\]"):
        game.batch(np.zeros((2, 9), int))
    with pytest.raises(ValueError, match="row 1: place is"):
        game.batch(np.array([[0] * 9 + [1], [7] * 9 + [1]]))
    with pytest.raises(ValueError, match="position 1:"):
        game.batch(["000/000/000 1", "000/000/000 3"])


def test_indexing():
    batch = nf.load_game("tictactoe").sample(10, seed=1)
    assert batch[2:5].positions() == batch.positions()[2:5]
    assert batch[np.array([7, 1])].positions() == [batch.positions()[7], batch.positions()[1]]
    assert str(batch[-1]) == batch.positions()[-1]
    with pytest.raises(IndexError, match="no position 10"):
        batch[10]
    copy = batch.clone()
    copy.apply_random_actions(seed=1)
    assert copy.positions() != batch.positions()


def test_random_games_by_steps():
    # A step that closes a mill counts once, however many men it could take: fewer are taken, and games last longer.
    game = nf.load_game("morris")
    turns, steps = (game.playouts(4000, seed=1, by=by) for by in ("turns", "steps"))
    assert steps["plies"].mean() > 1.3 * turns["plies"].mean()
    for games in (turns, steps):
        taken = games["steps"] - games["plies"]
        assert (taken >= 0).all() and taken.max() <= 14 and taken.mean() > 3
    batch = game.new_batch(300)
    assert np.array_equal(batch.playouts(2, seed=4, by="steps"), batch.playouts(2, seed=4, by="steps", threads=1))
    # Elsewhere a turn is a step.
    both = [nf.load_game("connect4").playouts(500, seed=1, by=by) for by in ("turns", "steps")]
    assert all(np.array_equal(both[0][key], both[1][key]) for key in both[0])
    assert np.array_equal(both[0]["plies"], both[0]["steps"])
    with pytest.raises(ValueError, match="wanted turns or steps"):
        game.playouts(1, by="games")


def test_large_batches_on_threads():
    game = nf.load_game("morris")
    batch = game.sample(3000, seed=2)
    again = game.batch(batch.positions(threads=1), threads=3)
    assert again.positions() == batch.clone(threads=3).positions() == batch.positions()
    one, two = batch.clone(), batch.clone()
    one.apply_random_actions(seed=5, threads=1)
    two.apply_random_actions(seed=5, threads=3)
    assert one.positions() == two.positions() != batch.positions()
    assert np.array_equal(one.returns(), two.returns())
    assert batch[::-1].positions() == batch.positions()[::-1]

"""Exact tables on arrays, against proofs and against their own successors."""

import numpy as np
import pytest

import ninefold as nf


def test_a_batch_is_looked_up_as_the_program_does(small_tables, ask):
    batch, truth = nf.tables.labelled(300, seed=2, men=(3, 4), data=small_tables)
    assert set(truth["value"].tolist()) <= {-1, 0, 1}
    for index in range(0, 300, 60):
        told = ask("tables", "probe", "morris:draws=off", "--position", batch.positions()[index], "--data", small_tables)
        assert told["value"] == truth["value"][index]
        assert told.get("plies", -1) == truth["plies"][index]


def test_the_value_is_the_best_of_the_successors(small_tables):
    # A law of exact values that no table is asked to know: minimax over one turn, and one ply less.
    tables = nf.tables.Tables(small_tables)
    batch = tables.sample(400, seed=5, men=(3, 4))
    truth = tables.probe(batch)
    for index in range(len(batch)):
        state = batch[index]
        if state.is_terminal():
            continue
        children = [state.child(action) for action in state.legal_actions()]
        below = nf.tables.probe([child for child in children if not child.is_terminal()] or [state], tables=tables)
        values = [-value for value in below["value"].tolist()] if any(not c.is_terminal() for c in children) else []
        values += [1 for child in children if child.is_terminal()]
        assert max(values) == truth["value"][index]


def test_three_men_each_as_published(small_tables):
    # 83 % of the positions with three men each are won for the side to move (Gasser 1996).
    _, truth = nf.tables.labelled(40_000, seed=1, men=(3, 3), data=small_tables)
    assert abs((truth["value"] == 1).mean() - 0.83) < 0.01


def test_rows_of_both_games_are_looked_up(small_tables):
    # Rows under draw rules have two numbers more, the countdowns.
    pure = nf.tables.Tables(small_tables).sample(50, seed=3, men=(3, 4))
    under_draws = nf.load_game("morris").batch(pure.positions())
    expected = nf.tables.probe(pure, data=small_tables)["value"].tolist()
    rows = [pure.to_array(), under_draws.to_array(), under_draws.to_array().tolist()]
    for given in [under_draws, pure.positions(), *rows]:
        assert nf.tables.probe(given, data=small_tables)["value"].tolist() == expected


def test_what_tables_do_not_know(small_tables):
    start = nf.load_game("morris").new_initial_state()
    found = nf.tables.probe(start, data=small_tables)
    assert found["value"].tolist() == [nf.tables.UNKNOWN] and found["plies"].tolist() == [-1]
    tables = nf.tables.Tables(small_tables)
    assert (tables.men, tables.covers_placing) == (4, False)
    with pytest.raises(ValueError, match="wanted positions of morris"):
        tables.probe(nf.load_game("tictactoe").new_batch(1))
    with pytest.raises(ValueError, match="no tables are made for morris:"):
        tables.probe(nf.load_game("morris:flying=off").new_batch(1))
    with pytest.raises(ValueError, match="wanted a range within 3 and 4"):
        tables.sample(10, men=(3, 6))
    with pytest.raises(ValueError, match="sizes there: 4"):
        nf.tables.Tables(small_tables, men=6)
    with pytest.raises(ValueError, match="wanted 3 to 9"):
        nf.tables.build(2)


def test_samples_come_from_their_seed(small_tables):
    tables = nf.tables.Tables(small_tables)
    one, two, other = (tables.sample(500, seed=seed, men=(3, 4)) for seed in (1, 1, 2))
    assert one.positions() == two.positions() != other.positions()
    rows = one.to_array()
    counts = np.stack([(rows[:, :24] == side).sum(axis=1) for side in (1, 2)])
    assert set(counts.ravel().tolist()) == {3, 4}
    assert (rows[:, 25:] == 0).all() and set(rows[:, 24].tolist()) == {1, 2}

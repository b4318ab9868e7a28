"""Sets of positions: those of the program, as arrays, as a data frame and as Parquet."""

import json
import subprocess

import numpy as np
import pandas
import pytest

import ninefold as nf


def written(binary, folder, *words):
    """What the program writes for the same wishes."""
    file = folder / "set.csv"
    run = subprocess.run([binary, "data", *words, "--out", str(file)], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return pandas.read_csv(file), json.loads((folder / "set.csv.card.json").read_text())


def test_a_set_is_that_of_the_program(binary, tmp_path):
    words = ["morris", "--positions", "120", "--seed", "4", "--label", "results", "--features", "mills"]
    table, card = written(binary, tmp_path, *words)
    made = nf.data("morris", positions=120, seed=4, label="results", features="mills")
    mine = made.to_pandas()
    assert list(mine.columns) == list(table.columns)
    for name in table.columns:
        if pandas.api.types.is_numeric_dtype(table[name]):
            np.testing.assert_array_equal(mine[name].to_numpy(float), table[name].to_numpy(float), err_msg=name)
        else:
            assert list(mine[name]) == list(table[name]), name
    assert made.card == card


def test_a_certain_result_of_a_search_is_known_without_a_value(binary, tmp_path):
    words = ["connect4:4,4,3", "--positions", "30", "--label", "search", "--nodes", "500"]
    table, card = written(binary, tmp_path, *words)
    made = nf.data("connect4:4,4,3", positions=30, label="search", nodes=500)
    assert made.card == card and card["known"] == 30
    np.testing.assert_array_equal(made["value"], table["value"].to_numpy(np.float32))
    certain = np.isnan(made["value"])
    assert 0 < certain.sum() < 30 and np.isin(made["share"][certain], [0, 0.5, 1]).all()


def test_parquet_holds_the_same_table(small_tables, tmp_path):
    made = nf.data(
        "morris:draws=off", positions=300, source="men", men=(3, 4), features="est", seed=2, data=small_tables
    )
    file = tmp_path / "men.parquet"
    made.to_parquet(file)
    pandas.testing.assert_frame_equal(pandas.read_parquet(file), made.to_pandas())
    card = json.loads((tmp_path / "men.parquet.card.json").read_text())
    assert card["known"] == 300 and card["tables"].startswith("up to 4 men")
    found = nf.tables.probe(made.texts, data=small_tables)
    assert found["value"].tolist() == made["value"].tolist()
    known = ~np.isnan(made["plies"])
    assert found["plies"][known].tolist() == made["plies"][known].tolist()


def test_parquet_piece_by_piece_is_the_same(tmp_path):
    whole, pieces = tmp_path / "whole.parquet", tmp_path / "pieces.parquet"
    wishes = {"source": "all", "features": nf.load_game("tictactoe").evaluators()[0]}
    made = nf.data("tictactoe", **wishes)
    made.to_parquet(whole)
    card = nf.data_to_parquet(pieces, "tictactoe", rows=1000, **wishes)
    pandas.testing.assert_frame_equal(pandas.read_parquet(whole), pandas.read_parquet(pieces))
    assert card == made.card == json.loads((tmp_path / "pieces.parquet.card.json").read_text())
    assert card["known"] == 4520


def test_men_are_counted_wherever_positions_come_from(small_tables):
    made = nf.data("morris:draws=off", positions=80, label="result", men=(4, 5), seed=3)
    for side in (1, 2):
        men = (made.positions[:, :24] == side).sum(axis=1) + made.positions[:, 24 + side]
        assert set(men.tolist()) <= {4, 5}
    # The source of boards is that of the tables' samples.
    boards = nf.data("morris:draws=off", positions=40, source="men", men=(3, 4), seed=6, data=small_tables)
    assert boards.texts == nf.tables.Tables(small_tables).sample(40, seed=6, men=(3, 4)).positions()


def test_rows_are_positions():
    made = nf.data("tictactoe", positions=50, seed=1)
    batch = nf.load_game("tictactoe").batch(made.positions)
    assert batch.positions() == made.texts
    assert made.features.shape == (50, 0) and made.feature_names == []


@pytest.mark.parametrize(
    "wish, sentence",
    [
        ({"source": "nowhere"}, "wanted random, games, all or men"),
        ({"label": "nothing"}, "wanted exact, search or result"),
        ({"source": "all", "label": "result"}, "a result is that of a game"),
        ({"features": "nothing"}, "unknown evaluator"),
        ({"source": "men"}, "men are put on the board of morris"),
        ({"players": "level:4"}, "players is for source"),
        ({"nodes": 500}, "nodes is for label"),
    ],
)
def test_what_cannot_be_is_said(wish, sentence):
    with pytest.raises(ValueError, match=sentence):
        nf.data("tictactoe", positions=5, **wish)

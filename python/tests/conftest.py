"""What the tests share. Nothing is read from or written to the machine's own data folder."""

import os
import subprocess

import pytest

#: Forms of every game, and every number of players.
SPECS = ["morris", "morris:draws=off", "tictactoe", "mnk:4,5,4", "369:4", "9tka:2", "9tka:3", "9tka:4", "connect4"]


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    os.environ["NINEFOLD_DATA"] = str(folder)
    # No test waits for the table of endings that the program makes by itself.
    os.environ["NINEFOLD_SMALL_TABLE"] = "0"
    return folder


@pytest.fixture(scope="session")
def binary():
    """The program, which says the same as the package."""
    named = os.environ.get("NINEFOLD")
    if not named:
        pytest.fail("NINEFOLD must name the program to compare with; ./scripts/test does")
    return named


@pytest.fixture(scope="session")
def ask(binary):
    """Asks the program for JSON."""
    import json

    def asked(*words):
        run = subprocess.run([binary, *words, "--json"], capture_output=True, text=True)
        assert run.returncode in (0, 1), run.stderr
        return json.loads(run.stdout)

    return asked


@pytest.fixture(scope="session")
def small_tables(tmp_path_factory):
    """A folder with the tables of all positions with at most four men a side."""
    import ninefold

    folder = tmp_path_factory.mktemp("tables")
    ninefold.tables.build(4, data=str(folder))
    return str(folder)

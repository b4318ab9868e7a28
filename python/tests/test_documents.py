"""The tutorial runs as it is written, and so do the examples in the documentation."""

import doctest
import importlib
import pathlib
import re
import runpy

import pytest

import ninefold as nf

HERE = pathlib.Path(__file__).resolve().parents[1]
MODULES = ["", ".players", ".meetings", ".network", ".svg", ".tables", ".pettingzoo", ".open_spiel"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name):
    module = importlib.import_module("ninefold" + name)
    done = doctest.testmod(module)
    assert done.attempted > 0 and done.failed == 0


def test_everything_has_a_docstring():
    for thing in (nf.Game, nf.State, nf.Batch, nf.tables.Tables):
        for name, member in vars(thing).items():
            if not name.startswith("_"):
                assert member.__doc__, f"{thing.__name__}.{name}"


def test_the_stubs_tell_of_everything():
    stubs = (HERE / "src" / "ninefold" / "_ninefold.pyi").read_text()
    for thing in (nf.Game, nf.State, nf.Batch, nf.tables.Tables):
        body = stubs.split(f"class {thing.__name__}")[1].split("\nclass ")[0]
        told = set(re.findall(r"def (\w+)\(", body))
        own = {name for name in vars(thing) if not name.startswith("_")}
        assert own == {name for name in told if not name.startswith("_")}, thing.__name__


def test_the_tutorial_runs(tmp_path, monkeypatch):
    text = (HERE / "tutorial.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 6
    program = tmp_path / "tutorial.py"
    program.write_text("\n".join(blocks))
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path(str(program))
    assert 0 <= names["result"].interval[0] <= names["result"].share <= names["result"].interval[1] <= 1

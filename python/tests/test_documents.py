"""The tutorial runs as it is written, and so do the examples in the documentation."""

import ast
import doctest
import importlib
import inspect
import pathlib
import re
import runpy
import subprocess
import sys

import pytest

import ninefold as nf
from ninefold import _ninefold

HERE = pathlib.Path(__file__).resolve().parents[1]
MODULES = ["", ".players", ".meetings", ".network", ".sets", ".svg", ".tables", ".pettingzoo", ".open_spiel"]


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


def stubs():
    """The classes of the stubs, each with its functions by name; the last of an overloaded one."""
    tree = ast.parse((HERE / "src" / "ninefold" / "_ninefold.pyi").read_text())
    functions = lambda body: {node.name: node for node in body if isinstance(node, ast.FunctionDef)}  # noqa: E731
    classes = {node.name: functions(node.body) for node in tree.body if isinstance(node, ast.ClassDef)}
    return functions(tree.body), classes


def told(function):
    """The parameters of a stub: names, whether by name alone, and defaults."""
    arguments = function.args
    plain = [argument.arg for argument in arguments.args if argument.arg != "self"]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + [ast.unparse(value) for value in arguments.defaults]
    rows = [(name, False, default) for name, default in zip(plain, defaults)]
    for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults):
        rows.append((argument.arg, True, None if value is None else ast.unparse(value)))
    return rows


def has(function):
    """The same of what Rust gives; a default that is no plain number there is told as an ellipsis."""
    rows = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in ("self", "slf"):
            default = None if parameter.default is parameter.empty else repr(parameter.default)
            rows.append((parameter.name, parameter.kind is parameter.KEYWORD_ONLY, default))
    return rows


@pytest.mark.parametrize("thing", [nf.Game, nf.State, nf.Batch, nf.tables.Tables, _ninefold.DataSource])
def test_the_stubs_tell_of_everything(thing):
    functions = stubs()[1][thing.__name__]
    own = {name for name in vars(thing) if not name.startswith("_")}
    assert own == {name for name in functions if not name.startswith("_")}
    for name in own:
        member = getattr(thing, name)
        overloaded = any(ast.unparse(mark) == "overload" for mark in functions[name].decorator_list)
        if callable(member) and not overloaded:
            assert_alike(told(functions[name]), has(member), name)


def assert_alike(stub, own, name):
    assert len(stub) == len(own), name
    for (parameter, by_name, default), (known, known_by_name, known_default) in zip(stub, own):
        assert (parameter, by_name) == (known, known_by_name), name
        if known_default == "Ellipsis":
            assert default is not None, f"{name}: {parameter} has a default"
        else:
            assert default == known_default, f"{name}: {parameter}"


def test_the_stubs_of_functions():
    functions = stubs()[0]
    names = ["load_game", "games", "restore_state", "data_folder", "build_tables", "check_player", "consider"]
    for name in [*names, "open_data", "play_match", "play_tournament"]:
        assert_alike(told(functions[name]), has(getattr(_ninefold, name)), name)


def test_types_are_right(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(HERE / "pyproject.toml"), "--cache-dir", str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=HERE,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_examples_of_what_rust_gives():
    runner = doctest.DocTestRunner()
    for thing in (nf.load_game, nf.games, nf.Game, nf.State, nf.Batch):
        members = [thing, *(vars(thing).values() if isinstance(thing, type) else [])]
        for member in members:
            name = getattr(member, "__name__", thing.__name__)
            text = inspect.getdoc(member) or ""
            test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
            runner.run(test)
    assert runner.tries > 20 and runner.failures == 0


def test_the_tutorial_runs(tmp_path, monkeypatch):
    text = (HERE / "tutorial.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) >= 6
    program = tmp_path / "tutorial.py"
    program.write_text("\n".join(blocks))
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path(str(program))
    assert 0 <= names["result"].interval[0] <= names["result"].share <= names["result"].interval[1] <= 1

"""PettingZoo's own tests, for every game and number of players."""

import warnings

import pytest
from conftest import SPECS
from pettingzoo.test import api_test, seed_test

import ninefold.pettingzoo as zoo

#: PettingZoo's advice about style that does not fit: our observations are one Dict with a mask, our names have colons.
ADVICE = "ignore"


@pytest.mark.parametrize("spec", SPECS)
def test_the_interface(spec):
    with warnings.catch_warnings():
        warnings.simplefilter(ADVICE)
        api_test(zoo.env(spec), num_cycles=200)


@pytest.mark.parametrize("spec", ["morris", "tictactoe", "369:4", "9tka:2", "9tka:3", "9tka:4", "connect4"])
def test_a_seed_repeats_a_game(spec):
    with warnings.catch_warnings():
        warnings.simplefilter(ADVICE)
        seed_test(lambda: zoo.env(spec), num_cycles=30)


@pytest.mark.parametrize("spec", ["morris", "9tka:3", "connect4"])
def test_rewards_are_the_returns(spec):
    env = zoo.env(spec)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    inner = env.unwrapped
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        mask = observation["action_mask"]
        action = None if terminated or truncated else int(mask.nonzero()[0][-1])
        env.step(action)
    assert list(total.values()) == inner.state_now.returns()
    assert inner.state_now.is_terminal()


def test_a_long_game_is_cut_off():
    env = zoo.env("morris:draws=off", max_plies=20)
    env.reset(seed=1)
    plies = 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        over = terminated or truncated
        plies += not over
        env.step(None if over else int(observation["action_mask"].nonzero()[0][0]))
    assert plies == 20 and truncated and not terminated


def test_rendering_and_positions():
    env = zoo.env("tictactoe", render_mode="ansi")
    env.reset(options={"position": "120/000/000 1"})
    assert env.render() == "120/000/000 1"
    assert zoo.raw_env("tictactoe", render_mode="svg").render().startswith("<svg")
    with pytest.raises(ValueError, match="wanted ansi or svg"):
        zoo.env("tictactoe", render_mode="human")


def test_without_a_seed_every_setup_is_another():
    env = zoo.env("9tka:2")
    env.reset(seed=7)
    first = str(env.unwrapped.state_now)
    others = []
    for _ in range(3):
        env.reset()
        others.append(str(env.unwrapped.state_now))
    assert len({first, *others}) > 2
    env.reset(seed=7)
    env.reset()
    assert str(env.unwrapped.state_now) == others[0]

"""PettingZoo environments of every game and number of players, with action masks.

    >>> import ninefold.pettingzoo
    >>> env = ninefold.pettingzoo.env("9tka:3")
    >>> env.reset(seed=1)
    >>> env.agents
    ['player_0', 'player_1', 'player_2']

Needs ``pip install pettingzoo``.
"""

from __future__ import annotations

import random
from typing import Any, Dict, Optional

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._ninefold import Game, State, load_game

__all__ = ["Environment", "env", "raw_env"]

#: After so many moves a game that would not end is cut off.
USUAL_PLIES = 1000


def env(game: str = "morris", *, max_plies: int = USUAL_PLIES, render_mode: Optional[str] = None) -> AECEnv:
    """The environment of a game, which says what is wrong where it is used wrongly."""
    made: AECEnv = raw_env(game, max_plies=max_plies, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def raw_env(game: str = "morris", *, max_plies: int = USUAL_PLIES, render_mode: Optional[str] = None) -> "Environment":
    """The environment without wrappers, for whoever knows what they do."""
    return Environment(load_game(game), max_plies=max_plies, render_mode=render_mode)


class Environment(AECEnv):
    """A game as PettingZoo has it: agents in turn, observations with an ``action_mask``."""

    metadata: Dict[str, Any] = {"render_modes": ["ansi", "svg"], "name": "ninefold", "is_parallelizable": False}

    def __init__(self, game: Game, *, max_plies: int, render_mode: Optional[str]) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f'render_mode is "{render_mode}", wanted ansi or svg')
        self.game = game
        self.render_mode = render_mode
        self.max_plies = max_plies
        self.metadata = {**self.metadata, "name": f"ninefold_{game.spec}"}
        self.possible_agents = [f"player_{seat}" for seat in range(game.num_players())]
        shape = tuple(game.observation_tensor_shape())
        actions = game.num_distinct_actions()
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(0.0, 10_000.0, shape, np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_now: State = game.new_initial_state()
        self.dice = random.Random()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.state_now.observation_tensor(),
            "action_mask": self.state_now.legal_actions_mask(seat),
        }

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins anew: a game with a random setup draws it from the seed; without one from what the last seed began, so that
        no two games are set up alike. ``options={"position": …}`` begins elsewhere."""
        position = (options or {}).get("position")
        if seed is not None:
            self.dice.seed(seed)
        drawn = self.dice.getrandbits(63) if seed is None else seed
        self.state_now = self.game.new_initial_state(position, seed=drawn)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: self.state_now.is_terminal() for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._on_turn()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_now.apply_action(int(action))
        if self.state_now.is_terminal():
            self.rewards = dict(zip(self.possible_agents, map(float, self.state_now.returns())))
            self.terminations = {agent: True for agent in self.agents}
        elif self.state_now.move_number() >= self.max_plies:
            self.truncations = {agent: True for agent in self.agents}
        self.agent_selection = self._on_turn()
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """The position as text, or the board as SVG."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode; wanted ansi or svg")
            return None
        if self.render_mode == "svg":
            from .svg import draw

            return draw(self.state_now)
        return str(self.state_now)

    def close(self) -> None:
        """There is nothing to close."""

    def _on_turn(self) -> str:
        seat = self.state_now.current_player()
        # Once the game is over everybody is told in turn.
        return self.possible_agents[seat] if seat >= 0 else self.agents[0]

"""Games of Ninefold as games of OpenSpiel, so that its algorithms run on them.

    >>> import ninefold.open_spiel
    >>> game = ninefold.open_spiel.load_game("connect4")
    >>> game.new_initial_state().legal_actions()
    [0, 1, 2, 3, 4, 5, 6]

Needs ``pip install open_spiel``.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List, Optional, Tuple, Type

import numpy as np
import pyspiel

from . import _ninefold

__all__ = ["Game", "State", "load_game"]


#: The class of every game that was loaded, by specification: OpenSpiel finds a game again by the name of its kind.
_KINDS: Dict[str, Type["Game"]] = {}


def load_game(spec: str) -> "Game":
    """A game of Ninefold by its specification, as a game of OpenSpiel."""
    spec = _ninefold.load_game(spec).spec
    if spec not in _KINDS:
        name = "ninefold_" + "".join(letter if letter.isalnum() else "_" for letter in spec)
        _KINDS[spec] = type(name, (Game,), {"spec": spec, "short_name": name, "__module__": __name__})
        pyspiel.register_game(_KINDS[spec]().get_type(), _KINDS[spec])
    return _KINDS[spec]()


class Game(pyspiel.Game):
    """A game of Ninefold as OpenSpiel has it; ``load_game`` makes one."""

    spec = "morris"
    short_name = "ninefold_morris"

    def __init__(self, params: Optional[Any] = None) -> None:
        self.inner = inner = _ninefold.load_game(self.spec)
        self.usual_start = inner.new_initial_state().position
        players = inner.num_players()
        utility = pyspiel.GameType.Utility
        kind = pyspiel.GameType(
            short_name=self.short_name,
            long_name=f"Ninefold {inner.spec}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=utility.ZERO_SUM if players == 2 else utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=inner.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=players,
            min_utility=inner.min_utility(),
            max_utility=inner.max_utility(),
            utility_sum=0.0 if players == 2 else None,
            max_game_length=inner.max_game_length(),
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self, position: Optional[str] = None, *, seed: int = 0) -> "State":
        """The start, or a position given as text. Games with a random setup draw it from the seed."""
        return State(self, self.inner.new_initial_state(position, seed=seed))

    def __reduce__(self) -> Tuple[Callable[[str], "Game"], Tuple[str]]:
        # OpenSpiel would look for its name, which nobody knows in a new process.
        return load_game, (self.spec,)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What networks see."""
        return Observer(self.inner)


class State(pyspiel.State):
    """A state of Ninefold as OpenSpiel has it."""

    def __init__(self, game: Game, inner: _ninefold.State) -> None:
        super().__init__(game)
        self.inner = inner
        #: Where it began, if that is not where the game usually begins: what was known before the first move.
        self.origin = [inner.position] if inner.position != game.usual_start else []

    def current_player(self) -> int:
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> List[int]:
        # OpenSpiel wants them ascending.
        return sorted(self.inner.legal_actions(player))

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.inner.is_terminal()

    def returns(self) -> List[float]:
        return self.inner.returns()

    def observation_string(self, player: int) -> str:
        return str(self.inner)

    def information_state_string(self, player: int) -> str:
        return " ".join(self.origin + self.inner.move_history())

    def observation_tensor(self, player: int) -> List[float]:
        return self.inner.observation_tensor().ravel().tolist()

    def __str__(self) -> str:
        return str(self.inner)

    def __reduce__(self) -> Tuple[Callable[[str], "State"], Tuple[str]]:
        return _restored, (self.inner.serialize(),)


def _restored(text: str) -> State:
    """The state that a text tells of, played again move by move so that OpenSpiel knows its history, too."""
    told = json.loads(text)
    state = load_game(told["game"]).new_initial_state(told["position"], seed=told["seed"])
    for move in told["moves"]:
        state.apply_action(state.inner.string_to_action(move))
    return state


class Observer:
    """Everything is seen by everybody."""

    def __init__(self, inner: _ninefold.Game) -> None:
        shape = tuple(inner.observation_tensor_shape())
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        """Fills the tensor."""
        self.dict["observation"][:] = state.inner.observation_tensor()

    def string_from(self, state: State, player: int) -> str:
        """The position as text."""
        return str(state)

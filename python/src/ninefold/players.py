"""Players: by specification as in the program, or functions of your own."""

from __future__ import annotations

from typing import Any, Callable, Dict, NamedTuple, Optional, Sequence, Union

from ._ninefold import Game, State, check_player, consider

#: A function that chooses: it gets the state and gives an action's number or a move's text.
Choose = Callable[[State], Union[int, str]]
#: A function that judges: with two players what the position is worth to player 0, with more one number a player.
Evaluate = Callable[[State], Union[float, Sequence[float]]]


class PlayerAction(NamedTuple):
    """Who played what, as OpenSpiel's ``full_history`` tells it."""

    player: int
    action: int


class Player:
    """Somebody who plays: made by :func:`player`."""

    def __init__(
        self,
        spec: Optional[str],
        function: Optional[Callable[[State], Any]],
        scale: float,
        name: str,
    ) -> None:
        self.spec = spec
        self.function = function
        self.scale = scale
        self.name = name

    def choose(self, state: State) -> int:
        """The action that it plays in a position.

        >>> import ninefold as nf
        >>> state = nf.load_game("tictactoe").new_initial_state("110/022/000 1")
        >>> state.action_to_string(nf.player("best").choose(state))
        '1,3'
        """
        if self.spec is None:
            chosen = self.function(state.clone())  # type: ignore[misc]
        else:
            chosen = self.consider(state)["move"]
        if chosen is None:
            raise ValueError("the game is over, there is nothing to choose")
        if isinstance(chosen, str):
            return state.string_to_action(chosen)
        state.action_to_string(int(chosen))  # Refuses what is not legal.
        return int(chosen)

    def consider(self, state: State) -> Dict[str, Any]:
        """What it finds in a position: ``move``, ``values``, ``depth``, ``nodes``, ``pv``, as ``ninefold best --json``."""
        if self.spec is None:
            raise TypeError(f"player {self.name} is a function that chooses, and tells nothing more")
        return consider(state, self._given())

    def check(self, game: Game) -> None:
        """Refuses a game that it cannot play, with a sentence that says why."""
        check_player(game, self._given())

    def _given(self) -> Dict[str, Any]:
        return {"name": self.name, "spec": self.spec, "function": self.function, "scale": self.scale}

    def __repr__(self) -> str:
        return f"<Player {self.name}>"


def player(
    who: Union[str, Choose, Player],
    *,
    evaluator: Optional[Evaluate] = None,
    scale: float = 1.0,
    name: Optional[str] = None,
) -> Player:
    """A player: by specification, by specification with an evaluator of your own, or a function of your own.

    >>> import ninefold as nf
    >>> nf.player("alphabeta:depth=3,eval=fav1")
    <Player alphabeta:depth=3,eval=fav1>
    >>> def men(state):
    ...     row = state.to_array()
    ...     return int((row[:24] == 1).sum() - (row[:24] == 2).sum())
    >>> nf.player("alphabeta:depth=2", evaluator=men)
    <Player alphabeta:depth=2 by men>
    >>> nf.player(lambda state: state.legal_actions()[0], name="first")
    <Player first>

    An evaluator gets a state without its history. Searches count in whole numbers: name a ``scale`` for one that gives
    fractions, such as 1000 for chances from 0 to 1. Finished games are never asked about.
    """
    if isinstance(who, Player):
        if evaluator is not None:
            raise TypeError("the evaluator belongs to a specification, such as player('alphabeta:depth=3', evaluator=…)")
        return who if name is None else Player(who.spec, who.function, who.scale, name)
    if isinstance(who, str):
        usual = who if evaluator is None else f"{who} by {_called(evaluator)}"
        return Player(who, evaluator, float(scale), name or usual)
    if callable(who):
        if evaluator is not None:
            raise TypeError("a function that chooses moves asks no evaluator")
        return Player(None, who, 1.0, name or _called(who))
    raise TypeError(f"a player is {type(who).__name__}, wanted a specification or a function")


def _called(function: Any) -> str:
    return getattr(function, "__name__", type(function).__name__)

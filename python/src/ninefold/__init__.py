"""Abstract board games for those who learn and measure.

>>> import ninefold as nf
>>> state = nf.load_game("morris").new_initial_state()
>>> len(state.legal_actions())
24
>>> state.apply_action("d6")
>>> str(state)
'.../.w./.../....../.../.../... b 8,9 49,10'

The words are OpenSpiel's, the rules, players and exact values are those of the program ``ninefold``: what it says about a
position, this package says too. ``docs/python.md`` tells the rest.
"""

from . import tables
from ._ninefold import Batch, Game, State, __version__, data_folder, games, load_game
from .meetings import Match, Tournament, match, tournament
from .network import join
from .players import Player, PlayerAction, player
from .sets import Data, data, data_to_parquet

__all__ = [
    "Batch",
    "Data",
    "Game",
    "Match",
    "Player",
    "PlayerAction",
    "State",
    "Tournament",
    "__version__",
    "data",
    "data_folder",
    "data_to_parquet",
    "games",
    "join",
    "load_game",
    "match",
    "player",
    "tables",
    "tournament",
]

"""The exact tables of Nine Men's Morris: values of all positions with few men, or of the whole game.

    >>> import ninefold as nf
    >>> nf.tables.build(6)                                # doctest: +SKIP
    >>> batch, truth = nf.tables.labelled(1_000_000)      # doctest: +SKIP

Values are those of the game without draw rules, for the player on turn: 1 a win, 0 a draw, -1 a loss.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._ninefold import Batch, State, Tables, load_game
from ._ninefold import build_tables as build

__all__ = ["Tables", "UNKNOWN", "build", "labelled", "probe"]

#: The value of a position that no table knows.
UNKNOWN = -128


def probe(
    positions: Union[Batch, State, Sequence[Union[State, str]], Any],
    *,
    data: Optional[str] = None,
    tables: Optional[Tables] = None,
) -> Dict[str, Any]:
    """Looks positions up: a batch, a state, texts, or an array as ``Batch.to_array`` gives it.

    A dict of arrays: ``value`` (int8) and ``plies`` (int16), how long the game lasts with best play, -1 where that is not known.
    """
    tables = tables or Tables(data)
    if isinstance(positions, Batch):
        return tables.probe(positions)
    if isinstance(positions, State):
        positions = [positions]
    if isinstance(positions, (list, tuple)) and all(isinstance(one, (str, State)) for one in positions):
        texts: List[str] = [str(position) for position in positions]
        return tables.probe(load_game("morris:draws=off").batch(texts))
    rows = np.asarray(positions)
    # Rows of the game under draw rules have countdowns, which tables do not ask for.
    spec = "morris" if rows.ndim == 2 and rows.shape[1] == load_game("morris").row_width else "morris:draws=off"
    return tables.probe(load_game(spec).batch(rows))


def labelled(
    size: int,
    *,
    seed: int = 0,
    men: Tuple[int, int] = (3, 6),
    data: Optional[str] = None,
    tables: Optional[Tables] = None,
) -> Tuple[Batch, Dict[str, Any]]:
    """Random positions with no men in hand, and the exact value of each: training data that cannot be wrong."""
    tables = tables or Tables(data)
    batch = tables.sample(size, seed=seed, men=men)
    return batch, tables.probe(batch)

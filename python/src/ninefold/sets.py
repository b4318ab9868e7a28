"""Positions with labels, for whoever learns from them: what ``ninefold data`` writes, as arrays."""

from __future__ import annotations

import json
from os import PathLike, fspath
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._ninefold import DataSource, Game, load_game, open_data

__all__ = ["Data", "data", "data_to_parquet"]


class Data:
    """Positions with labels: made by :func:`data`."""

    def __init__(self, source: DataSource, made: Dict[str, Any]) -> None:
        #: The texts of the positions.
        self.texts: List[str] = made["position"]
        #: The positions as rows of numbers, (positions, ``Game.row_width``) of int16, as ``Batch.to_array`` gives them.
        self.positions: NDArray[np.int16] = made["numbers"]
        labels: Dict[str, NDArray[np.float32]] = made["labels"]
        #: Who is on turn, from 1, as the files have it.
        self.player: NDArray[np.int8] = labels.pop("player").astype(np.int8)
        #: The phase of each position.
        self.phase: List[str] = made["phase"]
        #: What is said of each position, by name: float32, NaN where nothing is known, or where ``value`` is no estimate because
        #: ``share`` is certain (``label="search"``).
        self.labels: Dict[str, NDArray[np.float32]] = labels
        #: What the evaluator counts, (positions, names) of float32.
        self.features: NDArray[np.float32] = made["features"]
        #: The names of what it counts. They depend on the game and on the evaluator alone.
        self.feature_names: List[str] = source.feature_names
        #: What the set is made of, as the files' cards tell it.
        self.card: Dict[str, Any] = {
            **source.card(),
            "positions": len(self),
            "known": made["known"],
        }

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        return self.labels[name]

    def __repr__(self) -> str:
        card = self.card
        return f"<Data: {len(self)} positions of {card['plan']['game']}, {card['known']} known>"

    def to_pandas(self) -> Any:
        """A data frame with the columns of the file: position, player, phase, those of the label, those of the features."""
        import pandas

        columns: Dict[str, Any] = {"position": self.texts, "player": self.player, "phase": self.phase}
        columns.update(self.labels)
        columns.update(zip(self.feature_names, self.features.T))
        return pandas.DataFrame(columns)

    def to_parquet(self, path: Union[str, "PathLike[str]"]) -> None:
        """Writes the data frame as Parquet, and the card beside it: ``pip install "ninefold[parquet]"``."""
        self.to_pandas().to_parquet(path, index=False)
        _write_card(path, self.card)


def _write_card(path: Union[str, "PathLike[str]"], card: Dict[str, Any]) -> None:
    with open(f"{fspath(path)}.card.json", "w", encoding="utf-8") as file:
        file.write(json.dumps(card, indent=2) + "\n")


def data(
    game: Union[str, Game],
    *,
    positions: Optional[int] = None,
    label: str = "exact",
    source: str = "random",
    features: Optional[str] = None,
    seed: int = 0,
    players: Union[str, Sequence[str], None] = None,
    men: Optional[Tuple[int, int]] = None,
    nodes: Optional[int] = None,
    max_plies: int = 1000,
    phase: Optional[str] = None,
    threads: Optional[int] = None,
    data: Optional[str] = None,
) -> Data:
    """Positions with labels, the same that ``ninefold data`` writes for the same wishes.

    ``source`` is ``random``, ``games`` (between ``players``, level 3 if nobody is named), ``all`` or ``men``; ``men`` is how many men a side has in Nine Men's
    Morris, three to six if nothing is said and the source is ``men``, otherwise any; ``label`` is ``exact``, ``search`` (of
    ``nodes`` positions, 20,000 if nothing is said) or ``result``; ``features`` names an evaluator whose counts are told. A thousand positions, or all there are with ``all``:
    fewer of those are drawn by the ``seed``, none of them twice.

    >>> import ninefold as nf
    >>> everything = nf.data("tictactoe", source="all")
    >>> len(everything), sorted(set(everything["value"].tolist()))
    (4520, [-1.0, 0.0, 1.0])
    """
    source_ = _open(
        game,
        positions=positions,
        label=label,
        source=source,
        features=features,
        seed=seed,
        players=players,
        men=men,
        nodes=nodes,
        max_plies=max_plies,
        phase=phase,
        data=data,
    )
    return Data(source_, source_.rows(0, len(source_), threads=threads))


def data_to_parquet(
    path: Union[str, "PathLike[str]"],
    game: Union[str, Game],
    *,
    rows: int = 100_000,
    threads: Optional[int] = None,
    **wishes: Any,
) -> Dict[str, Any]:
    """Writes the set of :func:`data` as Parquet, ``rows`` at a time, so that it may be larger than memory; and the card beside
    it, which is also what it gives: ``pip install "ninefold[parquet]"``.

    >>> import ninefold as nf
    >>> nf.data_to_parquet("all.parquet", "tictactoe", source="all")["known"]    # doctest: +SKIP
    4520
    """
    import pyarrow
    import pyarrow.parquet

    source = _open(game, **wishes)
    writer, card, known = None, {}, 0
    try:
        for begin in range(0, max(len(source), 1), max(rows, 1)):
            part = Data(source, source.rows(begin, begin + max(rows, 1), threads=threads))
            known += part.card["known"]
            card = {**part.card, "positions": len(source), "known": known}
            table = pyarrow.Table.from_pandas(part.to_pandas(), preserve_index=False)
            writer = writer or pyarrow.parquet.ParquetWriter(fspath(path), table.schema)
            writer.write_table(table)
    finally:
        if writer:
            writer.close()
    _write_card(path, card)
    return card


def _open(
    game: Union[str, Game],
    *,
    positions: Optional[int] = None,
    label: str = "exact",
    source: str = "random",
    features: Optional[str] = None,
    seed: int = 0,
    players: Union[str, Sequence[str], None] = None,
    men: Optional[Tuple[int, int]] = None,
    nodes: Optional[int] = None,
    max_plies: int = 1000,
    phase: Optional[str] = None,
    data: Optional[str] = None,
) -> DataSource:
    return open_data(
        load_game(game) if isinstance(game, str) else game,
        positions=positions,
        seed=seed,
        source=source,
        label=label,
        features=features,
        players=players.split() if isinstance(players, str) else players and list(players),
        men=men,
        nodes=nodes,
        max_plies=max_plies,
        phase=phase,
        data=data,
    )

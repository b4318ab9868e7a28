"""Players who meet: matches and tournaments, with what their games say about them."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Union

from ._ninefold import Game, balanced_openings, load_game, play_match, play_tournament
from .players import Choose, Player, player

if TYPE_CHECKING:
    import pandas

Who = Union[str, Choose, Player]
#: Lines of openings, a file of them, or ``"balanced"``.
Openings = Union[str, "PathLike[str]", Sequence[str], None]


class _Result:
    """What came of some games: plain data, and tables for those who have pandas."""

    def __init__(self, data: Dict[str, Any], names: List[str]) -> None:
        #: Everything, in the form that the program prints with ``--json``; ``list`` has the games.
        self.data = data
        self._names = names

    @property
    def games(self) -> List[Dict[str, Any]]:
        """The games one by one: ``players`` in seat order, ``points``, ``result``, ``reason``, ``moves``, ``seed``."""
        return [
            {"players": [self._names[entrant] for entrant in game["seats"]], **game} for game in self.data["list"]
        ]

    @property
    def notes(self) -> List[str]:
        """What a reader must know of the numbers, as the program prints it: that games repeat others, for example."""
        return [note["text"] for note in self.data["notes"]]

    def rows(self) -> List[Dict[str, Any]]:
        """One row a player."""
        raise NotImplementedError

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a table."""
        import pandas

        return pandas.DataFrame(self.rows())

    def games_to_pandas(self) -> "pandas.DataFrame":
        """The games as a table: a row a game and player."""
        import pandas

        rows = []
        for number, game in enumerate(self.games):
            for seat, (who, points) in enumerate(zip(game["players"], game["points"])):
                rows.append(
                    {
                        "game": number,
                        "seat": seat,
                        "player": who,
                        "points": points,
                        "reason": game["reason"],
                        "plies": len(game["moves"]),
                        "opening": game["opening"],
                        "seed": game["seed"],
                    }
                )
        return pandas.DataFrame(rows)

    def _repr_html_(self) -> str:
        import html

        rows = self.rows()
        shown = [key for key in rows[0] if not isinstance(rows[0][key], (list, dict))]
        head = "".join(f"<th>{html.escape(key)}</th>" for key in shown)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(row[key]))}</td>" for key in shown) + "</tr>" for row in rows)
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return f"<table><tr>{head}</tr>{body}</table>{notes}"


def _faults(row: Dict[str, Any]) -> str:
    """What is said of the games that a player lost by a fault."""
    return f", {row['faults']} by a fault" if row["faults"] else ""


def _shown(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


class Match(_Result):
    """What came of a match."""

    def rows(self) -> List[Dict[str, Any]]:
        data = self.data
        return [
            {
                "player": name,
                "games": data["games"],
                "points": data["points"][number],
                "wins": data["wins"][number],
                "draws": data["games"] - data["wins"][number] - data["losses"][number],
                "losses": data["losses"][number],
                "faults": data["faults"][number],
                "share": data["shares"][number][0],
                "low": data["shares"][number][1],
                "high": data["shares"][number][2],
            }
            for number, name in enumerate(data["players"])
        ]

    @property
    def share(self) -> float:
        """The first player's part of the points."""
        return self.data["shares"][0][0]

    @property
    def interval(self) -> List[float]:
        """The 95 % interval of that part."""
        return self.data["shares"][0][1:]

    @property
    def elo(self) -> Optional[float]:
        """The first player's Elo relative to the second; nothing for more than two players, or where it is infinite."""
        return self.data["elo"]

    def __repr__(self) -> str:
        lines = [f"{self.data['games']} games"]
        width = max(len(name) for name in self.data["players"])
        for row in self.rows():
            share, low, high = (100 * row[key] for key in ("share", "low", "high"))
            counts = f"{row['wins']} won, {row['draws']} drawn, {row['losses']} lost"
            lines.append(f"{row['player']:<{width}}  {share:5.1f} % [{low:.1f}, {high:.1f}]  {counts}{_faults(row)}")
        return "\n".join(lines + self.notes)


class Tournament(_Result):
    """What came of a tournament."""

    def rows(self) -> List[Dict[str, Any]]:
        rows = []
        for place, row in enumerate(self.data["players"], 1):
            elo = row["elo"] or [None, None, None]
            rows.append(
                {
                    "rank": place,
                    "player": row["name"],
                    "games": row["games"],
                    "points": row["points"],
                    "wins": row["wins"],
                    "draws": row["draws"],
                    "losses": row["losses"],
                    "faults": row["faults"],
                    "share": row["share"][0],
                    "low": row["share"][1],
                    "high": row["share"][2],
                    "elo": elo[0],
                    "elo_low": elo[1],
                    "elo_high": elo[2],
                }
            )
        return rows

    def __repr__(self) -> str:
        lines = [f"{self.data['games']} games of {self.data['game']}, Elo relative to {self.data['anchor']}"]
        width = max(len(row["player"]) for row in self.rows())
        for row in self.rows():
            share, low, high = (100 * row[key] for key in ("share", "low", "high"))
            elo = "" if row["elo"] is None else f"  {row['elo']:+8.1f} [{row['elo_low']:+.0f}, {row['elo_high']:+.0f}]"
            line = f"{row['rank']:>3}  {row['player']:<{width}}  {share:5.1f} % [{low:.1f}, {high:.1f}]{elo}"
            lines.append(line + _faults(row))
        return "\n".join(lines + self.notes)


def _game(game: Union[str, Game]) -> Game:
    return load_game(game) if isinstance(game, str) else game


def _distinct(players: Sequence[Player]) -> List[Player]:
    """The players, those who have a name that is taken with a number behind it."""
    taken: Dict[str, int] = {}
    named = []
    for one in players:
        taken[one.name] = taken.get(one.name, 0) + 1
        count = taken[one.name]
        named.append(one if count == 1 else player(one, name=f"{one.name} #{count}"))
    return named


def match(
    game: Union[str, Game],
    *players: Who,
    games: int = 100,
    seed: int = 0,
    opening: int = 4,
    max_plies: int = 1000,
    threads: Optional[int] = None,
    errors: str = "raise",
    times: bool = False,
    fixed_seats: bool = False,
    openings: Openings = None,
    clock: Optional[str] = None,
    data: Optional[str] = None,
) -> Match:
    """Lets players meet: every random opening in every rotation of the seats, on all cores.

    >>> import ninefold as nf
    >>> result = nf.match("tictactoe", "best", "random", games=20, seed=1, opening=0)
    >>> result.rows()[0]["losses"]
    0

    ``openings`` takes the place of random moves: a list of positions or lists of moves (``["d6 f4", "d6 d2"]``), the name of a file
    with one a line, or ``"balanced"`` for those that come with gomoku. They are played in turn, so ``games=2 * len(openings)`` of a
    game for two is each of them once from both sides.

    ``clock`` is the time that everybody has for a game and what each move adds, such as ``"10s+100ms"`` or ``"10+0.1"``: whoever runs out of
    it loses, also a function of yours, which is not told of it. ``milliseconds`` of ``data`` says how long everybody's moves took.

    Without a clock a match depends on its seed alone. ``errors`` says what an exception in a function of yours does: ``"raise"`` ends the match
    and is raised here, ``"forfeit"`` loses the game and is counted among the faults.
    """
    _check_games(games)
    entrants = _distinct([player(who) for who in players])
    kind = _game(game)
    told = play_match(
        kind,
        [one._given() for one in entrants],
        games=games,
        seed=seed,
        opening=opening,
        max_plies=max_plies,
        threads=threads,
        forfeit=_forfeit(errors),
        times=times,
        fixed_seats=fixed_seats,
        openings=_lines(kind, openings),
        clock=clock,
        data=data,
    )
    return Match(told, [one.name for one in entrants])


def tournament(
    game: Union[str, Game],
    players: Union[Sequence[Who], Mapping[str, Who]],
    *,
    schedule: str = "round-robin",
    rounds: int = 1,
    games: int = 20,
    seed: int = 0,
    opening: int = 4,
    max_plies: int = 1000,
    anchor: Optional[str] = None,
    threads: Optional[int] = None,
    errors: str = "raise",
    times: bool = False,
    openings: Openings = None,
    clock: Optional[str] = None,
    data: Optional[str] = None,
) -> Tournament:
    """Lets everybody meet everybody, and rates them: players as a list, or as a dict by the names they shall have.

    >>> import ninefold as nf
    >>> cup = nf.tournament("tictactoe", {"perfect": "best", "dice": "random"}, games=10, seed=1)
    >>> cup.rows()[0]["player"]
    'perfect'

    ``games`` is how many games each table plays. ``schedule`` is ``round-robin``, ``gauntlet`` (the first ``rounds`` players
    against all others) or ``swiss`` (so many ``rounds``). Elo is relative to ``anchor``, by default the last player. ``openings``
    and ``clock`` are as in :func:`match`.
    """
    _check_games(games)
    if isinstance(players, Mapping):
        entrants = [player(who, name=name) for name, who in players.items()]
    else:
        entrants = _distinct([player(who) for who in players])
    kind = _game(game)
    told = play_tournament(
        kind,
        [one._given() for one in entrants],
        schedule=schedule,
        rounds=rounds,
        games=games,
        seed=seed,
        opening=opening,
        max_plies=max_plies,
        anchor=anchor,
        threads=threads,
        forfeit=_forfeit(errors),
        times=times,
        openings=_lines(kind, openings),
        clock=clock,
        data=data,
    )
    return Tournament(told, [one.name for one in entrants])


def _lines(game: Game, openings: Openings) -> List[str]:
    """Openings as lines of text."""
    if openings is None:
        return []
    if not isinstance(openings, (str, PathLike)):
        lines = list(openings)
    elif openings == "balanced":
        balanced = balanced_openings(game)
        if balanced is None:
            raise ValueError(f"{game.spec} comes without balanced openings, wanted a list or a file")
        lines = balanced
    else:
        with open(openings, encoding="utf-8") as file:
            lines = file.read().splitlines()
    if not any(line.strip() for line in lines):
        raise ValueError("there is no opening, wanted a position or a list of moves a line")
    return lines


def _check_games(games: int) -> None:
    if games < 1:
        raise ValueError(f"games is {games}, wanted at least 1")


def _forfeit(errors: str) -> bool:
    if errors not in ("raise", "forfeit"):
        raise ValueError(f'errors is "{errors}", wanted raise or forfeit')
    return errors == "forfeit"

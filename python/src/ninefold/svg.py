"""Boards as pictures, for notebooks: ``State._repr_svg_`` and :func:`draw`."""

from __future__ import annotations

from html import escape
from typing import Any, Dict, List, Sequence, Tuple

from ._ninefold import State

#: The side of a place, and the room around the board, in pixels.
_STEP = 44
_MARGIN = 40
#: Colours of seats by the word that the game has for them.
_COLOURS = {
    "red": "#b3382c",
    "blue": "#2f5f9e",
    "yellow": "#e0b341",
    "orange": "#d97b29",
    "green": "#3b8a5a",
    "magenta": "#8a4f9e",
    "cyan": "#2f8f9e",
    "white": "#f6f2e8",
    "black": "#2b2b2b",
}
_LINE, _GROUND, _CELL, _INK, _NOBODY = "#5d5648", "#f3ead7", "#fbf6ea", "#3a3a3a", "#8b8b8b"


def draw(state: State, *, size: int = _STEP) -> str:
    """The board of a state as SVG.

    >>> import ninefold as nf
    >>> from ninefold.svg import draw
    >>> draw(nf.load_game("tictactoe").new_initial_state()).startswith("<svg")
    True
    """
    view = state.view()
    layout, scene = view["layout"], view["scene"]
    sites: List[Tuple[float, float]] = [(site["x"], site["y"]) for site in layout["sites"]]
    width = max(x for x, _ in sites) + 1
    height = max(y for _, y in sites) + 1

    def at(site: int) -> Tuple[float, float]:
        x, y = sites[site]
        return _MARGIN + (x + 0.5) * size, _MARGIN + (y + 0.5) * size

    parts = [f'<rect width="100%" height="100%" fill="{_GROUND}"/>']
    parts += _board(layout, at, size)
    last = {site for mark in scene["marks"] if mark["kind"] == "last_turn" for site in mark["sites"]}
    for site in sorted(last):
        x, y = at(site)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.44 * size:g}" fill="#e8cf8a" fill-opacity="0.8"/>')
    for piece in scene["pieces"]:
        owner = piece["owner"]
        seat = None if owner is None else view["seats"][owner - 1]
        parts.append(_piece(seat, at(piece["site"]), size))
    across, down = width * size + 2 * _MARGIN, height * size + 2 * _MARGIN
    parts += _labels(layout, size, down)
    parts.append(
        f'<text x="{across / 2:g}" y="22" text-anchor="middle" font-size="14">{escape(_sentence(view))}</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}" height="{down:g}" '
        f'viewBox="0 0 {across:g} {down:g}" font-family="sans-serif" fill="{_INK}" role="img" '
        f'aria-label="{escape(str(state), quote=True)}">{"".join(parts)}</svg>'
    )


def _board(layout: Dict[str, Any], at: Any, size: int) -> List[str]:
    parts = []
    for first, second in layout["edges"]:
        (x1, y1), (x2, y2) = at(first), at(second)
        parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{_LINE}" stroke-width="2"/>')
    for number, site in enumerate(layout["sites"]):
        x, y = at(number)
        if site["kind"] == "point":
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{0.09 * size:g}" fill="{_LINE}"/>')
        else:
            side, dashes = size - 3, ' stroke-dasharray="3 3"' if site["kind"] == "slot" else ""
            parts.append(
                f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side}" height="{side}" rx="3" '
                f'fill="{_CELL}" stroke="{_LINE}" stroke-opacity="0.5"{dashes}/>'
            )
    for region in layout["regions"]:
        places = [at(site) for site in region["sites"]]
        left, top = min(x for x, _ in places) - size / 2, min(y for _, y in places) - size / 2
        right, bottom = max(x for x, _ in places) + size / 2, max(y for _, y in places) + size / 2
        parts.append(
            f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" '
            f'fill="none" stroke="{_LINE}" stroke-width="2"/>'
        )
    return parts


def _piece(seat: Any, place: Tuple[float, float], size: int) -> str:
    x, y = place
    r = 0.36 * size
    if seat is None:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{_NOBODY}" stroke="{_INK}"/>'
    look = seat["look"]
    shape = look.get("shape") or "disc"
    colour = _COLOURS.get(look.get("colour") or seat["colour"], _NOBODY)
    plain = {"white": "white", "open": "white", "black": "black", "solid": "black"}
    if shape in plain or shape == "stone":
        fill = _COLOURS[plain[shape]] if shape in plain else _NOBODY
        return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{_INK}" stroke-width="1.5"/>'
    if shape == "cross":
        arm = 0.7 * r
        strokes = f"M{x - arm:g} {y - arm:g}L{x + arm:g} {y + arm:g}M{x - arm:g} {y + arm:g}L{x + arm:g} {y - arm:g}"
        return f'<path d="{strokes}" stroke="{colour}" stroke-width="{0.12 * size:g}" stroke-linecap="round"/>'
    if shape == "nought":
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{0.75 * r:g}" fill="none" stroke="{colour}" '
            f'stroke-width="{0.12 * size:g}"/>'
        )
    corners: Dict[str, Sequence[Tuple[float, float]]] = {
        "square": [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
        "diamond": [(0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)],
        "triangle": [(0, -1.05), (1, 0.8), (-1, 0.8)],
    }
    if shape in corners:
        points = " ".join(f"{x + dx * r:g},{y + dy * r:g}" for dx, dy in corners[shape])
        return f'<polygon points="{points}" fill="{colour}" stroke="{_INK}"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{colour}" stroke="{_INK}"/>'


def _labels(layout: Dict[str, Any], size: int, down: float) -> List[str]:
    parts = []
    for label in layout["columns"]:
        x = _MARGIN + (label["at"] + 0.5) * size
        parts.append(f'<text x="{x:g}" y="{down - 14:g}" text-anchor="middle" font-size="12">{escape(label["text"])}</text>')
    for label in layout["rows"]:
        y = _MARGIN + (label["at"] + 0.5) * size + 4
        parts.append(f'<text x="18" y="{y:g}" text-anchor="middle" font-size="12">{escape(label["text"])}</text>')
    return parts


def _sentence(view: Dict[str, Any]) -> str:
    if view["outcome"]:
        return str(view["outcome"]["sentence"])
    seat, scene = view["seats"][view["to_move"] - 1], view["scene"]
    said = f"{seat['look'].get('name') or seat['name']} to move"
    if any(scene["hands"]):
        said += f", in hand {' and '.join(map(str, scene['hands']))}"
    if scene["scores"]:
        said += f", {scene['score_name']} {' : '.join(map(str, scene['scores']))}"
    return said

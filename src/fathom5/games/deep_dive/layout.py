"""Where everything lies on the board of Deep Dive, for a desk and for a phone held upright."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fathom5.draw.svg import part
from fathom5.games.deep_dive import rules
from fathom5.games.deep_dive.drawings import WIDE
from fathom5.games.deep_dive.table import DEPTHS, OPEN_WATER, PREDATOR, DiveDeeper, Phase
from fathom5.games.deep_dive.tableaus import room_below
from fathom5.games.deep_dive.terminal import trapped

if TYPE_CHECKING:
    from fathom5.view import View

GROWN = 1.34
"""How much larger the tile is that has just been flipped."""

LEAST = 66
"""How far apart tiles that can be taken lie at least, so that each can be touched."""

Place = tuple[float, float, float]
"""Where something lies, and its size."""


class Layout(NamedTuple):
    """Where things lie: for a desk, or for a phone held upright, where full depths take two lines."""

    width: float
    height: float
    sea: float
    """Where the water ends at the right."""
    tops: tuple[float, ...]
    band: float
    scale: float
    gauge: float
    pile: float
    diver: float
    left: float
    right: float
    """Between these lie the face-up tiles."""
    ice: float
    upright: bool = False

    def middle(self, depth: int) -> float:
        """The height of a depth on the board, or of the first line of its tiles."""
        return self.tops[depth] + self.band / 2 + 2

    @property
    def wide(self) -> float:
        """The width of a tile."""
        return WIDE * self.scale

    @property
    def beside(self) -> float:
        """How far apart tiles lie where there is room."""
        return self.wide + (2 if self.upright else 6)

    def on_ice(self, view: View, seat: int, number: int) -> Place:
        """Where a penguin waits."""
        apart, size = (26.0, 0.72) if self.upright else (46.0, 1.3)
        first = 24 + 91 * seat if self.upright else 66 + 170 * seat
        return first + min(apart, 3 * apart / view.box.penguins) * number, self.ice - 26 * size, size


DESK = Layout(
    width=1420,
    height=1000,
    sea=1100,
    tops=tuple(122.0 + 168 * depth for depth in range(DEPTHS + 1)),
    band=168,
    scale=1.0,
    gauge=26,
    pile=116,
    diver=206,
    left=276,
    right=1086,
    ice=84,
)
UPRIGHT = Layout(
    width=560,
    height=0,
    sea=560,
    tops=(),
    band=88,
    scale=0.6,
    gauge=18,
    pile=70,
    diver=120,
    left=140,
    right=554,
    ice=54,
    upright=True,
)
ICE_BLOCK = 116
"""Upright: the height of the ice that carries one's own catch."""


def narrow(view: View) -> Layout:
    """Every depth as high as what lies there needs."""
    tops = [UPRIGHT.ice + ICE_BLOCK]
    for depth in range(DEPTHS):
        tops.append(tops[-1] + UPRIGHT.band * len(_lines(view, depth, UPRIGHT)))
    return UPRIGHT._replace(tops=tuple(tops), height=tops[-1] + 12 + room_below(view))


class Lying(NamedTuple):
    """Face-up tiles of one kind, drawn as one; a predator with a penguin on it lies by itself."""

    name: str
    kind: int
    copies: int

    @property
    def can_be_taken(self) -> bool:
        """Food and rocks can."""
        return self.kind < OPEN_WATER


def flipped_at(view: View, depth: int) -> int:
    """The kind of the tile that was flipped at a depth and is being decided on; NONE if there is none."""
    table = view.table
    return int(table.flipped) if table.phase == Phase.FOUND and table.depth == depth else rules.NONE


def line_up(view: View, depth: int) -> tuple[Lying, ...]:
    """What lies face up at a depth, from left to right, but for the tile just flipped."""
    return _line_up(depth, view.table.face_up[depth], flipped_at(view, depth), tuple(trapped(view, depth)))


@part
def _line_up(depth: int, row: tuple[int, ...], flipped: int, prey: tuple[int, ...]) -> tuple[Lying, ...]:
    counts = [(kind, int(row[kind]) - (kind == flipped)) for kind in range(OPEN_WATER + 1)]
    tiles = [Lying(f"tile-{depth}-{kind}", kind, count) for kind, count in counts if count]
    lairs = [
        Lying(lair(depth, seat, prey[:number].count(seat)), PREDATOR, 1) for number, seat in enumerate(prey)
    ]
    if row[PREDATOR] > len(prey):
        lairs.append(Lying(lair(depth), PREDATOR, int(row[PREDATOR]) - len(prey)))
    food = [tile for tile in tiles if tile.can_be_taken]
    return (*food, *lairs, *tiles[len(food) :])


def lair(depth: int, seat: int = rules.NONE, number: int = 0) -> str:
    """The name of a predator on the board: with a seat's penguin on it, or with none."""
    return f"lair-{depth}" if seat == rules.NONE else f"lair-{depth}-{seat}-{number}"


def jaws_at(name: str) -> str:
    """The name of the teeth in front of a penguin that a predator holds."""
    return f"jaws-{name}"


def spots(view: View, depth: int, layout: Layout) -> dict[str, Place]:
    """Where everything lies that is face up at a depth."""
    names = iter(line_up(view, depth))
    return {
        next(names).name: (x, layout.middle(depth) + layout.band * number, layout.scale)
        for number, line in enumerate(_lines(view, depth, layout))
        for x in line
    }


def _lines(view: View, depth: int, layout: Layout) -> list[list[float]]:
    """How far across the tiles of a depth lie; upright what finds no room goes on in a second line."""
    tiles, left, right = line_up(view, depth), layout.left, _right(view, depth, layout)
    if flipped_at(view, depth) != rules.NONE:
        return _around_flip(len(tiles), left, right, layout)
    takeable = sum(tile.can_be_taken for tile in tiles)
    others = len(tiles) - takeable
    needed = layout.beside * takeable + (layout.wide + 26 * (others - 1) if others else 0)
    if layout.upright and needed > right - left:
        first = min(takeable, int((right - left) // layout.beside))
        rest = _side_by_side(takeable - first, others, (left, layout.right), layout)
        return [_row(first, left, right, layout), rest]
    return [_side_by_side(takeable, others, (left, right), layout)]


def _side_by_side(takeable: int, others: int, room: tuple[float, float], layout: Layout) -> list[float]:
    """The places of tiles in one line; where it gets narrow, those that can't be taken overlap first."""
    left, right = room
    kept = layout.wide + 26 * (others - 1) if others else 0
    apart = min(layout.beside, max(LEAST, (right - left - kept) / max(1, takeable)))
    over = _row(others, left + apart * takeable, right, layout)
    return [left + layout.wide / 2 + apart * number for number in range(takeable)] + over


def _around_flip(count: int, left: float, right: float, layout: Layout) -> list[list[float]]:
    """So many tiles on both sides of the large one in the middle."""
    middle, gap = (left + right) / 2, layout.wide * GROWN / 2 + 6
    before = min((count + 1) // 2, int((middle - gap - left) // layout.wide))
    after = count - before
    if layout.upright:
        after = min(after, int((right - middle - gap) // layout.wide))
    first = _row(before, left, middle - gap, layout) + _row(after, middle + gap, right, layout)
    rest = count - before - after
    return [first, _row(rest, left, layout.right, layout)] if rest else [first]


def _right(view: View, depth: int, layout: Layout) -> float:
    """Where the tiles of a depth end: upright the way down has its place at the right."""
    leaves = layout.upright and view.table.depth == depth and DiveDeeper() in view.open_moves
    return layout.right - 72 if leaves else layout.right


def _row(count: int, left: float, right: float, layout: Layout) -> list[float]:
    """So many places between left and right, side by side or overlapping."""
    apart = min(layout.beside, (right - left - layout.wide) / max(1, count - 1))
    return [left + layout.wide / 2 + apart * i for i in range(count)]


def flip_spot(view: View, layout: Layout) -> Place:
    """Where the tile just flipped lies: in the middle of its depth."""
    depth = view.table.depth
    middle = (layout.left + _right(view, depth, layout)) / 2
    return middle, layout.middle(depth), layout.scale * GROWN

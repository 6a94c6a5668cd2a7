"""Where things lie on the boards of SCUBA: one for a desk, one for a phone held upright."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fathom5.games.scuba.table import COLUMNS, ROWS, Table, Way

WIDTH, HEIGHT = 1420.0, 1000.0
NARROW = 560.0

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height."""


class Layout(NamedTuple):
    """Where the sea lies on a board, and how large things are drawn in it."""

    board: float
    """The width of the board."""
    left: float
    top: float
    line: float
    """The height of the water line; the letters of the columns stand between it and the top."""
    wide: float
    high: float
    """Width and height of a space."""
    west: int
    columns: int
    """The columns that are drawn, from the first one."""
    size: float
    """How large a tile alone on its space is drawn."""
    small: float
    """The size of the smallest text."""
    target: float
    """The least width and height of what can be clicked."""

    @property
    def right(self) -> float:
        """Where the sea ends."""
        return self.left + self.columns * self.wide

    @property
    def bottom(self) -> float:
        """The lower end of the deepest row."""
        return self.top + (ROWS + 1) * self.high

    @property
    def is_phone(self) -> bool:
        """Whether it is made for a phone held upright."""
        return self.board == NARROW

    def where(self, place: int) -> tuple[float, float]:
        """The middle of a place."""
        row, column = divmod(place, COLUMNS)
        return self.column(column), self.top + self.high * (row + 0.5)

    def column(self, column: int) -> float:
        """The middle of a column."""
        return self.left + self.wide * (column - self.west + 0.5)

    def space(self, place: int) -> Rectangle:
        """A place, whole."""
        x, y = self.where(place)
        return x - self.wide / 2 + 2, y - self.high / 2 + 2, self.wide - 4, self.high - 4

    def beside(self, place: int, way: int) -> Rectangle:
        """What is pressed for the space beside a place; it is never too small and never in another's way."""
        x, y = self.where(place)
        across, down = max(self.wide, self.target), max(self.high, self.target)
        if way in (Way.LEFT, Way.RIGHT):
            start = x - 1.5 * across if way == Way.LEFT else x + 0.5 * across
            return start, y - down / 2, across, down
        start = y - self.high / 2 - down if way == Way.UP else y + self.high / 2
        return x - across / 2, start, across, down

    def at_surface(self, column: int) -> Rectangle:
        """The surface over a column."""
        x = self.column(column) - self.wide / 2 + 2
        return x, self.line + 2 - self.target, self.wide - 4, self.target


@cache
def desk() -> Layout:
    """The board for a desk; all nine columns are drawn."""
    return Layout(
        board=WIDTH,
        left=96,
        top=154,
        line=124,
        wide=122,
        high=92,
        west=0,
        columns=COLUMNS,
        size=1,
        small=19,
        target=63,
    )


def phone(table: Table) -> Layout:
    """The board for a phone; only the columns in use are drawn."""
    return _upright(int(table.west), int(table.east - table.west + 1))


@cache
def _upright(west: int, columns: int) -> Layout:
    return Layout(
        board=NARROW,
        left=48,
        top=178,
        line=154,
        wide=498 / columns,
        high=49,
        west=west,
        columns=columns,
        size=0.56,
        small=18,
        target=64,
    )

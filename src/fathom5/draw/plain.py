"""The board of a game that draws none: what is seen, as a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.core.contract import Board
from fathom5.draw.svg import PAPER, picture, rect
from fathom5.draw.svg import text as words

if TYPE_CHECKING:
    from fathom5.view import View


class PlainBoard(Board):
    """Every field with its numbers."""

    def text(self, view: View) -> str:
        """A line for each field."""
        lines = []
        for leaf in view.game.spec.table.leaves():
            values = leaf.of(view.array)[0]
            lines.append(f"{leaf.name}: {values.tolist() if hasattr(values, 'tolist') else values}")
        return "\n".join(lines)

    def svg(self, view: View) -> str:
        """The same list, drawn."""
        lines = self.text(view).splitlines()
        rows = [words(20, 40 + 28 * i, line) for i, line in enumerate(lines)]
        height = 60 + 28 * len(lines)
        return picture(800, height, view.game.title, "", rect(0, 0, 800, height, PAPER), *rows)

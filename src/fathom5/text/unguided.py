"""The guide of a game that brings none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core.contract import Guide
from fathom5.text.guidance import GOAL, Lesson, Line
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


class Unguided(Guide):
    """No lessons, no previews, a score of one line."""

    def lessons(self, box: Any) -> dict[str, Lesson]:
        return {}

    def kind(self, view: View, move: Any) -> str:
        return GOAL

    def preview(self, view: View, move: Any) -> str:
        return ""

    def tally(self, view: View, seat: int) -> list[Line]:
        return [Line(say("points"), view.scores[seat])]

"""The curve of a match: a line for each seat in its colour and shape, decisions and rolls marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.coach import telling
from fathom5.coach.judged import Decision
from fathom5.coach.sample import Worth
from fathom5.draw.svg import COLOURS, INK, PAPER, group, mark, path, picture, placed, rect, tag, text
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.coach.reviews import Review

LEFT, RIGHT, TOP, BOTTOM = 56, 24, 20, 48
WIDE, NARROW = (960, 340), (400, 320)
"""Width and height of the picture at a desk and on a phone."""

QUIET = "var(--quiet)"
ROWS = 4
"""Lines across, each a quarter further up."""


class Frame:
    """Where moves and values lie."""

    def __init__(self, review: Review, size: tuple[int, int]) -> None:
        self.width, self.height = size
        self.in_points = review.scale.in_points
        values = [self.value(worth) for _, worths in review.curve for worth in worths]
        self.low, self.high = (min(values), max(values)) if self.in_points else (0.0, 1.0)
        self.moves = max(1, len(review.match.history))

    def value(self, worth: Worth) -> float:
        """What the height of a line stands for."""
        return worth.points.mean if self.in_points else worth.wins.mean

    def x(self, moves: int) -> float:
        """The place across of a position after so many moves."""
        return LEFT + (self.width - LEFT - RIGHT) * moves / self.moves

    def y(self, value: float) -> float:
        """The height of a value."""
        share = (value - self.low) / max(1e-9, self.high - self.low)
        return self.height - BOTTOM - (self.height - TOP - BOTTOM) * share


def curve(review: Review, narrow: bool = False) -> str:
    """The picture; a strip for every judged move says which position it leads to (`data-at`)."""
    frame = Frame(review, NARROW if narrow else WIDE)
    title = say("Points over the game") if frame.in_points else say("Chances to win over the game")
    lines = [_line(review, frame, seat) for seat in range(review.match.players)]
    return picture(
        frame.width,
        frame.height,
        title,
        "",
        rect(0, 0, frame.width, frame.height, PAPER),
        _grid(frame),
        *lines,
        _moves(review, frame),
    )


def _grid(frame: Frame) -> str:
    drawn = []
    for row in range(ROWS + 1):
        value = frame.low + (frame.high - frame.low) * row / ROWS
        label = f"{value:.0f}" if frame.in_points else f"{100 * value:.0f} %"
        y = frame.y(value)
        drawn.append(
            path(f"M{LEFT} {y:.1f}H{frame.width - RIGHT}", "none", stroke=QUIET, stroke_opacity=0.35)
        )
        drawn.append(text(LEFT - 8, y + 5, label, 14, QUIET, "end"))
    return group(*drawn, aria_hidden="true")


def _line(review: Review, frame: Frame, seat: int) -> str:
    """A seat's line, dark below so that every colour is seen, with its mark at the end."""
    dots = [(frame.x(after), frame.y(frame.value(worths[seat]))) for after, worths in review.curve]
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in dots)
    shared = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(
        tag("title", review.match.names[seat]),
        path(d, "none", stroke=INK, stroke_width=4.5, **shared),
        path(d, "none", stroke=COLOURS[seat], stroke_width=2.5, **shared),
        placed(*dots[0], 1, mark(seat, 7)),
        placed(*dots[-1], 1, mark(seat, 9)),
    )


def _moves(review: Review, frame: Frame) -> str:
    """Marks of decisions and rolls below, and strips over all that can be clicked."""
    values, drawn = dict(review.curve), []
    width = max(3.0, (frame.width - LEFT - RIGHT) / frame.moves)
    for each in review.judged:
        x, base = frame.x(each.number + 1), frame.height - BOTTOM + 8
        if isinstance(each, Decision):
            drawn.append(placed(x, base + 22, 1, mark(each.seat, 3)))
            if sign := telling.sign(each.verdict):
                y = frame.y(frame.value(values[each.number + 1][each.seat]))
                drawn.append(text(x, max(TOP, y - 10), sign, 15, INK, "middle", font_weight="bold"))
        else:
            drawn.append(path(f"M{x:.1f} {base}v8", "none", stroke=QUIET, stroke_width=1.5))
        drawn.append(
            rect(x - width / 2, 0, width, frame.height, "transparent", class_="strip", data_at=each.number)
        )
    return group(*drawn)

"""What each player of Deep Dive has eaten, in rows as in the rulebook: one's own large, the others' small."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from fathom5.draw.svg import INK, frame, group, mark, part, picking, placed, rect, tag, use
from fathom5.draw.svg import text as write
from fathom5.games.deep_dive import rules, words
from fathom5.games.deep_dive.drawings import DARK, FOODS
from fathom5.games.deep_dive.table import COLOURS, DEPTHS, OPEN_WATER, ROCK, IngestRock, Level, Player
from fathom5.games.deep_dive.terminal import seated
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

QUIET = "var(--quiet)"
ROCK_PICK = ("rock", 0)
"""What is picked up to dive with a rock."""


class Format(NamedTuple):
    """The sizes of a tableau."""

    cell: float
    line: float
    size: float
    worth: float
    """How large the points of a row are written."""
    head: float
    """Above the rows."""
    deep: int
    """So many rows stand below each other."""
    blocks: int = 1
    block: float = 0

    @property
    def capacity(self) -> int:
        """How many lines of rows have a place."""
        return self.deep * self.blocks


class Stand(NamedTuple):
    """Where the tableau of a seat is, and how it is drawn."""

    seat: int
    x: float
    y: float
    format: Format


LARGE = Format(58, 42, 28, 24, 84, 8)
SMALL = Format(29, 27, 20, 19, 38, 4)
ON_ICE = Format(35, 34, 22, 19, 0, 3, 2, 170)
BELOW = Format(34, 30, 20, 19, 38, DEPTHS * 8)


def at_home(view: View) -> int:
    """Whose tableau is the large one: the one's who looks, else the first."""
    return view.seat if view.seat in range(view.table.players) else 0


def _others(view: View) -> list[int]:
    return [seat for seat in seated(view) if seat != at_home(view)]


def stands(view: View, ice: float, floor: float, upright: bool) -> list[Stand]:
    """All tableaus, one's own first."""
    own, others = at_home(view), _others(view)
    if upright:
        top = floor + 16
        below = []
        for number, seat in enumerate(others):
            line, column = divmod(number, 3)
            below.append(Stand(seat, 12 + 184 * column, top + line * _line_below(view), BELOW))
        return [Stand(own, 10, ice + 15, ON_ICE), *below]
    if len(others) == 1:
        return [Stand(own, 1132, 124, LARGE), Stand(others[0], 1132, 564, LARGE)]
    lines = (len(others) + 1) // 2
    deep = 7 if lines < 3 else 6
    top = 124 + LARGE.head + deep * LARGE.line + 14
    tall = (1000 - top) / lines
    small = SMALL._replace(deep=int((tall - SMALL.head) // SMALL.line))
    grid = [Stand(seat, 1124 + 148 * (i % 2), top + tall * (i // 2), small) for i, seat in enumerate(others)]
    return [Stand(own, 1132, 124, LARGE._replace(deep=deep)), *grid]


def room_below(view: View) -> float:
    """Upright: the height that the tableaus of the others need."""
    return 16 + _line_below(view) * ((len(_others(view)) + 2) // 3)


def _line_below(view: View) -> float:
    most = max(max(1, int(rules.rows(view.table.team[seat]))) for seat in _others(view))
    return BELOW.head + BELOW.line * most + 16


def tableaus(view: View, ice: float, floor: float, upright: bool) -> list[str]:
    """What everybody has eaten, on the ice."""
    return [_tableau(view, stand) for stand in stands(view, ice, floor, upright)]


def _tableau(view: View, stand: Stand) -> str:
    seat, size = stand.seat, stand.format
    table = view.table
    player = table.team[seat]
    halves = seat < table.players or table.opponent != Level.HARD
    own = seat == at_home(view)
    about = words.bust(view, seat) if seat < table.players else words.seat_name(view, seat)
    if size.head:
        head = [placed(18, size.head / 2, 1, mark(seat, 15 if size.cell > 40 else 11))]
        across, wide = (62.0, 64.0) if size.cell > 40 else (40.0, 30.0)
        place = (across, (size.head - wide) / 2, wide)
        step = 112.0 if size.cell > 40 else 52.0
    else:
        head = [placed(522, 28, 1, mark(seat, 16))]
        place, step = (346.0, -2.0, 64.0), 0.0
    held = [_rocks(view, seat, place) if player.rocks else ""]
    if player.open_water:
        across = place[0] + (step if player.rocks else 0)
        held.append(_held(OPEN_WATER, int(player.open_water), (across, place[1], place[2])))
    return placed(
        stand.x,
        stand.y,
        1,
        tag("title", escape(about)),
        *head,
        *held,
        *_rows(seat, player, halves, own, size),
        id=f"tableau-{seat}",
    )


def _rocks(view: View, seat: int, place: tuple[float, float, float]) -> str:
    """The rocks of a player: one is picked up where a dive may begin with it."""
    x, y, wide = place
    rocks = _held(ROCK, int(view.table.team[seat].rocks), place)
    if seat != view.seat:
        return rocks
    if any(isinstance(move, IngestRock) for move in view.open_moves):
        label = words.pick(view, *ROCK_PICK)
        return picking(*ROCK_PICK, label, rocks, frame(x - 1, y - 1, wide + 2, wide + 2, 12))
    return group(rocks, data_why=say("rock to {depth}", depth=1))


@part
def _held(kind: int, count: int, place: tuple[float, float, float]) -> str:
    """Rocks and open water beside a tableau."""
    x, y, wide = place
    tint, figure = ("#ece7dc", "rock") if kind == ROCK else ("#dff0f7", "open-water")
    size = 26.0 if wide > 40 else 20.0
    return group(
        tag("title", escape(say("{tile}, {count} face up", tile=words.tile(kind), count=count))),
        rect(x, y, wide, wide, tint, rx=wide / 6),
        use(figure, x + wide / 2, y + wide / 2, wide / 118),
        write(x + wide + 6, y + wide / 2 + size * 0.36, f"×{count}", size, INK) if count > 1 else "",
    )


# Rows


def _rows(seat: int, player: Player, halves: bool, own: bool, size: Format) -> list[str]:
    """The rows; where there are too many, the first ones are told as a sum."""
    complete, count = int(rules.complete_rows(player)), int(rules.rows(player))
    shown = max(1, count + (own and complete == count and count < size.capacity))
    folded = shown - size.capacity + 1 if shown > size.capacity else 0
    lines = []
    if folded:
        points = sum(_points(player, row, halves) for row in range(folded))
        lines.append(_sum(folded, points, size))
    for row in range(folded, shown):
        tiles = tuple(int(player.tableau[colour, row]) for colour in range(COLOURS))
        half = halves and row >= complete
        lines.append(_row(seat, row, tiles, half, size))
    return [
        placed(size.block * (number // size.deep), size.head + size.line * (number % size.deep), 1, line)
        for number, line in enumerate(lines)
    ]


def _points(player: Player, row: int, halves: bool) -> int:
    points = int(rules.row_sum(player, row))
    return points // 2 if halves and row >= rules.complete_rows(player) else points


@part
def _sum(rows: int, points: int, size: Format) -> str:
    """The first rows together."""
    y = size.line / 2 + size.worth * 0.34
    return write(4, y, f"1–{rows}", size.worth, QUIET) + write(
        _after(size), y, f"= {points}", size.worth, font_weight="bold"
    )


def _after(size: Format) -> float:
    """Where the points of a row are written."""
    return COLOURS * (size.cell + 3) + (8 if size.cell > 40 else 2)


@part
def _row(seat: int, row: int, tiles: tuple[int, ...], half: bool, size: Format) -> str:
    """One row with what it is worth; what it lacks is left open."""
    drawn = []
    tall = size.line - 4
    for colour, points in enumerate(tiles):
        x = colour * (size.cell + 3)
        if not points:
            dashes = {"stroke": QUIET, "stroke_width": 2.4, "stroke_dasharray": "5 6", "stroke_opacity": 0.6}
            drawn.append(rect(x + 2, 2, size.cell - 4, tall - 4, "none", rx=5, **dashes))
            continue
        cell = [
            rect(x, 0, size.cell, tall, FOODS[colour][0], rx=6, stroke=FOODS[colour][1], stroke_width=2.4),
            use(f"trace-{colour}", x + size.cell / 2, tall / 2, min(size.cell, tall) / 104),
            write(
                x + size.cell / 2,
                tall / 2 + size.size * 0.36,
                points,
                size.size,
                DARK,
                "middle",
                font_weight="bold",
            ),
        ]
        name = f"meal-{seat}-{colour}-{row}"
        drawn.append(group(*cell, id=name, data_thing=name))
    if any(tiles):
        y = tall / 2 + size.worth * 0.36
        worth = f"½ {sum(tiles) // 2}" if half else f"= {sum(tiles)}"
        told = {"fill": QUIET} if half else {"font_weight": "bold"}
        drawn.append(write(_after(size), y, worth, size.worth, **told))
    return "".join(drawn)

"""The board of Deep Dive: five depths of tiles under an ice floe, and what each player has eaten."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.core import OVER, encode
from fathom5.draw.svg import (
    ABYSS,
    DEEP,
    GLYPHS,
    INK,
    MIDDLE,
    PAPER,
    SHALLOWS,
    SURFACE,
    button,
    circle,
    frame,
    group,
    mark,
    part,
    path,
    picture,
    piece,
    placed,
    polygon,
    rect,
    ring,
    symbol,
    tag,
    use,
    wave,
)
from fathom5.draw.svg import (
    COLOURS as PLAYER_COLOURS,
)
from fathom5.draw.svg import ROCK as GREY
from fathom5.draw.svg import text as write
from fathom5.games.deep_dive import rules, words
from fathom5.games.deep_dive.table import (
    COLOURS,
    DEPTHS,
    OPEN_WATER,
    PREDATOR,
    ROCK,
    SEATS,
    TOP,
    DiveDeeper,
    Flip,
    IngestRock,
    Level,
    Phase,
    Player,
    Take,
)
from fathom5.text.guidance import Sign, percent
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def seated(view: View) -> range:
    """The seats with a tableau: the players, and in a solo game the opponent."""
    return range(max(2, view.table.players))


def points(view: View, seat: int) -> int:
    """The points of a seat as they stand."""
    return int(rules.points_at(view.table, view.box, seat))


def lying(view: View, depth: int) -> list[tuple[int, int]]:
    """The kinds of face-up tiles at a depth and how many of each, but for predators."""
    row = view.table.face_up[depth]
    return [(kind, row[kind]) for kind in range(PREDATOR) if row[kind]]


def trapped(view: View, depth: int) -> list[int]:
    """The seats with a penguin on a predator at a depth, each as often as it has one there."""
    team = view.table.team
    return [seat for seat in range(view.table.players) for _ in range(team[seat].trapped[depth])]


def opponent_depth(view: View) -> int:
    """Where the penguin of the solo opponent stands; at an exhausted depth it does not wait (Solo End 3)."""
    table = view.table
    if table.turn == rules.OPPONENT:
        return int(table.opponent_depth)
    around = [(table.opponent_depth + step) % DEPTHS for step in range(DEPTHS)]
    return int(next((depth for depth in around if table.face_down[depth]), table.opponent_depth))


def status(view: View) -> str:
    """How near the end is."""
    if view.table.actor == OVER:
        return say("Game over")
    if view.table.last_dive:
        return say("Last dive")
    return say("The end is near") if view.table.ending else say("The hunt is on")


# In the terminal

TEXT_WIDTH = 90


def text(view: View) -> str:
    """Depths and tableaus for a terminal."""
    lines = [f"{status(view)}.", ""]
    lines += [_depth_line(view, depth) for depth in range(DEPTHS)]
    lines.append("")
    for seat in seated(view):
        lines += _player_lines(view, seat)
    return "\n".join(lines)


def legend(view: View) -> list[Sign]:
    """What the signs of the board in text mean."""
    signs = [
        Sign("▶", say("where the diver is, and whose turn it is")),
        Sign(say("risk"), say("how likely the next flip there is a predator")),
        Sign(f"{say('pink')} 1 1 2", say("face-up food of one colour, by its points")),
        Sign(f"{say('predator')} ({GLYPHS[0]})", say("whose penguin is trapped there")),
        Sign(say("token"), say("who begins every round")),
    ]
    if view.table.players == 1:
        signs.append(Sign(GLYPHS[rules.OPPONENT], say("where the opponent flips its next tile")))
    return signs


def _depth_line(view: View, depth: int) -> str:
    table = view.table
    here = "▶" if table.depth == depth and table.actor != OVER else " "
    opponent = GLYPHS[rules.OPPONENT] if table.players == 1 and opponent_depth(view) == depth else " "
    predators, tiles = words.unseen(table, depth)
    risk = f"{percent(predators, tiles)} %" if table.face_down[depth] else "–"
    down = say("{down} face down", down=table.face_down[depth])
    head = f"{here}{opponent} {say('depth')} {depth + 1}  {down:<14} {say('risk')} {risk:<5} "
    return _listed(head, _lying(view, depth) or ["–"], ", ")


def _lying(view: View, depth: int) -> list[str]:
    """What lies face up at a depth: food by colour, and how many of all else."""
    row = view.table.face_up[depth]
    listed = [
        f"{words.colour(colour)} {' '.join(map(str, points))}"
        for colour in range(COLOURS)
        if (points := [p for p in range(1, TOP + 1) for _ in range(row[rules.food(colour, p)])])
    ]
    for kind in (ROCK, OPEN_WATER, PREDATOR):
        if row[kind]:
            listed.append(words.tile(kind) + (f" ×{row[kind]}" if row[kind] > 1 else ""))
    if caught := "".join(GLYPHS[seat] for seat in trapped(view, depth)):
        listed[-1] += f" ({caught})"
    return listed


def _player_lines(view: View, seat: int) -> list[str]:
    table = view.table
    player = table.team[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    has = [
        say("{points} {points:point|points}", points=points(view, seat)),
        say("{rows} complete {rows:row|rows}", rows=rules.complete_rows(player)),
    ]
    if seat < table.players:
        has.append(say("{free} free {free:penguin|penguins}", free=view.box.penguins - player.caught))
    if player.rocks:
        has.append(say("{rocks} {rocks:rock|rocks}", rocks=player.rocks))
    if player.open_water:
        has.append(say("{tiles} open water", tiles=player.open_water))
    if seat == table.starter:
        has.append(say("token"))
    columns = [
        f"{words.colour(colour)} "
        + (" ".join(str(player.tableau[colour, row]) for row in range(player.foods[colour])) or "–")
        for colour in range(COLOURS)
    ]
    name = words.seat_name(view, seat)
    return [_listed(f"{turn} {GLYPHS[seat]} {name:<12} ", has, ", "), _listed(" " * 6, columns, "   ")]


def _listed(head: str, parts: Sequence[str], separator: str) -> str:
    """Parts behind a head; a line that gets too long goes on below, after a whole part."""
    lines = [head]
    for number, each in enumerate(parts):
        if number and len((lines[-1] + each + separator).rstrip()) > TEXT_WIDTH:
            lines.append(" " * len(head))
        lines[-1] += each + (separator if number < len(parts) - 1 else "")
    return "\n".join(line.rstrip() for line in lines)


# Drawn

BAND = 104
TILE, TALL = 48, 72
GROWN, PER_LINE, LINE = 1.22, 5, 96
"""Upright: the size of tiles, how many lie in a line, and how far the lines are apart."""

ROW, ROW_WIDTH, PANEL_HEAD = 30, 178, 106
DARK = "#10293a"
BANDS = (SHALLOWS, "#55a5bf", MIDDLE, DEEP, ABYSS)
BACKS = ("#a9dcea", "#82c3d6", "#5aa6c0", "#3e7ba3", "#2d4f78")
TINTS = (("#f9cfdc", "#b8326b"), ("#cbe8c0", "#2f7d3b"), ("#f8efb0", "#9a7a00"))
"""Food by colour: the tile, and what is drawn on it."""


class Layout(NamedTuple):
    """Where things lie: for a desk, or for a phone held upright, where full depths take more lines."""

    width: int
    tops: tuple[float, ...]
    pile: int
    diver: int
    up: int
    met: int
    met_width: int
    ice: float
    upright: bool = False

    def middle(self, depth: int) -> float:
        """The height of a depth on the board."""
        return self.tops[depth] + BAND / 2 + 2

    @property
    def panels(self) -> float:
        """Where the sea ends and the players' panels begin."""
        return self.tops[DEPTHS] + 10

    def panel(self, view: View, seat: int) -> tuple[float, float, float, float]:
        """Left, top, width and height of a player's panel."""
        count = 2 if self.upright else len(seated(view))
        width = (self.width - 24 - 8 * (count - 1)) / count
        row, column = divmod(seat, count)
        height = PANEL_HEAD + (ROW * _most_rows(view) if self.upright else 182)
        return 12 + column * (width + 8), self.panels + row * (height + 8), width, height

    def height(self, view: View) -> float:
        """The height of the whole board."""
        _, top, _, height = self.panel(view, len(seated(view)) - 1)
        return top + height + 10

    def on_ice(self, view: View, seat: int, number: int) -> tuple[float, float, float]:
        """Where a penguin waits, and its size."""
        spread = min(32.0, 96 / view.box.penguins)
        return (66 + 124 * seat + spread * number) * self.ice, self.tops[0] - 92 + 48, 0.95 * self.ice


DESK = Layout(1200, tuple(92 + BAND * depth for depth in range(DEPTHS + 1)), 142, 242, 304, 906, 286, 1)


def _narrow(view: View) -> Layout:
    """Every depth as high as what lies there needs."""
    tops = [136.0]
    for depth in range(DEPTHS):
        tops.append(tops[-1] + BAND + _lairs_below(view, depth) + (44 if _is_crowded(view, depth) else 0))
    return Layout(560, tuple(tops), 142, 208, 244, 244, 306, 0.71, upright=True)


def _lairs_below(view: View, depth: int) -> float:
    """Upright: how far below the first line of tiles the predators lie, if there are any."""
    lines = -(-len(lying(view, depth)) // PER_LINE)
    return max(0, lines - 1) * LINE + (52 if lines and view.table.face_up[depth, PREDATOR] else 0)


def _is_crowded(view: View, depth: int) -> bool:
    """Whether the predators met at a depth need two lines."""
    return bool(view.table.face_up[depth, PREDATOR] > 6)


def _most_rows(view: View) -> int:
    return max(3, *(int(rules.rows(view.table.team[seat])) for seat in seated(view)))


def svg(view: View) -> str:
    """The whole board as a picture."""
    return _drawn(view, DESK)


def upright(view: View) -> str:
    """The board for a phone held upright; what has no place of its own is done at the bar below it."""
    return _drawn(view, _narrow(view))


def _drawn(view: View, layout: Layout) -> str:
    height = layout.height(view)
    return picture(
        layout.width,
        height,
        f"{view.game.title}. {status(view)}.",
        _sheet(),
        _sea(layout, height),
        _sky(view, layout),
        group(*(_depth(view, depth, layout) for depth in range(DEPTHS)), id="depths"),
        group(*(_panel(view, seat, layout) for seat in seated(view)), id="panels"),
        group(*_penguins(view, layout), id="pieces"),
        _choices(view, layout),
    )


@cache
def _sheet() -> str:
    """Everything that is drawn more than once."""
    pink, green, yellow = (dark for _, dark in TINTS)
    line = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return "".join(
        [
            symbol(
                "food-0",
                path("M-13 9Q-16 -11 3 -11Q17 -10 15 4", "none", stroke=pink, stroke_width=9, **line),
                path("M-13 9l-7 7h13z", pink),
                path("M13 -7q8 -6 5 -12M15 -4q9 -2 9 -9", "none", stroke=pink, stroke_width=2, **line),
                path("M-7 -2l5 5M0 -5l4 6M7 -4l1 8", "none", stroke=pink, stroke_width=2.5, **line),
                circle(13, 2, 2.2, "#ffffff"),
            ),
            symbol(
                "food-1",
                path("M-14 3Q-13 -9 0 -9Q13 -9 14 3Q10 13 0 13Q-10 13 -14 3Z", green),
                path(
                    "M-13 -1l-8 -6M13 -1l8 -6M-12 7l-9 3M12 7l9 3",
                    "none",
                    stroke=green,
                    stroke_width=3,
                    **line,
                ),
                path("M-21 -5q-6 -9 2 -14l1 6l6 -2q0 8 -9 10z", green),
                path("M21 -5q6 -9 -2 -14l-1 6l-6 -2q0 8 9 10z", green),
                circle(-5, -2, 2.6, "#ffffff"),
                circle(5, -2, 2.6, "#ffffff"),
            ),
            symbol(
                "food-2",
                path("M-10 0Q2 -15 20 0Q2 15 -10 0Z", yellow),
                path("M-7 0l-15 -11q5 11 0 22z", yellow),
                path("M0 -8q4 -8 10 -6l-2 8z", yellow),
                circle(12, -2, 2.6, "#ffffff"),
            ),
            symbol(
                "rock",
                polygon([(-20, 12), (-15, -6), (-3, -14), (12, -9), (20, 6), (16, 14), (-12, 15)], GREY),
                polygon([(-15, -6), (-3, -14), (12, -9), (2, -2)], "#b3ab9d"),
            ),
            symbol(
                "open-water",
                circle(-7, 5, 9, "none", stroke=DARK, stroke_width=2.5),
                circle(8, -4, 7, "none", stroke=DARK, stroke_width=2.5),
                circle(6, 12, 4, "none", stroke=DARK, stroke_width=2),
                circle(-6, -12, 3.5, "none", stroke=DARK, stroke_width=2),
            ),
            symbol(
                "predator",
                rect(-18, -18, 36, 36, "#39485a", rx=6),
                path("M-14 4Q-16 -13 0 -15Q16 -13 14 4Q10 15 0 15Q-10 15 -14 4Z", "#8f9dab"),
                path("M-10 3h20q-1 9 -10 9t-10 -9z", "#4a1020"),
                path("M-9 3l2.5 5l2.5 -5l2 5l2 -5l2 5l2.5 -5l2.5 5l2 -5z", "#ffffff"),
                circle(-6, -5, 3, DARK),
                circle(6, -5, 3, DARK),
            ),
            *(_back(depth) for depth in range(DEPTHS)),
            *(_penguin(seat) for seat in range(SEATS)),
        ]
    )


def _back(depth: int) -> str:
    """The back of a tile: one dot a depth."""
    dots = [circle((i - depth / 2) * 9, 23, 3, "#ffffff") for i in range(depth + 1)]
    return symbol(
        f"back-{depth}", rect(-30, -30, 60, 62, DARK, rx=8), rect(-28, -30, 56, 58, BACKS[depth], rx=7), *dots
    )


def _penguin(seat: int) -> str:
    """A penguin in a scarf of its owner's colour, with the owner's mark."""
    colour = PLAYER_COLOURS[seat]
    return symbol(
        f"penguin-{seat}",
        path("M-12 21l-4 5h12zM12 21l4 5h-12z", "#d9822b"),
        path("M0 -26q15 0 16 24q1 24 -16 24t-16 -24q1 -24 16 -24z", DARK, stroke="#ffffff", stroke_width=1.5),
        path("M0 -8q10 0 10 14t-10 15t-10 -15t10 -14z", "#f7f9fa"),
        path("M-4 -16h8l-4 7z", "#d9822b"),
        circle(-6, -18, 2.4, "#ffffff"),
        circle(6, -18, 2.4, "#ffffff"),
        path("M-15 -9q15 8 30 0v7q-15 8 -30 0z", colour, stroke=DARK, stroke_width=1.5),
        group(mark(seat, 7), transform="translate(0 9)"),
    )


@part
def _sea(layout: Layout, bottom: float) -> str:
    bands = [wave(layout.tops[depth], layout.width, 8, tone, bottom) for depth, tone in enumerate(BANDS)]
    y = layout.panels - 2
    floor = path(f"M0 {bottom}V{y}Q200 {y - 20} 420 {y - 2}T860 {y - 4}T1200 {y - 8}V{bottom}Z", "#5d6f78")
    ice = placed(
        0,
        layout.tops[0] - 92,
        1,
        path("M24 74l20 -14h720l26 14l-30 24H60z", "#dff1f6", transform=f"scale({layout.ice} 1)"),
        path("M24 74l20 -14h720l26 14z", "#ffffff", transform=f"scale({layout.ice} 1)"),
    )
    return group(rect(0, 0, layout.width, bottom, SURFACE), *bands, floor, ice, aria_hidden="true")


def _sky(view: View, layout: Layout) -> str:
    """How near the end is."""
    return placed(
        *((156, 8) if layout.upright else (940, 22)),
        1,
        rect(0, 0, 248, 48, DARK, rx=8),
        write(124, 32, status(view), 22, "#ffffff", "middle", font_weight="bold"),
        id="status",
    )


def _token(last: bool) -> str:
    """The start player token, or its last dive side."""
    arrow = "M0 8l8 -9h-5v-8h-6v8h-5z" if last else "M-5 -8l12 8l-12 8z"
    side = say("last dive token") if last else say("start player token")
    return group(
        tag("title", escape(side)),
        circle(0, 0, 15, DARK),
        circle(0, 0, 12.5, "#8e2f5c" if last else "#e8eef1"),
        path(arrow, "#ffffff" if last else DARK),
    )


def spot(view: View, depth: int, kind: int, layout: Layout) -> tuple[float, float, float]:
    """Where the face-up tiles of a kind lie, and their size."""
    kinds = [other for other, _ in lying(view, depth)]
    number, y = kinds.index(kind), layout.middle(depth)
    if layout.upright:
        line, column = divmod(number, PER_LINE)
        return layout.up + TILE / 2 * GROWN + 62 * column, y + LINE * line, GROWN
    gap = min(TILE + 14, (layout.met - layout.up - 10) / max(1, len(kinds)))
    return layout.up + TILE / 2 + gap * number, y, 1


def _depth(view: View, depth: int, layout: Layout) -> str:
    """One band: its name, the face-down pile, what lies face up, the predators met."""
    y = layout.middle(depth)
    tiles = [_tile(depth, kind, count, spot(view, depth, kind, layout)) for kind, count in lying(view, depth)]
    met = [
        use("predator", *_lair(view, depth, i, layout)) for i in range(view.table.face_up[depth, PREDATOR])
    ]
    return group(
        rect(12, y - 40, 86, 30, "#eef6f9", rx=8),
        write(55, y - 19, say("Depth {depth}", depth=depth + 1), 18, DARK, "middle"),
        _pile(view, depth, layout),
        *tiles,
        *met,
        id=f"depth-{depth}",
    )


def _pile(view: View, depth: int, layout: Layout) -> str:
    """The face-down tiles; what they may be is told on demand."""
    return group(
        tag("title", escape(words.chances(view, depth))),
        _face_down(depth, view.table.face_down[depth]),
        transform=f"translate({layout.pile} {layout.middle(depth) + 2})",
        id=f"pile-{depth}",
        tabindex=0,
    )


@part
def _face_down(depth: int, count: int) -> str:
    if count:
        layers = min(3, (count + 4) // 5)
        stack = [use(f"back-{depth}", 4 * i, -4 * i) for i in range(layers)]
        x, y = 4 * layers - 4, 12 - 4 * layers
        ink = "#ffffff" if depth > 2 else DARK
        content = "".join(stack) + write(x, y, count, 30, ink, "middle", font_weight="bold")
    else:
        dashes = {"stroke": "#ffffff", "stroke_width": 2, "stroke_dasharray": "6 6"}
        content = rect(-28, -30, 56, 58, DARK, rx=7, fill_opacity=0.35, **dashes)
        content += write(0, 7, 0, 22, "#ffffff", "middle")
    return content


@part
def _tile(depth: int, kind: int, count: int, place: tuple[float, float, float]) -> str:
    """The face-up tiles of one kind, drawn as one."""
    label = say("{tile}, {count} face up", tile=words.tile(kind), count=count)
    tint, figure = _front(kind)
    drawn = [
        tag("title", escape(label)),
        rect(-TILE / 2, -TALL / 2 + 3, TILE, TALL, DARK, rx=8),
        rect(-TILE / 2, -TALL / 2, TILE, TALL, tint, rx=8),
    ]
    if kind in (ROCK, OPEN_WATER):
        drawn.append(use(figure, 0, 8, 0.9))
    else:
        drawn.append(use(figure, 0, -1 if count > 1 else -12, 0.7 if count > 1 else 0.9))
        drawn.append(write(0, 31, rules.points_of(kind), 24, DARK, "middle", font_weight="bold"))
    if count > 1:
        drawn.append(write(TILE / 2 - 4, -TALL / 2 + 16, f"×{count}", 15, DARK, "end", font_weight="bold"))
    name = f"tile-{depth}-{kind}"
    return placed(*place, *drawn, id=name, data_thing=name, data_face=count)


def _front(kind: int) -> tuple[str, str]:
    """The colour of a tile's front and the figure on it."""
    if kind == ROCK:
        return "#e4dfd5", "rock"
    if kind == OPEN_WATER:
        return "#d5ebf3", "open-water"
    colour = rules.colour_of(kind)
    return TINTS[colour][0], f"food-{colour}"


def _lair(view: View, depth: int, number: int, layout: Layout) -> tuple[float, float]:
    """Where a predator met at a depth lies: up to six in a line, more in two lines."""
    count = view.table.face_up[depth, PREDATOR]
    lines = 2 if _is_crowded(view, depth) else 1
    across = (count + lines - 1) // lines
    gap = min(42.0, layout.met_width / max(1, across))
    line, column = divmod(number, across)
    drop = 6.0 if lines == 1 else -16 + 44.0 * line
    if layout.upright:
        drop = 44.0 * line + (_lairs_below(view, depth) + 26 if lying(view, depth) else 6)
    return layout.met + 20 + gap * column, layout.middle(depth) + drop


# What each player has


def _panel(view: View, seat: int, layout: Layout) -> str:
    """A player's points, rocks and tableau, the rows as in the rulebook."""
    table = view.table
    player = table.team[seat]
    x, y, width, height = layout.panel(view, seat)
    active = table.turn == seat and table.actor != OVER
    halves = seat < table.players or table.opponent != Level.HARD
    token = placed(width - 26, 58, 1, _token(bool(table.last_dive)))
    return placed(
        x,
        y,
        1,
        tag("title", escape(words.bust(view, seat))) if seat < table.players else "",
        rect(0, 0, width, height, PAPER, rx=8, stroke=INK if active else "none", stroke_width=3),
        group(mark(seat, 11), transform="translate(22 24)"),
        write(42, 31, words.seat_name(view, seat), 19, font_weight="bold"),
        write(width - 12, 32, points(view, seat), 25, anchor="end", font_weight="bold"),
        _held(ROCK, player.rocks, 24),
        _held(OPEN_WATER, player.open_water, 88),
        token if seat == table.starter else "",
        _tableau(player, halves, width, height - PANEL_HEAD),
        id=f"panel-{seat}",
    )


def _held(kind: int, count: int, x: float) -> str:
    """Rocks and open water beside a tableau."""
    if not count:
        return ""
    tint, figure = _front(kind)
    return group(
        rect(-14, -14, 28, 28, tint, rx=5),
        use(figure, 0, 0, 0.55),
        write(19, 6, f"×{count}", 17),
        transform=f"translate({x} 58)",
    )


@part
def _tableau(player: Player, halves: bool, width: float, room: float) -> str:
    """The rows, in as many blocks as there is place for."""
    rows = rules.rows(player)
    blocks = max(1, int((width - 8) // ROW_WIDTH))
    deep = max(int(room // ROW), -(-rows // blocks))
    height = room / deep
    drawn = []
    for row in range(0, max(1, rows), deep):
        left = 10 + row // deep * ROW_WIDTH
        for colour in range(COLOURS):
            drawn.append(rect(left + 38 * colour, 78, 34, 22, TINTS[colour][0], rx=11))
            drawn.append(use(f"food-{colour}", left + 17 + 38 * colour, 90, 0.5))
    for row in range(rows):
        block, line = divmod(row, deep)
        drawn.append(_row(player, halves, row, 10 + block * ROW_WIDTH, 104 + line * height, height))
    return "".join(drawn)


def _row(player: Player, halves: bool, row: int, x: float, y: float, height: float) -> str:
    """One row with what it is worth; a complete one stands on a band of its own."""
    complete = row < rules.complete_rows(player)
    total = rules.row_sum(player, row)
    size = min(19.0, height - 4)
    base = height / 2 + size * 0.36 - 1
    drawn = [rect(-4, 0, ROW_WIDTH - 6, height - 2, INK, rx=5, fill_opacity=0.16)] if complete else []
    for colour in range(COLOURS):
        if row < player.foods[colour]:
            left = 38 * colour
            drawn.append(rect(left, 2, 34, height - 6, TINTS[colour][0], rx=4))
            points = player.tableau[colour, row]
            drawn.append(write(left + 17, base, points, size, DARK, "middle", font_weight="bold"))
    small = min(16.0, size)
    if complete:
        drawn.append(write(118, base, f"= {total}", small, font_weight="bold"))
    elif not halves:
        drawn.append(write(118, base, f"= {total}", small))
    else:
        drawn.append(write(118, base, f"½ = {total // 2}", small, "var(--quiet)"))
    return group(*drawn, transform=f"translate({x:.1f} {y:.1f})")


# Penguins


def _penguins(view: View, layout: Layout) -> list[str]:
    """Every penguin: on a predator, diving, or on the ice."""
    table = view.table
    drawn = []
    lairs = {depth: trapped(view, depth) for depth in range(DEPTHS)}
    diving = table.phase in (Phase.STEP, Phase.FLIP_OVER, Phase.FOUND) and table.actor != OVER
    for seat in range(table.players):
        places = [
            (x, y - 14, 0.62)
            for depth in range(DEPTHS)
            for number, owner in enumerate(lairs[depth])
            for x, y in [_lair(view, depth, number, layout)]
            if owner == seat
        ]
        if diving and seat == table.turn:
            places.append(
                (layout.diver - (0 if layout.upright else 20), layout.middle(table.depth) - 20, 1.0)
            )
        places += [layout.on_ice(view, seat, i) for i in range(view.box.penguins - len(places))]
        for number, (x, y, scale) in enumerate(places[: view.box.penguins]):
            identity = f"piece-{seat}-{number}"
            drawn.append(piece(identity, f"penguin-{seat}", x, y, scale, view.names[seat]))
    if table.players == 1:
        y = layout.middle(opponent_depth(view)) - 16
        label = words.seat_name(view, rules.OPPONENT)
        drawn.append(
            piece(f"piece-{rules.OPPONENT}-0", f"penguin-{rules.OPPONENT}", layout.diver + 26, y, 0.9, label)
        )
    return drawn


# What can be done now


def _choices(view: View, layout: Layout) -> str:
    """What the one who looks can do now, glowing."""
    return group(*(_choice(view, move, layout) for move in view.open_moves), id="choices")


def _choice(view: View, move: Any, layout: Layout) -> str:
    """The place where a move is made."""
    table, number, label = view.table, encode(move), view.name(move)
    y = layout.middle(table.depth)
    match move:
        case Take(depth, kind):
            glow = frame(-TILE / 2 - 1, -TALL / 2 - 1, TILE + 2, TALL + 5)
            return button(number, label, placed(*spot(view, depth, kind, layout), glow))
        case IngestRock(depth):
            hint, y = f"{label}. {words.chances(view, depth)}", layout.middle(depth)
            place = (8, y - 6, 94, 58) if layout.upright else (12, y + 8, 86, 30)
            return _pill(number, label, hint, *place)
        case Flip():
            hint = f"{label}. {words.chances(view, table.depth)} {words.bust(view, view.seat)}"
            return button(number, hint, frame(layout.pile - 34, y - 40, 76, 78))
        case DiveDeeper():
            hint = f"{label}. {words.chances(view, table.depth + 1)}"
            if layout.upright:
                return _arrow_down(number, hint, layout.diver + 4, y + 36)
            return _pill(number, label, hint, layout.diver - 52, y + 16, 104, 30)
    return "" if layout.upright else _pill(number, label, label, 804, 31, 128, 30)


def _pill(number: int, label: str, hint: str, x: float, y: float, width: float, height: float) -> str:
    return button(
        number,
        hint,
        rect(x, y, width, height, DARK, rx=8),
        write(x + width / 2, y + height / 2 + 5, label, 17, "#ffffff", "middle"),
        frame(x, y, width, height),
    )


def _arrow_down(number: int, hint: str, x: float, y: float) -> str:
    arrow = path("M0 14l13 -14h-7v-14h-12v14h-7z", "#ffffff")
    return button(number, hint, placed(x, y, 1, circle(0, 0, 29, DARK), arrow, ring(0, 0, 29)))

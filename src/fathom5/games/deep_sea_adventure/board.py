"""The board of Deep Sea Adventure: a submarine, a line of chips that winds into the deep, divers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.core import OVER, encode
from fathom5.draw.svg import (
    ABYSS,
    COLOURS,
    DEEP,
    GLYPHS,
    INK,
    MIDDLE,
    PAPER,
    ROCK,
    SAND,
    SHALLOWS,
    SURFACE,
    button,
    circle,
    group,
    mark,
    part,
    path,
    picture,
    piece,
    placed,
    polygon,
    rect,
    regular,
    ring,
    symbol,
    tag,
    use,
    wave,
)
from fathom5.draw.svg import text as write
from fathom5.games.deep_sea_adventure import rules, words
from fathom5.games.deep_sea_adventure.table import (
    CHIPS,
    FACES,
    LEVELS,
    SEATS,
    DiveDeeper,
    Drop,
    Lay,
    Leave,
    Take,
    TurnBack,
)
from fathom5.text.guidance import Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

# In the terminal

WIDTH, CELL = 72, 6


def text(view: View) -> str:
    """Air, submarine, line and divers for a terminal."""
    table = view.table
    full = view.box.air
    lines = [
        f"{_dive(view)}   {say('air')} {'█' * table.air}{'░' * (full - table.air)} {table.air}/{full}",
        "",
        _submarine(view),
    ]
    chips = [_chip(view, place) for place in range(table.length)]
    cell = max([CELL, *(len(chip) + 1 for chip in chips)])
    row = WIDTH // cell
    for start in range(0, table.length, row):
        places = range(start, min(start + row, table.length))
        lines.append("")
        lines.append("".join(f"{chips[place]:<{cell}}" for place in places).rstrip())
        lines.append("".join(f"{_diver(view, place):<{cell}}" for place in places).rstrip())
    lines.append("")
    lines += [_player(view, seat) for seat in range(table.players)]
    return "\n".join(lines)


def _dive(view: View) -> str:
    return say("Dive {dive} of {dives}", dive=view.table.dive, dives=view.box.dives)


def _submarine(view: View) -> str:
    table = view.table
    inside = [
        f"{GLYPHS[seat]} {view.names[seat]}" + (f" ({say('back home')})" if table.divers[seat].home else "")
        for seat in range(table.players)
        if table.divers[seat].place == rules.SUBMARINE
    ]
    return f"▟█▙ {say('submarine')}: {', '.join(inside) or '–'}"


def _chip(view: View, place: int) -> str:
    stack = view.table.line[place]
    return "·" if stack == rules.BLANK else words.levels(view.table, stack)


def _diver(view: View, place: int) -> str:
    for seat in range(view.table.players):
        diver = view.table.divers[seat]
        if diver.place == place:
            return f"{GLYPHS[seat]}{'↑' if diver.homeward else '↓'}{diver.load or ''}"
    return ""


def _player(view: View, seat: int) -> str:
    table = view.table
    diver = table.divers[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    carried = [words.levels(table, stack) for stack in _carried(view, seat)]
    load = {"load": len(carried), "chips": ", ".join(carried)}
    told = say(
        "{points} {points:point|points} in {home} {home:chip|chips}",
        points=diver.points,
        home=sum(diver.treasure),
    )
    if carried and diver.home:
        told += "  " + say("home with {load:level|levels} {chips}", **load)
    elif carried:
        told += "  " + say("carries {load:level|levels} {chips} ({load} air a turn)", **load)
    return f"{turn} {GLYPHS[seat]} {view.names[seat]:<12} {told}"


def legend(view: View) -> list[Sign]:
    """The signs of the board for a terminal."""
    diver, name = GLYPHS[0], view.names[0]
    return [
        Sign("█░", say("air left, and air used up")),
        Sign("▟█▙", say("submarine")),
        *(Sign(str(level + 1), _level(view, level)) for level in range(LEVELS)),
        Sign("1+2", say("a stack: treasures that are taken, carried and dropped as one")),
        Sign("·", say("a blank chip, where a treasure was taken")),
        Sign(f"{diver}↓2", say("{name} on the chip above, diving deeper with 2 treasures", name=name)),
        Sign(f"{diver}↑2", say("{name} on the chip above, on the way home with 2 treasures", name=name)),
        Sign("▶", say("whose turn it is")),
    ]


def _level(view: View, level: int) -> str:
    values = view.box.chips[level]
    worth = {"low": min(values), "high": max(values)}
    return say("a treasure of level {level}, worth {low} to {high} points", level=level + 1, **worth)


def _carried(view: View, seat: int) -> list[int]:
    return [stack for stack in range(CHIPS) if view.table.stacks[stack].carrier == seat]


# Drawn

CARD, CARD_HEIGHT, HOLD = 268, 120, 30
CHIP = 36
DECK = 116
"""The upper edge of the submarine, on which divers sit."""
TONES = (("#f3e6c4", "#d9bf86"), ("#e9c77d", "#c79a45"), ("#d69a4a", "#a86b24"), ("#b06a34", "#7d4318"))
SIDES = (3, 4, 5, 6)
PIPS = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
"""The pips of each face of a die."""


class Layout(NamedTuple):
    """Where things lie: cards beside the line on a desk, below it on a phone held upright."""

    width: int
    height: int
    left: int
    top: int
    across: int
    down: int
    per_row: int
    hull: tuple[float, float, float]
    carried: float
    upright: bool = False

    def where(self, place: int) -> tuple[float, float]:
        """The middle of a place on the winding line; the submarine is where it begins."""
        row, column = divmod(max(0, place), self.per_row)
        if row % 2:
            column = self.per_row - 1 - column
        return self.left + column * self.across, self.top + row * self.down - (64 if place < 0 else 0)

    def aboard(self, seat: int) -> tuple[float, float, float]:
        """Where a diver sits on the submarine, and how large."""
        x, y, scale = self.hull
        return x + (440 + 92 * seat) * scale, y + (DECK - 16) * scale, 0.8 * scale

    def card(self, view: View, seat: int) -> tuple[float, float]:
        """The upper left corner of a diver's card."""
        if not self.upright:
            return 12, 22 + seat * (CARD_HEIGHT + 8)
        row, column = divmod(seat, 2)
        return 8 + column * (CARD + 8), self.below(view) + self.tray(view) + row * (CARD_HEIGHT + 8)

    def below(self, view: View) -> float:
        """The end of the line, upright."""
        return self.where(view.table.length - 1)[1] + 76

    def tray(self, view: View) -> float:
        """The height of the chips to choose from, upright."""
        return self.down * -(-len(_to_drop(view)) // self.per_row)


DESK = Layout(1200, 920, 372, 300, 108, 108, 8, (0, 0, 1), 0.42)
UPRIGHT = Layout(560, 0, 50, 260, 92, 104, 6, (-255, -10, 0.78), 0.6, upright=True)


def svg(view: View) -> str:
    """The whole board as a picture."""
    return _drawn(view, DESK, _sea(), _choices(view, DESK))


def upright(view: View) -> str:
    """The board for a phone held upright: the line shorter across, the cards below."""
    last = UPRIGHT.card(view, view.table.players - 1)[1] + CARD_HEIGHT
    layout = UPRIGHT._replace(height=round(last + 12))
    return _drawn(view, layout, _narrow_sea(view, layout), _tray(view, layout) + _choices(view, layout))


def _drawn(view: View, layout: Layout, sea: str, choices: str) -> str:
    table, seats = view.table, range(view.table.players)
    return picture(
        layout.width,
        layout.height,
        f"{view.game.title}. {_dive(view)}.",
        _sheet(),
        sea,
        _hull(_dive(view), table.air, view.box.air, table.rolled, layout.hull),
        _line(view, layout),
        group(*(_card_of(view, seat, layout) for seat in seats), id="cards"),
        group(*(_pawn(view, seat, layout) for seat in seats), id="pieces"),
        choices,
    )


@cache
def _sheet() -> str:
    """Everything that is drawn more than once."""
    chips = [_chip_symbol(level) for level in range(LEVELS)]
    blank = symbol(
        "blank",
        circle(0, 0, CHIP - 10, ABYSS, fill_opacity=0.35),
        circle(0, 0, CHIP - 14, "none", stroke=ROCK, stroke_width=2, stroke_dasharray="6 6"),
    )
    marker = symbol("air-marker", circle(0, 0, 12, "#e8f6fa", stroke="#10293a", stroke_width=2.5))
    return "".join([*chips, blank, marker, *(_diver_symbol(seat) for seat in range(SEATS))])


def _chip_symbol(level: int) -> str:
    light, dark = TONES[level]
    radius = CHIP * (1.18, 1.08, 1.0, 1.0)[level]
    turn = 45 if level == 1 else -90
    lift = 6 if level == 0 else 0
    body = [
        polygon(regular(SIDES[level], radius, turn), dark, transform=f"translate(0 {lift + 3})"),
        polygon(regular(SIDES[level], radius * 0.93, turn), light, transform=f"translate(0 {lift})"),
    ]
    pips = [circle((i - level / 2) * 11, 20, 3, dark) for i in range(level + 1)]
    return symbol(f"chip-{level + 1}", *body, *pips)


def _diver_symbol(seat: int) -> str:
    """A diver seen from the side, head first to the right."""
    colour, dark = COLOURS[seat], "#10293a"
    return symbol(
        f"diver-{seat}",
        path("M-34 -6l-14 -12l4 14l-6 14z", dark),
        path("M-34 8l-16 2l8 6l-4 10z", dark),
        path(
            "M-36 -7q20 -8 36 -6l12 4v20l-12 4q-18 2 -36 -4q-6 -9 0 -18z",
            colour,
            stroke=dark,
            stroke_width=1.5,
        ),
        rect(-22, -20, 30, 10, "#cfd8dc", rx=5, stroke=dark, stroke_width=1.5),
        circle(22, 1, 15, "#f6d7b8", stroke=dark, stroke_width=1.5),
        path("M20 -9h16q4 10 0 20h-16q-4 -10 0 -20z", SURFACE, stroke=dark, stroke_width=1.5),
        group(mark(seat, 8), transform="translate(-12 3)"),
    )


@cache
def _sea() -> str:
    bands = ((150, SHALLOWS), (260, "#55a5bf"), (370, MIDDLE), (490, "#236d90"), (610, DEEP), (740, ABYSS))
    floor = path("M0 920V880Q160 850 330 884T640 880T930 886T1200 868V920Z", ROCK)
    sand = path("M0 920V896Q200 876 420 900T860 898T1200 892V920Z", SAND)
    weeds = [
        path(f"M{x} 900q-14 -30 0 -56q12 -22 0 -46q26 24 14 52q-10 24 4 50z", "#3f8f6b")
        for x in (318, 1142, 1166)
    ]
    return group(
        rect(0, 0, DESK.width, DESK.height, SURFACE),
        circle(1090, 62, 34, "#fff4cf"),
        *(wave(y, DESK.width, 10, colour, DESK.height) for y, colour in bands),
        *weeds,
        floor,
        sand,
        aria_hidden="true",
    )


def _narrow_sea(view: View, layout: Layout) -> str:
    tones = (SHALLOWS, "#55a5bf", MIDDLE, "#236d90", DEEP, ABYSS)
    floor, bottom = layout.below(view) - 30, layout.height
    return group(
        rect(0, 0, layout.width, bottom, SURFACE),
        circle(514, 52, 28, "#fff4cf"),
        *(wave(132 + layout.down * i, layout.width, 8, tone, bottom) for i, tone in enumerate(tones)),
        path(f"M0 {bottom}V{floor}q140 -24 280 0t280 -6V{bottom}Z", ROCK),
        path(f"M0 {bottom}V{floor + 16}q170 -18 320 2t240 -4V{bottom}Z", SAND),
        aria_hidden="true",
    )


@part
def _hull(dive: str, air_left: int, full: int, rolled: int, place: tuple[float, float, float]) -> str:
    """The submarine with its air track."""
    step = min(22.0, 560 / (full + 1))
    start = 670 - step * full / 2
    slots = []
    for air in range(full + 1):
        x = start + step * (full - air)
        left = air <= air_left
        slots.append(circle(x, 196, 8, "#e8f6fa" if left else "#3b4f5c"))
        if air in (0, full):
            slots.append(write(x, 229, air, 22, "#e8f6fa", "middle"))
    return placed(
        *place,
        path("M610 74h74q14 0 14 14v34h-102v-34q0 -14 14 -14z", "#c2513b"),
        path("M640 74v-36h44v12h-28v24z", "#8f3526"),
        path("M340 182q4 -62 110 -66h450q96 6 100 66q-4 62 -100 66h-450q-106 -4 -110 -66z", "#8f3526"),
        path("M340 176q4 -56 110 -60h450q96 6 100 60q-4 56 -100 60h-450q-106 -4 -110 -60z", "#c2513b"),
        path("M1000 176l34 -30v60z", "#8f3526"),
        path("M420 176h500v26q-6 34 -40 34h-420q-34 0 -40 -34z", "#45231c", fill_opacity=0.55),
        write(440, 164, say("Air {air}", air=air_left), 30, "#fff7ef", font_weight="bold"),
        write(900, 164, dive, 24, "#fff7ef", "end"),
        *slots,
        piece("air", "air-marker", start + step * (full - air_left), 196),
        *_dice(rolled),
        id="submarine",
    )


def _dice(rolled: int) -> list[str]:
    """The two dice, as they lie."""
    if rolled < 0:
        return []
    faces = divmod(rolled, FACES)
    return [
        group(
            tag("title", say("die: {face}", face=face + 1)),
            rect(-20, -20, 40, 40, "#fdfbf5", rx=8, stroke="#10293a", stroke_width=2),
            *(circle(9 * x, 9 * y, 4.5, "#10293a") for x, y in PIPS[face]),
            transform=f"translate({960 + 52 * i} 48)",
            data_thing=f"die-{i}",
            data_kind="die",
            data_face=face,
        )
        for i, face in enumerate(faces)
    ]


def _line(view: View, layout: Layout) -> str:
    table = view.table
    points = [layout.where(place) for place in range(table.length)]
    start = layout.where(rules.SUBMARINE)
    rope = "".join(f"{'L' if i else 'M'}{x} {y}" for i, (x, y) in enumerate([start, *points]))
    cord = path(rope, "none", stroke=SAND, stroke_width=4, stroke_dasharray="2 10", stroke_linecap="round")
    chips = []
    for place, (x, y) in enumerate(points):
        stack = table.line[place]
        content = _stack(table.stacks[stack].levels) if stack != rules.BLANK else use("blank")
        thing = f"stack-{stack}" if stack != rules.BLANK else None
        chips.append(group(content, id=f"place-{place}", data_thing=thing, transform=f"translate({x} {y})"))
    return group(cord, *chips, id="line")


@part
def _stack(amounts: Sequence[int], size: float = 1) -> str:
    """The chips of a stack, the highest level on top."""
    chips = [level for level in range(LEVELS) for _ in range(amounts[level])]
    shown = chips[-3:]
    drawn = [use(f"chip-{level + 1}", -5.0 * i, -7.0 * i) for i, level in enumerate(shown)]
    top = shown[-1] + 1
    shift = len(shown) - 1
    drawn.append(
        write(
            -5.0 * shift,
            9 - 7.0 * shift,
            top,
            26,
            "#3a2410",
            "middle",
            font_weight="bold",
            aria_hidden="true",
        )
    )
    if len(chips) > 1:
        digits = 17 if size == 1 else 26
        drawn.append(circle(26, -24, 0.76 * digits, "#10293a"))
        drawn.append(write(26, 0.36 * digits - 24, len(chips), digits, "#ffffff", "middle"))
    label = say("stack of levels {levels}", levels="+".join(str(level + 1) for level in chips))
    if len(chips) == 1:
        label = say("level {level}", level=top)
    return group(tag("title", label), *drawn, transform=f"scale({size})" if size != 1 else None)


def _card_of(view: View, seat: int, layout: Layout) -> str:
    """What a diver has brought home and carries."""
    table = view.table
    carried = tuple((stack, table.stacks[stack].levels) for stack in _carried(view, seat))
    active = table.turn == seat and table.actor != OVER
    place = layout.card(view, seat)
    return _card(table.divers[seat], seat, view.names[seat], active, carried, place, layout.carried)


@part
def _card(
    diver: Any,
    seat: int,
    name: str,
    active: bool,
    carried: tuple[tuple[int, Sequence[int]], ...],
    place: tuple[float, float],
    size: float,
) -> str:
    home = [
        group(
            use(f"chip-{level + 1}", 0, 0, 0.34),
            write(15, 6, f"×{diver.treasure[level]}", 16),
            transform=f"translate({HOLD + 58 * level} 58)",
        )
        for level in range(LEVELS)
    ]
    gap = _gap(len(carried), size)
    hold = [
        placed(HOLD + gap * i, 94, 1, _stack(amounts, size), data_thing=f"stack-{stack}")
        for i, (stack, amounts) in enumerate(carried)
    ]
    status = say("back home") if diver.home else ("" if carried else say("carries nothing"))
    return placed(
        *place,
        1,
        rect(0, 0, CARD, CARD_HEIGHT, PAPER, rx=8, stroke=INK if active else "none", stroke_width=3),
        group(mark(seat, 12), transform="translate(22 26)"),
        write(46, 33, name, 20, font_weight="bold"),
        write(CARD - 14, 33, diver.points, 24, anchor="end", font_weight="bold"),
        *home,
        *hold,
        write(CARD - 14, 104, status, 16, "var(--quiet)", "end"),
        id=f"card-{seat}",
    )


def _pawn(view: View, seat: int, layout: Layout) -> str:
    diver = view.table.divers[seat]
    name = view.names[seat]
    if diver.place == rules.SUBMARINE:
        label = say("{name} in the submarine", name=name)
        return piece(f"piece-{seat}", f"diver-{seat}", *layout.aboard(seat), label)
    x, y = layout.where(diver.place)
    label = say("{name}, carrying {load} {load:treasure|treasures}", name=name, load=diver.load)
    arrow = path("M0 -16l10 16h-6v14h-8v-14h-6z", "#ffffff", stroke="#10293a", stroke_width=1.5)
    direction = group(arrow, transform=f"translate({x + 40} {y - 40}) rotate({0 if diver.homeward else 180})")
    return direction + piece(f"piece-{seat}", f"diver-{seat}", x, y - 34, 0.9, label)


def _sign(move: Leave | DiveDeeper | TurnBack, x: float, y: float, radius: float = 17) -> str:
    """A small round button: an arrow up or down, or a hand kept still."""
    arrow = "M0 -10l9 10h-5v10h-8v-10h-4z"
    match move:
        case TurnBack():
            shape = path(arrow, "#ffffff")
        case DiveDeeper():
            shape = path(arrow, "#ffffff", transform="rotate(180)")
        case _:
            shape = path("M-9 -3h18v6h-18z", "#ffffff")
    return placed(x, y, 1, circle(0, 0, radius, "#10293a"), shape, ring(0, 0, radius))


def _gap(carried: int, size: float) -> float:
    """The distance of carried chips on a card, so that all fit."""
    return min(80 * size, 190 / max(1, carried))


def _to_drop(view: View) -> list[int]:
    """The carried stacks that may be let go now."""
    return [move.stack for move in view.open_moves if isinstance(move, Drop | Lay)]


def _tray(view: View, layout: Layout) -> str:
    """Upright: the stacks that may be let go, large."""
    drawn = []
    for number, stack in enumerate(_to_drop(view)):
        x, y = _on_tray(view, number, layout)
        drawn.append(placed(x, y, 1, _stack(view.table.stacks[stack].levels)))
    return group(*drawn, id="tray")


def _on_tray(view: View, number: int, layout: Layout) -> tuple[float, float]:
    row, column = divmod(number, layout.per_row)
    return layout.left + layout.across * column, layout.below(view) + layout.down * row + 40


def _choices(view: View, layout: Layout) -> str:
    """What the one who looks can do now, glowing."""
    drawn = [button(encode(move), view.name(move), _glow(view, move, layout)) for move in view.open_moves]
    return group(*drawn, id="choices")


def _glow(view: View, move: Any, layout: Layout) -> str:
    """The place where a move is made."""
    x, y = layout.where(view.table.divers[view.seat].place)
    match move:
        case Drop(stack) | Lay(stack):
            return _glow_of(view, stack, layout)
        case Take():
            return ring(x, y, CHIP + 8)
    side = -1 if isinstance(move, TurnBack) else 1
    if layout.upright:
        return _sign(move, x, y + side * 76, 30)
    return _sign(move, x + side * layout.across / 2, y)


def _glow_of(view: View, stack: int, layout: Layout) -> str:
    """The ring around a stack that may be let go: on the tray upright, else on one's card."""
    if layout.upright:
        return ring(*_on_tray(view, _to_drop(view).index(stack), layout), CHIP + 6)
    carried = _carried(view, view.seat)
    x, y = layout.card(view, view.seat)
    return ring(x + HOLD + _gap(len(carried), layout.carried) * carried.index(stack), y + 94, 17)

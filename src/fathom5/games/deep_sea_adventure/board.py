"""The board of Deep Sea Adventure: a submarine, a line of chips that winds into the deep, divers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.core import OVER, encode
from fathom5.draw.svg import (
    GLYPHS,
    SAND_DAY,
    button,
    circle,
    group,
    part,
    path,
    picture,
    piece,
    placed,
    ring,
    shape,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.deep_sea_adventure import art, rules, words
from fathom5.games.deep_sea_adventure.art import CHIP, DARK, cover, icons
from fathom5.games.deep_sea_adventure.table import (
    FACES,
    LEVELS,
    DiveDeeper,
    Drop,
    Lay,
    Leave,
    Take,
    TurnBack,
)
from fathom5.text.guidance import Section, Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

__all__ = ["cover", "icons", "legend", "svg", "text", "twin", "upright"]

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
    return "·" if stack == rules.BLANK else words.chips(view.table.stacks[stack].levels)


def _diver(view: View, place: int) -> str:
    for seat in range(view.table.players):
        diver = view.table.divers[seat]
        if diver.place == place:
            return f"{GLYPHS[seat]}{'↑' if diver.homeward else '↓'}{diver.load or ''}"
    return ""


def _player(view: View, seat: int) -> str:
    table = view.table
    diver = table.divers[seat]
    decides = table.actor if table.actor >= 0 else table.turn  # who drowned lays in somebody else's turn
    turn = "▶" if decides == seat and table.actor != OVER else " "
    carried = _carried(view, seat)
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


def _carried(view: View, seat: int) -> list[str]:
    """The stacks that a diver carries, by levels."""
    return [words.chips(stack.levels) for stack in view.table.stacks if stack.carrier == seat]


# In sentences


def twin(view: View) -> list[Section]:
    """The dive, the line from the submarine down, and the divers, for somebody who hears the board."""
    table, stacks = view.table, tuple(view.table.stacks)
    who = dict(zip([diver.place for diver in table.divers], view.names, strict=False))
    line = [
        _spoken(place, stacks[stack].levels if stack != rules.BLANK else (), who.get(place))
        for place, stack in enumerate(tuple(table.line)[: table.length])
    ]
    air = say("{air} of {full} air left.", air=table.air, full=view.box.air)
    last = [say("The air has run out. This is the last turn of the dive.")] if table.last_turn else []
    return [
        Section(_dive(view), [air, *last]),
        Section(say("The line, from the submarine down"), line),
        Section(say("Divers"), [_whereabouts(view, seat) for seat in range(table.players)]),
    ]


@part
def _spoken(place: int, levels: tuple[int, ...], who: str | None) -> str:
    """A place of the line, with who is there."""
    chip = words.treasure(levels) if levels else say("blank")
    if who is not None:
        return say("{place}: {chip}; {who} is here.", place=place + 1, chip=chip, who=who)
    return say("{place}: {chip}.", place=place + 1, chip=chip)


def _whereabouts(view: View, seat: int) -> str:
    """Where a diver is, and with what."""
    diver, who = view.table.divers[seat], view.names[seat]
    chips = ", ".join(_carried(view, seat)) or say("nothing")
    told = {"who": who, "place": diver.place + 1, "chips": chips}
    if diver.home:
        return say("{who} is home with {chips}.", **told)
    if diver.place == rules.SUBMARINE:
        return say("{name} in the submarine", name=who) + "."
    if diver.homeward:
        return say("{who} is on chip {place} on the way home, carrying {chips}.", **told)
    return say("{who} is on chip {place} diving deeper, carrying {chips}.", **told)


# Drawn


class Layout(NamedTuple):
    """Where things lie, on a desk or on a phone held upright."""

    width: int
    height: int
    left: float
    top: float
    across: float
    down: float
    per_row: int
    hull: tuple[float, float, float]
    dice: tuple[float, float, float]
    chip: float
    upright: bool = False

    def where(self, place: int) -> tuple[float, float]:
        """The middle of a place on the winding line; the submarine is where it begins."""
        row, column = divmod(max(0, place), self.per_row)
        if row % 2:
            column = self.per_row - 1 - column
        return self.left + column * self.across, self.top + row * self.down - (
            0.6 * self.down if place < 0 else 0
        )

    def aboard(self, seat: int) -> tuple[float, float]:
        """Where a diver sits on the submarine."""
        x, y, scale = self.hull
        return x + (62, 146, 230, 424, 510, 596)[seat] * scale, y + 62 * scale

    def tray(self, number: int) -> tuple[float, float]:
        """Where a stack lies that may be let go: on the ground."""
        row, column = divmod(number, 2 * self.per_row - 4 if not self.upright else self.per_row)
        gap = 112 if not self.upright else self.across
        return self.left + column * gap, self.height - (88 if not self.upright else 60) - row * 100

    def floor(self) -> float:
        """Where the ground begins."""
        return self.height - (110.0 if self.upright else 96.0)


DESK = Layout(1420, 1000, 104, 336, 173, 166, 8, (350, 4, 1), (120, 100, 1), 1)
UPRIGHT = Layout(560, 900, 50, 276, 92, 100, 6, (14, 34, 0.74), (44, 34, 0.8), 0.74, upright=True)


def svg(view: View) -> str:
    """The whole board as a picture."""
    return _drawn(view, DESK)


def upright(view: View) -> str:
    """The board for a phone held upright: the line shorter across."""
    rows = -(-len(_to_drop(view)) // UPRIGHT.per_row)
    below = UPRIGHT.where(view.table.length - 1)[1] + 60
    return _drawn(view, UPRIGHT._replace(height=round(below + 60 + 100 * max(1, rows))))


def _drawn(view: View, layout: Layout) -> str:
    table = view.table
    x, y, scale = layout.hull
    return picture(
        layout.width,
        layout.height,
        f"{view.game.title}. {_dive(view)}.",
        art.sheet(),
        placed(x, y, scale, _hull(_dive(view), table.air, view.box.air), data_why=_unless(view, TurnBack)),
        placed(*layout.dice, _dice(table.rolled)),
        group(view.shared(_line, layout), id="line", data_why=_unless(view, Take)),
        group(*_pawns(view, layout), id="pieces"),
        _tray(view, layout),
        _choices(view, layout),
        backdrop=art.backdrop(layout.width, layout.height, 0.5 * layout.top, layout.floor()),
    )


@part
def _hull(dive: str, air_left: int, full: int) -> str:
    return art.hull((say("Air {air}", air=air_left), dive), air_left, full)


@part
def _dice(rolled: int) -> str:
    return "".join(art.dice(rolled, [say("die: {face}", face=face + 1) for face in range(FACES)]))


def _unless(view: View, kind: type[TurnBack | Take]) -> str | None:
    """What is asked by a tap in vain: why not a move of this kind, unless it is open."""
    return None if any(isinstance(each, kind) for each in view.open_moves) else view.name(kind())


def _line(view: View, layout: Layout) -> str:
    """The places of the line, the same for everybody."""
    table, stacks = view.table, tuple(view.table.stacks)
    cord = path(
        _rope(table.length, layout),
        "none",
        stroke=SAND_DAY,
        stroke_width=5,
        stroke_dasharray="2 13",
        stroke_linecap="round",
    )
    chips = [
        _drawn_place(layout.upright, place, stack, stacks[stack].levels if stack != rules.BLANK else ())
        for place, stack in enumerate(tuple(table.line)[: table.length])
    ]
    return cord + "".join(chips)


@part
def _drawn_place(is_upright: bool, place: int, stack: int, levels: tuple[int, ...]) -> str:
    """A place of the line, with the stack that lies there."""
    layout = UPRIGHT if is_upright else DESK
    return placed(
        *layout.where(place),
        layout.chip,
        _stack(levels) if levels else use("blank"),
        id=f"place-{place}",
        data_thing=f"stack-{stack}" if levels else None,
    )


@shape
def _rope(length: int, layout: Layout) -> str:
    """The way from the submarine through every place of the line."""
    points = [layout.where(place) for place in range(rules.SUBMARINE, length)]
    return "".join(f"{'L' if i else 'M'}{x:g} {y:g}" for i, (x, y) in enumerate(points))


@part
def _stack(amounts: Sequence[int]) -> str:
    """The chips of a stack, the highest level on top."""
    chips = [level for level in range(LEVELS) for _ in range(amounts[level])]
    shown = chips[-3:]
    drawn = [use(f"chip-{level + 1}", -7.0 * i, -9.0 * i) for i, level in enumerate(shown)]
    top, shift = shown[-1] + 1, len(shown) - 1
    drawn.append(
        write(
            -7.0 * shift,
            15 - 9.0 * shift,
            top,
            40,
            "#3a2410",
            "middle",
            font_weight="bold",
            aria_hidden="true",
        )
    )
    if len(chips) > 1:
        drawn.append(circle(38, -36, 20, DARK))
        drawn.append(write(38, -27, len(chips), 26, "#ffffff", "middle"))
    label = say("stack of levels {levels}", levels="+".join(str(level + 1) for level in chips))
    if len(chips) == 1:
        label = say("level {level}", level=top)
    return group(tag("title", label), *drawn)


Carried = tuple[tuple[int, tuple[int, ...]], ...]
"""Stacks by number, each with its chips by level."""


class Pawn(NamedTuple):
    """A diver as it is drawn."""

    seat: int
    name: str
    place: int
    is_homeward: bool
    load: int
    net: Carried
    """What it carries, but for what lies large on the tray."""


def _pawns(view: View, layout: Layout) -> list[str]:
    """The divers in the order of their seats."""
    table = view.table
    nets: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(table.players)]
    on_tray = set(_to_drop(view))
    for number, stack in enumerate(table.stacks):
        if stack.carrier >= 0 and number not in on_tray:
            nets[stack.carrier].append((number, stack.levels))
    pawns = [
        Pawn(seat, view.names[seat], diver.place, bool(diver.homeward), diver.load, tuple(nets[seat]))
        for seat, diver in enumerate(tuple(table.divers)[: table.players])
    ]
    return [_drawn_pawn(pawn, table.length, layout.upright) for pawn in pawns]


@part
def _drawn_pawn(pawn: Pawn, length: int, is_upright: bool) -> str:
    """A diver with what it carries, above its chip or on the submarine."""
    layout, grown = (UPRIGHT, 0.86) if is_upright else (DESK, 1.35)
    seat, rope = pawn.seat, _rope(length, layout)
    if pawn.place == rules.SUBMARINE:
        label = say("{name} in the submarine", name=pawn.name)
        return piece(f"piece-{seat}", f"diver-{seat}", *layout.aboard(seat), layout.chip, label, rope)
    x, y = layout.where(pawn.place)
    label = say("{name}, carrying {load} {load:treasure|treasures}", name=pawn.name, load=pawn.load)
    net = _net(pawn.net, x - 62 * layout.chip, y - 94 * layout.chip, layout)
    side, small = (44, 0.6) if layout.upright else (66, 1)
    way = placed(x + side, y - 64 * layout.chip, small, art.arrow(0 if pawn.is_homeward else 180))
    return net + way + piece(f"piece-{seat}", f"diver-{seat}", x, y - 54 * layout.chip, grown, label, rope)


def _net(carried: Carried, x: float, y: float, layout: Layout) -> str:
    """The stacks that a diver carries, small."""
    small = 0.34 * layout.chip
    return "".join(
        placed(x + 34 * layout.chip * i, y, small, _tokens(levels), data_thing=f"stack-{stack}")
        for i, (stack, levels) in enumerate(carried)
    )


@part
def _tokens(amounts: Sequence[int]) -> str:
    """A carried stack without figures: too small to read."""
    chips = [level for level in range(LEVELS) for _ in range(amounts[level])]
    return group(*(use(f"chip-{level + 1}", -12.0 * i, -16.0 * i) for i, level in enumerate(chips[-3:])))


def _to_drop(view: View) -> list[int]:
    """The carried stacks that may be let go now."""
    return [move.stack for move in view.open_moves if isinstance(move, Drop | Lay)]


def _tray(view: View, layout: Layout) -> str:
    """The stacks that may be let go, large, on the ground."""
    drawn = [
        placed(
            *layout.tray(number), 0.74, _stack(view.table.stacks[stack].levels), data_thing=f"stack-{stack}"
        )
        for number, stack in enumerate(_to_drop(view))
    ]
    return group(*drawn, id="tray")


def _choices(view: View, layout: Layout) -> str:
    """What the one who looks can do now, glowing; upright, ways are chosen at the bar alone."""
    drawn = []
    for move in view.open_moves:
        if not (layout.upright and isinstance(move, Leave | DiveDeeper | TurnBack)):
            drawn.append(
                button(encode(move), view.warning(move) or view.name(move), _glow(view, move, layout))
            )
    return group(*drawn, id="choices")


def _glow(view: View, move: Any, layout: Layout) -> str:
    """The place where a move is made."""
    place = view.table.divers[view.seat].place
    x, y = layout.where(place)
    match move:
        case Drop(stack) | Lay(stack):
            return ring(*layout.tray(_to_drop(view).index(stack)), 48)
        case Take():
            return ring(x, y, (CHIP + 10) * layout.chip)
        case TurnBack():
            return _sign(layout, place, -1)
        case DiveDeeper():
            return _sign(layout, place, 1)
    column = (x - layout.left) / layout.across
    return _round(x + layout.across / 2 * (1 if column < layout.per_row - 1.5 else -1), y, art.STILL)


def _sign(layout: Layout, place: int, step: int) -> str:
    """A round sign half the way to the next place of the line, with an arrow that shows the way."""
    (x, y), (to_x, to_y) = layout.where(place), layout.where(place + step)
    turn = (90 if to_x > x else -90) if abs(to_x - x) > 1 else (180 if to_y > y else 0)
    return _round((x + to_x) / 2, (y + to_y) / 2, art.arrow(turn))


def _round(x: float, y: float, *drawn: str) -> str:
    return placed(x, y, 1, circle(0, 0, 34, DARK), *drawn, ring(0, 0, 34))

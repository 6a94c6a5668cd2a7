"""The board of Deep Sea Adventure: a submarine, a line of chips that winds into the deep, divers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from fathom5.games.deep_sea_adventure import rules, words
from fathom5.games.deep_sea_adventure.table import CHIPS, FACES, LEVELS, SEATS
from fathom5.kernel.drawing import (
    ABYSS,
    COLOURS,
    DEEP,
    INK,
    MIDDLE,
    PAPER,
    ROCK,
    SAND,
    SHALLOWS,
    SIGNS,
    SURFACE,
    button,
    circle,
    group,
    mark,
    path,
    picture,
    piece,
    polygon,
    rect,
    regular,
    ring,
    symbol,
    tag,
    use,
    wave,
)
from fathom5.kernel.drawing import text as write
from fathom5.kernel.lang import say
from fathom5.kernel.marks import OVER

if TYPE_CHECKING:
    from fathom5.match import View

# In the terminal

ROW, CELL = 12, 6


def text(view: View) -> str:
    """Air, submarine, line and divers for a terminal."""
    table = view.table
    full = view.box.air
    lines = [
        f"{_dive(view)}   {say('air')} {'█' * table.air}{'░' * (full - table.air)} {table.air}/{full}",
        "",
        _submarine(view),
    ]
    for start in range(0, table.length, ROW):
        places = range(start, min(start + ROW, table.length))
        lines.append("")
        lines.append("".join(f"{_chip(view, place):<{CELL}}" for place in places).rstrip())
        lines.append("".join(f"{_diver(view, place):<{CELL}}" for place in places).rstrip())
    lines.append("")
    lines += [_player(view, seat) for seat in range(table.players)]
    return "\n".join(lines)


def _dive(view: View) -> str:
    return say("Dive {dive} of {dives}", dive=view.table.dive, dives=view.box.dives)


def _submarine(view: View) -> str:
    table = view.table
    inside = [
        f"{SIGNS[seat]} {view.names[seat]}" + (f" ({say('home')})" if table.divers[seat].home else "")
        for seat in range(table.players)
        if table.divers[seat].place == rules.SUBMARINE
    ]
    return f"▟█▙ {say('submarine')}: {', '.join(inside) or '–'}"


def _chip(view: View, place: int) -> str:
    stack = view.table.line[place]
    if stack == rules.BLANK:
        return "·"
    chips = words.levels(view.table, stack)
    return chips.replace("+", "") if len(chips) > 3 else chips


def _diver(view: View, place: int) -> str:
    for seat in range(view.table.players):
        diver = view.table.divers[seat]
        if diver.place == place:
            return f"{SIGNS[seat]}{'↑' if diver.homeward else '↓'}{diver.load or ''}"
    return ""


def _player(view: View, seat: int) -> str:
    table = view.table
    diver = table.divers[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    carried = [words.levels(table, stack) for stack in _carried(view, seat)]
    carries = say("carries {chips}", chips=", ".join(carried)) if carried else ""
    points = say("{points} points in {home} chips", points=diver.points, home=sum(diver.treasure))
    return f"{turn} {SIGNS[seat]} {view.names[seat]:<12} {points}  {carries}".rstrip()


def _gap(carried: list[int]) -> float:
    """The distance of carried chips on a card, so that all fit."""
    return min(34.0, 190 / max(1, len(carried)))


def _carried(view: View, seat: int) -> list[int]:
    return [stack for stack in range(CHIPS) if view.table.stacks[stack].carrier == seat]


# Drawn

WIDTH, HEIGHT = 1200, 920
LEFT, TOP, ACROSS, DOWN, PER_ROW = 372, 300, 108, 108, 8
CARD, CARD_HEIGHT, HOLD = 268, 120, 36
CHIP = 36
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


def svg(view: View) -> str:
    """The whole board as a picture."""
    return picture(
        WIDTH,
        HEIGHT,
        f"{view.game.title}. {_dive(view)}.",
        _sheet(),
        _sea(),
        _hull(view),
        _line(view),
        group(*(_card(view, seat) for seat in range(view.table.players)), id="cards"),
        group(*(_pawn(view, seat) for seat in range(view.table.players)), id="pieces"),
        _choices(view),
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
        rect(0, 0, WIDTH, HEIGHT, SURFACE),
        circle(1090, 62, 34, "#fff4cf"),
        *(wave(y, WIDTH, 10, colour, HEIGHT) for y, colour in bands),
        *weeds,
        floor,
        sand,
        aria_hidden="true",
    )


def _hull(view: View) -> str:
    """The submarine with its air track."""
    table, full = view.table, view.box.air
    step = min(22.0, 560 / (full + 1))
    start = 670 - step * full / 2
    slots = []
    for air in range(full + 1):
        x = start + step * (full - air)
        here = air == table.air
        left = air <= table.air
        slots.append(circle(x, 196, 8, "#e8f6fa" if left else "#3b4f5c"))
        if here or air in (0, full):
            slots.append(write(x, 226, air, 16, "#e8f6fa", "middle"))
    return group(
        path("M610 74h74q14 0 14 14v34h-102v-34q0 -14 14 -14z", "#c2513b"),
        path("M640 74v-36h44v12h-28v24z", "#8f3526"),
        path("M340 182q4 -62 110 -66h450q96 6 100 66q-4 62 -100 66h-450q-106 -4 -110 -66z", "#8f3526"),
        path("M340 176q4 -56 110 -60h450q96 6 100 60q-4 56 -100 60h-450q-106 -4 -110 -60z", "#c2513b"),
        path("M1000 176l34 -30v60z", "#8f3526"),
        path("M420 176h500v26q-6 34 -40 34h-420q-34 0 -40 -34z", "#45231c", fill_opacity=0.55),
        write(440, 164, say("Air {air}", air=table.air), 30, "#fff7ef", font_weight="bold"),
        write(900, 164, _dive(view), 24, "#fff7ef", "end"),
        *slots,
        piece("air", "air-marker", start + step * (full - table.air), 196),
        *_dice(view),
        id="submarine",
    )


def _dice(view: View) -> list[str]:
    """The two dice, as they lie."""
    if view.table.rolled < 0:
        return []
    faces = divmod(view.table.rolled, FACES)
    return [
        group(
            tag("title", say("die: {face}", face=face + 1)),
            rect(-20, -20, 40, 40, "#fdfbf5", rx=8, stroke="#10293a", stroke_width=2),
            *(circle(9 * x, 9 * y, 4.5, "#10293a") for x, y in PIPS[face]),
            transform=f"translate({1094 + 52 * i} 176)",
            data_thing=f"die-{i}",
            data_kind="die",
            data_face=face,
        )
        for i, face in enumerate(faces)
    ]


def where(place: int) -> tuple[float, float]:
    """The middle of a place on the winding line."""
    row, column = divmod(place, PER_ROW)
    if row % 2:
        column = PER_ROW - 1 - column
    return LEFT + column * ACROSS, TOP + row * DOWN


def _line(view: View) -> str:
    table = view.table
    points = [where(place) for place in range(table.length)]
    rope = "".join(f"{'L' if i else 'M'}{x} {y}" for i, (x, y) in enumerate([(LEFT, 236), *points]))
    cord = path(rope, "none", stroke=SAND, stroke_width=4, stroke_dasharray="2 10", stroke_linecap="round")
    chips = []
    for place, (x, y) in enumerate(points):
        stack = table.line[place]
        content = _stack(view, stack) if stack != rules.BLANK else use("blank")
        thing = f"stack-{stack}" if stack != rules.BLANK else None
        chips.append(group(content, id=f"place-{place}", data_thing=thing, transform=f"translate({x} {y})"))
    return group(cord, *chips, id="line")


def _stack(view: View, stack: int, size: float = 1) -> str:
    """The chips of a stack, the highest level on top."""
    amounts = view.table.stacks[stack].levels
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
        drawn.append(circle(26, -24, 13, "#10293a"))
        drawn.append(write(26, -18, f"{len(chips)}", 17, "#ffffff", "middle"))
    label = say("stack of levels {levels}", levels=words.levels(view.table, stack))
    if len(chips) == 1:
        label = say("level {level}", level=top)
    return group(tag("title", label), *drawn, transform=f"scale({size})" if size != 1 else None)


def _card(view: View, seat: int) -> str:
    """What a diver has brought home and carries."""
    table = view.table
    diver = table.divers[seat]
    y = 22 + seat * (CARD_HEIGHT + 8)
    active = table.turn == seat and table.actor != OVER
    home = [
        group(
            use(f"chip-{level + 1}", 0, 0, 0.34),
            write(15, 6, f"×{diver.treasure[level]}", 15),
            transform=f"translate({HOLD + 60 * level} {y + 62})",
        )
        for level in range(LEVELS)
    ]
    carried = _carried(view, seat)
    gap = _gap(carried)
    hold = [
        group(
            _stack(view, stack, 0.42),
            data_thing=f"stack-{stack}",
            transform=f"translate({HOLD + gap * i:.1f} {y + 98})",
        )
        for i, stack in enumerate(carried)
    ]
    status = say("home") if diver.home else ("" if carried else say("carries nothing"))
    return group(
        rect(12, y, CARD, CARD_HEIGHT, PAPER, rx=8, stroke=INK if active else "none", stroke_width=3),
        group(mark(seat, 12), transform=f"translate(34 {y + 26})"),
        write(58, y + 33, view.names[seat], 20, font_weight="bold"),
        write(12 + CARD - 14, y + 33, diver.points, 24, anchor="end", font_weight="bold"),
        *home,
        *hold,
        write(12 + CARD - 14, y + 104, status, 15, "var(--quiet)", "end"),
        id=f"card-{seat}",
    )


def _pawn(view: View, seat: int) -> str:
    diver = view.table.divers[seat]
    name = view.names[seat]
    if diver.place == rules.SUBMARINE:
        return piece(
            f"piece-{seat}",
            f"diver-{seat}",
            440 + 92 * seat,
            100,
            0.8,
            say("{name} in the submarine", name=name),
        )
    x, y = where(diver.place)
    label = say("{name}, carrying {load}", name=name, load=diver.load)
    arrow = path("M0 -16l10 16h-6v14h-8v-14h-6z", "#ffffff", stroke="#10293a", stroke_width=1.5)
    direction = group(arrow, transform=f"translate({x + 40} {y - 40}) rotate({0 if diver.homeward else 180})")
    return direction + piece(f"piece-{seat}", f"diver-{seat}", x, y - 34, 0.9, label)


def _sign(move: int, x: float, y: float) -> str:
    """A small round button: an arrow up or down, or a hand kept still."""
    arrow = "M0 -10l9 10h-5v10h-8v-10h-4z"
    shapes = {
        rules.BACK: path(arrow, "#ffffff"),
        rules.DEEPER: path(arrow, "#ffffff", transform="rotate(180)"),
        rules.LEAVE: path("M-9 -3h18v6h-18z", "#ffffff"),
    }
    return group(circle(0, 0, 17, "#10293a"), shapes[move], ring(0, 0, 17), transform=f"translate({x} {y})")


def _choices(view: View) -> str:
    """What the one who looks can do now, glowing."""
    table = view.table
    drawn = []
    for move in view.ids:
        label = view.name(move)
        place = table.divers[view.seat].place
        if move >= rules.DROP:
            stack = move - (rules.DROP if move < rules.LAY_DOWN else rules.LAY_DOWN)
            carried = _carried(view, view.seat)
            gap = _gap(carried)
            hold = 22 + view.seat * (CARD_HEIGHT + 8) + 98
            drawn.append(button(move, label, ring(HOLD + gap * carried.index(stack), hold, 17)))
            continue
        x, y = where(place) if place >= 0 else (LEFT, 236)
        if move == rules.TAKE:
            drawn.append(button(move, label, ring(x, y, CHIP + 8)))
        else:
            side = -1 if move == rules.BACK else 1
            drawn.append(button(move, label, _sign(move, x + side * ACROSS / 2, y)))
    return group(*drawn, id="choices")

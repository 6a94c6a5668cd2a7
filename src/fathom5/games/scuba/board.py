"""The board of SCUBA: a section through the sea with its tiles, animals and divers."""

from __future__ import annotations

from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER, Array, encode
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
    frame,
    group,
    mark,
    part,
    path,
    picture,
    piece,
    placed,
    rect,
    ring,
    symbol,
    tag,
    use,
    wave,
)
from fathom5.draw.svg import text as write
from fathom5.games.scuba import animals, words
from fathom5.games.scuba.ending import points_of
from fathom5.games.scuba.sea import GONE, NO_CURRENT, NO_TILE, ON_HAND, air_at, place_of, under_boat
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    COMBINATIONS,
    CUBES,
    DEPTHS,
    ROWS,
    SEATS,
    SPACES,
    SPECIES,
    Animal,
    Box,
    ClimbAboard,
    DiveIn,
    Diver,
    Flip,
    Phase,
    Pick,
    PushDiver,
    PushFish,
    See,
    Snorkel,
    State,
    Swim,
    Way,
)
from fathom5.text.guidance import Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

NO_BREAK = "\u00a0"


# In the terminal


def text(view: View) -> str:
    """The sea row by row, the current, the animals in sight, and the divers."""
    table, box = view.table, view.box
    head = f"{'':3}{'m':>5} {say('air'):>4}  "
    letters = (words.spot(column)[0] for column in range(table.west, table.east + 1))
    lines = [_headline(view), "", head + " " * 6 * table.west + "".join(f"{c:<6}" for c in letters)]
    lines.append(" " * len(head) + "".join(f"{_at_surface(view, column):<6}" for column in range(COLUMNS)))
    for row in range(BOTTOM + 1):
        depth = f"{5 * row}-{5 * row + 5}"
        cells = "".join(f"{_cell(view, row * COLUMNS + column):<6}" for column in range(COLUMNS))
        lines.append(f"{row + 1:<3}{depth:>5} {air_at(box, row):>4}  {cells}")
    lines += ["", *_in_sight(view)]
    for seat in range(table.players):
        lines += [_player(view, seat), *_log_book(view, seat)]
    return "\n".join(line.rstrip() for line in lines)


def _in_sight(view: View) -> list[str]:
    """The animals on the board by place, with their points and who has seen them."""
    table, box = view.table, view.box
    found = sorted((table.animals[i].place, i) for i in range(table.found) if table.animals[i].place != GONE)
    shown = []
    for place, i in found:
        fish = table.animals[i]
        seen = "".join(GLYPHS[seat] for seat in range(table.players) if fish.discs >> seat & 1)
        name = words.animal(table, box, i)
        shown.append(f"{words.spot(place)} {name} {box.points[fish.species]} {seen}".rstrip())
    return [*_folded(say("In sight: {animals}", animals=_listed(shown)), "  "), ""] if shown else []


def _log_book(view: View, seat: int) -> list[str]:
    """The animal cards of a diver."""
    box, diver = view.box, view.table.divers[seat]
    cards = [f"{words.species(box, kind)} {box.points[kind]}" for kind in range(SPECIES) if diver.seen[kind]]
    return _folded("    " + _listed(cards), "    ") if cards else []


def _listed(things: list[str]) -> str:
    """A list that is folded between things only."""
    return ", ".join(thing.replace(" ", NO_BREAK) for thing in things)


def _folded(line: str, indent: str) -> list[str]:
    return [part.replace(NO_BREAK, " ") for part in wrap(line, 78, subsequent_indent=indent)]


def legend(view: View) -> list[Sign]:
    """The signs of the board in text."""
    box = view.box
    return [
        Sign(
            " ".join(map(_letter, range(DEPTHS))),
            say("a tile face down: red lives at 0 to 10 m, then yellow, green, blue"),
        ),
        Sign("1 2 3", say("so many animals in sight, named below with points and who saw them")),
        Sign("░", say("dust: nothing is discovered here")),
        *(Sign(GLYPHS[seat], view.names[seat]) for seat in range(view.table.players)),
        Sign("▟█▙", say("the boat")),
        Sign(
            " ".join(map(_penalty, sorted(set(box.penalties)))),
            say("points lost by who is picked up here at the end"),
        ),
        Sign("m, air", say("the depth of a row, and the air that a turn costs if it ends there")),
        Sign(
            words.current(box, 1),
            say("spaces that red, yellow, green and blue animals are moved, then divers"),
        ),
        *(Sign(f"+{_bonus(box, family)}", _together(box, family)) for family in range(1, len(COMBINATIONS))),
    ]


def _bonus(box: Box, family: int) -> str:
    """The bonus points of a combination."""
    return str(box.bonus[0]) if box.family[family] == 2 else f"{box.bonus[1]}/{box.bonus[2]}"


def _together(box: Box, family: int) -> str:
    kinds = [kind for kind in range(SPECIES) if box.species[kind].combination == family]
    names = ", ".join(words.species(box, kind) for kind in kinds)
    if len(kinds) == 2:
        return say("bonus for both: {animals}", animals=names)
    return say("bonus for two or all of: {animals}", animals=names)


def _headline(view: View) -> str:
    table = view.table
    current = words.current(view.box, table.current) if table.current != NO_CURRENT else say("no current yet")
    line = f"{say('Round {number}', number=table.rounds)}   {current}"
    return f"{line}   {_ending(view)}".rstrip()


def _ending(view: View) -> str:
    table = view.table
    if table.boat_left:
        return say("The boat has left")
    if not table.last_round:
        return ""
    return say("Last round: {number}", number=table.last_round)


def _at_surface(view: View, column: int) -> str:
    """The boat or the price of being picked up, and who is at the surface."""
    if not view.table.west <= column <= view.table.east:
        return ""
    here = "".join(
        GLYPHS[seat]
        for seat in range(view.table.players)
        if view.table.divers[seat].row < 0
        and view.table.divers[seat].column == column
        and view.table.divers[seat].state not in (State.HOME, State.ABOARD)
    )
    if under_boat(view.box, column):
        return "▟█▙" + here
    return _penalty(view.box.penalties[column]) + here


def _penalty(points: int) -> str:
    """What it costs to be picked up at the water line."""
    return f"-{points}" if points else "~"


def _cell(view: View, place: int) -> str:
    """A tile face down by its letter, animals by their number, dust, divers."""
    table = view.table
    column = place % COLUMNS
    if not table.west <= column <= table.east:
        return ""
    tile = _letter(table.backs[place]) if place < SPACES and table.backs[place] != NO_TILE else ""
    fish = str(table.crowd[place]) if table.crowd[place] else ""
    dust = "░" if table.cubes[place] else ""
    divers = "".join(
        GLYPHS[seat]
        for seat in range(table.players)
        if table.divers[seat].state == State.DIVING and place_of(table.divers[seat]) == place
    )
    return (tile + fish + dust + divers) or "·"


def _letter(colour: int) -> str:
    """A tile face down by the initial of its colour."""
    return words.colour(colour)[0].upper()


def _player(view: View, seat: int) -> str:
    table = view.table
    diver = table.divers[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    air = say("air {air}", air=diver.air)
    tokens = say("{tokens} deco", tokens=diver.tokens) if diver.tokens else ""
    points = say("{points} {points:point|points}", points=points_of(table, view.box, seat))
    cards = say("{cards} species", cards=diver.cards)
    who = f"{turn} {GLYPHS[seat]} {view.names[seat]:<12}"
    return f"{who} {air:<7} {points}, {cards}  {_state(diver)} {tokens}".rstrip()


def _state(diver: Diver) -> str:
    """Where a diver is, in a few words."""
    if diver.state == State.DIVING:
        return words.metres(diver.row)
    return (
        say("on the boat"),
        "",
        say("snorkeling"),
        say("back on the boat"),
        say("drowned"),
        say("rescued"),
    )[diver.state]


# Drawn

WIDTH, HEIGHT = 1200, 940
LEFT_EDGE, TOP, CELL = 352, 132, 80
SIDE = LEFT_EDGE + COLUMNS * CELL + 14
CARD, CARD_HEIGHT = 276, 216
BAR = 886
TONES = (("#d1495b", "#8f2436"), ("#e0bf45", "#94751a"), ("#4fa86b", "#276b40"), ("#3f78c9", "#1d4684"))
"""Light and dark of red, yellow, green and blue tiles."""

GRIDS = (
    (1.0, ((0, 0),)),
    (0.56, ((-18, -17), (18, -17), (-18, 17), (18, 17))),
    (0.38, tuple((24.0 * (i % 3 - 1), 23.0 * (i // 3 - 1)) for i in (0, 1, 2, 3, 5, 6, 7, 8, 4))),
)
"""How animals share a place: their size and spots; the middle last, for the tile below."""

NARROW, MARGIN = COLUMNS * CELL + 58, 54
CARD_GROWN = 1.33
STRIP = 92
TRAY = 104
"""Upright: the width, what is left of the sea, and the size of what lies below it."""


def svg(view: View) -> str:
    """The whole board as a picture."""
    seats = range(view.table.players)
    return picture(
        WIDTH,
        HEIGHT,
        f"{view.game.title}. {_headline(view)}.",
        _sheet(),
        _sea(),
        group(_scale(view.box), _surface(view), id="scale"),
        _unused(view),
        _tiles(view.table.backs),
        _shoal(view),
        _dust(view),
        group(*(_card_of(view, seat, _beside(seat)) for seat in seats), id="cards"),
        _side(view),
        group(*(_pawn(view, seat) for seat in seats), id="pieces"),
        _choices(view),
    )


def upright(view: View) -> str:
    """The board for a phone held upright: the sea as wide as the page, everything else below it.

    What has no place in the sea of its own is done at the bar below the board.
    """
    seats = range(view.table.players)
    bottom = TOP + 9 * CELL
    tray = TRAY if _found_here(view) else 0
    cards = bottom + 20 + tray + STRIP + 16
    height = cards + (CARD_HEIGHT * CARD_GROWN + 8) * -(-view.table.players // 2) + 4
    return picture(
        NARROW,
        height,
        f"{view.game.title}. {_headline(view)}.",
        _sheet(),
        placed(
            MARGIN - LEFT_EDGE,
            0,
            1,
            _sea(),
            rect(0, HEIGHT - 1, WIDTH, height - HEIGHT + 1, SAND),
            _narrow_scale(view),
            _surface(view),
            _unused(view),
            _tiles(view.table.backs),
            _shoal(view, narrow=True),
            _dust(view),
            group(*(_pawn(view, seat) for seat in seats), id="pieces"),
            group(*_narrow_choices(view), id="choices"),
        ),
        _tray(view, bottom + 20),
        _strip(view, bottom + 20 + tray),
        group(*(_card_of(view, seat, _below(seat, cards)) for seat in seats), id="cards"),
    )


def _below(seat: int, top: float) -> tuple[float, float, float]:
    """Where a card lies upright, two in a row, and its size."""
    row, column = divmod(seat, 2)
    width = CARD * CARD_GROWN
    return 12 + column * (NARROW - 24 - width), top + row * (CARD_HEIGHT * CARD_GROWN + 8), CARD_GROWN


def where(place: int) -> tuple[float, float]:
    """The middle of a place."""
    row, column = divmod(place, COLUMNS)
    return LEFT_EDGE + CELL * (column + 0.5), TOP + CELL * (row + 0.5)


@cache
def _sheet() -> str:
    """Everything that is drawn more than once."""
    backs = [_back_symbol(colour) for colour in range(DEPTHS)]
    faces = [_face_symbol(colour) for colour in range(DEPTHS)]
    divers = [_diver_symbol(seat) for seat in range(SEATS)]
    return "".join([animals.symbols(), *backs, *faces, *divers, _cloud_symbol(), _token_symbol()])


def _back_symbol(colour: int) -> str:
    """The back of a tile: a fish in the colour of its depth."""
    light, dark = TONES[colour]
    return symbol(
        f"back-{colour}",
        rect(-31, -29, 62, 62, dark, rx=8),
        rect(-31, -31, 62, 60, light, rx=8),
        path("M-20 0q10 -14 24 -10q9 3 14 10q-5 7 -14 10q-14 4 -24 -10zM-16 0l-10 -9v18z", dark),
        circle(9, -3, 3, light),
    )


def _face_symbol(colour: int) -> str:
    """The front of an animal tile."""
    light, dark = TONES[colour]
    return symbol(
        f"face-{colour}",
        rect(-31, -29, 62, 62, dark, rx=8),
        rect(-31, -31, 62, 60, light, rx=8),
        rect(-26, -26, 52, 50, "#f4efdf", rx=5),
    )


def _diver_symbol(seat: int) -> str:
    """A diver seen from the side, head first to the right."""
    colour, dark = COLOURS[seat], "#10293a"
    outline = {"stroke": dark, "stroke_width": 2}
    return symbol(
        f"diver-{seat}",
        path("M-34 -6l-14 -12l4 14l-6 14z", dark),
        path("M-34 8l-16 2l8 6l-4 10z", dark),
        path("M-36 -7q20 -8 36 -6l12 4v20l-12 4q-18 2 -36 -4q-6 -9 0 -18z", colour, **outline),
        rect(-22, -20, 30, 10, "#cfd8dc", rx=5, **outline),
        circle(22, 1, 15, "#f6d7b8", **outline),
        path("M20 -9h16q4 10 0 20h-16q-4 -10 0 -20z", SURFACE, **outline),
        group(mark(seat, 10), transform="translate(-12 3)"),
    )


def _cloud_symbol() -> str:
    return symbol(
        "cloud",
        path(
            "M-34 34q-8 -14 6 -20q2 -14 18 -10q10 -12 22 0q16 -4 18 12q12 6 4 18z",
            "#b9a988",
            fill_opacity=0.82,
        ),
        path("M-24 34q-4 -10 8 -12q6 -10 16 -2q12 -4 14 6q8 2 6 8z", "#d8cbb0", fill_opacity=0.9),
    )


def _token_symbol() -> str:
    return symbol(
        "deco",
        circle(0, 0, 11, "#5b3a8c"),
        write(0, 6, "D", 16, "#ffffff", "middle", font_weight="bold"),
    )


@cache
def _sea() -> str:
    tones = (SHALLOWS, "#55a5bf", MIDDLE, "#236d90", DEEP, ABYSS)
    tops = (TOP, TOP + 2 * CELL, TOP + 4 * CELL, TOP + 6 * CELL, TOP + 7 * CELL, TOP + 8 * CELL)
    bands = [wave(y, WIDTH, 8, colour, HEIGHT) for y, colour in zip(tops, tones, strict=True)]
    floor = path(f"M0 {HEIGHT}V874Q180 850 380 870T760 866T1200 860V{HEIGHT}Z", ROCK)
    sand = path(f"M0 {HEIGHT}V884Q240 866 480 882T940 878T1200 876V{HEIGHT}Z", SAND)
    lines = "".join(f"M{LEFT_EDGE + CELL * i} {TOP}V{TOP + 9 * CELL}" for i in range(COLUMNS + 1)) + "".join(
        f"M{LEFT_EDGE} {TOP + CELL * i}h{COLUMNS * CELL}" for i in range(1, 10)
    )
    return group(
        rect(0, 0, WIDTH, HEIGHT, SURFACE),
        circle(1136, 56, 32, "#fff4cf"),
        *bands,
        floor,
        sand,
        path(lines, "none", stroke="#ffffff", stroke_opacity=0.22, stroke_width=1.5),
        aria_hidden="true",
    )


@part
def _scale(box: Box) -> str:
    """Depth and air at the left."""
    drawn = []
    for row in range(ROWS + 1):
        y = TOP + CELL * row
        pale = "#ffffff" if row > 1 else "#10293a"
        drawn.append(write(LEFT_EDGE - 8, y + 20, f"{5 * row} m", 16, pale, "end"))
        drawn.append(write(LEFT_EDGE - 8, y + 58, air_at(box, row), 30, pale, "end", font_weight="bold"))
        drawn.append(write(LEFT_EDGE - 8, y + 74, say("air"), 14, pale, "end"))
    return "".join(drawn)


def _narrow_scale(view: View) -> str:
    """Depth in metres and, in a bubble, the air that a turn costs there."""
    drawn = []
    for row in range(ROWS + 1):
        y = TOP + CELL * row
        pale = "#ffffff" if row > 1 else "#10293a"
        drawn += [
            tag("title", say("{depth} m: {air} air", depth=5 * row, air=air_at(view.box, row))),
            write(LEFT_EDGE - 27, y + 26, f"{5 * row}m", 22, pale, "middle"),
            circle(LEFT_EDGE - 27, y + 54, 18, "#e8f6fa", stroke="#10293a", stroke_width=1.5),
            write(LEFT_EDGE - 27, y + 63, air_at(view.box, row), 26, "#10293a", "middle", font_weight="bold"),
        ]
    return group(*drawn, id="scale")


def _surface(view: View) -> str:
    """The boat, and what it costs to be fetched from elsewhere."""
    table = view.table
    return _boat(view.box, table.west, table.east, table.boat_left)


@part
def _boat(box: Box, west: int, east: int, gone: int) -> str:
    drawn = []
    for column in range(COLUMNS):
        x, _ = where(column)
        if not west <= column <= east:
            continue
        if not under_boat(box, column):
            penalty = f"−{box.penalties[column]}" if box.penalties[column] else "0"
            drawn.append(circle(x, TOP - 20, 18, "#ffffff", stroke="#8f3526", stroke_width=3))
            drawn.append(write(x, TOP - 12, penalty, 22, "#10293a", "middle", font_weight="bold"))
    left, right = where(box.boat[0])[0] - 40, where(box.boat[2])[0] + 40
    faded = 0.25 if gone else None
    boat = group(
        path(f"M{left} 84h{right - left}l-22 40h{left - right + 50}z", "#8f3526"),
        path(f"M{left} 84h{right - left}l-6 12h{left - right + 14}z", "#c2513b"),
        rect(left + 18, 44, 76, 42, PAPER, rx=6),
        rect(left + 28, 52, 24, 18, SURFACE, rx=4),
        rect(left + 60, 52, 24, 18, SURFACE, rx=4),
        path(f"M{left + 106} 84V20l52 14l-52 14", "#d1495b", stroke="#10293a", stroke_width=2),
        path(f"M{left + 106} 24l46 18", "none", stroke="#ffffff", stroke_width=5),
        fill_opacity=faded,
        id="boat",
    )
    return group(*drawn, boat, id="surface")


def _unused(view: View) -> str:
    """The outer columns that two players leave out."""
    drawn = [
        rect(LEFT_EDGE + CELL * column, TOP + 4, CELL, 9 * CELL - 4, ABYSS, fill_opacity=0.45)
        for column in range(COLUMNS)
        if not view.table.west <= column <= view.table.east
    ]
    return group(*drawn, id="unused")


@part
def _tiles(backs: Array[int]) -> str:
    drawn = []
    for place in range(SPACES):
        if backs[place] != NO_TILE:
            x, y = where(place)
            drawn.append(use(f"back-{backs[place]}", x, y, id=f"tile-{place}"))
    return group(*drawn, id="tiles")


def _spots(view: View) -> dict[int, tuple[float, float, float]]:
    """Middle and size of every animal on the board."""
    table = view.table
    by_place: dict[int, list[int]] = {}
    for i in range(table.found):
        if table.animals[i].place != GONE:
            by_place.setdefault(table.animals[i].place, []).append(i)
    spots = {}
    for place, here in by_place.items():
        x, y = where(place)
        tile = place < SPACES and table.backs[place] != NO_TILE
        size, grid = GRIDS[0 if len(here) == 1 and not tile else 1 if len(here) <= 4 else 2]
        for number, i in enumerate(here):
            dx, dy = grid[min(number, len(grid) - 1)]
            spots[i] = (x + dx, y + dy, size)
    return spots


def _shoal(view: View, narrow: bool = False) -> str:
    """The animals turned up, with points and discs; narrow, points only where they can be read."""
    drawn = []
    for i, (x, y, size) in sorted(_spots(view).items()):
        badge = 12 if not narrow else 16 if size == 1 else 0
        moved = f"transform:translate({x:g}px,{y:g}px) scale({size:g})"
        drawn.append(
            group(
                _animal(view.box, view.table.animals[i], badge),
                id=f"animal-tile-{i}",
                data_thing=f"animal-{i}",
                class_="piece",
                style=moved,
            )
        )
    return group(*drawn, id="shoal")


@part
def _animal(box: Box, animal: Animal, badge: float) -> str:
    """A tile turned up: its animal, its points in a badge, the discs of who has seen it."""
    kind = box.species[animal.species]
    points = box.points[animal.species]
    marks = [
        group(mark(seat, 6.5), transform=f"translate({-21 + 14 * seat} 22)")
        for seat in range(SEATS)
        if (animal.discs >> seat) & 1
    ]
    label = say(
        "{animal} at {place}, {points} {points:point|points}",
        animal=words.species(box, animal.species),
        place=words.spot(animal.place),
        points=points,
    )
    shown = [
        circle(34 - badge, badge - 34, badge, TONES[kind.colour][1]),
        write(34 - badge, 1.5 * badge - 34, points, 1.4 * badge, "#ffffff", "middle", font_weight="bold"),
    ]
    return "".join(
        [
            tag("title", label),
            use(f"face-{kind.colour}"),
            use(f"animal-{kind.name}", 0, 2),
            *(shown if badge else []),
            *marks,
        ]
    )


def _dust(view: View) -> str:
    """A cloud on every dusty place, with the cubes of who made it."""
    table = view.table
    owners: dict[int, list[int]] = {}
    for seat in range(table.players):
        for cube in range(CUBES):
            place = table.divers[seat].dust[cube]
            if place != ON_HAND and seat not in owners.setdefault(place, []):
                owners[place].append(seat)
    drawn = []
    for place, seats in sorted(owners.items()):
        x, y = where(place)
        drawn.append(use("cloud", x, y))
        for number, seat in enumerate(seats):
            left = x - 30 + 15 * number
            drawn.append(rect(left, y + 22, 12, 12, COLOURS[seat], stroke="#10293a", stroke_width=1.5))
    return group(*drawn, id="dust")


def _beside(seat: int) -> tuple[float, float, float]:
    """Where a card lies on a desk, and its size."""
    return 10, 10 + seat * (CARD_HEIGHT + 8), 1


def _card_of(view: View, seat: int, place: tuple[float, float, float]) -> str:
    """A diver's name, points, air gauge, deco tokens and log book."""
    table, box = view.table, view.box
    active = table.turn == seat and table.actor != OVER
    points = points_of(table, box, seat)
    return _card(box, table.divers[seat], seat, view.names[seat], active, points, place)


@part
def _card(
    box: Box, diver: Diver, seat: int, name: str, active: bool, points: int, place: tuple[float, float, float]
) -> str:
    full = max(1, box.air)
    low = diver.air <= full // 4
    gauge = [
        rect(14, 46, 176, 16, ROCK, rx=8, fill_opacity=0.4),
        rect(14, 46, max(16.0, 176 * diver.air / full), 16, "#b3261e" if low else "#2f86a6", rx=8)
        if diver.air
        else "",
        write(234, 62, diver.air, 22, anchor="end", font_weight="bold"),
        write(266, 62, say("air"), 17, "var(--quiet)", "end"),
    ]
    tokens = [use("deco", 24 + 24 * i, 82, 0.9) for i in range(min(diver.tokens, 4))]
    if diver.tokens > 4:
        tokens.append(write(120, 88, f"×{diver.tokens}", 17))
    return placed(
        *place,
        rect(0, 0, CARD, CARD_HEIGHT, PAPER, rx=8, stroke=INK if active else "none", stroke_width=3),
        group(mark(seat, 12), transform="translate(24 26)"),
        write(46, 33, name, 20, font_weight="bold"),
        write(266, 33, points, 26, anchor="end", font_weight="bold"),
        *gauge,
        *tokens,
        write(266, 88, _state(diver), 17, "var(--quiet)", "end"),
        _book(box, diver.seen),
        id=f"card-{seat}",
    )


@part
def _book(box: Box, found: Array[int]) -> str:
    """The log book of a diver."""
    return "".join(_entry(box, found, kind, 112) for kind in range(SPECIES))


def _entry(box: Box, found: Array[int], kind: int, y: float) -> str:
    """One species in the log book; its combination is numbered, and ringed when it pays."""
    colour = box.species[kind].colour
    column = sum(box.species[other].colour == colour for other in range(kind))
    x = 28 + 54 * column
    row = y + 28 * colour
    seen = found[kind]
    family = box.species[kind].combination
    label = words.species(box, kind)
    if family:
        label = say("{animal}, combination {name}", animal=label, name=say(COMBINATIONS[family]))
    mates = [other for other in range(SPECIES) if box.species[other].combination == family]
    pays = family and seen and sum(found[other] for other in mates) > 1
    number = []
    if family:
        number = [
            circle(x + 17, row - 4, 9, "#5b3a8c") if pays else "",
            write(
                x + 17,
                row + 2,
                family,
                17,
                "#ffffff" if pays else "#10293a" if seen else "var(--quiet)",
                "middle",
                font_weight="bold",
            ),
        ]
    return group(
        tag("title", label),
        rect(x - 24, row - 13, 50, 26, TONES[colour][0], rx=6, fill_opacity=0.95 if seen else 0.3),
        use(f"animal-{box.species[kind].name}", x - 6, row, 0.58, opacity=None if seen else 0.4),
        *number,
    )


def _side(view: View) -> str:
    """The round, the current card and what is being carried out."""
    table = view.table
    x, middle = SIDE, SIDE + 52
    drawn = [
        rect(x, TOP + 8, 104, 54, PAPER, rx=8),
        write(middle, TOP + 30, say("Round"), 16, "var(--quiet)", "middle"),
        write(middle, TOP + 54, table.rounds, 24, anchor="middle", font_weight="bold"),
        _current_card(view.box, table.current, _whose(view), x, TOP + 72),
    ]
    y = TOP + 330
    notes = _notes(view)
    if notes:
        drawn.append(rect(x, y, 104, 22 + 22 * len(notes), PAPER, rx=8))
        for number, note in enumerate(notes):
            weight = None if number == 0 else "bold"
            drawn.append(write(middle, y + 26 + 22 * number, note, 16, anchor="middle", font_weight=weight))
    return group(*drawn, id="side")


def _notes(view: View) -> list[str]:
    """How near the end is, or the event that is being carried out, in short lines."""
    table = view.table
    if table.phase in (Phase.CHOOSE, Phase.PUSH, Phase.PICK) and table.actor >= 0:
        return [say("Event"), *words.event(view.box, table.card).split()]
    if table.boat_left:
        return [say("The boat"), say("has left")]
    return [say("Last round"), str(table.last_round)] if table.last_round else []


def _strip(view: View, y: float) -> str:
    """Upright: the round, the current and what is being carried out, in one line."""
    table, box = view.table, view.box
    drawn = [
        rect(0, 0, NARROW - 24, STRIP, PAPER, rx=8),
        write(50, 34, say("Round"), 22, "var(--quiet)", "middle"),
        write(50, 74, table.rounds, 34, anchor="middle", font_weight="bold"),
    ]
    notes = _notes(view)
    if notes:
        drawn.append(write(NARROW - 40, 34, notes[0], 22, "var(--quiet)", "end"))
        drawn.append(write(NARROW - 40, 70, " ".join(notes[1:]), 24, anchor="end", font_weight="bold"))
    way = box.currents[table.current].way if table.current != NO_CURRENT else Way.CALM
    if way == Way.CALM:
        words_ = say("none yet") if table.current == NO_CURRENT else f"{say('calm')} {say('seas')}"
        drawn.append(write(116, 34, say("Current"), 22, "var(--quiet)"))
        drawn.append(write(116, 70, words_, 24, font_weight="bold"))
        return placed(12, y, 1, *drawn, id="side")
    card = box.currents[table.current]
    drawn.append(placed(136, 46, 1.1, _way_arrow(card.way)))
    for colour in range(DEPTHS):
        x = 196 + 52 * colour
        drawn.append(rect(x - 20, 14, 40, 26, TONES[colour][0], rx=6))
        drawn.append(write(x, 74, card.animals[colour], 28, anchor="middle", font_weight="bold"))
    drawn.append(use(f"diver-{_whose(view)}", 412, 27, 0.5))
    drawn.append(write(412, 74, card.divers, 28, anchor="middle", font_weight="bold"))
    return placed(12, y, 1, *drawn, id="side")


def _way_arrow(way: int) -> str:
    """Where a current drives."""
    return path("M0 -26l22 26h-12v24h-20v-24h-12z", MIDDLE, transform=f"rotate({(0, 180, -90, 90)[way]})")


def _whose(view: View) -> int:
    return 0 if view.table.actor == OVER else int(view.table.turn)


@part
def _current_card(box: Box, current: int, whose: int, x: float, y: float) -> str:
    """The arrow, and how far it moves animals by colour and divers."""
    drawn = [
        rect(x, y, 104, 244, PAPER, rx=8),
        write(x + 52, y + 24, say("Current"), 16, "var(--quiet)", "middle"),
    ]
    if current == NO_CURRENT:
        drawn.append(write(x + 52, y + 130, say("none yet"), 17, anchor="middle"))
        return group(*drawn, id="current")
    card = box.currents[current]
    if card.way == Way.CALM:
        drawn.append(write(x + 52, y + 124, say("calm"), 20, anchor="middle", font_weight="bold"))
        drawn.append(write(x + 52, y + 148, say("seas"), 20, anchor="middle", font_weight="bold"))
        return group(*drawn, id="current")
    drawn.append(placed(x + 52, y + 66, 1, _way_arrow(card.way)))
    for colour in range(DEPTHS):
        line = y + 122 + 24 * colour
        drawn.append(rect(x + 20, line - 15, 26, 19, TONES[colour][0], rx=5))
        drawn.append(write(x + 72, line, card.animals[colour], 20, anchor="middle", font_weight="bold"))
    drawn.append(use(f"diver-{whose}", x + 36, y + 218, 0.44))
    drawn.append(write(x + 72, y + 224, card.divers, 20, anchor="middle", font_weight="bold"))
    return group(*drawn, id="current")


def _stand(view: View, seat: int) -> tuple[float, float, float]:
    """Where a diver is drawn, and how large."""
    diver = view.table.divers[seat]
    dx, dy = ((-18, -22), (18, -22), (-18, 22), (18, 22))[seat]
    if diver.state in (State.ABOARD, State.HOME):
        return where(view.box.boat[1])[0] - 12 + 34 * seat, 72, 0.36
    if diver.row < 0:
        return where(diver.column)[0] + dx, TOP - 42 - 6 * (seat % 2), 0.4
    x, y = where(place_of(diver))
    return x + dx, y + dy, 0.42


def _pawn(view: View, seat: int) -> str:
    x, y, size = _stand(view, seat)
    drowned = view.table.divers[seat].state == State.DROWNED
    label = say("{name}: {state}", name=view.names[seat], state=_state(view.table.divers[seat]))
    return piece(f"piece-{seat}", f"diver-{seat}", x, y, 0.001 if drowned else size, label)


# What can be done now


def _choices(view: View) -> str:
    """What the one who looks can do now, glowing."""
    drawn, bar = [], []
    spots = _spots(view)
    for move in sorted(view.open_moves, key=lambda move: isinstance(move, Flip)):
        shown = _choice(view, move, spots)
        if shown:
            drawn.append(shown)
        else:
            bar.append(move)
    for number, move in enumerate(bar):
        x, label = LEFT_EDGE + 8 + 184 * number, view.name(move)
        drawn.append(
            button(
                encode(move),
                label,
                rect(x, BAR, 172, 40, "#10293a", rx=8),
                write(x + 86, BAR + 27, label, 19, "#ffffff", "middle"),
                frame(x, BAR, 172, 40),
            )
        )
    return group(*drawn, id="choices")


def _choice(view: View, move: Any, spots: dict[int, tuple[float, float, float]]) -> str:
    """A move at its place in the sea; empty if it has none."""
    match move:
        case Swim() | DiveIn():
            return _step_button(view, move)
        case ClimbAboard():
            return button(encode(move), view.name(move), frame(where(view.box.boat[0])[0] - 30, 40, 92, 48))
        case Snorkel():
            x, _ = where(view.table.divers[view.seat].column)
            return button(encode(move), view.name(move), frame(x - 38, TOP - 38, 76, 36))
        case See(animal):
            x, y, size = spots[animal]
            glow = frame(x - 33 * size, y - 33 * size, 66 * size, 66 * size)
            return button(encode(move), view.name(move), glow)
        case Flip():
            return button(encode(move), view.name(move), _tile_to_flip(view))
        case Pick(way):
            x, y = where(words.picked(view.table, way))
            return button(encode(move), view.name(move), frame(x - 37, y - 37, 74, 74))
        case PushFish(animal, way):
            x, y, size = spots[animal]
            return _arrow(view, move, x + (24 if way == Way.RIGHT else -24) * size, y)
        case PushDiver(seat, way):
            x, y, _ = _stand(view, seat)
            dx, dy = ((0, -17), (0, 17), (-22, 0), (22, 0))[way]
            return _arrow(view, move, x + dx, y + dy)
    return ""


def _tile_to_flip(view: View) -> str:
    """The glow of a tile face down; under animals only its middle shows."""
    x, y = where(view.table.place)
    if not view.table.crowd[view.table.place]:
        return frame(x - 37, y - 37, 74, 74)
    middle = circle(0, 0, 13, TONES[view.table.backs[view.table.place]][0])
    turn = path("M-6 2a6 6 0 1 1 4 5M-9 -1l3 5l4 -4", "none", stroke="#10293a", stroke_width=2.5)
    return placed(x, y, 1, middle, turn, ring(0, 0, 13))


def _found_here(view: View) -> list[Flip | See]:
    """What may be discovered now: tiles and animals, all on one space."""
    return [move for move in view.open_moves if isinstance(move, Flip | See)]


def _tray(view: View, y: float) -> str:
    """Upright: what may be discovered now, large."""
    drawn = []
    for number, move in enumerate(_found_here(view)):
        what = (
            _animal(view.box, view.table.animals[move.animal], 16)
            if isinstance(move, See)
            else use(f"back-{view.table.backs[view.table.place]}")
        )
        tile = placed(64 + 96 * number, y + 44, 1.3, what, frame(-33, -33, 66, 68))
        drawn.append(button(encode(move), view.name(move), tile))
    return group(*drawn, id="tray")


def _narrow_choices(view: View) -> list[str]:
    """Upright: where to swim, and which tile of the sea to pick."""
    drawn = []
    for move in view.open_moves:
        match move:
            case Swim() | DiveIn():
                drawn.append(_step_button(view, move, narrow=True))
            case Pick(way):
                x, y = where(words.picked(view.table, way))
                drawn.append(button(encode(move), view.name(move), frame(x - 40, y - 40, 80, 80)))
    return drawn


def _arrow(view: View, move: PushDiver | PushFish, x: float, y: float) -> str:
    """Who is pushed, and where to."""
    turn = (0, 180, -90, 90)[move.way]
    head = path("M0 -8l7 9h-14z", "#10293a")
    return button(
        encode(move),
        view.name(move),
        circle(x, y, 10, "#ffffff"),
        group(head, transform=f"translate({x:g} {y:g}) rotate({turn})"),
        ring(x, y, 10),
    )


def _step_button(view: View, step: Swim | DiveIn, narrow: bool = False) -> str:
    """The place a step leads to, with what it would cost to stop there."""
    box, diver, move, label = view.box, view.table.divers[view.seat], encode(step), view.name(step)
    match step:
        case DiveIn(space):
            way, place = int(Way.DOWN), box.boat[space]
        case Swim(way):
            place = place_of(diver) + (-COLUMNS, COLUMNS, -1, 1)[way]
    x, y = where(place)
    half = 40 if narrow else 38
    if diver.state == State.SNORKELING or place < 0:
        high = 80 if narrow else 36
        cost = "" if diver.state == State.SNORKELING else f": {words.preview(view, step)[0]}"
        return button(move, f"{label}{cost}", frame(x - half, TOP - 2 - high, 2 * half, high))
    cost, rest = words.preview(view, step)
    tone = "#10293a" if words.needs(view, step) <= diver.air else "#8f1d14"
    return button(
        move,
        f"{label}: {cost}, {rest}",
        "" if narrow else _forecast(x, y, cost, rest, tone),
        frame(x - half, y - half, 2 * half, 2 * half),
        _cost(air_at(box, words.row_after(view, step)), x, y, way, tone, narrow),
    )


def _cost(air: int, x: float, y: float, way: int, tone: str, narrow: bool) -> str:
    """The air that a turn ending there costs, on the edge that is crossed, where no tile lies."""
    dx, dy = ((0, 40), (0, -40), (40, 0), (-40, 0))[way]
    size = 22 if narrow else 16
    return placed(
        x + dx,
        y + dy,
        1,
        rect(-0.7 * size, -0.6 * size, 1.4 * size, 1.2 * size, tone, rx=6),
        write(0, 0.36 * size, air, size, "#ffffff", "middle", font_weight="bold"),
    )


def _forecast(x: float, y: float, cost: str, rest: str, tone: str) -> str:
    """What stopping there would mean, while somebody points at it."""
    return group(
        rect(x - 37, y + 3, 74, 34, tone, rx=6),
        write(x, y + 17, cost, 14, "#ffffff", "middle", font_weight="bold"),
        write(x, y + 32, rest, 13, "#ffffff", "middle"),
        class_="hint",
    )

"""The board of SCUBA: a section through the sea with its tiles, animals and divers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from fathom5.games.scuba import animals, events, rules, words
from fathom5.games.scuba.ending import points_of
from fathom5.games.scuba.sea import GONE, ON_HAND, air_at, place_of, under_boat
from fathom5.games.scuba.table import (
    ABOARD,
    BOTTOM,
    CALM,
    CHOOSE,
    COLUMNS,
    COMBINATIONS,
    CUBES,
    DEPTHS,
    DIVING,
    DOWN,
    DROWNED,
    HOME,
    LEFT,
    PICK,
    PUSH,
    RIGHT,
    ROWS,
    SEATS,
    SNORKELING,
    SPACES,
    SPECIES,
    UP,
    WAYS,
)
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
    frame,
    group,
    mark,
    path,
    picture,
    piece,
    rect,
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

ARROWS = ("↑", "↓", "←", "→", "·")
LETTERS = "RYGB"


# In the terminal


def text(view: View) -> str:
    """The sea row by row, the current, and the divers."""
    table, box = view.table, view.box
    lines = [_headline(view), "", f"{'':8}" + "".join(f"{c:<6}" for c in "abcdefghi")]
    lines.append(f"{'':8}" + "".join(f"{_at_surface(view, column):<6}" for column in range(COLUMNS)))
    for row in range(BOTTOM + 1):
        cells = "".join(f"{_cell(view, row * COLUMNS + column):<6}" for column in range(COLUMNS))
        lines.append(f"{row + 1} {5 * row:>2}m {air_at(box, row)}  {cells}".rstrip())
    lines.append("")
    lines += [_player(view, seat) for seat in range(table.players)]
    return "\n".join(lines)


def _headline(view: View) -> str:
    table = view.table
    current = words.current(view.box, table.current) if table.current >= 0 else say("no current yet")
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
    here = "".join(
        SIGNS[seat]
        for seat in range(view.table.players)
        if view.table.divers[seat].row < 0
        and view.table.divers[seat].column == column
        and view.table.divers[seat].state not in (HOME, ABOARD)
    )
    if under_boat(view.box, column):
        return "▟█▙" + here
    penalty = view.box.penalties[column]
    return (f"-{penalty}" if penalty else "~") + here


def _cell(view: View, place: int) -> str:
    """A tile face down by its letter, animals by their number, dust, divers."""
    table = view.table
    column = place % COLUMNS
    if not table.west <= column <= table.east:
        return ""
    tile = LETTERS[table.backs[place]] if place < SPACES and table.backs[place] >= 0 else ""
    fish = str(table.crowd[place]) if table.crowd[place] else ""
    dust = "░" if table.cubes[place] else ""
    divers = "".join(
        SIGNS[seat]
        for seat in range(table.players)
        if table.divers[seat].state == DIVING and place_of(table.divers[seat]) == place
    )
    return (tile + fish + dust + divers) or "·"


def _player(view: View, seat: int) -> str:
    table = view.table
    diver = table.divers[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    air = say("air {air}", air=diver.air)
    tokens = say("{tokens} deco", tokens=diver.tokens) if diver.tokens else ""
    points = say("{points} points", points=points_of(table, view.box, seat))
    cards = say("{cards} species", cards=diver.cards)
    who = f"{turn} {SIGNS[seat]} {view.names[seat]:<12}"
    return f"{who} {air:<7} {points}, {cards}  {_state(view, seat)} {tokens}".rstrip()


def _state(view: View, seat: int) -> str:
    """Where a diver is, in a few words."""
    diver = view.table.divers[seat]
    if diver.state == DIVING:
        return words.metres(diver.row)
    return (say("on the boat"), "", say("snorkeling"), say("home"), say("drowned"), say("rescued"))[
        diver.state
    ]


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
    (0.38, tuple((24.0 * (i % 3 - 1), 23.0 * (i // 3 - 1)) for i in range(9))),
)
"""How animals share a place: their size and spots."""


def svg(view: View) -> str:
    """The whole board as a picture."""
    seats = range(view.table.players)
    return picture(
        WIDTH,
        HEIGHT,
        f"{view.game.title}. {_headline(view)}.",
        _sheet(),
        _sea(),
        _scale(view),
        _unused(view),
        _tiles(view),
        _shoal(view),
        _dust(view),
        group(*(_card(view, seat) for seat in seats), id="cards"),
        _side(view),
        group(*(_pawn(view, seat) for seat in seats), id="pieces"),
        _choices(view),
    )


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


def _scale(view: View) -> str:
    """Depth and air at the left, boat and penalties at the surface."""
    box = view.box
    drawn = []
    for row in range(ROWS + 1):
        y = TOP + CELL * row
        pale = "#ffffff" if row > 1 else "#10293a"
        drawn.append(write(LEFT_EDGE - 8, y + 20, f"{5 * row} m", 16, pale, "end"))
        drawn.append(write(LEFT_EDGE - 8, y + 58, air_at(box, row), 30, pale, "end", font_weight="bold"))
        drawn.append(write(LEFT_EDGE - 8, y + 74, say("air"), 14, pale, "end"))
    for column in range(COLUMNS):
        x, _ = where(column)
        if not view.table.west <= column <= view.table.east:
            continue
        if not under_boat(box, column):
            penalty = f"−{box.penalties[column]}" if box.penalties[column] else "0"
            drawn.append(circle(x, TOP - 18, 16, "#ffffff", stroke="#8f3526", stroke_width=3))
            drawn.append(write(x, TOP - 12, penalty, 18, "#10293a", "middle", font_weight="bold"))
    left, right = where(box.boat[0])[0] - 40, where(box.boat[2])[0] + 40
    faded = 0.25 if view.table.boat_left else None
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
    return group(*drawn, boat, id="scale")


def _unused(view: View) -> str:
    """The outer columns that two players leave out."""
    drawn = [
        rect(LEFT_EDGE + CELL * column, TOP + 4, CELL, 9 * CELL - 4, ABYSS, fill_opacity=0.45)
        for column in range(COLUMNS)
        if not view.table.west <= column <= view.table.east
    ]
    return group(*drawn, id="unused")


def _tiles(view: View) -> str:
    backs = view.table.backs
    drawn = []
    for place in range(SPACES):
        if backs[place] >= 0:
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
        tile = place < SPACES and table.backs[place] >= 0
        size, grid = GRIDS[0 if len(here) == 1 and not tile else 1 if len(here) <= 4 else 2]
        for number, i in enumerate(here):
            dx, dy = grid[min(number, len(grid) - 1)]
            spots[i] = (x + dx, y + dy, size)
    return spots


def _shoal(view: View) -> str:
    """The animals turned up, with points and discs."""
    table, box = view.table, view.box
    drawn = []
    for i, (x, y, size) in sorted(_spots(view).items()):
        animal = table.animals[i]
        kind = box.species[animal.species]
        marks = [
            group(mark(seat, 6.5), transform=f"translate({-21 + 14 * seat} 22)")
            for seat in range(table.players)
            if (animal.discs >> seat) & 1
        ]
        label = say(
            "{animal} at {place}, {points} points",
            animal=words.species(box, animal.species),
            place=words.spot(animal.place),
            points=box.points[animal.species],
        )
        moved = f"transform:translate({x:g}px,{y:g}px) scale({size:g})"
        drawn.append(
            group(
                tag("title", label),
                use(f"face-{kind.colour}"),
                use(f"animal-{kind.name}", 0, 2),
                circle(22, -22, 12, TONES[kind.colour][1]),
                write(22, -16, box.points[animal.species], 17, "#ffffff", "middle", font_weight="bold"),
                *marks,
                id=f"animal-tile-{i}",
                class_="piece",
                style=moved,
            )
        )
    return group(*drawn, id="shoal")


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


def _card(view: View, seat: int) -> str:
    """A diver's name, points, air gauge, deco tokens and log book."""
    table, box = view.table, view.box
    diver = table.divers[seat]
    y = 10 + seat * (CARD_HEIGHT + 8)
    active = table.turn == seat and table.actor != OVER
    full = max(1, box.air)
    low = diver.air <= full // 4
    gauge = [
        rect(24, y + 46, 180, 16, ROCK, rx=8, fill_opacity=0.4),
        rect(24, y + 46, max(16.0, 180 * diver.air / full), 16, "#b3261e" if low else "#2f86a6", rx=8)
        if diver.air
        else "",
        write(250, y + 62, diver.air, 22, anchor="end", font_weight="bold"),
        write(276, y + 62, say("air"), 14, "var(--quiet)", "end"),
    ]
    tokens = [use("deco", 24 + 10 + 24 * i, y + 82, 0.9) for i in range(min(diver.tokens, 4))]
    if diver.tokens > 4:
        tokens.append(write(130, y + 88, f"×{diver.tokens}", 16))
    book = [_entry(view, seat, kind, y + 112) for kind in range(SPECIES)]
    return group(
        rect(10, y, CARD, CARD_HEIGHT, PAPER, rx=8, stroke=INK if active else "none", stroke_width=3),
        group(mark(seat, 12), transform=f"translate(34 {y + 26})"),
        write(56, y + 33, view.names[seat], 20, font_weight="bold"),
        write(276, y + 33, points_of(table, box, seat), 26, anchor="end", font_weight="bold"),
        *gauge,
        *tokens,
        write(276, y + 88, _state(view, seat), 16, "var(--quiet)", "end"),
        *book,
        id=f"card-{seat}",
    )


def _entry(view: View, seat: int, kind: int, y: float) -> str:
    """One species in the log book; its combination is numbered, and ringed when it pays."""
    box, diver = view.box, view.table.divers[seat]
    colour = box.species[kind].colour
    column = sum(box.species[other].colour == colour for other in range(kind))
    x = 38 + 54 * column
    row = y + 28 * colour
    seen = diver.seen[kind]
    family = box.species[kind].combination
    label = words.species(box, kind)
    if family:
        label = say("{animal}, combination {name}", animal=label, name=say(COMBINATIONS[family]))
    mates = [other for other in range(SPECIES) if box.species[other].combination == family]
    pays = family and seen and sum(diver.seen[other] for other in mates) > 1
    number = []
    if family:
        number = [
            circle(x + 18, row - 6, 8, "#5b3a8c") if pays else "",
            write(
                x + 18,
                row - 1,
                family,
                13,
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
    table, box = view.table, view.box
    x, middle = SIDE, SIDE + 52
    drawn = [
        rect(x, TOP + 8, 104, 54, PAPER, rx=8),
        write(middle, TOP + 30, say("Round"), 16, "var(--quiet)", "middle"),
        write(middle, TOP + 54, table.rounds, 24, anchor="middle", font_weight="bold"),
        _current_card(view, x, TOP + 72),
    ]
    y = TOP + 330
    notes = []
    if table.last_round:
        notes = (
            [say("The boat"), say("has left")]
            if table.boat_left
            else [say("Last round"), str(table.last_round)]
        )
    if table.phase in (CHOOSE, PUSH, PICK) and table.actor >= 0:
        notes = [say("Event"), *words.event(box, table.card).split()]
    if notes:
        drawn.append(rect(x, y, 104, 22 + 22 * len(notes), PAPER, rx=8))
        for number, note in enumerate(notes):
            weight = None if number == 0 else "bold"
            drawn.append(write(middle, y + 26 + 22 * number, note, 16, anchor="middle", font_weight=weight))
    return group(*drawn, id="side")


def _current_card(view: View, x: float, y: float) -> str:
    """The arrow, and how far it moves animals by colour and divers."""
    table, box = view.table, view.box
    drawn = [
        rect(x, y, 104, 244, PAPER, rx=8),
        write(x + 52, y + 24, say("Current"), 16, "var(--quiet)", "middle"),
    ]
    if table.current < 0:
        drawn.append(write(x + 52, y + 130, say("none yet"), 17, anchor="middle"))
        return group(*drawn, id="current")
    card = box.currents[table.current]
    if card.way == CALM:
        drawn.append(write(x + 52, y + 124, say("calm"), 20, anchor="middle", font_weight="bold"))
        drawn.append(write(x + 52, y + 148, say("seas"), 20, anchor="middle", font_weight="bold"))
        return group(*drawn, id="current")
    turn = (0, 180, -90, 90)[card.way]
    arrow = path("M0 -26l22 26h-12v24h-20v-24h-12z", MIDDLE)
    drawn.append(group(arrow, transform=f"translate({x + 52} {y + 66}) rotate({turn})"))
    for colour in range(DEPTHS):
        line = y + 122 + 24 * colour
        drawn.append(rect(x + 20, line - 15, 26, 19, TONES[colour][0], rx=5))
        drawn.append(write(x + 72, line, card.animals[colour], 20, anchor="middle", font_weight="bold"))
    drawn.append(use("diver-0" if table.actor == OVER else f"diver-{table.turn}", x + 36, y + 218, 0.44))
    drawn.append(write(x + 72, y + 224, card.divers, 20, anchor="middle", font_weight="bold"))
    return group(*drawn, id="current")


def _stand(view: View, seat: int) -> tuple[float, float, float]:
    """Where a diver is drawn, and how large."""
    diver = view.table.divers[seat]
    dx, dy = ((-18, -22), (18, -22), (-18, 22), (18, 22))[seat]
    if diver.state in (ABOARD, HOME):
        return where(view.box.boat[1])[0] - 12 + 34 * seat, 72, 0.36
    if diver.row < 0:
        return where(diver.column)[0] + dx, TOP - 42 - 6 * (seat % 2), 0.4
    x, y = where(place_of(diver))
    return x + dx, y + dy, 0.42


def _pawn(view: View, seat: int) -> str:
    x, y, size = _stand(view, seat)
    drowned = view.table.divers[seat].state == DROWNED
    label = say("{name}: {state}", name=view.names[seat], state=_state(view, seat))
    return piece(f"piece-{seat}", f"diver-{seat}", x, y, 0.001 if drowned else size, label)


# What can be done now


def _choices(view: View) -> str:
    """What the one who looks can do now, glowing."""
    drawn, bar = [], []
    spots = _spots(view)
    for move in view.ids:
        label = view.name(move)
        if rules.SWIM <= move < rules.PASS:
            drawn.append(_step_button(view, move, label))
        elif move >= rules.SEE:
            x, y, size = spots[move - rules.SEE]
            drawn.append(button(move, label, frame(x - 33 * size, y - 33 * size, 66 * size, 66 * size)))
        elif move == rules.FLIP:
            x, y = where(view.table.place)
            drawn.append(button(move, label, frame(x - 37, y - 37, 74, 74)))
        elif move >= events.PICKS:
            x, y = where(words.picked(view.table, move - events.PICKS))
            drawn.append(button(move, label, frame(x - 37, y - 37, 74, 74)))
        elif move >= events.PUSH_FISH:
            i, side = divmod(move - events.PUSH_FISH, 2)
            x, y, size = spots[i]
            drawn.append(_arrow(move, label, x + (24 if side else -24) * size, y, LEFT + side))
        elif events.PUSH_DIVER <= move < events.PUSH_ALL:
            seat, way = divmod(move - events.PUSH_DIVER, WAYS)
            x, y, _ = _stand(view, seat)
            dx, dy = ((0, -17), (0, 17), (-22, 0), (22, 0))[way]
            drawn.append(_arrow(move, label, x + dx, y + dy, way))
        else:
            bar.append((move, label))
    for number, (move, label) in enumerate(bar):
        x = LEFT_EDGE + 8 + 184 * number
        drawn.append(
            button(
                move,
                label,
                rect(x, BAR, 172, 40, "#10293a", rx=8),
                write(x + 86, BAR + 27, label, 19, "#ffffff", "middle"),
                frame(x, BAR, 172, 40),
            )
        )
    return group(*drawn, id="choices")


def _arrow(move: int, label: str, x: float, y: float, way: int) -> str:
    turn = (0, 180, -90, 90)[way]
    head = path("M0 -8l7 9h-14z", "#10293a")
    return button(
        move,
        label,
        circle(x, y, 10, "#ffffff"),
        group(head, transform=f"translate({x:g} {y:g}) rotate({turn})"),
        ring(x, y, 10),
    )


def _step_button(view: View, move: int, label: str) -> str:
    """The place a step leads to, with what it would cost to stop there."""
    table, box = view.table, view.box
    diver = table.divers[view.seat]
    if diver.state == ABOARD:
        place = box.boat[move - rules.DIVE]
    else:
        way = move - rules.SWIM
        place = place_of(diver) + {UP: -COLUMNS, DOWN: COLUMNS, LEFT: -1, RIGHT: 1}[way]
    x, y = where(place)
    if diver.state == SNORKELING:
        y -= CELL / 2 + 18
        return button(move, label, frame(x - 34, y - 20, 68, 40))
    cost, rest = words.preview(view, move)
    if place < 0:
        return button(move, f"{label}: {cost}", frame(x - 36, y + 2, 72, 36))
    affordable = words.needs(view, move) <= diver.air
    return button(
        move,
        f"{label}: {cost}, {rest}",
        rect(x - 37, y + 3, 74, 34, "#10293a" if affordable else "#8f1d14", rx=6),
        write(x, y + 17, cost, 14, "#ffffff", "middle", font_weight="bold"),
        write(x, y + 32, rest, 13, "#ffffff", "middle"),
        frame(x - 38, y - 38, 76, 76),
    )

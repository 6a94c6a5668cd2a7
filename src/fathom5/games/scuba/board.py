"""The board of SCUBA: a section through the sea with its tiles, animals and divers."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fathom5.core import Array
from fathom5.draw.svg import (
    ABYSS,
    DEEP,
    MIDDLE,
    ROCK,
    SAND,
    SHALLOWS,
    blend,
    circle,
    group,
    mark,
    part,
    path,
    picture,
    piece,
    placed,
    rect,
    sea,
    sky,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.scuba import words
from fathom5.games.scuba.animals import DARK
from fathom5.games.scuba.aside import event_strip, everybodys_air, log_book, panel, round_and_current
from fathom5.games.scuba.choices import choices, shelf_height
from fathom5.games.scuba.drawings import (
    TONES,
    air_bubble,
    animal_tile,
    boat,
    cover,
    icons,
    sheet,
)
from fathom5.games.scuba.layout import HEIGHT, NARROW, WIDTH, Layout, desk, phone
from fathom5.games.scuba.sea import GONE, NO_TILE, ON_HAND, air_at, place_of, under_boat
from fathom5.games.scuba.spots import animal_spots, diver_spot, tile_spot
from fathom5.games.scuba.table import (
    COLUMNS,
    CUBES,
    PLACES,
    ROWS,
    SPACES,
    WAY_NAMES,
    Box,
    State,
)
from fathom5.games.scuba.terminal import headline, legend, state_of, text, twin
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

__all__ = ["cover", "icons", "legend", "svg", "text", "twin", "upright"]


def svg(view: View) -> str:
    """The whole board as a picture."""
    layout = desk()
    return picture(
        WIDTH,
        HEIGHT,
        f"{view.game.title}. {headline(view)}.",
        sheet(),
        sky(1000),
        view.shared(_sea, layout),
        panel(view),
        choices(view, layout),
        backdrop=_backdrop(layout, HEIGHT),
    )


def upright(view: View) -> str:
    """The board for a phone held upright: round and current, the sea as wide as the page, the log book."""
    layout = phone(view.table)
    y = layout.bottom + 14 + shelf_height(view, layout)
    height = y + 92 + 10 + 252
    return picture(
        NARROW,
        height,
        f"{view.game.title}. {headline(view)}.",
        sheet(),
        view.shared(_sea, layout),
        round_and_current(view),
        everybodys_air(view),
        placed(8, y, 1, event_strip(view)),
        placed(8, y + 100, 1, log_book(view, narrow=True)),
        choices(view, layout),
        backdrop=_backdrop(layout, height),
    )


def _sea(view: View, layout: Layout) -> str:
    """The sea and all that is in it, the same for everybody."""
    table = view.table
    drawn = [
        _grid(layout),
        _scale(view.box, layout, table.west, table.east),
        _surface(view.box, layout, table.west, table.east, table.boat_left),
        _cliffs(layout, table.west, table.east),
        _tiles(layout, table.backs, table.crowd),
        _shoal(view, layout),
        _dust(view, layout),
        group(*(_pawn(view, layout, seat) for seat in range(table.players)), id="pieces"),
        _spaces(view, layout),
    ]
    return "".join(drawn)


@part
def _backdrop(layout: Layout, height: float) -> str:
    """Sky, water and sea floor, far beyond the board."""
    deeper = layout.top, layout.high
    bands = [
        (layout.line, SHALLOWS),
        (deeper[0] + 2 * deeper[1], blend(SHALLOWS, MIDDLE, 0.5)),
        (deeper[0] + 4 * deeper[1], MIDDLE),
        (deeper[0] + 6 * deeper[1], DEEP),
        (deeper[0] + 8 * deeper[1], ABYSS),
    ]
    floor = layout.bottom - (4 if layout.is_phone else 16)
    wide = "q110 -18 230 -2t230 -4t230 3t230 -5t230 4t230 -2t230 3t230 -3t230 2t230 -2"
    return group(
        sea(bands, layout.board, height),
        path(f"M-400 {height + 400}V{floor}{wide}V{height + 400}z", ROCK),
        path(f"M-400 {height + 400}V{floor + 18}{wide}V{height + 400}z", SAND),
    )


@part
def _grid(layout: Layout) -> str:
    """The lines between spaces."""
    across = "".join(
        f"M{layout.left + layout.wide * i} {layout.top}V{layout.bottom}" for i in range(layout.columns + 1)
    )
    down = "".join(f"M{layout.left} {layout.top + layout.high * i}H{layout.right}" for i in range(ROWS + 2))
    return path(across + down, "none", stroke="#ffffff", stroke_opacity=0.22, stroke_width=2.4)


@part
def _scale(box: Box, layout: Layout, west: int, east: int) -> str:
    """The letters of the columns; by row its number, depth and the air that a turn costs there."""
    drawn = []
    high = layout.top - layout.line - 4
    for column in range(west, east + 1):
        x, y = layout.column(column), layout.line + 2
        drawn.append(rect(x - 19, y, 38, high, DARK, rx=6))
        letter = words.spot(column)[0]
        drawn.append(
            write(x, y + high / 2 + 7, letter, layout.small + 2, "#ffffff", "middle", font_weight="bold")
        )
    for row in range(ROWS + 1):
        drawn.append(_depth(layout, row, air_at(box, row)))
    return group(*drawn, id="scale")


def _depth(layout: Layout, row: int, air: int) -> str:
    """One row of the scale, in the colour of the animals that live there."""
    wide, y = layout.left - 6, layout.top + layout.high * row
    tone = TONES[row // 2][1] if row < ROWS else "#0b1a2b"
    radius, size, label = 18, 22, f"{5 * row}–{5 * row + 5} m"
    middle, low = y + 0.34 * layout.high, y + layout.high - 10
    if layout.is_phone:
        radius, size, label = 11, 18, f"{5 * row} m"
        middle, low = y + 15, y + layout.high - 10
    return group(
        tag("title", say("{depth} m: {air} air", depth=5 * row, air=air)),
        rect(3, y + 1, wide, layout.high - 2, tone, rx=6),
        write(3 + 0.22 * wide, middle + 8, row + 1, size + 3, "#ffffff", "middle", font_weight="bold"),
        air_bubble(3 + 0.7 * wide, middle, radius, air, size),
        write(3 + wide / 2, low + 4, label, layout.small, "#ffffff", "middle"),
    )


@part
def _surface(box: Box, layout: Layout, west: int, east: int, gone: int) -> str:
    """The boat, and on life rings what it costs to be fetched from elsewhere."""
    drawn = []
    radius = 17 if layout.is_phone else 21
    for column in range(west, east + 1):
        if under_boat(box, column) or not box.penalties[column]:
            continue
        x, y = layout.column(column), layout.line - radius - 2
        points = box.penalties[column]
        drawn.append(
            group(
                tag("title", say("Picked up here you lose {points} {points:point|points}.", points=points)),
                circle(x, y, radius, "#ffffff", stroke="#b3392b", stroke_width=5),
                write(x, y + 8, f"−{points}", layout.small + 2, DARK, "middle", font_weight="bold"),
            )
        )
    middle = (layout.column(box.boat[0]) + layout.column(box.boat[2])) / 2
    grown = 3 * layout.wide / 366
    place = f"translate({middle:.2f} {layout.line + 4:g}) scale({grown:.3f} {min(1, grown + 0.12):.3f})"
    ship = group(
        boat(366),
        transform=place,
        opacity=0.25 if gone else None,
        id="boat",
        data_why="climb aboard",
    )
    wide, high = layout.right - layout.left, layout.target
    area = rect(layout.left, layout.line - high, wide, high, "none", pointer_events="all")
    return group(group(area, *drawn, data_why="surface"), ship, id="surface")


@part
def _cliffs(layout: Layout, west: int, east: int) -> str:
    """Rocks on the outer columns that two players leave out."""
    drawn = []
    for column in range(layout.west, layout.west + layout.columns):
        if west <= column <= east:
            continue
        x, step = layout.left + layout.wide * (column - layout.west), layout.high
        inside = x if column > east else x + layout.wide
        out = 1 if column > east else -1
        edge = "".join(
            f"L{inside + out * jut:g} {layout.top + step * (i + 0.5):g}"
            for i, jut in enumerate((30, 8, 26, 12, 34, 10, 24, 6, 18))
        )
        far = inside + out * layout.wide
        drawn.append(
            path(
                f"M{far:g} {layout.top}L{inside + out * 20:g} {layout.top}{edge}V{layout.bottom}H{far:g}z",
                ROCK,
            )
        )
        drawn.append(use("animal-1", inside + out * 70, layout.top + 1.9 * step, 1.5))
        drawn.append(use("animal-0", inside + out * 66, layout.top + 4.6 * step, 1.3))
        drawn.append(use("animal-6", inside + out * 74, layout.top + 7.2 * step, 1.4))
    return group(*drawn, id="unused", opacity=0.9)


@part
def _tiles(layout: Layout, backs: Array[int], crowd: Array[int]) -> str:
    drawn = []
    for place in range(SPACES):
        if backs[place] != NO_TILE:
            x, y, size = tile_spot(layout, place, crowd[place])
            drawn.append(use(f"back-{backs[place]}", x, y, size, id=f"tile-{place}"))
    return group(*drawn, id="tiles")


def _shoal(view: View, layout: Layout) -> str:
    """The animals turned up, with points and discs where they can be read."""
    drawn = []
    for i, (x, y, size) in sorted(animal_spots(view.table, layout).items()):
        moved = f"transform:translate({x:.1f}px,{y:.1f}px) scale({size:.3f})"
        roomy = size > 0.7 * layout.size
        face = animal_tile(view.box, view.table.animals[i], (layout.small + 1) / size if roomy else 0.0)
        drawn.append(
            group(face, id=f"animal-tile-{i}", data_thing=f"animal-{i}", class_="piece", style=moved)
        )
    return group(*drawn, id="shoal")


def _dust(view: View, layout: Layout) -> str:
    """A cloud on every dusty place, with the marks of who made it."""
    drawn = []
    for place, seats in sorted(dust_owners(view).items()):
        x, y = layout.where(place)
        scale = min(1.0, layout.wide / 118)
        radius = 7 if layout.is_phone else 10
        drawn.append(use("cloud", x, y + layout.high / 2 - 34 * scale, scale))
        for number, seat in enumerate(seats):
            left = x - layout.wide / 2 + 1.5 * radius + 2.5 * radius * number
            drawn.append(placed(left, y + layout.high / 2 - 1.5 * radius, 1, mark(seat, radius)))
    return group(*drawn, id="dust")


def dust_owners(view: View) -> dict[int, list[int]]:
    """Who has made dust, by place."""
    owners: dict[int, list[int]] = {}
    for seat in range(view.table.players):
        for cube in range(CUBES):
            place = view.table.divers[seat].dust[cube]
            if place != ON_HAND and seat not in owners.setdefault(place, []):
                owners[place].append(seat)
    return owners


def _pawn(view: View, layout: Layout, seat: int) -> str:
    x, y, size = diver_spot(view.table, view.box, layout, seat)
    diver = view.table.divers[seat]
    label = say("{name}: {state}", name=view.names[seat], state=state_of(diver))
    return piece(
        f"piece-{seat}", f"diver-{seat}", x, y, 0.001 if diver.state == State.DROWNED else size, label
    )


def _spaces(view: View, layout: Layout) -> str:
    """Every space of the sea, with what is there in words, and what somebody means who taps it in vain."""
    table = view.table
    told: dict[int, tuple[str, ...]] = {}
    for i in range(table.found):
        animal = table.animals[i]
        if animal.place != GONE:
            told[animal.place] = (*told.get(animal.place, ()), _sighting(view.box, animal.species))
    for seat in range(table.players):
        if table.divers[seat].state == State.DIVING:
            place = place_of(table.divers[seat])
            told[place] = (*told.get(place, ()), view.names[seat])
    for place in dust_owners(view):
        told[place] = (*told.get(place, ()), say("dust"))
    diver = table.divers[table.turn]
    swims = diver.state in (State.DIVING, State.SNORKELING)
    here = (diver.row, diver.column) if swims else None
    return _sea_of_spaces(layout, table.backs, (table.west, table.east), tuple(told.items()), here)


@part
def _sea_of_spaces(
    layout: Layout,
    backs: tuple[int, ...],
    sides: tuple[int, int],
    told: tuple[tuple[int, tuple[str, ...]], ...],
    here: tuple[int, int] | None,
) -> str:
    (west, east), things = sides, dict(told)
    drawn = []
    for place in range(PLACES):
        if west <= place % COLUMNS <= east:
            back = backs[place] if place < SPACES else NO_TILE
            drawn.append(_space(layout, place, things.get(place, ()), back, _meant(here, place)))
    return group(*drawn, id="spaces")


@part
def _space(layout: Layout, place: int, things: tuple[str, ...], back: int, meant: str) -> str:
    tile = (say("a {colour} tile", colour=words.colour(back)),) if back != NO_TILE else ()
    title = words.spot(place)
    if things or tile:
        title = say("{name}: {state}", name=title, state=", ".join(things + tile))
    area = rect(*layout.space(place), "none", pointer_events="all")
    return group(tag("title", escape(title)), area, data_why=meant)


@part
def _sighting(box: Box, kind: int) -> str:
    return say(
        "{animal}, {points} {points:point|points}", animal=words.species(box, kind), points=box.points[kind]
    )


def _meant(here: tuple[int, int] | None, place: int) -> str:
    """What somebody would type for a space, seen from the diver whose turn it is if it swims."""
    if here is None:
        return "swim " + words.spot(place)
    down, across = place // COLUMNS - here[0], place % COLUMNS - here[1]
    if (down, across) == (0, 0):
        return "flip"
    step = {(-1, 0): 0, (1, 0): 1, (0, -1): 2, (0, 1): 3}.get((down, across))
    return "swim " + words.spot(place) if step is None else WAY_NAMES[step]

"""The board of Deep Dive: five depths of tiles under the ice, and on the ice what each player has eaten."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER, encode
from fathom5.draw.svg import (
    button,
    frame,
    group,
    part,
    picture,
    piece,
    placed,
    rect,
    ring,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.deep_dive import rules, words
from fathom5.games.deep_dive.drawings import DARK, SNOW, TALL, WIDE, arrow_down, jaws, predator, sheet, token
from fathom5.games.deep_dive.drawings import cover as cover
from fathom5.games.deep_dive.drawings import icons as icons
from fathom5.games.deep_dive.layout import (
    DESK,
    Layout,
    Lying,
    Place,
    flip_spot,
    flipped_at,
    jaws_at,
    lair,
    line_up,
    narrow,
    spots,
)
from fathom5.games.deep_dive.scenery import backdrop
from fathom5.games.deep_dive.table import (
    DEEPEST,
    DEPTHS,
    OPEN_WATER,
    PREDATOR,
    ROCK,
    DiveDeeper,
    Flip,
    IngestRock,
    Phase,
    Take,
)
from fathom5.games.deep_dive.tableaus import ROCK_PICK, tableaus
from fathom5.games.deep_dive.terminal import legend as legend
from fathom5.games.deep_dive.terminal import opponent_depth, status
from fathom5.games.deep_dive.terminal import text as text
from fathom5.games.deep_dive.terminal import twin as twin
from fathom5.text.guidance import percent
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def svg(view: View) -> str:
    """The whole board as a picture."""
    return _drawn(view, DESK)


def upright(view: View) -> str:
    """The board for a phone held upright; what has no place of its own is done at the bar below it."""
    return _drawn(view, narrow(view))


def _drawn(view: View, layout: Layout) -> str:
    places = _places(view, layout) if view.open_moves else {}
    return picture(
        layout.width,
        layout.height,
        f"{view.game.title}. {status(view)}.",
        sheet(),
        group(*tableaus(view, layout.ice, layout.tops[DEPTHS], layout.upright), id="tableaus"),
        _status(view, layout),
        view.shared(_sea, layout),
        group(*(_choice(view, move, layout, places) for move in view.open_moves), id="choices"),
        backdrop=backdrop(layout),
    )


def _places(view: View, layout: Layout) -> dict[str, Place]:
    """Where everything lies that is face up."""
    return {name: place for depth in range(DEPTHS) for name, place in spots(view, depth, layout).items()}


def _sea(view: View, layout: Layout) -> str:
    """The depths and the penguins, the same for everybody."""
    places = _places(view, layout)
    held = _held(view, places)
    drawn = [
        group(*(_depth(view, depth, layout, places) for depth in range(DEPTHS)), id="depths"),
        group(*_penguins(view, layout, held), id="pieces"),
        group(*_bites(held), id="bites", pointer_events="none", aria_hidden="true"),
    ]
    return "".join(drawn)


def _status(view: View, layout: Layout) -> str:
    """That the end is near, once it is."""
    if not (view.table.ending or view.table.actor == OVER):
        return ""
    x, y, wide, tall, size = (346, 136, 206, 28, 18) if layout.upright else (1132, 8, 276, 48, 24)
    return placed(
        x,
        y,
        1,
        rect(0, 0, wide, tall, "#8e2f5c", rx=8),
        write(wide / 2, tall / 2 + size * 0.35, status(view), size, SNOW, "middle", font_weight="bold"),
        id="status",
    )


def _depth(view: View, depth: int, layout: Layout, places: dict[str, Place]) -> str:
    """One band: its number, the face-down pile, what lies face up."""
    found = flipped_at(view, depth)
    drawn = [_tile(depth, tile, places[tile.name], _why_take(tile.kind)) for tile in line_up(view, depth)]
    if found != rules.NONE:
        drawn.append(_tile(depth, Lying("flipped", found, 1), flip_spot(view, layout), _why_take(found)))
    return group(_gauge(depth, layout), _pile(view, depth, layout), *drawn, id=f"depth-{depth}")


@part
def _gauge(depth: int, layout: Layout) -> str:
    """The number of a depth."""
    wide, tall, size = (28, 40, 24) if layout.upright else (38, 54, 34)
    x, y = layout.gauge, layout.middle(depth)
    return group(
        tag("title", escape(say("Depth {depth}", depth=depth + 1))),
        rect(x - wide / 2, y - tall / 2, wide, tall, "#eef6f9", rx=8),
        write(x, y + size * 0.35, depth + 1, size, DARK, "middle", font_weight="bold"),
    )


def _why_take(kind: int) -> str:
    """What somebody who taps a tile wants."""
    return say("take {tile}", tile=words.tile(kind))


def _pile(view: View, depth: int, layout: Layout) -> str:
    """The face-down tiles and how many of them bite; what they may be is told on demand."""
    table = view.table
    if depth == table.depth:
        wish = say("flip")
    else:
        wish = say("dive deeper") if depth == table.depth + 1 else say("rock to {depth}", depth=depth + 1)
    return placed(
        layout.pile,
        layout.middle(depth),
        layout.scale,
        tag("title", escape(words.chances(view, depth))),
        _face_down(depth, int(table.face_down[depth]), percent(*words.unseen(table, depth))),
        id=f"pile-{depth}",
        data_why=wish,
    )


@part
def _face_down(depth: int, count: int, risk: int) -> str:
    """A pile of tiles, with the chance that the next is a predator."""
    ink = SNOW if depth > 2 else DARK
    if not count:
        dashes = {"stroke": SNOW, "stroke_width": 4, "stroke_dasharray": "10 8"}
        empty = rect(
            -WIDE / 2 + 3, -TALL / 2 + 3, WIDE - 6, TALL - 6, DARK, rx=12, fill_opacity=0.4, **dashes
        )
        return empty + write(0, 16, 0, 46, SNOW, "middle", font_weight="bold")
    layers = min(3, (count + 4) // 5)
    stack = [use(f"back-{depth}", 5 * i - 5, 4 - 5 * i) for i in range(layers)]
    shift = 5 * layers - 10
    return group(
        *stack,
        placed(
            shift,
            -shift,
            1,
            write(0, 2, count, 56, ink, "middle", font_weight="bold"),
            rect(-50, 22, 100, 40, "#1d3347", rx=9),
            placed(-35, 42, 0.24, predator(depth)),
            write(47, 53, f"{risk}\u202f%", 31, SNOW, "end"),
        ),
    )


@part
def _tile(depth: int, tile: Lying, place: Place, wish: str) -> str:
    """Face-up tiles of one kind, drawn as one."""
    kind, count = tile.kind, tile.copies
    label = say("{tile}, {count} face up", tile=words.tile(kind), count=count)
    behind = [use(_front(kind), 6 * i, -5 * i) for i in range(min(3, count) - 1, 0, -1)]
    if kind == PREDATOR:
        behind = [placed(6 * i, -5 * i, 1, predator(depth)) for i in range(min(3, count) - 1, 0, -1)]
        front = predator(depth)
    elif kind in (ROCK, OPEN_WATER):
        front = use(_front(kind)) + use("rock" if kind == ROCK else "open-water", 0, 6)
    else:
        front = use(_front(kind)) + use(f"food-{rules.colour_of(kind)}", 5, 20, 0.84)
        front += write(-45, -24, rules.points_of(kind), 48, DARK, font_weight="bold")
    drawn = [tag("title", escape(label)), *behind, front]
    if count > 1:
        drawn.append(rect(-50, 32, 48, 34, DARK, rx=9))
        drawn.append(write(-26, 60, f"×{count}", 31, SNOW, "middle", font_weight="bold"))
    return placed(*place, *drawn, id=tile.name, data_thing=tile.name, data_face=count, data_why=wish)


def _front(kind: int) -> str:
    """The paper that a tile's picture lies on."""
    if kind in (ROCK, OPEN_WATER):
        return "front-rock" if kind == ROCK else "front-water"
    return f"front-{rules.colour_of(kind)}"


# Penguins


def _penguins(view: View, layout: Layout, held: dict[int, dict[str, Place]]) -> list[str]:
    """Every penguin: in the jaws of a predator, diving, or on the ice; and the token of whoever begins."""
    table, drawn = view.table, []
    diving = table.phase in (Phase.STEP, Phase.FLIP_OVER, Phase.FOUND) and table.actor != OVER
    for seat in range(table.players):
        places = [(x, y + 12 * size, 1.3 * size) for x, y, size in held[seat].values()]
        if diving and seat == table.turn:
            places.append(_dives(layout, table.depth))
        places += [layout.on_ice(view, seat, i) for i in range(view.box.penguins - len(places))]
        for number, (x, y, scale) in enumerate(places[: view.box.penguins]):
            drawn.append(piece(f"piece-{seat}-{number}", f"penguin-{seat}", x, y, scale, view.names[seat]))
    if table.players == 1:
        y = layout.middle(opponent_depth(view))
        label, name = words.seat_name(view, rules.OPPONENT), f"penguin-{rules.OPPONENT}"
        x, y, size = (layout.diver, y + 20, 0.8) if layout.upright else (layout.diver + 38, y + 36, 1.15)
        drawn.append(piece(f"piece-{rules.OPPONENT}-0", name, x, y, size, label))
    x, y, _ = layout.on_ice(view, table.starter, 1)
    side = say("last dive token") if table.last_dive else say("start player token")
    shown = tag("title", escape(side)) + token(bool(table.last_dive))
    size = 0.62 if layout.upright else 0.9
    drawn.append(placed(x, layout.ice + (2 if layout.upright else 14), size, shown, id="token"))
    return drawn


def _dives(layout: Layout, depth: int) -> Place:
    """Where the diver is."""
    y = layout.middle(depth)
    return (layout.diver, y - 14, 0.9) if layout.upright else (layout.diver, y - 30, 1.5)


def _held(view: View, places: dict[str, Place]) -> dict[int, dict[str, Place]]:
    """The predators that hold penguins, by the penguins' seat."""
    team = view.table.team
    names = {
        seat: [lair(depth, seat, i) for depth in range(DEPTHS) for i in range(team[seat].trapped[depth])]
        for seat in range(view.table.players)
    }
    return {seat: {name: places[name] for name in found} for seat, found in names.items()}


def _bites(held: dict[int, dict[str, Place]]) -> list[str]:
    """The teeth of every predator that holds a penguin, in front of it; the upper ones show as they snap."""
    return [
        placed(*place, jaws("hidden"), id=jaws_at(name))
        for found in held.values()
        for name, place in found.items()
    ]


# What can be done now


def _choice(view: View, move: Any, layout: Layout, places: dict[str, Place]) -> str:
    """The place where a move is made."""
    table, number, label = view.table, encode(move), view.name(move)
    y = layout.middle(table.depth)
    match move:
        case Take(depth, kind):
            is_found = kind == flipped_at(view, depth)
            place = flip_spot(view, layout) if is_found else places[f"tile-{depth}-{kind}"]
            return button(number, label, placed(*place, _around_tile()))
        case IngestRock(depth):
            return _rock_place(view, number, f"{label}. {words.chances(view, depth)}", depth, layout)
        case Flip():
            hint = f"{label}. {words.chances(view, table.depth)} {words.bust(view, view.seat)}"
            return button(number, hint, placed(layout.pile, y, layout.scale, _around_tile(6)))
        case DiveDeeper():
            hint = f"{label}. {words.chances(view, min(DEEPEST, table.depth + 1))}"
            x, down = (layout.right - 34, 0.0) if layout.upright else (layout.diver, 46.0)
            return button(number, hint, placed(x, y + down, 1, arrow_down(), ring(0, 0, 33)))
    return "" if layout.upright else _pill(number, label, layout.on_ice(view, table.turn, 0)[0] - 34, 12)


def _around_tile(more: float = 0) -> str:
    return frame(-WIDE / 2 - 2 - more, -TALL / 2 - 2 - more, WIDE + 4 + 2 * more, TALL + 9 + 2 * more, 15)


def _rock_place(view: View, number: int, hint: str, depth: int, layout: Layout) -> str:
    """A whole depth, to dive to with the rock that was picked up."""
    top, tall = layout.tops[depth], layout.tops[depth + 1] - layout.tops[depth]
    x, y, size = _dives(layout, depth)
    ghost = use(f"penguin-{view.table.turn}", x, y, size, opacity=0.6, class_="hint")
    return button(number, hint, ghost, frame(5, top + 6, layout.sea - 14, tall - 8, 14), pick=ROCK_PICK)


def _pill(number: int, label: str, x: float, y: float) -> str:
    """A button with words, where a player's penguins wait when they are at home."""
    return button(
        number,
        label,
        rect(x, y, 164, 66, DARK, rx=8),
        write(x + 82, y + 40, label, 20, SNOW, "middle"),
        frame(x, y, 164, 66),
    )

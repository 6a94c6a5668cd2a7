"""What can be done now on the board of SCUBA: steps in the sea, cards to choose from, things to push."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.core import encode
from fathom5.draw.svg import INK, PAPER, button, circle, frame, group, path, picking, placed, rect, ring, use
from fathom5.draw.svg import text as write
from fathom5.games.scuba import words
from fathom5.games.scuba.animals import DARK, LIGHT, stroke
from fathom5.games.scuba.cards import arrow
from fathom5.games.scuba.drawings import TONES, air_bubble, animal_tile
from fathom5.games.scuba.layout import HEIGHT, NARROW, Layout, Rectangle
from fathom5.games.scuba.sea import air_at, place_of
from fathom5.games.scuba.spots import diver_spot
from fathom5.games.scuba.table import (
    COLUMNS,
    Choose,
    ClimbAboard,
    DiveIn,
    Effect,
    Flip,
    GoOn,
    Phase,
    Pick,
    PushAll,
    PushDiver,
    PushFish,
    See,
    Snorkel,
    State,
    Stop,
    Swim,
    Way,
)

if TYPE_CHECKING:
    from fathom5.view import View

CARD, CARD_HEIGHT, LINE = 126.0, 102.0, 22.0
"""A card of the close-up: its width, its height but for the caption, and a line of that."""

SLOT, SLOT_HEIGHT = 68.0, 92.0
"""A place on the shelf."""

SHALLOW_ENOUGH = 7
"""Rows above the shelf of a desk."""

FATAL = "#8f1d14"


def choices(view: View, layout: Layout) -> str:
    """What the one who looks can do now, glowing."""
    drawn, cards = [], []
    for move in view.open_moves:
        match move:
            case Swim() | DiveIn():
                drawn.append(_step(view, layout, move))
            case Pick(way):
                drawn.append(_tile(view, layout, way))
            case ClimbAboard() if view.table.phase == Phase.STEP:
                drawn.append(_boat(view, layout, move))
            case Stop():
                drawn.append("" if layout.is_phone else _stop(view, layout, move))
            case PushDiver() | PushFish():
                pass
            case _:
                cards.append(move)
    return group(*drawn, *_pushes(view, layout), _close_up(view, layout, cards), id="choices")


def _hit(area: Rectangle) -> str:
    """All of an area can be pressed."""
    x, y, wide, high = area
    return rect(x, y, wide, high, "none", pointer_events="all")


def _named(view: View, move: Any) -> str:
    """What a place is called: by its move, or by what is grave about it."""
    return view.warning(move) or view.name(move)


# Steps


def _step(view: View, layout: Layout, step: Swim | DiveIn) -> str:
    """The place that a step leads to, with what it would cost to stop there."""
    diver = view.table.divers[view.seat]
    match step:
        case DiveIn(space):
            place = view.box.boat[space]
            way, area = int(Way.UP), _entry(layout, place, space)
        case Swim(way):
            place = place_of(diver) + (-COLUMNS, COLUMNS, -1, 1)[way]
            area = layout.beside(place_of(diver), way)
    if diver.state == State.SNORKELING or place < 0:
        return _step_at_surface(view, layout, step, place % COLUMNS if place >= 0 else diver.column)
    cost, rest = words.preview(view, step)
    tone = DARK if words.needs(view, step) <= diver.air else FATAL
    return button(
        encode(step),
        f"{_named(view, step)}: {cost}, {rest}",
        _hit(area),
        frame(*layout.space(place)),
        "" if layout.is_phone else _forecast(layout, place, cost, rest, tone),
        _cost(layout, place, way, air_at(view.box, words.row_after(view, step)), tone),
    )


def _entry(layout: Layout, place: int, number: int) -> Rectangle:
    """What is pressed to dive in at one of the spaces under the boat, side by side."""
    wide, high = max(layout.wide, layout.target), max(layout.high, layout.target)
    x, y = layout.where(place - number + 1)
    return x + wide * (number - 1.5), y - layout.high / 2, wide, high


def _step_at_surface(view: View, layout: Layout, step: Swim | DiveIn, column: int) -> str:
    """A step along the surface, or up to it."""
    x, y, wide, high = layout.at_surface(column)
    here = view.table.divers[view.seat].column
    across = max(layout.wide, layout.target)
    left = layout.column(here) + across * (column - here - 0.5)
    area = left, y, across, high
    label = view.preview(step)
    return button(encode(step), f"{_named(view, step)}: {label}", _hit(area), frame(x, y, wide, high))


def _cost(layout: Layout, place: int, way: int, air: int, tone: str) -> str:
    """The air that a turn ending there costs, on the edge that is crossed; on a phone just beyond it."""
    x, y = layout.where(place)
    size = layout.small + 2
    inside = 0.62 * size if layout.is_phone else 0
    across, down = layout.wide / 2 - inside, layout.high / 2 - inside
    dx, dy = ((0, down), (0, -down), (across, 0), (-across, 0))[way]
    return placed(
        x + dx,
        y + dy,
        1,
        rect(-0.72 * size, -0.62 * size, 1.44 * size, 1.24 * size, tone, rx=7),
        write(0, 0.36 * size, air, size, "#ffffff", "middle", font_weight="bold"),
    )


def _forecast(layout: Layout, place: int, cost: str, rest: str, tone: str) -> str:
    """What stopping there would mean, while somebody points at it."""
    x, y = layout.where(place)
    return group(
        rect(x - 57, y - 14, 114, 56, tone, rx=7),
        write(x, y + 9, cost, 20, "#ffffff", "middle", font_weight="bold"),
        write(x, y + 33, rest, 19, "#ffffff", "middle"),
        class_="hint",
    )


def _stop(view: View, layout: Layout, move: Stop) -> str:
    """The end of a turn and the air it costs, in the sky left of the boat; red where it is fatal."""
    label = _upper(_named(view, move))
    x, wide = layout.left + 4, 2.6 * layout.wide
    lines = wrap(label.replace(" :", "\u00a0:"), 25)
    first, size = (40, 26) if len(lines) == 1 else (27, 20)
    written = [
        write(x + wide / 2 - 24, first + 24 * number, line, size, LIGHT, "middle", font_weight="bold")
        for number, line in enumerate(lines)
    ]
    air = air_at(view.box, view.table.divers[view.seat].row)
    return button(
        encode(move),
        label,
        rect(x, 0, wide, 63, FATAL if view.warning(move) else DARK, rx=10),
        *written,
        air_bubble(x + wide - 36, 32, 22, air, 26),
        frame(x, 0, wide, 63, 10),
    )


def _boat(view: View, layout: Layout, move: ClimbAboard) -> str:
    """Up to the boat for a snorkeler beside it."""
    if layout.is_phone:
        x, y, wide, high = layout.at_surface(view.table.divers[view.seat].column)
        across = max(wide, layout.target)
        area = x + wide / 2 - across / 2, y, across, high
    else:
        area = layout.column(view.box.boat[0]) - layout.wide / 2, 0.0, 3 * layout.wide, layout.target
    return button(encode(move), _named(view, move), frame(*area))


def _tile(view: View, layout: Layout, way: int) -> str:
    """A tile beside the diver that an event lets it pick."""
    here = place_of(view.table.divers[view.seat])
    place = words.picked(view.table, way)
    move = Pick(way)
    glow = frame(*layout.space(place))
    return button(encode(move), view.name(move), _hit(layout.beside(here, way)), glow)


# The close-up: what can be discovered or chosen, card by card


def _close_up(view: View, layout: Layout, moves: list[Any]) -> str:
    """Cards to choose from, large, beside the space of the diver."""
    if not moves:
        return ""
    moves = sorted(moves, key=lambda move: (bool(view.warning(move)), isinstance(move, GoOn)))
    across = min(4, len(moves))
    tall = CARD_HEIGHT + LINE * max(len(_caption(view, move)) for move in moves)
    wide, high = across * (CARD + 6) + 14, -(-len(moves) // across) * (tall + 6) + 14
    x, y = layout.where(place_of(view.table.divers[view.seat]))
    if layout.is_phone:
        left = min(max(6.0, x - wide / 2), layout.board - wide - 6)
        below = y + layout.high / 2 + 12
        top = below if below + high < layout.bottom else y - layout.high / 2 - 12 - high
        tip = placed(x, below if top == below else top + high, 1, _tip(0 if top == below else 180))
    else:
        on_right = x + layout.wide / 2 + 16 + wide < layout.right
        left = x + layout.wide / 2 + 16 if on_right else x - layout.wide / 2 - 16 - wide
        top = min(max(8.0, y - high / 2), HEIGHT - high - 8)
        tip = placed(left if on_right else left + wide, y, 1, _tip(-90 if on_right else 90))
    cards = []
    for number, move in enumerate(moves):
        row, column = divmod(number, across)
        cards.append(
            placed(left + 10 + (CARD + 6) * column, top + 10 + (tall + 6) * row, 1, _card(view, move, tall))
        )
    sheet = rect(left, top, wide, high, PAPER, rx=12, stroke=INK, stroke_width=3)
    return group(tip, sheet, *cards, id="lens")


def _tip(turn: float) -> str:
    return path("M-16 4L0 -13L16 4z", INK, transform=f"rotate({turn})")


def _card(view: View, move: Any, tall: float) -> str:
    """One card of the close-up."""
    written = [
        write(CARD / 2, CARD_HEIGHT + 10 + LINE * number, line, 19, anchor="middle", font_weight="bold")
        for number, line in enumerate(_caption(view, move))
    ]
    return button(
        encode(move),
        _named(view, move),
        rect(0, 0, CARD, tall, PAPER, rx=8),
        placed(CARD / 2, 50, 1, _picture(view, move)),
        *written,
        frame(1, 1, CARD - 2, tall - 2),
    )


def _caption(view: View, move: Any) -> list[str]:
    """What a card of the close-up is called, in short lines."""
    if isinstance(move, See):
        return wrap(words.species(view.box, view.table.animals[move.animal].species), 12)
    return wrap(_upper(_named(view, move)), 12)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _picture(view: View, move: Any) -> str:
    """What a card of the close-up shows."""
    match move:
        case See(animal):
            return animal_tile(view.box, view.table.animals[animal], 22)
        case Flip():
            back = view.table.backs[view.table.place]
            turned = stroke("M-16 6a17 17 0 1 1 10 12", LIGHT, 6) + path("M-28 2l12 16l10 -16z", LIGHT)
            return use(f"back-{back}") + circle(0, 0, 30, TONES[back][1]) + turned
        case GoOn():
            return circle(0, 0, 38, DARK) + arrow(0, 0, 44)
        case PushAll(way):
            return circle(0, 0, 38, DARK) + arrow(0, 0, 44, 180 if way == Way.LEFT else 0)
        case Snorkel():
            return use("snorkel-picture")
        case Choose(Effect.AIR):
            return use("air-picture")
        case Choose(Effect.POINTS):
            return use("star-picture")
        case Choose(Effect.SURFACE):
            return use("surface-picture")
    return use("boat-picture", 0, 24, 0.36)


# Pushes: first who or what, then which way


class Thing(NamedTuple):
    """A diver or an animal that an event may push."""

    name: str
    value: int
    place: int
    """Where it is; below zero at the surface."""


def _things(view: View) -> list[Thing]:
    """All that may be pushed now, the divers first."""
    found: dict[tuple[str, int], Thing] = {}
    for move in view.open_moves:
        match move:
            case PushDiver(seat, _):
                diver = view.table.divers[seat]
                place = place_of(diver) if diver.row >= 0 else int(diver.column) - COLUMNS
                found.setdefault(("seat", seat), Thing("seat", seat, place))
            case PushFish(animal, _):
                place = int(view.table.animals[animal].place)
                found.setdefault(("animal", animal), Thing("animal", animal, place))
    return list(found.values())


def _is_in_place(thing: Thing, things: list[Thing], layout: Layout) -> bool:
    """Whether there is room to pick something up where it is: alone on its space, above the shelf."""
    alone = sum(other.place == thing.place for other in things) == 1
    return alone and not layout.is_phone and thing.place < SHALLOW_ENOUGH * COLUMNS


def _shelved(view: View, layout: Layout) -> list[Thing]:
    """What is picked up from the shelf, since it has no room where it is."""
    things = _things(view)
    if len(things) < 2:
        return []
    return [thing for thing in things if not _is_in_place(thing, things, layout)]


def shelf_height(view: View, layout: Layout) -> float:
    """How much room the shelf takes below the sea."""
    each = int((layout.right - layout.left + 30) // (SLOT + 4))
    return -(-len(_shelved(view, layout)) // each) * (SLOT_HEIGHT + 4)


def _pushes(view: View, layout: Layout) -> list[str]:
    """Things to pick up, and arrows for what is picked up."""
    things, shelved = _things(view), _shelved(view, layout)
    drawn = []
    if len(things) > 1:
        drawn += [_in_place(view, layout, thing) for thing in things if thing not in shelved]
        drawn += _shelf(view, layout, shelved)
    return drawn + [
        _arrow(view, layout, move) for move in view.open_moves if isinstance(move, PushDiver | PushFish)
    ]


def _in_place(view: View, layout: Layout, thing: Thing) -> str:
    x, y, wide, high = (
        layout.space(thing.place) if thing.place >= 0 else layout.at_surface(thing.place + COLUMNS)
    )
    return picking(
        thing.name, thing.value, words.pick(view, thing.name, thing.value), frame(x, y, wide, high)
    )


def _shelf(view: View, layout: Layout, things: list[Thing]) -> list[str]:
    """Things that share a space, side by side."""
    each = int((layout.right - layout.left + 30) // (SLOT + 4))
    height = shelf_height(view, layout)
    left = 8.0 if layout.is_phone else layout.left + 4
    top = layout.bottom + 10 if layout.is_phone else HEIGHT - height - 4
    drawn = (
        [rect(left - 4, top - 4, min(each, len(things)) * (SLOT + 4) + 4, height + 4, PAPER, rx=8)]
        if things
        else []
    )
    for number, thing in enumerate(things):
        row, column = divmod(number, each)
        place = words.spot(thing.place) if thing.place >= 0 else words.spot(thing.place + COLUMNS)[0]
        shown = (
            placed(SLOT / 2, 34, 0.76, animal_tile(view.box, view.table.animals[thing.value], 0.0))
            if thing.name == "animal"
            else use(f"diver-{thing.value}", SLOT / 2 + 2, 34, 0.7)
        )
        drawn.append(
            placed(
                left + column * (SLOT + 4),
                top + row * (SLOT_HEIGHT + 4),
                1,
                picking(
                    thing.name,
                    thing.value,
                    words.pick(view, thing.name, thing.value),
                    shown,
                    write(SLOT / 2, 86, place, 20, anchor="middle", font_weight="bold"),
                    frame(1, 1, SLOT - 2, SLOT_HEIGHT - 2),
                ),
            )
        )
    return drawn


def _arrow(view: View, layout: Layout, move: PushDiver | PushFish) -> str:
    """Which way something is pushed that was picked up."""
    if isinstance(move, PushDiver):
        pick = ("seat", move.seat)
        diver = view.table.divers[move.seat]
        x, y = (
            layout.where(place_of(diver))
            if diver.row >= 0
            else diver_spot(view.table, view.box, layout, move.seat)[:2]
        )
    else:
        pick = ("animal", move.animal)
        x, y = layout.where(view.table.animals[move.animal].place)
    half = layout.target / 2 + 1
    if layout.is_phone and len(_things(view)) > 1:
        x, y = NARROW / 2 + (2 * half + 6) * (0.5, 1.5, -1.5, -0.5)[move.way], layout.bottom - half - 4
    else:
        across, down = max(layout.wide / 2, half) + half + 2, layout.high / 2 + half + 2
        dx, dy = ((0, -down), (0, down), (-across, 0), (across, 0))[move.way]
        x, y = min(max(half, x + dx), layout.board - half), y + dy
    return button(
        encode(move),
        view.name(move),
        rect(x - half, y - half, 2 * half, 2 * half, "none", pointer_events="all"),
        circle(x, y, half - 4, DARK),
        arrow(x, y, 34, (-90, 90, 180, 0)[move.way]),
        ring(x, y, half - 4),
        pick=pick,
    )

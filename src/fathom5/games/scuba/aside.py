"""What lies beside the sea of SCUBA: the round, the current and event cards, the log book of all divers."""

from __future__ import annotations

from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from fathom5.draw.svg import INK, PAPER, circle, group, mark, part, path, placed, rect, tag, use
from fathom5.draw.svg import text as write
from fathom5.games.scuba import words
from fathom5.games.scuba.animals import LIGHT, stroke
from fathom5.games.scuba.drawings import TONES, combination
from fathom5.games.scuba.sea import NO_CURRENT
from fathom5.games.scuba.table import COMBINATIONS, DEPTHS, SEATS, SPECIES, Box, Phase, State, Way
from fathom5.games.scuba.terminal import bonus, ending
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

LEFT, WIDE = 1206.0, 206.0
"""Where the panel of a desk lies."""

TURNS = (-90, 90, 180, 0)
"""How an arrow to the right is turned, by way."""

QUIET = "var(--quiet)"
SMALL = 19


def panel(view: View) -> str:
    """The cards and the log book beside the sea, on a desk."""
    return placed(
        LEFT,
        0,
        1,
        _round(view.table.rounds, ending(view)),
        placed(0, 104, 1, _current_card(view.box, view.table.current)),
        placed(0, 352, 1, _event_card(view.box, _event(view), _is_carried_out(view))),
        placed(0, 556, 1, log_book(view)),
        id="side",
    )


@part
def _round(number: int, note: str) -> str:
    """Which round it is, and how near the end."""
    return group(
        rect(0, 8, WIDE, 88, PAPER, rx=8),
        write(16, 50, say("Round"), 22, QUIET),
        write(WIDE - 16, 54, number, 38, anchor="end", font_weight="bold"),
        write(WIDE / 2, 84, note, SMALL, anchor="middle", font_weight="bold"),
        id="round",
    )


def _water(way: int, wide: float, high: float) -> str:
    """The picture of a current card around the origin."""
    drawn = [rect(-wide / 2, -high / 2, wide, high, "#2f86a6", rx=8)]
    for y in (-0.3, 0.3):
        drawn.append(
            stroke(
                f"M{-0.42 * wide} {y * high}q{wide / 14} -8 {wide / 7} 0" + f"t{wide / 7} 0" * 5, "#7cc4d8", 3
            )
        )
    if way != Way.CALM:
        arrow = path(
            "M-38 -11h40v-17l38 28l-38 28v-17h-40z",
            LIGHT,
            transform=f"rotate({TURNS[way]}) scale({high / 92})",
        )
        drawn.append(arrow)
    return "".join(drawn)


def _strengths(box: Box, current: int, step: float, size: float) -> str:
    """How far a card moves animals of each colour, and divers."""
    card = box.currents[current]
    drawn = []
    for number, spaces in enumerate([*card.animals, card.divers]):
        x = step * (number + 0.5)
        sign = use(f"fish-{number}", x, 0, 0.7) if number < DEPTHS else use("swimmer", x, 0, 0.42)
        tone = TONES[number][0] if number < DEPTHS else "#cfd8dc"
        drawn.append(rect(x - step / 2 + 2, -15, step - 4, 30, tone, rx=6))
        drawn.append(sign)
        drawn.append(write(x, 24 + 0.62 * size, spaces, size, anchor="middle", font_weight="bold"))
    return "".join(drawn)


def _told_current(box: Box, current: int) -> str:
    return say("no current yet") if current == NO_CURRENT else words.current(box, current)


@part
def _current_card(box: Box, current: int) -> str:
    """The current card drawn last."""
    drawn = [
        tag("title", _told_current(box, current)),
        rect(0, 0, WIDE, 240, PAPER, rx=8),
        write(16, 30, say("Current"), 22, QUIET),
    ]
    way = Way.CALM if current == NO_CURRENT else box.currents[current].way
    drawn.append(placed(WIDE / 2, 92, 1, _water(way, WIDE - 20, 100)))
    if way == Way.CALM:
        told = say("none yet") if current == NO_CURRENT else say("calm seas")
        drawn.append(write(WIDE / 2, 200, told, 26, anchor="middle", font_weight="bold"))
    else:
        drawn.append(placed(3, 166, 1, _strengths(box, current, 40, 34)))
    return group(*drawn, id="current", data_why=_told_current(box, current))


def round_and_current(view: View) -> str:
    """The round and the current in one line, over the sea of a phone."""
    return _strip(view.box, view.table.rounds, ending(view), view.table.current)


@part
def _strip(box: Box, rounds: int, note: str, current: int) -> str:
    way = Way.CALM if current == NO_CURRENT else box.currents[current].way
    drawn = [
        tag("title", _told_current(box, current)),
        rect(6, 4, 548, 70, PAPER, rx=8),
        write(18, 34 if note else 46, say("Round {number}", number=rounds), 24, font_weight="bold"),
        write(18, 62, note, 18),
        placed(232, 39, 1, _water(way, 80, 56)),
    ]
    if way == Way.CALM:
        told = say("no current yet") if current == NO_CURRENT else say("calm seas")
        drawn.append(write(410, 47, told, 24, anchor="middle", font_weight="bold"))
    else:
        drawn.append(placed(279, 22, 1, _strengths(box, current, 54, 28)))
    return group(*drawn, id="current", data_why=_told_current(box, current))


def everybodys_air(view: View) -> str:
    """The air of all who dive, in the sky of a phone on both sides of the boat; red where it will not do."""
    table = view.table
    drawn = []
    for seat in range(table.players):
        diver = table.divers[seat]
        if diver.state in (State.ABOARD, State.DIVING):
            lack = words.air_lacking(table, view.box, seat)
            drawn.append(placed((10, 86, 404, 480)[seat], 80, 1, _air(seat, int(diver.air), bool(lack))))
    return group(*drawn, id="air")


@part
def _air(seat: int, air: int, is_low: bool) -> str:
    plate, ink = ("#a3301f", "#ffffff") if is_low else (PAPER, INK)
    return group(
        tag("title", say("{air} air", air=air)),
        rect(0, 0, 70, 30, plate, rx=8),
        placed(16, 15, 1, mark(seat, 9)),
        write(48, 23, air, 22, ink, "middle", font_weight="bold"),
    )


def _event(view: View) -> int:
    """The event card drawn last; -1 before the first."""
    return int(view.table.card) if sum(view.table.events_drawn) else -1


def _is_carried_out(view: View) -> bool:
    return view.table.phase in (Phase.CHOOSE, Phase.PUSH, Phase.PICK) and view.table.actor >= 0


def _event_name(box: Box, card: int) -> str:
    return words.event(box, card) if card >= 0 else say("none yet")


@part
def _event_card(box: Box, card: int, now: bool) -> str:
    """The event card drawn last, with a frame while it is carried out."""
    lines = wrap(_event_name(box, card), 16)
    drawn = [
        rect(0, 0, WIDE, 196, PAPER, rx=8, stroke=INK if now else "none", stroke_width=4),
        write(16, 30, say("Event"), 22, QUIET),
        use(f"event-{box.events[card].name}" if card >= 0 else "event-back", WIDE / 2, 90, 1.36),
    ]
    for number, line in enumerate(lines):
        y = 168 if len(lines) == 1 else 163 + 23 * number
        drawn.append(write(WIDE / 2, y, line, 21, anchor="middle", font_weight="bold"))
    return group(*drawn, id="event", data_why=f"draw {_event_name(box, card)}")


def event_strip(view: View) -> str:
    """The event card drawn last, on a phone."""
    return _event_strip(view.box, _event(view), _is_carried_out(view))


@part
def _event_strip(box: Box, card: int, now: bool) -> str:
    return group(
        rect(0, 0, 544, 90, PAPER, rx=8, stroke=INK if now else "none", stroke_width=4),
        use(f"event-{box.events[card].name}" if card >= 0 else "event-back", 76, 45, 1.08),
        write(160, 38, say("Event"), 20, QUIET),
        write(160, 68, _event_name(box, card), 26, font_weight="bold"),
        id="event",
        data_why=f"draw {_event_name(box, card)}",
    )


def log_book(view: View, narrow: bool = False) -> str:
    """Every species with its points and who has its card; those of a combination together."""
    table = view.table
    seen = tuple(
        tuple(seat for seat in range(table.players) if table.divers[seat].seen[kind])
        for kind in range(SPECIES)
    )
    return _log_book(view.box, seen, view.names, narrow)


@part
def _log_book(box: Box, seen: tuple[tuple[int, ...], ...], names: tuple[str, ...], narrow: bool) -> str:
    families = {
        family: [kind for kind in range(SPECIES) if box.species[kind].combination == family]
        for family in range(len(COMBINATIONS))
    }
    single = families.pop(0)
    wide, high, step, each = (544.0, 252.0, 67.0, 8) if narrow else (WIDE, 438.0, 50.0, 4)
    rows = [[1, 2], [3, 4]] if narrow else [[family] for family in families]
    drawn = [rect(0, 0, wide, high, PAPER, rx=8), write(16, 28, say("Animals seen"), 21, QUIET)]
    y = 36.0
    for together in rows:
        x = 4.0
        for family in together:
            drawn.append(_bonus_sign(box, family, x, y))
            x += 52
            for kind in families[family]:
                drawn.append(_entry(box, kind, seen[kind], names, x, y))
                x += step
            x += 10
        y += 70 if narrow else 67
    for number, kind in enumerate(single):
        row, column = divmod(number, each)
        drawn.append(_entry(box, kind, seen[kind], names, 4 + step * column, y + 67 * row))
    return group(*drawn, id="log")


def _bonus_sign(box: Box, family: int, x: float, y: float) -> str:
    """A combination and the points for it."""
    return group(
        tag("title", say(COMBINATIONS[family])),
        placed(x + 24, y + 20, 1, combination(family, 18)),
        write(x + 24, y + 60, f"+{bonus(box, family)}", 20, anchor="middle", font_weight="bold"),
    )


def _entry(box: Box, kind: int, seats: tuple[int, ...], names: tuple[str, ...], x: float, y: float) -> str:
    """One species: its picture, its points, and the marks of those who have its card."""
    label = say(
        "{animal}, {points} {points:point|points}", animal=words.species(box, kind), points=box.points[kind]
    )
    if seats:
        label = say("{name}: {state}", name=label, state=", ".join(names[seat] for seat in seats))
    colour = box.species[kind].colour
    radius = 7.0 if len(names) < SEATS else 5.8
    marks = [
        placed(x + 7 + 2 * radius * number, y + 55, 1, mark(seat, radius))
        for number, seat in enumerate(seats)
    ]
    return group(
        tag("title", escape(label)),
        rect(x, y, 47, 46, TONES[colour][0], rx=7),
        rect(x + 3, y + 3, 41, 40, "#f4efdf", rx=5),
        use(f"animal-{box.species[kind].name}", x + 22, y + 24, 0.86),
        circle(x + 39, y + 7, 11.5, TONES[colour][1]),
        write(x + 39, y + 14, box.points[kind], SMALL, "#ffffff", "middle", font_weight="bold"),
        *marks,
    )

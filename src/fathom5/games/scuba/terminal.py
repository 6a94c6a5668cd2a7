"""The board of SCUBA in text: for the terminal, and in plain sentences for a screen reader."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from fathom5.core import OVER
from fathom5.draw.svg import GLYPHS
from fathom5.games.scuba import words
from fathom5.games.scuba.ending import points_of
from fathom5.games.scuba.sea import GONE, NO_CURRENT, NO_TILE, ON_HAND, air_at, place_of, under_boat
from fathom5.games.scuba.table import (
    BOTTOM,
    COLUMNS,
    COMBINATIONS,
    DEPTHS,
    SPACES,
    SPECIES,
    Box,
    Diver,
    State,
    Way,
)
from fathom5.text.guidance import Section, Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

NO_BREAK = "\u00a0"


def text(view: View) -> str:
    """The sea row by row, the current, the animals in sight, and the divers."""
    table, box = view.table, view.box
    head = f"{'':3}{'m':>5} {say('air'):>4}  "
    letters = (words.spot(column)[0] for column in range(table.west, table.east + 1))
    lines = [headline(view), "", head + " " * 6 * table.west + "".join(f"{c:<6}" for c in letters)]
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
        *(Sign(f"+{bonus(box, family)}", _together(box, family)) for family in range(1, len(COMBINATIONS))),
    ]


def bonus(box: Box, family: int) -> str:
    """The bonus points of a combination."""
    return str(box.bonus[0]) if box.family[family] == 2 else f"{box.bonus[1]}/{box.bonus[2]}"


def _together(box: Box, family: int) -> str:
    kinds = [kind for kind in range(SPECIES) if box.species[kind].combination == family]
    names = ", ".join(words.species(box, kind) for kind in kinds)
    if len(kinds) == 2:
        return say("bonus for both: {animals}", animals=names)
    return say("bonus for two or all of: {animals}", animals=names)


def headline(view: View) -> str:
    """The round, the current, and how near the end is."""
    table = view.table
    current = words.current(view.box, table.current) if table.current != NO_CURRENT else say("no current yet")
    line = f"{say('Round {number}', number=table.rounds)}   {current}"
    return f"{line}   {ending(view)}".rstrip()


def ending(view: View) -> str:
    """How near the end is; empty while nobody knows."""
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
    return f"{who} {air:<7} {points}, {cards}  {state_of(diver)} {tokens}".rstrip()


def state_of(diver: Diver) -> str:
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


# In sentences


def twin(view: View) -> list[Section]:
    """The whole position in sentences, with places as the moves name them."""
    return [
        Section(say("The dive"), _dive(view)),
        Section(say("Divers"), [_about_diver(view, seat) for seat in range(view.table.players)]),
        Section(say("Animals in sight"), _sightings(view)),
        Section(say("Tiles face down"), _backs(view)),
        Section(say("Dust"), _dusty(view)),
        Section(say("The surface"), _fetched(view)),
        Section(say("Animal cards"), [_cards_of(view, seat) for seat in range(view.table.players)]),
    ]


def _dive(view: View) -> list[str]:
    table, box = view.table, view.box
    told = [say("Round {number}", number=table.rounds), ending(view), _about_current(box, table.current)]
    for row in range(0, BOTTOM + 1, 2):
        low, high = 5 * row, min(5 * row + 10, 45)
        cost = air_at(box, row)
        told.append(
            say("A turn that ends at {low} to {high} m costs {air} air.", low=low, high=high, air=cost)
        )
    return [f"{line}." if line and line[-1] != "." else line for line in told if line]


def _about_current(box: Box, current: int) -> str:
    if current == NO_CURRENT:
        return say("no current yet")
    card = box.currents[current]
    if card.way == Way.CALM:
        return say("Calm seas: nothing moves.")
    red, yellow, green, blue = card.animals
    return say(
        "The current flows {way}: red animals {red}, yellow {yellow}, green {green}, blue {blue}, divers "
        "{divers}.",
        way=words.towards(card.way),
        red=red,
        yellow=yellow,
        green=green,
        blue=blue,
        divers=card.divers,
    )


def _about_diver(view: View, seat: int) -> str:
    """Where a diver is and what it has."""
    table, diver = view.table, view.table.divers[seat]
    where = state_of(diver)
    if diver.state == State.DIVING:
        where = say("at {place}, {depth}", place=words.spot(place_of(diver)), depth=where)
    elif diver.state == State.SNORKELING:
        where = say("snorkeling in column {column}", column=words.spot(diver.column)[0])
    told = [
        say("{name}: {state}", name=view.names[seat], state=where),
        say("{air} air", air=diver.air),
        say("{points} {points:point|points}", points=points_of(table, view.box, seat)),
    ]
    if diver.tokens:
        told.append(say("{tokens} deco {tokens:token|tokens}", tokens=diver.tokens))
    if table.turn == seat and table.actor != OVER:
        told.append(say("has the turn"))
    return ", ".join(told) + "."


def _sightings(view: View) -> list[str]:
    """Every animal in sight, with its points and who has seen it."""
    table, box = view.table, view.box
    found = sorted((table.animals[i].place, i) for i in range(table.found) if table.animals[i].place != GONE)
    lines = []
    for place, i in found:
        fish = table.animals[i]
        points = box.points[fish.species]
        who = [view.names[seat] for seat in range(table.players) if fish.discs >> seat & 1]
        line = say(
            "{place}: {animal}, {points} {points:point|points}",
            place=words.spot(place),
            animal=words.animal(table, box, i),
            points=points,
        )
        lines.append(f"{line}, {say('seen by {who}', who=', '.join(who))}." if who else f"{line}.")
    return lines or [say("None.")]


def _backs(view: View) -> list[str]:
    """The tiles face down, row by row and colour by colour."""
    lines = []
    for row in range(BOTTOM):
        by_colour: dict[int, list[str]] = {}
        for place in range(row * COLUMNS, (row + 1) * COLUMNS):
            if view.table.backs[place] != NO_TILE:
                by_colour.setdefault(view.table.backs[place], []).append(words.spot(place))
        told = [f"{words.colour(back)} {' '.join(places)}" for back, places in sorted(by_colour.items())]
        if told:
            lines.append(say("{name}: {state}", name=words.metres(row), state=", ".join(told)) + ".")
    return lines or [say("None.")]


def _dusty(view: View) -> list[str]:
    """Where dust lies, by who made it."""
    lines = []
    for seat in range(view.table.players):
        places = sorted({int(cube) for cube in view.table.divers[seat].dust if cube != ON_HAND})
        if places:
            spots = " ".join(map(words.spot, places))
            lines.append(say("{name}: {state}", name=view.names[seat], state=spots) + ".")
    return lines or [say("None.")]


def _fetched(view: View) -> list[str]:
    """Where the boat is, and what it costs to be picked up elsewhere."""
    table, box = view.table, view.box
    columns = [words.spot(column)[0] for column in box.boat]
    lines = [say("The boat lies over {columns}.", columns=" ".join(columns))]
    for points in sorted({points for points in box.penalties if points}):
        away = [
            words.spot(column)[0]
            for column in range(table.west, table.east + 1)
            if box.penalties[column] == points
        ]
        if away:
            lines.append(
                say(
                    "Picked up in {columns} you lose {points} {points:point|points}.",
                    columns=" ".join(away),
                    points=points,
                )
            )
    return lines


def _cards_of(view: View, seat: int) -> str:
    """The animal cards of a diver in words."""
    seen = view.table.divers[seat].seen
    names = [words.species(view.box, kind) for kind in range(SPECIES) if seen[kind]]
    return say("{name}: {state}", name=view.names[seat], state=", ".join(names) or say("none")) + "."

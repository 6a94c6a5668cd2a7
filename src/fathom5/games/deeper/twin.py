"""Deeper in sentences: the whole position for whoever cannot see the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from fathom5.core import OVER
from fathom5.draw.svg import part
from fathom5.games.deeper import habitat, sea
from fathom5.games.deeper.table import (
    CARDS,
    DECK_CARDS,
    DEPTHS,
    HATCH,
    PILES,
    ROCKETS,
    UPGRADES,
    Box,
    Card,
    Diver,
)
from fathom5.games.deeper.terminal import built_names, milestone_words, points_words, round_words
from fathom5.games.deeper.words import (
    card_name,
    card_words,
    listed,
    place_words,
    price,
    rock_words,
    rocket_name,
    tile_name,
    towards,
    upgrade_name,
    upgrade_use,
)
from fathom5.text.guidance import Section
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def twin(view: View) -> list[Section]:
    """Rocket, players, one's own cards and upgrades, the tiles around, market and piles, all other tiles."""
    seats = range(view.table.players)
    own = [Section(say("Your cards and upgrades"), _own(view))] if view.seat >= 0 else []
    return [
        Section(say("The game"), [f"{round_words(view)}.", *_rocket(view)]),
        *(Section(view.names[seat], _player(view, seat)) for seat in seats),
        *own,
        Section(say("Around {name}", name=view.names[view.table.turn]), _around(view)),
        Section(say("Market and piles"), _market(view)),
        Section(say("All tiles in the sea"), _tiles(view)),
    ]


def _sentence(*parts: str) -> str:
    """What is told of one thing, in one line."""
    told = ", ".join(filter(None, parts))
    return f"{told[:1].upper()}{told[1:]}."


def _rocket(view: View) -> list[str]:
    table = view.table
    owners = [view.names[owner] if owner >= 0 else "" for owner in table.rockets]
    return [
        _rocket_card(view.box, number, owners[number])
        for number in range(len(ROCKETS))
        if not table.unused[number]
    ]


@part
def _rocket_card(box: Box, number: int, owner: str) -> str:
    card = box.rockets[number]
    state = say("built by {name}", name=owner) if owner else say("costs {cost}", cost=listed(card.cost))
    return _sentence(say("Rocket: {part}", part=rocket_name(number)), points_words(card.points), state)


def _player(view: View, seat: int) -> list[str]:
    table = view.table
    lines = _diver(table.divers[seat], int(habitat.points_of(table, view.box, seat)))
    if table.turn != seat or table.actor == OVER:
        return list(lines)
    return [*lines, say("{n} {n:action|actions} left in this turn.", n=table.actions)]


@part
def _diver(diver: Diver, points: int) -> tuple[str, ...]:
    lines = [
        _sentence(points_words(points), place_words(diver.place)),
        say("Air: {air} of {lungs}.", air=diver.air, lungs=diver.lungs),
        _holds(say("Bag"), diver.inventory, diver.carried, diver.bag),
        _holds(say("Store"), diver.storage, diver.stored, diver.shelf),
        _sentence(say("{n} {n:card|cards} in hand", n=diver.hand_size + (not diver.built[Card.RADIO]))),
    ]
    if built := built_names(diver):
        lines.append(say("Built: {list}", list=", ".join(built)) + ".")
    if any(diver.milestones):
        lines.append(milestone_words(diver) + ".")
    return tuple(lines)


def _holds(what: str, amounts: Iterable[int], full: int, cells: int) -> str:
    return say(
        "{what}: {list} ({full} of {cells}).",
        what=what,
        list=listed(amounts) or say("nothing"),
        full=full,
        cells=cells,
    )


def _own(view: View) -> list[str]:
    box, diver = view.box, view.table.divers[view.seat]
    lines = []
    for number in range(len(CARDS)):
        held = diver.hand[number] if number < DECK_CARDS else not diver.built[Card.RADIO]
        if held:
            card = box.cards[number]
            cost = say("costs {cost}", cost=price(diver, card.cost))
            held_twice = "× 2" if held > 1 else ""
            lines.append(
                _sentence(
                    f"{card_name(number)} {held_twice}".strip(),
                    points_words(card.points),
                    cost,
                    card_words(box, number),
                )
            )
    return lines + [_upgrade(box, number, bool(diver.upgrades[number])) for number in range(len(UPGRADES))]


@part
def _upgrade(box: Box, number: int, is_crafted: bool) -> str:
    cost = say("costs {cost}", cost=listed(box.upgrades[number].cost))
    state = say("yours") if is_crafted else cost
    return _sentence(
        say("{name}, {state}: {use}", name=upgrade_name(number), state=state, use=upgrade_use(box, number))
    )


def _tile(view: View, tile: int) -> list[str]:
    return [listed(view.table.stock[tile]) or say("empty"), rock_words(view.box, tile)]


def _around(view: View) -> list[str]:
    """The tile of the pawn and the six places next to it, as moves name them."""
    table, box = view.table, view.box
    here = table.divers[table.turn].place
    lines = []
    if table.sea[here] < HATCH:
        lines.append(_sentence(say("here"), *_tile(view, table.sea[here])))
    for way in range(6):
        there = sea.beside(box, here, way)
        lines.append(_sentence(towards(way), *_place(view, there)))
    return lines


def _place(view: View, place: int) -> list[str]:
    table = view.table
    tile = table.sea[place] if place >= 0 else sea.EMPTY
    pawns = [view.names[seat] for seat in range(table.players) if table.divers[seat].place == place]
    if tile == HATCH:
        return [say("a hatch"), *pawns]
    if tile >= 0:
        return [*_tile(view, tile), *pawns]
    if sea.row_of(place) == 0:
        return [say("the surface")]
    return [say("no tile") if sea.in_the_sea(place) else say("the edge of the sea")]


def _market(view: View) -> list[str]:
    table, box = view.table, view.box
    lines = []
    for slot in range(table.market_size):
        tile = table.market[slot]
        name, rock = tile_name(table, box, slot), rock_words(box, tile)
        lines.append(_sentence(name, "" if rock in name else rock, DEPTHS[box.pile[tile]]))
    if table.held >= 0:
        lines.append(_sentence(say("scanned"), listed(box.holds[table.held]), rock_words(box, table.held)))
    for pile in range(PILES):
        n, known = sea.tiles_in(table, pile), table.put_under[pile]
        lines.append(
            _sentence(
                say(
                    "{depth} pile: {n} {n:tile|tiles}, {known} known at the bottom",
                    depth=DEPTHS[pile],
                    n=n,
                    known=known,
                )
            )
        )
    return lines


def _tiles(view: View) -> list[str]:
    table = view.table
    places = [table.divers[seat].place for seat in range(table.players)]
    pawns = {
        place: tuple([view.names[seat] for seat, there in enumerate(places) if there == place])
        for place in places
    }
    return [
        _lying(view.box, tile, place, table.stock[tile], pawns.get(place, ()))
        for place, tile in enumerate(table.sea)
        if 0 <= tile < HATCH
    ]


@part
def _lying(box: Box, tile: int, place: int, stock: tuple[int, ...], pawns: tuple[str, ...]) -> str:
    """A tile in the sea, and whose pawns are there."""
    return _sentence(place_words(place), listed(stock) or say("empty"), rock_words(box, tile), *pawns)

"""The board of Deeper for a terminal, and what its signs mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fathom5.core import OVER, Array
from fathom5.draw.svg import GLYPHS
from fathom5.games.deeper import habitat, sea
from fathom5.games.deeper.table import (
    CARDS,
    DECK_CARDS,
    DEPTHS,
    HATCH,
    PILES,
    PLACES,
    RAW,
    ROWS,
    UPGRADES,
    Card,
    Diver,
    Table,
    Way,
)
from fathom5.games.deeper.words import (
    card_name,
    card_words,
    listed,
    market,
    price,
    resource,
    rocket_name,
    tile_words,
    upgrade_name,
    upgrade_use,
)
from fathom5.text.guidance import Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

ROOM = 4
"""The letters that have room on a tile."""


def text(view: View) -> str:
    """Rocket, sea, market, players, and one's own upgrades and hand for a terminal."""
    table = view.table
    lines = [round_words(view), "", *_sea_lines(view), ""]
    lines += _titled(say("rocket"), _rocket_rows(view))
    lines += _titled(say("market"), _tile_rows(view, market(table)))
    if table.held >= 0:
        lines += _titled(say("scanned"), _tile_rows(view, [table.held]))
    piles = [f"{DEPTHS[pile]} {sea.tiles_in(table, pile)}" for pile in range(PILES)]
    lines.append(_labelled(say("piles"), ", ".join(piles)))
    if view.seat >= 0:
        lines += _titled(say("your upgrades"), _upgrade_rows(view))
        lines += _titled(say("your hand"), _hand_rows(view))
    return "\n".join([*lines, *(line for seat in range(table.players) for line in _player_lines(view, seat))])


def legend(view: View) -> list[Sign]:
    """The signs of the board in text."""
    pawns = [Sign(GLYPHS[seat], view.names[seat]) for seat in range(view.table.players)]
    kinds = [Sign(_letter(kind), resource(kind)) for kind in range(RAW)]
    return [
        *pawns,
        Sign("⌂", say("a hatch, with the sign of its owner; under it who is at home")),
        *kinds,
        Sign("–", say("a tile with nothing left on it")),
        Sign("·", say("a place without a tile")),
        Sign("/ \\ _", say("an edge of rock; all other edges are water")),
        Sign("~", say("the surface")),
        Sign("▒", say("the edge of the sea: nothing is laid there")),
        Sign("↑ ↗ ↘ ↓ ↙ ↖", say("edges of rock of a tile in the market")),
        Sign("▶", say("whose turn it is")),
        Sign("✓", say("an upgrade that you have")),
    ]


def _titled(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of words in columns under a title."""
    if not rows:
        return [_labelled(title, "–")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    return [say("{label}:", label=title), *(f"  {line.rstrip()}" for line in lines)]


def _labelled(label: str, words: str) -> str:
    return say("{label}: {words}", label=label, words=words)


def round_words(view: View) -> str:
    """Which round it is."""
    table = view.table
    number = min(table.rounds + 1, table.limit)
    return say("Round {number} of at most {limit}", number=number, limit=table.limit)


def points_words(points: int) -> str:
    """So many points."""
    return say("{n} {n:point|points}", n=points)


def _rocket_rows(view: View) -> list[tuple[str, str, str]]:
    """Each rocket card with its points, and its cost or its builder."""
    table, rows = view.table, []
    for number, card in enumerate(view.box.rockets):
        if not table.unused[number]:
            owner = table.rockets[number]
            built = f"{GLYPHS[owner]} {view.names[owner]}" if owner >= 0 else listed(card.cost)
            rows.append((rocket_name(number), points_words(card.points), built))
    return rows


def _tile_rows(view: View, tiles: Sequence[int]) -> list[tuple[str, str]]:
    return [(DEPTHS[view.box.pile[tile]], tile_words(view.box, tile)) for tile in tiles]


def _upgrade_rows(view: View) -> list[tuple[str, str, str]]:
    """Each upgrade with its cost, or that it is there, and what it does."""
    has = view.table.divers[view.seat].upgrades
    return [
        (upgrade_name(number), "✓" if has[number] else listed(tile.cost), upgrade_use(view.box, number))
        for number, tile in enumerate(view.box.upgrades)
    ]


def _hand_rows(view: View) -> list[tuple[str, str, str, str]]:
    """Each card in hand with its points, its price now, and what it does."""
    box, diver = view.box, view.table.divers[view.seat]
    cards = [number for number in range(DECK_CARDS) for _ in range(diver.hand[number])]
    if not diver.built[Card.RADIO]:
        cards.append(Card.RADIO)
    return [
        (
            card_name(number),
            points_words(box.cards[number].points),
            price(diver, box.cards[number].cost),
            card_words(box, number),
        )
        for number in cards
    ]


def _window(table: Table) -> tuple[int, int, int]:
    """The columns and the lowest row worth showing."""
    places = [place for place, tile in enumerate(table.sea) if tile != sea.EMPTY]
    columns = [place // ROWS for place in places]
    rows = [place % ROWS for place in places]
    return max(0, min(columns) - 1), min(31, max(columns) + 1), max(3, max(rows) + 1)


def _sea_lines(view: View) -> list[str]:
    """Two lines for every tile, its upper and its lower half; columns are shifted by one."""
    left, right, bottom = _window(view.table)
    lines = []
    for half in range(2 * bottom + 2):
        cells = [
            _slanted_edge(view, place, lower) + f"{_half_of_place(view, place, lower):<{ROOM}}"
            for place, lower in (_place_at(column, half) for column in range(left, right + 1))
        ]
        depth = f"{10 * half} m" if half and half % 2 == 0 else ""
        lines.append(f"{depth:>5} {''.join(cells)}".rstrip())
    return lines


def _place_at(column: int, half: int) -> tuple[int, int]:
    """The place in a column that a line of text goes through, and whether through its lower half."""
    row, lower = divmod(half + (column + 1) % 2, 2)
    return column * ROWS + row, lower


def _is_rock(view: View, place: int, way: int) -> bool:
    """Whether a tile on either side of an edge turns rock there."""
    box, sides = view.box, ((place, way), (sea.beside(view.box, place, way), (way + 3) % 6))
    lying = [(view.table.sea[there], edge) for there, edge in sides if 0 <= there < PLACES]
    return any(0 <= tile < HATCH and (box.rocks[tile] >> edge) & 1 for tile, edge in lying)


def _slanted_edge(view: View, place: int, lower: int) -> str:
    """What stands left of half a place."""
    if not _is_rock(view, place, Way.LOWER_LEFT if lower else Way.UPPER_LEFT):
        return " "
    return "\\" if lower else "/"


def _half_of_place(view: View, place: int, lower: int) -> str:
    """Above what lies there, below who is there; over an edge of rock a line."""
    table, tile = view.table, view.table.sea[place]
    pawns = "".join(GLYPHS[seat] for seat in range(table.players) if table.divers[seat].place == place)
    if sea.row_of(place) == 0:
        if tile == HATCH:
            return pawns if lower else f"⌂{_owner_sign(view, place)}"
        return "~" * ROOM if lower and (place // ROWS) & 1 else ""
    if not sea.in_the_sea(place):
        return "▒" * ROOM
    if lower:
        return f"{pawns:{'_' if _is_rock(view, place, Way.DOWN) else ' '}<{ROOM}}"
    return " ·" if tile == sea.EMPTY else _stock_letters(table.stock[tile])


def _owner_sign(view: View, place: int) -> str:
    hatches = [sea.hatch_of(view.table, view.box, seat) for seat in range(view.table.players)]
    return GLYPHS[hatches.index(place)]


def _letter(kind: int) -> str:
    """The sign of a resource: how its name begins."""
    return resource(kind)[0]


def _stock_letters(stock: Array[int]) -> str:
    """The resources on a tile as letters, with their numbers if there are too many."""
    held = [(_letter(kind), stock[kind]) for kind in range(RAW) if stock[kind]]
    if sum(n for _, n in held) > ROOM:
        return "".join(f"{n}{letter}" if n > 1 else letter for letter, n in held)[:ROOM]
    return "".join(letter * n for letter, n in held) or "–"


def _player_lines(view: View, seat: int) -> list[str]:
    """Who it is and what they have reached; what they hold; what they have built."""
    table, diver = view.table, view.table.divers[seat]
    turn = "▶" if table.turn == seat and table.actor != OVER else " "
    first = [
        points_words(habitat.points_of(table, view.box, seat)),
        f"{say('air')} {diver.air}/{diver.lungs}",
    ]
    if any(diver.milestones):
        first.append(milestone_words(diver))
    if seat != view.seat:
        held = diver.hand_size + (not diver.built[Card.RADIO])
        first.append(say("{n} {n:card|cards} in hand", n=held))
    holds = (
        f"{say('carries')} {listed(diver.inventory) or '–'} ({diver.carried}/{diver.bag})",
        f"{say('stored')} {listed(diver.storage) or '–'} ({diver.stored}/{diver.shelf})",
    )
    name = _labelled(view.names[seat], "   ".join(first))
    lines = [f"{turn} {GLYPHS[seat]} {name}", f"      {'   '.join(holds)}"]
    built = ", ".join(built_names(diver))
    return [*lines, *([f"      {_labelled(say('built'), built)}"] if built else [])]


def built_names(diver: Diver) -> list[str]:
    """The cards and upgrades that somebody has built."""
    cards = [card_name(number) for number in range(len(CARDS)) for _ in range(diver.built[number])]
    return cards + [upgrade_name(number) for number in range(len(UPGRADES)) if diver.upgrades[number]]


def milestone_words(diver: Diver) -> str:
    """The depths that somebody has reached."""
    milestones = [DEPTHS[depth + 1] for depth in range(4) if diver.milestones[depth]]
    return say("Milestones: {list}", list=", ".join(milestones) or "–")

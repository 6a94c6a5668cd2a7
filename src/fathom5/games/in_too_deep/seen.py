"""What the one who looks sees of a table, as boards, sentences and guides need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.games.in_too_deep import abilities, rules
from fathom5.games.in_too_deep.table import (
    HAND,
    THIRD,
    Company,
    Pay,
    Phase,
    Place,
)

if TYPE_CHECKING:
    from fathom5.view import View


def owners(view: View) -> list[int]:
    """The portfolios on the table: the players', and with two the third one's."""
    return [*range(view.table.players), *([THIRD] if view.table.players == 2 else [])]


def hand(view: View) -> list[int]:
    """The cards in the hand of the one who looks, ascending."""
    seat = view.seat
    return _cards_at(view, HAND + seat) if seat >= 0 else []


def face_up(view: View) -> list[int]:
    """Cards that lie face up."""
    return _cards_at(view, Place.FACE_UP)


def _cards_at(view: View, place: int) -> list[int]:
    return [card for card, there in enumerate(view.table.place) if there == place]


def in_deck(view: View) -> int:
    """How many cards the deck has, bonus cards among them."""
    return int(view.table.deck + view.table.bonus_deck)


def in_discard(view: View) -> int:
    """How many cards the discard pile has, bonus cards among them."""
    return int(view.table.discard + view.table.bonus_discard)


def dividends(view: View, company: int) -> list[int]:
    """The cards each seat would get if whoever looks, or whose turn it is, let the company pay."""
    table = view.table
    paid = [table.shares[seat, company] for seat in range(table.players)]
    most = abilities.largest_holding(table, company)
    if company == Company.TREASURE and table.columns[Company.TREASURE].advanced:
        paid[view.seat if view.seat >= 0 else table.turn] = most
    elif company == Company.TREASURE:
        paid = [cards + (cards == most > 0) for cards in paid]
    return paid


def depth_cards(view: View, company: int) -> list[int]:
    """The depth cards of a company, the oldest first."""
    lane = view.table.columns[company]
    return [int(lane.cards[i]) for i in range(lane.depth)]


def price(view: View, card: int) -> int:
    """What the share on a card costs now, in other cards."""
    company = view.box.cards[card]
    if view.table.phase == Phase.ABILITY:
        return int(abilities.cheaper(view.table, view.box, company))
    return int(rules.price(view.table, company))


def holders(view: View, company: int) -> tuple[tuple[int, int], ...]:
    """Who has shares of a company, and how many."""
    shares = [(owner, int(view.table.shares[owner, company])) for owner in owners(view)]
    return tuple(each for each in shares if each[1])


def payments(view: View) -> list[Pay]:
    """The cards of one's hand of which the rest of a payment is chosen, in the order of the rules."""
    table = view.table
    if table.phase != Phase.PAY or not view.ids:
        return []
    return [Pay(card) for card in hand(view) if card >= table.least]

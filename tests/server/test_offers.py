"""What a page offers: buttons, things to pick up first, a set to tick; and who is at the table."""

from typing import Annotated, NamedTuple

import pytest

from fathom5.core import PICK, Moves
from fathom5.core.errors import Mistake
from fathom5.server import presence
from fathom5.server.offers import basket_moves, offers
from fathom5.server.presence import Presence
from fathom5.text.guidance import Basket


class Lay(NamedTuple):
    """Lay a card on a pile."""

    card: Annotated[int, range(4), PICK]
    pile: Annotated[int, range(2)]


class Sell(NamedTuple):
    """Sell a card."""

    card: Annotated[int, range(4), PICK]


class Stop(NamedTuple):
    """Do nothing."""


MOVES = Moves(Lay, Sell, Stop)


class Hand:
    """As much of a view as offers need."""

    def __init__(self, *moves, basket=None):
        self.ids = [MOVES.encode(move) for move in moves]
        self._basket = basket

    def pick(self, move):
        return MOVES.pick(MOVES.decode(move))

    def pick_name(self, name, value):
        return f"{name} {value}"

    def name(self, move):
        return str(MOVES.decode(move))

    preview = name

    def warning(self, move):
        return "stop and lose" if MOVES.decode(move) == Stop() else ""

    def is_final(self, move):
        return False

    def basket(self):
        return self._basket


def test_moves_of_several_kinds_share_a_pick():
    offered = offers(Hand(Lay(1, 0), Lay(1, 1), Sell(1), Lay(2, 0), Sell(2)))
    assert [(pick.key, len(pick.offers)) for pick in offered.picks] == [("card-1", 3), ("card-2", 2)]
    assert not offered.plain


def test_a_pick_that_leads_to_one_move_or_is_the_only_one_needs_no_step():
    offered = offers(Hand(Lay(1, 0), Lay(1, 1), Sell(2), Lay(3, 1), Sell(3)))
    assert [pick.key for pick in offered.picks] == ["card-1", "card-3"]
    assert [offer.pick for offer in offered.plain] == ["card-2"]
    assert not offers(Hand(Lay(1, 0), Lay(1, 1), Sell(1))).picks


def test_what_is_grave_comes_last_under_its_warning():
    offered = offers(Hand(Stop(), Sell(1), Sell(2)))
    assert offered.plain[-1].name == "stop and lose"
    assert [offer.is_grave for offer in offered.plain] == [False, False, True]


def test_a_set_is_played_in_the_order_of_the_rules_and_only_whole():
    items = {MOVES.encode(Sell(card)): f"card {card}" for card in range(3)}
    done = MOVES.encode(Stop())
    hand = Hand(Sell(0), Sell(1), Sell(2), Stop(), basket=Basket(items, 2, 3, done))
    first, _, third = items
    assert not offers(hand).all
    assert basket_moves(hand, [third, first]) == [first, third, done]
    for chosen in ([first], [first, first], [first, 99]):
        with pytest.raises(Mistake):
            basket_moves(hand, chosen)
    with pytest.raises(Mistake):
        basket_moves(Hand(Sell(1)), [first])


def test_a_set_of_one_is_an_ordinary_choice():
    item = MOVES.encode(Sell(0))
    offered = offers(Hand(Sell(0), Sell(1), basket=Basket({item: "card 0"}, 1, 1)))
    assert offered.basket is None
    assert len(offered.all) == 2


def test_somebody_is_away_a_while_after_the_last_page_was_closed(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(presence.time, "monotonic", lambda: now)
    room, seats = Presence(), [("ada",), (), ("ben", "ben's phone")]
    for person in ("ada", "ada", "ben"):
        room.arrive(person)
    room.leave("ada")
    now += 100
    assert room.away(seats) == []
    room.leave("ada")
    room.leave("ben")
    assert room.away(seats) == []
    now += 31
    assert room.away(seats) == [0, 2]
    room.see("ben's phone")
    assert room.away(seats) == [0]

"""The table of High Card: hands of one secret card, and the cards thrown away."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from fathom5.core import OWNER, Moves, Pointer, Struct, actor, choice, flag, index, seat, seats, whole

SEATS = 4
CARDS = 12


class Phase(IntEnum):
    """What is decided."""

    DEAL = 0
    TURN = 1
    SWAP = 2


class Box(Struct):
    """The components."""

    cards = whole(0, 20, "the points of each card", CARDS)


class Hand(Struct):
    """What a player holds."""

    full = flag("it holds a card")
    card = index("cards", CARDS, "that card; -1: none", none=True, visible=OWNER, shown_at_end=True)


class Table(Struct):
    """Everything on the table and in the hands."""

    actor = actor(SEATS)
    players = whole(2, SEATS, "how many play")
    phase = choice(Phase, "what is decided")
    turn = seat(SEATS, "whose turn it is")
    thrown = flag("the cards thrown away, face up", CARDS)
    hands = seats(Hand, SEATS, "the hands, by seat")


class Keep(NamedTuple):
    """Keep the card."""


class Swap(NamedTuple):
    """Throw the card away and draw another."""


class Draw(NamedTuple):
    """A card goes to whose turn it is."""

    card: Annotated[int, range(CARDS), Pointer("cards")]


class DrawUnseen(NamedTuple):
    """A card that others do not see."""


MOVES = Moves(Keep, Swap)
NATURE_MOVES = Moves(Draw, unseen=(DrawUnseen,))

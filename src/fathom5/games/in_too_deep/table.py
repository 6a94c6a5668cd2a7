"""The table of In Too Deep: five companies, their depth cards and shares, and hands kept secret."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, NamedTuple

from fathom5.core import (
    OWNER,
    PICK,
    Moves,
    Pointer,
    Struct,
    actor,
    choice,
    derived,
    flag,
    index,
    many,
    seat,
    seat_set,
    seats,
    whole,
)

SEATS = 5
COMPANIES = 5
CARDS = 100
SHUFFLES = 6
NOTES = 512
FOUR = 8
THIRD = SEATS
"""The imaginary third player's row among the portfolios."""

NO_SEAT = -1
"""No seat: nobody is paid, nobody is known."""
NO_CARD = -1
"""No card: nothing laid yet, nothing found."""

OPENING = 0
DEALT = OPENING + SEATS
TRACED = DEALT + SHUFFLES
STOCKS = TRACED + 1
"""Where a card in a hand may come from: a seat's opening hand, a later deal of a shuffle, or it was seen."""

NAMES = ("ocean", "treasure", "pearl", "coast", "wildlife")


class Company(IntEnum):
    """The companies, in the order of the rulebook."""

    OCEAN = 0
    TREASURE = 1
    PEARL = 2
    COAST = 3
    WILDLIFE = 4


class Phase(IntEnum):
    """What is decided."""

    SIDES = 0
    DEAL = 1
    OFFER = 2
    DRAFT = 3
    PORTFOLIO = 4
    BONUS = 5
    TURN = 6
    ABILITY = 7
    PAY = 8


class Reason(IntEnum):
    """What cards are dealt for."""

    HANDS = 0
    SEAT_BONUS = 1
    DRAW = 2
    DIVIDEND = 3
    EMERGENCY = 4


class Place(IntEnum):
    """Where a card is, unless with a company (from DEPTH on) or in a seat's hand (from HAND on)."""

    UNKNOWN = 0
    DECK = 1
    DISCARD = 2
    FACE_UP = 3
    SHARE = 4


DEPTH = len(Place)
HAND = DEPTH + COMPANIES
PLACES = (
    *(place.name.lower().replace("_", " ") for place in Place),
    *(f"depth of {name}" for name in NAMES),
    *(f"hand of seat {number}" for number in range(SEATS)),
)


# The moves

CardArgument = Annotated[int, range(CARDS), Pointer("cards")]
CompanyArgument = Annotated[int, range(COMPANIES), Pointer("columns")]
PickedCard = Annotated[int, range(CARDS), Pointer("cards"), PICK]
PickedCompany = Annotated[int, range(COMPANIES), Pointer("columns"), PICK]


class Skip(NamedTuple):
    """Make no use of an ability (Abilities 2)."""


class Draw(NamedTuple):
    """Draw a card (Drawing 1)."""


class Buy(NamedTuple):
    """Buy the share on a card of the hand (Buying 1, Coast normal 1)."""

    card: PickedCard


class Pay(NamedTuple):
    """Pay a card of the hand, the lowest first (Buying 3, ITD-4)."""

    card: PickedCard


class Take(NamedTuple):
    """Take one of the cards face up as a free share (Setup 3.2)."""

    card: PickedCard


class Remove(NamedTuple):
    """Discard a depth card (Ocean normal, Ocean advanced)."""

    card: PickedCard


class Expand(NamedTuple):
    """Lay a card of the hand on a company (Expanding 1, Wildlife advanced 1)."""

    card: PickedCard
    company: CompanyArgument


class MoveCard(NamedTuple):
    """Move a depth card onto a company (Ocean advanced, Wildlife normal 1)."""

    card: PickedCard
    company: CompanyArgument


class TakeOver(NamedTuple):
    """Buy a share out of the portfolio of another player or the third (Coast advanced 1, ITD-16)."""

    owner: Annotated[int, range(SEATS + 1), Pointer("shares")]
    company: PickedCompany


class PayUnseen(NamedTuple):
    """What others see of a card paid from hand to hand (ITD-16, ITD-19)."""


class TurnUp(NamedTuple):
    """A card of the deck is dealt or turned up (Setup 2.1)."""

    card: CardArgument


class BonusCard(NamedTuple):
    """A bonus card of the deck is met (Two 4, ITD-18)."""


class ShowSide(NamedTuple):
    """A company's side is drawn (Setup 1.2)."""

    company: CompanyArgument
    advanced: Annotated[int, range(2)]


class DealUnseen(NamedTuple):
    """What others see of a card dealt to a hand (ITD-19)."""


MOVES = Moves(Skip, Draw, Buy, Pay, Take, Remove, Expand, MoveCard, TakeOver, unseen=(PayUnseen,))
NATURE_MOVES = Moves(TurnUp, BonusCard, ShowSide, unseen=(DealUnseen,))


# Box and table


class Box(Struct):
    """The components."""

    cards = choice(Company, "the company on the share side of each card", CARDS)
    hand = whole(1, 10, "cards dealt to each player")
    hand_for_two = whole(1, 20, "cards dealt to each of two players")
    offered = whole(1, 3, "cards laid face up for each player to start with")
    third = whole(1, 20, "cards of the third portfolio")
    bonus = whole(0, 20, "bonus cards in a game of two")
    drawn_for_third = whole(1, FOUR, "cards drawn for a bonus card")
    emergency = whole(0, 10, "cards for each player in an emergency")
    clean_up = whole(1, 10, "cards that Ocean's ability costs, normal and advanced", 2)
    pearl_more = whole(0, 20, "points more for a Pearl share, normal side")
    pearl_less = whole(0, 20, "points less than the most valuable company, advanced side")
    discount = whole(0, 20, "how much cheaper Coast's ability makes a share")
    takeover = whole(0, 20, "least price of another player's share")
    watching = whole(1, 10, "cards that Wildlife's ability costs")
    recent = whole(1, 20, "how many last depth cards Wildlife's ability reaches")
    edition = derived(whole(1, 2, "the edition of the rules"))
    ten = derived(whole(0, 10, "the ten that a depth card reaches", CARDS))


class Investor(Struct):
    """What everybody may count in one player's hand."""

    cards = whole(0, CARDS, "cards in hand", usual=15)
    owed = whole(0, CARDS, "cards about to be dealt to it", usual=5)
    lowest = index(
        "cards", CARDS, "the lowest card of its opening hand; -1: unknown", none=True, visible=OWNER
    )
    held = whole(0, CARDS, "only while guessing: cards in hand by where they come from", STOCKS, told=0)
    most = whole(0, CARDS, "only while guessing: at most so many of each shuffle", SHUFFLES, told=0)


class Note(Struct):
    """A card that entered or left a hand, as far as somebody may know it (ITD-19, ITD-24)."""

    giver = seat(SEATS, "whose hand it left; -1: none", none=True)
    taker = seat(SEATS, "whose hand it entered; -1: none", none=True)
    card = index("cards", CARDS, "which card; -1: unseen", none=True)
    shuffle = whole(0, SHUFFLES - 1, "the shuffle it was last in; of an unseen payment 0", usual=2)


class Column(Struct):
    """A company and how deep it has gone."""

    depth = whole(0, CARDS, "how many depth cards it has: its value", usual=12)
    last = index("cards", CARDS, "the depth card laid last; -1: none yet", none=True)
    cards = index("cards", CARDS, "its depth cards, the oldest first", CARDS, used="depth")
    issued = whole(0, CARDS, "shares of it before all players", usual=10)
    advanced = flag("it lies with its advanced side up")
    undecided = flag("its side is still to be drawn")


class Table(Struct):
    """Everything on the table and in the hands."""

    actor = actor(SEATS)
    players = whole(2, SEATS, "how many play")
    phase = choice(Phase, "what is decided")
    reason = choice(Reason, "what cards are dealt for at present")
    first = seat(SEATS, "who plays first")
    turn = seat(SEATS, "whose turn it is")
    receiver = seat(SEATS, "who is dealt the next card")
    place = choice(PLACES, "where each card is", CARDS, seats_from=HAND)
    shuffle = whole(0, SHUFFLES - 1, "the shuffle each card was last in", CARDS, usual=2)
    known_by = seat_set(SEATS + 1, "who knows a card in a hand of another; the last bit: a stranger", CARDS)
    traced = whole(
        -1,
        3 * SEATS - 1,
        "only while guessing: who has a card seen before; -1: nobody",
        CARDS,
        told=0,
    )
    opening = whole(0, 20, "cards of an opening hand; 0 while they are dealt", usual=6)
    noted = whole(0, NOTES, "how many cards entered or left hands since", usual=150)
    paid_unseen = whole(0, NOTES, "how many of them were paid from hand to hand", usual=10)
    notes = many(Note, NOTES, "those cards, in order", told=0)
    shares = whole(
        0,
        CARDS,
        "shares by owner, the third player last, and company",
        (SEATS + 1, COMPANIES),
        by_seat=True,
        usual=6,
    )
    columns = many(Column, COMPANIES, "the companies")
    investors = seats(Investor, SEATS, "the players, by seat")
    deck = whole(0, CARDS, "depth cards in the deck")
    discard = whole(0, CARDS, "depth cards in the discard pile", usual=50)
    bonus_deck = whole(0, 20, "bonus cards in the deck", usual=5)
    bonus_discard = whole(0, 20, "bonus cards in the discard pile", usual=5)
    waiting = whole(0, 20, "bonus cards set aside to be carried out later", usual=1)
    turned = whole(0, 20, "cards turned up in the offer, for the third player or for a bonus card", usual=10)
    four = index("cards", CARDS, "those cards, in the order drawn", FOUR)
    shuffles = whole(0, SHUFFLES - 1, "how often the discard pile was shuffled", usual=2)
    emptied = whole(0, CARDS, "how often the deck ran out", usual=2)
    draws = whole(0, SEATS, "turns in a row in which a card was drawn")
    emergencies = whole(0, 3, "emergencies in a row; the last turns may bring one after the second")
    ending = flag("the end is triggered")
    last_round = flag("these are the last turns")
    turns_left = whole(0, SEATS, "last turns still to be taken")
    company = index("columns", COMPANIES, "the company expanded last")
    deed = index("moves", MOVES.playable, "the move that is being paid for")
    due = whole(0, CARDS, "cards still to be paid", usual=8)
    payee = seat(SEATS, "whose hand they go to; -1: the discard pile", none=True)
    least = whole(0, CARDS, "the lowest card that may be paid next")
    optional = flag("nothing is paid yet, and the ability may be abandoned")

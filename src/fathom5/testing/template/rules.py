"""The rules of High Card."""

from __future__ import annotations

from typing import Any

from fathom5.core import NATURE, OVER, Array, Rng, below, clockwise, decode, encode, is_kind, rule
from fathom5.testing.template.table import CARDS, SEATS, Box, Draw, DrawUnseen, Keep, Phase, Swap, Table

NONE = -1
SCORES = (0, 20)


@rule
def setup(table: Table, box: Box, options: Any) -> None:
    """Nobody holds a card yet; the first is dealt."""
    for seat in range(SEATS):
        table.hands[seat].card = NONE
    table.phase = Phase.DEAL
    table.actor = NATURE


@rule
def is_hidden(table: Table, card: int) -> bool:
    """Whether a card lies neither in a hand that is known nor face up."""
    for seat in range(table.players):
        if table.hands[seat].card == card:
            return False
    return not table.thrown[card]


@rule
def legal(table: Table, box: Box, moves: Array[int]) -> int:
    """Keep the card or swap it."""
    moves[0] = encode(Keep())
    moves[1] = encode(Swap())
    return 2


@rule
def odds(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """Every card left in the deck is equally likely."""
    n = 0
    for card in range(CARDS):
        if is_hidden(table, card):
            moves[n] = encode(Draw(card))
            weights[n] = 1
            n += 1
    return n


@rule
def play(table: Table, box: Box, move: int) -> None:
    """Cards are dealt to all; then everybody keeps or swaps once."""
    hand = table.hands[table.turn]
    if table.actor == NATURE:
        hand.card = decode(Draw, move).card
        hand.full = 1
        next_turn(table)
    elif is_kind(move, Swap):
        table.thrown[hand.card] = 1
        hand.card = NONE
        hand.full = 0
        table.phase = Phase.SWAP
        table.actor = NATURE
    else:
        next_turn(table)


@rule
def next_turn(table: Table) -> None:
    """Clockwise; after the deal the turns begin, after the turns the game ends."""
    table.turn = clockwise(table, table.turn)
    if table.turn > 0:
        table.actor = NATURE if table.phase == Phase.DEAL else table.turn
    else:
        table.actor = table.turn if table.phase == Phase.DEAL else OVER
    if table.actor >= 0:
        table.phase = Phase.TURN


@rule
def score(table: Table, box: Box, scores: Array[int]) -> None:
    """The points of the card in hand, once all are shown."""
    for seat in range(table.players):
        scores[seat] = box.cards[table.hands[seat].card] if table.actor == OVER else 0


@rule
def ahead(table: Table, box: Box, one: int, other: int) -> bool:
    """The higher card is ahead at the end."""
    return table.actor == OVER and box.cards[table.hands[one].card] > box.cards[table.hands[other].card]


@rule
def guess(table: Table, box: Box, seat: int, rng: Rng) -> None:
    """Every hand that is not known holds any of the hidden cards, each equally likely."""
    for other in range(table.players):
        hand = table.hands[other]
        if hand.full and hand.card == NONE:
            left = 0
            for card in range(CARDS):
                left += is_hidden(table, card)
            ticket = below(left, rng)
            for card in range(CARDS):
                if is_hidden(table, card):
                    if ticket == 0:
                        hand.card = card
                        break
                    ticket -= 1


@rule
def veil(table: Table, box: Box, move: int, seat: int) -> int:
    """Only its owner sees which card is drawn."""
    if table.actor == NATURE and table.turn != seat:
        return encode(DrawUnseen())
    return move


def expected_odds(table: Table, box: Box) -> dict[int, float]:
    """What the odds are tested against: the cards that are nowhere else, counted."""
    elsewhere = {card for card in range(CARDS) if table.thrown[card]}
    elsewhere |= {table.hands[seat].card for seat in range(table.players)}
    deck = set(range(CARDS)) - elsewhere
    return {encode(Draw(card)): 1 / len(deck) for card in deck}

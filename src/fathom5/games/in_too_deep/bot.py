"""The heuristic of In Too Deep: it buys what grows, deepens its own companies and sinks those of others.

It counts in hundredths of a point. A company is worth its depth cards and, while there is time,
the room below its last one; to a player it matters by the shares held more than others hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.core import Array, Rng, Struct, decode, is_kind, rule, whole
from fathom5.games.in_too_deep.abilities import cheaper, passed_over, takeover_price, worth
from fathom5.games.in_too_deep.features import FEATURES, features
from fathom5.games.in_too_deep.rules import price
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    DEPTH,
    HAND,
    NO_CARD,
    SEATS,
    Box,
    Buy,
    Company,
    Draw,
    Expand,
    MoveCard,
    Pay,
    Phase,
    Remove,
    Skip,
    Table,
    Take,
    TakeOver,
)

if TYPE_CHECKING:
    from fathom5.view import View

__all__ = ["ABSURD", "FEATURES", "Weights", "features", "heuristic"]


class Weights(Struct):
    """What the heuristic goes by, in hundredths of points where nothing else is said."""

    card = whole(0, 400, "what a card in hand is worth at most")
    shy = whole(0, 100, "hundredths of that for drawing one, since it takes a turn")
    room = whole(0, 40, "what a number below the last depth card is worth at most")
    long = whole(1, 200, "so many cards to be drawn are time enough")
    draft = whole(0, 50, "what a share held already adds when one is free")


@rule
def heuristic(table: Table, box: Box, weights: Weights, moves: Array[int], n: int, rng: Rng) -> int:
    """The best of the open moves by a look at what it changes."""
    if table.phase == Phase.PAY:
        return cheapest_payment(table, box, weights, moves, n)
    best, most = moves[0], -1_000_000_000
    for i in range(n):
        gain = promise(table, box, weights, moves[i])
        if gain > most:
            best, most = moves[i], gain
    return best


@rule
def promise(table: Table, box: Box, weights: Weights, move: int) -> int:
    """What a move brings the seat that makes it."""
    if table.phase == Phase.DRAFT:
        return attraction(table, box, weights, decode(Take, move).card)
    if is_kind(move, Skip):
        return 0
    if is_kind(move, Draw):
        return weights.shy * card_value(table, weights) // 100
    if is_kind(move, Buy):
        return promise_of_share(table, box, weights, decode(Buy, move).card)
    if is_kind(move, Remove):
        cost = box.clean_up[table.columns[Company.OCEAN].advanced]
        return lifting(table, weights, decode(Remove, move).card) - cost * card_value(table, weights)
    if is_kind(move, Expand):
        laid = decode(Expand, move)
        return promise_of_depth(table, box, weights, laid.card, laid.company)
    if is_kind(move, MoveCard):
        moved = decode(MoveCard, move)
        return promise_of_move(table, box, weights, moved.card, moved.company)
    company = decode(TakeOver, move).company
    return 2 * share_value(table, box, weights, company) - takeover_price(
        table, box, company
    ) * 2 * card_value(table, weights)


@rule
def time_left(table: Table, weights: Weights) -> int:
    """Cards to be drawn before the end, up to as many as are time enough."""
    if table.ending:
        return 0
    left = table.deck if table.emptied else table.deck + table.discard + 20
    return min(weights.long, left)


@rule
def card_value(table: Table, weights: Weights) -> int:
    """A card buys something, if time is left for it."""
    return weights.card * time_left(table, weights) // weights.long


@rule
def room_value(table: Table, weights: Weights, last: int) -> int:
    """What can still be laid below a company's last card."""
    return weights.room * (CARDS - 1 - last) * time_left(table, weights) // weights.long


@rule
def lead(table: Table, company: int) -> int:
    """Shares of a company held more than others hold on the average, in hundredths."""
    others = -table.shares[table.actor, company]
    for seat in range(SEATS):
        others += table.shares[seat, company]
    return 100 * table.shares[table.actor, company] - 100 * others // (table.players - 1)


@rule
def share_value(table: Table, box: Box, weights: Weights, company: int) -> int:
    """What one more share is worth."""
    return 100 * worth(table, box, company) + room_value(table, weights, table.columns[company].last)


@rule
def attraction(table: Table, box: Box, weights: Weights, card: int) -> int:
    """A free share: rather of a company already held, and of one with points to add."""
    company = box.cards[card]
    points = weights.draft * table.shares[table.actor, company] - table.columns[company].issued
    return points + (5 if company == Company.PEARL else 0)


@rule
def promise_of_share(table: Table, box: Box, weights: Weights, card: int) -> int:
    """A share for its price."""
    company = box.cards[card]
    cost = price(table, company) if table.phase == Phase.TURN else cheaper(table, box, company)
    return share_value(table, box, weights, company) - (cost + 1) * card_value(table, weights)


@rule
def laying(table: Table, weights: Weights, company: int, last: int, card: int) -> int:
    """What one depth card more on top of a last one changes."""
    change = 100 + room_value(table, weights, card) - room_value(table, weights, last)
    return change * lead(table, company) // 100


@rule
def lifting(table: Table, weights: Weights, card: int) -> int:
    """What one depth card less changes."""
    company = table.place[card] - DEPTH
    column = table.columns[company]
    change = -100
    if column.last == card:
        below = column.cards[column.depth - 2] if column.depth > 1 else NO_CARD
        change += room_value(table, weights, below) - room_value(table, weights, card)
    return change * lead(table, company) // 100


@rule
def promise_of_depth(table: Table, box: Box, weights: Weights, card: int, company: int) -> int:
    """A depth card, with the dividend it brings in a turn or the price it has by an ability."""
    column = table.columns[company]
    gain = laying(table, weights, company, column.last, card) - card_value(table, weights)
    if table.phase != Phase.TURN:
        return gain - passed_over(table, company, card) * card_value(table, weights)
    if column.depth == 0 or box.ten[card] > box.ten[column.last]:
        gain += lead(table, company) * card_value(table, weights) // 100
    return gain


@rule
def promise_of_move(table: Table, box: Box, weights: Weights, card: int, company: int) -> int:
    """A depth card that lies somewhere goes on top here."""
    cost = box.clean_up[1] if table.company == Company.OCEAN else box.watching
    last = table.columns[company].last
    if table.place[card] - DEPTH == company:
        change = room_value(table, weights, card) - room_value(table, weights, last)
        return change * lead(table, company) // 100 - cost * card_value(table, weights)
    return (
        lifting(table, weights, card)
        + laying(table, weights, company, last, card)
        - cost * card_value(table, weights)
    )


@rule
def keeping(table: Table, box: Box, weights: Weights, card: int) -> int:
    """What a card is good for: its share, or a depth with not too wide a step."""
    company = box.cards[card]
    good = share_value(table, box, weights, company) - price(table, company) * card_value(table, weights)
    for other in range(COMPANIES):
        if card > table.columns[other].last:
            good = max(good, laying(table, weights, other, table.columns[other].last, card))
    return good


@rule
def cheapest_payment(table: Table, box: Box, weights: Weights, moves: Array[int], n: int) -> int:
    """Of the cards that are good for least, the one lowest in number."""
    for i in range(n):
        if is_kind(moves[i], Pay) and is_cheap(table, box, weights, decode(Pay, moves[i]).card):
            return moves[i]
    return moves[n - 1]


@rule
def is_cheap(table: Table, box: Box, weights: Weights, card: int) -> bool:
    """Whether fewer cards than are due are good for less."""
    mine = keeping(table, box, weights, card)
    less = 0
    for other in range(table.least, CARDS):
        if table.place[other] == HAND + table.actor and other != card:
            theirs = keeping(table, box, weights, other)
            less += theirs < mine or (theirs == mine and other < card)
    return less < table.due


def draws_in_its_last_turn(view: View, move: int) -> bool:
    """Whether a seat draws a card for nothing in its last turn though it could buy a share of some worth."""
    table = view.table
    if not (isinstance(view.decoded(move), Draw) and table.last_round):
        return False
    bought = [each for each in view.open_moves if isinstance(each, Buy)]
    return any(worth(table, view.box, int(view.box.cards[each.card])) > 0 for each in bought)


def deepens_for_others(view: View, move: int) -> bool:
    """Whether a seat makes shares of others worth more in its last turn, and none of its own."""
    table, laid = view.table, view.decoded(move)
    if not (isinstance(laid, Expand) and table.last_round):
        return False
    shares = [int(table.shares[seat, laid.company]) for seat in range(table.players)]
    own, pearls = shares[view.seat], int(table.shares[view.seat, Company.PEARL])
    return own == 0 and pearls == 0 and sum(shares) > 0


ABSURD = {
    "draws in its last turn though it could buy": draws_in_its_last_turn,
    "deepens a company in its last turn for others alone": deepens_for_others,
}
"""Moves that no level makes, and how to tell them by their ids."""

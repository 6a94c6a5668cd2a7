"""Moves of In Too Deep that no bot should make, whatever its level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.games.in_too_deep.abilities import worth
from fathom5.games.in_too_deep.table import Buy, Company, Draw, Expand

if TYPE_CHECKING:
    from fathom5.view import View


def draws_in_its_last_turn(view: View, move: int) -> bool:
    """A card in hand is worth nothing at the end, and it could buy a share that is worth something."""
    table = view.table
    if not (isinstance(view.decoded(move), Draw) and table.last_round):
        return False
    bought = [each for each in view.open_moves if isinstance(each, Buy)]
    return any(worth(table, view.box, int(view.box.cards[each.card])) > 0 for each in bought)


def deepens_for_others(view: View, move: int) -> bool:
    """In its last turn it makes shares of others worth more and none of its own."""
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

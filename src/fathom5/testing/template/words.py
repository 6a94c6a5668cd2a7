"""High Card in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.testing.template.table import Box, Draw, Keep, Swap, Table
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.text.finding import Asked
    from fathom5.view import View


def name(table: Table, box: Box, move: Any) -> str:
    """A move as a person types it."""
    match move:
        case Keep():
            return say("keep")
        case Swap():
            return say("swap")
        case Draw(card):
            return say("draw {card}", card=card + 1)
    return say("draw a card")


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    card = view.table.hands[view.seat].card
    return say("Your card is worth {points}. Keep it, or swap it?", points=view.box.cards[card])


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    who = before.names[before.table.turn]
    match move:
        case Keep():
            return [say("{who} keeps the card.", who=who)]
        case Swap():
            return [say("{who} throws the card away.", who=who)]
        case Draw(card):
            return [say("{who} draws a card worth {points}.", who=who, points=before.box.cards[card])]
    return [say("{who} draws a card.", who=who)]


def why(view: View, asked: Asked) -> str:
    """Why a move is not allowed now."""
    return say("In your turn you keep your card or swap it, once.")

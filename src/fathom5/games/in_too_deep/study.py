"""What of the box of In Too Deep a move uses, for studies."""

from __future__ import annotations

from typing import Any

from fathom5.games.in_too_deep.table import NAMES, Box, Buy, Expand, MoveCard, ShowSide, TakeOver

FIRSTS = {"first share": ("share",)}


def parts(box: Box, move: Any) -> list[str]:
    """The company that is expanded, bought into or taken over, and the side it shows."""
    match move:
        case Expand(_, company) | MoveCard(_, company):
            return [f"deeper: {NAMES[company]}"]
        case Buy(card):
            return [f"share: {NAMES[box.cards[card]]}"]
        case TakeOver(_, company):
            return [f"taken over: {NAMES[company]}"]
        case ShowSide(company, advanced):
            return [f"{NAMES[company]}, {'advanced' if advanced else 'normal'} side"]
    return []

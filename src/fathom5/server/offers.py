"""What a visitor may do now, as a page offers it: buttons, things to pick up first, a set to tick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from fathom5.core.errors import Mistake
from fathom5.draw.svg import pick_key
from fathom5.text.guidance import Basket
from fathom5.text.language import say
from fathom5.view import View

MOST_BUTTONS = 12
"""So many are shown at a time."""


class Offer(NamedTuple):
    """A move on a button."""

    id: int
    name: str
    preview: str
    is_grave: bool
    """Whether it is fatal or final, and wants a second press."""
    is_final: bool
    """Whether a touch shows first what it brings."""
    pick: str = ""
    """What is picked up for it, such as card-25."""


class Pick(NamedTuple):
    """Something to pick up, and what can be done with it."""

    key: str
    name: str
    offers: list[Offer]


class Offers(NamedTuple):
    """All that is offered."""

    plain: list[Offer]
    picks: list[Pick]
    basket: Basket | None

    @property
    def all(self) -> list[Offer]:
        """Every button, those of picks too."""
        return [*self.plain, *(offer for pick in self.picks for offer in pick.offers)]


def offers(view: View) -> Offers:
    """What the seat of a view may do now; what is grave comes last.

    A pick that leads to one move, or the only one there is, needs no step of its own.
    """
    basket = view.basket()
    if basket and basket.count_high < 2:
        basket = None
    plain: list[Offer] = []
    picks: dict[tuple[str, int], list[Offer]] = {}
    for move in view.ids:
        if basket and (move in basket.items or move == basket.done):
            continue
        pick, warning = view.pick(move), view.warning(move)
        name = warning or view.name(move)
        key = pick_key(*pick) if pick else ""
        offer = Offer(move, name, view.preview(move), bool(warning), view.is_final(move), key)
        (picks.setdefault(pick, []) if pick else plain).append(offer)
    only = len(picks) == 1 and not plain
    groups = [
        Pick(pick_key(*pick), view.pick_name(*pick), _grave_last(found))
        for pick, found in picks.items()
        if len(found) > 1 and not only
    ]
    named = {group.key for group in groups}
    plain += [offer for found in picks.values() for offer in found if offer.pick not in named]
    return _folded(Offers(_grave_last(plain), groups, basket))


def _folded(offered: Offers) -> Offers:
    """The same with at most a dozen buttons, if it can be: names that begin alike share one that unfolds."""
    plain, picks = list(offered.plain), list(offered.picks)
    while len(plain) + len(picks) > MOST_BUTTONS:
        verbs = Counter(_verb(offer) for offer in plain if not offer.is_grave)
        verb, count = verbs.most_common(1)[0] if verbs else ("", 0)
        if count < 2:
            break
        alike = [offer for offer in plain if _verb(offer) == verb and not offer.is_grave]
        picks.append(Pick(pick_key("verb", len(picks)), f"{verb} …", alike))
        plain = [offer for offer in plain if offer not in alike]
    return Offers(plain, picks, offered.basket)


def _verb(offer: Offer) -> str:
    """The first word of a name."""
    return offer.name.split()[0]


def _grave_last(found: list[Offer]) -> list[Offer]:
    return sorted(found, key=lambda offer: offer.is_grave)


def basket_moves(view: View, chosen: Sequence[int]) -> list[int]:
    """The moves that choose these items of a basket, in the order of the rules.

    Raises Mistake if there is no basket, for an item that is not in it, or for too few or too many.
    """
    basket = view.basket()
    if basket is None or not set(chosen) <= basket.items.keys():
        raise Mistake(say("This cannot be chosen now."))
    if not basket.count_low <= len(set(chosen)) <= basket.count_high:
        low, high = basket.count_low, basket.count_high
        raise Mistake(
            say("Choose {low} of them.", low=low)
            if low == high
            else say("Choose {low} to {high} of them.", low=low, high=high)
        )
    moves = [move for move in basket.items if move in chosen]
    return moves if basket.done is None else [*moves, basket.done]

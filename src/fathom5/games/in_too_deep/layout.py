"""Where things lie on the board of In Too Deep, on a desk and on a phone held upright."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fathom5.games.in_too_deep.drawings import CARD_HEIGHT, CARD_WIDTH, TENS, Spot
from fathom5.games.in_too_deep.seen import depth_cards, face_up, hand, owners
from fathom5.games.in_too_deep.table import COMPANIES, MoveCard, Remove

if TYPE_CHECKING:
    from fathom5.view import View

WIDTH, HEIGHT, NARROW = 1420, 1000, 560
LEFT, LANE, TOP, TEN = 166, 250, 252, 49.0
"""On a desk: where the lanes begin, how wide they are, where the water begins, how high a ten is."""

HAND_TOP, HAND_ROOM, GROWN = 806, 1180, 1.12
MOST_IN_ROW, SHRUNK = 8, 0.89
"""Upright: how many cards of the hand lie in a row at most, and how large."""

NOWHERE = (0.0, 0.0, 0.0, 0.0)

BIG_CHIP = 66.0
"""The height of a depth card that can be chosen."""

CardSpot = tuple[float, float, float, float]
"""Left, top and scale of a card, and how much of its width is not covered by the next one."""


class Layout(NamedTuple):
    """Where things lie, on a desk or on a phone held upright."""

    size: tuple[float, float]
    left: float
    lane: float
    heads: float
    tens: tuple[float, ...]
    chip: tuple[float, float]
    per_row: int
    hand: dict[int, CardSpot]
    shown: dict[int, CardSpot]
    hand_top: float
    draw: Spot = NOWHERE
    discard: Spot = NOWHERE
    buy: Spot = NOWHERE
    skip: Spot = NOWHERE
    """Upright these four have no place: companies and lanes do, and the page's buttons."""
    upright: bool = False

    def lane_spot(self, company: int) -> Spot:
        """The whole lane of a company."""
        top = self.tens[0] - 4
        return self.left + company * self.lane + 3, top, self.lane - 6, self.tens[-1] + 4 - top

    def spread(self, company: int, number: int) -> Spot:
        """Where a depth card lies while depth cards are chosen: large, in the order laid."""
        row, column = divmod(number, self.per_row)
        wide = (self.lane - 12) / self.per_row
        x = self.left + company * self.lane + 6 + column * wide
        return x, self.tens[0] + 4 + row * (BIG_CHIP + 2), wide - 3, BIG_CHIP - 1

    def in_ten(self, company: int, ten: int, number: int, count: int) -> Spot:
        """Where one of so many depth cards of the same ten lies; one more comes to lie on their right."""
        wide, high = self.chip
        step = min(wide + 4, (self.lane - 5) / max(1, count))
        chip = min(wide, step - 1)
        first = (
            min(5.0, (self.lane - step * count) / 2) if self.upright else (self.lane - step * count) / 2 + 2
        )
        x = self.left + company * self.lane + min(first + number * step, self.lane - 7 - chip)
        return x, self.tens[ten] + (self.tens[ten + 1] - self.tens[ten] - high) / 2, chip, high


def desk(view: View) -> Layout:
    """Companies side by side, piles on their left, the hand below."""
    tens = tuple(TOP + TEN * ten for ten in range(TENS + 1))
    cards, shown = hand(view), face_up(view)
    wide = CARD_WIDTH * GROWN
    step = min(wide + 12, (HAND_ROOM - wide) / max(1, len(cards) - 1))
    first = 12 + (HAND_ROOM - wide - step * (len(cards) - 1)) / 2
    return Layout(
        size=(WIDTH, HEIGHT),
        left=LEFT,
        lane=LANE,
        heads=8,
        tens=tens,
        chip=(60, 44),
        per_row=3 if _deepest(view) < 24 else 5,
        hand={card: (first + i * step, HAND_TOP, GROWN, step / GROWN) for i, card in enumerate(cards)},
        shown={
            card: (LEFT + 57 + column * LANE, 310 + row * 220, 1.36, CARD_WIDTH)
            for card, row, column in _in_lanes(shown)
        },
        hand_top=HAND_TOP,
        draw=(14, 352, 84, 116),
        discard=(14, 562, 84, 116),
        buy=(1206, HAND_TOP, 204, 72),
        skip=(1206, HAND_TOP + 80, 204, 72),
    )


def narrow(view: View) -> Layout:
    """Everything below each other, the hand last; wherever depth cards are chosen the sea is higher."""
    high = max(TENS * 29.0, (_deepest(view) + 1) * (BIG_CHIP + 2) + 10 if chooses_depth(view) else 0.0)
    top = 180.0 + 24 * (len(owners(view)) > 3)
    tens = tuple(top + high / TENS * ten for ten in range(TENS + 1))
    hand_top = tens[-1] + (44 if view.table.ending else 12)
    return Layout(
        size=(NARROW, 0),
        left=35,
        lane=105,
        heads=6,
        tens=tens,
        chip=(46, 26),
        per_row=1,
        hand=_in_rows(hand(view), hand_top),
        shown={
            card: (43 + column * 105, top + 6 + row * 127, SHRUNK, CARD_WIDTH)
            for card, row, column in _in_lanes(face_up(view))
        },
        hand_top=hand_top,
        upright=True,
    )


def _in_rows(cards: list[int], top: float) -> dict[int, CardSpot]:
    """Upright: the hand in rows as even as can be; cards overlap where a row has many."""
    rows = max(1, -(-len(cards) // MOST_IN_ROW))
    in_row = -(-len(cards) // rows)
    wide, high = CARD_WIDTH * SHRUNK, CARD_HEIGHT * SHRUNK + 6
    step = min(wide + 3, (NARROW - 10 - wide) / max(1, in_row - 1))
    return {
        card: (5 + i % in_row * step, top + i // in_row * high, SHRUNK, step / SHRUNK)
        for i, card in enumerate(cards)
    }


def _in_lanes(cards: list[int]) -> list[tuple[int, int, int]]:
    """Cards with row and column, one in each lane, in the middle if they are few."""
    first = max(0, COMPANIES - len(cards)) // 2
    return [(card, i // COMPANIES, first + i % COMPANIES) for i, card in enumerate(cards)]


def _deepest(view: View) -> int:
    """The most depth cards that a company has."""
    return max(int(column.depth) for column in view.table.columns)


def chooses_depth(view: View) -> bool:
    """Whether a depth card is chosen now, to be discarded or moved."""
    return any(isinstance(move, Remove | MoveCard) for move in view.open_moves)


def spots(view: View, company: int, layout: Layout) -> dict[int, Spot]:
    """Where the depth cards of a company lie."""
    cards = depth_cards(view, company)
    if chooses_depth(view):
        return {card: layout.spread(company, i) for i, card in enumerate(cards)}
    rows: dict[int, list[int]] = {}
    for card in sorted(cards):
        rows.setdefault(view.box.ten[card], []).append(card)
    return {
        card: layout.in_ten(company, ten, i, len(row))
        for ten, row in sorted(rows.items())
        for i, card in enumerate(row)
    }


def landing(view: View, company: int, card: int, layout: Layout) -> Spot:
    """Where a card would lie if it were laid below a company."""
    cards = depth_cards(view, company)
    if chooses_depth(view):
        return layout.spread(company, len(cards))
    row = [each for each in cards if view.box.ten[each] == view.box.ten[card]]
    return layout.in_ten(company, view.box.ten[card], len(row), max(1, len(row)))

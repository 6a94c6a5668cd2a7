"""What can be done on the board of In Too Deep: first what is picked up, then where it can go."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from fathom5.core import encode
from fathom5.draw.svg import button, circle, frame, group, picking, placed, rect, use
from fathom5.draw.svg import text as write
from fathom5.games.in_too_deep import abilities, words
from fathom5.games.in_too_deep.drawings import (
    CARD_HEIGHT,
    CARD_PAPER,
    CARD_WIDTH,
    NIGHT,
    Spot,
    chip,
    owner_mark,
)
from fathom5.games.in_too_deep.layout import LANE, LEFT, CardSpot, Layout, landing, spots
from fathom5.games.in_too_deep.seen import owners, payments, price
from fathom5.games.in_too_deep.table import (
    DEPTH,
    Buy,
    Draw,
    Expand,
    MoveCard,
    Pay,
    Phase,
    Remove,
    Skip,
    Take,
    TakeOver,
)
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def choices(view: View, layout: Layout) -> str:
    """What the one who looks can do now, glowing."""
    if not view.ids:
        return group(id="choices")
    picks = _picks(view)
    later = [move for move in payments(view) if encode(move) not in view.ids] if view.table.due > 1 else []
    return group(
        _shelf(view, layout),
        *(_pickup(view, *pick, layout) for pick in picks),
        *(_choice(view, move, layout, picks) for move in (*view.open_moves, *later)),
        id="choices",
        class_="whole" if layout.upright else None,
    )


def _picks(view: View) -> list[tuple[str, int]]:
    """What can be picked up; where only one thing can be done with it, it is done at once."""
    counts = Counter(view.pick(move) for move in view.open_moves)
    return [pick for pick, count in counts.items() if pick and count > 1]


def _pickup(view: View, name: str, value: int, layout: Layout) -> str:
    """The glow of a card, or of a company, that can be picked up."""
    label = words.pick(view, name, value)
    if name == "company":
        return picking(name, value, label, _company_frame(value, layout))
    if value in layout.hand:
        return picking(name, value, label, _card_frame(layout.hand[value]))
    spot = spots(view, view.table.place[value] - DEPTH, layout)[value]
    return picking(name, value, label, frame(*spot))


def _company_frame(company: int, layout: Layout) -> str:
    """The glow of a company's plate."""
    if layout.upright:
        return frame(layout.left + company * layout.lane + 2, layout.heads, 101, layout.tens[0] - 14, 8)
    return frame(LEFT + company * LANE + 5, 8, LANE - 10, 196, 10)


def _card_frame(place: CardSpot) -> str:
    x, y, scale, seen = place
    return frame(x, y, min(seen, CARD_WIDTH) * scale, CARD_HEIGHT * scale, 10)


def _shelf(view: View, layout: Layout) -> str:
    """Where shares are bought, before a card is picked up; while paying, what is still to pay."""
    table = view.table
    if layout.upright:
        return ""
    if table.phase == Phase.PAY:
        return _words_at(layout.buy, say("to pay: {due}", due=table.due), quiet=True)
    if any(isinstance(move, Buy) for move in view.open_moves):
        return group(_words_at(layout.buy, say("buy a share"), quiet=True), id="shelf", data_why=say("buy"))
    return ""


def _words_at(spot: Spot, label: str, sign: int | None = None, quiet: bool = False) -> str:
    """A plate with words, and with the picture of a company."""
    x, y, width, height = spot
    middle = x + width / 2 + (26 if sign is not None else 0)
    size = 24 if width > 190 else 19
    return "".join(
        [
            rect(x, y, width, height, NIGHT, rx=10, fill_opacity=0.62 if quiet else None),
            circle(x + 34, y + height / 2, 26, CARD_PAPER) if sign is not None else "",
            use(f"sign-{sign}", x + 34, y + height / 2, 0.74) if sign is not None else "",
            write(middle, y + height / 2 + size * 0.35, label, size, "#ffffff", "middle", font_weight="bold"),
        ]
    )


def _choice(view: View, move: Any, layout: Layout, picks: list[tuple[str, int]]) -> str:
    """The button of a move, where it is made."""
    label, pick = view.name(move), view.pick(move)
    if pick and pick not in picks:
        return button(encode(move), label, _only_choice(view, move, layout))
    match move:
        case Skip() | Draw() if layout.upright:
            return ""
        case Skip():
            glow = _words_at(layout.skip, say("skip")) + frame(*layout.skip, 10)
        case Draw():
            glow = frame(*layout.draw, 10)
        case Buy(card):
            label = f"{label}: {say('costs')} {price(view, card)}"
            glow = _share_to_buy(view, card, layout)
        case Expand() | MoveCard():
            glow = _lane_to_take(view, move, layout)
        case Remove(card):
            glow = _discard(view, card, layout)
        case _:
            glow = _share_to_take(view, move, layout)
    return button(encode(move), label, glow, pick=pick)


def _share_to_buy(view: View, card: int, layout: Layout) -> str:
    """Where the share on a card that was picked up is bought: on a shelf, upright at its company."""
    company = view.box.cards[card]
    if not layout.upright:
        return _words_at(layout.buy, _offer(view, card), company) + frame(*layout.buy, 10)
    plate = (layout.left + company * layout.lane + 4, layout.heads + 36, 97, 30)
    return _words_at(plate, _offer(view, card)) + _company_frame(company, layout)


def _discard(view: View, card: int, layout: Layout) -> str:
    """Where a depth card that was picked up is discarded: at the pile, upright in its own lane."""
    if not layout.upright:
        return frame(*layout.discard, 10)
    x, y, width, height = layout.lane_spot(view.table.place[card] - DEPTH)
    plate = (x + 4, y + height - 46, width - 8, 42)
    return _words_at(plate, say("discard")) + frame(x, y, width, height, 10)


def _only_choice(view: View, move: Any, layout: Layout) -> str:
    """What can be done with a card or a company for which there is nothing else: it says so itself."""
    match move:
        case Pay(card) | Take(card):
            return _card_frame((layout.hand | layout.shown)[card])
        case Remove(card) | MoveCard(card, _):
            glow = frame(*spots(view, view.table.place[card] - DEPTH, layout)[card])
            return glow + ("" if isinstance(move, Remove) else _hint(_laid(view, move, layout)))
        case Buy(card):
            return _card_frame(layout.hand[card]) + _tab(layout.hand[card], _offer(view, card))
        case Expand(card, company):
            lane = _hint(_laid(view, move, layout))
            return _card_frame(layout.hand[card]) + _tab(layout.hand[card], "→", company) + lane
    return _company_frame(move.company, layout) + _share_to_take(view, move, layout)


def _hint(drawn: str) -> str:
    """What is shown of a move while somebody points at it; it cannot be pressed itself."""
    return group(drawn, class_="hint", pointer_events="none")


def _tab(place: CardSpot, label: str, sign: int | None = None) -> str:
    """At the foot of a card: the one thing that can be done with it."""
    x, y, scale, seen = place
    width = min(seen, CARD_WIDTH) - 6
    middle = 3 + width / 2
    parts = [rect(3, 105, width, 29, NIGHT, rx=8)]
    if sign is None:
        parts.append(write(middle, 127, label, 20.5, "#ffffff", "middle", font_weight="bold"))
    else:
        parts.append(write(middle - 14, 127, label, 20.5, "#ffffff", "middle", font_weight="bold"))
        parts += [circle(middle + 14, 119.5, 13, CARD_PAPER), use(f"sign-{sign}", middle + 14, 119.5, 0.38)]
    return placed(x, y, scale, *parts)


def _offer(view: View, card: int) -> str:
    return say("buy for {cost}", cost=price(view, card))


def _lane_to_take(view: View, move: Expand | MoveCard, layout: Layout) -> str:
    """A lane that a card can be laid in; it can be pressed everywhere."""
    return frame(*layout.lane_spot(move.company), 10) + _laid(view, move, layout)


def _laid(view: View, move: Expand | MoveCard, layout: Layout) -> str:
    """A card where it would lie, and what that costs."""
    spot = landing(view, move.company, move.card, layout)
    lane = layout.lane_spot(move.company)
    parts = [_outline(*lane), chip(spot, move.card, "", True), _outline(*spot)]
    cost = abilities.passed_over(view.table, move.company, move.card) if isinstance(move, Expand) else 0
    if cost and view.table.phase == Phase.ABILITY:
        plate = (lane[0] + 4, lane[1] + lane[3] - 46, lane[2] - 8, 42)
        parts.append(_words_at(plate, say("for {cost}", cost=cost)))
    return "".join(parts)


def _outline(x: float, y: float, width: float, height: float) -> str:
    """A glow that cannot be pressed itself."""
    return rect(x, y, width, height, "none", rx=8, class_="ring")


def _share_to_take(view: View, move: TakeOver, layout: Layout) -> str:
    """In the lane of a company that was picked up: from whom its share is bought, and for how much."""
    others = [owner for owner in owners(view) if owner != view.seat]
    x, y, width, _ = layout.lane_spot(move.company)
    top = y + 8 + others.index(move.owner) * 76
    label = say("for {cost}", cost=abilities.takeover_price(view.table, view.box, move.company))
    at, radius, size = ((22, 41), 13, 19) if layout.upright else ((36, 68), 18, 24)
    return "".join(
        [
            rect(x + 4, top, width - 8, 68, NIGHT, rx=10),
            placed(x + at[0], top + 34, 1, owner_mark(move.owner, radius, "#ffffff")),
            write(x + at[1], top + 41, label, size, "#ffffff", font_weight="bold"),
            frame(x + 4, top, width - 8, 68, 10),
        ]
    )

"""The board of In Too Deep: five companies that go down ten by ten, portfolios, and one's own hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from fathom5.core import OVER, encode
from fathom5.draw.svg import (
    ABYSS,
    DEEP,
    GLYPHS,
    INK,
    MIDDLE,
    PAPER,
    SAND,
    SHALLOWS,
    SURFACE,
    button,
    circle,
    frame,
    group,
    mark,
    part,
    path,
    picture,
    placed,
    rect,
    symbol,
    tag,
    use,
    wave,
)
from fathom5.draw.svg import text as write
from fathom5.games.in_too_deep import abilities, rules, words
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    DEPTH,
    HAND,
    THIRD,
    Buy,
    Company,
    Draw,
    Expand,
    MoveCard,
    Pay,
    Phase,
    Place,
    Remove,
    Skip,
    Take,
    TakeOver,
)
from fathom5.text.guidance import Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

# In the terminal

TEXT_WIDTH = 90


def text(view: View) -> str:
    """Companies, portfolios and one's own hand for a terminal."""
    table = view.table
    lines = [_piles(view), ""]
    for company in range(COMPANIES):
        lines += _company_lines(view, company)
    lines.append("")
    for owner in _owners(view):
        lines += _player_lines(view, owner)
    shown = [card for card in range(CARDS) if table.place[card] == Place.FACE_UP]
    if shown:
        lines += ["", *_listed(say("Face up: {cards}", cards=_shares_on(view, shown)))]
    if view.seat >= 0:
        lines += ["", *_listed(say("Your hand: {cards}", cards=_shares_on(view, _hand(view)) or "–"))]
    return "\n".join(lines)


def legend(view: View) -> list[Sign]:
    """What the signs of the board in text mean."""
    other = 0 if view.seat == 1 else 1
    return [
        Sign("▶", say("whose turn it is")),
        Sign("*", say("a company with its advanced side up")),
        Sign(say("costs"), say("the cards that a share costs: as many as all players have of it")),
        Sign(say("counts"), say("the points that each share counts at the end, as it stands")),
        Sign("12 27 41", say("a company's depth cards, the last one at the end")),
        Sign(words.share(view.box, 26), say("a card: its depth number, and the company of its share")),
        Sign(
            f"{other + 1} {view.names[other]}",
            say("a seat with its number, as in “{move}”", move=view.name(TakeOver(other, Company.PEARL))),
        ),
    ]


def _shares_on(view: View, cards: Iterable[int]) -> str:
    return ", ".join(words.share(view.box, card) for card in cards)


def _listed(line: str, indent: int = 4) -> list[str]:
    """A line in as many as a terminal needs; a number and its share stay together."""
    lines = wrap(line.replace(" (", "\N{NO-BREAK SPACE}("), TEXT_WIDTH, subsequent_indent=" " * indent)
    return [part.replace("\N{NO-BREAK SPACE}(", " (") for part in lines]


def _piles(view: View) -> str:
    table = view.table
    piles = say("deck {deck}, discard pile {discard}", deck=_deck(view), discard=_discard(view))
    if table.actor == OVER:
        return f"{say('The game is over')}   {piles}"
    if table.last_round:
        return f"{say('Last turns left: {turns}', turns=table.turns_left)}   {piles}"
    if table.ending:
        return f"{say('The end is triggered')}   {piles}"
    return piles


def _deck(view: View) -> int:
    return int(view.table.deck + view.table.bonus_deck)


def _discard(view: View) -> int:
    return int(view.table.discard + view.table.bonus_discard)


def _company_lines(view: View, company: int) -> list[str]:
    """A company: price, value and depth cards; below, what it can do and whom it pays next."""
    lane = view.table.columns[company]
    depths = " ".join(str(lane.cards[i] + 1) for i in range(lane.depth))
    side = "*" if lane.advanced else " "
    facts = say(
        "costs {cost}, counts {worth}",
        cost=lane.issued,
        worth=abilities.worth(view.table, view.box, company),
    )
    ability = words.ability(view.box, company, lane.advanced)
    return [
        *_listed(f"{words.company(company):<10}{side} {facts}   {depths or '–'}", 12),
        *_listed(f"{'':<12}{ability}; {_pays_next(view, company)}", 12),
    ]


def _pays_next(view: View, company: int) -> str:
    """Whom a company pays dividends next, and when, by name."""
    lane = view.table.columns[company]
    if view.table.last_round:
        return say("no more dividends")
    if lane.depth and view.box.ten[lane.last] == TENS - 1:
        return say("as deep as it goes")
    cards = enumerate(_dividend(view, company))
    paid = ", ".join(f"{view.names[seat]} +{number}" for seat, number in cards if number) or "–"
    if lane.depth:
        return say("from {ten} on pays: {paid}", ten=10 * (view.box.ten[lane.last] + 1), paid=paid)
    return say("first card pays: {paid}", paid=paid)


def _owners(view: View) -> list[int]:
    """The portfolios on the table: the players', and with two the third one's."""
    return [*range(view.table.players), *([THIRD] if view.table.players == 2 else [])]


def _player_lines(view: View, owner: int) -> list[str]:
    """A portfolio; of a player also points, cards in hand, and which of these the one who looks knows."""
    table = view.table
    held = [
        f"{words.company(company)} {table.shares[owner, company]}"
        for company in range(COMPANIES)
        if table.shares[owner, company]
    ]
    shares = ", ".join(held) or "–"
    if owner == THIRD:
        return _listed(f"  ○   {words.owner_name(view, owner):<14} {shares}")
    turn = "▶" if table.turn == owner and table.actor != OVER else " "
    points = say("{points} {points:point|points}", points=rules.portfolio(table, view.box, owner))
    cards = say("{cards} {cards:card|cards}", cards=table.investors[owner].cards)
    lines = _listed(
        f"{turn} {GLYPHS[owner]} {owner + 1} {view.names[owner]:<12} {points}, {cards}   {shares}"
    )
    known = [card for card in range(CARDS) if table.place[card] == HAND + owner and owner != view.seat]
    if known:
        lines += _listed("      " + say("known in hand: {cards}", cards=_shares_on(view, known)), 8)
    return lines


def _hand(view: View) -> list[int]:
    """The cards in the hand of the one who looks, ascending."""
    return [card for card in range(CARDS) if view.seat >= 0 and view.table.place[card] == HAND + view.seat]


# Drawn

WIDTH, HEIGHT, NARROW = 1200, 920, 520
TENS, TEN = 11, 46
PANEL_HEIGHT = 108
HAND_LEFT, HAND_TOP, CARD_WIDTH, CARD_HEIGHT = 230, 750, 68, 104
CARD_STEP, CARD_DOWN = 72, 142
GROWN, PER_ROW, TAB = 1.18, 6, 46
"""Upright: the size of cards, how many lie in a row, the height of what is clicked below them."""

CARD_PAPER, CARD_INK = "#fbf3df", "#10293a"
TONES = ("#2c8c8a", "#b07a1e", "#96629c", "#b04a33", "#55802f")
"""Ocean, Treasure, Pearl, Coast, Wildlife."""

Spot = tuple[float, float, float, float]
"""Left, top, width and height of a depth card."""

Depth = tuple[int, bool]
"""A depth card, and whether it lies there or only could."""

CardSpot = tuple[float, float, float]
"""Left, top and scale of a card drawn large."""


class Layout(NamedTuple):
    """Where things lie: beside the companies' lanes on a desk, below them on a phone held upright."""

    left: float
    lane: float
    tens: tuple[float, ...]
    panel: tuple[float, float, float]
    stock: tuple[float, float]
    shown: tuple[float, float]
    hand: dict[int, CardSpot]
    depths: dict[tuple[int, int], list[Depth]]
    heights: tuple[float, ...] = (35,) * TENS
    tab: float = 28
    upright: bool = False

    def spots(self, company: int) -> dict[Depth, Spot]:
        """Where the depth cards of a company lie and could lie."""
        left = self.left + company * self.lane
        spots: dict[Depth, Spot] = {}
        for ten in range(TENS):
            row = self.depths[company, ten]
            lines = 1 if len(row) <= 5 else 2
            per_line = 2 if self.upright else -(-len(row) // lines)
            step = min(41.0, (self.lane - 12) / max(1, per_line))
            if self.upright:
                step = 51.5 if len(row) > 1 else 103.0
            high = self.heights[ten] if lines == 1 or self.upright else 16
            margin = (0, 20) if self.upright else (6, 5)
            for i, each in enumerate(row):
                x = left + margin[0] + (i % per_line) * step
                spots[each] = (x, self.tens[ten] + margin[1] + (high + 4) * (i // per_line), step - 3, high)
        return spots

    def portfolio(self, place: int) -> tuple[float, float]:
        """The upper left corner of a portfolio."""
        return self.panel[0], self.panel[1] + place * (PANEL_HEIGHT + 6)

    def share(self, company: int) -> tuple[float, float]:
        """Where a portfolio shows its shares of a company."""
        return 22 + (self.panel[2] - 11) / COMPANIES * company, 80


def _desk(view: View) -> Layout:
    tens = tuple(184.0 + TEN * ten for ten in range(TENS + 1))
    drafting = view.table.phase in (Phase.OFFER, Phase.DRAFT)
    shown = (360, 380) if drafting else (8, 616)
    return Layout(330, 172, tens, (8, 8, 276), (0, 0), shown, hand_places(view), _depths(view))


def _narrow(view: View) -> Layout:
    """Tens as high as the cards that lie or could lie there need, everything else below."""
    depths = _depths(view)
    asked = {view.box.ten[card] for card in _depths_asked(view)}
    heights = tuple(56.0 if ten in asked else 34.0 for ten in range(TENS))
    most = [max(len(depths[company, ten]) for company in range(COMPANIES)) for ten in range(TENS)]
    bands = [24 + (high + 4) * -(-cards // 2) for high, cards in zip(heights, most, strict=True)]
    tens = tuple(accumulate(bands, initial=156.0))
    shown = tens[-1] + 40
    hand = shown + (CARD_HEIGHT * GROWN + 12) * -(-len(_open_cards(view)) // PER_ROW)
    cards = _hand(view)
    down = (CARD_HEIGHT + (TAB + 12 if any(isinstance(move, Buy) for move in view.open_moves) else 8)) * GROWN
    places = {card: (*_in_rows(i, hand, down), GROWN) for i, card in enumerate(cards)}
    stock = hand + down * -(-len(cards) // PER_ROW) + (8 if cards else 40)
    return Layout(
        left=2,
        lane=103,
        tens=tens,
        panel=(8, stock + 148, 504),
        stock=(0, stock - 764),
        shown=(8, shown),
        hand=places,
        depths=depths,
        heights=heights,
        tab=TAB,
        upright=True,
    )


def _depths_asked(view: View) -> set[int]:
    """The depth cards that may be laid, moved or discarded now."""
    return {move.card for move in view.open_moves if isinstance(move, Remove | Expand | MoveCard)}


def svg(view: View) -> str:
    """The whole board as a picture."""
    layout = _desk(view)
    heads = [_head_of(view, company) for company in range(COMPANIES)]
    return _drawn(view, layout, (WIDTH, HEIGHT), _sea(), heads)


def upright(view: View) -> str:
    """The board for a phone held upright; what has no place of its own is done at the bar below it."""
    layout = _narrow(view)
    abilities_top = layout.portfolio(len(_owners(view)))[1] + 6
    heads = [_short_head(view, company, layout) for company in range(COMPANIES)]
    told, y = [], abilities_top
    for company in range(COMPANIES):
        row, height = _told(view, company, y)
        told.append(row)
        y += height + 6
    return _drawn(view, layout, (NARROW, y + 6), _narrow_sea(layout, y + 6), [*heads, *told])


def _drawn(view: View, layout: Layout, size: tuple[float, float], sea: str, heads: list[str]) -> str:
    owners = enumerate(_owners(view))
    return picture(
        *size,
        f"{view.game.title}. {_piles(view)}.",
        _sheet(),
        sea,
        group(*heads, id="companies"),
        group(*(_panel_of(view, place, owner, layout) for place, owner in owners), id="portfolios"),
        _stock(view, layout),
        group(*(_lane_of(view, company, layout) for company in range(COMPANIES)), id="depths"),
        _face_up(view, layout),
        _own_hand(view, layout),
        _choices(view, layout),
    )


@cache
def _sheet() -> str:
    """The companies' signs and the back of a card."""
    line = {"stroke": CARD_INK, "stroke_width": 1.5}
    bottle = group(
        path("M-4 -12h8v6q5 3 5 8v8q0 3 -3 3h-12q-3 0 -3 -3v-8q0 -5 5 -8z", "#9fd8d0", **line),
        rect(-4, -15, 8, 4, TONES[0], **line),
        path("M-9 5q5 -4 9 0t9 0v6q0 2 -3 2h-12q-3 0 -3 -2z", TONES[0]),
    )
    chest = group(
        path("M-13 -2q0 -10 9 -10h8q9 0 9 10z", "#d9a441", **line),
        rect(-13, -2, 26, 13, TONES[1], **line),
        rect(-3, -4, 6, 8, "#fbe7a8", **line),
    )
    pearl = group(
        path("M-14 2q0 -14 14 -14t14 14q-4 3 -7 0q-3 4 -7 1q-4 3 -7 -1q-3 3 -7 0z", TONES[2], **line),
        path("M-14 4q2 9 14 9t14 -9q-14 6 -28 0z", "#d9b8dd", **line),
        circle(0, 3, 5, "#ffffff", **line),
    )
    lighthouse = group(
        path("M-6 13l2 -18h8l2 18z", "#f6e9e2", **line),
        path("M-5 4l1 -5h8l1 5z", TONES[3]),
        rect(-5, -11, 10, 6, "#ffe9a8", **line),
        path("M-7 -11l7 -5l7 5z", TONES[3], **line),
    )
    turtle = group(
        path("M10 -2q8 -4 8 2q0 4 -8 4zM-9 8l-6 6l8 -2zM5 8l5 6l2 -6z", "#9cc06a", **line),
        path("M-14 5q0 -14 13 -14t13 14z", TONES[4], **line),
        path("M-6 1l5 -6l5 6z", "#9cc06a"),
    )
    signs = (bottle, chest, pearl, lighthouse, turtle)
    back = symbol(
        "back",
        rect(-24, -36, 48, 72, "#123a5a", rx=6, stroke="#e8f6fa", stroke_width=1.5),
        path("M-16 4q8 -10 16 0t16 0v10q-8 10 -16 0t-16 0z", SHALLOWS),
    )
    return "".join([*(symbol(f"sign-{i}", sign) for i, sign in enumerate(signs)), back])


WATER = (SHALLOWS, "#68b3ca", "#559fb9", "#4292ae", MIDDLE, "#2a7b9d", "#256f94", DEEP, "#12436a")
"""The sea from above to below."""


@cache
def _sea() -> str:
    left, lane, top = 330, 172, 184
    bottom = top + TENS * TEN
    bands = [wave(top + (i + 0.4) * TEN, WIDTH, 8, colour, HEIGHT) for i, colour in enumerate(WATER)]
    tens = [
        write(left - 10, top + i * TEN + 29, 10 * i or "1", 17, _on_water(i), "end", aria_hidden="true")
        for i in range(TENS)
    ]
    lines = [
        path(f"M{left} {top + i * TEN}h{COMPANIES * lane}", "none", stroke="#ffffff", stroke_opacity=0.22)
        for i in range(1, TENS)
    ]
    lanes = [
        rect(left + i * lane + 3, top - 6, lane - 6, TENS * TEN + 10, "#ffffff", rx=8, fill_opacity=0.14)
        for i in range(COMPANIES)
    ]
    return group(
        rect(0, 0, WIDTH, HEIGHT, SURFACE),
        *bands,
        wave(bottom + 4, WIDTH, 8, ABYSS, HEIGHT),
        path("M0 920V906Q200 890 420 908T860 904T1200 900V920Z", SAND),
        *lanes,
        *lines,
        *tens,
        aria_hidden="true",
    )


def _narrow_sea(layout: Layout, bottom: float) -> str:
    """Upright: the tens below each other, each under its number."""
    tens, ground = layout.tens, layout.panel[1] - 16
    bands = [wave(tens[i] + 8, NARROW, 6, colour, bottom) for i, colour in enumerate(WATER)]
    lanes = [
        rect(2 + i * 103, tens[0], 100, tens[-1] - tens[0], "#ffffff", rx=8, fill_opacity=0.14)
        for i in range(COMPANIES)
    ]
    lines = [
        path(f"M0 {tens[i]:.1f}h{NARROW}", "none", stroke="#ffffff", stroke_opacity=0.3)
        + write(NARROW / 2, tens[i] + 16, 10 * i or "1", 16, _on_water(i), "middle")
        for i in range(TENS)
    ]
    return group(
        rect(0, 0, NARROW, bottom, SURFACE),
        *bands,
        wave(tens[-1] + 4, NARROW, 6, ABYSS, bottom),
        path(f"M0 {bottom}V{ground:.1f}q130 -16 260 0t260 0V{bottom}Z", SAND),
        *lanes,
        *lines,
        aria_hidden="true",
    )


def _on_water(ten: int) -> str:
    return CARD_INK if ten < 4 else "#ffffff"


def _wrapped(sentence: str, width: int = 21) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _head_of(view: View, company: int) -> str:
    """A company: what it can do, what a share costs and counts, what it would pay next."""
    table, box = view.table, view.box
    lane, worth = table.columns[company], abilities.worth(table, box, company)
    ability = words.ability(box, company, lane.advanced)
    return _head(company, lane.advanced, ability, lane.issued, worth, tuple(_next_dividend(view, company)))


@part
def _head(company: int, advanced: int, ability: str, issued: int, worth: int, paid: tuple[str, ...]) -> str:
    lane_width = 172
    x = 334 + company * lane_width
    rules_text = _wrapped(ability)
    return group(
        tag("title", words.full_name(company)),
        rect(x, 8, lane_width - 8, 164, PAPER, rx=8),
        path(f"M{x} 16q0 -8 8 -8h{lane_width - 24}q8 0 8 8v28h-{lane_width - 8}z", TONES[company]),
        group(
            circle(0, 0, 17, CARD_PAPER),
            use(f"sign-{company}", 0, 0, 0.9),
            transform=f"translate({x + 22} 26)",
        ),
        write(x + 46, 33, words.company(company), 19, "#ffffff", font_weight="bold"),
        write(x + lane_width - 12, 35, "✱" if advanced else "", 16, "#ffffff", "end"),
        *(write(x + 8, 62 + 17 * i, line, 13.5) for i, line in enumerate(rules_text)),
        write(x + 8, 122, say("costs"), 14, "var(--quiet)"),
        write(x + 74, 124, issued, 26, anchor="end", font_weight="bold"),
        write(x + 84, 122, say("counts"), 14, "var(--quiet)"),
        write(
            x + lane_width - 16,
            124,
            worth,
            26,
            anchor="end",
            font_weight="bold",
        ),
        *(write(x + 8, 145 + 17 * i, line, 13.5) for i, line in enumerate(paid)),
        id=f"company-{company}",
    )


def _short_head(view: View, company: int, layout: Layout) -> str:
    """Upright: a company above its lane, with what a share costs and counts."""
    lane, width = view.table.columns[company], layout.lane - 4
    worth = abilities.worth(view.table, view.box, company)
    return placed(
        layout.left + company * layout.lane,
        8,
        1,
        tag("title", words.full_name(company)),
        rect(0, 0, width, 140, PAPER, rx=8),
        path(f"M0 8q0 -8 8 -8h{width - 16}q8 0 8 8v62h-{width}z", TONES[company]),
        circle(width / 2, 25, 20, CARD_PAPER),
        use(f"sign-{company}", width / 2, 25, 1.1),
        write(width / 2, 64, words.company(company), 17, "#ffffff", "middle", font_weight="bold"),
        write(6, 96, say("costs"), 16, "var(--quiet)"),
        write(width - 6, 97, lane.issued, 24, anchor="end", font_weight="bold"),
        write(6, 127, say("counts"), 16, "var(--quiet)"),
        write(width - 6, 128, worth, 24, anchor="end", font_weight="bold"),
        id=f"company-{company}",
    )


def _told(view: View, company: int, y: float) -> tuple[str, float]:
    """Upright: what a company can do and would pay next, and how high that is."""
    advanced = view.table.columns[company].advanced
    lines = _wrapped(words.ability(view.box, company, advanced), 50)
    paid = _wrapped(", ".join(_next_dividend(view, company)), 50)
    height = 36 + 20 * (len(lines) + len(paid))
    name = f"{words.company(company)}{' ✱' if advanced else ''}"
    row = placed(
        8,
        y,
        1,
        rect(0, 0, NARROW - 16, height, PAPER, rx=8),
        use(f"sign-{company}", 24, height / 2, 1.1),
        write(48, 24, name, 17, font_weight="bold"),
        *(write(48, 46 + 20 * i, line, 16) for i, line in enumerate(lines)),
        *(write(48, 46 + 20 * i, line, 16, "var(--quiet)") for i, line in enumerate(paid, start=len(lines))),
        id=f"ability-{company}",
    )
    return row, height


def _next_dividend(view: View, company: int) -> list[str]:
    table, box = view.table, view.box
    lane = table.columns[company]
    if table.last_round:
        return [say("no more dividends")]
    if lane.depth and box.ten[lane.last] == TENS - 1:
        return [say("as deep as it goes")]
    paid = _dividend(view, company)
    cards = sum(paid)
    when = (
        say("from {ten} on pays {cards}", ten=10 * (box.ten[lane.last] + 1), cards=cards)
        if lane.depth
        else say("first card pays {cards}", cards=cards)
    )
    if view.seat < 0:
        return [when]
    return [when, say("of these {mine} to you", mine=paid[view.seat])]


def _dividend(view: View, company: int) -> list[int]:
    """The cards each seat would get if whoever looks, or whose turn it is, let the company pay."""
    table = view.table
    paid = [table.shares[seat, company] for seat in range(table.players)]
    most = abilities.largest_holding(table, company)
    if company == Company.TREASURE and table.columns[Company.TREASURE].advanced:
        paid[view.seat if view.seat >= 0 else table.turn] = most
    elif company == Company.TREASURE:
        paid = [cards + (cards == most > 0) for cards in paid]
    return paid


def _panel_of(view: View, place: int, owner: int, layout: Layout) -> str:
    """A portfolio, and how many cards its owner has in hand."""
    table, name = view.table, words.owner_name(view, owner).capitalize()
    active = table.turn == owner and table.actor != OVER
    theirs = [
        _owner(owner, name, active, layout.panel[2]),
        "" if owner == THIRD else _holding(view, owner, layout.panel[2]),
        _shares(table.shares[owner], tuple(map(layout.share, range(COMPANIES)))),
    ]
    return placed(*layout.portfolio(place), 1, *theirs, id=f"portfolio-{owner}")


@part
def _owner(owner: int, name: str, active: bool, width: float) -> str:
    mine = group(mark(owner, 12), transform="translate(22 27)") if owner != THIRD else ""
    return "".join(
        [
            rect(0, 0, width, PANEL_HEIGHT, PAPER, rx=8, stroke=INK if active else "none", stroke_width=3),
            write(46, 34, name, 19, font_weight="bold"),
            mine or circle(22, 27, 11, "none", stroke=INK, stroke_width=2, stroke_dasharray="4 3"),
        ]
    )


def _holding(view: View, owner: int, width: float) -> str:
    table = view.table
    points = rules.portfolio(table, view.box, owner)
    parts = [
        use("back", width - 98, 27, 0.44),
        write(width - 82, 34, table.investors[owner].cards, 19),
        write(width - 14, 36, points, 26, anchor="end", font_weight="bold"),
    ]
    if owner == table.first:
        parts.append(write(46, 53, say("plays first"), 16, "var(--quiet)"))
    return "".join(parts)


@part
def _shares(counts: Sequence[int], places: tuple[tuple[float, float], ...]) -> str:
    parts = []
    for company, count in enumerate(counts):
        sign = [use(f"sign-{company}", 0, 0, 0.85), write(18, 7, count, 18, font_weight="bold")]
        parts.append(placed(*places[company], 1, *sign, opacity=None if count else 0.35))
    return "".join(parts)


def _stock(view: View, layout: Layout) -> str:
    """Deck and discard pile."""
    parts = []
    for x, count, label in ((52, _deck(view), say("deck")), (140, _discard(view), say("discarded"))):
        nothing = rect(x - 24, 764, 48, 72, "none", rx=6, stroke=SURFACE, stroke_dasharray="5 5")
        parts.append(use("back", x, 800) if count else nothing)
        parts.append(write(x, 862, count, 24, "#ffffff", "middle", font_weight="bold"))
        parts.append(write(x, 884, label, 16, "#ffffff", "middle"))
    if view.table.ending:
        state = say("The game is over") if view.table.actor == OVER else say("The end is triggered")
        spot = (220, 806) if layout.upright else (20, 742)
        parts.append(write(*spot, state, 17, "#ffffff", font_weight="bold"))
    return placed(*layout.stock, 1, *parts, id="stock")


def _ghosts(view: View) -> list[tuple[int, int]]:
    """Depth cards that could be laid now: company and card."""
    found = []
    for move in view.open_moves:
        match move:
            case Expand(card, company):
                found.append((company, card))
            case MoveCard(card, company) if card not in _cards_of(view, company):
                found.append((company, card))
    return found


def _cards_of(view: View, company: int) -> list[int]:
    lane = view.table.columns[company]
    return [lane.cards[i] for i in range(lane.depth)]


def _depths(view: View) -> dict[tuple[int, int], list[Depth]]:
    """By company and ten, the depth cards that lie and could lie there."""
    depths: dict[tuple[int, int], list[Depth]] = {
        (company, ten): [] for company in range(COMPANIES) for ten in range(TENS)
    }
    for company in range(COMPANIES):
        for card in _cards_of(view, company):
            depths[company, view.box.ten[card]].append((card, True))
    for company, card in _ghosts(view):
        depths[company, view.box.ten[card]].append((card, False))
    for row in depths.values():
        row.sort()
    return depths


@part
def _chip(spot: Spot, card: int, fill: str, ink: str, **more: object) -> str:
    x, y, width, height = spot
    size = min(19.0, width * 0.5, height * 0.85) * (1 if card + 1 < CARDS else 0.8)
    return rect(x, y, width, height, fill, rx=5, **more) + write(
        x + width / 2, y + height / 2 + size * 0.36, card + 1, size, ink, "middle", font_weight="bold"
    )


def _lane_of(view: View, company: int, layout: Layout) -> str:
    """The depth cards of a company, the last one marked."""
    lie = tuple((card, spot) for (card, lies), spot in layout.spots(company).items() if lies)
    return _lane(company, view.table.columns[company].last, lie)


@part
def _lane(company: int, last_card: int, cards: tuple[tuple[int, Spot], ...]) -> str:
    drawn = []
    for card, spot in cards:
        last = card == last_card
        outline = {"stroke": TONES[company], "stroke_width": 3} if last else {}
        fill = "#ffffff" if last else "#e3ecdf"
        label = say("{number}, the last one", number=card + 1) if last else str(card + 1)
        chip = _chip(spot, card, fill, CARD_INK, **outline)
        drawn.append(group(tag("title", label), chip, id=f"depth-{card}", data_thing=f"card-{card}"))
    return group(*drawn, id=f"lane-{company}")


@part
def _card(place: CardSpot, card: int, company: int) -> str:
    """A card, large: its number and its share."""
    return placed(
        *place,
        rect(0, 0, CARD_WIDTH, CARD_HEIGHT, CARD_PAPER, rx=8, stroke=CARD_INK, stroke_width=1.5),
        write(8, 34, card + 1, 30 if card + 1 < CARDS else 26, CARD_INK, font_weight="bold"),
        path(
            f"M0 60h{CARD_WIDTH}v{CARD_HEIGHT - 68}q0 8 -8 8h-{CARD_WIDTH - 16}q-8 0 -8 -8z", TONES[company]
        ),
        circle(20, 62, 17, CARD_PAPER),
        use(f"sign-{company}", 20, 62),
        write(6, 97, words.company(company), 13.5, "#ffffff"),
        id=f"card-{card}",
        data_thing=f"card-{card}",
    )


def _open_cards(view: View) -> list[int]:
    """Cards that lie face up."""
    return [card for card in range(CARDS) if view.table.place[card] == Place.FACE_UP]


def _shown(view: View, layout: Layout) -> dict[int, CardSpot]:
    """Cards that lie face up, with their places."""
    x, y = layout.shown
    cards = enumerate(_open_cards(view))
    if layout.upright:
        return {card: (*_in_rows(i, y, CARD_HEIGHT * GROWN + 12), GROWN) for i, card in cards}
    step = 81 if view.table.phase in (Phase.OFFER, Phase.DRAFT) else 70
    return {card: (x + step * i, y, 1) for i, card in cards}


def _in_rows(number: int, top: float, down: float) -> tuple[float, float]:
    """Upright: where a card lies among others."""
    row, column = divmod(number, PER_ROW)
    return 8 + CARD_STEP * GROWN * column, top + down * row


def _face_up(view: View, layout: Layout) -> str:
    """What lies open, and for what."""
    table = view.table
    note = ""
    if table.phase == Phase.BONUS:
        note = say("for the third player")
    elif table.phase == Phase.PAY and table.due:
        note = say("still to pay: {due}", due=table.due)
    cards = [_card(place, card, view.box.cards[card]) for card, place in _shown(view, layout).items()]
    x, y = layout.shown
    return group(write(x + 4, y - 10, note, 17, "#ffffff", font_weight="bold"), *cards, id="face-up")


def hand_places(view: View) -> dict[int, CardSpot]:
    """Where the cards of one's own hand lie, sorted, in as many rows as show them largest."""
    cards = _hand(view)
    wide, high = WIDTH - 24 - HAND_LEFT, 160
    scale, per_row = 0.0, 1
    for rows in (1, 2, 3):
        in_row = max(1, -(-len(cards) // rows))
        fits = min(1.0, wide / (CARD_STEP * in_row), high / (CARD_DOWN * rows))
        if fits > scale:
            scale, per_row = fits, in_row
    return {
        card: (
            HAND_LEFT + (i % per_row) * CARD_STEP * scale,
            HAND_TOP + (i // per_row) * CARD_DOWN * scale,
            scale,
        )
        for i, card in enumerate(cards)
    }


def _own_hand(view: View, layout: Layout) -> str:
    if view.seat < 0:
        left = 220 if layout.upright else layout.left
        return group(write(left, 810 + layout.stock[1], say("Hands are secret."), 18, "#ffffff"), id="hand")
    return group(
        *(_card(place, card, view.box.cards[card]) for card, place in layout.hand.items()), id="hand"
    )


def _choices(view: View, layout: Layout) -> str:
    """What the one who looks can do now, glowing."""
    if not view.ids:
        return group(id="choices")
    spots = [layout.spots(company) for company in range(COMPANIES)]
    places = layout.hand | _shown(view, layout)
    return group(*(_choice(view, move, spots, places, layout) for move in view.open_moves), id="choices")


def _choice(
    view: View, move: Any, spots: list[dict[Depth, Spot]], places: dict[int, CardSpot], layout: Layout
) -> str:
    """The button of a move, where it is made."""
    label = view.name(move)
    match move:
        case Skip():
            return "" if layout.upright else _skip(move, label)
        case Draw():
            glow = placed(*layout.stock, 1, frame(24, 760, 56, 80))
        case Buy(card):
            return _buy_tab(view, move, places[card], layout.tab)
        case Pay(card) | Take(card):
            glow = placed(*places[card], frame(0, 0, CARD_WIDTH, CARD_HEIGHT))
        case Expand(card, company) | MoveCard(card, company) if (card, False) in spots[company]:
            spot = spots[company][card, False]
            glow = _chip(spot, card, "#0d3350", "#ffffff") + frame(*spot)
        case Remove(card) | MoveCard(card, _):
            glow = frame(*spots[view.table.place[card] - DEPTH][card, True])
        case _:
            glow = _share_to_take(view, move, layout)
    return button(encode(move), label, glow)


def _share_to_take(view: View, move: TakeOver, layout: Layout) -> str:
    """The glow on a share in another portfolio."""
    x, y = layout.share(move.company)
    glow = frame(x - 20, y - 34, 96, 56) if layout.upright else frame(x - 18, y - 19, 50, 38)
    return placed(*layout.portfolio(_owners(view).index(move.owner)), 1, glow)


def _skip(move: Skip, label: str) -> str:
    plate = rect(196, 690, 92, 36, "#10293a", rx=8)
    words_on_it = write(242, 714, say("skip"), 17, "#ffffff", "middle")
    return button(encode(move), label, plate, words_on_it, frame(196, 690, 92, 36))


def _buy_tab(view: View, move: Buy, place: CardSpot, height: float) -> str:
    """Below a card in hand: buy its share, at the price it has now."""
    table, company = view.table, view.box.cards[move.card]
    cost = rules.price(table, company)
    if table.phase == Phase.ABILITY:
        cost = abilities.cheaper(table, view.box, company)
    top = CARD_HEIGHT + 5
    tab = placed(
        *place,
        rect(0, top, CARD_WIDTH, height, "#10293a", rx=8),
        write(
            CARD_WIDTH / 2, top + height / 2 + 5, say("buy for {cost}", cost=cost), 13, "#ffffff", "middle"
        ),
        frame(0, top, CARD_WIDTH, height),
    )
    return button(encode(move), f"{view.name(move)}: {say('costs')} {cost}", tab)

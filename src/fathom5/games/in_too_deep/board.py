"""The board of In Too Deep: five companies that go down ten by ten, and one's own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fathom5.core import OVER
from fathom5.draw.svg import (
    PAPER,
    circle,
    group,
    part,
    path,
    picture,
    placed,
    rect,
    tag,
    use,
)
from fathom5.draw.svg import text as write
from fathom5.games.in_too_deep import abilities, words
from fathom5.games.in_too_deep.choices import choices
from fathom5.games.in_too_deep.drawings import (
    CARD_HEIGHT,
    CARD_INK,
    CARD_PAPER,
    NIGHT,
    TENS,
    TONES,
    Spot,
    backdrop,
    boat,
    chip,
    face,
    fish,
    owner_mark,
    sheet,
    weed,
)
from fathom5.games.in_too_deep.drawings import cover as cover
from fathom5.games.in_too_deep.drawings import icons as icons
from fathom5.games.in_too_deep.layout import (
    LANE,
    LEFT,
    NARROW,
    CardSpot,
    Layout,
    chooses_depth,
    desk,
    narrow,
    spots,
)
from fathom5.games.in_too_deep.seen import (
    dividends,
    holders,
    in_deck,
    in_discard,
    owners,
)
from fathom5.games.in_too_deep.table import (
    COMPANIES,
    Buy,
    Draw,
    Phase,
    Remove,
)
from fathom5.games.in_too_deep.terminal import legend as legend
from fathom5.games.in_too_deep.terminal import state
from fathom5.games.in_too_deep.terminal import text as text
from fathom5.games.in_too_deep.terminal import twin as twin
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def svg(view: View) -> str:
    """The whole board as a picture."""
    layout = desk(view)
    heads = [_head_of(view, company) for company in range(COMPANIES)]
    return _drawn(view, layout, [*heads, _facts()])


def upright(view: View) -> str:
    """The board for a phone held upright: companies, sea, and the hand at the thumb."""
    layout = narrow(view)
    heads = [_short_head(view, company, layout) for company in range(COMPANIES)]
    low = layout.hand_top + 60
    bottom = max((y + CARD_HEIGHT * scale for _, y, scale, _ in layout.hand.values()), default=low)
    told, y = [], bottom + 16
    for company in range(COMPANIES):
        row, height = _told(view, company, y)
        told.append(row)
        y += height + 8
    return _drawn(view, layout._replace(size=(NARROW, y)), [*heads, *told])


def _drawn(view: View, layout: Layout, heads: list[str]) -> str:
    sea = 228 if not layout.upright else layout.tens[0] - 40
    floor = layout.tens[-1] + (6 if not layout.upright else 2)
    return picture(
        *layout.size,
        f"{view.game.title}. {state(view)}.",
        sheet(),
        _lanes(layout.tens, layout.left, layout.lane, layout.upright, chooses_depth(view)),
        group(*heads, id="companies"),
        group(*(_lane_of(view, company, layout) for company in range(COMPANIES)), id="depths"),
        _stock(view, layout),
        _face_up(view, layout),
        _own_hand(view, layout),
        choices(view, layout),
        backdrop=backdrop(*layout.size, sea, layout.tens, floor),
    )


@part
def _lanes(tens: tuple[float, ...], left: float, lane: float, narrow: bool, spread: bool) -> str:
    """The lanes in the water, the scale of depth beside them, and who else lives there."""
    top, high = tens[0] - 4, tens[-1] - tens[0] + 8
    parts = [
        rect(left + i * lane + 3, top, lane - 6, high, "#ffffff", rx=10, fill_opacity=0.12)
        for i in range(COMPANIES)
    ]
    if not narrow:
        parts += [
            fish(60, 300, 1.1, "#e8927c"),
            fish(52, 534, 1.1, "#7cc4d8", left=True),
            weed(30, 806, 84, "#2c6e5a"),
            weed(60, 806, 60, "#3d8a6c"),
            weed(1404, 802, 70, "#2c6e5a"),
        ]
    if not spread:
        parts += [
            path(
                f"M{left + 3:.1f} {y:.1f}h{COMPANIES * lane - 6:.1f}",
                "none",
                stroke="#ffffff",
                stroke_opacity=0.25,
                stroke_width=2.4,
            )
            for y in tens[1:-1]
        ]
    wide = 32 if narrow else 44
    if not spread:
        parts.append(rect(left - wide - 1, top, wide, high, NIGHT, rx=8))
        for ten in range(TENS):
            middle = (tens[ten] + tens[ten + 1]) / 2 + 7
            parts.append(
                write(left - wide / 2 - 1, middle, 10 * ten or "1", 18 if narrow else 20, "#ffffff", "middle")
            )
    return group(*parts, aria_hidden="true")


# Companies


def _wrapped(sentence: str, width: int) -> list[str]:
    lines = [""]
    for word in sentence.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


@part
def _facts() -> str:
    """What the three rows of each company tell, once for all."""
    rows = (say("a share costs"), say("a share counts"), say("it pays next"))
    more = (
        say("the cards that a share costs: as many as all players have of it"),
        say("the points that each share counts at the end, as it stands"),
        say("the cards that holders draw when the company next reaches a new ten"),
    )
    return group(
        rect(4, 106, 158, 96, PAPER, rx=10),
        *(
            group(tag("title", told), write(12, 129 + 31 * i, row, 19))
            for i, (row, told) in enumerate(zip(rows, more, strict=True))
        ),
        id="facts",
    )


def _head_of(view: View, company: int) -> str:
    """A company on its boat: what it can do, who holds it, what a share costs, counts and is paid next."""
    lane = view.table.columns[company]
    return group(
        _head(
            company,
            bool(lane.advanced),
            words.ability(view.box, company, lane.advanced),
            holders(view, company),
            (
                int(lane.issued),
                int(abilities.worth(view.table, view.box, company)),
                *_next_dividend(view, company),
            ),
        ),
        id=f"company-{company}",
        data_why=words.expanding(company),
    )


@part
def _head(
    company: int,
    advanced: bool,
    ability: str,
    holders: tuple[tuple[int, int], ...],
    facts: tuple[int, int, str, str],
) -> str:
    issued, worth, when, paid = facts
    x, width = LEFT + company * LANE + 5, LANE - 10
    lines = _wrapped(ability, 25)
    return group(
        tag("title", words.full_name(company)),
        boat(company, x - 3, 192, width + 6),
        rect(x, 8, width, 196, PAPER, rx=10),
        path(f"M{x} 18q0 -10 10 -10h{width - 20}q10 0 10 10v36h-{width}z", TONES[company]),
        circle(x + 32, 32, 26, CARD_PAPER),
        use(f"sign-{company}", x + 32, 32, 0.76),
        write(x + 66, 41, words.company(company), 27, "#ffffff", font_weight="bold"),
        _star(x + width - 20, 31) if advanced else "",
        *(write(x + 10, 77 + 22 * i, line, 19) for i, line in enumerate(lines)),
        path(f"M{x + 8} 107h{width - 16}M{x + 8} 138h{width - 16}M{x + 8} 169h{width - 16}", "none",
             stroke="var(--quiet)", stroke_opacity=0.4, stroke_width=2.4),
        placed(x + 16, 123, 1, *(_holder(owner, count, 37 * i) for i, (owner, count) in enumerate(holders))),
        write(x + width - 34, 131, issued, 26, anchor="end", font_weight="bold"),
        use("back", x + width - 18, 122, 0.22),
        write(x + width - 34, 162, worth, 26, anchor="end", font_weight="bold"),
        use("coin", x + width - 18, 153, 0.9),
        write(x + 10, 192, when, 19, "var(--quiet)"),
        write(x + width - 34, 193, paid, 26, anchor="end", font_weight="bold"),
        use("back", x + width - 18, 184, 0.22) if paid else "",
    )  # fmt: skip


def _star(x: float, y: float) -> str:
    """The sign of an advanced side."""
    return group(
        tag("title", say("advanced side")), write(x, y + 11, "✱", 28, "#ffffff", "middle", font_weight="bold")
    )


def _holder(owner: int, count: int, x: float, radius: float = 9) -> str:
    """A mark, and how many shares its player has."""
    return placed(x, 0, 1, owner_mark(owner, radius), write(radius + 3, 7, count, 19, font_weight="bold"))


def _next_dividend(view: View, company: int) -> tuple[str, str]:
    """When a company pays next, and how many cards in all, the share of the one who looks apart."""
    table, box = view.table, view.box
    lane = table.columns[company]
    if table.last_round:
        return say("no more dividends"), ""
    if lane.depth and box.ten[lane.last] == TENS - 1:
        return say("as deep as it goes"), ""
    paid = dividends(view, company)
    when = say("from {ten}", ten=10 * (box.ten[lane.last] + 1)) if lane.depth else say("first card")
    if view.seat >= 0 and paid[view.seat]:
        when = f"{when}, {say('you {mine}', mine=paid[view.seat])}"
    return when, f"+{sum(paid)}"


def _short_head(view: View, company: int, layout: Layout) -> str:
    """Upright: a company above its lane."""
    lane = view.table.columns[company]
    worth = int(abilities.worth(view.table, view.box, company))
    when = "–" if view.table.last_round or (lane.depth and view.box.ten[lane.last] == TENS - 1) else ""
    if not when:
        ten = 10 * (view.box.ten[lane.last] + 1) if lane.depth else 1
        when = say("at {ten}", ten=ten)
    paid = _next_dividend(view, company)[1]
    facts = (int(lane.issued), worth, when, paid)
    drawn = _small_head(company, bool(lane.advanced), holders(view, company), facts, len(owners(view)) > 3)
    return placed(
        layout.left + company * layout.lane + 2,
        layout.heads,
        1,
        drawn,
        id=f"company-{company}",
        data_why=words.expanding(company),
    )


@part
def _small_head(
    company: int,
    advanced: bool,
    holders: tuple[tuple[int, int], ...],
    facts: tuple[int, int, str, str],
    many: bool,
) -> str:
    issued, worth, when, paid = facts
    width = 101
    rows = ((say("costs"), issued), (say("counts"), worth), (when, paid))
    return group(
        tag("title", words.full_name(company)),
        rect(0, 0, width, 192 if many else 168, PAPER, rx=8),
        path(f"M0 8q0 -8 8 -8h{width - 16}q8 0 8 8v54h-{width}z", TONES[company]),
        circle(width / 2, 21, 20, CARD_PAPER),
        use(f"sign-{company}", width / 2, 21, 0.58),
        write(width / 2, 57, words.company(company), 18, "#ffffff", "middle", font_weight="bold"),
        placed(width - 14, 14, 0.8, _star(0, 0)) if advanced else "",
        *(
            write(5, 85 + 25 * i, label, 18, "var(--quiet)")
            + write(width - 5, 86 + 25 * i, number, 23, anchor="end", font_weight="bold")
            for i, (label, number) in enumerate(rows)
        ),
        *(
            placed(0, 154 + 23 * (i // 3), 1, _holder(owner, count, 12 + 34 * (i % 3), 7.5))
            for i, (owner, count) in enumerate(holders)
        ),
    )


def _told(view: View, company: int, y: float) -> tuple[str, float]:
    """Upright: what a company can do and would pay next, and how high that is."""
    advanced = view.table.columns[company].advanced
    lines = _wrapped(words.ability(view.box, company, advanced), 50)
    when, paid = _next_dividend(view, company)
    lines.append(say("pays next: {paid} ({when})", paid=paid, when=when) if paid else when)
    height = 42 + 24 * len(lines)
    row = placed(
        8,
        y,
        1,
        rect(0, 0, NARROW - 16, height, PAPER, rx=8),
        use(f"sign-{company}", 34, height / 2, 0.8),
        write(70, 28, words.full_name(company) + (" ✱" if advanced else ""), 19, font_weight="bold"),
        *(write(70, 54 + 24 * i, line, 18) for i, line in enumerate(lines)),
        id=f"ability-{company}",
    )
    return row, height


# Cards


def _lane_of(view: View, company: int, layout: Layout) -> str:
    """The depth cards of a company, the last one marked, on the rope of its boat."""
    last = int(view.table.columns[company].last)
    places = spots(view, company, layout)
    rope = None
    if last in places and not chooses_depth(view):
        x, y, wide, _ = places[last]
        rope = (x + wide / 2, layout.tens[0] - (4 if layout.upright else 14), y)
    whys = tuple((card, spot, view.name(Remove(card))) for card, spot in places.items())
    return _lane(company, last, whys, rope)


@part
def _lane(
    company: int,
    last_card: int,
    cards: tuple[tuple[int, Spot, str], ...],
    rope: tuple[float, float, float] | None,
) -> str:
    drawn = []
    if rope:
        x, top, bottom = rope
        drawn.append(
            path(
                f"M{x:.1f} {top:.1f}V{bottom:.1f}",
                "none",
                stroke=CARD_PAPER,
                stroke_width=4,
                stroke_opacity=0.75,
            )
        )
    for card, spot, why in cards:
        last = card == last_card
        label = say("{number}, the last one", number=card + 1) if last else str(card + 1)
        drawn.append(
            group(
                tag("title", label),
                chip(spot, card, TONES[company] if last else ""),
                id=f"depth-{card}",
                data_thing=f"card-{card}",
                data_why=why,
            )
        )
    return group(*drawn, id=f"lane-{company}")


def _stock(view: View, layout: Layout) -> str:
    """Deck and discard pile, and how near the end is."""
    deck, discard, why = in_deck(view), in_discard(view), view.name(Draw())
    if layout.upright:
        piles = _small_piles(deck, discard, why)
        plate = (35.0, layout.hand_top - 36, COMPANIES * layout.lane, 30.0)
    else:
        piles = _piles(deck, discard, layout.draw, layout.discard, why)
        plate = (4.0, 8.0, 158.0, 92.0)
    return group(piles, _note(view, plate), id="stock")


def _note(view: View, plate: Spot) -> str:
    """How near the end is, once it is."""
    table = view.table
    if not table.ending:
        return ""
    if table.actor == OVER:
        told = say("The game is over")
    elif table.last_round:
        told = say("Last turns left: {turns}", turns=table.turns_left)
    else:
        told = say("The end is triggered")
    x, y, width, height = plate
    lines = _wrapped(told, round(width / 11))
    first = y + height / 2 + 7 - 13 * (len(lines) - 1)
    return rect(*plate, NIGHT, rx=10) + "".join(
        write(x + width / 2, first + 26 * i, line, 20, "#ffffff", "middle", font_weight="bold")
        for i, line in enumerate(lines)
    )


@part
def _piles(deck: int, discard: int, draw: Spot, away: Spot, why: str) -> str:
    parts = []
    for spot, count, label, pile in (
        (draw, deck, say("deck"), "deck"),
        (away, discard, say("discarded"), "discard"),
    ):
        x, y, width, height = spot
        under = rect(
            x + 6, y + 6, width - 18, height - 14, "#1d4f74", rx=8, stroke="#e8f6fa", stroke_width=2.4
        )
        empty = rect(
            x + 8, y + 6, 68, 98, "none", rx=8, stroke="#ffffff", stroke_width=2.4, stroke_dasharray="8 6"
        )
        parts.append(
            group(
                (under if count > 1 else "") + use("back", x + width / 2 - 4, y + height / 2 - 5)
                if count
                else empty,
                rect(x + 22, y + height - 36, 40, 30, CARD_PAPER, rx=8) if count else "",
                write(x + 42, y + height - 12, count, 24, CARD_INK, "middle", font_weight="bold")
                if count
                else "",
                rect(x - 6, y + height + 8, 104, 30, NIGHT, rx=8),
                write(x + 46, y + height + 30, label, 20, "#ffffff", "middle"),
                id=pile,
                data_why=why if pile == "deck" else None,
            )
        )
    return "".join(parts)


@part
def _small_piles(deck: int, discard: int, why: str) -> str:
    """Upright: the piles as small cards beside the companies."""
    parts = []
    for y, count, label, pile in ((6, deck, say("deck"), "deck"), (96, discard, say("discarded"), "discard")):
        drawn = [
            tag("title", label),
            rect(1, y, 32, 84, NIGHT, rx=8),
            use("back", 17, y + 32, 0.42, opacity=None if pile == "deck" else 0.5),
            write(17, y + 76, count, 18, "#ffffff", "middle", font_weight="bold"),
        ]
        parts.append(group(*drawn, id=pile, data_why=why if pile == "deck" else None))
    return "".join(parts)


def _card(place: CardSpot, card: int, company: int, why: str | None = None) -> str:
    x, y, scale, seen = place
    drawn = face(card, company, words.company(company), seen)
    title = tag("title", f"{card + 1}, {words.full_name(company)}")
    return placed(x, y, scale, title, drawn, id=f"card-{card}", data_thing=f"card-{card}", data_why=why)


def _face_up(view: View, layout: Layout) -> str:
    """What lies open, and for what."""
    note = ""
    if view.table.phase == Phase.BONUS:
        x, y = layout.left + 60, layout.tens[0] + (10 if not layout.upright else -4)
        note = rect(x, y, 330, 34, NIGHT, rx=8) + write(
            x + 12, y + 24, say("for the third player"), 20, "#ffffff", font_weight="bold"
        )
    cards = [_card(place, card, view.box.cards[card]) for card, place in layout.shown.items()]
    return group(note, *cards, id="face-up")


def _own_hand(view: View, layout: Layout) -> str:
    if view.seat < 0:
        x, y = (80, layout.hand_top) if layout.upright else (400, layout.hand_top + 40)
        plate = rect(x, y, 400, 56, NIGHT, rx=10)
        told = say("The game is over") if view.table.actor == OVER else say("Hands are secret.")
        return group(plate, write(x + 200, y + 36, told, 22, "#ffffff", "middle"), id="hand")
    return group(
        *(
            _card(place, card, view.box.cards[card], view.name(Buy(card)))
            for card, place in layout.hand.items()
        ),
        id="hand",
    )

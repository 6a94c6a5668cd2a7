"""In Too Deep in text: the board for a terminal, and the position in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import TYPE_CHECKING

from fathom5.core import OVER
from fathom5.draw.svg import GLYPHS, part
from fathom5.games.in_too_deep import abilities, rules, words
from fathom5.games.in_too_deep.drawings import TENS
from fathom5.games.in_too_deep.seen import dividends, face_up, hand, in_deck, in_discard, owners
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    HAND,
    THIRD,
    Box,
    Column,
    Company,
    TakeOver,
)
from fathom5.text.guidance import Section, Sign
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View

TEXT_WIDTH = 90


def text(view: View) -> str:
    """Companies, portfolios and one's own hand for a terminal."""
    lines = [state(view), ""]
    for company in range(COMPANIES):
        lines += _company_lines(view, company)
    lines.append("")
    for owner in owners(view):
        lines += _player_lines(view, owner)
    shown = face_up(view)
    if shown:
        lines += ["", *_listed(say("Face up: {cards}", cards=_shares_on(view, shown)))]
    if view.seat >= 0:
        lines += ["", *_listed(say("Your hand: {cards}", cards=_shares_on(view, hand(view)) or "–"))]
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


def state(view: View) -> str:
    """The piles, and how near the end is."""
    table = view.table
    piles = say("deck {deck}, discard pile {discard}", deck=in_deck(view), discard=in_discard(view))
    if table.actor == OVER:
        return f"{say('The game is over')}   {piles}"
    if table.last_round:
        return f"{say('Last turns left: {turns}', turns=table.turns_left)}   {piles}"
    if table.ending:
        return f"{say('The end is triggered')}   {piles}"
    return piles


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
        *_listed(f"{'':<12}{ability}; {pays_next(view, company)}", 12),
    ]


def pays_next(view: View, company: int) -> str:
    """Whom a company pays dividends next, and when, by name."""
    lane = view.table.columns[company]
    if view.table.last_round:
        return say("no more dividends")
    if lane.depth and view.box.ten[lane.last] == TENS - 1:
        return say("as deep as it goes")
    cards = enumerate(dividends(view, company))
    paid = ", ".join(f"{view.names[seat]} +{number}" for seat, number in cards if number) or "–"
    if lane.depth:
        return say("from {ten} on pays: {paid}", ten=10 * (view.box.ten[lane.last] + 1), paid=paid)
    return say("first card pays: {paid}", paid=paid)


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


# In sentences


def twin(view: View) -> list[Section]:
    """The whole position for somebody who hears it: companies, portfolios, piles and one's own hand."""
    sections = [Section(say("The table"), [f"{state(view)}."])]
    sections += [_company_section(view, company) for company in range(COMPANIES)]
    sections.append(Section(say("Portfolios"), [_portfolio_sentence(view, owner) for owner in owners(view)]))
    shown = face_up(view)
    if shown:
        sections.append(Section(say("Face up"), [words.share(view.box, card) for card in shown]))
    if view.seat >= 0:
        mine = [words.share(view.box, card) for card in hand(view)]
        sections.append(Section(say("Your hand"), mine or [say("no cards")]))
    return sections


def _company_section(view: View, company: int) -> Section:
    """A company: what a share costs and counts, what it pays, what it can do, how deep it is."""
    lane = view.table.columns[company]
    worth = int(abilities.worth(view.table, view.box, company))
    lines = _company_told(view.box, company, lane, worth, pays_next(view, company))
    return Section(words.company(company), list(lines))


@part
def _company_told(box: Box, company: int, lane: Column, worth: int, pays: str) -> tuple[str, ...]:
    numbers = [str(lane.cards[i] + 1) for i in range(lane.depth)]
    depth = (
        say("Depth cards: {numbers}; the last one is {last}.", numbers=", ".join(numbers), last=numbers[-1])
        if numbers
        else say("No depth cards yet.")
    )
    side = say("advanced side") if lane.advanced else say("normal side")
    return (
        say(
            "A share costs {cost} {cost:card|cards} and counts {worth} {worth:point|points}.",
            cost=lane.issued,
            worth=worth,
        ),
        depth,
        f"{words.sentence(pays)}.",
        f"{words.sentence(side)}: {words.ability(box, company, lane.advanced)}.",
    )


def _portfolio_sentence(view: View, owner: int) -> str:
    """Whose shares these are, with their number as in the moves; of a player also points and cards."""
    held = ", ".join(
        f"{words.company(company)} {view.table.shares[owner, company]}"
        for company in range(COMPANIES)
        if view.table.shares[owner, company]
    )
    shares = held or say("no shares")
    if owner == THIRD:
        return f"{words.sentence(words.owner_name(view, owner))}: {shares}."
    points = say("{points} {points:point|points}", points=rules.portfolio(view.table, view.box, owner))
    cards = say("{cards} {cards:card|cards} in hand", cards=view.table.investors[owner].cards)
    return f"{owner + 1}, {view.names[owner]}: {shares}; {points}; {cards}."

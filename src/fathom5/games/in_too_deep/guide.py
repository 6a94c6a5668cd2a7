"""In Too Deep for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER, encode
from fathom5.games.in_too_deep import abilities, rules
from fathom5.games.in_too_deep.drawings import TENS
from fathom5.games.in_too_deep.seen import in_deck, payments, price
from fathom5.games.in_too_deep.table import (
    COMPANIES,
    DEPTH,
    THIRD,
    Box,
    Buy,
    Company,
    Draw,
    Expand,
    MoveCard,
    Phase,
    Reason,
    Remove,
    Take,
    TakeOver,
    TurnUp,
)
from fathom5.games.in_too_deep.words import ability, company, full_name, share
from fathom5.text.guidance import GOAL, Basket, Holding, Lesson, Line, Moment
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def kind(view: View, move: Any) -> str:
    """The lesson that a move belongs to."""
    if view.table.phase == Phase.ABILITY:
        names = {Company.OCEAN: "ocean", Company.COAST: "coast", Company.WILDLIFE: "wildlife"}
        return names[view.table.company]
    return {Buy: "buy", Expand: "expand", Draw: "draw", Take: "take"}.get(type(move), "pay")


def lessons(box: Box) -> dict[str, Lesson]:
    """Everything there is to learn."""
    return {
        GOAL: Lesson(
            say("Own what goes deep"),
            say(
                "Five companies explore the sea. At the end each share of a company is worth as many points "
                "as it has depth cards. Each card in your hand is two things: a share on one side, a depth "
                "number on the other; and it is money, too. Buy shares of companies that will go deep."
            ),
            at="companies",
        ),
        "take": Lesson(
            say("A share for nothing"),
            say(
                "Before the first turn everybody takes {offered} of the cards face up as shares. Two of the "
                "same company make you want it deep; different ones bring dividends more often.",
                offered=box.offered,
            ),
            at="face-up",
        ),
        "buy": Lesson(
            say("Buying a share"),
            say(
                "You lay a card of your hand before you as a share. It costs as many other cards as there "
                "are shares of that company before all players: the first ones are cheap, so buy early "
                "what others will want."
            ),
            at="hand",
        ),
        "expand": Lesson(
            say("Expanding a company"),
            say(
                "You lay a card on a company; its number has to be higher than the last one there. Small "
                "steps leave room for more cards. With a company's first card, and each time it reaches a "
                "new ten, every holder draws a card for each of its shares."
            ),
            at="depths",
        ),
        "draw": Lesson(
            say("Drawing a card"),
            say(
                "One card, when nothing else is worth while. If everybody draws in turn, all get {emergency} "
                "more. The end comes when the deck has run out for the second time.",
                emergency=box.emergency,
            ),
            at="deck",
        ),
        "pay": Lesson(
            say("Paying"),
            say(
                "Every card counts one, whatever is on it. Give away what you need least: low numbers "
                "that no company can use any more, and shares that have become dear."
            ),
            at="hand",
        ),
        "ocean": Lesson(
            full_name(Company.OCEAN),
            say(
                "You expanded Ocean, so you may pay to remove a depth card. Take a point off a company "
                "others hold, or remove a high number so that a company of yours can go on."
            ),
            at="company-0",
        ),
        "coast": Lesson(
            full_name(Company.COAST),
            say(
                "You expanded Coast, so you may buy a share at once, and cheaper. That is two actions in "
                "one turn: a good moment for a share that is dear otherwise."
            ),
            at="company-3",
        ),
        "wildlife": Lesson(
            full_name(Company.WILDLIFE),
            say(
                "You expanded Wildlife, so you may move a depth card: to make a company of yours worth "
                "more, or to get a high number out of its way."
            ),
            at="company-4",
        ),
    }


def turn(box: Box) -> list[str]:
    """What happens in a turn."""
    return [
        say("Do one of three things: buy a share, expand a company, or draw a card."),
        say("Buying costs as many other cards of your hand as there are shares of the company before all."),
        say(
            "Expanding lays a card that is higher than the company's last one. Its first card and every new "
            "ten pay dividends: each holder draws a card a share. Then some companies let you use an ability."
        ),
        say(
            "If all draw one after the other, each gets {emergency} more; twice in a row, and the end comes.",
            emergency=box.emergency,
        ),
        say("When the deck has run out twice, everybody has one last turn, without dividends and abilities."),
    ]


def basket(view: View) -> Basket | None:
    """The cards of which a payment is chosen, any of them; the rules have them paid in ascending order."""
    items = {encode(move): share(view.box, move.card) for move in payments(view)}
    due = int(view.table.due)
    return Basket(items, due, due, label=say("Pay")) if items else None


def is_final(view: View, move: Any) -> bool:
    """Whether cards are dealt next, which cannot be taken back."""
    match move:
        case Draw():
            return True
        case Expand(card, where):
            return bool(_owed(view, card, where))
    return False


def holdings(view: View, seat: int) -> list[Holding]:
    """The cards in a player's hand, and the shares in the portfolio."""
    cards = int(view.table.investors[seat].cards)
    held = [Holding(str(cards), say("{cards} {cards:card|cards} in hand", cards=cards), icon="icon-card")]
    for number in range(COMPANIES):
        if shares := int(view.table.shares[seat, number]):
            label = say("{shares} {shares:share|shares} of {company}", shares=shares, company=company(number))
            held.append(Holding(str(shares), label, icon=f"icon-{number}"))
    return held


# The big things


BIG_DIVIDEND = 4
"""So many cards in all are told as something big."""


def moment(before: View, move: Any, after: View) -> Moment | None:
    """The end, emergencies, take-overs, large dividends, 100, and each card that comes into one's hand."""
    old, new = before.table, after.table
    if new.actor == OVER:
        return Moment("end", say("The portfolios are counted."))
    if new.ending and not old.ending:
        return Moment("alarm", say("The end is near: one last turn for everybody."), at="deck")
    if new.reason == Reason.EMERGENCY != old.reason:
        return Moment("alarm", say("Emergency funding for everybody."), at="deck")
    match move:
        case TakeOver(owner, what):
            return _taken_over(before, owner, what)
        case Expand(card, where) if old.phase == Phase.TURN:
            return _expanded(before, card, where, after)
        case TurnUp(card) if old.phase == Phase.DEAL and old.reason != Reason.HANDS:
            return _dealt(before, card)
    return None


def _taken_over(before: View, owner: int, what: int) -> Moment:
    """A share that changes hands."""
    buyer = int(before.table.turn)
    who = before.names[buyer]
    if owner == THIRD:
        told = say("{who} takes a share of {company} from the third player.", who=who, company=company(what))
    else:
        whom = before.names[owner]
        told = say("{who} takes a share of {company} from {whom}.", who=who, company=company(what), whom=whom)
    return Moment("bite", told, buyer, f"company-{what}")


def _expanded(before: View, card: int, where: int, after: View) -> Moment | None:
    """A company as deep as it goes, or one that pays many cards."""
    who, at = int(before.table.turn), f"company-{where}"
    if before.box.ten[card] == TENS - 1:
        return Moment("record", say("{company} is at the bottom.", company=company(where)), who, at)
    paid = sum(int(investor.owed) for investor in after.table.investors)
    if after.table.reason == Reason.DIVIDEND and paid >= BIG_DIVIDEND:
        return Moment(
            "treasure",
            say("{company} pays {paid} {paid:card|cards}.", company=company(where), paid=paid),
            who,
            at,
        )
    return None


def _dealt(before: View, card: int) -> Moment | None:
    """A card that came into the hand of the one who looks."""
    if before.table.receiver != before.seat:
        return None
    told = say("You draw {card}.", card=share(before.box, card))
    return Moment("card", told, before.seat, "deck")


# What a move brings


def preview(view: View, move: Any) -> str:
    """What a move costs and what may come of it."""
    table, box = view.table, view.box
    match move:
        case Draw():
            return _draw(view)
        case Buy(card):
            return _buy(view, card)
        case Take(card):
            return _worth(view, box.cards[card])
        case Expand(card, where):
            return _expand(view, card, where)
        case Remove(card):
            return _values(view, [(table.place[card] - DEPTH, -1)])
        case MoveCard(card, where):
            source = table.place[card] - DEPTH
            if source == where:
                return say("Then it lies on top: a card has to be higher than {number}.", number=card + 1)
            return _values(view, [(source, -1), (where, 1)])
        case TakeOver(owner, what):
            return _take_over(view, owner, abilities.takeover_price(table, box, what))
    return ""


def _draw(view: View) -> str:
    """What is left to draw, and what follows if everybody draws or the deck runs out."""
    table, box = view.table, view.box
    told = [say("{cards} {cards:card is|cards are} in the deck.", cards=in_deck(view))]
    if table.draws == table.players - 1:
        told.append(say("Everybody else has just drawn: each gets {cards} more.", cards=box.emergency))
        if table.emergencies == 1 and not table.ending:
            told.append(say("For the second time running: the end begins."))
    elif in_deck(view) == 1 and table.emptied == 1:
        told.append(say("It is the last one: the end begins."))
    return " ".join(told)


def _take_over(view: View, owner: int, cost: int) -> str:
    if owner == THIRD:
        return say("It costs {cost} {cost:card, which is|cards, which are} discarded.", cost=cost)
    return say(
        "It costs {cost} {cost:card, which goes|cards, which go} to {whom}.",
        cost=cost,
        whom=view.names[owner],
    )


def _buy(view: View, card: int) -> str:
    cost = price(view, card)
    told = say("It costs {cost} of your other cards.", cost=cost) if cost else say("It costs nothing.")
    return told + " " + _worth(view, view.box.cards[card])


def _worth(view: View, what: int) -> str:
    """What a share counts as it stands, and what one holds of it."""
    return say(
        "A share of {company} counts {worth} {worth:point|points} now; you have {mine} of {issued}.",
        company=company(what),
        worth=abilities.worth(view.table, view.box, what),
        mine=view.table.shares[view.seat, what],
        issued=view.table.columns[what].issued,
    )


def _owed(view: View, card: int, where: int) -> list[tuple[str, int]]:
    """Who gets how many cards as dividends if a company is expanded with a card."""
    table, column = view.table, view.table.columns[where]
    pays = column.depth == 0 or view.box.ten[card] > view.box.ten[column.last]
    if table.phase == Phase.ABILITY or table.last_round or not pays:
        return []
    owed = zip(view.names, _dividends(view, where), strict=True)
    return [each for each in owed if each[1]]


@lru_cache(COMPANIES)
def _dividends(view: View, where: int) -> list[int]:
    """The cards that each seat gets; whatever card a company is expanded with, they are the same."""
    after = view.tried(lambda table: rules.owe_dividends(table, where)).table
    return [int(after.investors[seat].owed) for seat in range(len(view.names))]


def _expand(view: View, card: int, where: int) -> str:
    """What a company is worth with one card more, who gets dividends, and what it offers then."""
    table = view.table
    listed = ", ".join(f"{name} {cards}" for name, cards in _owed(view, card, where))
    told = [
        _values(view, [(where, 1)]),
        say("Dividends in cards: {owed}.", owed=listed) if listed else say("No dividends."),
    ]
    if table.phase == Phase.ABILITY and (cost := abilities.passed_over(table, where, card)):
        told.append(say("It costs {cost} of your other cards.", cost=cost))
    offers = where in (Company.OCEAN, Company.COAST, Company.WILDLIFE)
    if offers and table.phase == Phase.TURN and not table.last_round:
        told.append(
            say("Then you may: {ability}.", ability=ability(view.box, where, table.columns[where].advanced))
        )
    return " ".join(told)


def _values(view: View, changes: list[tuple[int, int]]) -> str:
    """How deep companies are after a change, and what that is to the one who looks."""
    return " ".join(
        say(
            "{company}: then {depth} deep; your shares: {mine}.",
            company=company(number),
            depth=view.table.columns[number].depth + change,
            mine=view.table.shares[view.seat, number],
        )
        for number, change in changes
    )


def tie_break(view: View, winner: int, other: int) -> str:
    """Who has more cards in hand, else sits farther from the first player (ITD-20)."""
    names = {"name": view.names[winner], "other": view.names[other]}
    investors = view.table.investors
    if investors[winner].cards != investors[other].cards:
        return say("Level on points with {other}: {name} has more cards in hand.", **names)
    return say("Level on points and cards with {other}: {name} sits farther from the first player.", **names)


def tally(view: View, seat: int) -> list[Line]:
    """Shares times value, company by company."""
    lines = []
    for number in range(COMPANIES):
        shares, worth = view.table.shares[seat, number], abilities.worth(view.table, view.box, number)
        if shares:
            lines.append(
                Line(
                    say("{company}: {shares} × {worth}", company=company(number), shares=shares, worth=worth),
                    shares * worth,
                )
            )
    return lines or [Line(say("No shares"), 0)]

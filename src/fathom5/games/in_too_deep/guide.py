"""In Too Deep for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.in_too_deep import abilities, rules
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
    Remove,
    Take,
    TakeOver,
)
from fathom5.games.in_too_deep.words import company, full_name
from fathom5.text.guidance import GOAL, Lesson, Line
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
        ),
        "take": Lesson(
            say("A share for nothing"),
            say(
                "Before the first turn everybody takes {offered} of the cards face up as shares. Two of the "
                "same company make you want it deep; different ones bring dividends more often.",
                offered=box.offered,
            ),
        ),
        "buy": Lesson(
            say("Buying a share"),
            say(
                "You lay a card of your hand before you as a share. It costs as many other cards as there "
                "are shares of that company before all players: the first ones are cheap, so buy early "
                "what others will want."
            ),
        ),
        "expand": Lesson(
            say("Expanding a company"),
            say(
                "You lay a card on a company; its number has to be higher than the last one there. Small "
                "steps leave room for more cards. With a company's first card, and each time it reaches a "
                "new ten, every holder draws a card for each of its shares."
            ),
        ),
        "draw": Lesson(
            say("Drawing a card"),
            say(
                "One card, when nothing else is worth while. If everybody draws in turn, all get {emergency} "
                "more. The end comes when the deck has run out for the second time.",
                emergency=box.emergency,
            ),
        ),
        "pay": Lesson(
            say("Paying"),
            say(
                "Every card counts one, whatever is on it. Give away what you need least: low numbers "
                "that no company can use any more, and shares that have become dear."
            ),
        ),
        "ocean": Lesson(
            full_name(Company.OCEAN),
            say(
                "You expanded Ocean, so you may pay to remove a depth card. Take a point off a company "
                "others hold, or remove a high number so that a company of yours can go on."
            ),
        ),
        "coast": Lesson(
            full_name(Company.COAST),
            say(
                "You expanded Coast, so you may buy a share at once, and cheaper. That is two actions in "
                "one turn: a good moment for a share that is dear otherwise."
            ),
        ),
        "wildlife": Lesson(
            full_name(Company.WILDLIFE),
            say(
                "You expanded Wildlife, so you may move a depth card: to make a company of yours worth "
                "more, or to get a high number out of its way."
            ),
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


def preview(view: View, move: Any) -> str:
    """What a move costs and what may come of it."""
    table, box = view.table, view.box
    match move:
        case Draw():
            return say("{cards} {cards:card is|cards are} in the deck.", cards=table.deck + table.bonus_deck)
        case Buy(card):
            return _buy(view, box.cards[card])
        case Take(card):
            return _worth(view, box.cards[card])
        case Expand(card, where):
            return _expand(view, card, where)
        case Remove(card):
            return _values(view, [(table.place[card] - DEPTH, -1)])
        case MoveCard(card, where):
            source = table.place[card] - DEPTH
            return _values(view, [(source, -1), (where, 1)]) if source != where else ""
        case TakeOver(owner, what):
            return _take_over(view, owner, abilities.takeover_price(table, box, what))
    return ""


def _take_over(view: View, owner: int, cost: int) -> str:
    if owner == THIRD:
        return say("It costs {cost} {cost:card, which is|cards, which are} discarded.", cost=cost)
    return say(
        "It costs {cost} {cost:card, which goes|cards, which go} to {whom}.",
        cost=cost,
        whom=view.names[owner],
    )


def _buy(view: View, what: int) -> str:
    table = view.table
    cost = rules.price(table, what) if table.phase == Phase.TURN else abilities.cheaper(table, view.box, what)
    return say("Price in cards: {cost}.", cost=cost) + " " + _worth(view, what)


def _worth(view: View, what: int) -> str:
    """How a company stands, and what one holds of it."""
    return say(
        "{company}: {depth} deep; your shares: {mine} of {issued}.",
        company=company(what),
        depth=view.table.columns[what].depth,
        mine=view.table.shares[view.seat, what],
        issued=view.table.columns[what].issued,
    )


def _expand(view: View, card: int, where: int) -> str:
    """What a company is worth with one card more, and who gets dividends."""
    table, column = view.table, view.table.columns[where]
    told = _values(view, [(where, 1)])
    pays = column.depth == 0 or view.box.ten[card] > view.box.ten[column.last]
    if table.phase == Phase.ABILITY or table.last_round or not pays:
        return told + " " + say("No dividends.")
    after = view.tried(lambda table: rules.owe_dividends(table, where)).table
    owed = [(view.names[seat], after.investors[seat].owed) for seat in range(table.players)]
    listed = ", ".join(f"{name} {cards}" for name, cards in owed if cards)
    return told + " " + (say("Dividends in cards: {owed}.", owed=listed) if listed else say("No dividends."))


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

"""In Too Deep in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.games.in_too_deep import abilities, rules
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    HAND,
    NAMES,
    NO_SEAT,
    THIRD,
    BonusCard,
    Box,
    Buy,
    Company,
    Draw,
    Expand,
    MoveCard,
    Pay,
    PayUnseen,
    Phase,
    Place,
    Reason,
    Remove,
    ShowSide,
    Skip,
    Table,
    Take,
    TakeOver,
    TurnUp,
)
from fathom5.text.language import say, speaking

if TYPE_CHECKING:
    from fathom5.view import View


def company(number: int) -> str:
    """A company's short name."""
    return (say("Ocean"), say("Treasure"), say("Pearl"), say("Coast"), say("Wildlife"))[number]


def full_name(number: int) -> str:
    """A company's name in full."""
    return (
        say("Ocean clean-up"),
        say("Treasure hunt"),
        say("Pearl fishing"),
        say("Coast research"),
        say("Wildlife watching"),
    )[number]


def ability(number: int, advanced: int) -> str:
    """What a company can do, on a few words' space."""
    texts = (
        (say("2 cards: discard a depth card"), say("1 card: discard or move a last card")),
        (say("who has most: 1 card more"), say("you draw like whoever has most")),
        (say("2 points more a share"), say("best company less 2 a share")),
        (say("buy a share, 2 cheaper"), say("buy another player's share")),
        (say("1 card: move 1 of the last 3"), say("lay one more card anywhere")),
    )
    return texts[number][advanced]


def name(table: Table, box: Box, move: Any) -> str:
    """A move as a person types it."""
    match move:
        case Skip():
            return say("skip")
        case Draw():
            return say("draw")
        case Buy(card):
            return say("buy {number}", number=card + 1)
        case Pay(card):
            return say("pay {number}", number=card + 1)
        case Take(card):
            return say("take {number}", number=card + 1)
        case Remove(card):
            return say("remove {number}", number=card + 1)
        case Expand(card, where):
            return say("expand {company} {number}", company=say(NAMES[where]), number=card + 1)
        case MoveCard(card, where):
            return say("move {number} to {company}", number=card + 1, company=say(NAMES[where]))
        case TakeOver(owner, what):
            whom = say("third") if owner == THIRD else owner + 1
            return say("buy {company} from {owner}", company=say(NAMES[what]), owner=whom)
        case PayUnseen():
            return say("pay a card")
    return _name_of_chance(table, move)


def _name_of_chance(table: Table, move: Any) -> str:
    match move:
        case TurnUp(card) if table.phase == Phase.DEAL:
            return say("deal {number}", number=card + 1)
        case TurnUp(card):
            return say("turn up {number}", number=card + 1)
        case BonusCard():
            return say("bonus")
        case ShowSide(which, advanced):
            if advanced:
                return say("{company} advanced", company=say(NAMES[which]))
            return say("{company} normal", company=say(NAMES[which]))
    return say("deal a card")


def also(table: Table, box: Box, move: Any) -> list[str]:
    """Other ways to say a move, French among them."""
    more = []
    match move:
        case Draw():
            more = ["d"]
        case Skip():
            more = ["no", "s"]
    with speaking("fr"):
        return [name(table, box, move), *more]


def share(box: Box, card: int) -> str:
    """A card in a sentence: its number and its share."""
    return say("{number} ({company})", number=card + 1, company=company(box.cards[card]))


def owner_name(view: View, owner: int) -> str:
    """A player or the imaginary third one."""
    return say("the third player") if owner == THIRD else view.names[owner]


# What is asked


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table = view.table
    if table.phase == Phase.DRAFT:
        return say("Take one of the cards that lie face up: it is a share for nothing.")
    if table.phase == Phase.PAY:
        return _ask_payment(view)
    if table.phase == Phase.ABILITY:
        return _ask_ability(table)
    if table.last_round:
        return say("Your last turn, without dividends and abilities: buy a share, expand a company or draw.")
    return say("Your turn: buy a share, expand a company or draw a card.")


def _ask_payment(view: View) -> str:
    table = view.table
    whom = owner_name(view, table.payee) if table.payee != NO_SEAT else say("the discard pile")
    more = say(" You may still skip.") if table.optional else ""
    if table.due == 1:
        return say("Choose the last card to pay to {whom}, in ascending order.", whom=whom) + more
    return (
        say("Choose {due} cards to pay to {whom}, the lowest first.", due=table.due, whom=whom)
        if table.least == 0
        else say("Choose {due} higher cards to pay to {whom}.", due=table.due, whom=whom)
    ) + more


def _ask_ability(table: Table) -> str:
    advanced = table.columns[table.company].advanced
    if table.company == Company.OCEAN:
        return (
            say("Ocean: for 1 card you may discard a company's last depth card or move it.")
            if advanced
            else say("Ocean: for 2 cards you may discard any depth card.")
        )
    if table.company == Company.COAST:
        return (
            say("Coast: you may buy a share out of another portfolio, for at least 2 cards.")
            if advanced
            else say("Coast: you may buy a share from your hand, 2 cheaper.")
        )
    return (
        say("Wildlife: you may lay one more card anywhere; a lower one costs a card for each higher.")
        if advanced
        else say("Wildlife: for 1 card you may move one of the last 3 depth cards of a company.")
    )


# What happened


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    old, new = before.table, after.table
    sentences = [_told(before, move, after), *_paid_at_once(before, move, after), _last_taken(before, move)]
    if old.reason == Reason.HANDS and new.reason == Reason.SEAT_BONUS:
        sentences.append(say("{who} holds the lowest card and plays first.", who=after.names[new.first]))
    sentences += _third_served(before, after)
    sentences += _drawn_with_empty_hands(before, move, after)
    if new.emergencies > _row(old, move)[1]:
        sentences.append(say("Everybody has drawn: emergency funding, 2 cards each."))
    sentences.append(_deck_told(old, new))
    if new.ending and not old.ending:
        sentences.append(say("The end is near: after this turn everybody has one last turn."))
    if new.actor == OVER:
        sentences.append(_result(after))
    return [sentence for sentence in sentences if sentence]


def _row(old: Table, move: Any) -> tuple[int, int]:
    """Draws and emergencies in a row once a move is made; anything but a draw breaks both."""
    if isinstance(move, Draw):
        return old.draws + 1, old.emergencies
    return (0, 0) if old.phase == Phase.TURN else (old.draws, old.emergencies)


def _drawn_with_empty_hands(before: View, move: Any, after: View) -> list[str]:
    """Turns after this one in which nothing but a draw was possible."""
    old, new = before.table, after.table
    draws, emergencies = _row(old, move)
    count = new.draws - draws + (new.emergencies - emergencies) * old.players
    seats = [(old.turn + 1 + i) % old.players for i in range(count)]
    return [say("{who} has no card in hand and draws one.", who=after.names[seat]) for seat in seats]


def _deck_told(old: Table, new: Table) -> str:
    """That the deck has run out, and that there is a new one."""
    before, now = old.deck + old.bonus_deck, new.deck + new.bonus_deck
    if new.emptied > old.emptied:
        if now:
            return say("The deck has run out; the discard pile is shuffled.")
        return say("The deck has run out, and there is nothing to shuffle.")
    if now > before == 0 and new.phase != Phase.PORTFOLIO:
        return say("The discard pile is shuffled and becomes the deck.")
    return ""


def _last_taken(before: View, move: Any) -> str:
    """The last free share, which is nobody's choice."""
    old = before.table
    if not isinstance(move, Take):
        return ""
    left = [card for card in range(CARDS) if old.place[card] == Place.FACE_UP and card != move.card]
    if len(left) > 1:
        return ""
    who = before.names[(old.turn + 1) % old.players]
    return say("The last one is left to {who}: {card}.", who=who, card=share(before.box, left[0]))


def _at_once(before: View, move: Any, after: View) -> int:
    """How many cards a deed cost that took the whole hand, without asking."""
    old, new = before.table, after.table
    if not isinstance(move, Buy | Remove | Expand | MoveCard | TakeOver):
        return 0
    shown = isinstance(move, Buy | Expand)
    return int(old.investors[old.turn].cards - new.investors[old.turn].cards - shown)


def _paid_at_once(before: View, move: Any, after: View) -> list[str]:
    """The cards of a hand that was the whole price."""
    old, new = before.table, after.table
    count = _at_once(before, move, after)
    if not count:
        return []
    who, mine = before.names[old.turn], HAND + old.turn
    owner = move.owner if isinstance(move, TakeOver) else THIRD
    moved = [
        card
        for card in range(CARDS)
        if old.place[card] in (Place.UNKNOWN, mine)
        and (new.place[card] == Place.DISCARD or new.shuffle[card] != old.shuffle[card])
    ]
    if owner == THIRD:
        return [say("{who} discards {card}.", who=who, card=share(before.box, card)) for card in moved]
    whom = before.names[owner]
    if after.seat not in (old.turn, owner):
        return [say("{who} pays the whole hand to {whom}: {count} cards.", who=who, whom=whom, count=count)]
    theirs = [card for card in range(CARDS) if new.place[card] == HAND + owner]
    moved = [card for card in theirs if old.place[card] in (Place.UNKNOWN, mine)]
    return [say("{who} pays {card} to {whom}.", who=who, card=share(before.box, c), whom=whom) for c in moved]


def _result(view: View) -> str:
    points = [rules.portfolio(view.table, view.box, seat) for seat in range(view.table.players)]
    listed = ", ".join(f"{who} {n}" for who, n in zip(view.names, points, strict=False))
    return say("The portfolios are worth: {points}.", points=listed)


def _third_served(before: View, after: View) -> list[str]:
    """What a bonus card brought the third player."""
    old, new = before.table, after.table
    if old.players > 2 or old.phase == Phase.PORTFOLIO:
        return []
    told = []
    for number in range(COMPANIES):
        if new.shares[THIRD, number] > old.shares[THIRD, number]:
            told.append(say("The third player gets a share of {company}.", company=company(number)))
            if new.columns[number].depth > old.columns[number].depth:
                last = new.columns[number].last + 1
                told.append(say("{company} goes down to {number}.", company=company(number), number=last))
    return told


def _told(before: View, move: Any, after: View) -> str:
    old, box = before.table, before.box
    who = before.names[old.turn]
    match move:
        case Draw():
            return say("{who} draws a card.", who=who)
        case Skip():
            return say("{who} makes no use of it.", who=who)
        case Pay(card):
            return _told_payment(before, share(box, card))
        case PayUnseen():
            return say("{who} pays a card to {whom}.", who=who, whom=before.names[old.payee])
        case Take(card):
            return say("{who} takes {card}.", who=who, card=share(box, card))
        case Expand(card, where) if old.phase == Phase.TURN:
            return _told_depth(who, card, where) + _dividends(before, after)
        case Buy() | Remove() | Expand() | MoveCard() | TakeOver():
            return _told_deed(before, move) + _bill(before, move, after)
    return _told_chance(before, move)


def _told_depth(who: str, card: int, where: int) -> str:
    return say("{who} takes {company} down to {number}.", who=who, company=company(where), number=card + 1)


def _told_deed(before: View, move: Any) -> str:
    """What is bought or used, before what it costs."""
    who = before.names[before.table.turn]
    match move:
        case Buy(card):
            return say("{who} buys {card}.", who=who, card=share(before.box, card))
        case Remove(card):
            return say("{who} chooses {number} to be discarded.", who=who, number=card + 1)
        case Expand(card, where):
            return _told_depth(who, card, where)
        case MoveCard(card, where):
            return say("{who} moves {number} to {company}.", who=who, number=card + 1, company=company(where))
    whom, what = owner_name(before, move.owner), company(move.company)
    return say("{who} buys a share of {company} from {whom}.", who=who, company=what, whom=whom)


def _bill(before: View, move: Any, after: View) -> str:
    """What is to be paid for a deed or was its whole price, as the table shows it before and after."""
    old, new = before.table, after.table
    due = new.due if new.phase == Phase.PAY and new.turn == old.turn else 0
    due = due or _at_once(before, move, after)
    if due:
        return say(" It costs {due} cards.", due=due) if due > 1 else say(" It costs 1 card.")
    return ""


def _dividends(before: View, after: View) -> str:
    new = after.table
    if new.reason != Reason.DIVIDEND or new.phase != Phase.DEAL:
        return ""
    owed = [
        f"{after.names[seat]} {new.investors[seat].owed}"
        for seat in range(new.players)
        if new.investors[seat].owed
    ]
    return say(" Dividends: {owed}.", owed=", ".join(owed))


def _told_payment(before: View, card: str) -> str:
    old = before.table
    who = before.names[old.turn]
    if old.payee == NO_SEAT:
        return say("{who} discards {card}.", who=who, card=card)
    return say("{who} pays {card} to {whom}.", who=who, card=card, whom=before.names[old.payee])


def _told_chance(before: View, move: Any) -> str:
    old = before.table
    who = before.names[old.receiver]
    match move:
        case TurnUp(card):
            return _told_card(old.phase, who, share(before.box, card))
        case BonusCard():
            return say("A bonus card: four cards are drawn for the third player.")
        case ShowSide(which, advanced):
            if advanced:
                return say("{company} shows its advanced side.", company=full_name(which))
            return say("{company} shows its normal side.", company=full_name(which))
    return say("{who} gets a card.", who=who)


def _told_card(phase: int, who: str, card: str) -> str:
    """What a card of the deck is for."""
    if phase == Phase.DEAL:
        return say("{who} gets {card}.", who=who, card=card)
    if phase == Phase.OFFER:
        return say("{card} is laid face up.", card=card)
    if phase == Phase.PORTFOLIO:
        return say("The third player starts with {card}.", card=card)
    return say("{card} is drawn for the third player.", card=card)


# Why not


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    said = words.lower().split()
    verb = said[0] if said else ""
    number = next((int(word) for word in said if word.isdigit()), 0)
    if verb in ("deal", "turn", "bonus", "distribuer", "retourner", *NAMES):
        return say("What the deck holds is up to chance (Setup 2.1).")
    if verb in ("pay", "payer"):
        return _why_not_pay(view, number)
    if view.table.phase == Phase.PAY:
        return say("First pay with cards of your hand, one by one in ascending order (ITD-4).")
    if verb in ("take", "prendre"):
        return say("Free shares are taken only at the start, from the cards face up (Setup 3.2).")
    if view.table.phase == Phase.DRAFT:
        return say("At the start each takes one of the cards that lie face up (Setup 3.2).")
    if verb in ("buy", "acheter"):
        return _why_not_buy(view, said, number)
    if verb in ("expand", "agrandir"):
        return _why_not_expand(view, number)
    if verb in ("remove", "move", "retirer", "déplacer"):
        return say("Depth cards are moved only by an ability of Ocean or Wildlife (Abilities 2).")
    if verb in ("draw", "piocher", "d"):
        return say("An ability is used or skipped; a card is drawn instead of another action (Turn 2).")
    if verb in ("skip", "passer", "no", "s"):
        return say("You have to buy a share, expand a company or draw a card (Turn 2).")
    return say("“{words}” is no move of this game.", words=words)


def _in_hand(view: View, number: int) -> bool:
    return 1 <= number <= CARDS and view.table.place[number - 1] == HAND + view.seat


def _why_not_pay(view: View, number: int) -> str:
    table = view.table
    if table.phase != Phase.PAY:
        return say("There is nothing to pay now (Buying 3).")
    if not _in_hand(view, number):
        return say("You pay with cards of your hand (Buying 3).")
    if number - 1 < table.least:
        return say("Cards are paid in ascending order (ITD-4).")
    return say("Too few higher cards would be left for the rest of the payment (ITD-4).")


def _why_not_buy(view: View, said: list[str], number: int) -> str:
    table = view.table
    if "from" in said or "à" in said:
        return say("Shares are bought from others only by Coast's advanced ability (ITD-16).")
    if table.phase != Phase.TURN and not (table.phase == Phase.ABILITY and table.company == Company.COAST):
        return say("A share is bought instead of another action (Turn 2).")
    if not _in_hand(view, number):
        return say("You can only buy a share that is in your hand (Buying 7).")
    what = view.box.cards[number - 1]
    cost = rules.price(table, what) if table.phase == Phase.TURN else abilities.cheaper(table, view.box, what)
    return say(
        "A share of {company} costs {cost} other cards, and you have {cards} (Buying 7).",
        company=company(what),
        cost=cost,
        cards=table.investors[view.seat].cards - 1,
    )


def _why_not_expand(view: View, number: int) -> str:
    if view.table.phase == Phase.ABILITY:
        return say("The ability of this company lets you lay no such card (Abilities 2).")
    if not _in_hand(view, number):
        return say("You expand a company with a card of your hand (Expanding 1).")
    return say("A depth card has to be higher than the last one of the company (Expanding 2).")

"""In Too Deep in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.core.moves import AnyKind
from fathom5.draw.svg import part
from fathom5.games.in_too_deep import abilities, rules
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    DEPTH,
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
from fathom5.text.finding import Asked, place_in, plain
from fathom5.text.language import say, speaking

if TYPE_CHECKING:
    from fathom5.view import View


FRENCH_NAMES = ("océan", "trésor", "perle", "littoral", "faune")

CALLED: dict[str, AnyKind] = {
    "skip": Skip,
    "no": Skip,
    "s": Skip,
    "draw": Draw,
    "d": Draw,
    "buy {number}": Buy,
    "pay {number}": Pay,
    "take {number}": Take,
    "remove {number}": Remove,
    "expand {company} {number}": Expand,
    "move {number} to {company}": MoveCard,
    **{f"buy {named} from": TakeOver for named in NAMES},
    **{f"acheter {named} à": TakeOver for named in FRENCH_NAMES},
    "deal {number}": TurnUp,
    "turn up {number}": TurnUp,
    "bonus": BonusCard,
    "{company} normal": ShowSide,
    "{company} advanced": ShowSide,
}
"""How moves begin, open or not."""


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


@part
def ability(box: Box, number: int, advanced: int) -> str:
    """What a company can do, on a few words' space."""
    texts = (
        (
            say("{cards} {cards:card|cards}: discard a depth card", cards=box.clean_up[0]),
            say("{cards} {cards:card|cards}: discard or move a last card", cards=box.clean_up[1]),
        ),
        (say("who has most: 1 card more"), say("you draw like whoever has most")),
        (
            say("{more} {more:point|points} more a share", more=box.pearl_more),
            say("best company less {less} a share", less=box.pearl_less),
        ),
        (say("buy a share, {discount} cheaper", discount=box.discount), say("buy another player's share")),
        (
            say(
                "{cards} {cards:card|cards}: move {recent:the last|1 of the last {recent}}",
                cards=box.watching,
                recent=box.recent,
            ),
            say("lay one more card anywhere"),
        ),
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


def sentence(words: str) -> str:
    """Words as they begin a sentence; names keep their capitals."""
    return words[:1].upper() + words[1:]


def pick(view: View, name: str, value: int) -> str:
    """What is picked up: a card of the hand, a depth card by its company, or a company."""
    if name == "company":
        return company(value)
    where = view.table.place[value] - DEPTH
    if 0 <= where < COMPANIES:
        return say("{number} below {company}", number=value + 1, company=company(where))
    return share(view.box, value)


def expanding(number: int) -> str:
    """How somebody asks to expand a company, whatever the card."""
    return say("expand {company} {number}", company=say(NAMES[number]), number="").strip()


# What is asked


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table = view.table
    if table.phase == Phase.DRAFT:
        return say("Take one of the cards that lie face up: it is a share for nothing.")
    if table.phase == Phase.PAY:
        return _ask_payment(view)
    if table.phase == Phase.ABILITY:
        return _ask_ability(table, view.box)
    if table.last_round:
        return say("Your last turn, without dividends and abilities: buy a share, expand a company or draw.")
    return say("Your turn: buy a share, expand a company or draw a card.")


def _ask_payment(view: View) -> str:
    table = view.table
    more = say(" You may still skip.") if table.optional else ""
    return (_ask_for_discards(view) if table.payee == NO_SEAT else _ask_for_cards(view)) + more


def _ask_for_discards(view: View) -> str:
    due, least = view.table.due, view.table.least
    if least == 0:
        return say("Choose {due} {due:card|cards} to discard.", due=due)
    return say("Choose {due} more {due:card|cards} to discard.", due=due)


def _ask_for_cards(view: View) -> str:
    due, least, whom = view.table.due, view.table.least, view.names[view.table.payee]
    if least == 0:
        return say("Choose {due} {due:card|cards} to pay to {whom}.", due=due, whom=whom)
    return say("Choose {due} more {due:card|cards} to pay to {whom}.", due=due, whom=whom)


def _ask_ability(table: Table, box: Box) -> str:
    advanced = table.columns[table.company].advanced
    if table.company == Company.OCEAN:
        cards = box.clean_up[advanced]
        return (
            say(
                "Ocean: for {cards} {cards:card|cards} you may discard a company's last depth card "
                "or move it.",
                cards=cards,
            )
            if advanced
            else say("Ocean: for {cards} {cards:card|cards} you may discard any depth card.", cards=cards)
        )
    if table.company == Company.COAST:
        return (
            say(
                "Coast: you may buy a share out of another portfolio, "
                "for at least {cards} {cards:card|cards}.",
                cards=box.takeover,
            )
            if advanced
            else say("Coast: you may buy a share from your hand, {cards} cheaper.", cards=box.discount)
        )
    return (
        say("Wildlife: you may lay one more card anywhere; a lower one costs a card for each higher.")
        if advanced
        else say(
            "Wildlife: for {cards} {cards:card|cards} you may move "
            "{recent:the last depth card|one of the last {recent} depth cards} of a company.",
            cards=box.watching,
            recent=box.recent,
        )
    )


# What happened


def when(view: View) -> str:
    """Where in the game a position lies, in a few words."""
    return say("{n} {n:card|cards} in the deck", n=view.table.deck)


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    old, new = before.table, after.table
    sentences = [_told(before, move, after), *_paid_at_once(before, move, after), _last_taken(before, move)]
    if old.reason == Reason.HANDS and new.reason == Reason.SEAT_BONUS:
        sentences.append(say("{who} holds the lowest card and plays first.", who=after.names[new.first]))
    sentences += _third_served(before, after)
    sentences += _waited(before, move, after)
    sentences += _drawn_with_empty_hands(before, move, after)
    if new.emergencies > _row(old, move)[1]:
        sentences.append(
            say(
                "Everybody has drawn: emergency funding, {cards} {cards:card|cards} each.",
                cards=after.box.emergency,
            )
        )
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
        return [
            say(
                "{who} pays the whole hand to {whom}: {count} {count:card|cards}.",
                who=who,
                whom=whom,
                count=count,
            )
        ]
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


def _waited(before: View, move: Any, after: View) -> list[str]:
    """Bonus cards set aside that are carried out now; all but the last found nothing to draw."""
    old, new = before.table, after.table
    count = old.waiting - new.waiting + (isinstance(move, BonusCard) and old.phase == Phase.BONUS)
    drawn = new.phase == Phase.BONUS
    told = [say("The bonus card that waited finds nothing to draw.")] * (count - drawn)
    if count and drawn:
        cards = after.box.drawn_for_third
        told.append(
            say(
                "Now the bonus card that waited: {cards} {cards:card is|cards are} drawn "
                "for the third player.",
                cards=cards,
            )
        )
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
    what = company(move.company)
    if move.owner == THIRD:
        return say("{who} buys a share of {company} from the third player.", who=who, company=what)
    whom = before.names[move.owner]
    return say("{who} buys a share of {company} from {whom}.", who=who, company=what, whom=whom)


def _bill(before: View, move: Any, after: View) -> str:
    """What is to be paid for a deed or was its whole price, as the table shows it before and after."""
    old, new = before.table, after.table
    due = new.due if new.phase == Phase.PAY and new.turn == old.turn else 0
    due = due or _at_once(before, move, after)
    return say(" It costs {due} {due:card|cards}.", due=due) if due else ""


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
            if old.phase == Phase.BONUS:
                return say("Another bonus card: it waits until this one is done.")
            return say(
                "A bonus card: {cards} {cards:card is|cards are} drawn for the third player.",
                cards=before.box.drawn_for_third,
            )
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


def why(view: View, asked: Asked) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    kind, table = asked.kind, view.table
    if kind in (TurnUp, BonusCard, ShowSide):
        return _why_not_chance(kind)
    if kind is Pay:
        return _why_not_pay(view, asked)
    if table.phase == Phase.PAY:
        if kind is Skip:
            return say("Only an ability can be given up, and only before it has cost a card (Abilities 2).")
        return say("First pay with cards of your hand, one by one in ascending order (ITD-4).")
    if kind is Take and table.phase != Phase.DRAFT:
        return say("Free shares are taken only at the start, from the cards face up (Setup 3.2).")
    if table.phase == Phase.DRAFT:
        return say("At the start each takes one of the cards that lie face up (Setup 3.2).")
    if kind is Draw:
        return say("An ability is used or skipped; a card is drawn instead of another action (Turn 2).")
    if kind is Skip:
        return say("You have to buy a share, expand a company or draw a card (Turn 2).")
    reasons = {
        Buy: _why_not_buy,
        Expand: _why_not_expand,
        Remove: _why_not_remove,
        MoveCard: _why_not_move,
        TakeOver: _why_not_take_over,
    }
    return reasons[kind](view, asked)


def _why_not_chance(kind: AnyKind) -> str:
    if kind is ShowSide:
        return say("Sides are chosen, or drawn, before hands are dealt (Setup 1.2).")
    if kind is BonusCard:
        return say("Bonus cards come out of the deck (Two 4).")
    return say("What the deck holds is up to chance (Setup 2.1).")


def _number(asked: Asked) -> int:
    """The number of a card that somebody names; 0: none."""
    return next((int(word) for word in asked.rest.split() if word.isdigit()), 0)


def _where(asked: Asked) -> int:
    """The company that somebody names; -1: none."""
    return max(place_in(NAMES, word) for word in [*asked.called.split(), *asked.rest.split(), ""])


def _in_hand(view: View, number: int) -> bool:
    return 1 <= number <= CARDS and view.table.place[number - 1] == HAND + view.seat


def _uses(view: View, which: Company, advanced: bool) -> bool:
    """Whether the ability of a company's side is offered now."""
    table = view.table
    offered = table.phase == Phase.ABILITY and table.company == which
    return bool(offered and table.columns[which].advanced == advanced)


def _why_not_pay(view: View, asked: Asked) -> str:
    table, number = view.table, _number(asked)
    if table.phase != Phase.PAY:
        return say("There is nothing to pay now (Buying 3).")
    if not _in_hand(view, number):
        return say("You pay with cards of your hand (Buying 3).")
    if number - 1 < table.least:
        return say("Cards are paid in ascending order (ITD-4).")
    return say("Too few higher cards would be left for the rest of the payment (ITD-4).")


def _why_not_buy(view: View, asked: Asked) -> str:
    table, number = view.table, _number(asked)
    cheaper = _uses(view, Company.COAST, False)
    if _uses(view, Company.COAST, True):
        return say("The advanced Coast sells shares of others, not of your hand (Coast advanced 1).")
    if table.phase != Phase.TURN and not cheaper:
        return say("A share is bought instead of another action (Turn 2).")
    if not number:
        return say("No share in your hand can be paid with your other cards (Buying 7).")
    if not _in_hand(view, number):
        return say("You can only buy a share that is in your hand (Buying 7).")
    what, others = view.box.cards[number - 1], table.investors[view.seat].cards - 1
    if cheaper:
        return say(
            "A share of {company} costs {cost} other {cost:card|cards}, and you have {cards} "
            "(Buying 7, Coast normal 1).",
            company=company(what),
            cost=abilities.cheaper(table, view.box, what),
            cards=others,
        )
    return say(
        "A share of {company} costs {cost} other {cost:card|cards}, and you have {cards} (Buying 7).",
        company=company(what),
        cost=rules.price(table, what),
        cards=others,
    )


def _why_not_expand(view: View, asked: Asked) -> str:
    number = _number(asked)
    if _uses(view, Company.WILDLIFE, True):
        if not _in_hand(view, number):
            return say("Wildlife lays a card of your hand (Wildlife advanced 1).")
        return say("A lower card costs a card for each higher one there: too many (Wildlife advanced 2).")
    if view.table.phase == Phase.ABILITY:
        return say("You have expanded a company in this turn (Turn 2).")
    if number and not _in_hand(view, number):
        return say("You expand a company with a card of your hand (Expanding 1).")
    return say("A depth card has to be higher than the last one of the company (Expanding 2).")


def _why_not_remove(view: View, asked: Asked) -> str:
    if _uses(view, Company.OCEAN, True):
        return say("Ocean discards the last depth card of a company (Ocean advanced).")
    if _uses(view, Company.OCEAN, False):
        return say("Ocean discards a card that lies with a company (Ocean normal).")
    if view.table.columns[Company.OCEAN].advanced:
        return say("Only who has just expanded Ocean may discard a depth card (Ocean advanced).")
    return say("Only who has just expanded Ocean may discard a depth card (Ocean normal).")


def _why_not_move(view: View, asked: Asked) -> str:
    if _uses(view, Company.OCEAN, True):
        return _why_ocean_does_not_move(view, _number(asked))
    if _uses(view, Company.WILDLIFE, False):
        return _why_wildlife_does_not_move(view, _number(asked), _where(asked))
    return say(
        "Only the advanced Ocean and the normal Wildlife move depth cards "
        "(Ocean advanced, Wildlife normal 1)."
    )


def _why_ocean_does_not_move(view: View, number: int) -> str:
    if number and number - 1 in [column.last for column in view.table.columns]:
        return say("It goes to another company whose last number is lower (ITD-12).")
    return say("Ocean moves the last depth card of a company (Ocean advanced).")


def _why_wildlife_does_not_move(view: View, number: int, where: int) -> str:
    if not (1 <= number <= CARDS and abilities.is_recent(view.table, view.box, number - 1)):
        return say(
            "Wildlife moves {recent:the last depth card|one of the last {recent} depth cards} of a company "
            "(Wildlife normal 1).",
            recent=view.box.recent,
        )
    if where >= 0 and view.table.columns[where].last == number - 1:
        return say("It lies there on top (Wildlife normal 1).")
    return say("It has to be higher than the last one of the other company (Wildlife normal 2).")


def _why_not_take_over(view: View, asked: Asked) -> str:
    table, where = view.table, _where(asked)
    if not _uses(view, Company.COAST, True):
        return say("Shares are bought from others only by Coast's advanced ability (Coast advanced 1).")
    owner = THIRD if plain(say("third")) in asked.rest or "third" in asked.rest else _number(asked) - 1
    if owner == view.seat:
        return say("It is bought out of another player's portfolio (Coast advanced 1).")
    if not 0 <= owner <= THIRD or where < 0 or table.shares[owner, where] == 0:
        return say("There is no such share in that portfolio (Coast advanced 1).")
    return say(
        "It costs {cost} {cost:card|cards}, and you have {cards} (Coast advanced 3, Coast advanced 4).",
        cost=abilities.takeover_price(table, view.box, where),
        cards=table.investors[view.seat].cards,
    )

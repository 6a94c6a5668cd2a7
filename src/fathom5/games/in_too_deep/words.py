"""In Too Deep in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.in_too_deep import abilities, rules
from fathom5.games.in_too_deep.table import (
    ABILITY,
    BONUS_CARD,
    BUY,
    CARDS,
    COAST,
    COMPANIES,
    DEAL,
    DEAL_UNSEEN,
    DISCARD,
    DIVIDEND,
    DRAFT,
    DRAW,
    EXPAND,
    FACE_UP,
    HAND,
    HANDS,
    MOVE,
    NAMES,
    OCEAN,
    OFFER,
    PAY,
    PAY_UNSEEN,
    PAY_WITH,
    PORTFOLIO,
    REMOVE,
    SEAT_BONUS,
    SIDE,
    SKIP,
    TAKE,
    TAKE_OVER,
    THIRD,
    TURN,
    TURN_UP,
    UNKNOWN,
)
from fathom5.kernel.lang import say, speaking
from fathom5.kernel.marks import OVER

if TYPE_CHECKING:
    from fathom5.match import View

CARD_MOVES = ("buy {number}", "pay {number}", "take {number}", "remove {number}")
SIDE_MOVES = ("{company} normal", "{company} advanced")


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


def pair(move: int, first: int) -> tuple[int, int]:
    """The number on the card and the company of a move with both."""
    return (move - first) // COMPANIES + 1, (move - first) % COMPANIES


def name(table: Any, box: Any, move: int) -> str:
    """A move as a person types it."""
    plain = {
        SKIP: say("skip"),
        DRAW: say("draw"),
        BONUS_CARD: say("bonus"),
        DEAL_UNSEEN: say("deal a card"),
        PAY_UNSEEN: say("pay a card"),
    }
    if move in plain:
        return plain[move]
    if BUY <= move < EXPAND:
        verb, card = divmod(move - BUY, CARDS)
        return say(CARD_MOVES[verb], number=card + 1)
    if TURN_UP <= move < BONUS_CARD:
        number = move - TURN_UP + 1
        return (
            say("deal {number}", number=number)
            if table.phase == DEAL
            else say("turn up {number}", number=number)
        )
    if move >= SIDE:
        which, advanced = divmod(move - SIDE, 2)
        return say(SIDE_MOVES[advanced], company=say(NAMES[which]))
    return _named_with_company(move)


def _named_with_company(move: int) -> str:
    if move < MOVE:
        number, where = pair(move, EXPAND)
        return say("expand {company} {number}", company=say(NAMES[where]), number=number)
    if move < TAKE_OVER:
        number, where = pair(move, MOVE)
        return say("move {number} to {company}", number=number, company=say(NAMES[where]))
    owner, what = pair(move, TAKE_OVER)
    whom = say("third") if owner == THIRD + 1 else owner
    return say("buy {company} from {owner}", company=say(NAMES[what]), owner=whom)


def also(table: Any, box: Any, move: int) -> list[str]:
    """Other ways to say a move, French among them."""
    more = {DRAW: ["d"], SKIP: ["no", "s"]}.get(move, [])
    with speaking("fr"):
        return [name(table, box, move), *more]


def share(box: Any, card: int) -> str:
    """A card in a sentence: its number and its share."""
    return say("{number} ({company})", number=card + 1, company=company(box.cards[card]))


def owner_name(view: View, owner: int) -> str:
    """A player or the imaginary third one."""
    return say("the third player") if owner == THIRD else view.names[owner]


# What is asked


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table = view.table
    if table.phase == DRAFT:
        return say("Take one of the cards that lie face up: it is a share for nothing.")
    if table.phase == PAY:
        return _ask_payment(view)
    if table.phase == ABILITY:
        return _ask_ability(table)
    if table.last_round:
        return say("Your last turn, without dividends and abilities: buy a share, expand a company or draw.")
    return say("Your turn: buy a share, expand a company or draw a card.")


def _ask_payment(view: View) -> str:
    table = view.table
    whom = owner_name(view, table.payee) if table.payee >= 0 else say("the discard pile")
    more = say(" You may still skip.") if table.optional else ""
    if table.due == 1:
        return say("Choose the last card to pay to {whom}, in ascending order.", whom=whom) + more
    return (
        say("Choose {due} cards to pay to {whom}, the lowest first.", due=table.due, whom=whom)
        if table.least == 0
        else say("Choose {due} higher cards to pay to {whom}.", due=table.due, whom=whom)
    ) + more


def _ask_ability(table: Any) -> str:
    advanced = table.columns[table.company].advanced
    if table.company == OCEAN:
        return (
            say("Ocean: for 1 card you may discard a company's last depth card or move it.")
            if advanced
            else say("Ocean: for 2 cards you may discard any depth card.")
        )
    if table.company == COAST:
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


def tell(before: View, move: int, after: View) -> list[str]:
    """What a move did, in sentences."""
    old, new = before.table, after.table
    sentences = [_told(before, move, after), *_paid_at_once(before, move, after), _last_taken(before, move)]
    if old.reason == HANDS and new.reason == SEAT_BONUS:
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


def _row(old: Any, move: int) -> tuple[int, int]:
    """Draws and emergencies in a row once a move is made; anything but a draw breaks both."""
    if old.phase == TURN and move != DRAW:
        return 0, 0
    return old.draws + (move == DRAW), old.emergencies


def _drawn_with_empty_hands(before: View, move: int, after: View) -> list[str]:
    """Turns after this one in which nothing but a draw was possible."""
    old, new = before.table, after.table
    draws, emergencies = _row(old, move)
    count = new.draws - draws + (new.emergencies - emergencies) * old.players
    seats = [(old.turn + 1 + i) % old.players for i in range(count)]
    return [say("{who} has no card in hand and draws one.", who=after.names[seat]) for seat in seats]


def _deck_told(old: Any, new: Any) -> str:
    """That the deck has run out, and that there is a new one."""
    before, now = old.deck + old.bonus_deck, new.deck + new.bonus_deck
    if new.emptied > old.emptied:
        if now:
            return say("The deck has run out; the discard pile is shuffled.")
        return say("The deck has run out, and there is nothing to shuffle.")
    if now > before == 0 and new.phase != PORTFOLIO:
        return say("The discard pile is shuffled and becomes the deck.")
    return ""


def _last_taken(before: View, move: int) -> str:
    """The last free share, which is nobody's choice."""
    old = before.table
    left = [card for card in range(CARDS) if old.place[card] == FACE_UP and card != move - TAKE]
    if old.phase != DRAFT or len(left) > 1:
        return ""
    who = before.names[(old.turn + 1) % old.players]
    return say("The last one is left to {who}: {card}.", who=who, card=share(before.box, left[0]))


def _at_once(before: View, move: int, after: View) -> int:
    """How many cards a deed cost that took the whole hand, without asking."""
    old, new = before.table, after.table
    if old.phase not in (TURN, ABILITY) or not (BUY <= move < TURN_UP):
        return 0
    shown = BUY <= move < PAY_WITH or EXPAND <= move < MOVE
    return int(old.investors[old.turn].cards - new.investors[old.turn].cards - shown)


def _paid_at_once(before: View, move: int, after: View) -> list[str]:
    """The cards of a hand that was the whole price."""
    old, new = before.table, after.table
    count = _at_once(before, move, after)
    if not count:
        return []
    who, mine = before.names[old.turn], HAND + old.turn
    owner = (move - TAKE_OVER) // COMPANIES if move >= TAKE_OVER else THIRD
    moved = [
        card
        for card in range(CARDS)
        if old.place[card] in (UNKNOWN, mine)
        and (new.place[card] == DISCARD or new.shuffle[card] != old.shuffle[card])
    ]
    if owner == THIRD:
        return [say("{who} discards {card}.", who=who, card=share(before.box, card)) for card in moved]
    whom = before.names[owner]
    if after.seat not in (old.turn, owner):
        return [say("{who} pays the whole hand to {whom}: {count} cards.", who=who, whom=whom, count=count)]
    moved = [c for c in range(CARDS) if new.place[c] == HAND + owner and old.place[c] in (UNKNOWN, mine)]
    return [say("{who} pays {card} to {whom}.", who=who, card=share(before.box, c), whom=whom) for c in moved]


def _result(view: View) -> str:
    points = [rules.portfolio(view.table, view.box, seat) for seat in range(view.table.players)]
    listed = ", ".join(f"{who} {n}" for who, n in zip(view.names, points, strict=False))
    return say("The portfolios are worth: {points}.", points=listed)


def _third_served(before: View, after: View) -> list[str]:
    """What a bonus card brought the third player."""
    old, new = before.table, after.table
    if old.players > 2 or old.phase == PORTFOLIO:
        return []
    told = []
    for number in range(COMPANIES):
        if new.shares[THIRD, number] > old.shares[THIRD, number]:
            told.append(say("The third player gets a share of {company}.", company=company(number)))
            if new.columns[number].depth > old.columns[number].depth:
                last = new.columns[number].last + 1
                told.append(say("{company} goes down to {number}.", company=company(number), number=last))
    return told


def _told(before: View, move: int, after: View) -> str:
    old, box = before.table, before.box
    who = before.names[old.turn]
    if move == DRAW:
        return say("{who} draws a card.", who=who)
    if move == SKIP:
        return say("{who} makes no use of it.", who=who)
    if BUY <= move < PAY_WITH:
        return say("{who} buys {card}.", who=who, card=share(box, move - BUY)) + _bill(before, move, after)
    if PAY_WITH <= move < TAKE or move == PAY_UNSEEN:
        return _told_payment(before, move)
    if TAKE <= move < REMOVE:
        return say("{who} takes {card}.", who=who, card=share(box, move - TAKE))
    if REMOVE <= move < EXPAND:
        number = move - REMOVE + 1
        return say("{who} chooses {number} to be discarded.", who=who, number=number) + _bill(
            before, move, after
        )
    if EXPAND <= move < MOVE:
        number, where = pair(move, EXPAND)
        told = say("{who} takes {company} down to {number}.", who=who, company=company(where), number=number)
        return told + (_bill(before, move, after) if old.phase == ABILITY else _dividends(before, after))
    if MOVE <= move < TAKE_OVER:
        number, where = pair(move, MOVE)
        told = say("{who} moves {number} to {company}.", who=who, number=number, company=company(where))
        return told + _bill(before, move, after)
    if TAKE_OVER <= move < TURN_UP:
        owner, what = pair(move, TAKE_OVER)
        whom = owner_name(before, owner - 1)
        told = say("{who} buys a share of {company} from {whom}.", who=who, company=company(what), whom=whom)
        return told + _bill(before, move, after)
    return _told_chance(before, move)


def _bill(before: View, move: int, after: View) -> str:
    """What is to be paid for a deed or was its whole price, as the table shows it before and after."""
    old, new = before.table, after.table
    due = new.due if new.phase == PAY and new.turn == old.turn else 0
    due = due or _at_once(before, move, after)
    if due:
        return say(" It costs {due} cards.", due=due) if due > 1 else say(" It costs 1 card.")
    return ""


def _dividends(before: View, after: View) -> str:
    new = after.table
    if new.reason != DIVIDEND or new.phase != DEAL:
        return ""
    owed = [
        f"{after.names[seat]} {new.investors[seat].owed}"
        for seat in range(new.players)
        if new.investors[seat].owed
    ]
    return say(" Dividends: {owed}.", owed=", ".join(owed))


def _told_payment(before: View, move: int) -> str:
    old = before.table
    values = {"who": before.names[old.turn]}
    if move < TAKE:
        card = share(before.box, move - PAY_WITH)
        if old.payee < 0:
            return say("{who} discards {card}.", card=card, **values)
        return say("{who} pays {card} to {whom}.", card=card, whom=before.names[old.payee], **values)
    return say("{who} pays a card to {whom}.", whom=before.names[old.payee], **values)


def _told_chance(before: View, move: int) -> str:
    old, box = before.table, before.box
    who = before.names[old.receiver]
    if move == DEAL_UNSEEN:
        return say("{who} gets a card.", who=who)
    if move == BONUS_CARD:
        return say("A bonus card: four cards are drawn for the third player.")
    if SIDE <= move < DEAL_UNSEEN:
        number = (move - SIDE) // 2
        if (move - SIDE) % 2:
            return say("{company} shows its advanced side.", company=full_name(number))
        return say("{company} shows its normal side.", company=full_name(number))
    card = share(box, move - TURN_UP)
    if old.phase == DEAL:
        return say("{who} gets {card}.", who=who, card=card)
    if old.phase == OFFER:
        return say("{card} is laid face up.", card=card)
    if old.phase == PORTFOLIO:
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
    if view.table.phase == PAY:
        return say("First pay with cards of your hand, one by one in ascending order (ITD-4).")
    if verb in ("take", "prendre"):
        return say("Free shares are taken only at the start, from the cards face up (Setup 3.2).")
    if view.table.phase == DRAFT:
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
    if table.phase != PAY:
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
    if table.phase not in (TURN, ABILITY) or (table.phase == ABILITY and table.company != COAST):
        return say("A share is bought instead of another action (Turn 2).")
    if not _in_hand(view, number):
        return say("You can only buy a share that is in your hand (Buying 7).")
    what = view.box.cards[number - 1]
    cost = rules.price(table, what) if table.phase == TURN else abilities.cheaper(table, view.box, what)
    return say(
        "A share of {company} costs {cost} other cards, and you have {cards} (Buying 7).",
        company=company(what),
        cost=cost,
        cards=table.investors[view.seat].cards - 1,
    )


def _why_not_expand(view: View, number: int) -> str:
    if view.table.phase == ABILITY:
        return say("The ability of this company lets you lay no such card (Abilities 2).")
    if not _in_hand(view, number):
        return say("You expand a company with a card of your hand (Expanding 1).")
    return say("A depth card has to be higher than the last one of the company (Expanding 2).")

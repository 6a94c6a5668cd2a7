"""What a seat may believe of what it has not seen (ITD-24).

`guess` goes through the notes of all cards that entered or left a hand and lets chance decide what its seat
did not see: of which stock a card was that left a hand, and which cards were paid in secret. Then it deals
the cards nobody has seen.

A stock is what a hand's cards come from and what makes them alike: somebody's opening hand, or a shuffle.
"""

from __future__ import annotations

from fathom5.core import Rng, below, rule
from fathom5.games.in_too_deep.knowledge import eye, is_payment, is_unseen, paid_in_secret
from fathom5.games.in_too_deep.table import (
    CARDS,
    DEALT,
    HAND,
    NO_CARD,
    NO_SEAT,
    OPENING,
    SEATS,
    SHUFFLES,
    STOCKS,
    TRACED,
    Box,
    Note,
    Phase,
    Place,
    Table,
)

TRIES, MOST_TRIES = 100, 5000
FINE = 1 << 30

SUPPOSED, KEPT = SEATS, 2 * SEATS
"""Added to who has a traced card: only by what was chosen so far; in a payment, it is not paid."""


@rule
def guess(table: Table, box: Box, seat: int, rng: Rng) -> None:
    """One way in which everything can have happened, as likely as the rules make it (ITD-24).

    Ways are drawn and accepted by how likely they are against the likeliest. Where none is accepted in a
    bounded number of tries, it is one of those drawn, by their weight.
    """
    if not is_noted(table):
        deal_anyhow(table, rng)
        clear(table)
        return
    likeliest = best_chance(table, seat)
    whole = 0.0
    kept = rng[0]
    tries = 0
    while tries < TRIES or (whole == 0.0 and tries < MOST_TRIES):
        tries += 1
        start = rng[0]
        weight = history(table, seat, rng) / likeliest
        if weight > 0.0:
            whole += weight
            if happens(weight / whole, rng):
                kept = start
            if happens(weight, rng):
                deal_out(table, seat, rng)
                if happens(chance_of_payment(table, seat), rng):
                    finish_payment(table, seat, rng)
                    clear(table)
                    return
                take_up(table, seat)
    rng[0] = kept
    if history(table, seat, rng) > 0.0:
        set_payment_apart(table, seat, rng)
        deal_out(table, seat, rng)
        finish_payment(table, seat, rng)
    else:
        deal_anyhow(table, rng)
    clear(table)


@rule
def is_noted(table: Table) -> bool:
    """Whether the notes tell how all hands came about; there is no room for more than so many."""
    for seat in range(table.players):
        cards = table.opening
        for i in range(table.noted):
            cards += table.notes[i].taker == seat
            cards -= table.notes[i].giver == seat
        if cards != table.investors[seat].cards:
            return False
    return True


@rule
def happens(chance: float, rng: Rng) -> bool:
    """Whether something of a certain chance happens."""
    return below(FINE, rng) < chance * FINE


@rule
def clear(table: Table) -> None:
    """Forget what was written down for a guess."""
    for seat in range(table.players):
        for stock in range(STOCKS):
            table.investors[seat].held[stock] = 0
        for shuffle in range(SHUFFLES):
            table.investors[seat].most[shuffle] = 0
    for card in range(CARDS):
        table.traced[card] = NO_SEAT


# What happened to the hands


@rule
def history(table: Table, seat: int, rng: Rng) -> float:
    """Go through the notes and choose what the seat did not see; how likely the rest makes that."""
    clear(table)
    for other in range(table.players):
        if other != seat:
            table.investors[other].held[OPENING + other] = table.opening
            table.investors[other].most[0] = table.opening
            table.investors[other].lowest = NO_CARD
    weight = 1.0
    end = table.noted - half_paid(table, seat)
    i = 0
    while i < end and weight > 0.0:
        if is_unseen_payment(table.notes[i]):
            paid = 1
            while i + paid < end and is_unseen_payment(table.notes[i + paid]):
                paid += 1
            weight *= pay_unseen(table, i, paid, end, rng)
            i += paid
        else:
            weight *= remember(table, table.notes[i], seat, rng)
            i += 1
    return weight * chance_of_first(table, seat) if weight > 0.0 else weight


@rule
def half_paid(table: Table, seat: int) -> int:
    """How many cards are paid of a secret payment under way."""
    paid = 0
    if paid_in_secret(table, seat):
        while paid < table.noted and is_payment(table.notes[table.noted - 1 - paid]):
            paid += 1
    return paid


@rule
def is_unseen_payment(note: Note) -> bool:
    """Whether a card was paid out of sight."""
    return note.giver != NO_SEAT and note.card == NO_CARD


@rule
def remember(table: Table, note: Note, seat: int, rng: Rng) -> float:
    """One note; how likely what was chosen so far makes it."""
    if note.giver == NO_SEAT:
        if note.card != NO_CARD:
            trace(table, note.card, note.taker, seat)
        elif note.taker != seat:
            table.investors[note.taker].held[DEALT + note.shuffle] += 1
            table.investors[note.taker].most[note.shuffle] += 1
    elif note.giver == seat:
        if note.taker != NO_SEAT:
            trace(table, note.card, note.taker, seat)
    else:
        return leave(table, note.giver, note.card, note.shuffle, rng)
    return 1.0


@rule
def trace(table: Table, card: int, holder: int, seat: int) -> None:
    """A card that the seat saw enter another's hand."""
    if holder != seat:
        table.traced[card] = holder
        table.investors[holder].held[TRACED] += 1


@rule
def leave(table: Table, holder: int, card: int, shuffle: int, rng: Rng) -> float:
    """A card is seen to leave a hand: of which stock it was, and how likely it was there at all."""
    investor = table.investors[holder]
    if table.traced[card] != NO_SEAT:
        here = table.traced[card] % SEATS == holder
        table.traced[card] = NO_SEAT
        investor.held[TRACED] -= here
        return 1.0 if here else 0.0
    candidates = alike(table, holder, shuffle)
    if candidates == 0:
        return 0.0
    leave_stock(table, holder, shuffle, below(candidates, rng), card)
    most = investor.most[shuffle]
    investor.most[shuffle] -= 1
    if most == candidates:
        return 1.0
    in_all = 0
    for other in range(table.players):
        in_all += alike(table, other, shuffle)
    return candidates / min(most, in_all + 1)


@rule
def alike(table: Table, holder: int, shuffle: int) -> int:
    """Cards of a hand that nobody can tell apart from others of a shuffle."""
    cards = table.investors[holder].held[DEALT + shuffle]
    if shuffle == 0 and table.opening > 0:
        for seat in range(table.players):
            cards += table.investors[holder].held[OPENING + seat]
    return cards


@rule
def leave_stock(table: Table, holder: int, shuffle: int, ticket: int, card: int) -> None:
    """Of the cards alike, the one that a ticket falls on is this."""
    investor = table.investors[holder]
    if ticket < investor.held[DEALT + shuffle]:
        investor.held[DEALT + shuffle] -= 1
        return
    ticket -= investor.held[DEALT + shuffle]
    opener = 0
    while ticket >= investor.held[OPENING + opener]:
        ticket -= investor.held[OPENING + opener]
        opener += 1
    investor.held[OPENING + opener] -= 1
    was_dealt_first(table, opener, card)


@rule
def was_dealt_first(table: Table, opener: int, card: int) -> None:
    """A card of somebody's opening hand."""
    lowest = table.investors[opener].lowest
    if lowest == NO_CARD or card < lowest:
        table.investors[opener].lowest = card


@rule
def pay_unseen(table: Table, start: int, paid: int, end: int, rng: Rng) -> float:
    """Any cards of the payer's hand are paid, each as likely; how likely they are what was seen later.

    A card seen before is paid, or kept, where the next note of it tells so.
    """
    payer, payee = table.notes[start].giver, table.notes[start].taker
    hand = 0
    for stock in range(STOCKS):
        hand += table.investors[payer].held[stock]
    sure, left, free = True, paid, hand
    for card in range(CARDS):
        sure = sure and table.traced[card] < SUPPOSED
        if is_traced_to(table, card, payer):
            seen_with = seen_next(table, card, start + paid, end, payer, payee)
            if seen_with == payee:
                pass_on(table, card, payer, payee)
                left -= 1
                free -= 1
            elif seen_with == payer:
                table.traced[card] = KEPT + payer
                table.investors[payer].held[TRACED] -= 1
                free -= 1
            else:
                table.traced[card] = SUPPOSED + payer
    if left < 0 or free < left:
        return 0.0
    for i in range(left):
        pay_any(table, payer, payee, below(free - i, rng))
    for card in range(CARDS):
        if table.traced[card] == KEPT + payer:
            table.traced[card] = payer
            table.investors[payer].held[TRACED] += 1
    loosen(table, payer, payee, paid, hand - paid)
    return 1.0 if sure else choices(free, left) / choices(hand, paid)


@rule
def is_traced_to(table: Table, card: int, holder: int) -> bool:
    """Whether a card seen before is in a hand."""
    return table.traced[card] != NO_SEAT and table.traced[card] % SEATS == holder


@rule
def seen_next(table: Table, card: int, start: int, end: int, payer: int, payee: int) -> int:
    """Whose hand a card leaves next in sight, before either of two pays out of sight; -1: not to be told."""
    for i in range(start, end):
        note = table.notes[i]
        if note.giver != NO_SEAT and note.card == card:
            return note.giver
        if is_unseen_payment(note) and (note.giver == payer or note.giver == payee):
            return NO_SEAT
    return NO_SEAT


@rule
def pass_on(table: Table, card: int, payer: int, payee: int) -> None:
    """A card seen before changes hands."""
    table.traced[card] = payee
    table.investors[payer].held[TRACED] -= 1
    table.investors[payee].held[TRACED] += 1


@rule
def pay_any(table: Table, payer: int, payee: int, ticket: int) -> None:
    """The card of the payer's hand that a ticket falls on."""
    stock = 0
    while ticket >= table.investors[payer].held[stock]:
        ticket -= table.investors[payer].held[stock]
        stock += 1
    if stock < TRACED:
        table.investors[payer].held[stock] -= 1
        table.investors[payee].held[stock] += 1
        return
    card = 0
    while table.traced[card] != SUPPOSED + payer or ticket > 0:
        ticket -= table.traced[card] == SUPPOSED + payer
        card += 1
    pass_on(table, card, payer, payee)
    table.traced[card] = SUPPOSED + payee


@rule
def loosen(table: Table, payer: int, payee: int, paid: int, kept: int) -> None:
    """How many cards of each shuffle the two hands have at most after a payment out of sight."""
    for shuffle in range(SHUFFLES):
        most = table.investors[payer].most[shuffle]
        table.investors[payee].most[shuffle] += min(most, paid)
        table.investors[payer].most[shuffle] = min(most, kept)


@rule
def choices(cards: int, chosen: int) -> float:
    """In how many ways some cards can be chosen."""
    ways = 1.0
    for i in range(chosen):
        ways *= (cards - i) / (i + 1)
    return ways


# Who started: the lowest card of all opening hands (ITD-1)


@rule
def best_chance(table: Table, seat: int) -> float:
    """No way things happened makes it likelier that the lowest card was with who started."""
    if table.opening == 0:
        return 1.0
    firsts, others = NO_CARD, 0
    for other in range(table.players):
        if other != seat and other != table.first:
            others += table.opening
    for i in range(table.noted):
        note = table.notes[i]
        if note.giver != NO_SEAT and note.giver != seat and note.card != NO_CARD and note.shuffle == 0:
            if note.giver == table.first or table.paid_unseen > 0:
                firsts = note.card if firsts == NO_CARD else min(firsts, note.card)
            if note.giver != table.first or table.paid_unseen > 0:
                others = max(0, others - 1)
    lowest = CARDS
    if seat == table.first:
        firsts = table.investors[seat].lowest
    elif seat >= 0 and table.investors[seat].lowest != NO_CARD:
        lowest = table.investors[seat].lowest
    firsts = CARDS if firsts == NO_CARD else firsts
    return chance_of_lowest(table, 0 if seat == table.first else table.opening, others, firsts, lowest)


@rule
def chance_of_first(table: Table, seat: int) -> float:
    """How likely the cards still to be dealt leave the lowest with who started."""
    if table.opening == 0:
        return 1.0
    return chance_of_lowest(
        table,
        opening_left(table, table.first),
        other_openings_left(table),
        lowest_known(table, table.first),
        lowest_of_others(table),
    )


@rule
def opening_left(table: Table, opener: int) -> int:
    """Cards of an opening hand that nobody has seen."""
    cards = 0
    for holder in range(table.players):
        cards += table.investors[holder].held[OPENING + opener]
    return cards


@rule
def other_openings_left(table: Table) -> int:
    """Such cards of all who did not start."""
    cards = 0
    for opener in range(table.players):
        if opener != table.first:
            cards += opening_left(table, opener)
    return cards


@rule
def lowest_known(table: Table, opener: int) -> int:
    """The lowest card seen of an opening hand; past all cards: none."""
    lowest = table.investors[opener].lowest
    return CARDS if lowest == NO_CARD else lowest


@rule
def lowest_of_others(table: Table) -> int:
    """The lowest card seen of the opening hands of those who did not start."""
    lowest = CARDS
    for opener in range(table.players):
        if opener != table.first:
            lowest = min(lowest, lowest_known(table, opener))
    return lowest


@rule
def is_to_deal(table: Table, card: int, shuffle: int) -> bool:
    """Whether a card of a shuffle is in the deck or a hand, and not known where."""
    return (
        table.place[card] == Place.UNKNOWN
        and table.shuffle[card] == shuffle
        and table.traced[card] == NO_SEAT
    )


@rule
def to_deal(table: Table, shuffle: int) -> int:
    """How many such cards there are."""
    cards = 0
    for card in range(CARDS):
        cards += is_to_deal(table, card, shuffle)
    return cards


@rule
def chance_of_lowest(table: Table, firsts: int, others: int, first_lowest: int, other_lowest: int) -> float:
    """Of the cards to deal, so many are of the opening hand of who started and of the others'.

    From the lowest card up, the first that falls to an opening hand has to fall to who started.
    """
    limit = min(first_lowest, other_lowest)
    left = to_deal(table, 0)
    chance, before = 0.0, 1.0
    for card in range(limit):
        if is_to_deal(table, card, 0) and left > 0:
            chance += before * firsts / left
            before *= max(0, left - firsts - others) / left
            left -= 1
    return chance + before if first_lowest < other_lowest else chance


# Dealing


@rule
def deal_out(table: Table, seat: int, rng: Rng) -> None:
    """Every card to a place of its stock, all ways equally likely that fit who started."""
    for card in range(CARDS):
        if table.place[card] == Place.UNKNOWN and table.traced[card] != NO_SEAT:
            table.place[card] = HAND + table.traced[card] % SEATS
    deck = deck_left(table)
    if table.opening > 0:
        deck = deal_lowest(table, deck, rng)
    for shuffle in range(table.shuffles + 1):
        left = to_deal(table, shuffle)
        here = deck if shuffle == table.shuffles else 0
        for card in range(CARDS):
            if left > 0 and is_to_deal(table, card, shuffle):
                ticket = below(left, rng)
                if ticket < here:
                    table.place[card] = Place.DECK
                    here -= 1
                else:
                    put_with_stock(table, shuffle, ticket - here, card)
                left -= 1


@rule
def deck_left(table: Table) -> int:
    """Places in the deck for which no card is chosen yet."""
    deck = table.deck
    for card in range(CARDS):
        deck -= table.place[card] == Place.DECK
    return deck


@rule
def deal_lowest(table: Table, deck: int, rng: Rng) -> int:
    """The lowest cards, up to the first of an opening hand; places left in the deck."""
    first_lowest, other_lowest = lowest_known(table, table.first), lowest_of_others(table)
    firsts, others = opening_left(table, table.first), other_openings_left(table)
    whole = chance_of_lowest(table, firsts, others, first_lowest, other_lowest)
    ticket = whole * below(FINE, rng) / FINE
    left = to_deal(table, 0)
    chance, before = 0.0, 1.0
    for card in range(min(first_lowest, other_lowest)):
        if is_to_deal(table, card, 0):
            chance += before * firsts / left
            if ticket < chance:
                put_with_first(table, below(firsts, rng), card)
                return deck
            before *= max(0, left - firsts - others) / left
            here = deck if table.shuffles == 0 else 0
            choice = below(left - firsts - others, rng)
            if choice < here:
                table.place[card] = Place.DECK
                deck -= 1
            else:
                put_with_later(table, choice - here, card)
            left -= 1
    return deck


@rule
def put_with_first(table: Table, ticket: int, card: int) -> None:
    """A card of the opening hand of who started, wherever it is by now."""
    holder = 0
    while ticket >= table.investors[holder].held[OPENING + table.first]:
        ticket -= table.investors[holder].held[OPENING + table.first]
        holder += 1
    table.investors[holder].held[OPENING + table.first] -= 1
    table.place[card] = HAND + holder
    was_dealt_first(table, table.first, card)


@rule
def put_with_later(table: Table, ticket: int, card: int) -> None:
    """A card dealt after the opening hands."""
    holder = 0
    while ticket >= table.investors[holder].held[DEALT]:
        ticket -= table.investors[holder].held[DEALT]
        holder += 1
    table.investors[holder].held[DEALT] -= 1
    table.place[card] = HAND + holder


@rule
def put_with_stock(table: Table, shuffle: int, ticket: int, card: int) -> None:
    """A card of a shuffle in the hand that a ticket falls on."""
    holder = 0
    while ticket >= alike(table, holder, shuffle):
        ticket -= alike(table, holder, shuffle)
        holder += 1
    leave_stock(table, holder, shuffle, ticket, card)
    table.place[card] = HAND + holder


@rule
def take_up(table: Table, seat: int) -> None:
    """Take back what was dealt."""
    for card in range(CARDS):
        if is_unseen(table, card, seat):
            table.place[card] = Place.UNKNOWN


@rule
def deal_anyhow(table: Table, rng: Rng) -> None:
    """Where more happened than is noted, hands are filled to their number with any unseen cards."""
    clear(table)
    left = 0
    for card in range(CARDS):
        left += table.place[card] == Place.UNKNOWN
        if table.place[card] >= HAND:
            table.investors[table.place[card] - HAND].held[DEALT] += 1
    for card in range(CARDS):
        if table.place[card] == Place.UNKNOWN:
            ticket = below(left, rng)
            table.place[card] = Place.DECK
            for holder in range(table.players):
                free = table.investors[holder].cards - table.investors[holder].held[DEALT]
                if 0 <= ticket < free:
                    table.place[card] = HAND + holder
                    table.investors[holder].held[DEALT] += 1
                ticket -= free
            left -= 1


# Payments under way


@rule
def is_paid_in_sight(table: Table, seat: int) -> bool:
    """Whether a seat sees which cards another is paying."""
    return table.phase == Phase.PAY and table.turn != seat and not paid_in_secret(table, seat)


@rule
def chance_of_payment(table: Table, seat: int) -> float:
    """Whether the payer has enough cards as high as those to come (ITD-4).

    To a payee the choice tells more: of all sets that the payer might have chosen, some begin like this one.
    """
    if not is_paid_in_sight(table, seat):
        return 1.0
    high = 0
    for card in range(table.least, CARDS):
        high += table.place[card] == HAND + table.turn
    if table.payee == NO_SEAT:
        return 1.0 if high >= table.due else 0.0
    chance = 1.0
    for i in range(table.due):
        chance *= max(0, high - i) / (table.investors[table.turn].cards - i)
    return chance


@rule
def set_payment_apart(table: Table, seat: int, rng: Rng) -> None:
    """Where chance seldom finds a hand that can pay, its high cards are dealt before all others."""
    if not is_paid_in_sight(table, seat):
        return
    needed = table.due
    for card in range(table.least, CARDS):
        needed -= table.place[card] == HAND + table.turn or is_traced_to(table, card, table.turn)
    while needed > 0:
        high = 0
        for card in range(table.least, CARDS):
            high += can_set_apart(table, card)
        if high == 0:
            return
        ticket = below(high, rng)
        for card in range(table.least, CARDS):
            if can_set_apart(table, card):
                if ticket == 0:
                    shuffle = table.shuffle[card]
                    leave_stock(
                        table, table.turn, shuffle, below(alike(table, table.turn, shuffle), rng), card
                    )
                    table.place[card] = HAND + table.turn
                ticket -= 1
        needed -= 1


@rule
def can_set_apart(table: Table, card: int) -> bool:
    """Whether a card nobody has seen may be in the payer's hand."""
    unseen = table.place[card] == Place.UNKNOWN and table.traced[card] == NO_SEAT
    return unseen and alike(table, table.turn, table.shuffle[card]) > 0


@rule
def finish_payment(table: Table, seat: int, rng: Rng) -> None:
    """Of a secret payment under way any set of cards may be chosen; the lowest of it are paid (ITD-4)."""
    paid = half_paid(table, seat)
    if not paid_in_secret(table, seat):
        return
    chosen = paid + table.due
    left = table.investors[table.turn].cards + paid
    for card in range(CARDS):
        if table.place[card] == HAND + table.turn:
            if paid > 0 and below(left, rng) < chosen:
                table.place[card] = HAND + table.payee
                table.known_by[card] = eye(table.turn)
                table.least = card + 1
                chosen -= 1
                paid -= 1
            left -= 1

"""The rules of In Too Deep, in the order of the rulebook."""

from __future__ import annotations

from typing import Any

from fathom5.core import NATURE, OVER, Array, clockwise, decode, encode, is_kind, rule
from fathom5.games.in_too_deep.abilities import (
    can_be_used,
    cheaper,
    passed_over,
    share_treasure,
    takeover_price,
    uses,
    worth,
)
from fathom5.games.in_too_deep.beliefs import guess as guess
from fathom5.games.in_too_deep.cards import (
    can_draw,
    lay,
    leave_deck,
    leave_hand,
    lift,
    may_explore,
    note,
    own,
    put_in_hand,
    run_out,
    throw_away,
)
from fathom5.games.in_too_deep.knowledge import ALL_EYES, eye, forget
from fathom5.games.in_too_deep.knowledge import hide as hide
from fathom5.games.in_too_deep.knowledge import veil as veil
from fathom5.games.in_too_deep.table import (
    CARDS,
    COMPANIES,
    HAND,
    NO_CARD,
    NO_SEAT,
    SEATS,
    THIRD,
    BonusCard,
    Box,
    Buy,
    Company,
    Draw,
    Expand,
    MoveCard,
    Pay,
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

SCORES = (0, CARDS * (CARDS + 20))

BEYOND = 1 + CARDS + CARDS * COMPANIES
"""Where a list of moves is free in a turn: nobody can do more than draw, buy or expand with every card."""

ADVANCED, DRAWN = 1, 2
"""The sides a company may be asked to show, besides the normal one."""


# Set-up


@rule
def derive(box: Box) -> None:
    """The ten that each card reaches; 100 is a ten of its own (ITD-5)."""
    for card in range(CARDS):
        box.ten[card] = (card + 1) // 10


@rule
def setup(table: Table, box: Box, options: Any) -> None:
    """Five companies, a deck of 100 cards, and hands to be dealt."""
    choose_side(table, Company.OCEAN, options.ocean)
    choose_side(table, Company.TREASURE, options.treasure)
    choose_side(table, Company.PEARL, options.pearl)
    choose_side(table, Company.COAST, options.coast)
    choose_side(table, Company.WILDLIFE, options.wildlife)
    for card in range(CARDS):
        table.place[card] = Place.DECK
        table.traced[card] = NO_SEAT
    table.deck = CARDS
    table.payee = NO_SEAT
    for company in range(COMPANIES):
        table.columns[company].last = NO_CARD
    for seat in range(SEATS):
        table.investors[seat].lowest = NO_CARD
    for seat in range(table.players):
        table.investors[seat].owed = box.hand_for_two if table.players == 2 else box.hand
    draw_sides(table)


@rule
def choose_side(table: Table, company: int, side: int) -> None:
    """Normal, advanced, or for chance to decide."""
    table.columns[company].advanced = side == ADVANCED
    table.columns[company].undecided = side == DRAWN


@rule
def undecided(table: Table) -> int:
    """The first company whose side is still to be drawn; past the last: none."""
    company = 0
    while company < COMPANIES and not table.columns[company].undecided:
        company += 1
    return company


@rule
def draw_sides(table: Table) -> None:
    """Sides mixed by chance come first; then hands are dealt."""
    table.phase = Phase.SIDES if undecided(table) < COMPANIES else Phase.DEAL
    table.actor = NATURE


@rule
def choose_first(table: Table) -> None:
    """The lowest card of all hands starts; the others get 1, 2, … cards more, clockwise (ITD-1)."""
    for card in range(CARDS - 1, -1, -1):
        if table.place[card] >= HAND:
            holder = table.place[card] - HAND
            table.investors[holder].lowest = card
            table.first = holder
    table.turn = table.first
    table.opening = table.investors[table.first].cards
    table.noted = 0
    seat = table.first
    for bonus in range(table.players):
        table.investors[seat].owed = bonus
        seat = clockwise(table, seat)
    table.reason = Reason.SEAT_BONUS


@rule
def lay_out(table: Table) -> None:
    """Two cards a player face up; with two players, the third player's portfolio (ITD-2, ITD-18)."""
    table.phase = Phase.PORTFOLIO if table.players == 2 else Phase.OFFER


@rule
def offer(table: Table, box: Box, card: int) -> None:
    """A card is turned up; when all are there, each takes one, twice round (ITD-2)."""
    leave_deck(table)
    table.place[card] = Place.FACE_UP
    table.turned += 1
    if table.turned == box.offered * table.players:
        table.phase = Phase.DRAFT
        table.actor = table.turn


@rule
def draft(table: Table, box: Box, card: int) -> None:
    """A free share; the last card needs no question."""
    own(table, box, table.turn, card)
    table.turned -= 1
    table.turn = clockwise(table, table.turn)
    if table.turned == 1:
        own(table, box, table.turn, first_face_up(table))
        table.turned = 0
        table.turn = clockwise(table, table.turn)
    if table.turned == 0:
        begin_turn(table)
    else:
        table.actor = table.turn


@rule
def first_face_up(table: Table) -> int:
    """The lowest card lying face up."""
    card = 0
    while table.place[card] != Place.FACE_UP:
        card += 1
    return card


# Dealing


@rule
def go_on(table: Table, box: Box) -> None:
    """Deal what is owed, carry out the bonus cards met, then go on with the game."""
    table.actor = NATURE
    while table.actor == NATURE and (table.phase == Phase.DEAL or table.phase == Phase.BONUS):
        if table.phase == Phase.BONUS:
            if draws_for_third(table, box):
                return
        elif finds_receiver(table):
            return
        elif table.reason == Reason.HANDS:
            choose_first(table)
        elif table.reason == Reason.DRAW and is_emergency(table):
            fund(table, box)
        else:
            after_dealing(table, box)


@rule
def finds_receiver(table: Table) -> bool:
    """The next to be dealt a card, from the active player on; none if nothing is left to deal."""
    seat = table.turn
    for _ in range(table.players):
        if table.investors[seat].owed > 0:
            table.receiver = seat
            if can_draw(table):
                return True
            table.investors[seat].owed = 0
        seat = clockwise(table, seat)
    return False


@rule
def receive(table: Table, card: int) -> None:
    """A card is dealt face down."""
    leave_deck(table)
    put_in_hand(table, table.receiver, card)
    table.investors[table.receiver].owed -= 1


@rule
def after_dealing(table: Table, box: Box) -> None:
    """What comes after the last card."""
    if table.reason == Reason.SEAT_BONUS:
        lay_out(table)
    elif table.reason == Reason.DIVIDEND and not table.last_round and can_be_used(table, box):
        table.phase = Phase.ABILITY
        table.actor = table.turn
    else:
        end_turn(table)


# The turn


@rule
def begin_turn(table: Table) -> None:
    """Buy, expand or draw; whoever has no card can only draw, and is not asked."""
    if table.investors[table.turn].cards == 0:
        draw(table)
    else:
        table.phase = Phase.TURN
        table.actor = table.turn


@rule
def end_turn(table: Table) -> None:
    """Clockwise to the next; after the end is triggered everybody has one last turn (ITD-10)."""
    table.turn = clockwise(table, table.turn)
    if table.last_round:
        table.turns_left -= 1
    elif table.ending:
        table.last_round = 1
        table.turns_left = table.players
    if table.last_round and table.turns_left == 0:
        table.actor = OVER
    else:
        begin_turn(table)


@rule
def act(table: Table) -> None:
    """Whoever does not draw breaks the row of draws and of emergencies (ITD-8)."""
    table.draws = 0
    table.emergencies = 0


# 1) Buy a share


@rule
def price(table: Table, company: int) -> int:
    """As many cards as there are shares of the company before all players (ITD-3)."""
    return table.columns[company].issued


@rule
def show(table: Table, card: int) -> None:
    """The card to be bought or laid is on the table while it is paid."""
    leave_hand(table, table.turn, card)
    table.place[card] = Place.FACE_UP


@rule
def charge(table: Table, deed: int, cards: int) -> None:
    """So many cards are to be paid for a deed."""
    table.deed = deed
    table.due = cards
    table.phase = Phase.PAY


@rule
def settle(table: Table, box: Box) -> None:
    """Where the price is the whole hand, all of it is paid; when nothing is due, the deed is done."""
    if table.due == table.investors[table.turn].cards:
        for card in range(CARDS):
            if table.place[card] == HAND + table.turn:
                pay(table, card)
    if table.due == 0:
        carry_out(table, box)


@rule
def pay(table: Table, card: int) -> None:
    """One card of the hand, in ascending order, discarded or to another's hand (ITD-4, ITD-16)."""
    if table.payee != NO_SEAT:
        pay_to_hand(table, table.turn, table.payee, card)
    else:
        leave_hand(table, table.turn, card)
        throw_away(table, card)
    table.due -= 1
    table.least = card + 1
    table.optional = 0


@rule
def pay_to_hand(table: Table, payer: int, payee: int, card: int) -> None:
    """A card goes from hand to hand, seen by those two alone (ITD-19)."""
    forget(table, payer, payee)
    table.place[card] = HAND + payee
    table.known_by[card] = eye(payer)
    table.investors[payer].cards -= 1
    table.investors[payee].cards += 1
    table.paid_unseen += 1
    note(table, payer, payee, card, table.shuffle[card])


@rule
def carry_out(table: Table, box: Box) -> None:
    """What was paid for happens; it ends the turn."""
    deed = table.deed
    table.payee = NO_SEAT
    table.optional = 0
    table.least = 0
    if is_kind(deed, Buy):
        own(table, box, table.turn, decode(Buy, deed).card)
    elif is_kind(deed, Remove):
        removed = decode(Remove, deed).card
        lift(table, removed)
        throw_away(table, removed)
    elif is_kind(deed, Expand):
        laid = decode(Expand, deed)
        lay(table, laid.company, laid.card)
    elif is_kind(deed, MoveCard):
        moved = decode(MoveCard, deed)
        lift(table, moved.card)
        lay(table, moved.company, moved.card)
    else:
        taken = decode(TakeOver, deed)
        table.shares[taken.owner, taken.company] -= 1
        table.shares[table.turn, taken.company] += 1
    end_turn(table)


# 2) Expand a company


@rule
def expand(table: Table, box: Box, company: int, card: int) -> None:
    """Lay a depth card; a new ten or a first card pays dividends, but not in the last turns."""
    column = table.columns[company]
    pays = column.depth == 0 or box.ten[card] > box.ten[column.last]
    leave_hand(table, table.turn, card)
    lay(table, company, card)
    table.company = company
    table.reason = Reason.DIVIDEND
    table.phase = Phase.DEAL
    if pays and not table.last_round:
        owe_dividends(table, company)


@rule
def owe_dividends(table: Table, company: int) -> None:
    """One card a share for every holder (ITD-6), and what Treasure adds (ITD-13)."""
    for seat in range(table.players):
        table.investors[seat].owed = table.shares[seat, company]
    if company == Company.TREASURE:
        share_treasure(table)


@rule
def use(table: Table, box: Box, move: int) -> None:
    """An ability: what is chosen is laid open, then paid."""
    table.optional = 1
    if is_kind(move, Buy):
        bought = decode(Buy, move).card
        show(table, bought)
        charge(table, move, cheaper(table, box, box.cards[bought]))
    elif is_kind(move, Remove):
        charge(table, move, box.clean_up[table.columns[Company.OCEAN].advanced])
    elif is_kind(move, Expand):
        laid = decode(Expand, move)
        show(table, laid.card)
        charge(table, move, passed_over(table, laid.company, laid.card))
    elif is_kind(move, MoveCard):
        charge(table, move, box.clean_up[1] if table.company == Company.OCEAN else box.watching)
    else:
        taken = decode(TakeOver, move)
        table.payee = NO_SEAT if taken.owner == THIRD else taken.owner
        charge(table, move, takeover_price(table, box, taken.company))


@rule
def abandon(table: Table) -> None:
    """Decline an ability, or take it back before it cost anything; a card shown is known (ITD-19)."""
    if table.phase == Phase.PAY:
        if is_kind(table.deed, Buy):
            take_back(table, decode(Buy, table.deed).card)
        elif is_kind(table.deed, Expand):
            take_back(table, decode(Expand, table.deed).card)
    table.payee = NO_SEAT
    table.optional = 0
    end_turn(table)


@rule
def take_back(table: Table, card: int) -> None:
    """A card shown returns to the hand, and everybody knows it there (ITD-19)."""
    table.place[card] = HAND + table.turn
    table.investors[table.turn].cards += 1
    table.known_by[card] = ALL_EYES
    note(table, NO_SEAT, table.turn, card, table.shuffle[card])


# 3) Draw a card


@rule
def draw(table: Table) -> None:
    """The top card of the deck is added to the hand."""
    table.draws += 1
    table.investors[table.turn].owed = 1
    table.reason = Reason.DRAW
    table.phase = Phase.DEAL


@rule
def is_emergency(table: Table) -> bool:
    """Whether every player in turn has drawn (ITD-8)."""
    return table.draws == table.players


@rule
def fund(table: Table, box: Box) -> None:
    """Two more for each, from the active player on; two emergencies in a row trigger the end (ITD-8)."""
    table.draws = 0
    if table.emergencies == 1:
        table.ending = 1
    table.emergencies += 1
    table.reason = Reason.EMERGENCY
    for seat in range(table.players):
        table.investors[seat].owed = box.emergency


# Rules for two players


@rule
def found(table: Table, box: Box, card: int) -> None:
    """The third player's portfolio; then the bonus cards are shuffled into the deck (ITD-18)."""
    leave_deck(table)
    own(table, box, THIRD, card)
    table.turned += 1
    if table.turned == box.third:
        table.turned = 0
        table.bonus_deck = box.bonus
        begin_turn(table)


@rule
def meet_bonus(table: Table, box: Box) -> None:
    """A bonus card is discarded and carried out, or waits while another one is (ITD-18)."""
    table.bonus_deck -= 1
    was_last = table.deck + table.bonus_deck == 0
    if was_last and shuffles_too_early(box):
        run_out(table)
    if table.phase == Phase.BONUS:
        table.waiting += 1
    else:
        table.bonus_discard += 1
        table.turned = 0
        table.phase = Phase.BONUS
    if was_last and not shuffles_too_early(box):
        run_out(table)


@rule
def shuffles_too_early(box: Box) -> bool:
    """In edition 1 a bonus card that was the deck's last was not shuffled in (before ITD-22)."""
    return box.edition < 2


@rule
def turn_up(table: Table, card: int) -> None:
    """One of the four cards drawn for the third player."""
    leave_deck(table)
    table.place[card] = Place.FACE_UP
    table.four[table.turned] = card
    table.turned += 1


@rule
def draws_for_third(table: Table, box: Box) -> bool:
    """Whether another of the four is to be drawn; if not, serve the third player."""
    if table.turned < box.drawn_for_third and can_draw(table):
        return True
    serve_third(table, box)
    if table.waiting > 0:
        table.waiting -= 1
        table.bonus_discard += 1
    else:
        table.phase = Phase.DEAL
    return False


@rule
def serve_third(table: Table, box: Box) -> None:
    """A share of what it has most of, and the lowest of the others deepens that company (ITD-18)."""
    if table.turned > 0:
        gift = most_held(table, box)
        company = box.cards[gift]
        own(table, box, THIRD, gift)
        deeper = lowest_playable(table, company, gift)
        for i in range(table.turned):
            card = table.four[i]
            if card == deeper:
                lay(table, company, card)
            elif card != gift:
                throw_away(table, card)
    for i in range(table.turned):
        table.four[i] = 0
    table.turned = 0


@rule
def most_held(table: Table, box: Box) -> int:
    """Of the cards drawn, the share the third player has most of; the first drawn breaks a tie."""
    gift = table.four[0]
    for i in range(1, table.turned):
        if table.shares[THIRD, box.cards[table.four[i]]] > table.shares[THIRD, box.cards[gift]]:
            gift = table.four[i]
    return gift


@rule
def lowest_playable(table: Table, company: int, gift: int) -> int:
    """The lowest of the other cards drawn that may be laid there; -1: none."""
    lowest = NO_CARD
    for i in range(table.turned):
        card = table.four[i]
        if card != gift and may_explore(table, company, card) and (lowest == NO_CARD or card < lowest):
            lowest = card
    return lowest


# The verbs. In lists, a move is written first and counted if it stands: that is the fast way.


@rule
def legal(table: Table, box: Box, moves: Array[int]) -> int:
    """What the player asked may do."""
    if table.phase == Phase.TURN:
        return legal_in_turn(table, box, moves)
    if table.phase == Phase.PAY:
        return legal_payments(table, moves)
    if table.phase == Phase.ABILITY:
        moves[0] = encode(Skip())
        return uses(table, box, moves, 1)
    n = 0
    for card in range(CARDS):
        moves[n] = encode(Take(card))
        n += table.place[card] == Place.FACE_UP
    return n


@rule
def legal_in_turn(table: Table, box: Box, moves: Array[int]) -> int:
    """Draw, buy what can be paid with the other cards, expand in ascending order."""
    held, others = list_hand(table, moves), table.investors[table.turn].cards - 1
    moves[0] = encode(Draw())
    n = 1
    for i in range(BEYOND, BEYOND + held):
        moves[n] = encode(Buy(moves[i]))
        n += price(table, box.cards[moves[i]]) <= others
    for i in range(BEYOND, BEYOND + held):
        for company in range(COMPANIES):
            moves[n] = encode(Expand(moves[i], company))
            n += may_explore(table, company, moves[i])
    return n


@rule
def list_hand(table: Table, moves: Array[int]) -> int:
    """Write the cards of the one whose turn it is beyond all moves that can be open; how many they are."""
    mine, held = HAND + table.turn, 0
    for card in range(CARDS):
        moves[BEYOND + held] = card
        held += table.place[card] == mine
    return held


@rule
def legal_payments(table: Table, moves: Array[int]) -> int:
    """Cards above those paid already, so that enough higher ones remain (ITD-4)."""
    n = 0
    if table.optional:
        moves[0] = encode(Skip())
        n = 1
    for card in range(table.least, CARDS):
        moves[n] = encode(Pay(card))
        n += table.place[card] == HAND + table.turn
    return n - (table.due - 1)


@rule
def odds(table: Table, box: Box, moves: Array[int], weights: Array[int]) -> int:
    """What nature may do: draw a side, or any card of the deck."""
    if table.phase == Phase.SIDES:
        company = undecided(table)
        for side in range(2):
            moves[side] = encode(ShowSide(company, side))
            weights[side] = 1
        return 2
    n = 0
    for card in range(CARDS):
        moves[n] = encode(TurnUp(card))
        n += table.place[card] == Place.DECK
    for i in range(n):
        weights[i] = 1
    if table.bonus_deck > 0:
        moves[n] = encode(BonusCard())
        weights[n] = table.bonus_deck
        n += 1
    return n


@rule
def play(table: Table, box: Box, move: int) -> None:
    """Carry out one move and go on to the next decision."""
    if table.actor == NATURE:
        happen(table, box, move)
    elif table.phase == Phase.TURN:
        take_turn(table, box, move)
    elif table.phase == Phase.DRAFT:
        draft(table, box, decode(Take, move).card)
    elif is_kind(move, Skip):
        abandon(table)
    elif table.phase == Phase.ABILITY:
        use(table, box, move)
    else:
        pay(table, decode(Pay, move).card)
    if table.phase == Phase.PAY:
        settle(table, box)
    if table.actor != OVER and (table.phase == Phase.DEAL or table.phase == Phase.BONUS):
        go_on(table, box)


@rule
def happen(table: Table, box: Box, move: int) -> None:
    """What nature does."""
    if table.phase == Phase.SIDES:
        side = decode(ShowSide, move)
        table.columns[side.company].undecided = 0
        table.columns[side.company].advanced = side.advanced
        draw_sides(table)
    elif is_kind(move, BonusCard):
        meet_bonus(table, box)
    elif table.phase == Phase.DEAL:
        receive(table, decode(TurnUp, move).card)
    elif table.phase == Phase.OFFER:
        offer(table, box, decode(TurnUp, move).card)
    elif table.phase == Phase.PORTFOLIO:
        found(table, box, decode(TurnUp, move).card)
    else:
        turn_up(table, decode(TurnUp, move).card)


@rule
def take_turn(table: Table, box: Box, move: int) -> None:
    """One of the three things a player can do."""
    if is_kind(move, Draw):
        draw(table)
        return
    act(table)
    if is_kind(move, Buy):
        bought = decode(Buy, move).card
        show(table, bought)
        charge(table, move, price(table, box.cards[bought]))
    else:
        laid = decode(Expand, move)
        expand(table, box, laid.company, laid.card)


@rule
def score(table: Table, box: Box, scores: Array[int]) -> None:
    """Shares times value, company by company."""
    for seat in range(table.players):
        scores[seat] = portfolio(table, box, seat)


@rule
def portfolio(table: Table, box: Box, seat: int) -> int:
    """The value of a seat's shares."""
    points = 0
    for company in range(COMPANIES):
        points += table.shares[seat, company] * worth(table, box, company)
    return points


@rule
def distance(table: Table, seat: int) -> int:
    """How far a seat sits clockwise from the first player."""
    return seat - table.first if seat >= table.first else seat - table.first + table.players


@rule
def ahead(table: Table, box: Box, one: int, other: int) -> bool:
    """More points, then more cards in hand, then farther from the first player (ITD-20)."""
    mine, theirs = portfolio(table, box, one), portfolio(table, box, other)
    if mine != theirs:
        return mine > theirs
    mine, theirs = table.investors[one].cards, table.investors[other].cards
    if mine != theirs:
        return mine > theirs
    return distance(table, one) > distance(table, other)

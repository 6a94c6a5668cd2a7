"""In Too Deep from its rulebook and rulings: one script of the game that stops where somebody decides.

Cards are numbered from 0 as in our moves; what is printed on a card is one more.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.lockstep import Move

from fathom5.core.box import BoxSheet
from fathom5.core.rule import NATURE
from fathom5.games.in_too_deep.table import PLACES
from fathom5.match import Match

OCEAN, TREASURE, PEARL, COAST, WILDLIFE = range(5)
NAMES = ("ocean", "treasure", "pearl", "coast", "wildlife")
THIRD = 5
BONUS = -1
CERTAIN = Fraction(0)

Script = Generator[None, Move, Any]


def ten(card: int) -> int:
    """ITD-5: the ten of the number on the card."""
    return (card + 1) // 10


class InTooDeep:
    """One game; `_script` runs until somebody has to choose."""

    def __init__(self, players: int, sheet: BoxSheet, options: Mapping[str, Any]) -> None:
        self.players = players
        self.facts = {name: part["value"] for name, part in sheet.content["components"].items()}
        self.share_on = [NAMES.index(name) for name in self.facts["cards"]]
        self.sides = [options[name] for name in NAMES]
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.shares = [[0] * 5 for _ in range(6)]
        self.columns: list[list[int]] = [[] for _ in range(5)]
        self.deck, self.pile = set(range(len(self.share_on))), set[int]()
        self.bonus_deck = self.bonus_pile = self.aside = 0
        self.face_up: list[int] = []
        self.first = 0
        self.ran_out = self.draws = self.emergencies = 0
        self.ending = False
        self.last_turns: int | None = None
        self.paying = False
        self.actor: int | None = None
        self.open: dict[Move, Fraction] = {}
        self._script = self._game()
        next(self._script)

    def moves(self) -> Mapping[Move, Fraction]:
        return self.open

    def play(self, move: Move) -> None:
        assert move in self.open
        try:
            self._script.send(move)
        except StopIteration:
            self.actor, self.open = None, {}

    def state(self) -> Mapping[str, object]:
        """Everything that lies anywhere; nothing while a payment is half made."""
        if self.paying:
            return {}
        return {
            "hands": self.hands,
            "shares": self.shares,
            "columns": self.columns,
            "deck": self.deck,
            "pile": self.pile,
            "face up": set(self.face_up),
            "bonus cards": (self.bonus_deck, self.bonus_pile, self.aside),
            "ran out": self.ran_out,
            "rows of draws": (self.draws, self.emergencies),
            "end": (self.ending, self.last_turns),
        }

    def scores(self) -> list[int]:
        return [
            sum(self.shares[seat][company] * self._worth(company) for company in range(5))
            for seat in range(self.players)
        ]

    def places(self) -> list[int]:
        """ITD-20."""

        def standing(seat: int) -> tuple[int, int, int]:
            return points[seat], len(self.hands[seat]), (seat - self.first) % self.players

        points = self.scores()
        order = sorted(range(self.players), key=standing, reverse=True)
        return [order.index(seat) + 1 for seat in range(self.players)]

    def _worth(self, company: int) -> int:
        value = len(self.columns[company])
        if company != PEARL:
            return value
        if self.sides[PEARL] == "advanced":
            return max(0, max(map(len, self.columns)) - self.facts["pearl_less"])
        return value + self.facts["pearl_more"]

    # Asking

    def _ask(self, actor: int, moves: Mapping[Move, Fraction]) -> Script:
        self.actor, self.open = actor, dict(sorted(moves.items()))
        return (yield)

    def _ask_seat(self, seat: int, moves: list[Move]) -> Script:
        return (yield from self._ask(seat, dict.fromkeys(moves, CERTAIN)))

    def _clockwise(self, start: int) -> list[int]:
        return [(start + step) % self.players for step in range(self.players)]

    # The whole game

    def _game(self) -> Script:
        for company in range(5):
            if self.sides[company] == "random":
                half = Fraction(1, 2)
                shown = yield from self._ask(
                    NATURE, {("show side", company, 0): half, ("show side", company, 1): half}
                )
                self.sides[company] = ("normal", "advanced")[shown[2]]
        yield from self._set_up()
        seat = self.first
        while self.last_turns != 0:
            yield from self._turn(seat)
            if self.last_turns is not None:
                self.last_turns -= 1
            elif self.ending:
                self.last_turns = self.players
            seat = (seat + 1) % self.players

    def _set_up(self) -> Script:
        size = self.facts["hand_for_two"] if self.players == 2 else self.facts["hand"]
        for seat in range(self.players):
            for _ in range(size):
                yield from self._deal(seat)
        self.first = min(range(self.players), key=lambda seat: min(self.hands[seat]))
        for more, seat in enumerate(self._clockwise(self.first)):
            for _ in range(more):
                yield from self._deal(seat)
        if self.players == 2:
            for _ in range(self.facts["third"]):
                card = yield from self._top()
                self._check_deck()
                self.shares[THIRD][self.share_on[card]] += 1
            self.bonus_deck = self.facts["bonus"]
            return
        for _ in range(self.facts["offered"] * self.players):
            card = yield from self._top()
            self.face_up.append(card)
            self._check_deck()
        for _ in range(self.facts["offered"]):
            for seat in self._clockwise(self.first):
                card = self.face_up[0]
                if len(self.face_up) > 1:
                    _, card = yield from self._ask_seat(seat, [("take", card) for card in self.face_up])
                self.face_up.remove(card)
                self.shares[seat][self.share_on[card]] += 1

    # Deck and discard pile

    def _top(self) -> Script:
        """The top card, BONUS for a bonus card, or None where there is nothing to draw."""
        if not (self.deck or self.bonus_deck):
            self._shuffle()
        if not (self.deck or self.pile):
            return None
        odds = {("turn up", card): Fraction(1, len(self.deck) + self.bonus_deck) for card in self.deck}
        if self.bonus_deck:
            odds[("bonus card",)] = Fraction(self.bonus_deck, len(self.deck) + self.bonus_deck)
        drawn = yield from self._ask(NATURE, odds)
        if drawn[0] == "bonus card":
            self.bonus_deck -= 1
            return BONUS
        self.deck.remove(drawn[1])
        return drawn[1]

    def _check_deck(self) -> None:
        """After a drawn card has gone where it goes: an empty deck is made anew at once."""
        if not (self.deck or self.bonus_deck):
            self.ran_out += 1
            self.ending = self.ending or self.ran_out == 2
            self._shuffle()

    def _shuffle(self) -> None:
        self.deck, self.pile = self.pile, set()
        self.bonus_deck, self.bonus_pile = self.bonus_pile, 0

    def _deal(self, seat: int) -> Script:
        """A card to a hand, after all bonus cards that lie on top of it."""
        while (card := (yield from self._top())) == BONUS:
            self.bonus_pile += 1
            self._check_deck()
            yield from self._third_player_buys()
            while self.aside:
                self.aside -= 1
                self.bonus_pile += 1
                yield from self._third_player_buys()
        if card is not None:
            self.hands[seat].add(card)
            self._check_deck()

    def _third_player_buys(self) -> Script:
        while len(self.face_up) < self.facts["drawn_for_third"]:
            card = yield from self._top()
            if card is None:
                break
            if card == BONUS:
                self.aside += 1
            else:
                self.face_up.append(card)
            self._check_deck()
        if not self.face_up:
            return
        share = max(self.face_up, key=lambda card: self.shares[THIRD][self.share_on[card]])
        company = self.share_on[share]
        self.shares[THIRD][company] += 1
        rest = set(self.face_up) - {share}
        self.face_up = []
        if fitting := [card for card in rest if self._fits(card, company)]:
            self.columns[company].append(min(fitting))
            rest.remove(min(fitting))
        self.pile |= rest

    def _fits(self, card: int, company: int) -> bool:
        return not self.columns[company] or card > self.columns[company][-1]

    # A turn

    def _turn(self, seat: int) -> Script:
        hand = self.hands[seat]
        move: Move = ("draw",)
        if hand:
            moves: list[Move] = [move]
            moves += [("buy", card) for card in hand if self._price(card) < len(hand)]
            moves += [("expand", card, to) for card in hand for to in range(5) if self._fits(card, to)]
            move = yield from self._ask_seat(seat, moves)
        if move[0] == "draw":
            yield from self._draw(seat)
            return
        self.draws = self.emergencies = 0
        if move[0] == "buy":
            yield from self._buy(seat, move[1], self._price(move[1]), ability=False)
        else:
            yield from self._expand(seat, *move[1:])

    def _draw(self, seat: int) -> Script:
        self.draws += 1
        yield from self._deal(seat)
        if self.draws == self.players:
            self.draws = 0
            self.emergencies += 1
            self.ending = self.ending or self.emergencies == 2
            for receiver in self._clockwise(seat):
                for _ in range(self.facts["emergency"]):
                    yield from self._deal(receiver)

    def _price(self, card: int) -> int:
        return self._issued(self.share_on[card])

    def _issued(self, company: int) -> int:
        return sum(row[company] for row in self.shares)

    def _buy(self, seat: int, card: int, price: int, ability: bool) -> Script:
        if (yield from self._pay(seat, price, ability, kept=card)):
            self.hands[seat].remove(card)
            self.shares[seat][self.share_on[card]] += 1

    def _pay(
        self, seat: int, price: int, ability: bool, kept: int | None = None, payee: int | None = None
    ) -> Script:
        """Pay from low to high; whether it was paid, since an ability may be given up before."""
        purse = sorted(self.hands[seat] - {kept})
        paid = set(purse)
        if price < len(purse):
            paid = set()
            while len(paid) < price:
                self.paying = True
                left = [card for card in purse if card > max(paid, default=-1)]
                moves: list[Move] = [("pay", card) for card in left[: len(left) - (price - len(paid)) + 1]]
                if ability and not paid:
                    moves.append(("skip",))
                move = yield from self._ask_seat(seat, moves)
                if move[0] == "skip":
                    self.paying = False
                    return False
                paid.add(move[1])
            self.paying = False
        self.hands[seat] -= paid
        if payee is None:
            self.pile |= paid
        else:
            self.hands[payee] |= paid
        return True

    def _expand(self, seat: int, card: int, company: int) -> Script:
        column = self.columns[company]
        pays = not column or ten(card) > ten(column[-1])
        self.hands[seat].remove(card)
        column.append(card)
        if self.last_turns is not None:
            return
        if pays:
            dividends = [self.shares[holder][company] for holder in range(self.players)]
            if company == TREASURE:
                self._treasure(seat, dividends)
            for holder in self._clockwise(seat):
                for _ in range(dividends[holder]):
                    yield from self._deal(holder)
        advanced = self.sides[company] == "advanced"
        if company == OCEAN:
            yield from self._ocean(seat, advanced)
        elif company == COAST:
            yield from (self._coast_advanced(seat) if advanced else self._coast(seat))
        elif company == WILDLIFE:
            yield from (self._wildlife_advanced(seat) if advanced else self._wildlife(seat))

    def _treasure(self, seat: int, dividends: list[int]) -> None:
        most = max(row[TREASURE] for row in self.shares)
        if self.sides[TREASURE] == "advanced":
            dividends[seat] = most
        elif most:
            for holder in range(self.players):
                dividends[holder] += self.shares[holder][TREASURE] == most

    # Abilities

    def _ocean(self, seat: int, advanced: bool) -> Script:
        cost = self.facts["clean_up"][advanced]
        if len(self.hands[seat]) < cost:
            return
        moves: list[Move] = [("skip",)]
        if advanced:
            last = {column[-1]: number for number, column in enumerate(self.columns) if column}
            moves += [("remove", card) for card in last]
            moves += [
                ("move card", card, to)
                for card, here in last.items()
                for to in range(5)
                if to != here and self._fits(card, to)
            ]
        else:
            moves += [("remove", card) for column in self.columns for card in column]
        yield from self._rearrange(seat, cost, moves)

    def _wildlife(self, seat: int) -> Script:
        cost = self.facts["watching"]
        if len(self.hands[seat]) < cost:
            return
        moves: list[Move] = [("skip",)]
        for here, column in enumerate(self.columns):
            for card in column[-self.facts["recent"] :]:
                for to in range(5):
                    if card != column[-1] if to == here else self._fits(card, to):
                        moves.append(("move card", card, to))
        yield from self._rearrange(seat, cost, moves)

    def _rearrange(self, seat: int, cost: int, moves: list[Move]) -> Script:
        move = yield from self._ask_seat(seat, moves)
        if move[0] == "skip" or not (yield from self._pay(seat, cost, ability=True)):
            return
        next(column for column in self.columns if move[1] in column).remove(move[1])
        if move[0] == "remove":
            self.pile.add(move[1])
        else:
            self.columns[move[2]].append(move[1])

    def _coast(self, seat: int) -> Script:
        hand = self.hands[seat]
        if not hand:
            return
        prices = {card: max(0, self._price(card) - self.facts["discount"]) for card in hand}
        affordable = [card for card in hand if prices[card] < len(hand)]
        move = yield from self._ask_seat(seat, [("skip",), *(("buy", card) for card in affordable)])
        if move[0] == "buy":
            yield from self._buy(seat, move[1], prices[move[1]], ability=True)

    def _coast_advanced(self, seat: int) -> Script:
        prices = [max(self.facts["takeover"], self._issued(company)) for company in range(5)]
        moves: list[Move] = [
            ("take over", owner, company)
            for owner in range(6)
            for company in range(5)
            if owner != seat and self.shares[owner][company] and prices[company] <= len(self.hands[seat])
        ]
        if not moves:
            return
        move = yield from self._ask_seat(seat, [("skip",), *moves])
        if move[0] == "skip":
            return
        _, owner, company = move
        payee = None if owner == THIRD else owner
        if (yield from self._pay(seat, prices[company], ability=True, payee=payee)):
            self.shares[owner][company] -= 1
            self.shares[seat][company] += 1

    def _wildlife_advanced(self, seat: int) -> Script:
        hand = self.hands[seat]
        if not hand:
            return
        prices = {}
        for card in hand:
            for to, column in enumerate(self.columns):
                higher = sum(lying > card for lying in column)
                prices[card, to] = 0 if self._fits(card, to) else higher
        moves = [("expand", card, to) for (card, to), price in prices.items() if price < len(hand)]
        move = yield from self._ask_seat(seat, [("skip",), *moves])
        if move[0] == "expand":
            _, card, to = move
            if (yield from self._pay(seat, prices[card, to], ability=True, kept=card)):
                self.hands[seat].remove(card)
                self.columns[to].append(card)


def oracle(match: Match) -> InTooDeep:
    """An oracle of the same game as a fresh match."""
    return InTooDeep(match.players, match.sheet, match.options)


def state(match: Match) -> Mapping[str, object]:
    """What lies on our table, by the oracle's names."""
    table = match.table
    lying: dict[str, set[int]] = {}
    for card, place in enumerate(table.place):
        lying.setdefault(PLACES[place], set()).add(card)
    return {
        "hands": [lying.get(f"hand of seat {seat}", set()) for seat in range(match.players)],
        "shares": [[int(number) for number in row] for row in table.shares],
        "columns": [[int(column.cards[n]) for n in range(column.depth)] for column in table.columns],
        "deck": lying.get("deck", set()),
        "pile": lying.get("discard", set()),
        "face up": lying.get("face up", set()),
        "bonus cards": (int(table.bonus_deck), int(table.bonus_discard), int(table.waiting)),
        "ran out": int(table.emptied),
        "rows of draws": (int(table.draws), int(table.emergencies)),
        "end": (bool(table.ending), int(table.turns_left) if table.last_round else None),
    }

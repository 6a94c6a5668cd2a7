"""How many guesses of In Too Deep cannot be (ITD-24), and how many are made in a second.

python bench/beliefs.py --guesses 100000

Games with the advanced Coast are played at random, every other one with every takeover there can be. Here and
there each seat and a stranger guess. What the hands can be is worked out once for each of them, forwards from
the notes: everything that each payment out of sight can have made of them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import Progress

from fathom5.core.rng import generator
from fathom5.core.rule import STRANGER
from fathom5.engine.position import Position
from fathom5.games.in_too_deep.table import CARDS, HAND, SHUFFLES, Phase, TakeOver
from fathom5.match import Match
from fathom5.view import View

MOST = 20_000
"""Where there are more ways in which the hands can be, they are not worked out."""

Hand = tuple[int, ...]
"""What is to be told of a hand's cards: the shuffle of each, or its own number from SHUFFLES on."""

Hands = tuple[Hand, ...]


class Reach(NamedTuple):
    """What the hands can be, and which cards are told by their own number."""

    hands: set[Hands]
    seen: set[int]


def main(
    guesses: Annotated[int, typer.Option(min=1, help="how many")] = 100_000,
    each: Annotated[int, typer.Option(min=1, help="of one view")] = 10,
    seed: int = 1,
) -> None:
    """Count guesses that cannot be."""
    counted: Counter[str] = Counter()
    seconds = 0.0
    with Progress() as progress:
        task = progress.add_task("guesses", total=guesses)
        for view in views(seed):
            if counted["guesses"] >= guesses:
                break
            reach = reachable(view)
            if reach is None:
                counted["views of too many ways"] += 1
                continue
            start = time.perf_counter()
            tables = guessed(view, each, counted["guesses"])
            seconds += time.perf_counter() - start
            counted["guesses"] += each
            counted["after payments out of sight"] += each * bool(view.array["paid_unseen"][0])
            counted["impossible"] += sum(not is_possible(view, reach, table) for table in tables)
            progress.update(task, completed=counted["guesses"])
    for name in ("guesses", "after payments out of sight", "views of too many ways", "impossible"):
        print(f"{counted[name]:8,} {name}")
    print(f"{counted['guesses'] / seconds:8,.0f} guesses a second")


def views(seed: int) -> Iterator[View]:
    """What seats and strangers see in games at random, some moves apart, without end."""
    random = Random(seed)
    game = 0
    while True:
        game += 1
        eager = game % 2 == 1
        match = Match("in-too-deep", 3 + game % 3, seed=random.getrandbits(32), options={"coast": "advanced"})
        while not match.over:
            for _ in range(random.randint(1, 40)):
                if not match.over:
                    match.play(chosen(match, random, eager))
            yield match.view(random.choice([STRANGER, *range(match.players)]))


def chosen(match: Match, random: Random, eager: bool) -> int:
    """Any open move; a takeover where there is one, if that is liked."""
    liked = [
        number
        for number, move in zip(match.ids, match.open_moves, strict=True)
        if eager and type(move) is TakeOver
    ]
    return random.choice(liked or match.ids)


def guessed(view: View, times: int, luck: int) -> list[NDArray[Any]]:
    """Some guesses of a view, as tables."""
    position = Position(view.game, view.box_array, compiled=True)
    position.work.rng[:] = generator(luck)
    tables = []
    for _ in range(times):
        position.put(view.array)
        position.engine.guess(position.work.structs, view.seat)
        tables.append(position.work.array["table"].copy())
    return tables


def reachable(view: View) -> Reach | None:
    """What the hands of all but the one who looks can be; None: too much to work out."""
    table = view.array[0]
    players, seat = int(table["players"]), view.seat
    ways: set[Hands] = {tuple((0,) * int(table["opening"]) if s != seat else () for s in range(players))}
    seen: set[int] = set()
    notes = [tuple(int(value) for value in note) for note in table["notes"][: int(table["noted"])]]
    i = 0
    while i < len(notes):
        giver, taker, card, shuffle = notes[i]
        paid = 1
        if giver >= 0 and card < 0:
            while i + paid < len(notes) and notes[i + paid] == notes[i]:
                paid += 1
            ways = {way for hands in ways for way in after_payment(hands, giver, taker, paid)}
        else:
            if giver not in (-1, seat):
                ways = set(without(ways, giver, SHUFFLES + card if card in seen else shuffle))
                seen.discard(card)
            if taker not in (-1, seat):
                if card >= 0:
                    seen.add(card)
                ways = {with_card(hands, taker, SHUFFLES + card if card >= 0 else shuffle) for hands in ways}
        if len(ways) > MOST:
            return None
        i += paid
    return Reach(ways, seen)


def with_card(hands: Hands, seat: int, card: int) -> Hands:
    """The same hands, but one has one card more."""
    return (*hands[:seat], tuple(sorted((*hands[seat], card))), *hands[seat + 1 :])


def without(ways: set[Hands], seat: int, card: int) -> Iterator[Hands]:
    """Those of the hands from which a card can be gone, without it."""
    for hands in ways:
        if card in hands[seat]:
            at = hands[seat].index(card)
            yield (*hands[:seat], hands[seat][:at] + hands[seat][at + 1 :], *hands[seat + 1 :])


def after_payment(hands: Hands, payer: int, payee: int, paid: int) -> Iterator[Hands]:
    """All that a payment of so many cards can make of the hands."""
    for cards in parts(tuple(Counter(hands[payer]).items()), paid):
        after = list(hands)
        after[payer] = tuple(sorted((Counter(hands[payer]) - Counter(cards)).elements()))
        after[payee] = tuple(sorted((*hands[payee], *cards)))
        yield tuple(after)


def parts(counts: tuple[tuple[int, int], ...], size: int) -> Iterator[Hand]:
    """Every different choice of so many cards of some that are there so often."""
    if not counts:
        if size == 0:
            yield ()
        return
    (card, count), rest = counts[0], counts[1:]
    for taken in range(min(count, size) + 1):
        for others in parts(rest, size - taken):
            yield (card,) * taken + others


def is_possible(view: View, reach: Reach, tables: NDArray[Any]) -> bool:
    """Whether everything seen can have led to a table as guessed."""
    table, seat = tables[0], view.seat
    place, shuffle = table["place"], table["shuffle"]
    hands = tuple(
        tuple(
            sorted(
                SHUFFLES + card if card in reach.seen else int(shuffle[card])
                for card in np.flatnonzero(place == HAND + other).tolist()
                if other != seat
            )
        )
        for other in range(int(table["players"]))
    )
    if hands not in reach.hands:
        return False
    high = np.count_nonzero(place[int(table["least"]) :] == HAND + int(table["turn"]))
    if table["phase"] == Phase.PAY and high < table["due"]:
        return False
    return table["paid_unseen"] > 0 or may_have_started(view, place)


def may_have_started(view: View, place: NDArray[Any]) -> bool:
    """Whether the first player can have been dealt the lowest card, where no card changed hands."""
    table, seat = view.array[0], view.seat
    opening, first = int(table["opening"]), int(table["first"])
    if opening == 0:
        return True
    had: list[list[int]] = [[] for _ in range(int(table["players"]))]
    shown: set[int] = set()
    for giver, _, card, shuffle in table["notes"][: int(table["noted"])].tolist():
        if giver >= 0 and card not in shown and shuffle == 0:
            had[giver].append(card)
        if card >= 0:
            shown.add(card)
    for card in range(CARDS):
        if place[card] >= HAND and card not in shown and table["shuffle"][card] == 0:
            had[place[card] - HAND].append(card)
    own = int(table["investors"]["lowest"][seat]) if seat >= 0 else -1
    if seat == first:
        lowest = own
    else:
        lowest = min(had[first])
        if 0 <= own < lowest:
            return False
    others = [cards for other, cards in enumerate(had) if other not in (first, seat)]
    return all(sum(card > lowest for card in cards) >= opening for cards in others)


if __name__ == "__main__":
    typer.run(main)

"""The way home on the last dive of two, worked out exactly, and what the bots give away there."""

from __future__ import annotations

from functools import cache
from random import Random

from fathom5 import NATURE, Match
from fathom5.bots import find_bot
from fathom5.bots.levels import Budget
from fathom5.engine.position import Position
from fathom5.games.deep_sea_adventure.rules import BLANK
from fathom5.games.deep_sea_adventure.table import LEVELS, PER_LEVEL, Phase
from fathom5.testing import arranged

GAME = "deep-sea-adventure"


class Solver:
    """Knows the first seat's share of the win at every table it has met, with the best moves of both."""

    def __init__(self, match: Match) -> None:
        self.position: Position = match.position.copy()
        self.known: dict[bytes, float] = {}

    def value(self) -> float:
        """Of the table as it lies."""
        position = self.position
        position.work.array["table"]["rolled"] = -1
        here = position.to_bytes()
        if here not in self.known:
            self.known[here] = self._worked_out(here)
        return self.known[here]

    def _worked_out(self, here: bytes) -> float:
        position = self.position
        if position.over:
            places = position.places
            return (places[0] == 1) / places.count(1)
        actor, odds = position.actor, position.weights
        values = [self.after(here, move) for move in position.ids.copy()]
        if actor == NATURE:
            return sum(weight * value for weight, value in zip(odds, values, strict=True)) / sum(odds)
        return max(values) if actor == 0 else min(values)

    def after(self, table: bytes, move: int) -> float:
        """Of a table once a move is made."""
        self.position.set_bytes(table)
        self.position.play(move)
        return self.value()


def homeward(seed: int) -> Match:
    """Two divers near home on the last dive, each with a treasure, a few more on their way."""
    random, match = Random(seed), Match(GAME, 2, nature="manual")
    with arranged(match) as table:
        table.dive, table.phase, table.actor, table.turn = match.box.dives, Phase.ROLL, NATURE, 0
        table.air = random.randrange(4, 9)
        for place in range(table.length):
            table.line[place] = BLANK
        for seat, place in enumerate(random.sample(range(3, 9), 2)):
            diver, stack = table.divers[seat], PER_LEVEL * random.randrange(LEVELS) + seat
            diver.place, diver.homeward, diver.load = place, 1, 1
            diver.points = random.randrange(20, 30)
            table.stacks[stack].carrier = seat
        for number, place in enumerate(random.sample(range(8), 3)):
            table.line[place] = PER_LEVEL * random.randrange(LEVELS - 1) + 2 + number
    return match


@cache
def solved(seed: int) -> Solver:
    """A solver of such a table."""
    return Solver(homeward(seed))


def given_away(level: str, playouts: int, seeds: range) -> list[float]:
    """What a level loses against the best move at every decision of games from such tables."""
    losses = []
    for seed in seeds:
        match, random = homeward(seed), Random(seed)
        solver, bot = solved(seed), find_bot(level, seed, Budget(playouts=playouts))
        while match.actor is not None and match.table.phase not in (Phase.REVEAL, Phase.LAY):
            if match.actor == NATURE:
                match.play(random.choices(match.ids, match.weights)[0])
                continue
            here, seat = match.to_bytes(), match.actor
            values = {move: solver.after(here, move) * (1 - 2 * seat) for move in match.ids}
            move = bot(match.view(seat))
            losses.append(max(values.values()) - values[move])
            match.play(move)
    return losses


def test_leviathan_gives_away_hardly_anything():
    """A random move gives away 6 %."""
    losses = given_away("leviathan", 2000, range(14))
    assert len(losses) >= 30
    assert sum(losses) / len(losses) <= 0.002

"""A person's results: games played and won, best scores, streaks, and how it went against each opponent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fathom5.core.game import Game
from fathom5.server.lists import ListedRoom, ListedSeat
from fathom5.server.seating import BOT


@dataclass
class Streak:
    """Wins one after the other, in games told from the latest back."""

    now: int = 0
    best: int = 0
    _run: int = 0
    _broken: bool = False

    def add(self, won: bool) -> None:
        """Count the game before those counted so far."""
        self._run = self._run + 1 if won else 0
        self._broken = self._broken or not won
        self.best = max(self.best, self._run)
        if not self._broken:
            self.now = self._run


@dataclass
class GameResult:
    """How it went in one game."""

    game: Game
    played: int = 0
    won: int = 0
    best: int | None = None
    """The most points."""
    streak: Streak = field(default_factory=Streak)


@dataclass
class Opponent:
    """How it went against one bot or friend: games in which the person came ahead, behind or level."""

    name: str
    is_bot: bool
    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def played(self) -> int:
        return self.ahead + self.behind + self.level


@dataclass
class Results:
    """All results of a person."""

    games: dict[str, GameResult] = field(default_factory=dict)
    opponents: dict[str, Opponent] = field(default_factory=dict)
    streak: Streak = field(default_factory=Streak)

    @property
    def played(self) -> int:
        return sum(result.played for result in self.games.values())

    @property
    def won(self) -> int:
        return sum(result.won for result in self.games.values())

    @property
    def bots(self) -> list[Opponent]:
        """The bots, the one met most often first."""
        return self._sorted(is_bot=True)

    @property
    def friends(self) -> list[Opponent]:
        """The people, the one met most often first."""
        return self._sorted(is_bot=False)

    def _sorted(self, is_bot: bool) -> list[Opponent]:
        found = [each for each in self.opponents.values() if each.is_bot == is_bot]
        return sorted(found, key=lambda each: -each.played)


def results_of(rooms: Iterable[ListedRoom]) -> Results:
    """The results of whom the rooms are listed for, the latest first.

    Rooms where the person had more seats than one, and those that went on from a position of another game,
    count for nothing.
    """
    results = Results()
    for room in rooms:
        mine = room.mine
        if room.continued or mine is None or mine.place is None or mine.score is None:
            continue
        won = mine.place == 1
        result = results.games.setdefault(room.game.name, GameResult(room.game))
        result.played += 1
        result.won += won
        result.best = mine.score if result.best is None else max(result.best, mine.score)
        result.streak.add(won)
        results.streak.add(won)
        for other in room.seats:
            if other is not mine:
                _meet(results, mine, other)
    return results


def _meet(results: Results, mine: ListedSeat, other: ListedSeat) -> None:
    """Count a game for an opponent: a bot is known by its level, a friend by who it is."""
    is_bot = other.kind == BOT and not other.friend
    key = f"bot {other.level}" if is_bot else other.friend
    if not key or mine.place is None or other.place is None:
        return
    name = other.level if is_bot else other.name
    opponent = results.opponents.setdefault(key, Opponent(name, is_bot))
    opponent.ahead += mine.place < other.place
    opponent.behind += mine.place > other.place
    opponent.level += mine.place == other.place

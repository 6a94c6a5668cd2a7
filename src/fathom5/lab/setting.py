"""What the games of a run have in common, and who plays them; checked before anything is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.bots import Bot, find_bot
from fathom5.bots.levels import is_level, level_of, weights_of
from fathom5.core.box import BoxSheet
from fathom5.core.errors import Mistake, quoted, whole_number
from fathom5.core.game import BoxChanges, Game, find_game

SEARCHING = ("heuristic", "guess", "search")
"""The loops that bots need who are asked move by move."""

MOST_SEED = (1 << 63) - 1
MOST_GAMES = 1 << 53


@dataclass(frozen=True)
class Setting:
    """What all games of a run have in common, checked."""

    game: Game
    players: int
    options: Mapping[str, object] | None
    sheet: BoxSheet
    seed: int

    @classmethod
    def of(
        cls, game: str | Game, players: int, options: Mapping[str, object] | None, box: BoxChanges, seed: int
    ) -> Setting:
        """The setting of a run; raises Mistake for what the game is not for."""
        found = find_game(game)
        found.options(options)
        number = whole_number("A seed", seed, 0, MOST_SEED)
        return cls(found, found.check_players(players), options, found.sheet_with(box), number)


def seated_bots(game: Game, bots: Sequence[Bot | str], players: int) -> list[Bot | str]:
    """A bot for each seat out of one for all, or one each; raises Mistake for another number or none."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise Mistake(f"Bots are given as a list, not {quoted(bots)}.")
    if len(bots) not in (1, players):
        raise Mistake(f"Name one bot for all seats or {players}, not {len(bots)}.")
    for bot in bots:
        find_bot(bot, game=game)
    return list(bots) * (players if len(bots) == 1 else 1)


def plays_compiled(bots: Sequence[Bot | str]) -> bool:
    """Whether the compiled games know all these bots; any other is asked move by move."""
    return all(isinstance(bot, str) and is_level(bot) and not level_of(bot).budget for bot in bots)


def policy(game: Game, bot: Bot | str) -> int:
    """The number by which the compiled games know a bot."""
    return level_of(str(bot), game).random_share


def policies(game: Game, bots: Sequence[Bot | str]) -> NDArray[np.int64]:
    """The policy of each seat that the game has, for these in the first."""
    seats = np.zeros(game.spec.seats, np.int64)
    seats[: len(bots)] = [policy(game, bot) for bot in bots]
    return seats


def seat_weights(game: Game, bots: Sequence[Bot | str]) -> NDArray[Any]:
    """What the heuristic of each seat goes by, for these in the first."""
    weights: NDArray[Any] = game.weights.copy()
    for seat, bot in enumerate(bots):
        weights[seat] = weights_of(game, level_of(str(bot), game).character)[0]
    return weights

"""Levels: how much a bot of ours sees, how it errs, and by whose weights it judges.

A level that searches errs by sight: it takes one of the moves that look nearly as good as the best, the
better the likelier, and none that costs too much. A level that does not search errs by character: its
heuristic has weights of its own. `[levels.NAME]` and `[characters.NAME]` of a game's bot.toml say how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from fathom5.core.errors import Mistake, one_of, whole_number
from fathom5.core.game import Game

SEPARATOR = ":"
"""Between a level and its character, as in seal:greedy."""


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about a move: so long, or just so many playouts whatever they take."""

    seconds: float = 0.0
    playouts: int = 0


@dataclass(frozen=True)
class Level:
    """How a bot of ours plays; a game's bot.toml may say otherwise. Shares and worths are in thousandths."""

    budget: Budget | None = None
    """How much it searches; None: it does not."""
    temperature: int = 0
    """How much less worth makes a move 2.7 times rarer; 0: always the best."""
    cap: int = 0
    """The most win chance that it knowingly gives away with a move."""
    doubt: int = 0
    """By how much of its standard error the worth of a move is marked down that was visited less."""
    random_share: int = 0
    """How many moves are random."""
    character: str | None = ""
    """Whose weights its heuristic has; empty: the tuned ones; None: nobody's, it has no character."""


LEVELS = {
    "random": Level(random_share=1000, character=None),
    "beginner": Level(random_share=250, character=None),
    "heuristic": Level(character=None),
    "minnow": Level(Budget(playouts=1000), temperature=100, cap=150),
    "seal": Level(),
    "orca": Level(Budget(seconds=0.3), temperature=10, cap=50, doubt=1000),
    "leviathan": Level(Budget(seconds=2.0)),
}
"""Any open move; one in four of them, else the heuristic's; the heuristic as it is. Then what people play
against: a search that often takes the second best, the heuristic of a character, search, short and long."""

SETTINGS = ("temperature", "cap", "playouts", "character")
"""What a game may say of a level; with 0 playouts it does not search, whatever it does in other games."""

FOR_STUDIES = ("beginner", "heuristic")
"""Levels that nobody is offered to play against."""


@dataclass(frozen=True)
class Character:
    """A way to play a game: a line about it, and the weights of the heuristic that differ from the tuned."""

    name: str
    description: str
    weights: Mapping[str, int]


def characters(game: Game) -> dict[str, Character]:
    """The characters of a game, by name; raises Mistake for one that bot.toml says nothing about."""
    found = {}
    for name, told in game.tuned.get("characters", {}).items():
        weights = {key: value for key, value in told.items() if key != "description"}
        if not isinstance(told.get("description"), str) or not weights:
            raise Mistake(f"bot.toml [characters.{name}] has to give a description and weights.")
        found[name] = Character(name, told["description"], weights)
    return found


def is_level(bot: object) -> bool:
    """Whether this is the name of a level of ours, with a character or without."""
    return isinstance(bot, str) and bot.partition(SEPARATOR)[0] in LEVELS


def level_of(bot: str, game: Game | None = None) -> Level:
    """The level that a name means, as a game has it; without a game its character is not looked up.

    Raises Mistake for a name or character that nobody has.
    """
    name, separator, character = bot.partition(SEPARATOR)
    if name not in LEVELS:
        raise one_of("level", name, list(LEVELS))
    level = LEVELS[name] if game is None else _tuned_level(game, name)
    if not separator:
        return level
    if level.character is None:
        with_one = [other for other, each in LEVELS.items() if each.character is not None]
        raise Mistake(f"{name} has no characters; those have: {', '.join(with_one)}.")
    if game is not None and character not in characters(game):
        raise one_of(f"character of {game.title} called", character, list(characters(game)))
    return replace(level, character=character)


def _tuned_level(game: Game, name: str) -> Level:
    """A level with what `[levels.NAME]` of a game's bot.toml says of it."""
    level, where = LEVELS[name], f"bot.toml [levels.{name}]"
    told: Mapping[str, Any] = game.tuned.get("levels", {}).get(name, {})
    for key, value in told.items():
        if key == "character":
            if value not in characters(game):
                raise one_of(f"character in {where} called", value, list(characters(game)))
            level = replace(level, character=value)
        elif key == "playouts":
            playouts = whole_number(f"{where} {key}", value, 0, 1 << 31)
            level = replace(level, budget=Budget(playouts=playouts) if playouts else None)
        elif key == "temperature":
            level = replace(level, temperature=whole_number(f"{where} {key}", value, 0, 1000))
        elif key == "cap":
            level = replace(level, cap=whole_number(f"{where} {key}", value, 0, 1000))
        else:
            raise one_of(f"setting of a level in {where} called", key, SETTINGS)
    return level


def weights_of(game: Game, character: str | None) -> NDArray[Any]:
    """What the heuristic of a character goes by, one struct; the tuned weights if it is nobody's.

    Raises Mistake for weights that the game does not have or that are out of their range.
    """
    if not character:
        return game.weights[:1]
    tuned = game.tuned.get("heuristic", {})
    where = f"bot.toml [characters.{character}]"
    weights: NDArray[Any] = game.spec.weights.filled({**tuned, **characters(game)[character].weights}, where)
    return weights


def different_characters(game: Game, levels: Sequence[str]) -> list[str]:
    """The same levels, with another character each for those that never search, as far as there are some.

    Who has a character keeps it; search, other bots and games without characters stay as they are.
    """
    named = [level.partition(SEPARATOR)[2] for level in levels]
    left, given = [name for name in characters(game) if name not in named], []
    for level, name in zip(levels, named, strict=True):
        usual = level_of(level, game) if is_level(level) else LEVELS["random"]
        if not name and usual.character and not level_of(level).budget:
            left = left or list(characters(game))
            name = usual.character if usual.character in left else left[0]
            left.remove(name)
            level = f"{level}{SEPARATOR}{name}"
        given.append(level)
    return given

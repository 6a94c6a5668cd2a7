"""What a study plays: arms, cut into batches of games and tasks of batches; all it takes to repeat it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from itertools import pairwise
from typing import Any

from fathom5.bots import find_bot
from fathom5.bots.levels import is_level, level_of
from fathom5.core.box import BoxSheet, written_changes
from fathom5.core.errors import Mistake, whole_number
from fathom5.core.game import Game, find_game
from fathom5.lab.parts import Parts
from fathom5.lab.setting import MOST_GAMES, MOST_SEED, seated_bots

BATCHES = 192
"""Into so many batches the games of an arm are cut at most; intervals come from their differences."""

TASKS = 32
"""So many tasks an arm has at most; a task is done by one worker in one go."""

FORMAT = 2
RULES = "rules"
"""The name under which a version of the rules is given among changes of a box."""


@dataclass(frozen=True)
class Arm:
    """One way of playing: how many players, which box and options, and which bots.

    With `odd` one seat a game, each in turn, has another bot; with `without` it does without a part.
    """

    name: str
    players: int
    bots: tuple[str, ...] = ("heuristic",)
    box: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    odd: str = ""
    without: str = ""

    def sheet(self, game: Game) -> BoxSheet:
        """Its box; raises Mistake for changes that do not fit."""
        changes: dict[str, object] = dict(written_changes(self.box))
        rules = changes.pop(RULES, None)
        return game.sheet_with(changes, None if rules is None else str(rules))

    @property
    def chosen_options(self) -> dict[str, object]:
        """Its options by name."""
        pairs = (option.partition("=") for option in self.options)
        return {name.strip(): value.strip() if sign else "yes" for name, sign, value in pairs}

    @property
    def has_odd_seat(self) -> bool:
        """Whether one seat a game plays another way."""
        return bool(self.odd or self.without)

    @property
    def all_bots(self) -> tuple[str, ...]:
        """Every bot that takes part."""
        return (*self.bots, *((self.odd,) if self.odd else ()))


@dataclass(frozen=True)
class Task:
    """Some batches of an arm, or the sample of games whose win chances are followed."""

    arm: int
    number: int
    batches: tuple[tuple[int, int], ...] = ()
    """The first game and the count of games of each batch; none: the sample."""

    @property
    def name(self) -> str:
        return f"{self.arm:03}-{self.number:03}" if self.batches else f"{self.arm:03}-curve"


@dataclass(frozen=True)
class Plan:
    """A whole study, checked when it is made."""

    game: str
    games: int
    seed: int
    arms: tuple[Arm, ...]
    playouts: int = 0
    log: bool = False
    """Whether every decision is kept."""

    def __post_init__(self) -> None:
        whole_number("The number of games", self.games, 1, MOST_GAMES)
        whole_number("A seed", self.seed, 0, MOST_SEED)
        whole_number("The number of playouts", self.playouts, 0, MOST_GAMES)
        game = self.found
        for arm in self.arms:
            game.check_players(arm.players)
            game.options(arm.chosen_options)
            seated_bots(game, arm.bots, arm.players)
            for bot in arm.all_bots:
                find_bot(bot, game=game)
                usual = level_of(bot, game).budget if is_level(bot) else None
                if usual and not usual.playouts and not self.playouts:
                    raise Mistake(f"{bot} thinks by the clock, which cannot be repeated: give it playouts.")
            sheet = arm.sheet(game)
            if arm.without:
                Parts(game, sheet).users(arm.without)

    @cached_property
    def found(self) -> Game:
        """The game; raises Mistake if there is none."""
        return find_game(self.game)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """First game and count of each batch."""
        count = min(BATCHES, self.games)
        ends = [self.games * i // count for i in range(count + 1)]
        return [(low, high - low) for low, high in pairwise(ends)]

    def tasks(self) -> Iterator[Task]:
        """All tasks, arm by arm."""
        spans = self.spans
        size = -(-len(spans) // TASKS)
        for arm in range(len(self.arms)):
            for number, first in enumerate(range(0, len(spans), size)):
                yield Task(arm, number, tuple(spans[first : first + size]))
            if not self.arms[arm].has_odd_seat:
                yield Task(arm, TASKS)

    def to_toml(self) -> str:
        """The plan as study.toml keeps it."""
        lines = [f"format = {FORMAT}"]
        for field in fields(self):
            if field.name != "arms":
                lines.append(f"{field.name} = {json.dumps(getattr(self, field.name))}")
        for arm in self.arms:
            lines += ["", "[[arms]]"]
            lines += [
                f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in asdict(arm).items()
            ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_toml(cls, text: str, where: str = "study.toml") -> Plan:
        """The plan that a study.toml holds; raises Mistake for one that is damaged or of another format."""
        try:
            content: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise Mistake(f"{where} is not TOML: {error}.") from None
        if content.pop("format", None) != FORMAT:
            raise Mistake(f"{where} was not written by a study of this version.")
        try:
            arms = tuple(_arm(entry) for entry in content.pop("arms"))
            return cls(arms=arms, **content)
        except (KeyError, TypeError) as error:
            raise Mistake(f"{where} is damaged: {error}.") from None


def _arm(entry: Mapping[str, Any]) -> Arm:
    given: dict[str, Any] = {}
    for name, value in entry.items():
        given[name] = tuple(value) if isinstance(value, list) else value
    return Arm(**given)

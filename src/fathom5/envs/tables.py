"""A batch of tables in memory, as the environments play it: arrays made once, one compiled call a step."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.bots.levels import LEVELS, is_level, level_of, weights_of
from fathom5.core.errors import Mistake, one_of, whole_number
from fathom5.core.game import BoxChanges, Game, find_game
from fathom5.engine.position import STUCK, Position
from fathom5.observation import actions, layout
from fathom5.observation.batch import (
    ACT,
    ALL,
    ILLEGAL,
    LOOK,
    RESTART,
    REWARDS,
    lane_struct,
    plan,
    plan_struct,
)
from fathom5.observation.source import prepare

DTYPES = ("float32", "uint8")
"""What an observation's numbers are: scaled to lie near 0 to 1, or bytes as they are."""

MOST_TABLES = 1 << 20
MOST_SEED = (1 << 62) - 1


@dataclass(frozen=True)
class Setting:
    """What all tables of an environment have in common, checked."""

    game: Game
    players: int
    start: Position
    """A table before the first move."""
    reward: str
    dtype: str
    features: bool = False
    """Whether the game's own features of each seat are told too."""

    @classmethod
    def of(
        cls,
        game: str | Game,
        players: int | None,
        options: Mapping[str, object] | None,
        box: BoxChanges,
        *,
        reward: str = "win",
        dtype: str = "float32",
        features: bool = False,
        compiled: bool | None = None,
    ) -> Setting:
        """A setting; raises Mistake for what the game is not for and for names nobody has."""
        found = find_game(game)
        number = found.players[0] if players is None else players
        if reward not in REWARDS:
            raise one_of("reward called", reward, REWARDS)
        if dtype not in DTYPES:
            raise one_of("kind of numbers called", dtype, DTYPES)
        prepare(found)
        start = Position.start(found, number, options, box, compiled)
        return cls(found, start.players, start, reward, dtype, features)


def opponents_policies(
    game: Game, opponents: str | Sequence[str], players: int
) -> list[tuple[int, NDArray[Any]]]:
    """How each opponent plays, from the learner's left on: its policy, and the weights of its heuristic.

    Raises Mistake for a bot that searches.
    """
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise Mistake(f"Name one opponent for all seats or {players - 1}, not {len(names)}.")
    known = [name for name, level in LEVELS.items() if not level.budget]
    for name in [opponents] if isinstance(opponents, str) else names:
        if not is_level(name) or level_of(name, game).budget:
            raise one_of("opponent", name, known)
    levels = [level_of(name, game) for name in names]
    return [(level.random_share, weights_of(game, level.character)[0]) for level in levels]


class IllegalAction(Exception):  # noqa: N818 - each interface has its own error for it
    """An action that is not open, on the table with that number."""

    def __init__(self, table: int) -> None:
        super().__init__(table)
        self.table = table


class Tables:
    """Tables played side by side; the arrays are the same ones after every step."""

    def __init__(self, setting: Setting, count: int) -> None:
        self.setting, self.count = setting, whole_number("The number of tables", count, 1, MOST_TABLES)
        spec, start = setting.game.spec, setting.start
        self.layout = layout(setting.game, setting.players, setting.features)
        self.actions = actions(setting.game, setting.players)
        self.codes = np.zeros((2 * self.count, self.layout.size), np.uint8)
        """The observations as bytes; the final ones of games that ended come behind those of all tables."""
        self.masks = np.zeros((self.count, self.actions.size), np.int8)
        self.lanes = np.zeros(self.count, lane_struct(spec).dtype)
        self.lanes["seat"], self._action = ALL, self.lanes["action"]
        self.plan = plan(self.layout)
        self.plan["reward"] = REWARDS.index(setting.reward)
        self.plan["actions"], self.plan["moves"] = self.actions.of_moves, self.actions.moves
        self._loops = start.engine
        self.work = self._loops.workspace(start.work.array["box"])
        self.work.array["start"] = start.work.array["table"]
        wrap, loops = self._loops.wrap, self._loops
        self._plans = wrap(self.plan, plan_struct(spec))
        self._arguments = (
            self.work.structs,
            self.work.raw,
            *loops.hiding,
            self._plans,
            wrap(self.lanes, lane_struct(spec)),
            self.codes,
            self.masks.view(np.uint8),
        )
        self._play, self._scale, self._observe = loops.step_tables, loops.scale_rows, loops.observe_table
        self._scales = self.layout.scales
        self._scaled = np.zeros((self.count, self.layout.size), np.float32)
        self._one = np.zeros((1, self.layout.size), np.uint8)

    def seed(self, seeds: Sequence[int | None] | None, which: NDArray[np.bool_]) -> None:
        """Let the luck of tables start anew from seeds; None: from ones nobody can foresee."""
        for i in map(int, np.flatnonzero(which)):
            seed = None if seeds is None else seeds[i]
            number = secrets.randbits(62) if seed is None else whole_number("A seed", seed, 0, MOST_SEED)
            self.lanes["seed"][i], self.lanes["game"][i] = number, 0

    def restart(self, which: NDArray[np.bool_]) -> None:
        """Begin a new game on some tables."""
        self.lanes["order"] = np.where(which, RESTART, LOOK)
        self._go_on()
        self.lanes["order"] = ACT

    def step(self, chosen: Any) -> int:
        """Take an action on every table and play on to the next; return how many games ended.

        Raises IllegalAction, with nothing changed, if one is not open.
        """
        self._action[...] = chosen
        return self._go_on()

    def _go_on(self) -> int:
        ended: int = self._play(*self._arguments)
        if ended <= ILLEGAL:
            raise IllegalAction(ILLEGAL - ended)
        if ended < 0:
            raise Mistake(STUCK)
        return ended

    def advice(self) -> NDArray[np.int64]:
        """The action that the heuristic would take on each table."""
        self._loops.advise_tables(*self._arguments[:6])
        advised: NDArray[np.int64] = self._action.copy()
        return advised

    def numbers(self, codes: NDArray[np.uint8]) -> NDArray[Any]:
        """Observations as the environment gives them; scaled ones are overwritten by the next step's."""
        if self.setting.dtype == "uint8":
            return codes
        scaled = self._scaled if len(codes) == self.count else np.zeros(codes.shape, np.float32)
        self._scale(codes, self._scales, scaled)
        return scaled

    def observe_one(self, seat: int) -> NDArray[np.uint8]:
        """The observation of any seat, where there is one table."""
        self._observe(self.work.structs, self.work.raw, *self._loops.hiding, self._plans, seat, self._one)
        row: NDArray[np.uint8] = self._one[0]
        return row

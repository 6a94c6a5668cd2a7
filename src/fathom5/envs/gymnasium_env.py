"""Vector environments by Gymnasium's API: many tables in one compiled call a step.

In `vector` one seat of each table learns, and nature and its opponents move inside. In `self_play` every seat
is asked, and each step gives the observation of whoever decides next. A finished table is laid anew in the
same step (`AutoresetMode.SAME_STEP`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError, InvalidAction, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fathom5.core.errors import whole_number
from fathom5.core.game import BoxChanges, Game
from fathom5.envs.spaces import Numbers, Observation, numbers_space, split, with_mask
from fathom5.envs.tables import IllegalAction, Setting, Tables, opponents_policies

Step = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class TablesEnv(VectorEnv[Any, Any, NDArray[Any]]):
    """Tables of one game as a vector environment of Gymnasium."""

    def __init__(
        self,
        setting: Setting,
        num_envs: int,
        *,
        parts: bool = False,
        mask_in_observation: bool = False,
        copy: bool = True,
    ) -> None:
        self.tables = Tables(setting, num_envs)
        self.setting, self.num_envs = setting, self.tables.count
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self._parts, self._masked, self._copy = parts, mask_in_observation, copy
        space = numbers_space(self.tables.layout, setting.dtype, parts)
        actions = self.tables.actions.size
        self.single_observation_space = with_mask(space, actions) if mask_in_observation else space
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.tables.plan["autoreset"] = 1
        self._everywhere = np.ones(self.num_envs, np.bool_)
        self._everywhere.flags.writeable = False
        self._truncations = np.zeros(self.num_envs, np.bool_)
        self._is_reset = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin new games on all tables, or on those that options["reset_mask"] names.

        A number as seed gives the tables that number and the following ones; without one luck goes on, or
        starts from where nobody can foresee. Raises ClosedEnvironmentError, and ValueError for a bad mask.
        """
        self._check_open()
        which = self._everywhere
        if options and "reset_mask" in options:
            which = np.asarray(options["reset_mask"])
            if which.shape != (self.num_envs,) or which.dtype != np.bool_ or not which.any():
                raise ValueError(f"reset_mask is an array of {self.num_envs} booleans, one at least True.")
        if isinstance(seed, Sequence):
            if len(seed) != self.num_envs:
                raise ValueError(f"{self.num_envs} tables need as many seeds, not {len(seed)}.")
            self.tables.seed(seed, which)
        elif seed is not None:
            first = whole_number("A seed", seed, 0, 1 << 61)
            self.tables.seed(range(first, first + self.num_envs), which)
        elif not self._is_reset:
            self.tables.seed(None, which)
        self._is_reset = True
        self.tables.restart(which)
        return self._observations(), self._info()

    def step(self, actions: Any) -> Step:
        """Take an action on every table and play on until the next one is asked for.

        Raises InvalidAction, with nothing changed, if an action is not open or there is not one for each
        table; ResetNeeded and ClosedEnvironmentError.
        """
        self._check_open()
        if not self._is_reset:
            raise ResetNeeded("Call reset before step.")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise InvalidAction(
                f"Actions are {self.num_envs} whole numbers, not {chosen.dtype} of the shape {chosen.shape}."
            )
        try:
            ended = self.tables.step(chosen)
        except IllegalAction as wrong:
            table = wrong.table
            raise InvalidAction(
                f"Action {chosen[table]} is not open on table {table}; see its action mask."
            ) from None
        lanes = self.tables.lanes
        over, info = lanes["over"].astype(np.bool_), self._info()
        if ended:
            info.update(self._final_info(over))
        return self._observations(), lanes["reward"].copy(), over, self._truncations.copy(), info

    def heuristic_actions(self) -> NDArray[np.int64]:
        """What the game's heuristic would do now on every table, from what the seat may know."""
        self._check_open()
        return self.tables.advice()

    def close_extras(self, **kwargs: Any) -> None:
        """There is nothing to release."""

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("The environment is closed.")

    def _shown(self, codes: NDArray[np.uint8], masks: NDArray[np.int8]) -> Observation:
        numbers: Numbers = self.tables.numbers(codes)
        shown = split(self.tables.layout, numbers, self._parts)
        return {"observation": shown, "action_mask": masks} if self._masked else shown

    def _observations(self) -> Observation:
        shown = self._shown(self.tables.codes[: self.num_envs], self.tables.masks)
        return _copied(shown) if self._copy else shown

    def _info(self) -> dict[str, Any]:
        masks, lanes = self.tables.masks, self.tables.lanes
        return {
            "action_mask": masks.copy() if self._copy else masks,
            "_action_mask": self._everywhere,
            "seat": lanes["actor"].copy(),
            "_seat": self._everywhere,
        }

    def _final_info(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """What Gymnasium says of tables whose game ended in this step."""
        ended, lanes, players = np.flatnonzero(over), self.tables.lanes, self.setting.players
        no_masks = np.zeros((len(ended), self.tables.actions.size if self._masked else 0), np.int8)
        final = self._shown(self.tables.codes[self.num_envs + ended], no_masks)
        observations = np.full(self.num_envs, None, object)
        for place, table in enumerate(ended):
            observations[table] = _taken(final, place)
        info: dict[str, Any] = {}
        for name in ("rewards", "points", "length"):
            told = lanes[name][ended] if name == "length" else lanes[name][ended, :players]
            info[name], info[f"_{name}"] = np.zeros((self.num_envs, *told.shape[1:]), told.dtype), over
            info[name][ended] = told
        return {"final_obs": observations, "_final_obs": over, "final_info": info, "_final_info": over}


class LearnerEnv(TablesEnv):
    """One seat of each table learns; the others are bots, who move inside."""

    def __init__(
        self,
        setting: Setting,
        num_envs: int,
        opponents: str | Sequence[str],
        seat: int | None,
        **how: Any,
    ) -> None:
        super().__init__(setting, num_envs, **how)
        tables, players = self.tables, setting.players
        policies = opponents_policies(setting.game, opponents, players)
        for away, (policy, weights) in enumerate(policies, 1):
            tables.plan["policies"][0, away], tables.plan["weights"][0, away] = policy, weights
        if seat is None:
            tables.plan["turning"], tables.lanes["seat"] = 1, 0
            tables.lanes["first"] = np.arange(self.num_envs) % players
        else:
            tables.lanes["seat"] = whole_number("The learner's seat", seat, 0, players - 1)


def _copied(observation: Observation) -> Observation:
    if isinstance(observation, dict):
        return {name: _copied(each) for name, each in observation.items()}
    return observation.copy()


def _taken(observation: Observation, place: int) -> Any:
    if isinstance(observation, dict):
        return {name: _taken(each, place) for name, each in observation.items()}
    return observation[place]


def vector(
    game: str | Game,
    num_envs: int = 1,
    players: int | None = None,
    *,
    opponents: str | Sequence[str] = "heuristic",
    seat: int | None = None,
    reward: str = "win",
    options: Mapping[str, object] | None = None,
    box: BoxChanges = None,
    dtype: str = "float32",
    features: bool = False,
    compiled: bool | None = None,
    **how: Any,
) -> LearnerEnv:
    """A vector environment in which one seat of each table learns.

    The others are "random", "beginner", "heuristic", "seal" or "seal:CHARACTER", one name for all or one
    each from the learner's left on. Without a `seat` the learner takes another one in each game. `reward` is
    "win", the share of the win; "place", from 1 for the first to -1 for the last; or "score", the points less
    the others' mean.
    `dtype` is "float32", scaled, or "uint8". `features` tells the game's own features of each seat too,
    which its value network judges by. `parts` gives observations by field, `mask_in_observation`
    puts the action mask beside them, and without `copy` arrays are overwritten by the next step. Raises
    Mistake for what cannot be played.
    """
    setting = Setting.of(
        game, players, options, box, reward=reward, dtype=dtype, features=features, compiled=compiled
    )
    return LearnerEnv(setting, num_envs, opponents, seat, **how)


def self_play(
    game: str | Game,
    num_envs: int = 1,
    players: int | None = None,
    *,
    reward: str = "win",
    options: Mapping[str, object] | None = None,
    box: BoxChanges = None,
    dtype: str = "float32",
    features: bool = False,
    compiled: bool | None = None,
    **how: Any,
) -> TablesEnv:
    """A vector environment in which every seat is asked: a step gives the observation of who decides next.

    That seat is `info["seat"]`. The reward of a step is that of the seat that acted; those of all seats are
    in `info["final_info"]["rewards"]`. The rest is as in `vector`.
    """
    return TablesEnv(
        Setting.of(
            game, players, options, box, reward=reward, dtype=dtype, features=features, compiled=compiled
        ),
        num_envs,
        **how,
    )

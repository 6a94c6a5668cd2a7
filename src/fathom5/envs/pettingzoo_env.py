"""Any game as an environment of PettingZoo, in which seats act one after another (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo.utils import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from fathom5.core.errors import IllegalMove, Mistake, one_of
from fathom5.core.game import BoxChanges, Game
from fathom5.core.rule import STRANGER
from fathom5.envs.rendering import pixels
from fathom5.envs.spaces import numbers_space, split, with_mask
from fathom5.envs.tables import IllegalAction, Setting, Tables
from fathom5.view import View

RENDER_MODES = ("human", "rgb_array", "ansi")


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo gives no types
    """One table; the agents are its seats, and nature moves by itself."""

    def __init__(self, setting: Setting, *, parts: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise one_of("render mode", render_mode, RENDER_MODES)
        self.setting, self.render_mode, self._parts = setting, render_mode, parts
        self.metadata = {
            "name": f"{setting.game.name.replace('-', '_')}_v{setting.game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._tables = Tables(setting, 1)
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        space = numbers_space(self._tables.layout, setting.dtype, parts)
        size = self._tables.actions.size
        self.observation_spaces = {agent: with_mask(space, size) for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(size) for agent in self.possible_agents
        }
        self._mask, self._codes = self._tables.masks[0], self._tables.codes[0]
        self._actor = self._tables.lanes["actor"]
        self._asked = ""
        self._scales = self._tables.layout.scales if setting.dtype != "uint8" else None
        self._seeded = self._closed = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Lay the table; without a seed luck goes on, or starts from where nobody can foresee."""
        if self._closed:
            raise Mistake("The environment is closed.")
        one = np.ones(1, np.bool_)
        if seed is not None or not self._seeded:
            self._tables.seed([seed], one)
            self._seeded = True
        self._tables.restart(one)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked = self.possible_agents[self._actor[0]]
        self._skip_agent_selection = None

    def step(self, action: int | None) -> None:
        """Take an action of the seat that decides; raises IllegalMove and changes nothing if it is closed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._closed:
            raise Mistake("The environment is closed.")
        try:
            ended = self._tables.step(-1 if action is None else action)
        except IllegalAction:
            raise IllegalMove(f"Action {action} is not open; see the action mask.") from None
        self._cumulative_rewards[agent] = 0.0
        if ended:
            rewards = self._tables.lanes["rewards"][0]
            for each, seat in self._seats.items():
                self.rewards[each] = float(rewards[seat])
                self.terminations[each] = True
            self._asked, self._mask[:] = "", 0
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self._asked = self.possible_agents[self._actor[0]]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know, and its open actions; none while another seat decides."""
        is_asked = agent == self._asked
        codes = self._codes if is_asked else self._tables.observe_one(self._seats[agent])
        numbers = codes.copy() if self._scales is None else codes * self._scales
        mask = self._mask.copy() if is_asked else np.zeros_like(self._mask)
        return {
            "observation": split(self._tables.layout, numbers, True) if self._parts else numbers,
            "action_mask": mask,
        }

    @property
    def view(self) -> View:
        """The table as somebody without a seat sees it."""
        start, work = self.setting.start, self._tables.work
        position = start.copy()
        position.put(work.table_bytes)
        names = [f"Seat {seat}" for seat in range(self.setting.players)]
        return View(
            self.setting.game, position.shown(STRANGER), work.array["box"].copy(), STRANGER, names, ()
        )

    def render(self) -> NDArray[np.uint8] | str | None:
        """The board as somebody without a seat sees it: as pixels, as a text, or printed."""
        if self.render_mode == "rgb_array":
            return pixels(self.view.svg())
        if self.render_mode == "ansi":
            return self.view.text()
        if self.render_mode == "human":
            print(self.view.text())
        return None

    def close(self) -> None:
        """Refuse everything from now on."""
        self._closed = True


def aec(
    game: str | Game,
    players: int | None = None,
    *,
    reward: str = "win",
    options: Mapping[str, object] | None = None,
    box: BoxChanges = None,
    dtype: str = "float32",
    features: bool = False,
    compiled: bool | None = None,
    parts: bool = False,
    render_mode: str | None = None,
) -> Any:
    """A game as an environment of PettingZoo, with its usual wrappers; `.unwrapped` is without them.

    Observations have `observation`, flat or by field (`parts`), and `action_mask`. An illegal action ends the
    game as PettingZoo's wrapper does it, with -1 for who chose it. `reward`, `dtype` and
    `features` are as in `vector`. Raises Mistake for what cannot be played.
    """
    setting = Setting.of(
        game, players, options, box, reward=reward, dtype=dtype, features=features, compiled=compiled
    )
    table = TableEnv(setting, parts=parts, render_mode=render_mode)
    illegal = TerminateIllegalWrapper(table, illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(illegal))

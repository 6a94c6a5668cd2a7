"""A vector environment for sb3-contrib's MaskablePPO, which asks it for `action_masks`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError:
    raise Mistake("MaskablePPO needs sb3-contrib: pip install sb3-contrib.") from None

MASKS = "action_masks"
"""What sb3-contrib calls the masks."""


class MaskableVecEnv(VecEnv):  # type: ignore[misc]  # it may be missing when types are checked
    """A vector environment of this package as stable-baselines3 takes it; one call steps all games."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self._actions: NDArray[np.int64] = np.zeros(env.num_envs, np.int64)
        self.masks: NDArray[np.bool_] = np.zeros((env.num_envs, env.single_action_space.n), bool)
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> NDArray[Any]:
        """Begin all games anew, from the seed that `seed` was given last."""
        observations, info = self.env.reset(seed=self._seeds[0])
        self._reset_seeds()
        self.masks = info["action_mask"].astype(bool)
        return observations.copy()  # type: ignore[no-any-return]

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_], list[dict[str, Any]]]:
        """Step all games; one that ended has begun anew, and its last observation is in its info."""
        observations, rewards, ended, cut, info = self.env.step(self._actions)
        self.masks = info["action_mask"].astype(bool)
        done = ended | cut
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(done):
            last = info["final_obs"][number]
            infos[number] = {"terminal_observation": last, "TimeLimit.truncated": bool(cut[number])}
        return observations.copy(), rewards.astype(np.float32), done, infos

    def close(self) -> None:
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of every game; raises AttributeError if there is none."""
        owner = self if attr_name == MASKS else self.env
        return [getattr(owner, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all games; raises ValueError for some of them: they are one batch."""
        if indices is not None:
            raise ValueError("The games of a batch have their attributes in common.")
        setattr(self.env, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """The masks of some games, which is all that one of them can be asked; else raises AttributeError."""
        if method_name != MASKS:
            raise AttributeError(f"A game of a batch has no method {method_name}.")
        return list(self.masks[self._chosen(indices)])

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are open, a row for each game."""
        return self.masks

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * len(self._chosen(indices))

    def _chosen(self, indices: int | Iterable[int] | None) -> list[int]:
        return list(self._get_indices(indices))

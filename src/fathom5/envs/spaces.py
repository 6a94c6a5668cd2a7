"""Gymnasium's spaces of a game's observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fathom5.observation import Layout

Numbers = NDArray[Any]
Observation = Numbers | dict[str, Any]
"""A flat array, or arrays by name."""


def numbers_space(layout: Layout, dtype: str, parts: bool) -> spaces.Space[Any]:
    """The space of a seat's observation: flat, or by the fields of the table."""
    low, top = np.zeros(layout.size, dtype), layout.tops.astype(dtype)
    if dtype != "uint8":
        top *= layout.scales
    if not parts:
        return spaces.Box(low, top, dtype=np.dtype(dtype).type)
    fields: dict[str, spaces.Space[Any]] = {
        each.name: spaces.Box(
            low[each.start : each.stop], top[each.start : each.stop], dtype=np.dtype(dtype).type
        )
        for each in layout.spans
    }
    return spaces.Dict(fields)


def with_mask(space: spaces.Space[Any], actions: int) -> spaces.Dict:
    """The space of an observation together with the action mask."""
    return spaces.Dict({"observation": space, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def split(layout: Layout, numbers: Numbers, parts: bool) -> Observation:
    """Observations as they are, or by the fields of the table; nothing is copied."""
    if not parts:
        return numbers
    return {each.name: numbers[..., each.start : each.stop] for each in layout.spans}

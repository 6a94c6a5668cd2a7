"""What of the box of Deep Dive a move uses, for studies."""

from __future__ import annotations

from typing import Any

from fathom5.games.deep_dive import rules
from fathom5.games.deep_dive.table import OPEN_WATER, PREDATOR, ROCK, Box, IngestRock, Reveal, Take


def parts(box: Box, move: Any) -> list[str]:
    """The kind of the tile and, of a move of a player, the depth."""
    match move:
        case Take(depth, tile):
            return [f"take: {_tile(tile)}", f"depth: {depth + 1}"]
        case IngestRock(depth):
            return [f"rock to depth: {depth + 1}"]
        case Reveal(tile):
            return [f"flipped: {_tile(tile)}"]
    return []


def _tile(kind: int) -> str:
    others = {ROCK: "rock", OPEN_WATER: "open water", PREDATOR: "predator"}
    return others.get(kind) or f"food of {rules.points_of(kind)}"

"""The page of the mutants."""

from __future__ import annotations

from pathlib import Path

from .results import Outcome


def write_page(outcomes: list[Outcome], path: Path) -> None:
    """Write the table of the games and every survivor with its reason."""
    path.write_text("", "utf-8")

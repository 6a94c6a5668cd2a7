"""How well a game's networks are calibrated: a picture and a table for the docs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from fathom5.core.game import Game
from fathom5.lab.figures import calibrations
from fathom5.lab.training import Trained


def write_report(folder: Path, game: Game, trained: Mapping[int, Trained]) -> Iterator[Path]:
    """Write calibration-GAME.svg and calibration-GAME.md into a folder; yields their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    named = {f"{players} player{'s' if players > 1 else ''}": each for players, each in trained.items()}
    picture = folder / f"calibration-{game.name}.svg"
    picture.write_text(
        calibrations({name: each.calibration.bins for name, each in named.items()}) + "\n", "utf-8"
    )
    yield picture
    table = folder / f"calibration-{game.name}.md"
    table.write_text("\n".join(_table(named)) + "\n", "utf-8")
    yield table


def _table(named: Mapping[str, Trained]) -> Iterator[str]:
    yield "| | chance told | came true (95 %) | apart | seats |"
    yield "|---|---|---|---|---|"
    for name, each in named.items():
        for bin in each.calibration.bins:
            yield (
                f"| {name} | {100 * bin.predicted:.1f} % | {100 * bin.observed:.1f} % "
                f"({100 * bin.low:.1f} to {100 * bin.high:.1f}) | {100 * bin.gap:+.1f} | {bin.seats:,} |"
            )

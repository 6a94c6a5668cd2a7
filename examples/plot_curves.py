"""Draw learning curves that train_ppo.py wrote.

python examples/plot_curves.py examples/agents/*.csv --out docs/pictures/learning.svg
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import matplotlib.pyplot as plt

COLOURS = ("#17527a", "#2f86a6", "#7cc4d8", "#b5651d")


def main() -> None:
    """Read the curves and draw them into one picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curves", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=Path("learning.svg"))
    arguments = parser.parse_args()
    plt.switch_backend("svg")
    plt.rcParams["svg.hashsalt"] = "fathom5"
    figure, axes = plt.subplots(figsize=(7.2, 3.8))
    for path, colour in zip(arguments.curves, COLOURS * len(arguments.curves), strict=False):
        with path.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        minutes = [float(row["minutes"]) for row in rows]
        axes.plot(minutes, [100 * float(row["win_share"]) for row in rows], color=colour, label=path.stem)
    axes.axhline(50, color="#4d6473", linewidth=0.8, linestyle=":")
    axes.set_xlabel("minutes of the processor")
    axes.set_ylabel("wins of 100, the latest 4,000 games")
    axes.set_ylim(0, 85)
    axes.grid(alpha=0.25)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(arguments.out, metadata={"Date": None})


if __name__ == "__main__":
    main()

"""What is judged of a match so far, as lines of text: a review that was interrupted goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any

from fathom5.coach.evaluator import Estimate
from fathom5.coach.judged import Chance, Decision, Judged
from fathom5.coach.sample import Worth
from fathom5.coach.verdicts import Scale, Verdict
from fathom5.core.errors import Mistake


class Findings:
    """What the start is worth, and what is to be said of single moves.

    A number is read as it was written, to the last bit.
    """

    def __init__(self, lines: Iterable[str] = ()) -> None:
        """Begin with what lines tell; raises Mistake for a line that is none."""
        self.start: tuple[Worth, ...] = ()
        """By seat what the position before the first move is worth; empty before it was judged."""
        self.scale = Scale()
        self.moves: dict[int, Judged | None] = {}
        """What is to be said of each judged move, by number; None where nothing else could have been done."""
        self.keep: Callable[[str], object] = lambda line: None
        """Given each new finding as a line."""
        for line in lines:
            self.read(line)

    def begin(self, start: tuple[Worth, ...], scale: Scale) -> None:
        """Note what the start is worth, and on which scale the match is judged."""
        self.start, self.scale = start, scale
        self._write({"start": start, "spread": scale.spread})

    def add(self, number: int, judged: Judged | None) -> None:
        """Note what is to be said of a move."""
        self.moves[number] = judged
        self._write({"move": number, "judged": judged and asdict(judged)})

    def _write(self, content: dict[str, Any]) -> None:
        self.keep(json.dumps(content))

    def read(self, line: str) -> None:
        """Take over what a line tells; raises Mistake if it is none of a review."""
        try:
            content = json.loads(line)
            if "start" in content:
                self.start = tuple(map(worth_of, content["start"]))
                self.scale = Scale(float(content["spread"]))
            else:
                judged = content["judged"]
                self.moves[int(content["move"])] = judged and judged_of(judged)
        except (ValueError, KeyError, TypeError, IndexError):
            raise Mistake("This is no line of a review.") from None

    @property
    def judged(self) -> tuple[Judged, ...]:
        """Every judged move that could have been another, in their order."""
        return tuple(each for _, each in sorted(self.moves.items()) if each)


def worth_of(pair: Any) -> Worth:
    """A worth as JSON has it; raises ValueError or TypeError for anything else."""
    wins, points = pair
    return Worth(Estimate(*wins), Estimate(*points))


def worths_of(pairs: Any) -> tuple[Any, ...]:
    """Worths as JSON has them, None where there is none."""
    return tuple(pair and worth_of(pair) for pair in pairs)


def judged_of(content: dict[str, Any]) -> Judged:
    """A judged move as JSON has it; raises KeyError, ValueError or TypeError for anything else."""
    after = worths_of(content.pop("after"))
    if "luck" in content:
        return Chance(luck=worths_of(content.pop("luck")), after=after, **content)
    for name in ("worth", "best_worth", "cost"):
        content[name] = worth_of(content[name])
    content |= {"effects": worths_of(content["effects"]), "verdict": Verdict(content["verdict"])}
    return Decision(after=after, **content)

"""What is known of a game's mutants: kept from run to run, and the survivors that are explained."""

from __future__ import annotations

import json
import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .changes import Mutant
from .clauses import ClauseTest

ROOT = Path(__file__).parents[2]
FOLDER = ".mutants"
"""Where results are kept, in the folder from which the tool is run."""


@dataclass
class Kept:
    """Tests as measured and mutants as judged, in a file."""

    path: Path
    tests: dict[str, ClauseTest] = field(default_factory=dict)
    """By what they depend on."""
    verdicts: dict[str, tuple[str | None, str]] = field(default_factory=dict)
    """By mutant: the test that noticed it and what that says; or None or TOO_SLOW and what all tests say."""

    @classmethod
    def read(cls, game: str) -> Kept:
        path = Path(FOLDER) / f"{game}.json"
        if not path.exists():
            return cls(path)
        content = json.loads(path.read_text("utf-8"))
        tests = {key: ClauseTest(**test) for key, test in content["tests"].items()}
        verdicts = content.get("verdicts", {})  # older versions judged tests that do not end otherwise
        return cls(path, tests, {key: (by, state) for key, (by, state) in verdicts.items()})

    def write(self) -> None:
        self.path.parent.mkdir(exist_ok=True)
        tests = {key: asdict(test) for key, test in self.tests.items()}
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({"tests": tests, "verdicts": self.verdicts}), "utf-8")
        new.replace(self.path)


def reasons(path: Path) -> dict[str, str]:
    """Why some mutants may survive, by their names, as a file has it."""
    if not path.exists():
        return {}
    entries = tomllib.loads(path.read_text("utf-8")).get("equivalent", [])
    return {
        f"{entry['module']}.{entry['function']}: {change}": entry["reason"]
        for entry in entries
        for change in entry["changes"]
    }


@dataclass
class Outcome:
    """How many mutants of a game were made, which of them survived, and which could not be judged."""

    game: str
    title: str
    judged: int
    survivors: list[Mutant]
    late: list[Mutant]
    """Neither caught nor survivors: no test noticed them, but some took much longer than usual."""
    reasons: dict[str, str]
    stale: list[str]
    """Reasons for mutants that do not survive or are not made any more."""
    slow: list[str]
    """Tests that take too long to be run on mutants."""

    @property
    def caught(self) -> int:
        return self.judged - len(self.survivors) - len(self.late)

    @property
    def unexplained(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant.name not in self.reasons]

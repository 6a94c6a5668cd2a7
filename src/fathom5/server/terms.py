"""What the host of a room sets: when a bot plays on for the absent, the time for a decision, who may join."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from fathom5.core.errors import Mistake
from fathom5.text.language import say

ABSENCES = (0, 60, 86_400)
"""Seconds of absence that the host may choose; 0 for any."""

CLOCKS = (0, 30, 120, 600)
"""Seconds for a decision that the host may choose; 0 for any."""


@dataclass(frozen=True)
class Terms:
    """What the host has set."""

    absence: int = 0
    """Seconds after which a bot plays on for whoever is to decide and away; 0: never."""
    clock: int = 0
    """Seconds after which a bot decides once for whoever is to decide; 0: never."""
    public: bool = False
    """Whether anybody may take a seat before the start."""

    @property
    def text(self) -> str:
        """The terms as an entry has them."""
        return json.dumps(asdict(self))


def read_terms(text: str) -> Terms:
    """The terms of an entry."""
    return Terms(**json.loads(text))


def chosen_terms(absence: int, clock: int, public: bool) -> Terms:
    """The terms that a form has; raises Mistake for what is not among the choices."""
    if absence not in ABSENCES or clock not in CLOCKS:
        raise Mistake(say("Choose one of the times."))
    return Terms(absence, clock, public)

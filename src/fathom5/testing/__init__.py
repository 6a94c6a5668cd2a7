"""Tests for our games and everybody's: scenario scripts and the conformance suite."""

from fathom5.testing.questions import impossible_moves
from fathom5.testing.scenario import arranged, go_on, scenario

__all__ = ["arranged", "go_on", "impossible_moves", "scenario"]

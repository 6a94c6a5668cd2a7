"""SCUBA says why a move is impossible: the clause it cites against one worked out here in another way."""

from random import Random

import pytest

from fathom5 import Match
from fathom5.games.scuba.table import SPECIES_NAMES
from fathom5.testing import impossible_moves

STATES = ("aboard", "diving", "snorkeling")
PHASES = ("", "", "step", "discover", "", "", "choose", "push", "pick", "", "surfaced")
OF_CHANCE = {
    "Exchange": "Preparation 2",
    "DrawCurrent": "Step 2.1",
    "Reveal": "SC-14",
    "DrawEvent": "Step 3.12",
}
OF_EVENTS = {
    "Choose": "Icons 4",
    "PushDiver": "Icons 15",
    "PushAll": "Icons 21",
    "PushFish": "Icons 18",
    "Pick": "Icons 11",
}
ASKED_BY = {"choose": ["Choose"], "push": ["PushDiver", "PushAll", "PushFish"], "pick": ["Pick"]}


class Situation:
    """What a seat sees, in plain words."""

    def __init__(self, view):
        self.table, self.box, self.seat = view.table, view.box, view.seat
        self.diver = self.table.divers[view.seat]
        self.state, self.phase = STATES[self.diver.state], PHASES[self.table.phase]
        self.row, self.column = int(self.diver.row), int(self.diver.column)
        self.place = max(0, self.row) * 9 + self.column
        self.dusty = {int(cube) for diver in self.table.divers for cube in diver.dust}
        self.up_swum = int(self.table.went[0])


def clause(view, words, asked):
    """The clause that forbids what was asked."""
    here, kind = Situation(view), asked.kind.__name__
    if kind in OF_CHANCE:
        return OF_CHANCE[kind]
    if here.state == "aboard":
        return "SC-24" if kind in ("Stop", "ClimbAboard", "Snorkel") else "SC-1"
    if here.phase == "surfaced":
        return "SC-19"
    if kind in OF_EVENTS:
        return of_event(here, kind, words)
    if here.phase in ASKED_BY:
        return "Step 3.12"
    if kind in ("GoOn", "Flip", "See"):
        return of_discovery(here, kind, asked.rest)
    if here.phase == "discover":
        return "SC-2"
    other = {"DiveIn": "SC-1", "Snorkel": "SC-19", "ClimbAboard": "SC-22"}
    return other[kind] if kind in other else of_step(here, words)


def of_event(here, kind, words):
    if kind not in ASKED_BY.get(here.phase, []):
        return OF_EVENTS[kind]
    if kind == "Choose":
        return "Icons 4"
    if kind != "Pick":
        return "Icons 3"
    verb, _, spot = words.partition(" ")
    flips = here.box.events[here.table.card].tile == 1
    if len(spot) != 2 or flips != (verb == "clear"):
        return "Icons 11"
    column, row = "abcdefghi".index(spot[0]), int(spot[1]) - 1
    beside = abs(column - here.place % 9) + abs(row - here.place // 9) == 1
    if not beside or row > 7 or here.table.backs[9 * row + column] < 0:
        return "Icons 11"
    return "SC-4" if 9 * row + column in here.dusty else "SC-23"


def of_discovery(here, kind, name):
    if here.phase == "step" and not here.table.steps:
        return "SC-3"
    if here.table.fast:
        return "SC-8"
    if here.row == 8:
        return "Step 2.12"
    if kind == "GoOn":
        return "SC-2"
    if kind == "Flip":
        reason = "" if here.table.backs[here.place] >= 0 else "Step 3.10"
    else:
        known = [fish for fish in list(here.table.animals)[: here.table.found] if fish.place == here.place]
        species, _, number = name.rpartition(" ") if name[-1:].isdigit() else (name, "", "")
        if name:
            known = [fish for fish in known if SPECIES_NAMES[fish.species] == species]
        if number:
            known = known[int(number) - 1 : int(number)]
        new = [fish for fish in known if not fish.discs & (1 << here.seat)]
        reason = "" if new else "Step 3.13" if known else "Step 3.22"
    return reason or ("SC-4" if here.place in here.dusty else "SC-2")


def of_step(here, words):
    up = words.startswith(("up", "surface"))
    if words.startswith("swim"):
        return "Step 3.7"
    if here.state == "snorkeling" and (up or words == "down"):
        return "Surface 7"
    if here.table.steps >= 4:
        return "Step 3.1"
    if up:
        return of_ascent(here, words)
    if words == "down":
        return "Icons 20" if here.table.no_down else "Decompression 3" if here.row >= 7 else "Step 3.3"
    if here.row == 8:
        return "Decompression 3"
    if here.table.players == 2 and here.column in (1, 7):
        at_side = (here.column == 1) == (words == "left")
        return "Preparation 3" if at_side else "Step 3.4"
    return "Step 3.7" if (here.column, words) in ((0, "left"), (8, "right")) else "Step 3.4"


def of_ascent(here, words):
    if here.table.rounds == 1:
        return "SC-18"
    if "surface" in words and here.row > 0:
        return "Surface 1"
    if here.row == 0 and here.diver.tokens >= 2:
        return "Decompression 7"
    if here.up_swum < 2:
        return "SC-8"
    if not here.table.decompression:
        return "Step 3.2"
    return "SC-8" if here.table.fast or here.table.explored else "Decompression 7"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("deco", [False, True])
def test_the_clause_of_every_impossible_move(players, deco):
    cited = set()
    for seed in range(3):
        rng = Random(seed)
        match = Match("scuba", players, seed=seed, options={"decompression": deco})
        while not match.over:
            view = match.view(match.actor)
            for words, asked in impossible_moves(view, rng):
                wanted = clause(view, words, asked)
                assert f"({wanted})" in view.why(words), (seed, len(match.history), words)
                cited.add(wanted)
            match.play(rng.choice(match.ids))
    assert cited >= {"SC-1", "SC-2", "SC-3", "SC-4", "SC-18", "SC-19", "SC-22", "Surface 1", "Surface 7"}

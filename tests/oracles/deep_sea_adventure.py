"""Deep Sea Adventure as its rulebook and rulings have it, in plain Python.

A stack is the levels of its chips, from 0 and sorted; equal stacks are the same to everybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from tests.oracles import lockstep
from tests.oracles.lockstep import Move

from fathom5.core.rule import NATURE
from fathom5.match import Match

ABOARD = -1
Stack = tuple[int, ...]


@dataclass
class Diver:
    """A diver and what it has brought home."""

    place: int = ABOARD
    turned: bool = False
    home: bool = False
    carried: list[Stack] = field(default_factory=list)
    treasure: list[tuple[int, int]] = field(default_factory=list)
    """Level and value of every chip brought home."""


class DeepSeaAdventure:
    """One game.

    In which order chips at home are turned over is left open, so `turned_over` tells whose chip of which
    level comes next. The first edition of our rules asked for the order of laying wherever stacks differ, and
    let one who never left start the next dive rather than the last to come home.
    """

    def __init__(
        self,
        players: int,
        box: Mapping[str, Any],
        turned_over: Callable[[], tuple[int, int]],
        *,
        print_2014: bool = False,
        loose_stacks: bool = False,
        edition: int = 2,
    ) -> None:
        self.box, self.turned_over = box, turned_over
        self.print_2014, self.loose_stacks, self.edition = print_2014, loose_stacks, edition
        self.divers = [Diver() for _ in range(players)]
        self.line: list[Stack | None] = [(level,) for level in range(4) for _ in box["chips"][level]]
        self.face_down = [list(values) for values in box["chips"]]
        self.dive, self.air, self.idle = 1, box["air"], 0
        self.asked = "start"
        self.turn = self.starter = 0
        self.stirred = self.over = False
        self.last_home: int | None = None
        self.to_reveal: list[tuple[int, int]] = []
        self.drowned: list[int] = []
        self.piles: list[list[Stack]] = []

    # What may be played

    @property
    def actor(self) -> int | None:
        if self.over:
            return None
        if self.asked in ("start", "roll", "reveal"):
            return NATURE
        return self.drowned[0] if self.asked == "lay" else self.turn

    def moves(self) -> dict[Move, Fraction]:
        if self.asked == "start":
            return {("start", seat): Fraction(1, len(self.divers)) for seat in range(len(self.divers))}
        if self.asked == "roll":
            return self.rolls()
        if self.asked == "reveal":
            return self.values()
        return dict.fromkeys(self.decisions(), Fraction(0))

    def rolls(self) -> dict[Move, Fraction]:
        faces = [face for face, count in enumerate(self.box["die"]) for _ in range(count)]
        rolls = Counter(tuple(sorted(roll)) for roll in product(faces, faces))
        return {("roll", *roll): Fraction(count, len(faces) ** 2) for roll, count in rolls.items()}

    def values(self) -> dict[Move, Fraction]:
        """Every chip of the level that nobody has seen is as likely."""
        seat, level = self.turned_over()
        unknown = self.face_down[level]
        return {
            ("reveal", seat, level, value): Fraction(count, len(unknown))
            for value, count in Counter(unknown).items()
        }

    def decisions(self) -> list[Move]:
        if self.asked == "turn back":
            return [("dive deeper",), ("turn back",)]
        if self.asked == "lay":
            return [("lay", stack) for stack in set(self.divers[self.drowned[0]].carried)]
        return self.step_4()

    def step_4(self) -> list[Move]:
        diver = self.divers[self.turn]
        if diver.place == ABOARD:
            return [("leave",)]
        if self.line[diver.place] is not None:
            return [("leave",), ("take",)]
        return [("leave",), *(("drop", stack) for stack in set(diver.carried))]

    # Moves

    def play(self, move: Move) -> None:
        match move:
            case ("start", seat):
                self.turn = self.starter = seat
                self.step_1()
            case ("roll", low, high):
                self.step_3(low + high + 2)
            case ("reveal", seat, level, value):
                self.reveal(seat, level, value)
            case ("lay", stack):
                self.lay(stack)
                self.sink()
            case ("dive deeper" | "turn back" as way,):
                self.divers[self.turn].turned = way == "turn back"
                self.asked = "roll"
            case _:
                self.search(*move)

    def step_1(self) -> None:
        diver = self.divers[self.turn]
        load = len(diver.carried)
        self.air = max(0, self.air - load)
        self.stirred = load > 0
        self.asked = "turn back" if load and not diver.turned else "roll"

    def step_3(self, roll: int) -> None:
        diver = self.divers[self.turn]
        steps = max(0, roll - len(diver.carried))
        way = range(diver.place - 1, -1, -1) if diver.turned else range(diver.place + 1, len(self.line))
        free = [spot for spot in way if all(other.place != spot for other in self.divers)]
        if diver.turned and steps > len(free) and (diver.carried or not self.print_2014):
            diver.place, diver.home, self.last_home, self.stirred = ABOARD, True, self.turn, True
        elif steps and free:
            diver.place, self.stirred = free[:steps][-1], True
        self.asked = "search"
        if len(self.step_4()) == 1:
            self.end_turn()

    def search(self, action: str, dropped: Stack = ()) -> None:
        diver = self.divers[self.turn]
        if action == "take":
            picked_up = self.line[diver.place]
            assert picked_up
            diver.carried.append(picked_up)
            self.line[diver.place] = None
        if action == "drop":
            diver.carried.remove(dropped)
            self.line[diver.place] = dropped
        self.stirred |= action != "leave"
        self.end_turn()

    def end_turn(self) -> None:
        self.idle = 0 if self.stirred else self.idle + 1
        if self.air == 0 or self.idle >= sum(not diver.home for diver in self.divers):
            self.end_dive()
            return
        self.turn = (self.turn + 1) % len(self.divers)
        while self.divers[self.turn].home:
            self.turn = (self.turn + 1) % len(self.divers)
        self.step_1()

    # The end of a dive

    def end_dive(self) -> None:
        under = [seat for seat, diver in enumerate(self.divers) if diver.place != ABOARD]
        self.drowned = sorted(under, key=lambda seat: self.divers[seat].place, reverse=self.print_2014)
        self.starter = self.next_starter(under)
        self.to_reveal = []
        for seat, diver in enumerate(self.divers):
            chips = [level for stack in diver.carried for level in stack]
            if diver.home:
                self.to_reveal += [(seat, level) for level in chips]
                diver.carried = []
            elif self.loose_stacks:
                diver.carried = [(level,) for level in chips]
        self.go_on()

    def next_starter(self, under: list[int]) -> int:
        if under:
            return max(under, key=lambda seat: self.divers[seat].place)
        clockwise = [(self.starter + step) % len(self.divers) for step in range(len(self.divers))]
        never_left = [seat for seat in clockwise if not self.divers[seat].home]
        if self.edition < 2 and never_left:
            return never_left[0]
        return self.starter if self.last_home is None else self.last_home

    def reveal(self, seat: int, level: int, value: int) -> None:
        self.to_reveal.remove((seat, level))
        self.face_down[level].remove(value)
        self.divers[seat].treasure.append((level, value))
        self.go_on()

    def go_on(self) -> None:
        self.asked = "reveal"
        if not self.to_reveal:
            self.sink()

    def sink(self) -> None:
        """Drowned divers lay their chips down until one of them has a real choice."""
        self.asked = "lay"
        while self.drowned:
            carried = self.divers[self.drowned[0]].carried
            if not carried:
                self.drowned.pop(0)
            elif self.order_matters(carried):
                return
            else:
                self.lay(carried[0])
        self.begin_dive()

    def order_matters(self, carried: list[Stack]) -> bool:
        if self.dive == self.box["dives"] or len(set(carried)) == 1:
            return False
        open_pile = len(self.piles[-1]) % self.box["stack"] if self.piles else 0
        return self.edition < 2 or len(carried) > self.box["stack"] - open_pile

    def lay(self, stack: Stack) -> None:
        self.divers[self.drowned[0]].carried.remove(stack)
        if not self.piles or len(self.piles[-1]) == self.box["stack"]:
            self.piles.append([])
        self.piles[-1].append(stack)

    def begin_dive(self) -> None:
        if self.dive == self.box["dives"]:
            self.over = True
            return
        self.line = [stack for stack in self.line if stack is not None]
        self.line += [tuple(sorted(level for stack in pile for level in stack)) for pile in self.piles]
        self.piles = []
        for diver in self.divers:
            diver.place, diver.turned, diver.home = ABOARD, False, False
        self.dive += 1
        self.air, self.idle, self.last_home = self.box["air"], 0, None
        self.turn = self.starter
        self.step_1()

    # How it stands

    def scores(self) -> list[int]:
        return [sum(value for _, value in diver.treasure) for diver in self.divers]

    def places(self) -> list[int]:
        standing = [
            (points, *reversed(of_each_level(diver)))
            for points, diver in zip(self.scores(), self.divers, strict=True)
        ]
        return [1 + sum(other > own for other in standing) for own in standing]

    def state(self) -> dict[str, object]:
        told: dict[str, object] = {"dive": self.dive, "treasure": [of_each_level(d) for d in self.divers]}
        if self.asked in ("turn back", "roll", "search") and not self.over:
            told |= {
                "air": self.air,
                "turn": self.turn,
                "line": self.line,
                "places": [diver.place for diver in self.divers],
                "turned": [diver.turned and not diver.home for diver in self.divers],
                "home": [diver.home for diver in self.divers],
                "carried": [sorted(diver.carried) for diver in self.divers],
            }
        return told


def of_each_level(diver: Diver) -> list[int]:
    """How many chips of each level it brought home."""
    return [sum(own == level for own, _ in diver.treasure) for level in range(4)]


# Our match by the same names


def oracle(match: Match) -> DeepSeaAdventure:
    """The same game as a match that has not begun."""
    box = {name: component["value"] for name, component in match.sheet.content["components"].items()}
    options = {name.replace("-", "_"): chosen == "yes" for name, chosen in match.options.items()}
    edition = int(match.sheet.rules)
    return DeepSeaAdventure(match.players, box, lambda: turned_over(match), edition=edition, **options)


def turned_over(match: Match) -> tuple[int, int]:
    """Whose chip is turned over next, and its level: of the opened stack the lowest."""
    opened = match.table.opened
    return match.table.stacks[opened].carrier, levels(match.table.stacks[opened].levels)[0]


def levels(counts: Sequence[int]) -> Stack:
    return tuple(level for level, count in enumerate(counts) for _ in range(count))


def write(match: Match, move: int) -> Move:
    """A move with the stack, or the chip and its value, that a number stands for."""
    kind, *arguments = lockstep.written(match, move)
    match kind:
        case "drop" | "lay":
            return kind, levels(match.table.stacks[arguments[0]].levels)
        case "reveal":
            seat, level = turned_over(match)
            return kind, seat, level, match.box.chips[level, arguments[0]]
    return kind, *arguments


def state(match: Match) -> dict[str, object]:
    """What lies on our table."""
    table = match.position.work.array["table"][0]
    divers = table["divers"][: match.players]
    stacks = [levels(counts) for counts in table["stacks"]["levels"].tolist()]
    carried: list[list[Stack]] = [[] for _ in range(match.players)]
    for stack, carrier in zip(stacks, table["stacks"]["carrier"].tolist(), strict=True):
        if carrier >= 0:
            carried[carrier].append(stack)
    return {
        "dive": table["dive"],
        "treasure": divers["treasure"].tolist(),
        "air": table["air"],
        "turn": table["turn"],
        "line": [None if stack < 0 else stacks[stack] for stack in table["line"][: table["length"]].tolist()],
        "places": divers["place"].tolist(),
        "turned": (divers["homeward"] & ~divers["home"]).astype(bool).tolist(),
        "home": divers["home"].astype(bool).tolist(),
        "carried": [sorted(stacks) for stacks in carried],
    }

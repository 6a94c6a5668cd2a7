"""Searching the values of a box for an aim: CMA-ES over ranges, every candidate with the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from cmaes import CMA

from fathom5.core.box import BoxSheet
from fathom5.core.errors import Mistake, one_of
from fathom5.core.game import Game
from fathom5.lab.pieces import PiecePlayer
from fathom5.lab.plan import Arm, Plan
from fathom5.lab.spread import Executor
from fathom5.lab.totals import SECONDS_A_DECISION, ArmTotals

FRESH = 1_000_000
"""The seed of the luck that the candidates at the front are measured on anew."""


@dataclass(frozen=True)
class Range:
    """A value of the box and what it may become."""

    path: str
    low: int
    high: int


@dataclass(frozen=True)
class Aim:
    """What a box is searched for: a name, a target where it has one, and how much it counts."""

    name: str
    target: float = 0.0
    weight: float = 1.0

    def miss(self, total: ArmTotals) -> float:
        """How far a box is from the aim, in units that can be added: 0 is at it."""
        return self.weight * AIMS[self.name](total, self.target)


def _unequal(total: ArmTotals, target: float) -> float:
    """The most that a turn order wins above its share, in tenths of a win."""
    players = range(1, total.arm.players + 1)
    shares = [
        total.mean(f"wins in order {number}", share=True, of=f"seats in order {number}").value
        for number in players
    ]
    return 10 * max(abs(share - 1 / total.arm.players) for share in shares)


def _minutes(total: ArmTotals, target: float) -> float:
    """How much longer or shorter than the target a game is, by the target."""
    minutes = total.mean("decisions", scale=SECONDS_A_DECISION / 60).value
    return abs(minutes - target) / max(1.0, target)


def _unused(total: ArmTotals, target: float) -> float:
    """The share of parts that winners use in less than one game in ten."""
    return float((total.wins_of_users < 0.1).mean())


def _ties(total: ArmTotals, target: float) -> float:
    """The share of games with several winners."""
    return total.mean("ties", share=True).value


AIMS: dict[str, Callable[[ArmTotals, float], float]] = {
    "equal": _unequal,
    "minutes": _minutes,
    "used": _unused,
    "decided": _ties,
}
"""What can be aimed at: equal seats in turn order, a length in minutes, parts used, few ties."""


@dataclass(frozen=True)
class Candidate:
    """A box that was tried: its changes, and how far it is from each aim."""

    changes: tuple[str, ...]
    misses: tuple[float, ...]

    @property
    def total(self) -> float:
        return sum(self.misses)


@dataclass
class TunedBox:
    """What a search found: the front of the trade-off, measured on fresh luck, and the box as it is."""

    aims: tuple[Aim, ...]
    printed: Candidate
    front: list[Candidate] = field(default_factory=list)
    tried: int = 0


def parse_aim(text: str) -> Aim:
    """An aim as it is written: equal, minutes=45, used*2; raises Mistake for another."""
    words, _, weight = text.partition("*")
    name, _, target = words.partition("=")
    if name.strip() not in AIMS:
        raise one_of("aim called", name.strip(), list(AIMS))
    try:
        return Aim(name.strip(), float(target or 0), float(weight or 1))
    except ValueError:
        raise Mistake(f"Write an aim as NAME, NAME=NUMBER or NAME*WEIGHT, not {text}.") from None


def parse_range(sheet: BoxSheet, text: str) -> Range:
    """A range as it is written: air=20:30; raises Mistake for a value that the box does not have."""
    path, _, span = text.partition("=")
    low, sign, high = span.partition(":")
    known = dict(sheet.values())
    if path.strip() not in known:
        raise one_of("value in the box", path.strip(), [*list(known)[:8], "…"])
    try:
        made = Range(path.strip(), int(low), int(high))
    except ValueError:
        made = Range(path, 1, 0)
    if not sign or made.low >= made.high:
        raise Mistake(f"Write a range as NAME=LOW:HIGH, such as air=20:30, not {text}.")
    return made


def reconstructed(sheet: BoxSheet) -> list[Range]:
    """Every whole number of ours in the box (marked X), from half to twice what it is."""
    components = sheet.content["components"]
    ours = [name for name, each in components.items() if each.get("source", "").startswith("X")]
    return [
        Range(path, max(0, value // 2), max(2, 2 * value))
        for path, value in sheet.values()
        if path.split(".")[0] in ours and type(value) is int and value > 0
    ]


def tune_box(
    game: Game,
    players: int,
    ranges: Sequence[Range],
    aims: Sequence[Aim],
    executor: Executor,
    *,
    bots: Sequence[str] = ("heuristic",),
    rounds: int = 20,
    games: int = 2000,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
) -> TunedBox:
    """Search a box; raises Mistake where nothing may be changed or nothing is aimed at.

    Candidates that cannot be played count as far away. What is told of the front is measured on luck that
    nothing was chosen by.
    """
    if not ranges or not aims:
        raise Mistake("Say what may change (--vary air=20:30) and what to aim at (--aim equal).")

    def measured(changes: Sequence[tuple[str, ...]], luck: int) -> list[Candidate | None]:
        return _measured(game, players, changes, aims, executor, tuple(bots), games, luck)

    low, high = (np.array([getattr(each, end) for each in ranges], float) for end in ("low", "high"))
    values = dict(game.sheet.values())
    start = np.clip([(values[each.path] - each.low) / (each.high - each.low) for each in ranges], 0, 1)
    search = CMA(mean=start, sigma=0.2, bounds=np.array([[0.0, 1.0]] * len(ranges)), seed=seed)
    found: dict[tuple[str, ...], Candidate] = {}
    for number in range(rounds):
        asked = [search.ask() for _ in range(search.population_size)]
        changes = [_changes(ranges, low + each * (high - low)) for each in asked]
        candidates = measured(changes, seed + number)
        search.tell([(x, each.total if each else 1e3) for x, each in zip(asked, candidates, strict=True)])
        found |= {each.changes: each for each in candidates if each}
        if progress:
            progress(number + 1)
    best = sorted(pareto(list(found.values())), key=lambda each: each.total)[:12]
    again = [each for each in measured([(), *(each.changes for each in best)], FRESH) if each]
    if not again or again[0].changes:
        raise Mistake("The box as it is cannot be played.")
    printed, *fresh = again
    front = sorted(pareto(fresh), key=lambda each: each.total)
    return TunedBox(tuple(aims), printed, front, len(found))


def _changes(ranges: Sequence[Range], values: Iterable[float]) -> tuple[str, ...]:
    return tuple(f"{each.path}={round(float(value))}" for each, value in zip(ranges, values, strict=True))


def _measured(
    game: Game,
    players: int,
    changes: Sequence[tuple[str, ...]],
    aims: Sequence[Aim],
    executor: Executor,
    bots: tuple[str, ...],
    games: int,
    seed: int,
) -> list[Candidate | None]:
    """Every candidate played with one luck; None for a box that cannot be played."""
    measured: list[Candidate | None] = []
    for each in changes:
        try:
            plan = Plan(game.name, games, seed, (Arm("candidate", players, bots, each),))
            total = ArmTotals(plan, 0)
            tasks = [task for task in plan.tasks() if task.batches]
            for task, piece in executor.run(PiecePlayer(plan), tasks):
                total.add(task, piece)
            measured.append(Candidate(each, tuple(aim.miss(total) for aim in aims)))
        except Mistake:
            measured.append(None)
    return measured


def pareto(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those that no other is at least as near to every aim as, and nearer to one."""

    def beaten(one: Candidate) -> bool:
        return any(
            all(a <= b for a, b in zip(other.misses, one.misses, strict=True)) and other.misses != one.misses
            for other in candidates
        )

    return [each for each in candidates if not beaten(each)]

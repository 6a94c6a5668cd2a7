"""What a study found, as one tidy table: every figure with its interval and what it is compared to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from fathom5.engine.loops import WIN
from fathom5.lab.estimates import Ratio, difference, quantile
from fathom5.lab.parts import group_of
from fathom5.lab.totals import SECONDS_A_DECISION, ArmTotals


@dataclass(frozen=True)
class Finding:
    """One figure: its arm and topic, what it measures, its 95 % interval, and what it would be if even."""

    arm: str
    topic: str
    what: str
    measure: str
    value: float
    low: float
    high: float
    even: float | None = None
    deviations: float = 0.0
    saved: float | None = None
    """Of a difference: how many times as many games separate luck would have taken."""

    @property
    def verdict(self) -> str:
        """Whether it can be told from what would be even; empty where nothing is."""
        if self.even is None or isnan(self.value):
            return ""
        if self.low <= self.even <= self.high:
            return "not distinguishable"
        return "more" if self.value > self.even else "less"


def _finding(
    total: ArmTotals, topic: str, what: str, measure: str, ratio: Ratio, even: float | None = None
) -> Finding:
    low, high = ratio.interval
    return Finding(total.arm.name, topic, what, measure, ratio.value, low, high, even)


def arm_findings(total: ArmTotals) -> Iterator[Finding]:
    """All about one arm by itself."""
    if total.arm.has_odd_seat:
        yield from _odd_seat(total)
        return
    yield from _seats(total)
    yield from _length(total)
    yield from _drama(total)
    yield from _use(total)


def _seats(total: ArmTotals) -> Iterator[Finding]:
    players = total.arm.players
    even, mean = 1 / players, total.mean("points", scale=1 / players).value
    for number in range(1, players + 1):
        seat, turn = f"seat {number}", f"order {number}"
        yield _finding(total, "seats", seat, "win share", total.mean(f"wins of {seat}", share=True), even)
        yield _finding(total, "seats", seat, "points", total.mean(f"points of {seat}"), mean)
        of = f"seats in {turn}"
        if total.sums[of].any():
            yield _finding(
                total, "turn order", turn, "win share", total.mean(f"wins in {turn}", share=True, of=of), even
            )
            yield _finding(total, "turn order", turn, "points", total.mean(f"points in {turn}", of=of), mean)


def _length(total: ArmTotals) -> Iterator[Finding]:
    minutes = SECONDS_A_DECISION / 60
    for what, ratio in {
        "rounds": total.mean("turns", scale=1 / total.arm.players),
        "decisions": total.mean("decisions"),
        f"minutes at {SECONDS_A_DECISION} s a decision": total.mean("decisions", scale=minutes),
        "moves, chance included": total.mean("moves"),
    }.items():
        yield _finding(total, "length", what, "a game", ratio)


def _drama(total: ArmTotals) -> Iterator[Finding]:
    players = total.arm.players
    yield _finding(total, "scores", "points of a player", "mean", total.mean("points", scale=1 / players))
    if players == 1:
        return
    yield _finding(total, "scores", "spread within a game", "standard deviation", total.mean("spread"))
    yield _finding(total, "scores", "winning margin", "points", total.mean("margin"))
    yield _finding(total, "scores", "shared first place", "share of games", total.mean("ties", share=True))
    yield _finding(total, "drama", "lead changes", "a game", total.mean("lead_changes"))
    behind = total.mean("last_behind", scale=1 / 1000)
    yield _finding(total, "drama", "the winner last did not lead", "part of the game", behind)
    if total.curve.size:
        games = total.openness.mean(axis=1)
        half = quantile(len(games) - 1) * float(games.std(ddof=1)) / np.sqrt(len(games))
        value = float(games.mean())
        what, measure = "how open it is on the average", "0 decided, 1 all even"
        yield Finding(total.arm.name, "drama", what, measure, value, value - half, value + half)


def _use(total: ArmTotals) -> Iterator[Finding]:
    """How often each part is open, taken, used in games, by seats and by winners, and what users win."""
    players, games = total.arm.players, total.sums["games"]
    seats, wins, moved = games * players, total.sums["wins"], total.sums["seat_moves"]
    groups = total.taken_by_group
    for number, name in enumerate(total.parts.names):
        opened, taken = total.count(number, "open"), total.count(number, "taken")
        users, won = total.count(number, "users"), total.count(number, "wins") / WIN
        if opened.any():
            yield _finding(total, "use", name, "open", Ratio(opened, moved, True))
            yield _finding(total, "use", name, "taken when open", Ratio(taken, opened, True))
        group = group_of(name)
        if groups[group].any() and (group or opened.any()):
            yield _finding(total, "use", name, "share of its group", Ratio(taken, groups[group], True))
        in_games = Ratio(total.count(number, "games"), games, True)
        yield _finding(total, "use", name, "used in games", in_games)
        yield _finding(total, "use", name, "used by seats", Ratio(users, seats, True))
        yield _finding(total, "use", name, "used by winners", Ratio(won, wins, True))
        if users.any() and players > 1:
            with_it, without = Ratio(won, users, True), Ratio(wins - won, seats - users, True)
            yield _finding(total, "use", name, "win share with it", with_it, 1 / players)
            if (seats - users).any():
                yield _finding(total, "use", name, "win share without it", without, 1 / players)


def _odd_seat(total: ArmTotals) -> Iterator[Finding]:
    arm, even = total.arm, 1 / total.arm.players
    topic, what = (
        ("worth", f"never {arm.without}") if arm.without else ("skill", f"{arm.odd} against {arm.bots[0]}")
    )
    yield _finding(total, topic, what, "win share", total.mean("odd wins", share=True), even)
    others = (total.sums["points"] - total.sums["odd points"]) / max(1, arm.players - 1)
    ahead = Ratio(total.sums["odd points"] - others, total.sums["games"])
    yield _finding(total, topic, what, "points ahead of the others", ahead, 0.0)


def differences(before: ArmTotals, after: ArmTotals) -> list[Finding]:
    """Every difference between two boxes played with the same luck, the surest first."""
    pairs = _comparable(before), _comparable(after)
    found = []
    for key, ratio in pairs[1].items():
        if key not in pairs[0]:
            continue
        change = difference(pairs[0][key], ratio)
        if isnan(change.value):
            continue
        found.append(
            Finding(
                arm=after.arm.name,
                topic="difference",
                what=key[0],
                measure=key[1],
                value=change.value,
                low=change.low,
                high=change.high,
                even=0.0,
                deviations=change.deviations,
                saved=change.saved,
            )
        )
    return sorted(found, key=lambda each: -each.deviations)


def _comparable(total: ArmTotals) -> dict[tuple[str, str], Ratio]:
    """What can be compared between boxes, by what and measure."""
    players = total.arm.players
    found = {
        ("rounds", "a game"): total.mean("turns", scale=1 / players),
        ("decisions", "a game"): total.mean("decisions"),
        ("points of a player", "mean"): total.mean("points", scale=1 / players),
    }
    if players > 1:
        found |= {
            ("winning margin", "points"): total.mean("margin"),
            ("shared first place", "share of games"): total.mean("ties", share=True),
            ("lead changes", "a game"): total.mean("lead_changes"),
            ("the winner last did not lead", "part of the game"): total.mean("last_behind", scale=0.001),
        }
    for number in range(1, players + 1):
        of = f"seats in order {number}"
        found[f"order {number}", "win share"] = total.mean(f"wins in order {number}", share=True, of=of)
        found[f"order {number}", "points"] = total.mean(f"points in order {number}", of=of)
    seats = total.sums["games"] * players
    for number, name in enumerate(total.parts.names):
        if total.count(number, "users").any():
            found[name, "used by seats"] = Ratio(total.count(number, "users"), seats, True)
            found[name, "taken a game"] = Ratio(total.count(number, "taken"), total.sums["games"])
    return found


def never_used(total: ArmTotals) -> list[str]:
    """The parts that nobody ever used."""
    things = total.parts.names[: total.parts.things]
    return [name for number, name in enumerate(things) if not total.count(number, "taken").any()]


def find(findings: Sequence[Finding], **wanted: str) -> list[Finding]:
    """The findings with these values: `find(findings, topic="seats", measure="points")`."""
    return [each for each in findings if all(getattr(each, name) == value for name, value in wanted.items())]

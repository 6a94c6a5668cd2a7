"""Deep Sea Adventure for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER, clockwise, encode
from fathom5.games.deep_sea_adventure import rules, words
from fathom5.games.deep_sea_adventure.table import (
    LEVELS,
    NATURE_MOVES,
    PER_LEVEL,
    Box,
    DiveDeeper,
    Drop,
    Lay,
    Leave,
    Phase,
    Reveal,
    Roll,
    Take,
    TurnBack,
)
from fathom5.text.guidance import GOAL, Holding, Lesson, Line, Moment, percent
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def kind(view: View, move: Any) -> str:
    """The lesson that a move belongs to."""
    names = {Leave: "leave", Take: "take", DiveDeeper: "deeper", TurnBack: "back", Drop: "drop", Lay: "lay"}
    return names[type(move)]


def lessons(box: Box) -> dict[str, Lesson]:
    """Everything there is to learn."""
    return {
        GOAL: Lesson(
            say("Treasure counts once it is home"),
            say(
                "You all dive from one submarine, {dives} {dives:time|times}, and share one tank of air. "
                "Bring treasure back before the air is used up: what does not get home is lost. Most points "
                "in the end win. Dice move you, so what you decide is when to take and when to turn.",
                dives=box.dives,
            ),
            at="submarine",
        ),
        "take": Lesson(
            say("Taking treasure"),
            say(
                "Deeper levels are worth more points: {values}. But each treasure "
                "you carry uses one air from everybody's tank each turn of yours, and takes one from "
                "each roll. One or two are a light load; four are hard to bring home.",
                values=", ".join(
                    say("{low} to {high}", low=min(chips), high=max(chips)) for chips in box.chips
                ),
            ),
            at=_place_of(Take()),
        ),
        "leave": Lesson(
            say("Leaving it"),
            say(
                "You may always leave things as they are. Leave cheap treasure near the submarine if you "
                "want to go deep fast: carrying nothing costs no air and no steps."
            ),
            at=_place_of(Leave()),
        ),
        "deeper": Lesson(
            say("Deeper, or back?"),
            say(
                "Your turn has used air for what you carry. Before you roll, choose the way. Diving deeper "
                "leads to better treasure, but every step down is a step to swim back up with a load."
            ),
            at=_place_of(DiveDeeper()),
        ),
        "back": Lesson(
            say("Turning back"),
            say(
                "You turn once in a dive, and only with treasure. Then you swim up until you are home. "
                "Turn early: the others use up the air too, and who is home is safe and has no more turns."
            ),
            at=_place_of(TurnBack()),
        ),
        "drop": Lesson(
            say("Dropping treasure"),
            say(
                "On a blank place you may put down something you carry. You swim further and use less air "
                "from your next turn on. Better one treasure at home than three at the bottom."
            ),
            at="tray",
        ),
        "lay": Lesson(
            say("Out of air"),
            say(
                "You did not make it home, so your treasure sinks to the end of the line, {stack} to a "
                "stack. A stack counts as one treasure to carry: next time it is a rich find. You choose "
                "the order.",
                stack=box.stack,
            ),
            at="tray",
        ),
    }


def _place_of(move: tuple[int, ...]) -> str:
    """The part of the board where a move is made."""
    return f"can-{encode(move)}"


def turn(box: Box) -> list[str]:
    """What happens in a turn."""
    return [
        say("Breathe: the tank loses one air for each treasure you carry; empty, this turn is the last."),
        say("With treasure you may turn back, once in a dive; without, you dive deeper."),
        say("Roll two dice, take one off for each treasure you carry, and swim so many chips."),
        say("Chips with other divers on them are jumped and not counted."),
        say("Take the treasure under you, or drop one on a blank chip, or do nothing."),
        say("Past the first chip you are home. What is not home when the air runs out is lost."),
    ]


def preview(view: View, move: Any) -> str:
    """What a move costs and what may come of it."""
    table = view.table
    diver = table.divers[view.seat]
    load = diver.load + isinstance(move, Take) - isinstance(move, Drop)
    match move:
        case Lay():
            return _laid(view)
        case DiveDeeper() | TurnBack():
            return _roll(view, homeward=isinstance(move, TurnBack))
        case _ if table.last_turn:
            return _lost(load)
        case Leave():
            return say("Nothing changes; the next diver goes on.")
        case Take():
            return f"{_worth(view, table.line[diver.place])} {_burden(load)}"
    return _burden(load)


def _laid(view: View) -> str:
    """Where the next stack that is laid down goes."""
    table = view.table
    if rules.room_on_last_stack(table, view.box) == view.box.stack:
        return say("It begins a new stack at the end of the line.")
    return say("It joins {stack}.", stack=words.treasure(table.stacks[table.line[table.length - 1]].levels))


def _lost(load: int) -> str:
    """On the last turn of a dive, not home: what becomes of the load."""
    if not load:
        return say("This is the last turn of the dive, and you carry nothing that could be lost.")
    return say(
        "This is the last turn of the dive, and you are not home: "
        "{load:the treasure|all {load} treasures} you carry will be lost.",
        load=load,
    )


def _worth(view: View, stack: int) -> str:
    """What a stack may be worth."""
    low = high = 0
    for level, count in enumerate(view.table.stacks[stack].levels):
        values = sorted(
            view.box.chips[level, chip] for chip in range(PER_LEVEL) if view.table.face_down[level, chip]
        )
        low += sum(values[:count])
        high += sum(values[len(values) - count :])
    if low == high:
        return say("Worth {points} {points:point|points} at home.", points=low)
    return say("Worth {low} to {high} points at home.", low=low, high=high)


def _burden(load: int) -> str:
    """What carrying so much costs from the next turn on."""
    if not load:
        return say("Then you carry nothing: your turns cost no air, and every roll counts in full.")
    return say("Then each turn of yours costs {load} air, and each roll counts {load} less.", load=load)


def warning(view: View, move: Any) -> str:
    """That diving on when the air has run out loses all that is carried."""
    if isinstance(move, DiveDeeper) and view.table.last_turn:
        return say("dive deeper and lose it all")
    return ""


def is_final(view: View, move: Any) -> bool:
    """A way is followed by a roll, and taking by another's turn: neither comes back."""
    return isinstance(move, DiveDeeper | TurnBack | Take)


def holdings(view: View, seat: int) -> list[Holding]:
    """Where a diver heads, what it carries, and what it brought home."""
    diver, table = view.table.divers[seat], view.table
    if table.actor == OVER:
        way = []
    elif diver.home:
        way = [Holding("", say("home"), icon="icon-aboard")]
    elif diver.homeward:
        way = [Holding("", say("on the way home"), icon="icon-up")]
    else:
        way = [Holding("", say("diving deeper"), icon="icon-down")]
    stacks = [words.chips(stack.levels) for stack in table.stacks if stack.carrier == seat]
    told = {"load": len(stacks), "chips": ", ".join(stacks)}
    load = [Holding(" ".join(stacks), say("carries {load:level|levels} {chips}", **told), icon="icon-load")]
    home = sum(diver.treasure)
    brought = say("{home} {home:treasure|treasures} brought home", home=home)
    return [*way, *(load if stacks else []), Holding(f"×{home}", brought, icon="icon-chest")]


def moment(before: View, move: Any, after: View) -> Moment | None:
    """The air running out, a diver home, treasure sinking, treasure turned over."""
    old, new = before.table, after.table
    who = before.names[old.turn]
    if isinstance(move, Roll) and new.dive == old.dive and new.divers[old.turn].home:
        return Moment("surface", say("{who} is back home", who=who), old.turn, "submarine")
    if isinstance(move, Reveal):
        value = before.box.chips[rules.level_to_reveal(old), move.chip]
        carrier = old.stacks[old.opened].carrier
        text = say("{who}: {value} {value:point|points}", who=before.names[carrier], value=value)
        return Moment("treasure", text, carrier, "submarine")
    if new.phase == Phase.LAY and old.phase != Phase.LAY:
        lost = sum(new.divers[seat].load for seat in range(new.players))
        return Moment("drown", say("{lost} {lost:treasure sinks|treasures sink}", lost=lost), None, "line")
    if new.last_turn and not old.last_turn:
        return Moment("alarm", say("The air has run out"), new.turn, "submarine")
    return None


def _roll(view: View, homeward: bool) -> str:
    """What the next roll may do, by its odds, and what it takes to come home in time."""
    table, rolls = view.table, _rolls(view.box)
    ways, load = sum(rolls.values()), table.divers[view.seat].load
    still = sum(weight for dice, weight in rolls.items() if dice <= load)
    steps = _steps_home(view) if homeward else 0
    home = sum(weight for dice, weight in rolls.items() if homeward and dice - load >= steps)
    told = [
        say("You roll {low} to {high} and swim that less {load}.", low=min(rolls), high=max(rolls), load=load)
    ]
    if homeward:
        told.append(say("Home with this roll: {chance} %.", chance=percent(home, ways)))
    if homeward and not table.last_turn:
        told += _in_time(view, steps)
    if still:
        told.append(say("Too heavy to move: {chance} %.", chance=percent(still, ways)))
    if table.last_turn:
        sure = say("This is the last turn of the dive: not home means all is lost.")
        told.append(sure if home else _lost(load))
    return " ".join(told)


@lru_cache(8)
def _rolls(box: Box) -> Mapping[int, int]:
    """How many ways there are to roll each sum of the dice."""
    rolls: dict[int, int] = {}
    for i in range(box.rolls):
        dice = sum(NATURE_MOVES.decode(box.roll_move[i])) + 2
        rolls[dice] = rolls.get(dice, 0) + box.roll_ways[i]
    return MappingProxyType(rolls)


def _in_time(view: View, steps: int) -> list[str]:
    """Who breathes how much, how long the air may last, and the chance to be home by then."""
    table = view.table
    loads = {seat: table.divers[seat].load for seat in _still_out(table)}
    others = [f"{view.names[seat]} {load}" for seat, load in loads.items() if load and seat != view.seat]
    told = [say("Home is {steps} {steps:chip|chips} away.", steps=steps)]
    air = {"air": sum(loads.values()), "others": ", ".join(others)}
    if others:
        told.append(say("A round costs {air} air: you, {others}.", **air))
    else:
        told.append(say("A round costs {air} air, all of it yours.", **air))
    turns = sum(1 for seat in _breaths(table) if seat == view.seat) + 1
    chance = _chance_to_swim(view.box, loads[view.seat], steps, turns)
    told.append(
        say(
            "If nobody takes more, the air lasts for {turns} {turns:roll|rolls} of yours: "
            "home in time {chance} %.",
            turns=turns,
            chance=percent(round(10_000 * chance), 10_000),
        )
    )
    return told


def _still_out(table: Any) -> list[int]:
    return [seat for seat in range(table.players) if not table.divers[seat].home]


def _breaths(table: Any) -> Iterator[int]:
    """Whose turns still come in this dive if loads stay as they are, in their order."""
    air, seat = table.air, table.turn
    while air > 0:
        seat = clockwise(table, seat)
        while table.divers[seat].home:
            seat = clockwise(table, seat)
        air -= table.divers[seat].load
        yield seat


@lru_cache(1 << 10)
def _chance_to_swim(box: Box, load: int, steps: int, turns: int) -> float:
    """The chance to swim so many steps within so many rolls."""
    rolls = _rolls(box)
    ways, left = sum(rolls.values()), {steps: 1.0}
    for _ in range(turns):
        after: dict[int, float] = {}
        for missing, chance in left.items():
            for dice, weight in rolls.items():
                rest = max(0, missing - max(0, dice - load)) if missing else 0
                after[rest] = after.get(rest, 0.0) + chance * weight / ways
        left = after
    return left.get(0, 0.0)


def _steps_home(view: View) -> int:
    """How many steps lead into the submarine: one more than there are chips above, if nobody is on them."""
    most = view.table.divers[view.seat].place + 2

    def is_home(steps: int) -> bool:
        after = view.tried(lambda table: rules.swim_up(table, table.divers[view.seat], steps)).table
        return bool(after.divers[view.seat].home)

    return 1 + bisect_left(range(1, most), True, key=is_home)


def idle(view: View) -> str:
    """That a diver is home while others still dive."""
    if view.table.divers[view.seat].home:
        return say("You are home; the others finish this dive.")
    return ""


def tie_break(view: View, winner: int, other: int) -> str:
    """Who has more treasures of the deepest level where two differ (DSA-13)."""
    first, second = (view.table.divers[seat].treasure for seat in (winner, other))
    level = max(level for level in range(LEVELS) if first[level] != second[level]) + 1
    names = {"name": view.names[winner], "other": view.names[other]}
    return say(
        "Level on points with {other}: {name} has more treasures of level {level}.", level=level, **names
    )


def tally(view: View, seat: int) -> list[Line]:
    """Treasure brought home, by level."""
    diver = view.table.divers[seat]
    lines = [
        Line(_chips(diver.treasure[level], level + 1), diver.worth[level])
        for level in range(LEVELS)
        if diver.treasure[level]
    ]
    return lines or [Line(say("No treasure brought home"), 0)]


def _chips(count: int, level: int) -> str:
    return say("{count} {count:treasure|treasures} of level {level}", count=count, level=level)

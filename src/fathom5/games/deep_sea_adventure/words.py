"""Deep Sea Adventure in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.core.moves import AnyKind
from fathom5.games.deep_sea_adventure import rules
from fathom5.games.deep_sea_adventure.table import (
    Box,
    DiveDeeper,
    Drop,
    Lay,
    Leave,
    Phase,
    Reveal,
    Roll,
    Start,
    Table,
    Take,
    TurnBack,
)
from fathom5.text.finding import Asked
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


CALLED: dict[str, AnyKind] = {
    "leave": Leave,
    "nothing": Leave,
    "do nothing": Leave,
    "rien": Leave,
    "ne rien faire": Leave,
    "take": Take,
    "pick up": Take,
    "ramasser": Take,
    "dive deeper": DiveDeeper,
    "dive": DiveDeeper,
    "deeper": DiveDeeper,
    "plonger": DiveDeeper,
    "turn back": TurnBack,
    "turn": TurnBack,
    "back": TurnBack,
    "demi-tour": TurnBack,
    "revenir": TurnBack,
    "drop {chips}": Drop,
    "lay {chips}": Lay,
    "roll {low} {high}": Roll,
    "start {seat}": Start,
    "reveal {value}": Reveal,
}
"""How moves begin that somebody may ask about."""


def chips(amounts: Iterable[int]) -> str:
    """The chips of a stack by level: `2`, or `1+1+3`."""
    return "+".join([str(level) for level, count in enumerate(amounts, 1) for _ in range(count)])


def name(table: Table, box: Box, move: Any) -> str:
    """A move as a person types it."""
    match move:
        case Leave():
            return say("leave")
        case Take():
            return say("take")
        case DiveDeeper():
            return say("dive deeper")
        case TurnBack():
            return say("turn back")
        case Drop(stack):
            return say("drop {chips}", chips=chips(table.stacks[stack].levels))
        case Lay(stack):
            return say("lay {chips}", chips=chips(table.stacks[stack].levels))
        case Start(seat):
            return say("start {seat}", seat=seat + 1)
        case Roll(low, high):
            return say("roll {low} {high}", low=low + 1, high=high + 1)
    return say("reveal {value}", value=box.chips[rules.level_to_reveal(table), move.chip])


def also(table: Table, box: Box, move: Any) -> list[str]:
    """Other ways to say a move."""
    match move:
        case Roll(low, high):
            return [f"roll {high + 1} {low + 1}"]
        case Leave():
            return ["nothing", "do nothing", "rien", "ne rien faire", "l"]
        case Take():
            return ["pick up", "ramasser", "t"]
        case DiveDeeper():
            return ["deeper", "plonger", "d"]
        case TurnBack():
            return ["back", "demi-tour", "revenir", "b"]
    return []


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table = view.table
    diver = table.divers[view.seat]
    if table.phase == Phase.TURN_BACK:
        return say(
            "You may turn back now: {load} {load:treasure costs|treasures cost} {load} air a turn.",
            load=diver.load,
        )
    if table.phase == Phase.LAY:
        return say(
            "You did not make it back. Which treasure do you lay down next? Room on the stack: {room}.",
            room=rules.room_on_last_stack(table, view.box),
        )
    if table.last_turn and diver.load:
        return say(
            "This is the last turn, and you are not home: what you carry will be lost. "
            "You may still choose what lies here for the next dive."
        )
    if table.line[diver.place] == rules.BLANK:
        return say("You are on a blank chip: leave it, or drop a treasure here.")
    found = table.stacks[table.line[diver.place]]
    return say("You have found {chips}. Take it?", chips=treasure(found.levels))


def treasure(amounts: Iterable[int]) -> str:
    """A stack in a sentence."""
    levels = chips(amounts)
    if "+" in levels:
        return say("a stack of levels {levels}", levels=levels)
    return say("a treasure of level {level}", level=levels)


def when(view: View) -> str:
    """Where in the game a position lies, in a few words."""
    return say("dive {dive}, air {air}", dive=view.table.dive, air=view.table.air)


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    sentences = [_told(before, move, after)]
    old, new = before.table, after.table
    if new.dive == old.dive and new.air < old.air:
        who = after.names[new.turn]
        sentences.append(say("{who} breathes: {air} air left.", who=who, air=new.air))
    if new.last_turn and not old.last_turn:
        sentences.append(say("The air has run out. This is the last turn of the dive."))
    if _diving(old) and not (_diving(new) and new.dive == old.dive):
        sentences += _end_of_dive(before, after)
    if new.dive > old.dive:
        sentences.append(
            say("Dive {dive} begins. {who} goes first.", dive=new.dive, who=after.names[new.starter])
        )
    return [sentence for sentence in sentences if sentence]


def _diving(table: Table) -> bool:
    return table.actor != OVER and table.phase not in (Phase.REVEAL, Phase.LAY)


def _end_of_dive(before: View, after: View) -> list[str]:
    """Why a dive is over, and what was lost."""
    old = before.table
    lost = [
        say(
            "{who} did not make it back and loses {count} {count:treasure|treasures}.",
            who=after.names[seat],
            count=old.divers[seat].load,
        )
        for seat in range(old.players)
        if not (old.divers[seat].home or _came_home(before, after, seat)) and old.divers[seat].load
    ]
    if not lost and _all_home(before, after):
        return [say("Everybody is home: the dive is over.")]
    over = say("The dive is over.") if old.last_turn else say("Nobody can stir any more: the dive is over.")
    return [over, *(lost or [say("No treasure is lost.")])]


def _all_home(before: View, after: View) -> bool:
    """Whether a dive ended since nobody is out; if the next has begun, the last came home with nothing."""
    old = before.table
    diver = old.divers[old.turn]
    if after.table.dive == old.dive:
        return bool(after.table.out == 0)
    return bool(old.out == 1 and diver.homeward and rules.may_come_home(old, diver))


def _came_home(before: View, after: View, seat: int) -> bool:
    same_dive = after.table.dive == before.table.dive
    return bool(same_dive and after.table.divers[seat].home)


def _told(before: View, move: Any, after: View) -> str:
    old = before.table
    who = before.names[old.turn]
    diver = old.divers[old.turn]
    match move:
        case Leave():
            return say("{who} takes nothing.", who=who)
        case Take():
            found = old.stacks[old.line[diver.place]]
            return say("{who} takes {chips}.", who=who, chips=treasure(found.levels))
        case TurnBack():
            return say("{who} turns back.", who=who)
        case Drop(stack):
            return say("{who} drops {chips}.", who=who, chips=treasure(old.stacks[stack].levels))
        case Lay(stack):
            laid = treasure(old.stacks[stack].levels)
            return say("{who} lays down {chips}.", who=before.names[old.actor], chips=laid)
        case Start(seat):
            return say("{who} goes first.", who=before.names[seat])
        case Roll(low, high):
            values = {"who": who, "low": low + 1, "high": high + 1, "load": diver.load}
            if _came_home(before, after, old.turn):
                return say("{who} rolls {low} and {high} and is back in the submarine.", **values)
            if diver.load:
                return say("{who} rolls {low} and {high}, less {load}.", **values)
            return say("{who} rolls {low} and {high}.", **values)
        case Reveal(chip):
            level = rules.level_to_reveal(old)
            return say(
                "{who} turns over a level {level}: {value} {value:point|points}.",
                who=before.names[old.stacks[old.opened].carrier],
                level=level + 1,
                value=before.box.chips[level, chip],
            )
    return ""


def why(view: View, asked: Asked) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    if asked.kind in (Start, Roll, Reveal):
        return _why_chance(asked.kind)
    if view.table.phase == Phase.LAY:
        if asked.kind is Lay:
            return say("You have no such treasure left to lay down (Conclusion 2).")
        return say("The dive is over; you only lay down what you did not bring home (Conclusion 2).")
    if asked.kind is Lay:
        return say("Treasure is laid down after the dive, by divers who did not make it back (Conclusion 2).")
    if asked.kind in (TurnBack, DiveDeeper):
        return _why_way(view, asked.kind)
    if view.table.phase == Phase.TURN_BACK:
        return _why_not_yet(asked.kind)
    return _why_search(view, asked.kind)


def _why_chance(kind: AnyKind) -> str:
    if kind is Start:
        return say("Who goes first is drawn at the beginning (DSA-1).")
    if kind is Roll:
        return say("The dice fall as they like (Step 3.1).")
    return say("What a treasure is worth shows once it is home and the dive is over (DSA-11).")


def _why_way(view: View, kind: AnyKind) -> str:
    """The way is not to be chosen: it was already, or cannot be."""
    diver = view.table.divers[view.seat]
    if diver.homeward:
        return say("You have turned back already; a diver changes direction once each dive (Step 2.3).")
    if diver.load:
        return say("You choose your way before you roll, not after (Step 2.4).")
    if kind is DiveDeeper:
        return say("Without treasure you dive deeper by yourself at every roll (Step 2.4).")
    return say("You may only turn back while you carry treasure (Step 2.1).")


def _why_not_yet(kind: AnyKind) -> str:
    """Before the roll the way is asked for, and nothing else."""
    if kind is Leave:
        return say("Here you choose your way; you may do nothing after the roll (DSA-2, Step 4.1).")
    if kind is Take:
        return say("Here you choose your way; you may pick up treasure after the roll (DSA-2, Step 4.2).")
    return say("Here you choose your way; you may drop treasure after the roll (DSA-2, Step 4.3).")


def _why_search(view: View, kind: AnyKind) -> str:
    """After the roll there is nothing here to pick up, or to drop."""
    diver = view.table.divers[view.seat]
    if kind is Take:
        return say("There is only a blank chip here; a treasure lies elsewhere (Step 4.2).")
    if not diver.load:
        return say("You carry nothing that you could drop (Step 4.3).")
    if view.table.line[diver.place] != rules.BLANK:
        return say("You can drop a treasure only on a blank chip (Step 4.3).")
    return say("You carry no such treasure (Step 4.3).")

"""Deep Sea Adventure in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.games.deep_sea_adventure import rules
from fathom5.games.deep_sea_adventure.table import (
    LEVELS,
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
from fathom5.text.language import parse_beginning, say

if TYPE_CHECKING:
    from fathom5.view import View


NAMED = (
    "turn back",
    "turn",
    "back",
    "dive deeper",
    "dive",
    "deeper",
    "take",
    "pick",
    "drop {chips}",
    "lay {chips}",
    "leave",
    "nothing",
    "do",
    "roll {low} {high}",
    "start {seat}",
    "reveal {value}",
)
"""How moves that somebody may ask about begin."""


def levels(table: Table, stack: int) -> str:
    """The chips of a stack by level: `2`, or `1+1+3`."""
    amounts = table.stacks[stack].levels
    return "+".join(str(level + 1) for level in range(LEVELS) for _ in range(amounts[level]))


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
            return say("drop {chips}", chips=levels(table, stack))
        case Lay(stack):
            return say("lay {chips}", chips=levels(table, stack))
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
            return ["nothing", "do nothing", "l"]
        case Take():
            return ["pick up", "t"]
        case DiveDeeper():
            return ["deeper", "d"]
        case TurnBack():
            return ["back", "b"]
    return []


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table = view.table
    diver = table.divers[view.seat]
    if table.phase == Phase.TURN_BACK:
        return (
            say("You may turn back now: {load} treasures cost {load} air a turn.", load=diver.load)
            if diver.load > 1
            else say("You may turn back now: 1 treasure costs 1 air a turn.")
        )
    if table.phase == Phase.LAY:
        return say("You did not make it back. Which treasure do you let go first?")
    if table.line[diver.place] == rules.BLANK:
        return say("You are on a blank chip: leave it, or drop a treasure here.")
    return say("You have found {chips}. Take it?", chips=treasure(table, table.line[diver.place]))


def treasure(table: Table, stack: int) -> str:
    """A stack in a sentence."""
    chips = levels(table, stack)
    if "+" in chips:
        return say("a stack of levels {levels}", levels=chips)
    return say("a treasure of level {level}", level=chips)


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
        sentences.append(_end_of_dive(before, after))
    if new.dive > old.dive:
        sentences.append(
            say("Dive {dive} begins. {who} goes first.", dive=new.dive, who=after.names[new.starter])
        )
    return [sentence for sentence in sentences if sentence]


def _diving(table: Table) -> bool:
    return table.actor != OVER and table.phase not in (Phase.REVEAL, Phase.LAY)


def _end_of_dive(before: View, after: View) -> str:
    old = before.table
    lost = [
        after.names[seat]
        for seat in range(old.players)
        if not (old.divers[seat].home or _came_home(before, after, seat)) and old.divers[seat].load
    ]
    if not lost:
        return say("The dive is over; no treasure is lost.")
    return say("The dive is over. Out of air: {names}.", names=", ".join(lost))


def _came_home(before: View, after: View, seat: int) -> bool:
    same_dive = after.table.dive == before.table.dive
    return bool(same_dive and after.table.divers[seat].home)


def _told(before: View, move: Any, after: View) -> str:
    old = before.table
    who = before.names[old.turn]
    diver = old.divers[old.turn]
    match move:
        case Take():
            return say("{who} takes {chips}.", who=who, chips=treasure(old, old.line[diver.place]))
        case TurnBack():
            return say("{who} turns back.", who=who)
        case Drop(stack):
            return say("{who} drops {chips}.", who=who, chips=treasure(old, stack))
        case Lay(stack):
            return say("{who} lets go of {chips}.", who=before.names[old.actor], chips=treasure(old, stack))
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
                "{who} turns over a level {level}: {value} points.",
                who=before.names[old.stacks[old.opened].carrier],
                level=level + 1,
                value=before.box.chips[level, chip],
            )
    return ""


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table = view.table
    diver = table.divers[view.seat]
    verb, _ = parse_beginning(words, *NAMED)
    if verb in ("turn", "back", "dive", "deeper"):
        if diver.homeward:
            return say("You have turned back already; a diver changes direction once each dive (Step 2).")
        if not diver.load:
            return say("You may only turn back while you carry treasure (Step 2).")
        return say("You decide about turning back before you roll, not after (Step 2).")
    if verb == "lay":
        return say("Treasure is laid down only by divers who did not make it back (Round Conclusion 2).")
    if table.phase != Phase.SEARCH:
        return say("Treasure is picked up or dropped after the roll (Step 4).")
    if verb in ("take", "pick"):
        return say("There is only a blank chip here; a treasure lies elsewhere (Step 4).")
    if verb == "drop":
        if not diver.load:
            return say("You carry nothing that you could drop (Step 4).")
        if table.line[diver.place] != rules.BLANK:
            return say("You can drop a treasure only on a blank chip (Step 4).")
        return say("You carry no such treasure (Step 4).")
    if verb in ("leave", "nothing", "do"):
        return say("Something has to be decided here; doing nothing is offered after the roll (Step 4).")
    if verb in ("roll", "start", "reveal"):
        return say("Dice and hidden chips are up to chance (Step 3).")
    return say("“{words}” is no move of this game.", words=words)

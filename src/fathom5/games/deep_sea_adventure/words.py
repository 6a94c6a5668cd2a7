"""Deep Sea Adventure in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.deep_sea_adventure import rules
from fathom5.games.deep_sea_adventure.table import FACES, LAY, LEVELS, REVEAL, SEARCH, TURN_BACK
from fathom5.kernel.lang import heard, say
from fathom5.kernel.marks import OVER

if TYPE_CHECKING:
    from fathom5.match import View


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


def levels(table: Any, stack: int) -> str:
    """The chips of a stack by level: `2`, or `1+1+3`."""
    amounts = table.stacks[stack].levels
    return "+".join(str(level + 1) for level in range(LEVELS) for _ in range(amounts[level]))


def dice(move: int) -> tuple[int, int]:
    """The two dice of a roll."""
    pair = move - rules.ROLLS
    return pair // FACES + 1, pair % FACES + 1


def name(table: Any, box: Any, move: int) -> str:
    """A move as a person types it."""
    plain = {
        rules.LEAVE: say("leave"),
        rules.TAKE: say("take"),
        rules.DEEPER: say("dive deeper"),
        rules.BACK: say("turn back"),
    }
    if move in plain:
        return plain[move]
    if move < rules.LAY_DOWN:
        return say("drop {chips}", chips=levels(table, move - rules.DROP))
    if move < rules.STARTS:
        return say("lay {chips}", chips=levels(table, move - rules.LAY_DOWN))
    if move < rules.ROLLS:
        return say("start {seat}", seat=move - rules.STARTS + 1)
    if move < rules.REVEALS:
        low, high = dice(move)
        return say("roll {low} {high}", low=low, high=high)
    return say("reveal {value}", value=box.chips[rules.level_to_reveal(table), move - rules.REVEALS])


def also(table: Any, box: Any, move: int) -> list[str]:
    """Other ways to say a move."""
    if rules.ROLLS <= move < rules.REVEALS:
        low, high = dice(move)
        return [f"roll {high} {low}"]
    return {
        rules.LEAVE: ["nothing", "do nothing", "l"],
        rules.TAKE: ["pick up", "t"],
        rules.DEEPER: ["deeper", "d"],
        rules.BACK: ["back", "b"],
    }.get(move, [])


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table = view.table
    diver = table.divers[view.seat]
    if table.phase == TURN_BACK:
        return (
            say("You may turn back now: {load} treasures cost {load} air a turn.", load=diver.load)
            if diver.load > 1
            else say("You may turn back now: 1 treasure costs 1 air a turn.")
        )
    if table.phase == LAY:
        return say("You did not make it back. Which treasure do you let go first?")
    if table.line[diver.place] == rules.BLANK:
        return say("You are on a blank chip: leave it, or drop a treasure here.")
    return say("You have found {chips}. Take it?", chips=treasure(table, table.line[diver.place]))


def treasure(table: Any, stack: int) -> str:
    """A stack in a sentence."""
    chips = levels(table, stack)
    if "+" in chips:
        return say("a stack of levels {levels}", levels=chips)
    return say("a treasure of level {level}", level=chips)


def tell(before: View, move: int, after: View) -> list[str]:
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


def _diving(table: Any) -> bool:
    return table.actor != OVER and table.phase not in (REVEAL, LAY)


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


def _told(before: View, move: int, after: View) -> str:
    old = before.table
    who = before.names[old.turn]
    diver = old.divers[old.turn]
    if move == rules.TAKE:
        return say("{who} takes {chips}.", who=who, chips=treasure(old, old.line[diver.place]))
    if move == rules.BACK:
        return say("{who} turns back.", who=who)
    if rules.DROP <= move < rules.LAY_DOWN:
        return say("{who} drops {chips}.", who=who, chips=treasure(old, move - rules.DROP))
    if rules.LAY_DOWN <= move < rules.STARTS:
        chips = treasure(old, move - rules.LAY_DOWN)
        return say("{who} lets go of {chips}.", who=before.names[old.actor], chips=chips)
    if rules.STARTS <= move < rules.ROLLS:
        return say("{who} goes first.", who=before.names[move - rules.STARTS])
    if rules.ROLLS <= move < rules.REVEALS:
        low, high = dice(move)
        values = {"who": who, "low": low, "high": high, "load": diver.load}
        if _came_home(before, after, old.turn):
            return say("{who} rolls {low} and {high} and is back in the submarine.", **values)
        if diver.load:
            return say("{who} rolls {low} and {high}, less {load}.", **values)
        return say("{who} rolls {low} and {high}.", **values)
    if move >= rules.REVEALS:
        level = rules.level_to_reveal(old)
        value = before.box.chips[level, move - rules.REVEALS]
        owner = before.names[old.stacks[old.opened].carrier]
        return say(
            "{who} turns over a level {level}: {value} points.", who=owner, level=level + 1, value=value
        )
    return ""


def why(view: View, words: str) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    table = view.table
    diver = table.divers[view.seat]
    verb, _ = heard(words, *NAMED)
    if verb in ("turn", "back", "dive", "deeper"):
        if diver.homeward:
            return say("You have turned back already; a diver changes direction once each dive (Step 2).")
        if not diver.load:
            return say("You may only turn back while you carry treasure (Step 2).")
        return say("You decide about turning back before you roll, not after (Step 2).")
    if verb == "lay":
        return say("Treasure is laid down only by divers who did not make it back (Round Conclusion 2).")
    if table.phase != SEARCH:
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

"""Deep Dive in words: the name of each move, what happened, what is asked, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER
from fathom5.core.moves import AnyKind
from fathom5.draw.svg import part
from fathom5.games.deep_dive import rules
from fathom5.games.deep_dive.table import (
    COLOURS,
    DEEPEST,
    DEPTHS,
    FOOD,
    KINDS,
    OPEN_WATER,
    PREDATOR,
    ROCK,
    Box,
    DiveDeeper,
    Flip,
    IngestRock,
    Phase,
    Player,
    Reveal,
    Start,
    Table,
    Take,
    TakeNothing,
)
from fathom5.text.finding import Asked, plain
from fathom5.text.guidance import percent
from fathom5.text.language import language, say, speaking

if TYPE_CHECKING:
    from fathom5.view import View

COLOUR_NAMES = ("pink", "green", "yellow")
FOOD_NAMES = ("pink {points}", "green {points}", "yellow {points}")
FOOD_FOUND = ("a pink {points}", "a green {points}", "a yellow {points}")

CALLED: dict[str, AnyKind] = {
    "flip": Flip,
    "dive deeper": DiveDeeper,
    "dive": DiveDeeper,
    "deeper": DiveDeeper,
    "pass": DiveDeeper,
    "skip": DiveDeeper,
    "passer": DiveDeeper,
    "plonger": DiveDeeper,
    "take nothing": TakeNothing,
    "nothing": TakeNothing,
    "rien": TakeNothing,
    "take {tile}": Take,
    "give {tile}": Take,
    "resurface": Take,
    "remonter": Take,
    "rock to {depth}": IngestRock,
    "rock": IngestRock,
    "ingest rock": IngestRock,
    "ingest": IngestRock,
    "avaler": IngestRock,
    "reveal {tile}": Reveal,
    "start {seat}": Start,
}
"""How moves begin, open or not."""


def tile(kind: int) -> str:
    """A tile as a person types it: `pink 4`, `rock`."""
    if kind == ROCK:
        return say("rock")
    if kind == OPEN_WATER:
        return say("open water")
    if kind == PREDATOR:
        return say("predator")
    return say(FOOD_NAMES[rules.colour_of(kind)], points=rules.points_of(kind))


def colour(number: int) -> str:
    """What a colour of food is called."""
    return say(COLOUR_NAMES[number])


def name(table: Table, box: Box, move: Any) -> str:
    """A move as a person types it."""
    match move:
        case Flip():
            return say("flip")
        case DiveDeeper():
            return say("dive deeper")
        case TakeNothing():
            return say("take nothing")
        case IngestRock(depth):
            return say("rock to {depth}", depth=depth + 1)
        case Take(depth, kind):
            return _named_taking(table, depth, kind)
        case Reveal(kind):
            return say("reveal {tile}", tile=tile(kind))
    return say("start {seat}", seat=move.seat + 1)


def _named_taking(table: Table, depth: int, kind: int) -> str:
    if table.phase == Phase.FAVOUR:
        return say("give {tile}", tile=tile(kind))
    if table.phase == Phase.RETREAT:
        return say("take {tile} from {depth}", tile=tile(kind), depth=depth + 1)
    return say("take {tile}", tile=tile(kind))


def also(table: Table, box: Box, move: Any) -> list[str]:
    """Other ways to say a move; what fits several moves is asked back."""
    match move:
        case Take(_, kind) if table.phase == Phase.FAVOUR:
            return [tile(kind), say("take {tile}", tile=tile(kind))]
        case Take(_, kind):
            return [tile(kind), "resurface", "remonter", "t"]
        case IngestRock(depth):
            to = depth + 1
            alike = [say("rock"), "ingest rock", "ingest", "avaler"]
            return [*alike, f"{say('rock')} {to}", f"ingest rock to {to}", f"r{to}"]
        case Flip():
            return ["f"]
        case DiveDeeper():
            return ["deeper", "pass", "skip", "plonger", "passer", "d"]
        case TakeNothing():
            return ["nothing", "rien", "n"]
    return []


def pick(view: View, name: str, value: int) -> str:
    """What is picked up before the rest of a move is chosen."""
    return say("dive with a rock")


def a_tile(kind: int) -> str:
    """A tile in a sentence."""
    if kind == ROCK:
        return say("a rock")
    if kind == OPEN_WATER:
        return say("an open water tile")
    if kind == PREDATOR:
        return say("a predator")
    return say(FOOD_FOUND[rules.colour_of(kind)], points=rules.points_of(kind))


def seat_name(view: View, seat: int) -> str:
    """A player's name; the solo opponent has none."""
    return view.names[seat] if seat < view.table.players else say("The opponent")


def ask(view: View) -> str:
    """What the seat that looks is asked."""
    table = view.table
    depth = table.depth + 1
    if table.phase == Phase.FOUND:
        return say(
            "You found {tile} at depth {depth}. Take it, or leave it and dive deeper?",
            tile=a_tile(table.flipped),
            depth=depth,
        )
    if table.phase == Phase.RETREAT:
        return say("Your last penguin is trapped, so all return. Which tile do they bring along?")
    if table.phase == Phase.FAVOUR:
        return say("A predator led the opponent to food at depth {depth}. Which does it take?", depth=depth)
    if rules.may_ingest_rock(table):
        return say("Your dive begins at depth {depth}, or anywhere for a rock. What do you do?", depth=depth)
    return say("You are at depth {depth}. What do you do?", depth=depth)


# What everybody may know of a flip


def unseen(table: Table, depth: int) -> tuple[int, int]:
    """How many unseen tiles of a depth are predators, and how many there are."""
    return table.unseen[depth, PREDATOR], sum(table.unseen[depth])


def chances(view: View, depth: int) -> str:
    """What may come up at a depth, and how likely a predator is."""
    return _chances(depth, view.table.face_down[depth], view.table.unseen[depth])


@part
def _chances(depth: int, face_down: int, unseen: tuple[int, ...]) -> str:
    if face_down == 0:
        return say("Depth {depth}: no face-down tile is left.", depth=depth + 1)
    kinds = [f"{count} × {tile(kind)}" for kind, count in enumerate(unseen) if count]
    predators, tiles = unseen[PREDATOR], sum(unseen)
    return say(
        "Depth {depth}: {down} face down, drawn from {tiles} unseen: {kinds}. "
        "The next is a predator {predators} {predators:time|times} in {tiles}, {percent} %.",
        depth=depth + 1,
        down=face_down,
        tiles=tiles,
        kinds=", ".join(kinds),
        predators=predators,
        percent=percent(predators, tiles),
    )


def bust(view: View, seat: int) -> str:
    """What a predator would cost."""
    player = view.table.team[seat]
    left = view.box.penguins - player.caught
    if left > 1:
        return say(
            "A predator would end {who}'s turn and trap a penguin; {left} would be left.",
            who=view.names[seat],
            left=left - 1,
        )
    return say(
        "A predator would trap the last penguin of {who}: all return, and may bring one face-up tile.",
        who=view.names[seat],
    )


# What happened


def when(view: View) -> str:
    """Where in the game a position lies, in a few words."""
    return say("{n} face-down {n:tile|tiles} left", n=sum(int(count) for count in view.table.face_down))


def tell(before: View, move: Any, after: View) -> list[str]:
    """What a move did, in sentences."""
    old, new = before.table, after.table
    sentences = [_told(before, move, after), *_brought_up(before, move, after)]
    if new.ending and not old.ending:
        sentences.append(
            say("That was the last face-down tile of depth {depth}: the end is near.", depth=old.depth + 1)
        )
    if new.last_dive and not old.last_dive:
        sentences.append(say("The token turns: one last dive for everybody."))
    if new.actor == OVER and new.players == 1:
        points = rules.points_at(new, after.box, rules.OPPONENT)
        sentences.append(say("The opponent has {points} {points:point|points} at the end.", points=points))
    return [sentence for sentence in sentences if sentence]


def _told(before: View, move: Any, after: View) -> str:
    table = before.table
    who = seat_name(before, table.turn)
    match move:
        case Start(seat):
            return say("{who} has the token and goes first.", who=before.names[seat])
        case Reveal(kind):
            return _revealed(before, kind, after)
        case Take(depth, kind):
            values = {"who": who, "tile": a_tile(kind), "depth": depth + 1}
            if table.phase == Phase.RETREAT:
                return say("{who} brings {tile} along from depth {depth}.", **values)
            return say("{who} takes {tile} from depth {depth}.", **values)
        case IngestRock(depth):
            return say("{who} ingests a rock and dives to depth {depth}.", who=who, depth=depth + 1)
        case TakeNothing():
            return say("{who} brings nothing along.", who=who)
        case DiveDeeper() if table.phase == Phase.FOUND:
            return say("{who} leaves {tile} and dives deeper.", who=who, tile=a_tile(table.flipped))
        case DiveDeeper():
            return say("{who} passes depth {depth}.", who=who, depth=table.depth + 1)
    return ""


def _revealed(before: View, kind: int, after: View) -> str:
    """A flip, and what follows from it at once."""
    table = before.table
    values = {"who": seat_name(before, table.turn), "tile": a_tile(kind), "depth": table.depth + 1}
    if kind != PREDATOR:
        return say("{who} reveals {tile} at depth {depth}.", **values)
    if table.turn >= table.players:
        return say("{who} meets a predator at depth {depth}.", **values)
    left = before.box.penguins - table.team[table.turn].caught - 1
    if left:
        return say(
            "{who} meets a predator at depth {depth}: a penguin is trapped, {left} {left:is|are} left.",
            left=left,
            **values,
        )
    if after.table.phase == Phase.RETREAT:
        return say(
            "{who} meets a predator at depth {depth}: the last penguin is trapped, so all return.", **values
        )
    return say(
        "{who} meets a predator at depth {depth}: the last penguin is trapped, so all return, with nothing.",
        **values,
    )


def _brought_up(before: View, move: Any, after: View) -> list[str]:
    """What came up without anybody being asked, or that a dive found nothing."""
    old, new = before.table, after.table
    sentences = []
    for seat in range(max(2, old.players)):
        tiles = _gained(old.team[seat], new.team[seat])
        if seat == old.turn and isinstance(move, Take):
            tiles.remove(move.tile)
        who = seat_name(before, seat)
        sentences += [say("{who} keeps {tile}.", who=who, tile=a_tile(kind)) for kind in tiles]
    ended = new.turn != old.turn or new.actor == OVER
    if _leads_deeper(move) and ended and old.turn < old.players and not sentences:
        who = seat_name(before, old.turn)
        sentences.append(say("{who} finds nothing to take or flip and resurfaces.", who=who))
    return sentences


def _leads_deeper(move: Any) -> bool:
    """Whether a move sends the diver to another depth."""
    match move:
        case DiveDeeper() | IngestRock():
            return True
        case Reveal(kind):
            return kind == OPEN_WATER
    return False


def _gained(old: Player, new: Player) -> list[int]:
    """The tiles that a player has more of."""
    tiles = [ROCK] * (new.rocks - old.rocks) + [OPEN_WATER] * (new.open_water - old.open_water)
    for colour in range(COLOURS):
        for row in range(old.foods[colour], new.foods[colour]):
            tiles.append(rules.food(colour, new.tableau[colour, row]))
    return tiles


# Why not


def why(view: View, asked: Asked) -> str:
    """Why a move is not allowed now, with the clause that says so."""
    if asked.kind is Reveal:
        return say("Which tile comes up is chance's choice (DD-1).")
    if asked.kind is Start:
        return say("Who goes first was settled before the first turn (Setup 7).")
    if view.table.phase == Phase.FAVOUR:
        return _why_not_for_opponent(view, asked)
    if asked.called == "give {tile}":
        return say("You choose food for the opponent only where two tiles suit it alike (Solo AI 3).")
    if asked.kind is Take:
        return _why_not_take(view, asked.rest)
    if view.table.phase == Phase.RETREAT:
        return say("Your turn has ended with the predator: only what they bring along is left (Step 2.D).")
    if asked.kind is TakeNothing:
        return say("Coming up with nothing is a choice only when all penguins retreat (Retreat 3).")
    if asked.kind is IngestRock:
        return _why_no_rock(view)
    return _why_not_flip(view) if asked.kind is Flip else _why_not_deeper(view)


def _why_not_for_opponent(view: View, asked: Asked) -> str:
    table, kind = view.table, tile_named(asked.rest)
    if asked.kind is not Take:
        return say("This is the opponent's turn: you only choose which food it takes (Solo AI 3).")
    if FOOD <= kind < OPEN_WATER and table.face_up[table.depth, kind]:
        if not rules.is_rarest(table, table.depth, rules.colour_of(kind)):
            return say("The opponent has less food of another colour that lies there (DD-15).")
    return say("The opponent wants food of its rarest colour, then of the highest value (Solo AI 3).")


def _why_not_take(view: View, rest: str) -> str:
    table, kind = view.table, tile_named(rest)
    if kind in (OPEN_WATER, PREDATOR):
        return say("Only food and rocks can be taken; predators and open water stay (DD-3).")
    if table.phase == Phase.RETREAT:
        return say("A retreat brings a face-up tile from a depth with a trapped penguin (Retreat 4).")
    if table.phase == Phase.FOUND:
        return say("After a flip it is that tile or none; others had to be taken before it (DD-4).")
    if kind != rules.NONE and any(table.face_up[depth, kind] for depth in range(DEPTHS)):
        return say("A tile is taken only where the diver is, at depth {depth} (DD-3).", depth=table.depth + 1)
    return say("No such tile lies face up at depth {depth} (Step 1.1).", depth=table.depth + 1)


def tile_named(words: str) -> int:
    """The kind of tile that words begin with, in English or the listener's language; NONE if with none."""
    for speech in ("en", language()):
        with speaking(speech):
            for kind in range(KINDS):
                if f"{words} ".startswith(f"{plain(tile(kind))} "):
                    return kind
    return rules.NONE


def _why_no_rock(view: View) -> str:
    table = view.table
    if not table.team[view.seat].rocks:
        return say("You have no rock to ingest (Rock 1).")
    if rules.may_ingest_rock(table):
        return say("A rock takes you to a depth from 1 to {deepest} (Rock 3).", deepest=DEPTHS)
    return say("A rock is ingested at the beginning of a turn, one a turn (DD-2).")


def _why_not_flip(view: View) -> str:
    if view.table.phase == Phase.FOUND:
        return say("One flip at each depth: take this tile or dive deeper (Step 2).")
    return say("No face-down tile is left at depth {depth} (Game End 5).", depth=view.table.depth + 1)


def _why_not_deeper(view: View) -> str:
    if view.table.depth == DEEPEST:
        return say("There is nothing below depth {depth} (DD-5).", depth=DEPTHS)
    return say(
        "You may pass a depth only where a penguin of yours is trapped or no tile is face down (DD-6)."
    )

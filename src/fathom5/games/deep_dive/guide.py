"""Deep Dive for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.core import OVER, encode
from fathom5.games.deep_dive import rules, words
from fathom5.games.deep_dive.layout import jaws_at, lair
from fathom5.games.deep_dive.table import (
    COLOURS,
    DEEPEST,
    FOOD,
    OPEN_WATER,
    PREDATOR,
    ROCK,
    Box,
    DiveDeeper,
    Flip,
    IngestRock,
    Level,
    Phase,
    Player,
    Reveal,
    Take,
    TakeNothing,
)
from fathom5.text.guidance import GOAL, Holding, Lesson, Line, Moment, Rival, percent
from fathom5.text.language import say

if TYPE_CHECKING:
    from fathom5.view import View


def kind(view: View, move: Any) -> str:
    """The lesson that a move belongs to."""
    if view.table.phase == Phase.RETREAT:
        return "retreat"
    if view.table.phase == Phase.FAVOUR:
        return "favour"
    match move:
        case Take(_, tile):
            return "rock tile" if tile == ROCK else "take"
        case IngestRock():
            return "rock"
        case Flip():
            return "flip"
    return "deeper"


def lessons(box: Box) -> dict[str, Lesson]:
    """Everything there is to learn."""
    deepest = _deepest_food(box)
    return {
        GOAL: Lesson(
            say("Food in three colours"),
            say(
                "Your penguins dive for food, one dive a turn, and bring up one tile each time. Food is laid "
                "out in rows: the first tiles of each colour make row 1, the second ones row 2. A row with "
                "all three colours counts in full, any other half. Most points wins."
            ),
            "tableaus",
        ),
        "flip": Lesson(
            say("Turning a tile over"),
            say(
                "You find food or a rock, which you may take or leave; open water, which sends you deeper; "
                "or a predator, which traps the penguin and ends your dive with nothing. Deeper tiles are "
                "worth more, and more of them are predators."
            ),
            f"can-{encode(Flip())}",
        ),
        "take": Lesson(
            say("Taking food"),
            say(
                "You come up with the tile and your turn is over. A tile that already lies face up is a sure "
                "thing: no predator can bite. Look which colour your next row still needs."
            ),
            "choices",
        ),
        "rock tile": Lesson(
            say("Taking a rock"),
            say(
                "A rock is worth no points and ends your turn too, but on a later turn a penguin can "
                "swallow it and start its dive at any depth, past all the predators above."
            ),
            "choices",
        ),
        "rock": Lesson(
            say("Diving with a rock"),
            say(
                "At the beginning of your turn you may use up a rock to start at any depth you like. "
                "The deepest food is worth {low} to {high} points, and what lies face up down there is a "
                "sure thing.",
                low=min(deepest),
                high=max(deepest),
            ),
            "pick-rock-0",
        ),
        "deeper": Lesson(
            say("Diving deeper"),
            say(
                "You leave what is here, face up for everybody, and go one depth down. Do it when what you "
                "found is small and your dive has been lucky; the next depth holds more points and more "
                "teeth. A depth where a penguin of yours is trapped may be passed."
            ),
            f"can-{encode(DiveDeeper())}",
        ),
        "retreat": Lesson(
            say("The last penguin is trapped"),
            say(
                "All your penguins ({penguins}) come home free, and may bring one face-up tile from a depth "
                "where one of them was trapped. The game is not over: take the best tile there is.",
                penguins=box.penguins,
            ),
            "choices",
        ),
        "favour": Lesson(
            say("What the opponent takes"),
            say(
                "A predator does not trap the opponent but leads it to face-up food of the colour it has "
                "least of, the dearest first. Where two tiles suit it alike, you choose for it."
            ),
            "choices",
        ),
    }


def _deepest_food(box: Box) -> list[int]:
    """The points of the food at the deepest depth that has any."""
    depths = [[points for points in row if points] for row in box.food]
    return next((points for points in reversed(depths) if points), [0])


def turn(box: Box) -> list[str]:
    """What happens in a turn."""
    return [
        say(
            "A penguin of yours dives from depth 1. At each depth take a tile that lies face up, or flip one."
        ),
        say("Food or a rock you flipped: come up with it, or leave it and dive deeper."),
        say(
            "Open water sends you deeper. A predator traps the penguin and ends your turn; "
            "you may pass its depth on later turns."
        ),
        say(
            "When the last of your {penguins} {penguins:penguin|penguins} is trapped, all return, and may "
            "bring one face-up tile from where they were.",
            penguins=box.penguins,
        ),
        say("A rock of an earlier turn lets a dive begin at any depth."),
        say("When a depth has no face-down tile left, the round is finished and everybody dives once more."),
    ]


def preview(view: View, move: Any) -> str:
    """What a move costs and what may come of it."""
    table = view.table
    match move:
        case Flip():
            return _flip(view, table.depth)
        case DiveDeeper():
            return _arrival(view, min(DEEPEST, table.depth + 1))
        case TakeNothing():
            return _nothing(view)
        case IngestRock(depth):
            return say("It costs the rock.") + " " + _arrival(view, depth)
    return say("The opponent takes it.") if table.phase == Phase.FAVOUR else _gain(view, move.tile)


def warning(view: View, move: Any) -> str:
    """What a move that gives something away is called on its button."""
    return say("Come home with nothing") if isinstance(move, TakeNothing) else ""


def _nothing(view: View) -> str:
    """What a retreat without a tile gives away."""
    lost = max([_more(view, move.tile) for move in view.open_moves if isinstance(move, Take)], default=0)
    if lost:
        return say("The penguins leave a tile worth {lost} {lost:point|points} to you.", lost=lost)
    return say("The penguins come home, and that is all.")


def _arrival(view: View, depth: int) -> str:
    """What there is to take or to flip at a depth, or below it where nothing is left."""
    table = view.table
    while depth < DEEPEST and rules.is_empty(table, depth):
        depth += 1
    if rules.is_empty(table, depth):
        return say("Nothing is left to take or flip down there.")
    up = [words.tile(kind) for kind in range(OPEN_WATER) if table.face_up[depth, kind]]
    sure = say("Face up at depth {depth}: {tiles}.", depth=depth + 1, tiles=", ".join(up)) + " " if up else ""
    return sure + _flip(view, depth)


def _flip(view: View, depth: int) -> str:
    """What may come up at a depth, and what a predator would cost."""
    down = view.table.face_down[depth]
    if not down:
        return say("At depth {depth} no tile is face down any more.", depth=depth + 1)
    unseen = view.table.unseen[depth]
    tiles = sum(unseen)
    told = [
        say(
            "A tile at depth {depth}: food {food} %, rock {rock} %, open water {water} %, "
            "predator {predator} %.",
            depth=depth + 1,
            food=percent(sum(unseen[kind] for kind in range(FOOD, OPEN_WATER)), tiles),
            rock=percent(unseen[ROCK], tiles),
            water=percent(unseen[OPEN_WATER], tiles),
            predator=percent(unseen[PREDATOR], tiles),
        )
    ]
    if unseen[PREDATOR]:
        told.append(_bite(view))
    if down == 1 and not view.table.ending:
        told.append(say("It is the last one face down there: the end comes near."))
    return " ".join(told)


def _bite(view: View) -> str:
    """What a predator would cost."""
    left = view.box.penguins - view.table.team[view.seat].caught
    if left > 1:
        return say("A predator would end your turn and trap one of your {left} penguins.", left=left)
    return say("A predator would trap your last penguin: all come home, and may bring one face-up tile.")


def _gain(view: View, tile: int) -> str:
    """What a tile would make of the score."""
    if tile == ROCK:
        return say("No points, but a later dive may start at any depth.")
    more = _more(view, tile)
    points = view.scores[view.seat] + more
    gain = say("You would have {points} {points:point|points}, {more} more.", points=points, more=more)
    player = view.table.team[view.seat]
    rows = rules.complete_rows(player)
    others = [player.foods[colour] for colour in range(COLOURS) if colour != rules.colour_of(tile)]
    if player.foods[rules.colour_of(tile)] == rows and min(others) > rows:
        gain += " " + say("Row {row} would be complete.", row=rows + 1)
    return gain


def _more(view: View, tile: int) -> int:
    """The points that a tile would bring whoever looks."""
    kept = view.tried(lambda table: rules.keep(table.team[view.seat], tile))
    return int(kept.scores[view.seat] - view.scores[view.seat])


def holdings(view: View, seat: int) -> list[Holding]:
    """What a player has, beside the name."""
    table = view.table
    player = table.team[seat]
    free = view.box.penguins - player.caught
    label = say("{free} free {free:penguin|penguins}", free=free)
    held = [Holding(f"{free}", label, icon="icon-penguin")]
    for colour in range(COLOURS):
        tiles = player.foods[colour]
        label = f"{words.colour(colour)}: " + say("{tiles} {tiles:tile|tiles}", tiles=tiles)
        held.append(Holding(f"{tiles}", label, icon=f"icon-food-{colour}"))
    if player.rocks:
        label = say("{rocks} {rocks:rock|rocks}", rocks=player.rocks)
        held.append(Holding(f"{player.rocks}", label, icon="icon-rock"))
    if seat == table.starter:
        last = table.last_dive
        side = say("last dive token") if last else say("start player token")
        held.append(Holding("", side, icon="icon-last-dive" if last else "icon-token"))
    return held


def moment(before: View, move: Any, after: View) -> Moment | None:
    """The big things: a bite, a row complete, a dive with a rock, a retreat, the end coming."""
    old, new = before.table, after.table
    if new.actor == OVER:
        return Moment("end", say("The last dive is over."))
    alarm = _alarm(before, after)
    if isinstance(move, Reveal) and move.tile == PREDATOR and old.turn < old.players:
        bite = _bitten(before, after)
        return bite._replace(text=f"{bite.text}. {alarm.text}") if alarm else bite
    if alarm:
        return alarm
    if isinstance(move, IngestRock):
        text = say("{who} sinks with a rock", who=before.names[old.turn])
        return Moment("splash", text, old.turn, f"pile-{move.depth}")
    for seat in range(max(2, old.players)):
        rows = rules.complete_rows(new.team[seat])
        if rows > rules.complete_rows(old.team[seat]):
            values = {"who": words.seat_name(before, seat), "row": rows}
            text = say("{who} completes row {row}", **values)
            return Moment("treasure", text, seat if seat < old.players else None, f"tableau-{seat}")
    if old.phase == Phase.RETREAT:
        return Moment(
            "surface", say("All penguins of {who} are free again", who=before.names[old.turn]), old.turn
        )
    return None


def _alarm(before: View, after: View) -> Moment | None:
    """That the end is near, when it has come nearer."""
    old, new = before.table, after.table
    if new.last_dive and not old.last_dive:
        return Moment("alarm", say("One last dive for everybody"), at="token")
    if new.ending and not old.ending:
        return Moment("alarm", say("The end is near"), at=f"pile-{old.depth}")
    return None


def _bitten(before: View, after: View) -> Moment:
    """A predator snaps."""
    seat, depth = before.table.turn, before.table.depth
    held = after.table.team[seat].trapped[depth]
    at = jaws_at(lair(depth, seat, held - 1)) if held else lair(depth)
    who = before.names[seat]
    if before.table.team[seat].caught + 1 < before.box.penguins:
        return Moment("bite", say("Snap! {who} loses a penguin", who=who), seat, at)
    return Moment("bite", say("Snap! The last penguin of {who}", who=who), seat, at)


def tie_break(view: View, winner: int, other: int) -> str:
    """Who has more complete rows (DD-11)."""
    names = {"name": view.names[winner], "other": view.names[other]}
    return say("Level on points with {other}: {name} has more complete rows.", **names)


def tally(view: View, seat: int) -> list[Line]:
    """Row by row: complete ones in full, others half."""
    player = view.table.team[seat]
    lines = _rows(player, rules.complete_rows(player))
    return lines or [Line(say("No food"), 0)]


def rival(view: View) -> Rival | None:
    """The opponent of a solo game."""
    table, box = view.table, view.box
    if table.players > 1:
        return None
    opponent, level = table.team[rules.OPPONENT], table.opponent
    in_full = rules.rows(opponent) if level == Level.HARD else rules.complete_rows(opponent)
    lines = _rows(opponent, in_full)
    if opponent.rocks:
        what = say(
            "{rocks} {rocks:rock|rocks} at {each}", rocks=opponent.rocks, each=box.opponent_rock[level]
        )
        lines.append(Line(what, opponent.rocks * box.opponent_rock[level]))
    if opponent.open_water and box.opponent_open_water[level]:
        each = box.opponent_open_water[level]
        what = say("{tiles} open water at {each}", tiles=opponent.open_water, each=each)
        lines.append(Line(what, opponent.open_water * each))
    place = 2 if rules.ahead(table, box, 0, rules.OPPONENT) else 1
    points = rules.points_at(table, box, rules.OPPONENT)
    return Rival(say("the opponent"), place, points, lines or [Line(say("No food"), 0)])


def _rows(player: Player, in_full: int) -> list[Line]:
    """The rows of a tableau, so many of them in full, the others half."""
    return [_row(player, row, row < in_full) for row in range(rules.rows(player))]


def _row(player: Player, row: int, is_full: bool) -> Line:
    points = rules.row_sum(player, row)
    foods = player.foods
    tiles = [player.tableau[colour, row] for colour in range(COLOURS) if row < foods[colour]]
    values = {"row": row + 1, "tiles": " + ".join(map(str, tiles))}
    if row < rules.complete_rows(player):
        return Line(say("Row {row}, all colours: {tiles}", **values), points)
    if is_full:
        return Line(say("Row {row}, not complete, in full: {tiles}", **values), points)
    return Line(say("Row {row}, not complete, half of {tiles}", **values), points // 2)

"""Deep Dive for somebody new: lessons, what a move may bring, where the points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fathom5.games.deep_dive import rules
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
    Take,
    TakeNothing,
)
from fathom5.text.guidance import GOAL, Lesson, Line, Rival, percent
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
        ),
        "flip": Lesson(
            say("Turning a tile over"),
            say(
                "You find food or a rock, which you may take or leave; open water, which sends you deeper; "
                "or a predator, which traps the penguin and ends your dive with nothing. Deeper tiles are "
                "worth more, and more of them are predators."
            ),
        ),
        "take": Lesson(
            say("Taking food"),
            say(
                "You come up with the tile and your turn is over. A tile that already lies face up is a sure "
                "thing: no predator can bite. Look which colour your next row still needs."
            ),
        ),
        "rock tile": Lesson(
            say("Taking a rock"),
            say(
                "A rock is worth no points and ends your turn too, but on a later turn a penguin can "
                "swallow it and start its dive at any depth, past all the predators above."
            ),
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
        ),
        "deeper": Lesson(
            say("Diving deeper"),
            say(
                "You leave what is here, face up for everybody, and go one depth down. Do it when what you "
                "found is small and your dive has been lucky; the next depth holds more points and more "
                "teeth. A depth where a penguin of yours is trapped may be passed."
            ),
        ),
        "retreat": Lesson(
            say("The last penguin is trapped"),
            say(
                "All your penguins ({penguins}) come home free, and may bring one face-up tile from a depth "
                "where one of them was trapped. The game is not over: take the best tile there is.",
                penguins=box.penguins,
            ),
        ),
        "favour": Lesson(
            say("What the opponent takes"),
            say(
                "A predator does not trap the opponent but leads it to face-up food of the colour it has "
                "least of, the dearest first. Where two tiles suit it alike, you choose for it."
            ),
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
            return _flip(view, table.depth + 1) if table.depth < DEEPEST else ""
        case TakeNothing():
            return say("The penguins come home, and that is all.")
        case IngestRock(depth):
            return say("It costs the rock.") + " " + _flip(view, depth)
    return say("The opponent takes it.") if table.phase == Phase.FAVOUR else _gain(view, move.tile)


def _flip(view: View, depth: int) -> str:
    """What may come up at a depth, and what a predator would cost."""
    if not view.table.face_down[depth]:
        return say("At depth {depth} no tile is face down any more.", depth=depth + 1)
    unseen = view.table.unseen[depth]
    tiles = sum(unseen)
    odds = say(
        "A tile at depth {depth}: food {food} %, rock {rock} %, open water {water} %, predator {predator} %.",
        depth=depth + 1,
        food=percent(sum(unseen[kind] for kind in range(FOOD, OPEN_WATER)), tiles),
        rock=percent(unseen[ROCK], tiles),
        water=percent(unseen[OPEN_WATER], tiles),
        predator=percent(unseen[PREDATOR], tiles),
    )
    return f"{odds} {_bite(view)}" if unseen[PREDATOR] else odds


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
    points = view.tried(lambda table: rules.keep(table.team[view.seat], tile)).scores[view.seat]
    more = points - view.scores[view.seat]
    return say("You would have {points} {points:point|points}, {more} more.", points=points, more=more)


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

"""Deep Dive once more, as one long story that stops where somebody decides or a tile is flipped.

Tiles are ("food", colour, points) or a word. Written from the rulebook and the rulings alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from fathom5.core.rule import NATURE
from fathom5.games.deep_dive import rules
from fathom5.match import Match
from oracles.lockstep import Move

DEPTHS = range(5)
COLOURS = range(3)
HIGHEST_FOOD = 12
Tile = Any
Story = Generator[tuple[int, dict[Move, Fraction]], Move, Any]


def tile_number(tile: Tile) -> int:
    """A tile as our moves and tables number it."""
    if isinstance(tile, tuple):
        _, colour, points = tile
        return 1 + colour * HIGHEST_FOOD + points - 1
    return {"rock": 0, "open water": 37, "predator": 38}[tile]


def tile_of(number: int) -> Tile:
    if number in (0, 37, 38):
        return {0: "rock", 37: "open water", 38: "predator"}[number]
    colour, points = divmod(number - 1, HIGHEST_FOOD)
    return ("food", colour, points + 1)


def where_the_opponent_flips(stands: int, face_down: list[int]) -> int | None:
    """The next depth around the circle, from where it stands, with a tile to flip."""
    return next((depth % 5 for depth in range(stands, stands + 5) if face_down[depth % 5]), None)


def can_be_taken(tile: Tile) -> bool:
    return tile == "rock" or isinstance(tile, tuple)


@dataclass
class Waddle:
    """The penguins and the tableau of a player, or the tableau of the solo opponent."""

    trapped: list[int] = field(default_factory=lambda: [0] * 5)
    columns: list[list[int]] = field(default_factory=lambda: [[], [], []])
    rocks: int = 0
    open_water: int = 0

    def collect(self, tile: Tile) -> None:
        if tile == "rock":
            self.rocks += 1
        elif tile == "open water":
            self.open_water += 1
        else:
            _, colour, points = tile
            self.columns[colour].append(points)

    def rows(self) -> Iterator[list[int]]:
        """The k-th tile of every colour, for each k."""
        for k in range(max(map(len, self.columns))):
            yield [column[k] for column in self.columns if k < len(column)]

    def complete_rows(self) -> int:
        return sum(len(row) == 3 for row in self.rows())

    def points_of_sets(self) -> int:
        return sum(sum(row) if len(row) == 3 else sum(row) // 2 for row in self.rows())

    def points_of_all_food(self) -> int:
        return sum(map(sum, self.columns))


class DeepDive:
    """The game as told by the rulebook; see `oracles.lockstep.Oracle`."""

    def __init__(self, sheet: Mapping[str, Any], players: int, opponent: str = "medium") -> None:
        box = {name: entry["value"] for name, entry in sheet["components"].items()}
        self.players = players
        self.alone = players == 1
        self.level = ("easy", "medium", "hard").index(opponent)
        self.points_of_rock = box["opponent_rock"][self.level]
        self.points_of_open_water = box["opponent_open_water"][self.level]
        self.penguins = box["penguins"]
        self.waddles = [Waddle() for _ in range(max(players, 2))]
        self.unseen = [tiles_of_depth(box, depth, players) for depth in DEPTHS]
        removed = box["removed"][players - 1]
        self.face_down = [max(0, sum(tiles.values()) - removed) for tiles in self.unseen]
        self.face_up: list[Counter[Tile]] = [Counter() for _ in DEPTHS]
        self.start_player: int | None = None
        self.diver = 0
        self.depth = 0
        self.opponent_depth = 0
        self.end_triggered = 0 in self.face_down
        self.last_dive = False
        self.story = self.game()
        self.actor: int | None
        self.open: dict[Move, Fraction]
        self.actor, self.open = next(self.story)

    # The protocol

    def moves(self) -> dict[Move, Fraction]:
        return self.open

    def play(self, move: Move) -> None:
        assert move in self.open
        try:
            self.actor, self.open = self.story.send(move)
        except StopIteration:
            self.actor, self.open = None, {}

    def state(self) -> dict[str, object]:
        return {
            "diver": self.diver if self.actor is not None else None,
            "depth": self.depth if self.actor is not None and not self.opponents_turn() else None,
            "start player": self.start_player,
            "end triggered": self.end_triggered,
            "last dive": self.last_dive,
            "face down": self.face_down,
            "face up": self.face_up,
            "unseen": [+tiles for tiles in self.unseen],
            "waddles": self.waddles,
            "opponent": where_the_opponent_flips(self.opponent_depth, self.face_down) if self.alone else None,
            "points of the opponent": self.opponent_points() if self.alone else None,
        }

    def scores(self) -> list[int]:
        return [waddle.points_of_sets() for waddle in self.waddles[: self.players]]

    def places(self) -> list[int]:
        results = [(waddle.points_of_sets(), waddle.complete_rows()) for waddle in self.waddles]
        if self.alone:
            results[1] = (self.opponent_points(), self.waddles[1].complete_rows())
        return [1 + sum(other > mine for other in results) for mine in results[: self.players]]

    # The game

    def game(self) -> Story:
        """Rounds until the end is triggered, the rest of that round, and one last round."""
        if self.alone:
            self.start_player = 0
        else:
            chances = {("start", seat): Fraction(1, self.players) for seat in range(self.players)}
            _, self.start_player = yield NATURE, chances
        while True:
            for step in range(self.players):
                self.diver = (self.start_player + step) % self.players
                yield from self.turn(self.waddles[self.diver])
            if self.alone:
                self.diver = 1
                yield from self.turn_of_opponent(self.waddles[1])
            if self.last_dive:
                return
            self.last_dive = self.end_triggered

    def turn(self, me: Waddle) -> Story:
        self.depth = 0
        beginning = True
        while True:
            here, depth = self.face_up[self.depth], self.depth
            choices: list[Move] = [("take", depth, tile_number(tile)) for tile in here if can_be_taken(tile)]
            if self.face_down[depth]:
                choices.append(("flip",))
            if depth < 4 and (me.trapped[depth] or not self.face_down[depth]):
                choices.append(("dive deeper",))
            if beginning and me.rocks:
                choices += [("ingest rock", start) for start in DEPTHS]
            if not choices:
                return
            beginning = False
            match (yield from self.decide(choices)):
                case ("take", _, number):
                    me.collect(self.picked_up(depth, tile_of(number)))
                    return
                case ("ingest rock", start):
                    me.rocks -= 1
                    self.depth = start
                    continue
                case ("flip",):
                    tile = yield from self.flip(depth)
                    if tile == "predator":
                        yield from self.predation(me)
                        return
                    if can_be_taken(tile):
                        resurface = ("take", depth, tile_number(tile))
                        offers = [resurface, ("dive deeper",)] if depth < 4 else [resurface]
                        if (yield from self.decide(offers)) == resurface:
                            me.collect(self.picked_up(depth, tile))
                            return
            if depth == 4:
                return
            self.depth += 1

    def predation(self, me: Waddle) -> Story:
        me.trapped[self.depth] += 1
        if sum(me.trapped) < self.penguins:
            return
        choices: list[Move] = [
            ("take", depth, tile_number(tile))
            for depth in DEPTHS
            if me.trapped[depth]
            for tile in self.face_up[depth]
            if can_be_taken(tile)
        ]
        chosen = yield from self.decide([*choices, ("take nothing",)])
        if chosen != ("take nothing",):
            _, depth, number = chosen
            me.collect(self.picked_up(depth, tile_of(number)))
        me.trapped = [0] * 5

    def turn_of_opponent(self, opponent: Waddle) -> Story:
        depth = where_the_opponent_flips(self.opponent_depth, self.face_down)
        if depth is None:
            return
        self.opponent_depth = depth
        tile = yield from self.flip(depth)
        if tile != "predator":
            opponent.collect(self.picked_up(depth, tile))
        else:
            wanted = self.food_for_opponent(opponent, depth)
            if wanted:
                _, _, number = yield from self.decide(
                    [("take", depth, tile_number(food)) for food in wanted], seat=0
                )
                opponent.collect(self.picked_up(depth, tile_of(number)))
        self.opponent_depth = (depth + 1) % 5

    def food_for_opponent(self, opponent: Waddle, depth: int) -> list[Tile]:
        """Of the colours that lie there the one it has fewest of; the highest value; all that are left."""
        foods = [tile for tile in self.face_up[depth] if isinstance(tile, tuple)]
        for value in (lambda food: -len(opponent.columns[food[1]]), lambda food: food[2]):
            best = max(map(value, foods), default=0)
            foods = [food for food in foods if value(food) == best]
        return foods

    def opponents_turn(self) -> bool:
        return self.alone and self.diver == 1

    def opponent_points(self) -> int:
        opponent = self.waddles[1]
        food = opponent.points_of_all_food() if self.level == 2 else opponent.points_of_sets()
        return food + opponent.rocks * self.points_of_rock + opponent.open_water * self.points_of_open_water

    # What both do

    def decide(self, choices: list[Move], seat: int | None = None) -> Generator[Any, Move, Move]:
        """Whoever decides is asked, unless there is one answer only."""
        if len(choices) == 1:
            return choices[0]
        return (yield self.diver if seat is None else seat, dict.fromkeys(choices, Fraction(0)))

    def flip(self, depth: int) -> Generator[Any, Move, Tile]:
        """One tile at random comes face up; the last one of a depth triggers the end."""
        unseen = self.unseen[depth]
        all_unseen = sum(unseen.values())
        _, number = yield (
            NATURE,
            {
                ("reveal", tile_number(tile)): Fraction(count, all_unseen)
                for tile, count in unseen.items()
                if count
            },
        )
        tile = tile_of(number)
        unseen[tile] -= 1
        self.face_down[depth] -= 1
        self.face_up[depth][tile] += 1
        self.end_triggered |= self.face_down[depth] == 0
        return tile

    def picked_up(self, depth: int, tile: Tile) -> Tile:
        self.face_up[depth] -= Counter([tile])
        return tile


def tiles_of_depth(box: Mapping[str, Any], depth: int, players: int) -> Counter[Tile]:
    """All tiles of a depth that this number of players uses, before any are removed."""
    food = Counter(points for points in box["food"][depth] if points)
    tiles = {kind: box[kind][depth] for kind in ("rocks", "open_water", "predators")}
    if players < box["extras_from"]:
        food -= Counter(points for points in box["extra_food"][depth] if points)
        tiles = {kind: count - box[f"extra_{kind}"][depth] for kind, count in tiles.items()}
    names = {"rocks": "rock", "open_water": "open water", "predators": "predator"}
    found: Counter[Tile] = Counter({names[kind]: count for kind, count in tiles.items()})
    found.update({("food", colour, points): count for colour in COLOURS for points, count in food.items()})
    return +found


def state(match: Match) -> dict[str, object]:
    """Our table by the oracle's names."""
    alone = match.players == 1
    array = match.view().array[0]
    table = {name: array[name].tolist() for name in array.dtype.names if name != "team"}
    opponents_turn = alone and table["turn"] == 1
    return {
        "diver": None if match.over else table["turn"],
        "depth": None if match.over or opponents_turn else table["depth"],
        "start player": table["starter"],
        "end triggered": bool(table["ending"]),
        "last dive": bool(table["last_dive"]),
        "face down": table["face_down"],
        "face up": [counted(tiles) for tiles in table["face_up"]],
        "unseen": [counted(tiles) for tiles in table["unseen"]],
        "waddles": [waddle(array["team"][seat]) for seat in range(max(2, match.players))],
        "opponent": where_the_opponent_flips(table["opponent_depth"], table["face_down"]) if alone else None,
        "points of the opponent": rules.points_at(match.table, match.box, 1) if alone else None,
    }


def counted(tiles: list[int]) -> Counter[Tile]:
    return Counter({tile_of(number): count for number, count in enumerate(tiles) if count})


def waddle(player: Any) -> Waddle:
    columns = [player["tableau"][colour, : player["foods"][colour]].tolist() for colour in COLOURS]
    return Waddle(player["trapped"].tolist(), columns, int(player["rocks"]), int(player["open_water"]))

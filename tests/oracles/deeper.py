"""Deeper once more, from the rulebook and the rulings: lists, dictionaries, and a turn that is one generator.

Whoever has to decide is asked by yielding `(actor, moves)`; what is sent back is the move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from fathom5.core.rule import NATURE
from fathom5.match import Match
from oracles.lockstep import Move

RESOURCES = ["fish", "kelp", "coral", "titanium", "quartz", "diamond", "food"]
RAW, FOOD, TITANIUM = RESOURCES[:6], "food", "titanium"
PILES = ["20m", "40m", "60m", "80m", "100m"]
COLUMNS, DEEP, SHORE = 30, 14, 8
WINCH = 2

Place = tuple[int, int]
"""Column and row: row 0 is the surface, odd columns lie half a tile lower than even ones."""
Holds = Counter[str]
Question = Generator[tuple[int, Mapping[Move, Fraction]], Move, Any]


def beside(place: Place) -> list[Place]:
    """The six places around one, clockwise from the top."""
    column, row = place
    higher = row if column % 2 else row - 1
    return [
        (column, row - 1),
        (column + 1, higher),
        (column + 1, higher + 1),
        (column, row + 1),
        (column - 1, higher + 1),
        (column - 1, higher),
    ]


def level(place: Place) -> int:
    """Half tiles below the surface, halved, rounded up; 5 is the deepest (DE-1)."""
    column, row = place
    halves = 2 * row - (0 if column % 2 else 1)
    return min(5, (halves + 1) // 2)


def in_the_sea(place: Place) -> bool:
    """Whether tiles may lie there (DE-4, DE-18)."""
    column, row = place
    return 1 <= column <= COLUMNS and 1 <= row <= DEEP


def counted(figures: Sequence[int]) -> Holds:
    """Resources by name, from a list of figures."""
    return Counter({kind: n for kind, n in zip(RESOURCES, figures, strict=False) if n})


@dataclass
class Tile:
    """A hex tile: where it comes from, what is printed on it, which edges are rock."""

    pile: int
    printed: Holds
    rock: list[int]


@dataclass
class Diver:
    """One player."""

    hatch: Place
    place: Place
    air: int
    lungs: int
    bag: int
    shelf: int
    inventory: Holds = field(default_factory=Counter)
    storage: Holds = field(default_factory=Counter)
    upgrades: set[str] = field(default_factory=set)
    milestones: set[int] = field(default_factory=set)
    hand: Holds = field(default_factory=Counter)
    built: Holds = field(default_factory=Counter)

    @property
    def home(self) -> bool:
        return self.place == self.hatch

    def room(self) -> int:
        return self.bag - self.inventory.total()

    def room_at_home(self) -> int:
        return self.shelf - self.storage.total()

    def has(self, cost: Holds) -> bool:
        return all(self.inventory[kind] + self.storage[kind] >= n for kind, n in cost.items())

    def pay(self, cost: Holds) -> None:
        for kind, n in cost.items():
            carried = min(n, self.inventory[kind])
            self.inventory[kind] -= carried
            self.storage[kind] -= n - carried

    def receive(self, kind: str) -> None:
        (self.storage if self.room_at_home() > 0 else self.inventory)[kind] += 1


class Deeper:
    """The game; implements `Oracle`."""

    def __init__(self, components: Mapping[str, Any], rounds: int, hatches: Sequence[Place]) -> None:
        box = {name: part["value"] for name, part in components.items()}
        self.box, self.limit, self.players = box, rounds, len(hatches)
        assert [column for column, _ in hatches] == list(
            range(hatches[0][0], hatches[0][0] + len(hatches) * box["apart"], box["apart"])
        )
        assert all(row == 0 and SHORE < column <= COLUMNS - SHORE for column, row in hatches)
        self.cards = {card["name"]: card for card in box["cards"]}
        self.upgrades = {upgrade["name"]: counted(upgrade["cost"]) for upgrade in box["upgrades"]}
        self.rockets: dict[str, int | None] = {
            rocket["name"]: None for rocket in box["rockets"] if rocket["players"] <= self.players
        }
        self.tiles = [
            Tile(PILES.index(tile["pile"]), counted(tile["holds"]), tile["rock"]) for tile in box["tiles"]
        ]
        self.face_down = [{n for n, tile in enumerate(self.tiles) if tile.pile == pile} for pile in range(5)]
        self.under: list[list[int]] = [[] for _ in PILES]
        self.market: list[int] = []
        self.sea: dict[Place, int] = {}
        self.stock: dict[int, Holds] = {}
        self.divers = []
        for hatch in hatches:
            _, _, right, down, left, _ = beside(hatch)
            for place, tile in zip((left, down, right), box["start"], strict=True):
                self.sea[place] = len(self.tiles)
                self.stock[len(self.tiles)] = counted(tile["holds"])
                self.tiles.append(Tile(0, counted(tile["holds"]), tile["rock"]))
            self.divers.append(Diver(hatch, hatch, box["air"], box["air"], box["bag"], box["shelf"]))
        self.hatches = set(hatches)
        self.deck = Counter({name: card["count"] for name, card in self.cards.items() if card["count"]})
        self.turn = self.rounds = self.actions = 0
        self.finisher: int | None = None
        self.actor: int | None = None
        self._game = self._play()
        self._go(None)

    # The protocol

    def _go(self, move: Move | None) -> None:
        try:
            self.actor, self._open = self._game.send(move)
        except StopIteration:
            self.actor, self._open = None, {}

    def moves(self) -> Mapping[Move, Fraction]:
        return self._open

    def play(self, move: Move) -> None:
        self._go(move)

    def scores(self) -> list[int]:
        """Cards, rocket cards, milestones and food in storage (DE-14)."""
        points = [0] * self.players
        for seat, diver in enumerate(self.divers):
            points[seat] += sum(self.cards[name]["points"] * n for name, n in diver.built.items())
            points[seat] += sum(self.box["milestones"][depth - 2] for depth in diver.milestones)
            points[seat] += diver.storage[FOOD]
        for rocket in self.box["rockets"]:
            builder = self.rockets.get(rocket["name"])
            if builder is not None:
                points[builder] += rocket["points"]
        return points

    def places(self) -> list[int]:
        """Most points first; the one who built the last rocket card is first of equals (DE-15)."""
        standing = [(points, seat == self.finisher) for seat, points in enumerate(self.scores())]
        return [1 + sum(other > mine for other in standing) for mine in standing]

    def state(self) -> Mapping[str, object]:
        return {
            "turn": self.turn,
            "rounds": self.rounds,
            "actions": self.actions,
            "sea": {column * 16 + row: tile for (column, row), tile in self.sea.items()},
            "stock": {tile: [holds[kind] for kind in RAW] for tile, holds in self.stock.items()},
            "face down": set().union(*self.face_down),
            "under": self.under,
            "market": self.market,
            "rockets": self.rockets,
            "finisher": self.finisher,
            "divers": [
                {
                    "place": diver.place[0] * 16 + diver.place[1],
                    "air": (diver.air, diver.lungs),
                    "cells": (diver.bag, diver.shelf),
                    "inventory": [diver.inventory[kind] for kind in RESOURCES],
                    "storage": [diver.storage[kind] for kind in RESOURCES],
                    "upgrades": diver.upgrades,
                    "milestones": diver.milestones,
                    "hand": [diver.hand[name] for name in self.cards if name != "radio"],
                    "built": [diver.built[name] for name in self.cards],
                }
                for diver in self.divers
            ],
        }

    # Asking

    @property
    def me(self) -> Diver:
        return self.divers[self.turn]

    def _ask(self, moves: Sequence[Move]) -> Question:
        """What the player chooses; where there is one answer, nobody is asked."""
        if len(moves) == 1:
            return moves[0]
        return (yield self.turn, dict.fromkeys(moves, Fraction(0)))

    def _chance(self, kind: str, weights: Mapping[int, int]) -> Question:
        """What chance decides, by weights."""
        whole = sum(weights.values())
        chosen = yield NATURE, {(kind, n): Fraction(weight, whole) for n, weight in weights.items() if weight}
        return chosen[1]

    # The course of the game

    def _play(self) -> Question:
        starter = 0
        if self.players > 1:
            starter = yield from self._chance("start", dict.fromkeys(range(self.players), 1))
        self.turn = starter
        while self.rounds < self.limit:
            yield from self._turn()
            if self.finisher is not None:
                return
            self.turn = (self.turn + 1) % self.players
            self.rounds += self.turn == starter

    def _turn(self) -> Question:
        """Up to two actions with whatever is free between them, then a breath."""
        self.actions = self.box["actions"]
        self.swum = self.winched = False
        self.stored: set[str] = set()
        self.fetched: set[str] = set()
        while True:
            acts = self._acts() if self.actions else []
            move = yield from self._ask([("breathe",), *acts, *self._stowing(), *self._hauls()])
            if move in acts:
                self.actions -= 1
                self.stored.clear()
                self.fetched.clear()
            elif move == ("breathe",):
                break
            yield from getattr(self, "_" + move[0].replace(" ", "_"))(*move[1:])
            if self.finisher is not None:
                return
        yield from self._knife()
        yield from self._breathe()

    def _acts(self) -> list[Move]:
        me, here = self.me, self.sea.get(self.me.place)
        acts: list[Move] = self._swims()
        if here is not None:
            for kind in RAW:
                most = min(self.box["catch"], self.stock[here][kind])
                if most and (me.room() or me.inventory[kind] < me.inventory.total()):
                    acts.append(("gather", RAW.index(kind)))
                    if most > 1 and me.room() > 1:
                        acts.append(("gather one", RAW.index(kind)))
        acts += self._explores()
        acts += self._terraforms()
        depth = max(1, level(me.place))
        acts += [("scan", pile) for pile in range(depth) if self.face_down[pile] or self.under[pile]]
        if me.home:
            acts += self._conversions() + self._crafts()
        return acts

    # Swim

    def _around(self) -> list[tuple[int, Place]]:
        """The places next to the pawn; a hatch has only those below it, and lets in its owner alone."""
        around = enumerate(beside(self.me.place))
        return [(way, place) for way, place in around if in_the_sea(place) or place == self.me.hatch]

    def _swims(self) -> list[Move]:
        return [("swim", way) for way, to in self._around() if to in self.sea or to == self.me.hatch]

    def _swim(self, way: int) -> Question:
        self.me.place = beside(self.me.place)[way]
        first, self.swum = not self.swum, True
        if first and "fins" in self.me.upgrades:
            move = yield from self._ask([("decline",), *self._swims()])
            if move != ("decline",):
                self.me.place = beside(self.me.place)[move[1]]

    # Gather

    def _gather(self, resource: int, most: int | None = None) -> Question:
        me, kind, lying = self.me, RAW[resource], self.stock[self.sea[self.me.place]]
        for took in range(min(most or self.box["catch"], lying[kind])):
            if not me.room():
                others = [n for n, other in enumerate(RESOURCES) if me.inventory[other] and other != kind]
                returns: list[Move] = [("give back", n) for n in others]
                if not returns:
                    break
                asked: list[Move] = [("decline",), *returns] if took else returns
                move = yield self.turn, dict.fromkeys(asked, Fraction(0))
                if move == ("decline",):
                    break
                me.inventory[RESOURCES[move[1]]] -= 1
            lying[kind] -= 1
            me.inventory[kind] += 1

    def _gather_one(self, resource: int) -> Question:
        yield from self._gather(resource, 1)

    # Explore, scan, terraform

    def _fits(self, tile: int, place: Place) -> bool:
        """Whether all edges match what lies around; a hatch is water all round (DE-4)."""
        for way, other in enumerate(beside(place)):
            if other in self.sea:
                facing = self.tiles[self.sea[other]].rock[(way + 3) % 6]
            elif other in self.hatches:
                facing = 0
            else:
                continue
            if facing != self.tiles[tile].rock[way]:
                return False
        return True

    def _spots(self, tile: int) -> list[int]:
        """The ways to empty places next to the pawn where a tile fits."""
        around = [(way, place) for way, place in self._around() if in_the_sea(place)]
        return [way for way, place in around if place not in self.sea and self._fits(tile, place)]

    def _explores(self) -> list[Move]:
        return [("explore", way, n) for n, tile in enumerate(self.market) for way in self._spots(tile)]

    def _terraforms(self) -> list[Move]:
        pawns = {diver.place for diver in self.divers}
        return [
            ("terraform", way, n)
            for way, place in self._around()
            if place in self.sea and place not in pawns
            for n, tile in enumerate(self.market)
            if self._fits(tile, place)
        ]

    def _explore(self, way: int, slot: int) -> Question:
        place = beside(self.me.place)[way]
        yield from self._lay(self.market.pop(slot), place)
        yield from self._glide(place)

    def _terraform(self, way: int, slot: int) -> Question:
        place = beside(self.me.place)[way]
        old, new = self.sea[place], self.market.pop(slot)
        del self.stock[old]
        self.under[self.tiles[old].pile].append(old)
        kinds = [n for n, kind in enumerate(RAW) if self.tiles[new].printed[kind]]
        without = [RAW[kinds[0]]] if len(kinds) == 1 else []
        yield from self._lay(new, place, without)
        if len(kinds) > 1:
            _, out = yield from self._ask([("leave out", n) for n in kinds])
            self.stock[new][RAW[out]] -= 1
        yield from self._glide(place)

    def _glide(self, place: Place) -> Question:
        if "sea glide" in self.me.upgrades:
            move = yield from self._ask([("decline",), ("follow",)])
            if move == ("follow",):
                self.me.place = place

    def _lay(self, tile: int, place: Place, without: Sequence[str] = ()) -> Question:
        """The tile with its resources; the first at a depth brings a blueprint (Achievements, DE-6)."""
        self.sea[place], self.stock[tile] = tile, self.tiles[tile].printed - Counter(without)
        depth = level(place)
        if depth > 1 and depth not in self.me.milestones:
            self.me.milestones.add(depth)
            names = list(self.cards)
            weights = {n: self.deck[name] for n, name in enumerate(names)}
            card = names[(yield from self._chance("draw blueprint", weights))]
            self.deck[card] -= 1
            self.me.hand[card] += 1

    def _scan(self, pile: int) -> Question:
        fitting = None
        for _ in range(self.box["draws"]):
            if self.face_down[pile]:
                tile = yield from self._chance("draw tile", dict.fromkeys(self.face_down[pile], 1))
                self.face_down[pile].remove(tile)
            elif self.under[pile]:
                tile = self.under[pile].pop(0)
            else:
                break
            if self._spots(tile):
                fitting = tile
                break
            self.market.append(tile)
        if fitting is not None:
            _, way = yield from self._ask([("lay", way) for way in self._spots(fitting)])
            yield from self._lay(fitting, beside(self.me.place)[way])
        while len(self.market) > self.box["market"]:
            _, slot = yield from self._ask([("put under", n) for n in range(len(self.market))])
            tile = self.market.pop(slot)
            self.under[self.tiles[tile].pile].append(tile)
        if fitting is None and self.me.built["scanner"]:
            move = yield from self._ask([("decline",), *self._explores()])
            if move != ("decline",):
                yield from self._explore(*move[1:])

    # At home

    def _conversions(self) -> list[Move]:
        return [
            ("convert", n)
            for n, way in enumerate(self.box["conversions"])
            if (way["card"] == "fabricator" or self.me.built[way["card"]])
            and self.me.has(counted(way["pay"]))
            and self.me.room() + self.me.room_at_home() >= sum(way["gain"]) - sum(way["pay"])
        ]

    def _convert(self, conversion: int) -> Question:
        way = self.box["conversions"][conversion]
        self.me.pay(counted(way["pay"]))
        for kind in counted(way["gain"]).elements():
            self.me.receive(kind)
        yield from ()

    def _price(self, card: Mapping[str, Any]) -> Holds:
        """What a card costs now: each reactor saves a titanium."""
        cost = counted(card["cost"])
        cost[TITANIUM] = max(0, cost[TITANIUM] - self.me.built["reactor"])
        return cost

    def _crafts(self) -> list[Move]:
        me = self.me
        acts: list[Move] = []
        for n, (name, card) in enumerate(self.cards.items()):
            in_hand = not me.built["radio"] if name == "radio" else me.hand[name]
            if in_hand and me.has(self._price(card)):
                acts.append(("build", n))
        for n, (name, cost) in enumerate(self.upgrades.items()):
            if name not in me.upgrades and me.has(cost):
                acts.append(("craft upgrade", n))
        for n, rocket in enumerate(self.box["rockets"]):
            free = rocket["name"] in self.rockets and self.rockets[rocket["name"]] is None
            if me.built["radio"] and free and me.has(self._price(rocket)):
                acts.append(("build rocket", n))
        return acts

    def _build(self, number: int) -> Question:
        name, card = list(self.cards.items())[number]
        self.me.pay(self._price(card))
        if name != "radio":
            self.me.hand[name] -= 1
        self.me.built[name] += 1
        if name == "locker":
            self.me.shelf += self.box["locker"]
        yield from ()

    def _craft_upgrade(self, number: int) -> Question:
        name, cost = list(self.upgrades.items())[number]
        self.me.pay(cost)
        self.me.upgrades.add(name)
        if name in ("rebreather", "air tank"):
            self.me.lungs += self.box["wider"]
        if name in ("swim bag", "back pack"):
            self.me.bag += self.box["wider"]
        yield from ()

    def _build_rocket(self, number: int) -> Question:
        rocket = self.box["rockets"][number]
        self.me.pay(self._price(rocket))
        self.rockets[rocket["name"]] = self.turn
        if None not in self.rockets.values():
            self.finisher = self.turn
        yield from ()

    def _stowing(self) -> list[Move]:
        """Free moves between inventory and storage; between two actions a kind goes one way."""
        me = self.me
        if not me.home:
            return []
        away = [n for n, kind in enumerate(RESOURCES) if me.inventory[kind] and kind not in self.fetched]
        out = [n for n, kind in enumerate(RESOURCES) if me.storage[kind] and kind not in self.stored]
        moves: list[Move] = []
        if me.room_at_home() > 0:
            moves += [("store", n) for n in away]
        if me.room() > 0:
            moves += [("fetch", n) for n in out]
        if not me.room() and not me.room_at_home():
            moves += [("swap", one, other) for one in away for other in out if one != other]
        return moves

    def _store(self, resource: int) -> Question:
        kind = RESOURCES[resource]
        self.me.inventory[kind] -= 1
        self.me.storage[kind] += 1
        self.stored.add(kind)
        yield from ()

    def _fetch(self, resource: int) -> Question:
        kind = RESOURCES[resource]
        self.me.storage[kind] -= 1
        self.me.inventory[kind] += 1
        self.fetched.add(kind)
        yield from ()

    def _swap(self, resource: int, other: int) -> Question:
        yield from self._store(resource)
        yield from self._fetch(other)

    # The winch

    def _hauls(self) -> list[Move]:
        """Once a turn, free, where the pawn lies on a tile (DE-19)."""
        if not self.me.built["winch"] or self.winched or self.me.home:
            return []
        return [
            ("haul", way, n)
            for way, place in self._around()
            if place in self.sea
            for n, kind in enumerate(RAW)
            if self.stock[self.sea[place]][kind]
        ]

    def _haul(self, way: int, resource: int) -> Question:
        kind, here = RAW[resource], self.stock[self.sea[self.me.place]]
        there = self.stock[self.sea[beside(self.me.place)[way]]]
        hauled = min(WINCH, there[kind])
        there[kind] -= hauled
        here[kind] += hauled
        self.winched = True
        yield from ()

    # The end of a turn

    def _knife(self) -> Question:
        here = self.sea.get(self.me.place)
        if "knife" in self.me.upgrades and here is not None and self.me.room() > 0:
            kinds = [n for n, kind in enumerate(RAW) if self.stock[here][kind]]
            move = yield from self._ask([("decline",), *[("gather one", n) for n in kinds]])
            if move != ("decline",):
                yield from self._gather_one(move[1])

    def _breathe(self) -> Question:
        me = self.me
        if me.home:
            me.air = me.lungs
            yield from self._harvest()
        elif me.air:
            me.air -= 1
        else:
            yield from self._drown()

    def _harvest(self) -> Question:
        """Gardens give kelp, fish farms fish, as far as there is room (DE-11)."""
        me = self.me
        due = {1: me.built["garden"], 0: me.built["fish farm"]}
        while me.room() > 0 or me.room_at_home() > 0:
            move = yield from self._ask([("decline",), *[("take", n) for n in due if due[n]]])
            if move == ("decline",):
                break
            due[move[1]] -= 1
            me.receive(RAW[move[1]])

    def _drown(self) -> Question:
        """A resource by chance for each level, then half of the air (DE-10)."""
        me = self.me
        losses = level(me.place)
        if me.inventory.total() <= losses:
            me.inventory.clear()
        else:
            for _ in range(losses):
                weights = {n: me.inventory[kind] for n, kind in enumerate(RESOURCES)}
                lost = yield from self._chance("lose", weights)
                me.inventory[RESOURCES[lost]] -= 1
        me.air = me.lungs // 2


def beginning(match: Match) -> Deeper:
    """The oracle for a match that has not begun."""
    hatches = [divmod(int(match.table.divers[seat].place), 16) for seat in range(match.players)]
    return Deeper(match.sheet.content["components"], int(str(match.options["rounds"])), hatches)


def state(match: Match) -> Mapping[str, object]:
    """Our table by the oracle's names."""
    table = match.position.work.array["table"][0]
    rockets = [rocket["name"] for rocket in match.sheet.content["components"]["rockets"]["value"]]
    upgrades = [tile["name"] for tile in match.sheet.content["components"]["upgrades"]["value"]]
    lying = {place: tile for place, tile in enumerate(table["sea"].tolist()) if 0 <= tile < 70}
    stock = table["stock"].tolist()
    builders = zip(rockets, table["rockets"].tolist(), table["unused"].tolist(), strict=True)
    finisher = int(table["finisher"])
    return {
        "turn": int(table["turn"]),
        "rounds": int(table["rounds"]),
        "actions": int(table["actions"]),
        "sea": lying,
        "stock": {tile: stock[tile] for tile in lying.values()},
        "face down": {n for n, down in enumerate(table["face_down"].tolist()) if down},
        "under": [
            tiles[:n] for tiles, n in zip(table["under"].tolist(), table["put_under"].tolist(), strict=True)
        ],
        "market": table["market"].tolist()[: int(table["market_size"])],
        "rockets": {name: None if who < 0 else who for name, who, unused in builders if not unused},
        "finisher": None if finisher < 0 else finisher,
        "divers": [
            {
                "place": int(diver["place"]),
                "air": (int(diver["air"]), int(diver["lungs"])),
                "cells": (int(diver["bag"]), int(diver["shelf"])),
                "inventory": diver["inventory"].tolist(),
                "storage": diver["storage"].tolist(),
                "upgrades": {
                    name for name, has in zip(upgrades, diver["upgrades"].tolist(), strict=True) if has
                },
                "milestones": {n + 2 for n, has in enumerate(diver["milestones"].tolist()) if has},
                "hand": diver["hand"].tolist(),
                "built": diver["built"].tolist(),
            }
            for diver in table["divers"][: match.players]
        ],
    }

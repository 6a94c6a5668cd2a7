"""SCUBA once more, from the rulebook and the rulings alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracles.lockstep import Move

from fathom5.core.rule import NATURE
from fathom5.match import Match

COLOURS = ("red", "yellow", "green", "blue")
UP, DOWN, LEFT, RIGHT = range(4)
SHIFT = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}
WAYS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
SURFACE, DEEPEST_TILES, BOTTOM = -1, 7, 8
EVENT, EMPTY = 18, 19
Place = tuple[int, int]
"""Row and column."""


@dataclass
class Diver:
    """One diver."""

    air: int
    state: str = "aboard"
    row: int = SURFACE
    column: int = 0
    tokens: int = 0
    been_deep: bool = False
    cards: set[int] = field(default_factory=set)
    chips: int = 0
    minus: int = 0
    dust: list[Place] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Where it is; a snorkeler explores the top row."""
        return max(self.row, 0), self.column

    @property
    def swims(self) -> bool:
        return self.state in ("diving", "snorkeling")


@dataclass
class Fish:
    """An animal face up."""

    species: int
    place: Place | None
    discs: set[int] = field(default_factory=set)


@dataclass
class Turn:
    """What one turn remembers."""

    steps: int = 0
    swum: Counter[int] = field(default_factory=Counter)
    dives_in: bool = False
    explored: bool = False
    fast: bool = False
    no_down: bool = False
    over: bool = False
    arrived_deepest: bool = False


class Scuba:
    """A game of SCUBA."""

    def __init__(self, match: Match) -> None:
        self.box = {name: part["value"] for name, part in match.sheet.content["components"].items()}
        self.count = match.players
        self.deco = match.options["decompression"] == "yes"
        self.nobody_dies = match.options["divers-cannot-die"] == "yes"
        self.columns = range(1, 8) if self.count == 2 else range(9)
        self.tiles = {(row, column): row // 2 for row in range(8) for column in self.columns}
        self.swaps: list[Place] = []
        self.unseen = [Counter[int]() for _ in COLOURS]
        for species, tiles in enumerate(self.box["animal_tiles"]):
            self.unseen[self.colour(species)][species] = tiles
        for colour, unseen in enumerate(self.unseen):
            unseen[EVENT] = self.box["event_tiles"][colour]
            unseen[EMPTY] = self.box["empty_tiles"][colour]
        self.current_pile = self.all_currents()
        self.current: int | None = None
        self.event_piles = [
            Counter({card: event["piles"][pile] for card, event in enumerate(self.box["events"])})
            for pile in range(4)
        ]
        self.used_events: list[list[int]] = [[], [], [], []]
        self.fish: list[Fish] = []
        self.divers = [Diver(self.box["air"]) for _ in range(self.count)]
        self.round = 1
        self.last_round = 0
        self.boat_left = False
        self.over = False
        self.seat = 0
        self.turn = Turn()
        self.waits = "exchange"
        self.exploring: Place | None = None
        self.flipping: Place | None = None
        self.pile = 0
        self.event: dict[str, Any] = {}
        self.drifts: list[list[Any]] = []

    def colour(self, species: int) -> int:
        return COLOURS.index(self.box["species"][species]["colour"])

    def all_currents(self) -> Counter[int]:
        return Counter({card: current["cards"] for card, current in enumerate(self.box["currents"])})

    @property
    def me(self) -> Diver:
        return self.divers[self.seat]

    def over_boat(self, diver: Diver) -> bool:
        return diver.column in self.box["boat"]

    # What may be played

    @property
    def actor(self) -> int | None:
        if self.over:
            return None
        return NATURE if self.waits in ("exchange", "current", "reveal", "clear", "event") else self.seat

    def moves(self) -> Mapping[Move, Fraction]:
        if self.actor == NATURE:
            weights = self.chances()
            whole = sum(weights.values())
            return {move: Fraction(weight, whole) for move, weight in weights.items() if weight}
        options = {
            "step": self.steps,
            "discover": self.discoveries,
            "choose": self.effects,
            "push": self.pushes,
            "pick": self.picks,
            "surfaced": lambda: [("climb aboard",), ("snorkel",)],
        }[self.waits]()
        return dict.fromkeys(options, Fraction(0))

    def chances(self) -> dict[Move, int]:
        if self.waits == "exchange":
            colour = (len(self.swaps) + 1) // 2
            return {
                ("exchange", 9 * row + column): 1
                for (row, column), back in self.tiles.items()
                if back == colour == row // 2 and (row, column) not in self.swaps
            }
        if self.waits == "current":
            pile = self.current_pile if self.current_pile.total() else self.all_currents()
            return {("draw current", card): cards for card, cards in pile.items()}
        if self.waits == "event":
            return {("draw event", card): cards for card, cards in self.event_piles[self.pile].items()}
        assert self.flipping is not None
        return {("reveal", front): n for front, n in self.unseen[self.tiles[self.flipping]].items()}

    def steps(self) -> list[Move]:
        me = self.me
        if me.state == "aboard":
            return [("dive in", space) for space in range(3)]
        ways = [("swim", way) for way in SHIFT if self.may_swim(way)]
        boards = me.state == "snorkeling" and self.over_boat(me)
        return [("stop",), *ways, *([("climb aboard",)] if boards else [])]

    def may_swim(self, way: int) -> bool:
        me, turn = self.me, self.turn
        if turn.steps >= self.box["steps"]:
            return False
        if way in (LEFT, RIGHT):
            farthest = self.columns[0] if way == LEFT else self.columns[-1]
            return me.row != BOTTOM and me.column != farthest and turn.swum[way] < self.reach(way)
        if me.state == "snorkeling":
            return False
        if way == DOWN:
            deep = me.row >= DEEPEST_TILES
            return not deep and not turn.no_down and turn.swum[DOWN] < self.box["descent"]
        if turn.dives_in:
            return False
        fast = turn.swum[UP] >= self.box["ascent"]
        if fast and (not self.deco or turn.explored):
            return False
        token = fast and not turn.fast
        return me.row > 0 or me.tokens + token <= 1

    def reach(self, way: int) -> int:
        """Sideways steps that the current leaves."""
        if self.current is None:
            return int(self.box["steps"])
        card = self.box["currents"][self.current]
        against = {"left": RIGHT, "right": LEFT}.get(card["way"])
        return int(self.box["steps"]) - (int(card["divers"]) if way == against else 0)

    def discoveries(self) -> list[Move]:
        assert self.exploring is not None
        tile: list[Move] = [("flip",)] if self.exploring in self.tiles else []
        seen = [
            ("see", i)
            for i, fish in self.different_fish()
            if fish.place == self.exploring and self.seat not in fish.discs
        ]
        return [("go on",), *tile, *seen] if tile or seen else []

    def different_fish(self) -> list[tuple[int, Fish]]:
        """Animals on the board by number; of those that cannot be told apart the first."""
        known: list[Fish] = []
        different = []
        for i, fish in enumerate(self.fish):
            if fish.place is not None and fish not in known:
                known.append(fish)
                different.append((i, fish))
        return different

    def effects(self) -> list[Move]:
        """Choices of an “or” card: points, air, surface, boat (SC-21, Surface 8, Events 2)."""
        event, me = self.event, self.me
        diving = me.state == "diving"
        up = not self.turn.dives_in and me.tokens <= 1
        effects = []
        if event["points"]:
            effects.append(0)
        if event["air"] and diving:
            effects.append(1)
        if event["ascent"] == "surface" and diving and me.row == 0 and up:
            effects.append(2)
        if event["ascent"] == "boat" and up:
            effects.append(3)
        return [("choose", effect) for effect in effects]

    def ways(self, diver: Diver) -> list[int]:
        arrow = {"sideways": [LEFT, RIGHT], "any": [UP, DOWN, LEFT, RIGHT], "down": [DOWN]}
        sideways_only = diver.state == "snorkeling"
        ways: list[int] = arrow[self.event["ways"]]
        return [way for way in ways if way in (LEFT, RIGHT) or not sideways_only]

    def pushes(self) -> list[Move]:
        who = self.event["who"]
        if who == "all divers":
            return [("push all", way) for way in (LEFT, RIGHT)]
        seats = [self.seat] if who == "you" else range(self.count)
        divers = [
            ("push diver", seat, way)
            for seat in seats
            if self.divers[seat].swims
            for way in self.ways(self.divers[seat])
        ]
        fish = [("push fish", i, way) for i, _ in self.different_fish() for way in (LEFT, RIGHT)]
        return divers + fish if who == "fish or any diver" else divers

    def picks(self) -> list[Move]:
        """Adjacent tiles face down; for a snorkeler at 0 to 5 m only (SC-23)."""
        row, column = self.me.place
        picks = []
        for way, (down, right) in SHIFT.items():
            place = row + down, column + right
            too_deep = self.me.state == "snorkeling" and place[0] > 0
            dusty = self.event["tile"] == "flip" and self.dusty(place)
            if place in self.tiles and not too_deep and not dusty:
                picks.append(("pick", way))
        return picks

    def dusty(self, place: Place) -> bool:
        return any(place in diver.dust for diver in self.divers)

    # Playing

    def play(self, move: Move) -> None:
        kind, *arguments = move
        getattr(self, "play_" + kind.replace(" ", "_"))(*arguments)

    def play_exchange(self, number: int) -> None:
        self.swaps.append(divmod(number, 9))
        if len(self.swaps) % 2 == 0:
            one, other = self.swaps[-2:]
            self.tiles[one], self.tiles[other] = self.tiles[other], self.tiles[one]
        if len(self.swaps) == 6:
            self.waits = "step"

    def play_dive_in(self, space: int) -> None:
        me = self.me
        me.state, me.row, me.column = "diving", 0, self.box["boat"][space]
        self.turn.dives_in = True
        self.turn.steps += 1
        self.explore()

    def play_stop(self) -> None:
        self.end_turn()

    def play_swim(self, way: int) -> None:
        me, turn = self.me, self.turn
        turn.steps += 1
        turn.swum[way] += 1
        if way == UP and turn.swum[UP] > self.box["ascent"] and not turn.fast:
            turn.fast = True
            self.token(me)
        if way == UP and me.row == 0:
            return self.surface()
        self.shift(me, way)
        self.explore()

    def play_climb_aboard(self) -> None:
        self.me.state = "home"
        self.end_turn()

    def play_snorkel(self) -> None:
        self.end_turn()

    def surface(self) -> None:
        """Reach the surface; above is the boat, or the water line (SC-9, SC-19)."""
        self.leave_surfacing("snorkeling")
        if self.over_boat(self.me) and not self.solo:
            self.waits = "surfaced"
        else:
            self.end_turn()

    def leave_surfacing(self, state: str) -> None:
        me = self.me
        self.leave_space()
        if me.state == "diving" and me.tokens:
            me.minus += self.box["deco_surfacing"]
        me.tokens = 0
        me.state, me.row = state, SURFACE
        self.turn.over = True

    def explore(self, stirs: bool = True) -> None:
        """The discoveries of the space, then dust (SC-2, SC-17)."""
        place = self.me.place
        self.exploring = place
        blind = self.me.row == BOTTOM or self.turn.fast or self.dusty(place)
        if not blind and self.discoveries():
            self.waits = "discover"
        else:
            self.leave_space()
            self.drift_on()

    def leave_space(self) -> None:
        """The space that was explored gets its dust (SC-17)."""
        if self.exploring is not None:
            self.lay_dust(self.exploring)
            self.exploring = None

    def lay_dust(self, place: Place) -> None:
        if self.round > 1 and self.me.state != "snorkeling":
            self.me.dust = [*self.me.dust, place][-4:]

    def play_go_on(self) -> None:
        self.leave_space()
        self.drift_on()

    def play_see(self, number: int) -> None:
        self.turn.explored = True
        self.see(self.fish[number])
        self.discover_on()

    def see(self, fish: Fish) -> None:
        me = self.me
        if fish.species not in me.cards:
            me.cards.add(fish.species)
        else:
            me.chips += self.box["points"][fish.species]
        fish.discs.add(self.seat)
        if len(fish.discs) == self.count:
            fish.place = None

    def discover_on(self) -> None:
        """More to discover here, unless an event moved the diver away or ended the turn."""
        if self.turn.over:
            self.leave_space()
            return self.end_turn()
        if self.exploring is not None and self.discoveries():
            self.waits = "discover"
        else:
            self.leave_space()
            self.drift_on()

    def play_flip(self) -> None:
        self.turn.explored = True
        self.flipping = self.exploring
        self.waits = "reveal"

    def play_reveal(self, front: int) -> None:
        assert self.flipping is not None
        place, self.flipping = self.flipping, None
        colour = self.tiles.pop(place)
        self.unseen[colour][front] -= 1
        clearing = self.waits == "clear"
        if front < EVENT:
            self.fish.append(Fish(front, place))
            if not clearing:
                self.see(self.fish[-1])
        elif front == EVENT and not clearing:
            return self.draw_event(colour)
        self.discover_on()

    def draw_event(self, pile: int) -> None:
        """Chance draws until the pile has been gone through; then its order is known."""
        self.pile = pile
        if self.event_piles[pile].total():
            self.waits = "event"
        else:
            self.carry_out_card(self.used_events[pile].pop(0))

    def play_draw_event(self, card: int) -> None:
        self.event_piles[self.pile][card] -= 1
        self.carry_out_card(card)

    def carry_out_card(self, card: int) -> None:
        self.used_events[self.pile].append(card)
        self.event = self.box["events"][card]
        if self.event["either"]:
            self.ask_or_do("choose", self.effects())
        elif self.event["who"] != "nobody":
            self.ask_or_do("push", self.pushes())
        elif self.event["tile"] != "none":
            self.ask_or_do("pick", self.picks())
        else:
            self.carry_out()

    def ask_or_do(self, phase: str, options: list[Move]) -> None:
        """Nobody is asked where there is one answer or none."""
        if len(options) > 1:
            self.waits = phase
        elif options:
            self.play(options[0])
        else:
            self.discover_on()

    def carry_out(self) -> None:
        """Points, air and the icons that limit the turn; what costs air spares snorkelers (Surface 8)."""
        event, me = self.event, self.me
        if event["air"] and me.state == "snorkeling":
            return self.discover_on()
        self.win(event["points"])
        self.lose_air(event["air"])
        self.turn.no_down |= bool(event["no_down"])
        self.turn.over |= bool(event["ends_turn"])
        self.discover_on()

    def win(self, points: int) -> None:
        self.me.chips += max(points, 0)
        self.me.minus += max(-points, 0)

    def lose_air(self, air: int) -> None:
        me = self.me
        me.air = max(0, me.air - air)
        if me.air == 0 and me.state == "diving":
            self.out_of_air()

    def out_of_air(self) -> None:
        me = self.me
        self.leave_space()
        self.turn.over = True
        if not self.nobody_dies:
            me.state = "drowned"
            return
        me.minus += 5 * (me.row + 1) + self.box["rescue"] + self.box["penalties"][me.column]
        me.state, me.row = "rescued", SURFACE

    def play_choose(self, effect: int) -> None:
        if effect == 0:
            self.win(self.event["points"])
        elif effect == 1:
            self.lose_air(self.event["air"])
        elif effect == 2:
            return self.surface()
        else:
            self.leave_surfacing("home")
        self.discover_on()

    def play_pick(self, way: int) -> None:
        row, column = self.me.place
        down, right = SHIFT[way]
        place = row + down, column + right
        if self.event["tile"] == "flip":
            self.flipping = place
            self.waits = "clear"
        else:
            del self.tiles[place]
            self.discover_on()

    # Moved by cards

    def play_push_diver(self, seat: int, way: int) -> None:
        if seat == self.seat:
            self.drifts.append([self.event, way, self.event["spaces"]])
            if self.deco and self.event["deco"]:
                self.me.tokens += 1
            return self.drift_on() if self.drift_moves() else self.stuck()
        for _ in range(self.event["spaces"]):
            self.shift(self.divers[seat], way)
        self.discover_on()

    def play_push_all(self, way: int) -> None:
        place = self.me.place
        if self.can_shift(self.me, way):
            self.leave_space()
        for diver in self.divers:
            if diver.swims:
                self.shift(diver, way)
        if self.me.place != place:
            self.turn.steps += 1
        self.discover_on()

    def play_push_fish(self, number: int, way: int) -> None:
        self.carry(self.fish[number], way)
        self.discover_on()

    def drift_moves(self) -> bool:
        return self.can_shift(self.me, self.drifts[-1][1])

    def stuck(self) -> None:
        """A push towards the edge moves nobody and costs no step (SC-24)."""
        self.drifts.pop()
        self.discover_on()

    def drift_on(self) -> None:
        """The newest push goes on until it is done; then the turn does."""
        while self.drifts and not self.turn.over:
            event, way, spaces = self.drifts[-1]
            if not spaces or not self.drift_moves():
                self.drifts.pop()
                continue
            self.leave_space()
            self.drifts[-1][2] -= 1
            self.shift(self.me, way)
            if event["dust"] or spaces == event["spaces"]:
                self.turn.steps += 1
            if event["eye"]:
                return self.explore()
            if event["dust"]:
                self.lay_dust(self.me.place)
        if self.turn.over:
            self.end_turn()
        else:
            self.next_step()

    def next_step(self) -> None:
        """Swim on, unless nothing is left but to stop."""
        self.waits = "step"
        if len(self.steps()) == 1:
            self.end_turn()

    def can_shift(self, diver: Diver, way: int) -> bool:
        if way in (LEFT, RIGHT):
            return diver.column + SHIFT[way][1] in self.columns
        return diver.state == "diving" and 0 <= diver.row + SHIFT[way][0] <= BOTTOM

    def shift(self, diver: Diver, way: int) -> None:
        """One space, and the deco tokens of where it leads."""
        if not self.can_shift(diver, way):
            return
        down, right = SHIFT[way]
        diver.row, diver.column = diver.row + down, diver.column + right
        if diver.row >= 2 and not diver.been_deep:
            diver.been_deep = True
            self.token(diver)
        if diver.row == BOTTOM and way == DOWN:
            self.token(diver)
            if diver is self.me:
                self.turn.arrived_deepest = True

    def token(self, diver: Diver) -> None:
        diver.tokens += self.deco

    def carry(self, fish: Fish, way: int) -> None:
        if fish.place is None:
            return
        row, column = fish.place[0] + SHIFT[way][0], fish.place[1] + SHIFT[way][1]
        if column not in self.columns or row > BOTTOM:
            fish.place = None
        else:
            fish.place = max(row, 0), column

    def play_draw_current(self, card: int) -> None:
        if not self.current_pile.total():
            self.current_pile = self.all_currents()
        self.current_pile[card] -= 1
        self.current = card
        current = self.box["currents"][card]
        if current["way"] in WAYS:
            way = WAYS[current["way"]]
            for fish in self.fish:
                for _ in range(current["animals"][self.colour(fish.species)]):
                    self.carry(fish, way)
            for diver in self.divers:
                if diver.swims:
                    for _ in range(current["divers"]):
                        self.shift(diver, way)
        self.next_step()

    # Turns and the end

    def end_turn(self) -> None:
        """Decompress, breathe, and look for the end (SC-12, SC-20, SC-10)."""
        me = self.me
        self.drifts.clear()
        self.turn.over = True
        if me.state == "diving":
            if me.row <= 1:
                me.tokens = max(0, me.tokens - 1)
            if me.row == BOTTOM and not self.turn.arrived_deepest:
                self.token(me)
            me.air = max(0, me.air - self.box["breath"][me.row // 2])
            if me.air == 0:
                self.out_of_air()
        self.next_turn()

    def under_water(self) -> list[Diver]:
        return [diver for diver in self.divers if diver.state in ("aboard", "diving")]

    def next_turn(self) -> None:
        if len(self.under_water()) <= 1 and not self.last_round:
            self.last_round = self.round + (self.seat >= self.starter())
        while True:
            if not any(diver.swims or diver.state == "aboard" for diver in self.divers):
                return self.finish()
            self.seat += 1
            if self.seat == self.count:
                self.seat = 0
                self.round += 1
            if self.solo and not self.under_water():
                return self.finish()
            if self.solo and self.round > self.last_round + self.box["solo_rounds"] and not self.boat_left:
                self.boat_leaves()
            self.me.dust = []
            if self.has_turn():
                return self.begin_turn()

    @property
    def solo(self) -> bool:
        """Whether the last round is over and somebody dives on."""
        return 0 < self.last_round < self.round

    def starter(self) -> int:
        """Whose turn begins a round: the first one alive (End 4)."""
        alive = [seat for seat, diver in enumerate(self.divers) if diver.state not in ("drowned", "rescued")]
        return alive[0] if alive else 0

    def has_turn(self) -> bool:
        me = self.me
        if me.state == "snorkeling" and self.solo:
            return not self.over_boat(me) and not any(
                abs(me.column - column) == 1 for column in self.box["boat"]
            )
        return me.swims or me.state == "aboard"

    def begin_turn(self) -> None:
        self.turn = Turn()
        if self.solo and self.me.state == "diving":
            self.me.minus += self.box["solo_turn"]
        self.waits = "current" if self.round > 1 else "step"

    def boat_leaves(self) -> None:
        self.boat_left = True
        for diver in self.divers:
            if diver.state == "diving":
                diver.minus += self.box["boat_leaves"]
            elif diver.state == "snorkeling":
                self.pick_up(diver)

    def pick_up(self, diver: Diver) -> None:
        diver.minus += self.box["penalties"][diver.column]
        diver.state = "home"

    def finish(self) -> None:
        self.over = True
        for diver in self.divers:
            if diver.state == "snorkeling":
                self.pick_up(diver)

    # What lies on the table

    def state(self) -> Mapping[str, object]:
        return {
            "turn": None if self.over else self.seat,
            "round": None if self.over else self.round,
            "last round": self.last_round,
            "boat left": self.boat_left,
            "current": self.current,
            "tiles": {row * 9 + column: back for (row, column), back in self.tiles.items()},
            "fish": [(fish.species, number(fish.place), sorted(fish.discs)) for fish in self.fish],
            "divers": [
                (
                    diver.state,
                    diver.row,
                    diver.column if diver.state != "aboard" else None,
                    diver.air,
                    diver.tokens,
                    sorted(diver.cards),
                    diver.minus,
                    sorted(map(number, diver.dust)),
                )
                for diver in self.divers
            ],
        }

    def scores(self) -> list[int]:
        return [self.points(diver) for diver in self.divers]

    def points(self, diver: Diver) -> int:
        """What a diver has; the dead have nothing."""
        if diver.state == "drowned":
            return 0
        cards = sum(self.box["points"][species] for species in diver.cards)
        return cards + diver.chips + self.bonus(diver) - diver.minus

    def bonus(self, diver: Diver) -> int:
        families = Counter(species["combination"] for species in self.box["species"])
        mine = Counter(self.box["species"][species]["combination"] for species in diver.cards)
        pair, two, three = self.box["bonus"]
        bonus = 0
        for family, size in families.items():
            if family != "none" and mine[family] >= 2:
                bonus += pair if size == 2 else three if mine[family] == 3 else two
        return bonus

    def places(self) -> list[int]:
        """The dead share the last place; if all died, all share the first (SC-24)."""

        def key(seat: int) -> tuple[int, ...]:
            diver = self.divers[seat]
            if diver.state == "drowned":
                return (1,)
            return 0, -self.points(diver), -len(diver.cards), diver.minus, seat

        keys = [key(seat) for seat in range(self.count)]
        return [1 + sum(other < mine for other in keys) for mine in keys]


def number(place: Place | None) -> int | None:
    return None if place is None else 9 * place[0] + place[1]


STATES = ("aboard", "diving", "snorkeling", "home", "drowned", "rescued")


def state(match: Match) -> Mapping[str, object]:
    """Our table by the names above."""
    table = match.table

    def seats(discs: int) -> list[int]:
        return [seat for seat in range(match.players) if discs >> seat & 1]

    def shown(diver: Any) -> tuple[object, ...]:
        how = STATES[diver.state]
        return (
            how,
            int(diver.row),
            int(diver.column) if how != "aboard" else None,
            int(diver.air),
            int(diver.tokens),
            [species for species, seen in enumerate(diver.seen) if seen],
            int(diver.minus),
            sorted(int(place) for place in diver.dust if place >= 0),
        )

    return {
        "turn": None if match.over else int(table.turn),
        "round": None if match.over else int(table.rounds),
        "last round": int(table.last_round),
        "boat left": bool(table.boat_left),
        "current": int(table.current) if table.current >= 0 else None,
        "tiles": {place: int(back) for place, back in enumerate(table.backs) if back >= 0},
        "fish": [
            (int(fish.species), int(fish.place) if fish.place >= 0 else None, seats(int(fish.discs)))
            for fish in (table.animals[i] for i in range(int(table.found)))
        ],
        "divers": [shown(table.divers[seat]) for seat in range(match.players)],
    }

"""Is the box of a game a good one? Lets searching players play it and counts which of its parts they use.

python bench/balance.py deeper --players 4 --games 40 --playouts 100 --keep deeper-4.jsonl
python bench/balance.py scuba --players 2 --games 200 --playouts 300 --set points.14=8
python bench/balance.py deeper --players 4 --keep new.jsonl --beside old.jsonl

Every search makes just so many playouts a move, so that the result does not depend on how busy the machine
is. With --keep every finished game is a line of that file, and a run that was stopped goes on where it was;
--beside shows the games of other such files in further columns, and --rules plays an older edition.
The report is Markdown: what is used, in how many games and by how many winners, and who wins.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from fathom5.bots import LEVELS, Budget, find_bot
from fathom5.core.box import written_changes
from fathom5.core.game import find_game
from fathom5.games.deeper import sea
from fathom5.games.deeper import table as deeper
from fathom5.games.scuba import table as scuba
from fathom5.lab.estimates import wilson
from fathom5.match import Match

SECONDS = 10
"""What a person takes for a decision."""


@dataclass(frozen=True)
class Setting:
    """What is played."""

    game: str
    players: int
    level: str
    playouts: int
    seed: int
    rules: str
    changes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        thinking = f" of {self.playouts} playouts" if LEVELS[self.level].budget else ""
        how = "".join(f", {change}" for change in (*self.options, *self.changes))
        return f"rules {self.rules}{how}: {self.players} players, {self.level}{thinking}, seed {self.seed}"


@dataclass
class Played:
    """One game: who used which parts, and what was counted."""

    number: int
    used: list[list[str]]
    first: list[str] = field(default_factory=list)
    """What each player bought first."""
    counts: dict[str, int] = field(default_factory=dict)
    places: list[int] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    """The place of each seat in the order of turns."""
    scores: list[int] = field(default_factory=list)
    decisions: int = 0
    turns: float = 0.0

    @property
    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]


class Watcher:
    """Looks at every move before it is made; each game names its parts and what uses them."""

    parts: ClassVar[Mapping[str, Sequence[str]]]
    """Names of parts, by group: each is a row of the report."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.used: list[set[str]] = [set() for _ in range(match.players)]
        self.first: dict[int, str] = {}
        self.counts: Counter[str] = Counter()

    def use(self, seat: int, group: str, name: str) -> None:
        self.used[seat].add(f"{group}: {name}")

    def look(self, seat: int, move: object) -> None:
        """A player is about to make a move."""

    def look_at_nature(self, move: object) -> None:
        """Nature is about to."""

    def look_at_end(self) -> None:
        """The game is over."""

    def order(self, seat: int) -> int:
        return seat

    def turns(self) -> float:
        raise NotImplementedError

    @staticmethod
    def bars(games: Sequence[Played]) -> Iterator[tuple[str, str, str]]:
        """What is measured, its bar, what was found."""
        raise NotImplementedError


ACTIONS = {
    deeper.Swim: "swim",
    deeper.Gather: "gather",
    deeper.GatherOne: "gather",
    deeper.Explore: "explore",
    deeper.Terraform: "terraform",
    deeper.Scan: "scan",
    deeper.Convert: "convert",
    deeper.Build: "craft",
    deeper.CraftUpgrade: "craft",
    deeper.BuildRocket: "craft",
}
"""The actions of Deeper's rulebook, by move."""


class DeeperWatcher(Watcher):
    """Actions, upgrades, cards, piles and resources; a resource is used when it is paid with."""

    parts: ClassVar[Mapping[str, Sequence[str]]] = {
        "action": tuple(dict.fromkeys(ACTIONS.values())),
        "upgrade": deeper.UPGRADES,
        "card": deeper.CARDS,
        "rocket": deeper.ROCKETS,
        "pile": deeper.DEPTHS,
        "milestone": deeper.DEPTHS[1:],
        "resource": deeper.RESOURCES,
        "ability": (
            "fins",
            "knife",
            "sea glide",
            "garden",
            "fish farm",
            "scanner",
            "winch",
            "fabricator",
            "galley",
            "smelter",
            "press",
        ),
    }

    def look(self, seat: int, move: object) -> None:
        table, box = self.match.table, self.match.box
        kind = type(move)
        if table.phase == deeper.Phase.ACT and kind in ACTIONS:
            self.use(seat, "action", ACTIONS[kind])
            self.counts[ACTIONS[kind]] += 1
        match move:
            case deeper.CraftUpgrade(number):
                self.buy(seat, "upgrade", deeper.UPGRADES[number], box.upgrades[number].cost)
            case deeper.Build(number):
                self.buy(seat, "card", deeper.CARDS[number], box.cards[number].cost)
            case deeper.BuildRocket(number):
                self.buy(seat, "rocket", deeper.ROCKETS[number], box.rockets[number].cost)
            case deeper.Convert(number):
                self.pay(seat, box.conversions[number].pay)
                self.use(seat, "ability", deeper.names(deeper.Card)[box.conversions[number].card])
            case deeper.Scan(pile):
                self.use(seat, "pile", deeper.DEPTHS[pile])
            case deeper.Explore(_, slot) | deeper.Terraform(_, slot):
                self.use(seat, "pile", deeper.DEPTHS[box.pile[table.market[slot]]])
                if table.phase == deeper.Phase.FREE_EXPLORE:
                    self.use(seat, "ability", "scanner")
            case deeper.Swim() if table.phase == deeper.Phase.SECOND_SWIM:
                self.use(seat, "ability", "fins")
            case deeper.GatherOne() if table.phase == deeper.Phase.END_GATHER:
                self.use(seat, "ability", "knife")
            case deeper.Follow():
                self.use(seat, "ability", "sea glide")
            case deeper.Haul():
                self.use(seat, "ability", "winch")
            case deeper.Take(resource):
                grown = "garden" if resource == deeper.Resource.KELP else "fish farm"
                self.use(seat, "ability", grown)

    def buy(self, seat: int, group: str, name: str, cost: Sequence[int]) -> None:
        self.use(seat, group, name)
        self.first.setdefault(seat, name)
        self.pay(seat, cost)

    def pay(self, seat: int, cost: Sequence[int]) -> None:
        for kind, amount in enumerate(cost):
            if amount > 0:
                self.use(seat, "resource", deeper.RESOURCES[kind])

    def look_at_nature(self, move: object) -> None:
        """How well a drawn tile fits: next to the pawn at all, and on each free place."""
        table, box = self.match.table, self.match.box
        match move:
            case deeper.DrawTile(tile):
                place = table.divers[table.turn].place
                free = [
                    there for way in range(6) if sea.free_place(table, there := sea.beside(box, place, way))
                ]
                fit = sum(bool(sea.matches(box, tile, sea.edges_around(table, box, there))) for there in free)
                self.counts.update(drawn=1, fitting=fit > 0, places=len(free), matching=fit)
            case deeper.Lose():
                self.counts["lost by drowning"] += 1

    def look_at_end(self) -> None:
        table = self.match.table
        for seat in range(self.match.players):
            diver = table.divers[seat]
            for i, depth in enumerate(deeper.DEPTHS[1:]):
                if diver.milestones[i]:
                    self.use(seat, "milestone", depth)
            if diver.storage[deeper.Resource.FOOD] > 0:
                self.use(seat, "resource", "food")
        lying = np.flatnonzero([0 <= tile < deeper.HATCH for tile in table.sea])
        self.counts["finished"] = int(table.finisher >= 0)
        self.counts["deepest row"] = int((lying % deeper.ROWS).max())
        self.counts["farthest column"] = int(abs(lying // deeper.ROWS - sea.MIDDLE).max())

    def order(self, seat: int) -> int:
        return int(seat - self.match.table.starter) % self.match.players

    def turns(self) -> float:
        return float(self.match.table.rounds + 1)

    @staticmethod
    def bars(games: Sequence[Played]) -> Iterator[tuple[str, str, str]]:
        total = Counter[str]()
        for game in games:
            total.update(game.counts)
        actions = sum(total[name] for name in DeeperWatcher.parts["action"])
        ruled = ("action", "upgrade", "card", "pile", "resource")
        by_winner = {
            f"{group}: {name}": used_by_winner(games, f"{group}: {name}")
            for group in ruled
            for name in DeeperWatcher.parts[group]
        }
        least = min(by_winner, key=lambda part: by_winner[part])
        missing = sum(share < 0.1 for share in by_winner.values())
        often = sum(share >= 0.2 for share in first_purchases(games).values())
        turns = [game.turns for game in games]
        yield (
            "parts used by a winner in one game of ten",
            f"all {len(by_winner)}",
            f"{len(by_winner) - missing}; least {least}, {percent(by_winner[least])}",
        )
        yield "first purchases that are made in a fifth of games", "3", str(often)
        yield "swims among all actions", "50 %", percent(total["swim"] / actions)
        yield (
            "turns of each player",
            "12 to 30",
            f"{np.mean(turns):.1f} ({middle(turns)} in nine of ten games)",
        )
        yield "games ended by the last rocket card", "95 %", percent(total["finished"] / len(games))
        yield (
            "drawn tiles that fit a given free place",
            "33 to 67 %",
            percent(total["matching"] / total["places"]),
        )


class ScubaWatcher(Watcher):
    """Animals seen, events drawn, how deep divers go and how they come up."""

    parts: ClassVar[Mapping[str, Sequence[str]]] = {
        "colour": scuba.COLOURS,
        "animal": scuba.SPECIES_NAMES,
        "event": scuba.EVENT_NAMES,
        "depth": tuple(f"{5 * row}-{5 * row + 5} m" for row in range(scuba.BOTTOM + 1)),
        "way up": ("fast ascent", "snorkeled", "picked up away from the boat", "solo dive", "drowned"),
    }

    def look(self, seat: int, move: object) -> None:
        table = self.match.table
        self.look_at_divers()
        snorkels = table.divers[seat].state == scuba.State.SNORKELING
        if snorkels and isinstance(move, scuba.Flip | scuba.See):
            self.use(seat, "way up", "snorkeled")
        if table.last_round and table.rounds > table.last_round and not snorkels:
            self.use(seat, "way up", "solo dive")

    def look_at_nature(self, move: object) -> None:
        self.look_at_divers()
        if isinstance(move, scuba.DrawEvent):
            event = self.match.box.events[move.card].name
            self.use(self.match.table.turn, "event", scuba.EVENT_NAMES[event])

    def look_at_divers(self) -> None:
        """How deep they are; currents and events move everybody."""
        table = self.match.table
        for seat in range(self.match.players):
            diver = table.divers[seat]
            if diver.state == scuba.State.DIVING:
                self.use(seat, "depth", self.parts["depth"][diver.row])
        if table.fast:
            self.use(table.turn, "way up", "fast ascent")

    def look_at_end(self) -> None:
        for seat in range(self.match.players):
            diver = self.match.table.divers[seat]
            for species in np.flatnonzero(diver.seen):
                self.use(seat, "animal", scuba.SPECIES_NAMES[species])
                self.use(seat, "colour", scuba.COLOURS[self.match.box.species[species].colour])
            if diver.state in (scuba.State.DROWNED, scuba.State.RESCUED):
                self.use(seat, "way up", "drowned")
            if diver.state == scuba.State.SNORKELING and self.match.box.penalties[diver.column] > 0:
                self.use(seat, "way up", "picked up away from the boat")

    def turns(self) -> float:
        return float(self.match.table.rounds)

    @staticmethod
    def bars(games: Sequence[Played]) -> Iterator[tuple[str, str, str]]:
        ways = ("way up: fast ascent", "way up: snorkeled")
        up = sum(any(way in used for used in game.used for way in ways) for game in games)
        count = len(games)
        best, share = max(enumerate(seat_shares(games)), key=lambda each: each[1])
        low, high = wilson(share, count)
        turns = [game.turns for game in games]
        yield "games in which blue animals are seen", "33 %", percent(used_in(games, "colour: blue"))
        yield "games in which somebody ascends fast or snorkels", "20 %", percent(up / count)
        yield (
            "most that a seat wins",
            f"4 above {' or '.join(percent(1 / some) for some in (2, 4))}",
            f"{percent(share)} ({percent(low)} to {percent(high)}), seat {best + 1}",
        )
        yield "rounds", "", f"{np.mean(turns):.1f} ({middle(turns)} in nine of ten games)"


WATCHERS: dict[str, type[Watcher]] = {"deeper": DeeperWatcher, "scuba": ScubaWatcher}


def play(setting: Setting, number: int) -> Played:
    """One game between equal players, the luck of which its number says."""
    watcher: Watcher | None = None

    def nature(match: Match) -> int:
        move = match.position.draw()
        if watcher:
            watcher.look_at_nature(match.game.spec.nature.decode(move))
        return move

    box = find_game(setting.game).edition(setting.rules).changed(written_changes(setting.changes))
    options = dict(each.split("=", 1) for each in setting.options)
    seed = setting.seed * 1_000_003 + number
    match = Match(setting.game, setting.players, seed=seed, nature="manual", box=box, options=options)
    match.nature, watcher = nature, WATCHERS[match.game.name](match)
    match.go_on()
    budget = Budget(playouts=setting.playouts)
    bots = [find_bot(setting.level, seed * setting.players + seat, budget) for seat in range(setting.players)]
    decisions = 0
    while (seat := match.actor) is not None:
        view = match.view(seat)
        move = bots[seat](view)
        decisions += len(view.ids) > 1
        watcher.look(seat, match.game.spec.moves.decode(move))
        match.play(move)
    watcher.look_at_end()
    return Played(
        number=number,
        used=[sorted(used) for used in watcher.used],
        first=[watcher.first.get(seat, "nothing") for seat in range(setting.players)],
        counts={name: int(count) for name, count in watcher.counts.items()},
        places=match.places,
        order=[watcher.order(seat) for seat in range(setting.players)],
        scores=match.scores,
        decisions=decisions,
        turns=watcher.turns(),
    )


def play_games(setting: Setting, games: int, jobs: int = 1, keep: Path | None = None) -> list[Played]:
    """Games by their numbers; those that a file keeps are read from it, and others added to it."""
    played: list[Played] = []
    if keep and keep.exists():
        kept, played = kept_games(keep)
        if kept != setting:
            sys.exit(f"{keep} keeps other games: {kept}")
    elif keep:
        keep.write_text(json.dumps(asdict(setting)) + "\n")
    left = sorted(set(range(games)) - {game.number for game in played})
    console = Console(stderr=True)
    with ProcessPoolExecutor(jobs) as pool:
        running = [pool.submit(play, setting, number) for number in left]
        for job in track(as_completed(running), "Playing", len(left), console=console, transient=True):
            played.append(job.result())
            if keep:
                with keep.open("a") as file:
                    file.write(json.dumps(asdict(played[-1])) + "\n")
    return sorted(played, key=lambda game: game.number)[:games]


def kept_games(keep: Path) -> tuple[Setting, list[Played]]:
    """What a file keeps: the setting, and the games."""
    first, *lines = keep.read_text().splitlines()
    facts = json.loads(first)
    setting = Setting(**{**facts, "changes": tuple(facts["changes"]), "options": tuple(facts["options"])})
    return setting, [Played(**json.loads(line)) for line in lines]


# What came of it


def percent(share: float) -> str:
    """A share in words."""
    return f"{100 * share:.0f} %"


def middle(values: Sequence[float]) -> str:
    """From where to where nine of ten values lie."""
    low, high = np.percentile(values, (5, 95))
    return f"{low:.0f} to {high:.0f}"


def used_in(games: Sequence[Played], part: str) -> float:
    """The share of games in which somebody uses a part."""
    return sum(any(part in used for used in game.used) for game in games) / len(games)


def used_by_winner(games: Sequence[Played], part: str) -> float:
    """The share of games in which a winner does."""
    return sum(any(part in game.used[seat] for seat in game.winners) for game in games) / len(games)


def first_purchases(games: Sequence[Played]) -> dict[str, float]:
    """The share of games in which somebody buys a thing first, the most frequent ones first."""
    counts = Counter(name for game in games for name in set(game.first) - {"nothing"})
    return {name: count / len(games) for name, count in counts.most_common()}


def seat_shares(games: Sequence[Played], what: str = "seat") -> list[float]:
    """How much each seat wins, or each place in the turn order; a tie is shared."""
    shares = [0.0] * len(games[0].places)
    for game in games:
        for seat in game.winners:
            shares[seat if what == "seat" else game.order[seat]] += 1 / len(game.winners) / len(games)
    return shares


def share_of(games: Sequence[Played], what: str, seat: int) -> str:
    """What a seat wins and where that may lie; nothing if nobody sits there."""
    if seat >= len(games[0].places):
        return ""
    share = seat_shares(games, what)[seat]
    low, high = wilson(share, len(games))
    return f"{percent(share)} ({percent(low)} to {percent(high)})"


Study = tuple[Setting, list[Played]]


def row(*cells: str) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def report(studies: Sequence[Study]) -> str:
    """Everything as Markdown, a column for each study."""
    watcher, games = WATCHERS[studies[0][0].game], [played for _, played in studies]
    letters = [chr(ord("A") + number) for number in range(len(studies))]
    lines = [
        *(
            f"- {x}: {len(played)} games, {setting}"
            for x, (setting, played) in zip(letters, studies, strict=True)
        ),
        "",
        row("what", "bar", *letters),
        row(*["---"] * (2 + len(letters))),
    ]
    measured = [list(watcher.bars(played)) for played in games]
    for columns in zip(*measured, strict=True):
        lines.append(row(*columns[0][:2], *(found for _, _, found in columns)))
    minutes = [[game.decisions * SECONDS / 60 for game in played] for played in games]
    spans = [f"{np.mean(each):.0f} ({middle(each)})" for each in minutes]
    lines.append(row(f"minutes at {SECONDS} s a decision (nine of ten games)", "60", *spans))
    points = [[score for game in played for score in game.scores] for played in games]
    spans = [f"{np.mean(each):.1f} ({middle(each)})" for each in points]
    lines.append(row("points of a player (nine of ten)", "", *spans))
    turned = any(game.order[seat] != seat for played in games for game in played for seat in game.winners)
    for what in ("seat", "turn order") if turned else ("seat",):
        for seat in range(max(setting.players for setting, _ in studies)):
            found = [share_of(played, what, seat) for played in games]
            lines.append(row(f"wins of {what} {seat + 1}", "", *found))
    firsts = [first_purchases(played) for played in games]
    if any(firsts):
        lines += ["", row("first purchase, in games", *letters), row(*["---"] * (1 + len(letters)))]
        for name in dict.fromkeys(name for each in firsts for name in each):
            lines.append(row(name, *(percent(each.get(name, 0.0)) for each in firsts)))
    lines += ["", row("part: used in games, by a winner", *letters), row(*["---"] * (1 + len(letters)))]
    for part in (f"{group}: {name}" for group, names in watcher.parts.items() for name in names):
        used = [
            f"{percent(used_in(played, part))}, {percent(used_by_winner(played, part))}" for played in games
        ]
        lines.append(row(part, *used))
    return "\n".join(lines)


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(WATCHERS)}.")],
    players: Annotated[int, typer.Option(help="How many play.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 40,
    level: Annotated[str, typer.Option(help="Who plays.")] = "leviathan",
    playouts: Annotated[int, typer.Option(help="Playouts a move of a search.")] = 100,
    seed: Annotated[int, typer.Option(help="Where luck starts.")] = 1,
    rules: Annotated[str, typer.Option(help="The edition that is played; the newest if empty.")] = "",
    jobs: Annotated[int, typer.Option(help="Processes.")] = 1,
    keep: Annotated[
        Path | None, typer.Option(help="Keep every game in this file, and go on from it.")
    ] = None,
    beside: Annotated[
        list[Path] | None, typer.Option(help="Show the games that this file keeps, too.")
    ] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", help="Change the box: NAME=VALUE.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game: NAME=VALUE.")] = None,
) -> None:
    """Measure the box of a game."""
    setting = Setting(
        game=find_game(game).name,
        players=players,
        level=level,
        playouts=playouts,
        seed=seed,
        rules=rules or find_game(game).sheet.rules,
        changes=tuple(changes or ()),
        options=tuple(option or ()),
    )
    print(report([*map(kept_games, beside or ()), (setting, play_games(setting, games, jobs, keep))]))


if __name__ == "__main__":
    typer.run(main)

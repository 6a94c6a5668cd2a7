"""A game: its package, found through an entry point, and its roles, opened when first used."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fathom5.core import schema, verbs
from fathom5.core.box import BoxSheet, written_changes
from fathom5.core.contract import (
    FORMER_ROOMS,
    ROOMS,
    Bot,
    Declarations,
    Role,
    Rules,
    Study,
    fulfilled,
    members,
)
from fathom5.core.defaults import hide_nothing
from fathom5.core.errors import Mistake, RuleError, one_of, quoted, whole_number
from fathom5.core.moves import Moves
from fathom5.core.records import CheckedStruct
from fathom5.core.rule import NATURE
from fathom5.core.schema import Struct

GROUP = "fathom5.games"
"""The entry point group: name of the game = its package."""

LOCK = RLock()
"""Held while the rooms of a game are opened or its loops are made."""

BoxChanges = BoxSheet | Path | Mapping[str, object] | Iterable[str] | None
"""What may be given for a box: a sheet, a TOML file, changes by path or NAME=VALUE; None: as printed."""


@dataclass(frozen=True)
class Spec:
    """What a game is made of: its structs, its moves and its sizes."""

    table: type[Struct]
    box: type[Struct]
    options: type[Struct]
    weights: type[Struct]
    moves: Moves
    nature: Moves
    seats: int
    features: int = 0

    @cached_property
    def masks(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Which bytes of a table each viewer is shown, and what fills the others."""
        return schema.masks(self.table, self.seats)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether the schema or the game's own hiding keeps anything from anybody."""
        own = verbs.RULES_OF[self.table]["hide"] is not hide_nothing
        return own or not bool((self.masks[0] == 255).all())

    def stored_number(self, actor: int, move: int) -> int:
        """One number for the moves of players and nature, as databases keep them: nature's are negative."""
        return -1 - move if actor == NATURE else move

    def stored_move(self, actor: int, number: int, sheet: BoxSheet) -> int:
        """The id of a move out of its stored number.

        Nature's numbers once followed the players' ids of the edition; such rows are read too.
        """
        if actor != NATURE:
            return number
        return -1 - number if number < 0 else number - sheet.facts.get("player_moves", self.moves.playable)

    def moves_of(self, actor: int) -> Moves:
        """The moves that an actor's ids number."""
        return self.nature if actor == NATURE else self.moves


class Game:
    """One game. Reading its facts opens only the box; the rest opens when asked for."""

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package = name, package
        self._packed: WeakKeyDictionary[BoxSheet, NDArray[Any]] = WeakKeyDictionary()
        self._roles: dict[object, Any] = {}

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.title}, {self.players[0]} to {self.players[-1]} players>"

    def __reduce__(self) -> Any:
        return _unpickled, (self.name, self.package)

    @cached_property
    def folder(self) -> Path:
        """Where its rooms lie."""
        spec = find_spec(self.package)
        if spec is None or not spec.submodule_search_locations:
            raise Mistake(f"The game {self.name} is registered, but its package {self.package} is not there.")
        return Path(next(iter(spec.submodule_search_locations)))

    @cached_property
    def sheet(self) -> BoxSheet:
        """The box as printed."""
        return _read_sheet(self.folder / "box.toml")

    @cached_property
    def editions(self) -> Mapping[str, BoxSheet]:
        """The printed sheet of every version of the rules that can be played, this one and box-*.toml."""
        older = [_read_sheet(path) for path in sorted(self.folder.glob("box-*.toml"))]
        return {sheet.rules: sheet for sheet in (*older, self.sheet)}

    def edition(self, rules: str) -> BoxSheet:
        """The printed sheet of a version of the rules; raises Mistake if it cannot be played here."""
        if rules not in self.editions:
            raise one_of(f"version of the rules of {self.title} called", rules, list(self.editions))
        return self.editions[rules]

    @property
    def title(self) -> str:
        return str(self.sheet.facts["title"])

    @property
    def players(self) -> range:
        """The numbers of players it is for."""
        low, high = self.sheet.facts["players"]
        return range(low, high + 1)

    @property
    def rules_version(self) -> str:
        """The version of the rules that new games are played by."""
        return self.sheet.rules

    def brings(self, role: Callable[..., object]) -> bool:
        """Whether its package has a module for a role."""
        return self._has_room(ROOMS[role])

    def role(self, role: Callable[..., Role]) -> Role:
        """A role as the package fills it, see `core.contract`; raises RuleError for what it lacks."""
        if role not in self._roles:
            modules = self.modules(role)
            if not modules and any(members(role).values()):
                raise RuleError(f"{self.folder} lacks {ROOMS[role]}.py.")
            self._roles[role] = fulfilled(role, *modules)
        filled: Role = self._roles[role]
        return filled

    def modules(self, role: Callable[..., object]) -> list[ModuleType]:
        """The modules that fill a role, the one that counts most last; empty if there is none."""
        room, former = ROOMS[role], FORMER_ROOMS.get(ROOMS[role], "")
        found = [import_module(f"{self.package}.{room}")] if self._has_room(room) else []
        if former and self._has_room(former):
            older = import_module(f"{self.package}.{former}")
            if brought := members(role).keys() & vars(older).keys():
                told = f"{older.__file__} is deprecated: move {', '.join(sorted(brought))} to {room}.py."
                warnings.warn(told, DeprecationWarning, stacklevel=2)
                found.insert(0, older)
        return found

    def _has_room(self, name: str) -> bool:
        return any((self.folder / path).exists() for path in (f"{name}.py", f"{name}/__init__.py"))

    @cached_property
    def spec(self) -> Spec:
        """Its structs, moves and sizes; opens table, rules, bot and study."""
        with LOCK:
            declared, bot = self.role(Declarations), self.role(Bot)
            for field in ("actor", "players"):
                if field not in declared.Table.fields:
                    raise RuleError(f"{self.package}.table: Table lacks the field {field}.")
            verbs.register(declared.Table, self.role(Rules), bot, self.role(Study))
            return Spec(
                declared.Table,
                declared.Box,
                self.sheet.options_struct(),
                bot.Weights,
                declared.MOVES,
                declared.NATURE_MOVES,
                self.players[-1],
                bot.FEATURES,
            )

    @cached_property
    def tuned(self) -> Mapping[str, Any]:
        """What its bots were tuned to, bot.toml: weights of the heuristic, settings of search and levels."""
        path = self.folder / "bot.toml"
        return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}

    @cached_property
    def weights(self) -> NDArray[Any]:
        """The weights of the heuristic, a struct for each seat."""
        one = self.spec.weights.filled(self.tuned.get("heuristic", {"nothing": 0}), "bot.toml [heuristic]")
        return np.repeat(one, self.spec.seats)

    def box(self, sheet: BoxSheet | None = None) -> NDArray[Any]:
        """The box struct of a sheet, the printed one by default; packed once for each sheet."""
        sheet = sheet or self.sheet
        if sheet not in self._packed:
            box: NDArray[Any] = sheet.pack(self.spec.box)
            if "edition" in self.spec.box.fields:
                box["edition"] = _edition_number(sheet)
            self.role(Rules).derive(CheckedStruct(box[0, ...], self.spec.box))
            self._packed[sheet] = box
        return self._packed[sheet].copy()

    def sheet_with(self, box: BoxChanges, rules: str | None = None) -> BoxSheet:
        """The sheet of some rules with a designer's changes; raises Mistake if they do not fit."""
        if isinstance(box, BoxSheet):
            return box
        printed = self.sheet if rules is None else self.edition(rules)
        if isinstance(box, Path):
            sheet = BoxSheet.read(box, printed)
        elif isinstance(box, Mapping):
            sheet = printed.changed(box)
        elif box is None or (isinstance(box, Iterable) and not isinstance(box, str)):
            changes = list(box or ())
            if not all(isinstance(change, str) for change in changes):
                raise Mistake(f"A box is changed by texts NAME=VALUE or a dict, not {quoted(changes)}.")
            sheet = printed.changed(written_changes(changes)) if changes else printed
        else:
            raise Mistake(f"A box is changed by texts NAME=VALUE or a dict, not {quoted(box)}.")
        self.box(sheet)
        return sheet

    def check_players(self, players: object) -> int:
        """The number of players; raises Mistake if it is none or the game is not for that many."""
        number = whole_number("The number of players", players, -(1 << 31), 1 << 31)
        if number not in self.players:
            low, high = self.players[0], self.players[-1]
            raise Mistake(f"{self.title} is for {low} to {high} players, not {number}.")
        return number

    def options(self, chosen: Mapping[str, object] | None) -> NDArray[Any]:
        """The options struct, what is not chosen at its default; raises Mistake for what is unknown."""
        known = self.sheet.options
        if not isinstance(chosen, Mapping | None):
            raise Mistake(f"Options are given as a dict, not {quoted(chosen)}.")
        for name in chosen or {}:
            if name not in known:
                raise one_of(f"option of {self.title} called", name, list(known))
        array: NDArray[Any] = self.spec.options.blank()
        for name, option in known.items():
            value = option.read(chosen[name]) if chosen and name in chosen else option.default
            array[name.replace("-", "_")] = value
        return array

    def written_options(self, options: NDArray[Any]) -> dict[str, str]:
        """An options struct as a person writes it, by name."""
        known = self.sheet.options
        return {name: o.write(int(options[name.replace("-", "_")][0])) for name, o in known.items()}


def _read_sheet(path: Path) -> BoxSheet:
    sheet = BoxSheet.read(path)
    for fact, example in (("title", '"Low Tide"'), ("players", "[2, 4]"), ("rules", '"1"')):
        if fact not in sheet.facts:
            raise RuleError(f"{path}: [game] lacks {fact}; write {fact} = {example}.")
    return sheet


def _edition_number(sheet: BoxSheet) -> int:
    if not sheet.rules.isdecimal():
        raise RuleError(f"Rules that ask for the edition need a number in [game] rules, not “{sheet.rules}”.")
    return int(sheet.rules)


@cache
def all_games() -> dict[str, Game]:
    """All games installed, by name."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: Game(entry.name, entry.value) for entry in found}


def find_game(name: str | Game) -> Game:
    """The game of that name; raises Mistake if there is none."""
    if isinstance(name, Game):
        return name
    known = all_games()
    if not isinstance(name, str) or name not in known:
        raise one_of("game", name, list(known))
    return known[name]


def _unpickled(name: str, package: str) -> Game:
    return all_games().get(name) or Game(name, package)

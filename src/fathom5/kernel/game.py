"""A game: its rooms, found through an entry point and opened when first used."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fathom5.kernel.errors import Mistake, one_of
from fathom5.kernel.sheet import Sheet

GROUP = "fathom5.games"
"""The entry point group: name of the game = its package."""

_LOCK = Lock()


class Game:
    """One game. Reading its facts opens only the box; the rest opens when asked for."""

    def __init__(self, name: str, package: str) -> None:
        self.name, self.package = name, package
        self._packed: WeakKeyDictionary[Sheet, NDArray[Any]] = WeakKeyDictionary()

    @cached_property
    def folder(self) -> Path:
        """Where its rooms lie."""
        spec = find_spec(self.package)
        if spec is None or not spec.submodule_search_locations:
            raise Mistake(f"The game {self.name} is registered, but its package {self.package} is not there.")
        return Path(next(iter(spec.submodule_search_locations)))

    @cached_property
    def sheet(self) -> Sheet:
        """The box as printed."""
        return Sheet.read(self.folder / "box.toml")

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
        return str(self.sheet.facts["rules"])

    def room(self, name: str) -> ModuleType:
        """One of its modules."""
        return import_module(f"{self.package}.{name}")

    def _speaking(self, name: str) -> ModuleType:
        """One of its modules that talk, with the languages it knows."""
        from fathom5.kernel.lang import catalogues

        catalogues(self.package)
        return self.room(name)

    def _has(self, name: str) -> bool:
        return (self.folder / f"{name}.py").exists()

    @cached_property
    def words(self) -> ModuleType:
        return self._speaking("words")

    @cached_property
    def guide(self) -> ModuleType | None:
        """What it tells somebody new; a game may go without."""
        return self._speaking("guide") if self._has("guide") else None

    @cached_property
    def board(self) -> ModuleType:
        """Its drawing; a game without one gets a plain list of what is seen."""
        return self._speaking("board") if self._has("board") else import_module("fathom5.kernel.plain")

    @cached_property
    def form(self) -> Any:
        """Its records and sizes; opens table, rules and bot."""
        from fathom5.kernel.engine import Form
        from fathom5.kernel.usual import NoWeights
        from fathom5.kernel.verbs import register

        with _LOCK:
            table, rules = self.room("table"), self.room("rules")
            bot = self.room("bot") if self._has("bot") else None
            register(table.Table, rules, bot)
            seats = self.players[-1]
            weights = getattr(bot, "Weights", NoWeights)
            signs = getattr(bot, "SIGNS", 0)
            options = self.sheet.options_record()
            return Form(table.Table, table.Box, options, weights, rules.MOVES, seats, signs)

    @cached_property
    def tuned(self) -> Mapping[str, Mapping[str, int]]:
        """What its bots were tuned to: weights of the heuristic, settings of a search, here and alone."""
        path = self.folder / "bot.toml"
        return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}

    @cached_property
    def weights(self) -> NDArray[Any]:
        """The weights of the heuristic, a record for each seat."""
        one = self.form.weights.filled(self.tuned.get("seal", {"nothing": 0}), "bot.toml [seal]")
        return np.repeat(one, self.form.seats)

    def settings(self, players: int) -> NDArray[Any]:
        """How a search of this game thinks; without a mind for so many players it plays to the end."""
        from fathom5.kernel.search import USUAL, Settings

        tuned = {
            **USUAL,
            **self.tuned.get("search", {}),
            **(self.tuned.get("alone", {}) if players == 1 else {}),
        }
        if players not in self.minds:
            tuned["horizon"] = USUAL["horizon"]
        return Settings.filled(tuned, "bot.toml [search]")

    @cached_property
    def minds(self) -> Mapping[int, NDArray[np.float64]]:
        """What it has learned to foresee, by the number of players; a game may have learned nothing."""
        path = self.folder / "minds.npz"
        if not path.exists():
            return {}
        with np.load(path) as file:
            return {int(players): file[players].astype(np.float64) for players in file}

    def box(self, sheet: Sheet | None = None) -> NDArray[Any]:
        """The box record of a sheet, the printed one by default; packed once for each sheet."""
        from fathom5.kernel.checked import CheckedRecord

        sheet = sheet or self.sheet
        if sheet not in self._packed:
            box: NDArray[Any] = sheet.pack(self.form.box)
            derive = getattr(self.room("rules"), "derive", None)
            if derive:
                derive(CheckedRecord(box[0, ...], self.form.box))
            self._packed[sheet] = box
        return self._packed[sheet].copy()

    def changed(self, changes: Iterable[str] = (), file: Path | None = None) -> Sheet:
        """The sheet with a designer's file or single values in place of the printed ones."""
        sheet = Sheet.read(file, self.sheet) if file else self.sheet
        for change in changes:
            sheet = sheet.change(change)
        self.box(sheet)
        return sheet

    def check_players(self, players: int) -> int:
        """The number of players, if the game is for that many."""
        if players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise Mistake(f"{self.title} is for {low} to {high} players, not {players}.")
        return players

    def options(self, chosen: Mapping[str, object]) -> NDArray[Any]:
        """The options record, what is not chosen at its default."""
        known = self.sheet.options
        for name in chosen:
            if name not in known:
                raise one_of(f"option of {self.title} called", name, list(known))
        array: NDArray[Any] = self.form.options.blank()
        for name, option in known.items():
            value = option.read(chosen[name]) if name in chosen else option.default
            array[name.replace("-", "_")] = value
        return array

    @cached_property
    def interpreted(self) -> Any:
        """The loops in plain Python."""
        from fathom5.kernel.engine import Engine

        return Engine(self.form)

    @cached_property
    def cache_folder(self) -> Path:
        from fathom5.kernel.cache import folder

        return folder(self.name, self.folder)

    @property
    def is_compiled(self) -> bool:
        """Whether its compiled rules are at hand without compiling; if not, play interpreted."""
        from fathom5.kernel.engine import is_ready

        return compiler_is_on() and ("_compiled" in vars(self) or is_ready(self.cache_folder))

    def compiled(self, progress: Any = None) -> Any:
        """The loops, compiled now if they are not yet."""
        from fathom5.kernel.engine import CompiledEngine

        form = self.form
        with _LOCK:
            if "_compiled" not in vars(self):
                self._compiled = CompiledEngine(form, self.cache_folder, progress)
        return self._compiled

    def engine(self, compiled: bool | None = None, progress: Any = None) -> Any:
        """The loops as asked; by default compiled, unless FATHOM5_COMPILE=0 turns the compiler off."""
        if compiled is None:
            compiled = compiler_is_on()
        return self.compiled(progress) if compiled else self.interpreted


def compiler_is_on() -> bool:
    """Whether rules are compiled; FATHOM5_COMPILE=0 turns the compiler off."""
    return os.environ.get("FATHOM5_COMPILE", "1") != "0"


@cache
def all_games() -> dict[str, Game]:
    """All games installed, by name."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: Game(entry.name, entry.value) for entry in found}


def find_game(name: str) -> Game:
    """The game of that name."""
    known = all_games()
    if name not in known:
        raise one_of("game", name, list(known))
    return known[name]


def compile_game(name: str) -> None:
    """Compile a game for everybody; for a process of its own."""
    find_game(name).compiled()

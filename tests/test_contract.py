"""What a game brings is written down once: the docs, the type checker and `fathom5 check` follow it."""

import re
import warnings
from pathlib import Path
from types import ModuleType

import pytest
from mypy import api as mypy

from fathom5 import Match, all_games, find_game
from fathom5.core import contract, defaults, verbs
from fathom5.core.contract import (
    ROOMS,
    Board,
    Bot,
    Declarations,
    Guide,
    Rules,
    Study,
    Words,
    differences,
    fulfilled,
    members,
)
from fathom5.core.errors import RuleError
from fathom5.core.game import Game
from fathom5.draw import board
from fathom5.text import guide, words

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
OURS = [game.package for game in all_games().values() if game.package.startswith("fathom5.")]
TYPED = [*OURS, "fathom5.testing.template"]
"""Packages of games with types."""


def section(room):
    """What the page says of a module."""
    return re.search(rf"^## {room}\.py\n(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)[1]


def rows(room):
    """The rows of its tables by the names in their first column."""
    found = {}
    for first, rest in re.findall(r"^\| (`.*?) \| (.*) \|$", section(room), re.MULTILINE):
        found |= dict.fromkeys(re.findall(r"`(\w+)", first), rest)
    return found


@pytest.mark.parametrize("role", ROOMS)
def test_the_docs_name_everything_that_a_module_brings(role):
    said = section(ROOMS[role])
    shown = "`{0}\\b|\\b{0} =|class {0}\\b"
    assert not [name for name in members(role) if not re.search(shown.format(name), said)]


@pytest.mark.parametrize("role", [Rules, Words, Guide, Board])
def test_the_docs_say_what_is_optional(role):
    wanted, table = members(role), rows(ROOMS[role])
    assert set(table) == set(wanted) - {"SCORES"}
    for name, about in table.items():
        assert ("(optional" in about) != wanted[name], name


@pytest.mark.parametrize("role", [Rules, Words, Guide, Board, Bot, Study])
def test_the_docs_call_functions_as_they_are_called(role):
    calls = dict(re.findall(r"`(\w+)\(([^)]*)\)", section(ROOMS[role])))
    for name in members(role):
        given = contract._parameters(role, name)
        if given is not None:
            assert calls[name] == ", ".join(given), name


def assignments(package, brought):
    """A module that fills the roles of a package by assignments, for a type checker."""
    lines = ["from fathom5.core import contract", f"from {package} import {', '.join(sorted(brought))}", ""]
    for room, names in brought.items():
        role = next(role for role, name in ROOMS.items() if name == room)
        lines.append(f"def fill_{room}(role: contract.{role.__name__}) -> None:")
        lines += [f"    role.{name} = {room}.{name}" for name in names]
    return "\n".join([*lines, ""])


def type_errors(tmp_path, sources):
    """What mypy says of modules, whose methods may be assigned to."""
    for number, source in enumerate(sources):
        (tmp_path / f"roles_{number}.py").write_text(source, "utf-8")
    how = ["--strict", "--no-error-summary", "--disable-error-code=method-assign", "--config-file="]
    told, trouble, _ = mypy.run([*how, "--cache-dir", str(tmp_path / "cache"), str(tmp_path)])
    return [*told.splitlines(), *trouble.splitlines()]


def brought_by(package):
    game = Game(package, package)
    return {
        room: [name for name in members(role) if name in vars(module)]
        for role, room in ROOMS.items()
        for module in game.modules(role)
    }


def test_every_module_has_the_types_of_its_role(tmp_path):
    sources = [assignments(package, brought_by(package)) for package in TYPED]
    assert sum(source.count(" = ") for source in sources) > 200
    assert type_errors(tmp_path, sources) == []


def test_a_type_checker_sees_what_does_not_fit_a_role(tmp_path):
    brought = {"guide": ["tie_break"], "rules": ["play"]}
    right = assignments(TYPED[0], brought)
    wrong = right.replace("guide.tie_break", "guide.tally").replace("rules.play", "rules.legal")
    (first, second) = type_errors(tmp_path, [right, wrong])
    assert ":5: error: Incompatible types in assignment" in first
    assert ":7: error: Incompatible types in assignment" in second


def module(**brought):
    made = ModuleType("somebodys")
    made.__file__ = "somebodys.py"
    for name, value in brought.items():
        value.__module__ = "somebodys"
        setattr(made, name, value)
    return made


def test_what_is_left_out_has_a_default():
    game = find_game("low-tide")
    assert [role for role in ROOMS if game.brings(role)] == [Declarations, Rules, Words]
    rules = verbs.RULES_OF[game.spec.table]
    assert rules["rank"] is defaults.rank_by_ahead
    assert rules["heuristic"] is game.role(Bot).heuristic is defaults.random_move
    assert (game.role(Bot).FEATURES, game.role(Bot).ABSURD, game.role(Study).TALLIES) == (0, {}, ())
    view = Match(game, 2, compiled=False).view(0)
    assert (guide(game).lessons(view.box), view.lessons(), view.preview(view.ids[0])) == ({}, {}, "")
    assert [(line.what, line.points) for line in view.tally(1)] == [("points", 0)]
    assert (view.warning(view.ids[0]), view.holdings(0), view.basket(), view.rival()) == ("", [], None, None)
    assert (view.own_headline(), view.turn(), view.legend()) == ("", [], [])
    assert view.upright() == view.svg()
    assert [(part.title, part.lines) for part in view.twin()] == [("", view.text().splitlines())]
    assert (board(game).icons(), board(game).cover(), words(game).when(view)) == ("", "", "")
    assert words(game).also(view.table, view.box, view.open_moves[0]) == ()


def test_where_chance_moves_next_a_move_is_looked_at_twice():
    """Unless its guide says otherwise, as that of Deep Dive does not."""
    match = Match("deep-dive", 2, seed=1, compiled=False)
    match.play("take rock")
    view = match.view(match.actor)
    final = {view.name(move): view.is_final(move) for move in view.open_moves}
    assert final == {"dive deeper": True, "take pink 2": False}


def test_what_a_module_lacks_is_told():
    with pytest.raises(RuleError, match=r"^somebodys\.py lacks name, tell\.$"):
        fulfilled(Words, module(ask=lambda view: "", why=lambda view, asked: ""))
    with pytest.raises(RuleError, match=r"lacks Table, Box, MOVES, NATURE_MOVES\.$"):
        fulfilled(Declarations, module())


def test_a_function_with_other_parameters_is_told():
    wrong = module(text=lambda: "", svg=lambda *views: "", rank=lambda table: None)
    assert list(differences(Board, wrong)) == ["somebodys.py: text is called with (view)."]
    assert list(differences(Study, module(parts=type("Parts", (), {})))) == [
        "somebodys.py: parts is called with (box, move)."
    ]
    assert list(differences(Bot, module(heuristic=lambda table, box: 0))) == [
        "somebodys.py: heuristic is called with (table, box, weights, moves, n, rng)."
    ]
    assert list(differences(Words, module(name=print, ask=print, tell=print))) == ["somebodys.py lacks why."]


def test_a_name_that_is_nearly_right_is_told():
    meant = module(part=lambda box, move: [], achieves=lambda seat: 0, _tally=lambda *given: 0)
    assert list(differences(Study, meant)) == [
        "somebodys.py: part is nothing that study brings; is parts meant?"
    ]
    meant.parts, meant.upper = lambda box, move: [], str.upper
    assert list(differences(Study, meant)) == []


@pytest.mark.parametrize("name", all_games())
def test_our_modules_fit_their_roles(name):
    game = find_game(name)
    assert [told for role in ROOMS for each in game.modules(role) for told in differences(role, each)] == []


def test_a_role_is_opened_once_and_without_warnings():
    game = Game("deeper", "fathom5.games.deeper")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert game.role(Study) is game.role(Study)

"""A room imports only what stands above it, and generic code never asks which game it has."""

import ast

import pytest

import fathom5
from import_graph import LEVEL, MODULES, PICTURE, ROOT, drawn, imported_rooms, room_of


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_room_imports_only_what_stands_above_it(path):
    room, names = room_of(path), imported_rooms(path)
    below = {name for name in names if LEVEL[name] > LEVEL[room]}
    assert not below, f"{room} stands above {', '.join(sorted(below))}"
    if LEVEL[room] < LEVEL["games"]:
        assert "games" not in names


def test_the_picture_of_the_docs_is_what_is_imported():
    assert PICTURE.read_text("utf-8") == drawn() + "\n", "draw it anew: python tests/import_graph.py"


def test_every_room_has_its_place():
    rooms = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    files = {path.stem for path in ROOT.glob("*.py")} - {"__init__", "__main__"}
    assert rooms | files == set(LEVEL)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_generic_code_never_asks_which_game_it_has(path):
    names = {name for game in fathom5.all_games().values() for name in (game.name, game.package, game.title)}
    tree = ast.parse(path.read_text("utf-8"))
    used = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    if room_of(path) != "games":
        assert not used & names


def test_no_call_has_more_than_eight_arguments():
    """Parts of a drawing, kinds of moves and options of a command aside: those are lists."""
    too_many = []
    for path in MODULES:
        draws = room_of(path) == "draw" or "draw" in imported_rooms(path)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            listing = draws or (isinstance(node, ast.Call) and ast.unparse(node.func) == "Moves")
            if isinstance(node, ast.Call) and len(node.args) > 8 and not listing:
                too_many.append(f"{path.name}:{node.lineno}")
            if isinstance(node, ast.FunctionDef) and room_of(path) != "cli":
                arguments = [each.arg for each in node.args.args if each.arg != "self"]
                if len(arguments) > 8:
                    too_many.append(f"{path.name}:{node.lineno} {node.name}")
    assert not too_many


def test_no_rule_compares_ids_by_hand():
    """Moves are taken apart by their declaration: nothing is added to an id or compared with a threshold."""
    found = []
    for path in sorted((ROOT / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            parts = []
            if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
                parts = [node.left, *node.comparators]
            if isinstance(node, ast.BinOp):
                parts = [node.left, node.right]
            if any(isinstance(part, ast.Name) and part.id == "move" for part in parts):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not found

"""`docs/rules/GAME.md` lists every clause with the tests that name it, and nothing else."""

import ast
import re
from pathlib import Path

import pytest

import fathom5

ROOT = Path(__file__).parent
ROW = re.compile(r"^\| (?P<clause>[^|]+) \| (?P<words>[^|]+) \| (?P<tests>[^|]+) \|$", re.M)
OWN = [name for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")]


def listed(name: str) -> set[tuple[str, str]]:
    """Clause and test of every row of the page."""
    page = (ROOT.parent / "docs" / "rules" / f"{name}.md").read_text("utf-8")
    rows = [row for row in ROW.finditer(page) if "`" in row["tests"]]
    return {(row["clause"].strip(), test) for row in rows for test in re.findall(r"`(\w+)`", row["tests"])}


def marked(name: str) -> set[tuple[str, str]]:
    """Clause and test of every `@pytest.mark.clause(…)`."""
    paths = (ROOT / "games").glob(f"test_{name.replace('-', '_')}*.py")
    trees = [ast.parse(path.read_text("utf-8")) for path in paths]
    found = set()
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("clause"):
                    found |= {(ast.literal_eval(clause), node.name) for clause in mark.args}
    return found


@pytest.mark.parametrize("name", OWN)
def test_page_and_tests_agree(name: str):
    assert listed(name) == marked(name)


@pytest.mark.parametrize("name", OWN)
def test_every_ruling_is_tested(name: str):
    numbers = {}
    for clause, _ in listed(name):
        found = re.fullmatch(r"([A-Z]+)-(\d+)", clause)
        if found:
            numbers.setdefault(found[1], set()).add(int(found[2]))
    assert len(numbers) == 1
    (have,) = numbers.values()
    wanted = fathom5.find_game(name).sheet.facts["rulings"]
    assert have == set(range(1, wanted + 1))

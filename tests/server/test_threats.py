"""What docs/threats.md says is shown by a test or an attack: these are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "threats.md").read_text("utf-8")
FILES = {
    path.stem: path for folder in ("tests", "tests/server") for path in (ROOT / folder).glob("test_*.py")
}


def functions(path: Path) -> set[str]:
    """The names of the functions in a file."""
    return set(re.findall(r"^(?:async )?def (\w+)", path.read_text("utf-8"), re.MULTILINE))


def test_every_test_that_the_page_names_exists():
    named = re.findall(r"`(?:tests/)?(test_\w+)(?:\.py)?(?:::(test_\w+))?`", PAGE)
    assert {file for file, _ in named} <= set(FILES)
    assert [pair for pair in named if pair[1] and pair[1] not in functions(FILES[pair[0]])] == []
    assert len(set(named)) > 80


def test_every_attack_that_the_page_names_exists():
    lists = re.findall(r"attacks? (`\w+`(?:, `\w+`)*)", PAGE)
    named = {name for names in lists for name in re.findall(r"\w+", names)}
    assert len(named) > 8
    assert named <= functions(ROOT / "bench" / "attack.py")


def test_every_row_of_the_page_names_a_test():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    heads = ("| what |", "| broken |")
    assert [row for row in rows if not row.startswith(heads) and "test_" not in row.rsplit("|", 2)[1]] == []

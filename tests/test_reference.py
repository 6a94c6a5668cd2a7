"""Every public name says what it is and stands on a page of the reference; the papers of a release agree."""

import ast
import inspect
import re
import subprocess
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

import fathom5

ROOT = Path(__file__).parent.parent
FACES = ("fathom5", "fathom5.core", "fathom5.coach", "fathom5.envs", "fathom5.testing")
PAGES = "\n".join(path.read_text("utf-8") for path in (ROOT / "docs" / "reference").glob("*.md"))
NAMED = set(re.findall(r"^::: (\S+)$", PAGES, re.M))
PUBLIC = [(face, name) for face in FACES for name in import_module(face).__all__]


def constants() -> dict[str, str]:
    """Every constant of these rooms with the text that stands below it."""
    found = {}
    homes = [path for room in ("core", "bots") for path in (ROOT / "src" / "fathom5" / room).glob("*.py")]
    for path in homes:
        for node, after in pairwise(ast.parse(path.read_text("utf-8")).body):
            if isinstance(node, ast.Assign) and isinstance(after, ast.Expr):
                if isinstance(after.value, ast.Constant) and isinstance(node.targets[0], ast.Name):
                    found[node.targets[0].id] = str(after.value.value)
    return found


def pages(face: str, name: str) -> set[str]:
    """How the reference may call a name; one that is also a module's is called by its home."""
    thing = getattr(import_module(face), name)
    home = getattr(thing, "__module__", "")
    return {f"{home}.{name}"} if home == f"{face}.{name}" else {f"{face}.{name}"}


def test_every_public_name_has_a_docstring():
    told = constants()
    for face, name in PUBLIC:
        thing = getattr(import_module(face), name)
        plain = isinstance(thing, type) or inspect.isroutine(inspect.unwrap(thing))
        assert thing.__doc__ if plain else told.get(name), f"{face}.{name} says nothing of itself"


def test_every_public_name_is_on_a_page_of_the_reference_and_nothing_else_is():
    for face, name in PUBLIC:
        assert {face, *pages(face, name)} & NAMED, f"write ::: {face}.{name} into docs/reference"
    assert {*FACES, *(page for face, name in PUBLIC for page in pages(face, name))} >= NAMED


def test_every_page_of_the_docs_is_in_the_navigation():
    text = re.sub(r"!!python/name:\S+", "''", (ROOT / "mkdocs.yml").read_text("utf-8"))
    listed = set(re.findall(r"[\w/-]+\.md", str(yaml.safe_load(text)["nav"])))
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    games = {f"games/{name}.md" for name, game in fathom5.all_games().items() if "fathom5." in game.package}
    games |= {f"notebooks/{path.stem}.md" for path in (ROOT / "examples").glob("*.ipynb")}
    papers = {"changelog.md", "contributing.md", "security.md"}
    assert listed == there | games | papers | {"reference/commands.md"}


def test_the_papers_tell_one_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == fathom5.__version__
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    first, *released = re.findall(r"^## (.+)$", changes, re.M)
    assert first == "Unreleased"
    assert not released or released[0].startswith(f"{fathom5.__version__} - ")


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])
def test_what_the_papers_name_is_there(page):
    text = (ROOT / page).read_text("utf-8")
    for name in re.findall(
        r"`((?:docs|tests|src|bench|tools|deploy)/[\w./-]+)`", text.replace("GAME", "scuba")
    ):
        assert (ROOT / name).exists(), name
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.M)) <= targets


@pytest.mark.process
def test_make_lists_its_targets():
    text = (ROOT / "Makefile").read_text("utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.*)$", text, re.M)
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    told = re.findall(r"^  make (\S+) +\S", done.stdout, re.M)
    assert {*told, "care"} == set(phony.split())


def test_forms_and_hooks_can_be_read():
    for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(path.read_text("utf-8"))
        assert path.name == "config.yml" or {"name", "description", "body"} <= set(form)
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert local["repo"] == "local"
    checked = (ROOT / "Makefile").read_text("utf-8").partition("\ncheck:")[2].partition("\n\n")[0]
    for hook in local["hooks"]:
        words = hook["entry"].removeprefix(".venv/bin/").replace(" --force-exclude", "")
        assert words in checked

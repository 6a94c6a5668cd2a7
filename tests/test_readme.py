"""What the README and the docs show works as it stands there."""

import re
from pathlib import Path

import pytest

import fathom5
from index_page import index_page, project_urls

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = [
    pytest.param(code, id=f"{path.relative_to(ROOT)}:{number}")
    for path in sorted((ROOT / "docs").rglob("*.md"))
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.S), 1)
    if "sys.argv" not in code  # a program of its own: test_fairness.py runs it
]


def test_the_example_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len(code.strip().splitlines()) <= 12
    exec(code, {})
    assert capsys.readouterr().out.startswith("2 ['leave', 'take']")


def test_the_session_is_as_it_is_shown():
    import doctest

    page = (ROOT / "docs" / "reference" / "playing.md").read_text("utf-8")
    (session,) = re.findall(r"```pycon\n(.*?)```", page, re.S)
    names = {"fathom5": fathom5, "match": fathom5.Match("deep-sea-adventure", 3, seed=7)}
    test = doctest.DocTestParser().get_doctest(session, names, "README", None, 0)
    assert doctest.DocTestRunner(optionflags=doctest.FAIL_FAST).run(test).failed == 0


def test_everything_it_links_is_there():
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (Path(__file__).parent.parent / target).exists(), target


def test_it_is_at_most_two_screens():
    assert len(README.splitlines()) <= 80


def test_the_moving_pictures_are_small():
    pictures = list((ROOT / "docs" / "pictures").glob("*.webp"))
    assert {picture.stem for picture in pictures} == {
        name for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")
    }
    for picture in pictures:
        assert picture.stat().st_size < 1_000_000
        assert b"ANMF" in picture.read_bytes(), f"{picture.name} does not move: make pictures"


def test_every_game_is_in_its_list():
    for name, game in fathom5.all_games().items():
        if game.package.startswith("fathom5."):
            assert f"docs/rules/{name}.md" in README


@pytest.mark.parametrize("code", BLOCKS)
def test_the_code_of_the_docs_runs(code, capsys):
    exec(code, {})


def test_the_docs_link_only_what_is_there():
    made = {ROOT / "docs" / "notebooks" / f"{path.stem}.md" for path in (ROOT / "examples").glob("*.ipynb")}
    for path in (ROOT / "docs").rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text("utf-8")):
            if not target.startswith(("http", "/")):
                file = (path.parent / target).resolve()
                assert file.exists() or file in made, f"{path.name}: {target}"


@pytest.mark.parametrize("home", ["", "https://code.example/fathom5"])
def test_a_package_index_shows_no_link_that_it_cannot_follow(home):
    shown = index_page(README, home, "1.0.0")
    targets = re.findall(r"\]\(([^)]*)\)", shown)
    assert all(target.startswith("https://") for target in targets)
    if home:
        assert f"]({home}/raw/v1.0.0/docs/pictures/deep-sea-adventure.webp)" in shown
        assert f"]({home}/blob/v1.0.0/docs/rules/scuba.md)" in shown
    else:
        assert not targets
        assert "Begin: play with friends, a bot in ten lines" in shown
    assert set(project_urls(home, "", "1.0.0")) == ({"Source", "Changelog", "Issues"} if home else set())

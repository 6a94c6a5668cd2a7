"""What the README shows works as it stands there."""

import re
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_the_example_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    assert len(code.strip().splitlines()) <= 12
    exec(code, {})
    assert capsys.readouterr().out.startswith("2 ['leave', 'take']")


def test_everything_it_links_is_there():
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (Path(__file__).parent.parent / target).exists(), target


def test_every_game_is_in_its_list():
    import fathom5

    for name, game in fathom5.all_games().items():
        if game.package.startswith("fathom5."):
            assert f"docs/rules/{name}.md" in README

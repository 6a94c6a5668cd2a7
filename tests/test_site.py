"""Pages of the documentation site that are made from the code: games with their balance, bots and rules."""

import re
from pathlib import Path

import pytest

import game_pages
from fathom5 import all_games
from fathom5.server.pages import examples

OWN = [game for game in all_games().values() if game.package.startswith("fathom5.")]
BOTS = (Path(__file__).parent.parent / "docs" / "bots.md").read_text("utf-8")


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_a_page_has_every_part(game, monkeypatch):
    monkeypatch.setattr(game_pages, "balance", lambda game: "| players | wins in turn order |")
    page = game_pages.game_page(game, "https://games.example")
    parts = ["How it is played", "Options", "How balanced it is", "How strong its bots are", "Components"]
    parts += ["The table", "The box", "Moves of the players", "Moves of nature"]
    assert re.findall(r"^## (.*)$", page, re.M) == parts
    assert f"(https://games.example/rules/{game.name})" in page
    assert f"(https://games.example/new/{game.name})" in page
    assert "games.example" not in game_pages.game_page(game)


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_the_strength_of_bots_is_what_their_page_says(game):
    told = game_pages.strength(game, BOTS)
    assert len(re.findall(r" %", told)) >= 6
    assert told.count("| Two players |") == 4
    assert told.count("| Two players, before") == told.count("| Four players, one against three, before") == 3
    for share in re.findall(r"\| (\d\S* % \([^)]*\)), ", told):
        assert any(game.title in line and share in line for line in BOTS.splitlines())
    with pytest.raises(ValueError, match="zip"):
        game_pages.strength(game, "")


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_the_rules_are_those_of_the_browser_with_all_their_pictures(game):
    text = game_pages.played(game)
    shown = set(re.findall(rf"\]\(art/{game.name}/([\w-]+)\.svg", text))
    assert shown == set(examples(game))
    assert not re.search(r"\]\(/", text)


def test_the_balance_tells_every_number_of_players(monkeypatch):
    monkeypatch.setattr(game_pages, "GAMES", 20)
    game = next(game for game in OWN if game.name == "deep-sea-adventure")
    told = game_pages.balance.__wrapped__(game)
    assert re.findall(r"^\| (\d) \|", told, re.M) == list("23456")
    for row in re.findall(r"^\| \d \| (.*?) \|", told, re.M):
        assert sum(map(float, re.findall(r"([\d.]+)\s%\s±", row))) == pytest.approx(100, abs=0.3)

"""The rules pages: whole in every language, with pictures that can be drawn."""

import re

import pytest

from fathom5.core.errors import Mistake
from fathom5.core.game import all_games, find_game
from fathom5.server import pages
from fathom5.server.settings import Settings
from fathom5.text.language import LANGUAGES
from guests import serving

TOLD = [game for game in all_games().values() if (game.folder / "rules_page.md").exists()]
PICTURE = re.compile(
    r'<img src="(?P<path>/art/[^"#]+\.svg)(?:#svgView\(viewBox\((?P<part>[\d.,]+)\)\))?" alt="(?P<alt>[^"]*)"'
)


def whole(svg: str) -> tuple[float, ...]:
    """The measures of a drawing."""
    return tuple(map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups()))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.name)
def test_every_picture_is_named_and_shows_a_part_of_the_board(browser, game, language):
    browser.http.headers["Accept-Language"] = language
    page = browser.get(f"/rules/{game.name}")
    pictures = list(PICTURE.finditer(page))
    assert pictures
    assert len(pictures) == page.count('<img src="/art/')
    for picture in pictures:
        assert picture["alt"].strip()
        width, height = whole(browser.get(picture["path"]))
        x, y, across, down = map(float, (picture["part"] or f"0,0,{width},{height}").split(","))
        assert 0 <= x < x + across <= width
        assert 0 <= y < y + down <= height


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.name)
def test_a_page_is_told_in_every_language_with_the_same_pictures(game, language):
    english, told = pages.rules_page(game, "en"), pages.rules_page(game, language)
    assert (told == english) == (language == "en")
    assert re.findall(r"<h\d|/art/[^\"]+", told) == re.findall(r"<h\d|/art/[^\"]+", english)


def test_the_page_and_its_pictures_speak_the_language_of_the_visitor(browser):
    assert "Your turn" in browser.get("/rules/deep-sea-adventure")
    assert "Dive 1 of 3" in browser.get("/art/deep-sea-adventure/search.svg")
    browser.post("/like", language="fr")
    assert "Votre tour" in browser.get("/rules/deep-sea-adventure")
    assert "Plongée 1 sur 3" in browser.get("/art/deep-sea-adventure/search.svg")


def test_a_french_sign_never_begins_a_line():
    page = pages.rules_page(find_game("deep-sea-adventure"), "fr")
    assert "\N{NO-BREAK SPACE}:" in page
    assert not re.search(r" [:;?!»]", page)


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.name)
def test_every_example_is_shown_on_the_page(game):
    page = pages.rules_page(game, "en")
    assert set(pages.examples(game)) == set(re.findall(rf"/art/{game.name}/([\w-]+)\.svg", page))


def test_there_is_no_other_picture(browser):
    for path in ("/art/deep-sea-adventure/nothing.svg", "/art/deep-sea-adventure/%00.svg", "/art/none/a.svg"):
        assert browser.http.get(path).status_code == 404


def test_the_documentation_is_linked_where_it_is_and_only_for_the_games_it_has(database):
    with serving(database, docs="https://docs.example/fathom5/") as client:
        page = client.get("/rules/deep-sea-adventure").text
        assert 'href="https://docs.example/fathom5/games/deep-sea-adventure.html"' in page
        assert "docs.example" not in client.get("/rules/low-tide").text


def test_without_an_address_no_documentation_is_linked(browser):
    assert "games/deep-sea-adventure.html" not in browser.get("/rules/deep-sea-adventure")


@pytest.mark.parametrize("address", ["docs.example", "javascript:alert(1)", "https://"])
def test_documentation_is_at_an_address_of_the_web(address):
    with pytest.raises(Mistake, match="https://…"):
        Settings(docs=address)

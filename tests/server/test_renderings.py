"""What is rendered once: for whoever sees the same, as long as it is true, up to a limit."""

import re
from dataclasses import fields, replace

import pytest
from jinja2 import DictLoader, Environment
from jinja2.meta import find_undeclared_variables

from fathom5 import STRANGER
from fathom5.server.forms import Visitor
from fathom5.server.pages import MACROS, MOST_NEWS, Perspective, latest_sentences, perspective_of
from fathom5.server.renderings import OVERHEAD, RenderCache, kept_macro
from fathom5.text.guidance import Told
from fathom5.text.language import language, speaking
from guests import Browser


def test_a_text_is_found_by_its_key_and_its_very_stamp():
    cache, first, second = RenderCache(), object(), object()
    assert cache.get("view") is None
    assert cache.put("view", b"one", first) == b"one"
    assert cache.get("view", first) == b"one"
    assert cache.get("view", second) is None
    assert cache.get("view") is None
    cache.put("view", b"two", second)
    assert cache.get("view", first) is None
    assert cache.get("view", second) == b"two"


def test_the_oldest_goes_when_the_limit_is_reached_and_what_is_replaced_counts_once():
    cache = RenderCache(3 * (OVERHEAD + 10))
    for key in "abc":
        cache.put(key, 10 * key)
    for _ in range(9):
        cache.put("a", 10 * "a")
    assert [bool(cache.get(key)) for key in "abc"] == [True] * 3
    cache.put("d", 10 * "d")
    assert [bool(cache.get(key)) for key in "abcd"] == [True, False, True, True]
    assert cache.put("e", "x" * 10_000) == "x" * 10_000
    assert not any(cache.get(key) for key in "abcde")


def test_a_macro_is_rendered_once_for_the_same_values_in_each_language():
    rendered = []

    def note(words):
        rendered.append((language(), words))
        return words

    text = "{% macro row(words, tone='') %}<p{{ tone }}>{{ note(words) }}</p>{% endmacro %}"
    jinja = Environment(loader=DictLoader({"row.html": text}), autoescape=True)
    jinja.globals["note"] = note
    row = kept_macro(jinja, RenderCache(), "row.html", "row")
    assert [row("a < b"), row("a < b"), row("b"), row("b", tone="!")] == [
        "<p>a &lt; b</p>",
        "<p>a &lt; b</p>",
        "<p>b</p>",
        "<p!>b</p>",
    ]
    with speaking("fr"):
        row("b")
    assert rendered == [("en", "a < b"), ("en", "b"), ("en", "b"), ("fr", "b")]


@pytest.mark.parametrize("template", sorted(set(MACROS.values())))
def test_what_is_kept_of_a_page_reads_nothing_but_what_it_is_given(client, template):
    jinja = client.application.pages.jinja
    source, _, _ = jinja.loader.get_source(jinja, template)
    assert find_undeclared_variables(jinja.parse(source)) <= jinja.globals.keys()


def test_a_view_is_shared_only_by_those_who_see_the_same(client):
    """Every part of a perspective is part of the key, and so is the state of the room."""
    ada = Browser(client)
    ada.post("/new/in-too-deep", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    application = client.application
    room, pages = application.rooms.loaded[ada.table], application.pages
    own = perspective_of(room, Visitor(room.host), room.actor)
    assert own.seat == room.actor
    other = {
        "seat": STRANGER,
        "mine": (),
        "host": not own.host,
        "passing": room.actor,
        "language": "fr",
        "upright": not own.upright,
        "handing": room.actor,
    }
    assert other.keys() == {field.name for field in fields(Perspective)}
    view = pages.room(room, own, "http://a")
    assert pages.room(room, replace(own), "http://a") is view
    assert pages.room(room, own, "http://b") is not view
    for name, value in other.items():
        assert pages.room(room, replace(own, **{name: value}), "http://a") is not view
    assert pages.room(room, own, "http://a") is view
    version = room.version
    room.play(room.actor, room.match.ids[0], "key")
    assert b'data-version="%d"' % version not in pages.room(room, own, "http://a")


def test_a_view_after_a_move_that_could_not_be_stored_is_the_one_before(two, client):
    ada, _ = two
    room = client.application.rooms.loaded[ada.table]
    page = ada.get(f"/table/{ada.table}")
    room.play(0, 1, "key")
    assert ada.get(f"/table/{ada.table}") != page
    room.rebuild(room.entries[:-1])
    assert ada.get(f"/table/{ada.table}") == page


def test_pictures_are_rendered_once_for_each_language(browser, monkeypatch):
    from fathom5.server import pages

    rendered, render = [], pages.game_picture
    monkeypatch.setattr(pages, "game_picture", lambda *what: rendered.append(what[1]) or render(*what))
    pictures = [browser.http.get("/art/low-tide.svg").text for _ in range(2)]
    browser.post("/like", language="fr")
    pictures += [browser.http.get("/art/low-tide.svg").text for _ in range(2)]
    assert rendered == ["en", "fr"]
    assert pictures[0] == pictures[1]
    assert re.match("<svg", pictures[2])


def test_news_are_the_latest_sentences_in_their_order():
    story = [Told(tuple(f"{move}.{n}" for n in range(5 * (move % 3))), None) for move in range(30)]
    sentences = [sentence for told in story for sentence in told.tale]
    assert latest_sentences(story) == sentences[-MOST_NEWS:]
    assert latest_sentences(story[:2]) == sentences[:5]
    assert latest_sentences([]) == []

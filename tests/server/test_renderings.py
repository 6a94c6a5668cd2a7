"""What is rendered once: for whoever sees the same, as long as it is true, up to a limit."""

import re
from dataclasses import fields, replace

from fathom5 import STRANGER
from fathom5.server.forms import Visitor
from fathom5.server.pages import Perspective, perspective_of
from fathom5.server.renderings import OVERHEAD, RenderCache
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

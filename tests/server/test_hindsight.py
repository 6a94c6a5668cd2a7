"""Looking back: turns, eyes, hands and pictures of positions."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathom5 import NATURE, STRANGER, Match, all_games
from fathom5.draw.flat import flat
from fathom5.server.hindsight import Eyes, hands, told_turns, turns
from fathom5.server.images import png
from guests import DEEP, Browser, lay_record

RECORDS = Path(__file__).parent.parent / "records"
SECRET = [name for name, game in all_games().items() if game.spec.has_secrets]
moves = st.lists(st.tuples(st.integers(NATURE, 3), st.just(0)), max_size=30)


@given(moves)
def test_turns_begin_where_another_seat_decides(history):
    between = turns(history)
    assert between == sorted(set(between))
    assert (between[0], between[-1]) == (0, len(history))
    deciders = [{actor for actor, _ in history[a:b]} - {NATURE} for a, b in pairwise(between)]
    assert all(len(seats) <= 1 for seats in deciders)
    if len({actor for actor, _ in history} - {NATURE}) > 1:
        assert all(one != other for one, other in pairwise(deciders))


def test_where_one_alone_decides_every_decision_is_a_turn():
    assert turns([(NATURE, 0), (0, 1), (NATURE, 2), (0, 3), (0, 4)]) == [0, 3, 4, 5]


@pytest.mark.parametrize("name", SECRET)
def test_open_hands_show_what_each_seat_alone_sees_and_who_decides(name):
    match = Match(name, 2, seed=3, compiled=False)
    while match.actor != 1:
        match.play(match.ids[0])
    eyes = Eyes(STRANGER, open=True)
    assert eyes.seat_at(match) == 1
    shown = hands(match)
    assert all(shown)
    public = "\n".join(line for section in match.view().twin() for line in section.lines)
    assert not any(line in public for seat in shown for section in seat for line in section.lines)
    told = {number - 1: text for turn in told_turns(match, eyes) for number, text in turn.moves}
    for seat in range(2):
        assert all(len(told.get(n, "")) >= len(" ".join(tale)) for n, tale in enumerate(match.tales(seat)))


def test_eyes_are_open_to_everybody_after_the_end_and_to_nobody_before(client):
    ada, ben = Browser(client), Browser(client)
    ada.post("/new/in-too-deep", seat__0="me", name__0="Ada", seat__1="friend")
    ben.post(ada.invitation, name="Ben")
    ada.post(f"/table/{ada.table}/ready")
    replay = f"/table/{ada.table}/replay?at=20&eyes="
    own = ada.get(replay + "0")
    assert 'data-seat="0"' in own
    assert "All hands" not in own
    for wanted in ("1", "open", "7", "nonsense"):
        assert ada.get(replay + wanted) == own
    assert "data-seat" not in ada.get(replay + "stranger")
    assert "data-seat" not in Browser(client).get(replay + "1")


def test_a_finished_game_is_seen_through_any_eyes_without_a_script(client):
    table, stranger = lay_record(client, RECORDS / "in-too-deep-2.f5"), Browser(client)
    page = stranger.get(f"/table/{table}/replay?at=40&eyes=open")
    assert 'aria-current="true">All hands' in page
    assert 'class="hands"' in page
    found = set(re.findall(r'href="(\?at=[^"]*|/table/[^"]*)"', page))
    reviews = {path for path in found if "/review" in path}
    assert len(reviews) == 1
    for path in found - reviews:  # test_coaching follows that one
        stranger.get(
            path.replace("&amp;", "&")
            if path[0] == "/"
            else f"/table/{table}/replay" + path.replace("&amp;", "&")
        )
    assert "eyes=1" in stranger.get(f"/table/{table}/replay?at=40&eyes=1")
    assert 'data-seat="1"' in stranger.page


def test_a_position_is_drawn_as_svg_and_png(browser):
    browser.post(f"/new/{DEEP}", seat__0="me", name__0="Ada", seat__1="here")
    for kind, media in (("svg", "image/svg+xml"), ("png", "image/png")):
        first, later = (browser.http.get(f"/table/{browser.table}/picture.{kind}?at={at}") for at in (0, 2))
        assert first.headers["content-type"] == media
        assert f"-2.{kind}" in later.headers["content-disposition"]
        assert later.headers["cache-control"] == "no-store"
        assert first.content != later.content
    assert later.content.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", list(all_games()))
def test_a_flat_board_has_nothing_left_that_a_plain_renderer_cannot_read(name):
    svg = flat(Match(name, all_games()[name].players[0], seed=1, compiled=False).view(0).svg())
    assert not re.search(r"var\(|color-mix|<style|style=|class=|px", svg)
    assert png(svg, 64).startswith(b"\x89PNG")

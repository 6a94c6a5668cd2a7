"""Boards, drawn for a desk and for a phone held upright."""

import re
from random import Random

import pytest

from fathom5 import Match, all_games
from guests import LOW

GAMES = [game for game in all_games() if game != LOW]


def positions(game: str, players: int, shown: int = 12):
    """Views of whoever is asked, from a game played at random."""
    chance = Random(f"{game} {players}")
    match = Match(game, players, seed=players, compiled=False)
    views = []
    while not match.over:
        views.append(match.view(match.actor))
        match.play(chance.choice(match.ids))
    return chance.sample(views, min(shown, len(views)))


def wanted_moves(view) -> list[int]:
    """The open moves, and of a set that is chosen one by one also what comes later."""
    basket = view.basket()
    later = basket.items if basket and basket.count_high > 1 else ()
    return sorted({*view.ids, *later})


def moves_on(drawn: str) -> list[int]:
    return sorted(map(int, re.findall(r'data-move="(\d+)"', drawn)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("least", [True, False])
def test_every_open_move_has_one_place_on_a_desk(game, least):
    players = all_games()[game].players[0 if least else -1]
    for view in positions(game, players):
        assert moves_on(view.svg()) == wanted_moves(view)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("least", [True, False])
def test_upright_no_move_has_two_places(game, least):
    players = all_games()[game].players[0 if least else -1]
    placed = 0
    for view in positions(game, players):
        moves = moves_on(view.upright())
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(wanted_moves(view))
        placed += len(moves)
    assert placed


@pytest.mark.parametrize("game", GAMES)
def test_whatever_has_a_name_on_a_board_has_it_alone(game):
    for view in positions(game, all_games()[game].players[-1], shown=6):
        for drawn in (view.svg(), view.upright()):
            names = re.findall(r' id="([^"]+)"', drawn)
            assert len(names) == len(set(names))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_used_on_a_board_is_drawn_there(game):
    for view in positions(game, all_games()[game].players[-1], shown=6):
        for drawn in (view.svg(), view.upright()):
            assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(re.findall(r' id="([^"]+)"', drawn))

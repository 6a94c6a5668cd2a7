"""Minds: what a game has learned to foresee from the signs on its table."""

import numpy as np
import pytest

import fathom5
from fathom5 import Match, find_game
from fathom5.bots import bot
from fathom5.bots.search import Search
from fathom5.kernel import chance, mind, verbs
from fathom5.kernel.engine import Tree
from fathom5.kernel.loops import SEAL
from fathom5.kernel.search import USUAL
from fathom5.lab import Runner

LEARNED = [name for name, game in fathom5.all_games().items() if game.minds]
EVERY = [(name, players) for name in LEARNED for players in find_game(name).players]
UNTOUCHED = -7.5


def half_way(game: str, players: int, seed: int, moves: int = 60) -> Match:
    """A match that seals have played for a while."""
    match, seal = Match(game, players, seed=seed), bot("seal", seed)
    while not match.over and (len(match.history) < moves or len(match.ids) == 1):
        match.play(seal(match.view(match.actor)))
    return match


def foreseen(match: Match) -> np.ndarray:
    """Chances and points of every seat, interpreted."""
    game, work = match.game, match._work
    engine = game.interpreted
    tables, boxes = engine.wrap(work.array, game.form.table), engine.wrap(work.box, game.form.box)
    weights, rewards = engine.wrap(game.weights, game.form.weights), np.zeros((match.players, 3))
    known = game.minds[match.players]
    neurons = np.zeros(known.shape[1])
    mind.foresee(tables[0], boxes[0], weights, known, work.signs, neurons, work.scores, rewards)
    return rewards


def lessons(game: str, players: int, games: int, compiled: bool, room: int = 0) -> np.ndarray:
    """What is noted in some games."""
    found = find_game(game)
    engine, bots = found.engine(compiled), np.full(found.form.seats, SEAL, np.int64)
    runner = Runner(found, engine, players, found.sheet, found.options({}), bots, 1)
    noted, w = np.zeros((room or 10 * games, found.form.seats, found.form.signs + 3)), runner.work
    where = (runner.tables, runner.boxes, runner.weights, 1, 0, games, w.moves, w.odds, w.scores, w.ranks)
    count = engine.learn(*where, np.zeros((found.form.seats, 3)), w.rng, w.signs, 60, noted)
    return noted[:count, :players]


def test_deep_dive_has_learned_for_every_number_of_players():
    assert set(find_game("deep-dive").minds) == set(find_game("deep-dive").players)


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_just_the_promised_signs_are_written_and_the_table_stays(game, players):
    match = half_way(game, players, 1)
    form, engine = match.game.form, match.game.interpreted
    before = match._work.raw[0].tobytes()
    tables, boxes = engine.wrap(match._work.array, form.table), engine.wrap(match._work.box, form.box)
    weights = engine.wrap(match.game.weights, form.weights)
    signs = np.full(form.signs + 1, UNTOUCHED)
    assert verbs.signs(tables[0], boxes[0], weights[0], 0, signs) == form.signs
    assert (signs[:-1] != UNTOUCHED).all()
    assert signs[-1] == UNTOUCHED
    assert match._work.raw[0].tobytes() == before


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_chances_are_shares_of_one_win(game, players):
    rewards = foreseen(half_way(game, players, 2))
    wins = rewards[:, mind.WINS]
    assert ((wins > 0) & (wins < 1)).all()
    if players > 1:
        assert wins.sum() == pytest.approx(1)


def test_a_mind_foresees_more_than_nothing():
    """In sixty games between seals, from their middle on, its surprise at the winner is well below ln 2."""
    surprise, missed = [], []
    for seed in range(60):
        match = half_way("deep-dive", 2, seed, moves=90)
        rewards, seal = foreseen(match), bot("seal", seed)
        while (seat := match.actor) is not None:
            match.play(seal(match.view(seat)))
        shares = np.array([(place == 1) / match.places.count(1) for place in match.places])
        surprise.append(-(shares * np.log(rewards[:, mind.WINS])).sum())
        missed.append(np.abs(rewards[:, mind.POINTS] - match.scores).mean())
    assert np.mean(surprise) < 0.6
    assert np.mean(missed) < 10


def test_lessons_are_the_same_compiled_and_interpreted():
    fast, slow = (lessons("deep-dive", 2, 4, compiled) for compiled in (True, False))
    assert len(fast)
    assert np.array_equal(fast, slow)


def test_lessons_tell_how_it_went():
    noted = lessons("deep-dive", 2, 200, True)[:, :, find_game("deep-dive").form.signs :]
    assert len(noted) > 600, "nearly every game has a lesson in its first sixty decisions, and more later"
    assert np.allclose(noted[:, :, mind.WON].sum(1), 1)
    assert (noted[:, :, mind.AFTER] >= noted[:, :, mind.NOW]).all()
    ahead = noted[:, 0, mind.AFTER] > noted[:, 1, mind.AFTER]
    assert (noted[ahead, 0, mind.WON] == 1).all()


def test_no_more_is_noted_than_there_is_room_for():
    all_of_it, room = lessons("deep-dive", 2, 6, True), 5
    assert len(all_of_it) > room
    signs = find_game("deep-dive").form.signs
    assert np.array_equal(lessons("deep-dive", 2, 6, True, room)[:, :, :signs], all_of_it[:room, :, :signs])


def test_without_a_mind_a_search_plays_to_the_end(monkeypatch):
    game = find_game("deep-dive")
    assert game.settings(2)["horizon"] == 12
    monkeypatch.setitem(vars(game), "minds", {})
    assert game.settings(2)["horizon"] == USUAL["horizon"]
    match = half_way("deep-dive", 2, 3)
    search = Search(match.view(match.actor), chance.luck(1), Tree(6))
    search.grow(50)
    wins = sum(thought.win * thought.playouts for thought in search.thoughts())
    assert wins == pytest.approx(round(2 * wins) / 2), "every playout ended with a winner, or two"


def test_alone_only_winning_counts():
    game = find_game("deep-dive")
    assert game.settings(1)["pride"] == 0
    assert game.settings(2)["pride"] == USUAL["pride"]

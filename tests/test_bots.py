"""Bots: legal, honest about what a seat may know, within their budget, better by level."""

from random import Random

import pytest

import fathom5
from fathom5 import Match
from fathom5.bots import LEVELS, WELL_TRIED, Budget, bot, good_moves, hints
from fathom5.bots.search import Search, Thought
from fathom5.kernel import chance
from fathom5.kernel.engine import Tree, Workspace
from fathom5.kernel.errors import Mistake
from fathom5.kernel.search import USED, VISITS

GAMES = [name for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")]
SHORT = Budget(playouts=40)


def middle(game: str, players: int, seed: int, moves: int = 60, **kinds) -> Match:
    """A match in mid-game at a decision with a choice, played at random."""
    match, random = Match(game, players, seed=seed, **kinds), Random(seed)
    while not match.over and (len(match.history) < moves or len(match.ids) == 1):
        match.play(random.choice(match.ids))
    return match


def another(match: Match, seat: int, seed: int) -> Match:
    """A table that differs only in what a seat may not know: its view, filled in anew."""
    other, form = match.at(len(match.history)), match.game.form
    engine, rng = match.game.engine(), chance.luck(seed)
    work = Workspace(form, match.game.box(match.sheet))
    work.array[0] = match.view(seat).array[0]
    tables, boxes = engine.wrap(work.array, form.table), engine.wrap(work.box, form.box)
    engine.imagine(tables, boxes, seat, rng)
    other._work.raw[0] = work.raw[0]
    other._list_moves()
    return other


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_game_to_its_end(game, level):
    match = Match(game, 2, seed=3)
    thinker = LEVELS[level].budget is not None
    movers = [bot(level, seat, Budget(playouts=2) if thinker else None) for seat in range(2)]
    while (seat := match.actor) is not None:
        match.play(movers[seat](match.view(seat)))
    assert match.over


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", ["in-too-deep", "deeper"])
def test_a_bot_cannot_tell_tables_apart_that_its_seat_cannot(game, level):
    changed = 0
    for seed in range(4):
        match = middle(game, 3, seed)
        seat = match.actor
        other = another(match, seat, seed)
        changed += other.to_bytes() != match.to_bytes()
        budget = SHORT if LEVELS[level].budget else None
        assert bot(level, 7, budget)(match.view(seat)) == bot(level, 7, budget)(other.view(seat))
    assert changed, "the tables have to differ for this to show anything"


@pytest.mark.parametrize("game", GAMES)
def test_a_search_is_the_same_compiled_and_interpreted(game):
    match = middle(game, 2, 5, moves=25)
    view = match.view(match.actor)
    found = []
    for compiled in (True, False):
        tree = Tree(match.game.form.seats, 4096)
        search = Search(view, chance.luck(1), tree, compiled=compiled)
        search.grow(2)
        found.append((search.thoughts(), search.tree.nodes[: int(search.tree.sums[USED])].tolist()))
    assert found[0] == found[1]


def test_playouts_and_a_seed_repeat_a_choice_exactly():
    match = middle("deep-dive", 3, 2)
    view = match.view(match.actor)
    first, again = (hints(view, playouts=500, seed=4) for _ in range(2))
    assert first == again
    assert sum(hint.playouts for hint in first) == 500


def test_a_full_tree_stays_within_its_memory_and_goes_on():
    match = middle("scuba", 2, 2)
    search = Search(match.view(match.actor), chance.luck(1), Tree(4, 64))
    search.grow(2000)
    assert search.playouts == 2000
    assert search.tree.sums[USED] <= 64
    assert search.tree.nodes[0, VISITS] == 2000


def test_time_ends_a_search():
    match = middle("deep-sea-adventure", 4, 2)
    search = Search(match.view(match.actor), chance.luck(1), Tree(6))
    search.think(0.05, 0)
    assert 1 < search.playouts < 1_000_000


def test_however_short_the_time_a_move_is_found():
    match = middle("deep-sea-adventure", 4, 2)
    view = match.view(match.actor)
    assert bot("orca", 1, Budget(seconds=1e-9))(view) in view.ids


def test_hints_are_ordered_and_are_chances():
    match = middle("deep-sea-adventure", 2, 2, moves=90)
    found = match.hint(playouts=400)
    assert [hint.playouts for hint in found] == sorted((hint.playouts for hint in found), reverse=True)
    assert all(0 <= hint.win <= 1 for hint in found)
    assert {hint.words for hint in found} <= set(match.moves)


def test_a_hint_is_for_whoever_decides():
    match = Match("deep-sea-adventure", 2, seed=1)
    other = 1 - match.actor
    with pytest.raises(Mistake, match=match.names[match.actor]):
        match.hint(other)
    manual = Match("deep-sea-adventure", 2, nature="manual")
    while manual.actor != -1:
        manual.play(manual.ids[0])
    with pytest.raises(Mistake, match="chance"):
        manual.hint()


@pytest.mark.parametrize("game", ["deep-sea-adventure", "in-too-deep"])
def test_the_search_beats_the_heuristic_it_thinks_with(game):
    """Forty games of a hundred playouts a move, repeatable: chance alone wins 27 once in a hundred runs."""
    wins = 0.0
    for number in range(40):
        match = Match(game, 2, seed=number // 2)
        movers = [bot("leviathan", number, Budget(playouts=100)), bot("seal", number)]
        if number % 2:
            movers.reverse()
        while (seat := match.actor) is not None:
            match.play(movers[seat](match.view(seat)))
        wins += (match.places[number % 2] == 1) / match.places.count(1)
    assert wins >= 27


def tuned(monkeypatch, game, **tables):
    monkeypatch.setitem(vars(game), "tuned", {**game.tuned, **tables})


def test_an_easy_going_level_takes_any_good_move_and_no_bad_one(monkeypatch):
    match = middle("deep-sea-adventure", 2, 2, moves=90)
    view = match.view(match.actor)
    asked = [(bot("orca", seed, Budget(playouts=200))(view)) for seed in range(12)]
    tuned(monkeypatch, match.game, easy_going={"orca": 1000})
    careless = [(bot("orca", seed, Budget(playouts=200))(view)) for seed in range(12)]
    tuned(monkeypatch, match.game, easy_going={"orca": 0})
    strict = [(bot("orca", seed, Budget(playouts=200))(view)) for seed in range(12)]
    assert len(set(strict)) == 1
    assert len(set(careless)) > 1
    assert set(asked) <= set(careless)


def test_more_time_makes_an_easy_going_level_no_stricter():
    """The longer a search thinks, the rarer it tries what is not best, but it knows it well enough."""
    for playouts in (400, 100_000):
        best, good = Thought(1, playouts, 0.60, 0.5, 9.0), Thought(2, WELL_TRIED, 0.585, 0.5, 9.0)
        bad, hardly_tried = Thought(3, 100, 0.57, 0.5, 9.0), Thought(4, WELL_TRIED - 1, 0.60, 0.5, 9.0)
        assert good_moves([best, good, bad, hardly_tried], 20) == [1, 2]
        assert good_moves([best, good, bad, hardly_tried], 0) == [1]


def test_a_short_search_is_easy_going_too():
    best, good = Thought(1, 28, 0.60, 0.5, 9.0), Thought(2, 4, 0.585, 0.5, 9.0)
    assert good_moves([best, good], 20) == [1, 2]


def test_a_seal_has_as_many_whims_as_its_game_says(monkeypatch):
    match = middle("deep-dive", 2, 3, moves=40)
    view = match.view(match.actor)

    def moves(games, whims):
        tuned(monkeypatch, match.game, whims={"seal": whims})
        return [bot("seal", seed)(view) for seed in range(games)]

    (usual,) = set(moves(60, 0))
    assert set(moves(60, 1000)) == set(view.ids)
    others = sum(move != usual for move in moves(1000, 120))
    assert others == pytest.approx(120 * (len(view.ids) - 1) / len(view.ids), abs=40)


def test_on_a_whim_an_orca_plays_like_the_heuristic(monkeypatch):
    match = middle("deep-dive", 2, 3, moves=40)
    view = match.view(match.actor)
    asked = []
    monkeypatch.setattr("fathom5.bots.advice", lambda view, rng: asked.append(view) or view.ids[-1])
    for often, least, most in ((0, 0, 0), (250, 60, 140), (1000, 400, 400)):
        asked.clear()
        tuned(monkeypatch, match.game, whims={"orca": often})
        moves = [bot("orca", seed, Budget(playouts=2))(view) for seed in range(400)]
        assert least <= len(asked) <= most
        assert moves.count(view.ids[-1]) >= len(asked)


def test_settings_out_of_their_range_are_refused():
    from fathom5.kernel.search import USUAL, Settings

    with pytest.raises(Mistake, match="explore is a whole number from 0 to 1000"):
        Settings.filled({**USUAL, "explore": 1001}, "bot.toml")
    with pytest.raises(Mistake, match="has to give just explore"):
        Settings.filled({"explore": 1}, "bot.toml")

"""Bots: legal, honest about what a seat may know, within their budget, better by level."""

from random import Random
from types import SimpleNamespace

import pytest

import fathom5
from fathom5 import Match
from fathom5.bots import find_bot, hints
from fathom5.bots.levels import LEVELS, Budget
from fathom5.bots.search import Search, TreeMemory
from fathom5.core.errors import Mistake
from fathom5.core.rng import generator

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
    other = match.at(len(match.history))
    other.position.set_bytes(match.view(seat).guess(seed).to_bytes())
    return other


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_game_to_its_end(game, level):
    match = Match(game, 2, seed=3)
    thinker = LEVELS[level].budget is not None
    movers = [find_bot(level, seat, Budget(playouts=2) if thinker else None) for seat in range(2)]
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
        assert find_bot(level, 7, budget)(match.view(seat)) == find_bot(level, 7, budget)(other.view(seat))
    assert changed, "the tables have to differ for this to show anything"


@pytest.mark.parametrize("game", GAMES)
def test_a_search_is_the_same_compiled_and_interpreted(game):
    match = middle(game, 2, 5, moves=25)
    view = match.view(match.actor)
    found = []
    for compiled in (True, False):
        memory = TreeMemory(match.game.spec, 4096)
        search = Search(view, generator(1), memory, compiled=compiled)
        search.grow(2)
        found.append((search.evaluated(), memory.nodes[: int(memory.tree["used"][0])].tolist()))
    assert found[0] == found[1]


def test_playouts_and_a_seed_repeat_a_choice_exactly():
    match = middle("deep-dive", 3, 2)
    view = match.view(match.actor)
    first, again = (hints(view, playouts=500, seed=4) for _ in range(2))
    assert first == again
    assert sum(hint.playouts for hint in first) == 500


def test_a_full_tree_stays_within_its_memory_and_goes_on():
    match = middle("scuba", 2, 2)
    memory = TreeMemory(match.game.spec, 64)
    search = Search(match.view(match.actor), generator(1), memory)
    search.grow(2000)
    assert search.playouts == 2000
    assert memory.tree["used"][0] <= 64
    assert memory.nodes["visits"][0] == 2000


@pytest.mark.parametrize("playouts", [50, 500])
def test_time_ends_a_search(monkeypatch, playouts):
    """By a clock on which every playout takes a millisecond."""
    match = middle("deep-sea-adventure", 4, 2)
    search = Search(match.view(match.actor), generator(1))
    clock = SimpleNamespace(perf_counter=lambda: search.playouts / 1000)
    monkeypatch.setattr("fathom5.bots.search.time", clock)
    monkeypatch.setattr(search, "_is_settled", lambda left: False)
    search.run(playouts / 1000)
    assert playouts <= search.playouts < playouts + 30


def test_however_short_the_time_a_move_is_found():
    match = middle("deep-sea-adventure", 4, 2)
    view = match.view(match.actor)
    assert find_bot("orca", 1, Budget(seconds=1e-9))(view) in view.ids


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
        movers = [find_bot("leviathan", number, Budget(playouts=100)), find_bot("seal", number)]
        if number % 2:
            movers.reverse()
        while (seat := match.actor) is not None:
            match.play(movers[seat](match.view(seat)))
        wins += (match.places[number % 2] == 1) / match.places.count(1)
    assert wins >= 27


def test_settings_out_of_their_range_are_refused():
    from fathom5.search.tree import DEFAULT_SETTINGS, Settings

    with pytest.raises(Mistake, match="exploration is a whole number from 0 to 10000"):
        Settings.filled({**DEFAULT_SETTINGS, "exploration": 10_001}, "bot.toml")
    with pytest.raises(Mistake, match="has to give just exploration"):
        Settings.filled({"exploration": 1}, "bot.toml")


def last_move(view):
    """A bot of somebody's: ten lines are more than enough."""
    return view.ids[-1]


class Named:
    name = "Captain"

    def __call__(self, view):
        return view.guess(seed=1).ids[0]


def test_any_callable_is_a_bot_everywhere():
    match = Match("deep-dive", 2, seed=1, bots={0: last_move, 1: Named()})
    assert match.over
    outcome = fathom5.simulate("deep-dive", 2, 4, bots=[last_move, Named()])
    assert outcome.bots == ["last_move", "Captain"]
    assert outcome.games == 4
    standings = fathom5.arena("deep-sea-adventure", 2, [Named(), "random"], 4)
    assert [each.bot for each in standings.entrants] == ["Captain", "random"]


def test_bots_are_registered_under_an_entry_point(monkeypatch):
    monkeypatch.setattr("fathom5.bots.registered_bots", lambda: {"captain": Named, "last": last_move})
    view = Match("deep-dive", 2, seed=1).view(0)
    assert find_bot("captain")(view) == view.ids[0]
    assert find_bot("last") is last_move
    with pytest.raises(Mistake, match="captain"):
        find_bot("nobody")


@pytest.mark.parametrize("given", [None, 3, ["seal"]])
def test_what_cannot_be_called_is_no_bot(given):
    with pytest.raises(Mistake, match="can be called"):
        find_bot(given)
    with pytest.raises(Mistake, match="can be called"):
        Match("deep-dive", 2, bots={0: given})


def test_an_arena_with_playouts_repeats_itself():
    one, again = (fathom5.arena("deep-sea-adventure", 2, ["orca", "seal"], 4, playouts=30) for _ in range(2))
    assert [(e.win_share, e.mean_score) for e in one.entrants] == [
        (e.win_share, e.mean_score) for e in again.entrants
    ]

"""Levels err by sight and by character: what they may take, whose weights they have, what is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fathom5
from fathom5 import Match, find_game
from fathom5.bots import find_bot, heuristic_move
from fathom5.bots.choosing import DECIDED, ENOUGH_VISITS, choose, move_odds, sensible
from fathom5.bots.levels import LEVELS, Budget, Level, characters, different_characters, level_of, weights_of
from fathom5.bots.search import Evaluated, Search
from fathom5.core.contract import Bot
from fathom5.core.errors import Mistake
from fathom5.core.rng import generator
from fathom5.lab.pieces import PiecePlayer
from fathom5.lab.plan import Arm
from fathom5.lab.plan import Plan as StudyPlan

GAMES = [name for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")]
GAME = "deep-dive"


def tuned(monkeypatch, game, **tables):
    monkeypatch.setitem(vars(game), "tuned", {**game.tuned, **tables})


# By sight

BEST = Evaluated(1, 1000, 0.60, 0.60, 9.0)
NEAR = Evaluated(2, 100, 0.55, 0.55, 12.0)
FAR = Evaluated(3, 100, 0.40, 0.40, 30.0)
UNKNOWN = Evaluated(4, ENOUGH_VISITS - 1, 0.60, 0.60, 9.0)


def test_a_worse_move_is_rarer_by_the_temperature():
    odds = move_odds([BEST, NEAR, FAR], Level(temperature=50, cap=1000))
    assert odds[1] / odds[2] == pytest.approx(math.e, rel=1e-3)
    assert odds[1] / odds[3] == pytest.approx(math.e**4, rel=1e-2)


def test_without_temperature_the_most_visited_is_taken():
    assert move_odds([BEST, Evaluated(2, 999, 0.7, 0.7, 9.0)], Level(cap=1000)).keys() == {1}


@given(cap=st.integers(0, 300), temperature=st.integers(1, 1000))
def test_no_move_costs_more_than_the_cap(cap, temperature):
    taken = move_odds([BEST, NEAR, FAR], Level(temperature=temperature, cap=cap))
    assert 1 in taken
    assert (2 in taken) <= (cap >= 50)
    assert (3 in taken) <= (cap >= 200)


def test_a_move_is_taken_only_if_it_is_known_well_enough():
    level = Level(temperature=500, cap=1000)
    assert move_odds([BEST, UNKNOWN], level).keys() == {1}
    short = [Evaluated(1, 28, 0.60, 0.5, 9.0), Evaluated(2, 4, 0.585, 0.5, 9.0)]
    assert move_odds(short, level).keys() == {1, 2}


def test_who_doubts_is_not_taken_in_by_a_lucky_value_of_few_visits():
    lucky = Evaluated(5, 25, 0.66, 0.66, 9.0)
    trusting = move_odds([BEST, lucky], Level(temperature=10, cap=50))
    assert max(trusting, key=trusting.__getitem__) == 5
    doubting = move_odds([BEST, lucky, NEAR], Level(temperature=50, cap=1000, doubt=1000))
    assert max(doubting, key=doubting.__getitem__) == 1
    marked_down = 0.5 * (100**-0.5 - 1000**-0.5)
    assert doubting[1] / doubting[2] == pytest.approx(math.exp((0.05 + marked_down) / 0.05), rel=1e-2)


@pytest.mark.parametrize("win", [DECIDED / 2, 1 - DECIDED / 2])
@pytest.mark.parametrize("level", [Level(), Level(temperature=20, cap=30)])
def test_where_the_game_is_decided_points_are_played_for(win, level):
    best = Evaluated(1, 1000, 0.5, win, 20.0)
    richer, rich_but_unlikely = Evaluated(2, 400, 0.4, win, 23.0), Evaluated(3, 400, 0.4, win - 0.02, 40.0)
    hardly_tried = Evaluated(4, 100, 0.4, win, 40.0)
    odds = move_odds([best, richer, rich_but_unlikely, hardly_tried], level)
    assert max(odds, key=odds.__getitem__) == 2
    assert odds.keys() <= {1, 2}


def test_a_choice_follows_the_odds():
    level, rng = Level(temperature=50, cap=100), generator(1)
    chosen = [choose([BEST, NEAR, FAR], level, rng) for _ in range(2000)]
    assert set(chosen) == {1, 2}
    assert chosen.count(2) / 2000 == pytest.approx(1 / (1 + math.e), abs=0.04)


def test_a_level_has_what_its_game_says(monkeypatch):
    game = find_game(GAME)
    tuned(monkeypatch, game, levels={"minnow": {"temperature": 7, "cap": 8, "playouts": 9}})
    assert level_of("minnow", game) == Level(Budget(playouts=9), 7, 8)
    assert level_of("orca", game) == LEVELS["orca"]
    match = Match(game, 2, seed=1)
    searched = []
    monkeypatch.setattr(Search, "run", lambda self, *budget: searched.append(budget) or self.grow(2))
    find_bot("minnow", 1)(match.view(match.actor))
    assert searched == [(0.0, 9)]


def test_without_playouts_a_level_does_not_search(monkeypatch):
    game = find_game(GAME)
    minnow, seal = {"playouts": 0, "character": "rock-lover"}, {"character": "collector"}
    tuned(monkeypatch, game, levels={"minnow": minnow, "seal": seal})
    assert level_of("minnow", game).budget is None
    monkeypatch.setattr(Search, "run", None)
    match = Match(game, 2, seed=1)
    find_bot("minnow", 1, game=game)(match.view(match.actor))
    assert different_characters(game, ["minnow", "seal", "minnow"]) == ["minnow", "seal:collector", "minnow"]


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"minnow": {"temprature": 7}}, "no setting of a level .* called “temprature”. Known: temperature"),
        ({"minnow": {"temperature": -1}}, r"\[levels.minnow\] temperature is a whole number from 0 to 1000"),
        ({"minnow": {"cap": 1001}}, "cap is a whole number from 0 to 1000"),
        ({"minnow": {"playouts": -1}}, "playouts is a whole number"),
        ({"minnow": {"character": "odd"}}, "no character in .* called “odd”. Known: "),
    ],
)
def test_a_wrong_level_is_refused_in_a_sentence(monkeypatch, told, sentence):
    game = find_game(GAME)
    tuned(monkeypatch, game, levels=told)
    with pytest.raises(Mistake, match=sentence):
        level_of("minnow", game)


# By character


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_characters_who_are_weaker_each_in_its_way(name):
    game = find_game(name)
    assert 2 <= len(characters(game)) <= 4
    assert level_of("seal", game).character in characters(game)
    games = 200 if name == "deeper" else 1000
    for character in characters(game):
        shares = [
            fathom5.simulate(game, 2, games, bots=bots, jobs=1).win_share[bots.index(f"seal:{character}")]
            for bots in ([f"seal:{character}", "heuristic"], ["heuristic", f"seal:{character}"])
        ]
        assert 0.10 < sum(shares) / 2 < 0.48, character


@pytest.mark.parametrize("name", GAMES)
def test_a_seal_is_the_heuristic_with_the_weights_of_its_character(name):
    game, rng, differs = find_game(name), generator(1), set()
    for seed in range(3):
        match = Match(game, 2, seed=seed)
        while (seat := match.actor) is not None:
            view = match.view(seat)
            usual = heuristic_move(view, generator(seed))
            for character in characters(game):
                own = heuristic_move(view, generator(seed), weights_of(game, character))
                assert find_bot(f"seal:{character}", seed)(view) == own
                if own != usual:
                    differs.add(character)
            match.play(heuristic_move(view, rng))
        if differs == characters(game).keys():
            return
    assert differs == characters(game).keys()


def test_a_seal_without_a_named_character_has_its_games(monkeypatch):
    game = find_game(GAME)
    (other,) = [name for name in characters(game) if name != level_of("seal", game).character][:1]
    tuned(monkeypatch, game, levels={"seal": {"character": other}})
    named, usual = (
        fathom5.simulate(game, 2, 50, bots=[bot, "heuristic"]).mean_score for bot in (f"seal:{other}", "seal")
    )
    assert named == usual


def test_weights_are_those_of_the_seat_compiled_and_interpreted():
    bots = ["heuristic", "seal:daredevil", "random"]
    fast, slow = (
        fathom5.simulate(GAME, 3, 3, bots=bots, compiled=compiled, jobs=1) for compiled in (True, False)
    )
    assert fast.mean_score == slow.mean_score
    assert fast.mean_score != fathom5.simulate(GAME, 3, 3, bots=["heuristic"] * 2 + ["random"]).mean_score


def test_the_odd_seat_of_a_study_has_its_own_weights():
    plan = StudyPlan("deep-sea-adventure", 400, 3, (Arm("odd", 2, ("heuristic",), odd="seal:choosy"),))
    play = PiecePlayer(plan)
    rows = np.concatenate([play(task).rows for task in plan.tasks()])
    wins = (rows["places"][np.arange(len(rows)), rows["odd"]] == 1).mean()
    assert wins < 0.45


def test_a_search_of_a_character_is_judged_by_the_same_network():
    """Features go by the tuned weights whoever searches, since the network was trained on these."""
    match = Match(GAME, 2, seed=4)
    for _ in range(30):
        match.play(match.ids[-1])
    view, game = match.view(match.actor), match.game
    weights = weights_of(game, "daredevil")
    found = Search(view, generator(1), weights=weights)
    assert found.work.array["weights"][0, 1] == weights[0]
    assert found.work.array["tuned"][0] == game.weights[0]


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("seal:nobody", "no character of Deep Dive called “nobody”. Known: collector, daredevil"),
        ("seal:", "no character of Deep Dive called “”"),
        ("random:greedy", "random has no characters; those have: minnow, seal, orca, leviathan"),
        ("whale:greedy", "no bot “whale:greedy”. Known: random"),
    ],
)
def test_an_unknown_character_is_told_in_a_sentence(bot, sentence):
    with pytest.raises(Mistake, match=sentence):
        Match(GAME, 2, bots={0: bot})
    with pytest.raises(Mistake, match=sentence):
        fathom5.simulate(GAME, 2, 1, bots=[bot])
    with pytest.raises(Mistake, match=sentence):
        fathom5.arena(GAME, 2, [bot], 1)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"rock": 1}, "has to give a description and weights"),
        ({"description": "odd"}, "has to give a description and weights"),
        ({"description": "odd", "rok": 1}, r"\[characters.odd\] has to give just rock"),
        ({"description": "odd", "rock": 601}, r"\[characters.odd\]: rock is a whole number from 0 to 600"),
    ],
)
def test_a_wrong_character_is_refused_in_a_sentence(monkeypatch, told, sentence):
    game = find_game(GAME)
    tuned(monkeypatch, game, characters={"odd": told}, levels={})
    with pytest.raises(Mistake, match=sentence):
        weights_of(game, level_of("seal:odd", game).character)


def test_a_table_can_be_filled_with_different_characters():
    game = find_game(GAME)
    first, second, third = characters(game)
    usual = level_of("seal", game).character
    assert usual == first
    assert different_characters(game, ["seal", "orca", "seal"]) == [f"seal:{first}", "orca", f"seal:{second}"]
    assert different_characters(game, [f"seal:{first}", "seal", "captain"])[1:] == [
        f"seal:{second}",
        "captain",
    ]
    four = different_characters(game, ["seal"] * 4)
    assert set(four[:3]) == {f"seal:{name}" for name in (first, second, third)}
    assert four[3] == f"seal:{first}"
    assert different_characters(find_game("low-tide"), ["seal", "seal"]) == ["seal", "seal"]


def test_a_game_without_characters_has_a_seal_that_is_the_heuristic():
    game = find_game("low-tide")
    view = Match(game, 2, seed=1).view(0)
    assert [find_bot("seal", seed)(view) for seed in range(9)] == [
        find_bot("heuristic", seed)(view) for seed in range(9)
    ]


# What nobody does


def count_absurd(game, bot, seeds):
    """How often each absurd move of a game is made in games of two of a bot against itself."""
    absurd = find_game(game).role(Bot).ABSURD
    made = dict.fromkeys(absurd, 0)
    for seed in seeds:
        match = Match(game, 2, seed=seed)
        movers = [find_bot(bot, 2 * seed + seat) for seat in range(2)]
        while (seat := match.actor) is not None:
            view = match.view(seat)
            move = movers[seat](view)
            for what, is_absurd in absurd.items():
                made[what] += len(view.ids) > 1 and is_absurd(view, move)
            match.play(move)
    return made


KNOWN = ("drowns where one swim would bring it home",)
"""What the heuristic of Deeper does now and then (docs/bots.md)."""


@pytest.mark.parametrize("name", GAMES)
def test_no_character_makes_an_absurd_move(name):
    for number, character in enumerate(characters(find_game(name))):
        made = count_absurd(name, f"seal:{character}", [number])
        assert not any(count for what, count in made.items() if what not in KNOWN), (character, made)


def test_a_search_does_not_choose_an_absurd_move_while_it_has_others():
    match, bot = Match(GAME, 2, seed=1), find_bot("random", 1)
    (eats_a_rock, _) = match.game.role(Bot).ABSURD.values()
    while True:
        view = match.view(match.actor)
        absurd = [move for move in view.ids if eats_a_rock(view, move)]
        if absurd:
            break
        match.play(bot(view))
    judged = [Evaluated(move, 1000 * (move in absurd) + 1, 0.5, 0.5, 9.0) for move in view.ids]
    assert {each.move for each in sensible(view, judged)} == set(view.ids) - set(absurd)
    alone = [each for each in judged if each.move in absurd]
    assert sensible(view, alone) == alone


@pytest.mark.parametrize("name", GAMES)
def test_random_play_is_absurd(name):
    """So the tests above can fail."""
    assert any(count_absurd(name, "random", range(8)).values())


def test_a_beginner_makes_one_move_in_four_at_random():
    match = Match(GAME, 2, seed=3)
    view = match.view(match.actor)
    (usual,) = {find_bot("heuristic", seed)(view) for seed in range(20)}
    others = sum(find_bot("beginner", seed)(view) != usual for seed in range(1000))
    assert others == pytest.approx(250 * (len(view.ids) - 1) / len(view.ids), abs=50)

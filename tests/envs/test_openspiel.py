"""The games in OpenSpiel: its own tests, what a seat is told, and its bots."""

import importlib
import itertools
import pickle
import sys
import unittest
from random import Random

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import fathom5
from fathom5 import NATURE, STRANGER, Mistake
from fathom5.envs import openspiel
from test_leaks import worlds

GAMES = {name: game for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")}
SHORT = {"deeper": {"rounds": 5}}
"""Options that make a game short."""
STATES = 150
"""States that OpenSpiel's API tests look at."""
WHOLE_TREE = (1, 7, 7)
"""Low Tide with one shell: nodes of chance, of players, and ends."""
SECRET = [name for name, game in GAMES.items() if game.spec.has_secrets]
ENDS = [(name, players) for name, game in GAMES.items() for players in {game.players[0], game.players[-1]}]


def load(name, players, **more):
    how = {"players": players, "moves_remembered": 8, **SHORT.get(name, {}), **more}
    return pyspiel.load_game(openspiel.short_name(fathom5.find_game(name)), how)


def step(state, rng):
    """Play a random move, nature's by their odds."""
    odds = [chance for _, chance in state.chance_outcomes()] if state.is_chance_node() else None
    state.apply_action(rng.choices(state.legal_actions(), odds)[0])


def walk(state, rng, moves):
    """Play random moves and stop before the end."""
    for _ in range(moves):
        before = state.clone()
        step(state, rng)
        if state.is_terminal():
            return before
    return state


def observer(game, public, private, recall=False):
    kind = pyspiel.IIGObservationType(
        public_info=public, private_info=getattr(pyspiel.PrivateInfoType, private), perfect_recall=recall
    )
    return make_observation(game, kind)


@pytest.mark.parametrize(("name", "players"), ENDS)
def test_random_simulations_of_openspiel_pass_with_serialization(name, players):
    pyspiel.random_sim_test(load(name, players), num_sims=1, serialize=True, verbose=False)


def passes(case, game, name):
    """Run a test case of OpenSpiel's API tests on a game."""
    own = type(case.__name__, (case,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(own).run(result)
    assert result.testsRun
    assert not [trace for _, trace in result.errors + result.failures]


def states_of_games(game, max_states):
    """States from all over random games; OpenSpiel's own sampler stays near the beginning."""
    rng, found = Random(1), []
    while len(found) < max_states:
        state = game.new_initial_state()
        while not state.is_terminal():
            found.append(state.clone())
            step(state, rng)
        found.append(state)
    return rng.sample(found, STATES)


@pytest.mark.parametrize("name", GAMES)
def test_the_api_tests_of_openspiel_pass(name, monkeypatch):
    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", states_of_games)
    passes(api_test.EnforceAPIOnPartialTreeBase, load(name, max(2, GAMES[name].players[0])), name)


def test_the_api_tests_on_a_whole_tree_pass_for_a_game_of_somebody_else(monkeypatch):
    game = load("low-tide", 3, box="shells:1")
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "low-tide", WHOLE_TREE)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "low-tide", WHOLE_TREE[1])
    passes(api_test.EnforceAPIOnFullTreeBase, game, "low-tide")


@pytest.mark.parametrize("name", GAMES)
def test_odds_are_those_of_the_game(name):
    state, match = (
        load(name, 2).new_initial_state(),
        fathom5.Match(name, 2, nature="manual", options=SHORT.get(name)),
    )
    rng = Random(3)
    for _ in range(60):
        if match.over:
            break
        assert state.legal_actions() == match.ids
        assert [state.action_to_string(move) for move in match.ids] == match.moves
        if match.actor == NATURE:
            weights = [weight / sum(match.weights) for weight in match.weights]
            assert state.chance_outcomes() == list(zip(match.ids, weights, strict=True))
        move = rng.choices(match.ids, match.weights or None)[0]
        state.apply_action(move)
        match.play(move)
    assert state.node.table == match.to_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_shares_of_the_win(name):
    game = load(name, 2)
    state, rng = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        step(state, rng)
    places = match_of(state).places
    assert state.returns() == [1 / places.count(1) if place == 1 else 0 for place in places]


def test_seats_that_stand_equal_share_the_win():
    assert load("low-tide", 3).tree.root.win_shares() == [1 / 3] * 3


def match_of(state):
    """The match that a state's history is."""
    key = state.node.tree.key
    match = fathom5.Match(key.game, key.players, nature="manual", options=dict(key.options))
    for move in state.history():
        match.play(move)
    return match


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("seat", [0, 2, STRANGER])
def test_two_tables_that_a_seat_cannot_tell_apart_are_told_the_same(name, seat):
    pairs = (worlds(name, seat, Random(seed)) for seed in range(50))
    one, other = next(pair for pair in pairs if pair[0].history != pair[1].history)
    game = pyspiel.load_game(openspiel.short_name(one.game), {"players": one.players})
    states = [game.new_initial_state(), game.new_initial_state()]
    for state, match in zip(states, (one, other), strict=True):
        for _, move in match.history:
            state.apply_action(move)
    player, kinds = max(seat, 0), ["NONE"] if seat == STRANGER else ["NONE", "SINGLE_PLAYER"]
    for private, recall in itertools.product(kinds, (False, True)):
        seen = observer(game, True, private, recall)
        assert len({seen.string_from(state, player) for state in states}) == 1
        assert len({tensor(seen, state, player) for state in states}) == 1
    if seat != STRANGER:
        assert len({hidden(game, state, player) for state in states}) == 1


def tensor(seen, state, player):
    seen.set_from(state, player)
    return seen.tensor.tobytes()


def hidden(game, state, player):
    seen = observer(game, False, "SINGLE_PLAYER", True)
    return seen.string_from(state, player), tensor(seen, state, player)


@pytest.mark.parametrize("name", GAMES)
def test_public_and_private_make_up_what_a_seat_observes(name):
    game, rng = load(name, GAMES[name].players[-1]), Random(5)
    state = walk(game.new_initial_state(), rng, 150)
    whole, public, private = (
        observer(game, *how) for how in ((True, "SINGLE_PLAYER"), (True, "NONE"), (False, "SINGLE_PLAYER"))
    )
    everything = observer(game, True, "ALL_PLAYERS")
    for player in range(game.num_players()):
        for seen in (whole, public, private, everything):
            seen.set_from(state, player)
        assert np.allclose(public.tensor + private.tensor, whole.tensor)
        assert np.array_equal(everything.dict["private 0"], private.tensor)
        assert list(whole.tensor) == state.observation_tensor(player)
        assert whole.string_from(state, player) == state.observation_string(player)
        assert bool(private.string_from(state, player)) == private.tensor.any()
        assert not private.tensor.any() or name in SECRET


@settings(max_examples=12)
@given(st.sampled_from(SECRET), st.integers(0, 200), st.integers(0, 1 << 30))
def test_a_resampled_state_is_one_that_a_seat_cannot_tell_apart(name, moves, seed):
    game, rng = load(name, 3), Random(seed)
    state, player = walk(game.new_initial_state(), rng, moves), rng.randrange(3)
    other = state.resample_from_infostate(player, rng.random)
    for same in (other, other.clone(), pickle.loads(pickle.dumps(other))):
        assert same.current_player() == state.current_player()
        assert same.information_state_string(player) == state.information_state_string(player)
        assert same.information_state_tensor(player) == state.information_state_tensor(player)
        assert same.observation_tensor(player) == state.observation_tensor(player)
        if state.current_player() == player:
            assert same.legal_actions() == state.legal_actions()
        assert str(same) == str(other)
    walk(other, rng, 20)


def test_resampling_deals_hidden_cards_anew():
    state, rng = walk(load("in-too-deep", 3).new_initial_state(), Random(2), 60), Random(3)
    assert len({str(state.resample_from_infostate(0, rng.random)) for _ in range(8)}) > 4


def test_an_information_state_recalls_how_it_came_about():
    game = load("low-tide", 2, box="shells:5")
    one, other = game.new_initial_state(), game.new_initial_state()
    for moves in zip((2, 2, 1), (1, 1, 1), strict=True):
        one.apply_action(moves[0])
        other.apply_action(moves[1])
    for player in range(2):
        assert one.observation_string(player) == other.observation_string(player)
        assert one.observation_tensor(player) == other.observation_tensor(player)
        assert one.information_state_string(player) != other.information_state_string(player)
        assert one.information_state_tensor(player) != other.information_state_tensor(player)


@pytest.mark.parametrize("name", GAMES)
def test_bots_of_openspiel_play(name):
    game, rng = load(name, 2, box=""), np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    bots = [mcts.MCTSBot(game, 2.0, 4, rollouts, random_state=rng)]
    if name in SECRET:
        bots.append(ismcts.ISMCTSBot(game, rollouts, 2.0, 4, random_state=rng))
    state = walk(game.new_initial_state(), Random(1), 30)
    while state.is_chance_node():
        state = walk(state, Random(2), 1)
    for bot in bots:
        assert bot.step(state) in state.legal_actions()


def test_an_illegal_action_changes_nothing():
    state = walk(load("deep-dive", 2).new_initial_state(), Random(1), 20)
    while state.is_chance_node():
        state = walk(state, Random(2), 1)
    told, history = str(state), state.history()
    for action in (-1, 10_000, next(i for i in range(100) if i not in state.legal_actions())):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(action)
        assert (str(state), state.history()) == (told, history)


def test_what_a_game_is_not_for_is_refused_in_a_sentence():
    for how, sentence in (
        ({"players": 1}, "Deep Sea Adventure is for 2 to 6 players, not 1"),
        ({"players": 2, "moves_remembered": -1}, "moves_remembered is a whole number from 0"),
        ({"players": 2, "box": "airs:3"}, "airs"),
        ({"players": 2, "print_2014": 3}, "Wrong type for parameter print_2014"),
        ({"players": 2, "depth": 3}, "Unknown parameter 'depth'"),
    ):
        with pytest.raises(pyspiel.SpielError, match=sentence):
            pyspiel.load_game("fathom5_deep_sea_adventure", how)
    with pytest.raises(pyspiel.SpielError, match="Option opponent is one of easy, medium, hard, not “none”"):
        pyspiel.load_game("fathom5_deep_dive", {"players": 1, "opponent": "none"})


def test_options_and_box_are_parameters():
    game = pyspiel.load_game("fathom5_deep_sea_adventure(players=3,print_2014=true,box=air:9;dives:1)")
    position = game.tree.position
    assert (position.players, position.box.air, position.box.dives) == (3, 9, 1)
    assert position.table.farthest_first
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    assert again.tree is game.tree
    assert str(pickle.loads(pickle.dumps(again.new_initial_state()))) == str(game.new_initial_state())


def test_a_game_that_is_broken_is_left_out_with_a_warning(monkeypatch):
    monkeypatch.setattr(openspiel, "all_games", lambda: {"wreck": fathom5.Game("wreck", "fathom5_wreck")})
    with pytest.warns(UserWarning, match="does not know wreck: The game wreck is registered, but"):
        openspiel.register()


@pytest.mark.parametrize(
    ("module", "missing", "sentence"),
    [
        ("fathom5.envs.openspiel", "pyspiel", r"need open_spiel: pip install 'fathom5\[openspiel\]'\.$"),
        (
            "fathom5.envs.stable_baselines",
            "stable_baselines3",
            r"needs sb3-contrib: pip install sb3-contrib\.$",
        ),
    ],
)
def test_a_sentence_says_what_to_install(monkeypatch, module, missing, sentence):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(Mistake, match=sentence):
        importlib.import_module(module)

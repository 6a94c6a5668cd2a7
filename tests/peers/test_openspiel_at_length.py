"""OpenSpiel's own tests on every game and number of players, as they come: `make peers`."""

import random
import unittest

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.tests import games_sim_test

import fathom5
from fathom5.envs import openspiel

GAMES = {name: game for name, game in fathom5.all_games().items() if game.package.startswith("fathom5.")}
EVERY = [(name, players) for name, game in GAMES.items() for players in game.players]
SECRET = [name for name, game in GAMES.items() if game.spec.has_secrets]
SIMULATIONS = 5
LATE = {"deeper": "test_private_information_contents"}
"""Its secrets come with the first milestone, where OpenSpiel's sampler of states gets only by luck."""


def load(name, players=2):
    return pyspiel.load_game(openspiel.short_name(GAMES[name]), {"players": players})


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_random_simulations(name, players):
    pyspiel.random_sim_test(load(name, players), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_games_sim(name, players):
    games_sim_test.GamesSimTest().sim_game(load(name, players))


@pytest.mark.parametrize("name", GAMES)
def test_the_api(name):
    random.seed(1)
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": load(name), "game_name": name})
    tests = [test for test in unittest.defaultTestLoader.getTestCaseNames(case) if test != LATE.get(name)]
    result = unittest.TestResult()
    unittest.TestSuite(map(case, tests)).run(result)
    assert result.testsRun == len(tests) >= 4
    assert not [trace for _, trace in result.errors + result.failures]


@pytest.mark.parametrize("name", GAMES)
def test_search_plays_whole_games(name):
    rng, total = np.random.RandomState(1), np.zeros(2)
    game = load(name)
    for seat in (0, 1):
        rollouts = mcts.RandomRolloutEvaluator(1, rng)
        search = (
            ismcts.ISMCTSBot(game, rollouts, 2.0, SIMULATIONS, random_state=rng)
            if name in SECRET
            else mcts.MCTSBot(game, 2.0, SIMULATIONS, rollouts, random_state=rng)
        )
        bots = [search, uniform_random.UniformRandomBot(1 - seat, rng)][:: 1 - 2 * seat]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choice(outcomes, p=odds))
            else:
                state.apply_action(bots[state.current_player()].step(state))
        total += state.returns()[:: 1 - 2 * seat]
    print(f"{name}: search {total[0]:.1f} : {total[1]:.1f} chance")
    assert sum(total) == pytest.approx(2)

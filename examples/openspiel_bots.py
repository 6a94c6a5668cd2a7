"""Let OpenSpiel's IS-MCTS (MCTS where nothing is hidden) play one game against a random bot.

pip install 'fathom5[openspiel]'
python examples/openspiel_bots.py --game deeper
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import fathom5
from fathom5.envs import openspiel


def main() -> None:
    """Play the game and print its returns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="deep-sea-adventure")
    parser.add_argument("--simulations", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    how = parser.parse_args()
    game = pyspiel.load_game(openspiel.short_name(fathom5.find_game(how.game)), {"players": 2})
    rng = np.random.RandomState(how.seed)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
        searcher = ismcts.ISMCTSBot(game, rollouts, 2.0, how.simulations, random_state=rng)
    else:
        searcher = mcts.MCTSBot(game, 2.0, how.simulations, rollouts, random_state=rng)
    bots = [searcher, uniform_random.UniformRandomBot(1, rng)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(outcomes, p=odds)
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
    print(f"{how.game}: {len(state.history())} moves, returns {state.returns()} (search, random)")


if __name__ == "__main__":
    main()

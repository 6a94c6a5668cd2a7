"""Search over any game: information-set Monte Carlo tree search, rollouts, value networks, features."""

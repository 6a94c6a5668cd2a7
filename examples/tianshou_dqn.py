"""Train a DQN of Tianshou against one that moves at random, and count its wins.

pip install 'fathom5[envs]' tianshou
python examples/tianshou_dqn.py
"""

import argparse

import numpy as np
from tianshou.algorithm import DQN
from tianshou.algorithm.algorithm_base import policy_within_training_step
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net

from fathom5 import envs


def main() -> None:
    """Train for a while and print the share of wins before and after."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="deep-sea-adventure")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    how = parser.parse_args()

    def make() -> PettingZooEnv:
        return PettingZooEnv(envs.aec(how.game, players=2))

    env = make()
    size, actions = env.observation_space["observation"].shape, env.action_space.n
    net = Net(state_shape=size, action_shape=actions, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space)
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=200,  # to the end of the game: the next row is often the opponent's
    )
    opponent = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space)
    both = MultiAgentOffPolicyAlgorithm(algorithms=[learner, opponent], env=env)

    games = DummyVectorEnv([make] * 8)
    games.seed(how.seed)
    collector = Collector(both, games, VectorReplayBuffer(40_000, 8), exploration_noise=True)

    def wins() -> float:
        collector.reset()
        policy.set_eps_inference(0)
        return float(np.mean(collector.collect(n_episode=100).returns[:, 0]))

    before = wins()
    collector.reset()
    for _ in range(how.rounds):
        policy.set_eps_inference(0.2)  # the policy of one agent of several is never told that it trains
        collector.collect(n_step=400)
        with policy_within_training_step(both.policy):
            for _ in range(20):
                both.update(sample_size=256, buffer=collector.buffer)
    print(f"{how.game}: won {before:.1%} before and {wins():.1%} after {how.rounds} rounds")


if __name__ == "__main__":
    main()

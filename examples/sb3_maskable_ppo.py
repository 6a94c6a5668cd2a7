"""Train sb3-contrib's MaskablePPO against an opponent that moves at random, and count its wins.

pip install 'fathom5[envs]' sb3-contrib
python examples/sb3_maskable_ppo.py
"""

import argparse

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import VecEnv

from fathom5 import envs
from fathom5.envs.stable_baselines import MaskableVecEnv


def wins(model: MaskablePPO, env: VecEnv, games: int) -> float:
    """The share of games won, shared wins in part."""
    observations, rewards = env.reset(), []
    while len(rewards) < games:
        actions, _ = model.predict(observations, action_masks=get_action_masks(env))
        observations, reward, done, _ = env.step(actions)
        rewards.extend(reward[done])
    return float(np.mean(rewards))


def main() -> None:
    """Train for a while and print the share of wins before and after."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="deep-sea-adventure")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    how = parser.parse_args()
    env = MaskableVecEnv(envs.vector(how.game, num_envs=how.num_envs, players=2, opponents="random"))
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=1024, seed=how.seed, device="cpu")
    before = wins(model, env, 1000)
    model.learn(how.steps)
    print(f"{how.game}: won {before:.1%} before and {wins(model, env, 1000):.1%} after {how.steps} steps")


if __name__ == "__main__":
    main()

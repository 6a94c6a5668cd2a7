"""Wrap a game for TorchRL, let TorchRL check it, and roll out one game of random legal actions.

pip install 'fathom5[envs]' torchrl
python examples/torchrl_check.py
"""

import argparse

from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from fathom5 import envs


def main() -> None:
    """Check the wrapped game and play it once."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="deep-dive")
    parser.add_argument("--players", type=int, default=2)
    how = parser.parse_args()
    env = PettingZooWrapper(envs.aec(how.game, players=how.players), use_mask=True)
    check_env_specs(env)
    steps = env.rollout(10_000)
    rewards = {group: steps["next", group, "reward"].sum().item() for group in env.group_map}
    print(f"{how.game}: specs hold; a game of {len(steps)} steps, rewards {rewards}")


if __name__ == "__main__":
    main()

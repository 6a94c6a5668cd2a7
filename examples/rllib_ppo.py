"""Train PPO of RLlib in self-play for a few iterations, with masked actions and one policy for all seats.

pip install 'fathom5[envs]' 'ray[rllib]' torch
python examples/rllib_ppo.py
"""

import argparse

import numpy as np
import ray
from gymnasium.spaces import Box, Dict
from pettingzoo.utils import BaseWrapper
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from fathom5 import envs


class Named(BaseWrapper):
    """Observations under the names that RLlib's module for masked actions knows."""

    def observation_space(self, agent: str) -> Dict:
        """The same space under other names, the mask as numbers."""
        inner = self.env.observation_space(agent)
        mask = Box(0, 1, inner["action_mask"].shape, np.float32)
        return Dict({"observations": inner["observation"], "action_mask": mask})

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The same observation under other names."""
        seen = self.env.observe(agent)
        mask = seen["action_mask"].astype(np.float32)
        return {"observations": seen["observation"], "action_mask": mask}


def main() -> None:
    """Train and print the mean return of each iteration."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="deep-dive")
    parser.add_argument("--iterations", type=int, default=2)
    how = parser.parse_args()
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    register_env("fathom5", lambda config: PettingZooEnv(Named(envs.aec(how.game, players=2))))
    config = (
        PPOConfig()
        .environment("fathom5", disable_env_checking=True)  # its check makes illegal moves
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, *rest, **more: "all")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={"all": RLModuleSpec(module_class=ActionMaskingTorchRLModule)}
            )
        )
        .training(train_batch_size_per_learner=1000, minibatch_size=200, num_epochs=2)
    )
    algorithm = config.build_algo()
    for number in range(how.iterations):
        result = algorithm.train()
        print(number, result["env_runners"]["num_episodes"], "games")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()

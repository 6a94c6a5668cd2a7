"""PPO with masked actions in one file, in the manner of CleanRL: one vector environment, no framework.

    pip install 'fathom5[envs]' torch
    python examples/cleanrl_ppo.py

`examples/train_ppo.py` trains the agents that are kept; this file is for reading and changing.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn, optim
from torch.distributions import Categorical
from torch.nn.functional import mse_loss

from fathom5 import envs


def layer(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A linear layer with orthogonal weights."""
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


class Agent(nn.Module):
    """An actor and a critic that share nothing."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(
            layer(size, 128), nn.Tanh(), layer(128, 128), nn.Tanh(), layer(128, actions, 0.01)
        )
        self.critic = nn.Sequential(layer(size, 128), nn.Tanh(), layer(128, 128), nn.Tanh(), layer(128, 1, 1))

    def policy(self, observations: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """The distribution over the open actions."""
        return Categorical(logits=self.actor(observations).masked_fill(~masks, -1e9))

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        """What the observer is expected to get."""
        return self.critic(observations).squeeze(-1)


def arguments() -> argparse.Namespace:
    """What somebody may want to change."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="deep-sea-adventure")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--total-timesteps", type=int, default=400_000)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--num-envs", type=int, default=128)
    parser.add_argument("--num-steps", type=int, default=64)
    parser.add_argument("--gamma", type=float, default=1.0)
    parser.add_argument("--gae-lambda", type=float, default=0.95)
    parser.add_argument("--num-minibatches", type=int, default=8)
    parser.add_argument("--update-epochs", type=int, default=3)
    parser.add_argument("--clip-coef", type=float, default=0.2)
    parser.add_argument("--ent-coef", type=float, default=0.01)
    parser.add_argument("--vf-coef", type=float, default=0.5)
    parser.add_argument("--max-grad-norm", type=float, default=0.5)
    return parser.parse_args()


def main() -> None:
    """Train, and tell after every tenth update how many of the last games were won."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    env = envs.vector(args.game, num_envs=args.num_envs, players=args.players, opponents=args.opponents)
    size, actions = env.single_observation_space.shape[0], int(env.single_action_space.n)
    agent = Agent(size, actions)
    optimizer = optim.Adam(agent.parameters(), lr=args.learning_rate, eps=1e-5)

    shape = (args.num_steps, args.num_envs)
    obs, masks = torch.zeros((*shape, size)), torch.zeros((*shape, actions), dtype=torch.bool)
    chosen, logprobs = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape)
    rewards, dones, values = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
    batch_size = args.num_steps * args.num_envs
    updates = args.total_timesteps // batch_size

    seen, info = env.reset(seed=args.seed)
    results: list[float] = []
    began = time.perf_counter()
    for update in range(1, updates + 1):
        optimizer.param_groups[0]["lr"] = args.learning_rate * (1 - (update - 1) / updates)
        for step in range(args.num_steps):
            obs[step], masks[step] = torch.as_tensor(seen), torch.as_tensor(info["action_mask"]).bool()
            with torch.no_grad():
                policy = agent.policy(obs[step], masks[step])
                chosen[step] = policy.sample()
                logprobs[step], values[step] = policy.log_prob(chosen[step]), agent.value(obs[step])
            seen, reward, ended, cut, info = env.step(chosen[step].numpy())
            rewards[step], dones[step] = torch.as_tensor(reward), torch.as_tensor(ended | cut)
            results.extend(reward[ended])

        with torch.no_grad():
            following, gain = agent.value(torch.as_tensor(seen)), torch.zeros(args.num_envs)
            advantages = torch.zeros(shape)
            for step in reversed(range(args.num_steps)):
                going_on = 1 - dones[step]
                delta = rewards[step] + args.gamma * following * going_on - values[step]
                gain = delta + args.gamma * args.gae_lambda * going_on * gain
                advantages[step], following = gain, values[step]
            returns = advantages + values

        b_obs, b_masks = obs.flatten(0, 1), masks.flatten(0, 1)
        b_chosen, b_logprobs = chosen.flatten(), logprobs.flatten()
        b_advantages, b_returns = advantages.flatten(), returns.flatten()
        for _ in range(args.update_epochs):
            for rows in torch.randperm(batch_size).chunk(args.num_minibatches):
                policy = agent.policy(b_obs[rows], b_masks[rows])
                ratio = (policy.log_prob(b_chosen[rows]) - b_logprobs[rows]).exp()
                advantage = b_advantages[rows]
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip_coef, 1 + args.clip_coef)
                loss = -torch.min(advantage * ratio, advantage * clipped).mean()
                loss += args.vf_coef * mse_loss(agent.value(b_obs[rows]), b_returns[rows])
                loss -= args.ent_coef * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), args.max_grad_norm)
                optimizer.step()

        if update % 10 == 0 or update == updates:
            speed = update * batch_size / (time.perf_counter() - began)
            won = np.mean(results[-1000:])
            print(f"{update * batch_size} steps, {speed:.0f} a second, {won:.1%} of the last games won")
    env.close()


if __name__ == "__main__":
    main()

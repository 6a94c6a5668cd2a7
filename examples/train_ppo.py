"""Train an agent by masked PPO (Schulman et al. 2017) against a game's heuristic, on one core.

    python examples/train_ppo.py deep-sea-adventure --seed 1 --out examples/agents

At first it imitates the heuristic for a short while, on the tables that both lead to (DAgger, Ross et al.
2011), then it learns what a table is worth, and then it goes its own way. Needs fathom5[envs] and torch. It
writes the agent, which plays without torch (`--bots agent:FILE`), and its learning curve as CSV. What is done
goes by steps and not by the clock; the minutes of the curve are of the processor.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from fathom5.bots.agent import save_agent
from fathom5.envs import vector
from fathom5.envs.gymnasium_env import LearnerEnv

TABLES, STEPS = 512, 64
MINIBATCH = 2048
RATE, CLIP, ENTROPY, LAMBDA = 1e-3, 0.2, 0.03, 0.95
HIDDEN = 128
VALUE_FIRST = 8
"""Rollouts after the imitation that teach the value alone; much of the imitation is forgotten over it."""
FAR_BELOW = -1e9


class Network(nn.Module):
    """A policy and a value over two shared hidden layers."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(inputs, hidden), nn.Linear(hidden, hidden)
        self.policy, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        for layer, gain in (
            (self.first, 2**0.5),
            (self.second, 2**0.5),
            (self.policy, 0.01),
            (self.value, 1.0),
        ):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, numbers: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of all actions, closed ones far below, and the value."""
        hidden = torch.relu(self.second(torch.relu(self.first(numbers))))
        logits = torch.where(mask, self.policy(hidden), FAR_BELOW)
        return torch.log_softmax(logits, dim=1), self.value(hidden)[:, 0]


@dataclass
class Rollout:
    """What was seen and done on all tables in some steps."""

    numbers: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    chances: NDArray[np.float32]
    values: NDArray[np.float32]
    rewards: NDArray[np.float32]
    ends: NDArray[np.float32]

    @classmethod
    def blank(cls, steps: int, tables: int, inputs: int, actions: int) -> Rollout:
        """Memory for a rollout."""
        shape = (steps, tables)
        numbers = [np.zeros(shape, np.float32) for _ in range(4)]
        return cls(
            np.zeros((*shape, inputs), np.uint8),
            np.zeros((*shape, actions), np.bool_),
            np.zeros(shape, np.int64),
            *numbers,
        )

    def advantages(self, last: NDArray[np.float32]) -> NDArray[np.float32]:
        """Generalized advantage estimates; rewards come at the end of a game, undiscounted."""
        found, carried = np.zeros_like(self.values), np.zeros_like(last)
        following = last
        for step in reversed(range(len(self.values))):
            going = 1.0 - self.ends[step]
            delta = self.rewards[step] + going * following - self.values[step]
            carried = delta + LAMBDA * going * carried
            found[step], following = carried, self.values[step]
        return found


class Trainer:
    """Plays, learns and keeps a curve."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.env = self._tables(TABLES)
        self.layout = self.env.tables.layout
        self.columns = self._columns()
        self.scales = torch.from_numpy(self.layout.scales[self.columns])
        torch.manual_seed(arguments.seed)
        self.random = np.random.default_rng(arguments.seed)
        self.actions = self.env.tables.actions.size
        self.network = Network(len(self.columns), self.actions, arguments.hidden)
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE, eps=1e-5)
        self.rollout = Rollout.blank(STEPS, TABLES, len(self.columns), self.actions)
        self.wins: list[float] = []

    def _tables(self, count: int) -> LearnerEnv:
        arguments = self.arguments
        how = {"opponents": "heuristic", "dtype": "uint8", "features": arguments.features, "copy": False}
        return vector(arguments.game, count, arguments.players, **how)

    def _columns(self) -> NDArray[np.int64]:
        """The numbers of an observation that ever change, and are wanted."""
        seen, (numbers, info) = np.zeros(self.layout.size, np.bool_), self.env.reset(seed=0)
        random, first = np.random.default_rng(0), numbers[0].copy()
        for _ in range(300):
            seen |= (numbers != first).any(0)
            chances = random.random(info["action_mask"].shape, np.float32) * info["action_mask"]
            numbers, _, _, _, info = self.env.step(chances.argmax(1))
        return np.flatnonzero(seen & ~self.layout.resolved if self.arguments.unresolved else seen)

    def act(self, codes: NDArray[np.uint8], mask: NDArray[np.bool_]) -> tuple[NDArray[Any], ...]:
        """Actions by chance, the logarithms of their chances, and values."""
        with torch.no_grad():
            chances, values = self.network(self._scaled(torch.from_numpy(codes)), torch.from_numpy(mask))
        noise = -np.log(-np.log(self.random.random(mask.shape, np.float32) + 1e-20) + 1e-20)
        actions = (chances.numpy() + noise).argmax(1)
        return actions, chances.numpy()[np.arange(len(actions)), actions], values.numpy()

    def _scaled(self, codes: torch.Tensor) -> torch.Tensor:
        return codes.float() * self.scales

    def play(self, numbers: NDArray[np.uint8], info: dict[str, Any]) -> tuple[Any, ...]:
        """Fill the rollout; return the last observation, its info and the values there."""
        rollout, now = self.rollout, numbers[:, self.columns]
        for step in range(STEPS):
            mask = info["action_mask"].astype(np.bool_)
            actions, chances, values = self.act(now, mask)
            rollout.numbers[step], rollout.masks[step], rollout.actions[step] = now, mask, actions
            rollout.chances[step], rollout.values[step] = chances, values
            numbers, rewards, ends, _, info = self.env.step(actions)
            now = numbers[:, self.columns]
            rollout.rewards[step], rollout.ends[step] = rewards, ends
            self.wins += rewards[ends].tolist()
        return numbers, info, self.act(now, info["action_mask"].astype(np.bool_))[2]

    def learn(self, last: NDArray[np.float32], left: float, taught: float) -> None:
        """PPO over the rollout, seen once; forced moves teach only the value, all while taught is 0."""
        rollout = self.rollout
        gained = rollout.advantages(last)
        returns = torch.from_numpy((gained + rollout.values).reshape(-1))
        choice = rollout.masks.sum(2).reshape(-1) > 1
        gained = gained.reshape(-1)
        gained = (gained - gained[choice].mean()) / (gained[choice].std() + 1e-8)
        gains, free = torch.from_numpy(gained), torch.from_numpy(choice.astype(np.float32))
        codes = torch.from_numpy(rollout.numbers.reshape(-1, len(self.columns)))
        masks = torch.from_numpy(rollout.masks.reshape(-1, self.actions))
        actions = torch.from_numpy(rollout.actions.reshape(-1))
        before = torch.from_numpy(rollout.chances.reshape(-1))
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * max(0.02, left)
        for picked in torch.from_numpy(self.random.permutation(len(gains))).split(MINIBATCH):
            chances, values = self.network(self._scaled(codes[picked]), masks[picked])
            ratio = (chances.gather(1, actions[picked, None])[:, 0] - before[picked]).exp()
            gain, weight = gains[picked], free[picked]
            clipped = torch.clamp(ratio, 1 - CLIP, 1 + CLIP)
            policy_loss = -(torch.min(ratio * gain, clipped * gain) * weight).sum() / weight.sum()
            spread = -(chances.exp() * chances.clamp(min=-20)).sum(1)
            entropy = (spread * weight).sum() / weight.sum()
            value_loss = ((values - returns[picked]) ** 2).mean()
            loss = policy_loss * taught + value_loss - taught * ENTROPY * max(0.05, left) * entropy
            self._descend(loss)

    def imitate(self, numbers: NDArray[np.uint8], info: dict[str, Any]) -> tuple[Any, ...]:
        """Learn what the heuristic does: on half of the tables it is done, on the others what one likes."""
        rollout, now = self.rollout, numbers[:, self.columns]
        for step in range(STEPS):
            mask, advised = info["action_mask"].astype(np.bool_), self.env.heuristic_actions()
            rollout.numbers[step], rollout.masks[step], rollout.actions[step] = now, mask, advised
            actions = self.act(now, mask)[0]
            actions[::2] = advised[::2]
            numbers, rewards, ends, _, info = self.env.step(actions)
            now = numbers[:, self.columns]
            self.wins += rewards[ends].tolist()
        codes = torch.from_numpy(rollout.numbers.reshape(-1, len(self.columns)))
        masks = torch.from_numpy(rollout.masks.reshape(-1, self.actions))
        advice = torch.from_numpy(rollout.actions.reshape(-1))
        for picked in torch.from_numpy(self.random.permutation(len(advice))).split(MINIBATCH // 4):
            chances, _ = self.network(self._scaled(codes[picked]), masks[picked])
            self._descend(-chances.gather(1, advice[picked, None]).mean())
        return numbers, info

    def _descend(self, loss: torch.Tensor) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()

    def train(self) -> None:
        """Train for the steps given, writing the curve and, at the end, the agent."""
        arguments, began = self.arguments, time.process_time()
        name = f"{arguments.game}-{arguments.players}-seed{arguments.seed}" + arguments.suffix
        numbers, info = self.env.reset(seed=arguments.seed * 1_000_003)
        rollouts = arguments.steps / (TABLES * STEPS)
        imitated = ceil(arguments.imitation * rollouts)
        with (arguments.out / f"{name}.csv").open("w", newline="") as file:
            curve = csv.writer(file)
            curve.writerow(["minutes", "steps", "games", "win_share"])
            for number in range(ceil(rollouts)):
                if number < imitated:
                    numbers, info = self.imitate(numbers, info)
                else:
                    numbers, info, last = self.play(numbers, info)
                    self.learn(last, 1.0 - number / rollouts, float(number >= imitated + VALUE_FIRST))
                if number % 20 == 19:
                    steps, share = (number + 1) * TABLES * STEPS, float(np.mean(self.wins[-4000:]))
                    minutes = (time.process_time() - began) / 60
                    curve.writerow([f"{minutes:.2f}", steps, len(self.wins), f"{share:.4f}"])
                    file.flush()
                    print(f"{minutes:5.1f} min  {steps:>10,} steps  {share:.3f}", flush=True)
        path = arguments.out / f"{name}.npz"
        layers = [
            (layer.weight, layer.bias)
            for layer in (self.network.first, self.network.second, self.network.policy)
        ]
        arrays = [(weight.detach().numpy(), bias.detach().numpy()) for weight, bias in layers]
        save_agent(path, self.layout, self.columns, arrays)
        share, error = self.measure(4000)
        print(f"{path}: {share:.1%} ± {error:.1%} of 4,000 games against the heuristic")

    def measure(self, games: int) -> tuple[float, float]:
        """The share of wins over so many games with the likeliest actions, and twice its standard error."""
        env = self._tables(500)
        numbers, info = env.reset(seed=987_654_321)
        wins, counted = np.zeros((500, games // 500)), np.zeros(500, np.int64)
        while counted.min() < games // 500:
            with torch.no_grad():
                mask = torch.from_numpy(info["action_mask"].astype(np.bool_))
                chances, _ = self.network(self._scaled(torch.from_numpy(numbers[:, self.columns])), mask)
            numbers, rewards, ends, _, info = env.step(chances.numpy().argmax(1))
            for table in np.flatnonzero(ends & (counted < games // 500)):
                wins[table, counted[table]] = rewards[table]
                counted[table] += 1
        return float(wins.mean()), float(2 * wins.std() / games**0.5)


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=16_000_000, help="of all tables together")
    parser.add_argument("--imitation", type=float, default=0.02, help="the part of the steps to imitate in")
    parser.add_argument("--hidden", type=int, default=HIDDEN)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--suffix", default="", help="behind the name of the files")
    parser.add_argument("--features", action="store_true", help="tell the game's own features too")
    parser.add_argument("--unresolved", action="store_true", help="without what indices point at")
    torch.set_num_threads(1)
    Trainer(parser.parse_args()).train()


if __name__ == "__main__":
    main()

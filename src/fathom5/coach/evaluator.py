"""The evaluator: chances to win and expected points of every seat, by rollouts, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fathom5.core.errors import Mistake, whole_number
from fathom5.core.game import Game
from fathom5.engine import engine
from fathom5.search.network import evaluation_struct, networks, no_network
from fathom5.search.rollouts import NO_MOVE, Plan, case_struct
from fathom5.search.tree import TO_THE_END, settings
from fathom5.view import View

ROLLOUTS = 400
"""How many rollouts a case gets if nothing is said."""

CONFIDENCE = 1.96
"""Standard errors to each side of a mean that make an interval of 95 %."""


class Estimate(NamedTuple):
    """A mean over rollouts with its standard error, infinite for a single one."""

    mean: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean of all rollouts lies with a confidence of 95 %."""
        return self.mean - CONFIDENCE * self.error, self.mean + CONFIDENCE * self.error


@dataclass(frozen=True)
class Evaluation:
    """What a position, or a move, is worth to every seat."""

    wins: tuple[Estimate, ...]
    """The chance to win by seat; a shared win counts as its share."""
    points: tuple[Estimate, ...]
    """The points at the end by seat."""
    rollouts: int
    span: int | None = None
    """Decisions after which the value network judged a rollout; None: every rollout went to the end."""


class Evaluator:
    """Rollouts of cases that are seen in one game with one box; more of them can be added at any time."""

    def __init__(
        self,
        views: Sequence[View],
        moves: Sequence[int] | None = None,
        seed: int = 0,
        span: int | None = None,
        compiled: bool | None = None,
    ) -> None:
        """Prepare cases: views, each with a move that is open in it if moves are given.

        Without a span a rollout goes as far as is tuned for the game, and always to the end where it has no
        network for so many players. Raises Mistake for views of different games, boxes or numbers of
        players, and for a move that is not open.
        """
        if not views:
            raise Mistake("There is nothing to evaluate: give at least one view.")
        game, players = views[0].game, len(views[0].names)
        if len({(view.game, len(view.names), view.box_array.tobytes()) for view in views}) > 1:
            raise Mistake("Views that are evaluated together are of one game, box and number of players.")
        chosen = [NO_MOVE] * len(views) if moves is None else list(moves)
        if len(chosen) != len(views):
            raise Mistake(f"{len(views)} views need as many moves, not {len(chosen)}.")
        for view, move in zip(views, chosen, strict=True):
            if move != NO_MOVE and move not in view.ids:
                raise Mistake(f"{move} is not an open move.")
        self.players, self._rollouts = players, 0
        self._prepare(game, views, chosen, compiled)
        depth = _span(game, players, span)
        self.span = None if depth == TO_THE_END else depth
        self._plan = Plan.filled(
            {
                "seed": whole_number("A seed", seed, -(1 << 62), 1 << 62),
                "first": 0,
                "count": 0,
                "span": depth,
            },
            "plan",
        )

    def _prepare(
        self, game: Game, views: Sequence[View], moves: Sequence[int], compiled: bool | None
    ) -> None:
        spec = game.spec
        self._engine = engine(game, compiled)
        self._cases: NDArray[Any] = np.zeros(len(views), case_struct(spec).dtype)
        self._cases["table"] = np.concatenate([view.array for view in views])
        self._cases["seat"] = [view.seat for view in views]
        self._cases["move"] = moves
        self._work = self._engine.workspace(views[0].box_array)
        self._memory = evaluation_struct(spec).blank()
        self._network = networks(game).get(self.players, no_network(spec))
        self._structs = (case_struct(spec), evaluation_struct(spec))

    def add(self, rollouts: int) -> None:
        """Make so many more rollouts of every case; raises Mistake below one."""
        count = whole_number("A number of rollouts", rollouts, 1, 1 << 30)
        self._plan["first"], self._plan["count"] = self._rollouts, count
        cases, memory = self._structs
        self._engine.evaluate(
            self._work.structs,
            self._engine.wrap(self._cases, cases),
            self._engine.wrap(self._memory, memory),
            self._network,
            np.zeros(self._network.shape[1]),
            self._engine.wrap(self._plan, Plan),
        )
        self._rollouts += count

    @property
    def evaluations(self) -> list[Evaluation]:
        """What was found of every case so far; raises Mistake before the first rollout."""
        if not self._rollouts:
            raise Mistake("Nothing was rolled out yet: add rollouts first.")
        made = (self._rollouts, self.span)
        return [
            Evaluation(self._estimates(sums, "win_share"), self._estimates(sums, "points"), *made)
            for sums in self._cases["seats"][:, : self.players]
        ]

    @property
    def totals(self) -> NDArray[np.float64]:
        """The sums over the rollouts so far, by case and seat: shares of the win, then points."""
        seats = self._cases["seats"][:, : self.players]
        return np.stack([seats["win_share"], seats["points"]], axis=-1)

    def _estimates(self, sums: NDArray[Any], name: str) -> tuple[Estimate, ...]:
        n = self._rollouts
        found = []
        for total, squares in zip(sums[name].tolist(), sums[f"{name}_squares"].tolist(), strict=True):
            variance = max(0.0, squares - total * total / n) / (n - 1) if n > 1 else inf
            found.append(Estimate(total / n, sqrt(variance / n)))
        return tuple(found)


def _span(game: Game, players: int, span: int | None) -> int:
    """How many decisions a rollout makes: as asked or tuned; all of them where no network could judge."""
    depth = int(settings(game, players)["rollout_depth"][0])
    tuned = int(game.tuned.get("evaluation", {}).get("span", depth))
    asked = tuned if span is None else whole_number("A span", span, 0, TO_THE_END)
    return asked if players in networks(game) else TO_THE_END


def evaluate(
    views: Sequence[View], rollouts: int = ROLLOUTS, seed: int = 0, span: int | None = None
) -> list[Evaluation]:
    """What positions are worth, each seen by one seat; all get the same luck. Raises like Evaluator."""
    evaluator = Evaluator(views, seed=seed, span=span)
    evaluator.add(rollouts)
    return evaluator.evaluations


def evaluate_moves(
    view: View, rollouts: int = ROLLOUTS, seed: int = 0, span: int | None = None
) -> dict[int, Evaluation]:
    """What each open move of a view is worth, with the same luck for all; raises Mistake if none is open."""
    if not view.ids:
        raise Mistake("There is no open move to evaluate.")
    evaluator = Evaluator([view] * len(view.ids), view.ids, seed, span)
    evaluator.add(rollouts)
    return dict(zip(view.ids, evaluator.evaluations, strict=True))

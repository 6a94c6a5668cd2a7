"""Playing a task of a study, on any machine: the same task gives the same bytes everywhere."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fathom5.bots import Bot, find_bot
from fathom5.bots.levels import Budget
from fathom5.core.errors import Mistake
from fathom5.core.game import Game
from fathom5.core.rng import generator, stream, weighted
from fathom5.core.rule import NATURE
from fathom5.engine.loops import STUCK, TOO_LONG, WIN
from fathom5.engine.position import STUCK as CANNOT_BE_PLAYED
from fathom5.engine.position import Position
from fathom5.engine.workspace import totals_struct
from fathom5.lab.loop.notes import Decision, notes_struct, row_struct
from fathom5.lab.loop.study_games import DRAWS, STREAM
from fathom5.lab.parts import Parts
from fathom5.lab.plan import Arm, Plan, Task
from fathom5.lab.setting import plays_compiled, policies, policy, seat_weights
from fathom5.match import Match

COUNTS = ("open", "taken", "users", "wins", "games")
"""What is counted of a part."""

SAMPLED, MOMENTS, ROLLOUTS = 24, 12, 100
"""Games whose win chances are followed, at so many moments, each by so many rollouts."""

NO_SCRIPT = np.zeros(0, np.int64)


@dataclass(frozen=True)
class Piece:
    """What a task brought: rows of its games, counts of parts by batch, logged decisions; or win chances."""

    rows: NDArray[Any]
    counts: NDArray[np.int64]
    log: NDArray[Any]
    curve: NDArray[np.float64]


class PiecePlayer:
    """Plays tasks of a plan, on any number of threads; it can be pickled and sent to another machine."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._idle: list[ArmGames] = []

    def __reduce__(self) -> tuple[type[PiecePlayer], tuple[Plan]]:
        return PiecePlayer, (self.plan,)

    def __call__(self, task: Task) -> Piece:
        """The piece of a task; raises Mistake for a box whose games do not end."""
        arm, game = self.plan.arms[task.arm], self.plan.found
        if not task.batches:
            return _piece(game, curve=win_chances(self.plan, arm))
        games = self._games(arm)
        rows, counts, logs = [], [], []
        for first, count in task.batches:
            games.play(first, count)
            rows.append(games.rows[:count].copy())
            counts.append(games.counts())
            logs.append(games.log())
        self._idle.append(games)
        return _piece(game, np.concatenate(rows), np.stack(counts), np.concatenate(logs))

    def _games(self, arm: Arm) -> ArmGames:
        """Memory that no thread uses, of this arm; that of another is let go."""
        with suppress(IndexError):
            games = self._idle.pop()
            if games.arm is arm:
                return games
        return ArmGames(self.plan, arm)


def _piece(
    game: Game,
    rows: NDArray[Any] | None = None,
    counts: NDArray[np.int64] | None = None,
    log: NDArray[Any] | None = None,
    curve: NDArray[np.float64] | None = None,
) -> Piece:
    nothing = np.zeros((0, 0, len(COUNTS)), np.int64)
    return Piece(
        np.zeros(0, row_struct(game.spec).dtype) if rows is None else rows,
        nothing if counts is None else counts,
        np.zeros(0, Decision.dtype) if log is None else log,
        np.zeros((0, 0, 0)) if curve is None else curve,
    )


class ArmGames:
    """One thread's memory for the games of an arm: `play` fills `rows` and the counts of parts."""

    def __init__(self, plan: Plan, arm: Arm) -> None:
        self.plan, self.arm, self.game = plan, arm, plan.found
        spec, self.sheet = self.game.spec, arm.sheet(self.game)
        position = Position.start(self.game, arm.players, arm.chosen_options, self.sheet)
        self.engine, self.work = position.engine, position.work
        self.work.array["start"] = self.work.array["table"]
        self.parts = Parts(self.game, self.sheet)
        self.notes = np.zeros(1, notes_struct(spec).dtype)
        self.notes["parts_of"] = self.parts.of_moves.ravel()
        self.notes["parts_of_nature"] = self.parts.of_nature.ravel()
        self.notes["kind_of"] = np.repeat(
            np.arange(len(spec.nature.kinds)), [k.size for k in spec.nature.kinds]
        )
        for name, numbers in (("achievement", self.parts.achievements), ("tally", self.parts.tallies)):
            self.notes[f"{name}_of"][0, : len(numbers)] = numbers
        self.notes["achievements"], self.notes["tallies"] = (
            len(self.parts.achievements),
            len(self.parts.tallies),
        )
        self.notes["race_of"], self.notes["first_of"] = self.parts.races, self.parts.firsts
        for name, away in (("luck", STREAM), ("whims", -STREAM)):
            streams = self.notes[name][0]
            streams[:] = [stream(plan.seed + away * (number + 1)) for number in range(len(streams))]
        self.notes["logging"] = plan.log
        if arm.has_odd_seat:
            self.notes["has_odd"] = 1
            if arm.without:
                self.notes["banned"] = self.parts.users(arm.without)
        self.bots = list(arm.bots) * (arm.players if len(arm.bots) == 1 else 1)
        self.policies = np.zeros(spec.seats, np.int64)
        self.is_compiled = plays_compiled(arm.all_bots)
        if self.is_compiled:
            self.policies = policies(self.game, self.bots)
            odd = arm.odd or self.bots[0]
            self.notes["odd_policy"], self.notes["odd_weights"] = (
                policy(self.game, odd),
                seat_weights(self.game, [odd])[:1],
            )
            self.work.array["weights"] = seat_weights(self.game, self.bots)
        self.rows = np.zeros(0, row_struct(spec).dtype)
        self._logs: list[NDArray[Any]] = []

    def play(self, first: int, count: int) -> None:
        """Play games; raises Mistake for one without an end."""
        self._logs.clear()
        for name in ("parts", "begun"):
            self.notes[name][0].view(np.uint8).fill(0)
        if len(self.rows) < count:
            self.rows = np.zeros(count, self.rows.dtype)
        done = 0
        while done < count:
            script = NO_SCRIPT if self.is_compiled else self._script(first + done)
            self.notes["first"], self.notes["games"] = first + done, count - done if self.is_compiled else 1
            self._run(self.rows[done:count], script)
            done += int(self.notes["played"][0])
            if self.notes["log_full"][0]:
                self._log_again(first, done - 1, script)

    def _log_again(self, first: int, number: int, script: NDArray[np.int64]) -> None:
        """Play a game once more that found the log too full, without counting it twice."""
        counted = self.notes["parts"].copy()
        self.notes["first"], self.notes["games"] = first + number, 1
        self._run(self.rows[number : number + 1], script)
        self.notes["parts"] = counted
        if self.notes["log_full"][0]:
            raise Mistake("A game has more decisions than a study can keep; leave out the moves.")

    def _run(self, rows: NDArray[Any], script: NDArray[np.int64]) -> None:
        loops, work, spec = self.engine, self.work, self.game.spec
        wrapped = loops.wrap(self.notes, notes_struct(spec)), loops.wrap(rows, row_struct(spec))
        self.notes["logged"] = self.notes["failed"] = 0
        loops.study_games(work.structs, work.raw, *loops.hiding, self.policies, *wrapped, script)
        failed = int(self.notes["failed"][0])
        if failed:
            title = self.game.title
            endless = f"A game of {title} did not end within {TOO_LONG:,} moves."
            raise Mistake(CANNOT_BE_PLAYED if failed == STUCK else endless)
        if self.plan.log:
            self._logs.append(self.notes["log"][0][: int(self.notes["logged"][0])].copy())

    def _script(self, number: int) -> NDArray[np.int64]:
        """The moves of a game that bots of any kind play."""
        arm, seed = self.arm, self.plan.seed
        odd = number % arm.players if arm.has_odd_seat else -1
        banned = self.notes["banned"][0]
        seated: dict[int, Bot | str] = {}
        for seat, usual in enumerate(self.bots):
            bot = arm.odd if seat == odd and arm.odd else usual
            budget = Budget(playouts=self.plan.playouts) if self.plan.playouts else None
            chosen = find_bot(bot, (seed << 20) + number * arm.players + seat, budget)
            seated[seat] = _Without(chosen, banned) if seat == odd and arm.without else chosen
        luck = StreamLuck(self.plan.seed, number)
        match = Match(
            self.game, arm.players, nature=luck, bots=seated, options=arm.chosen_options, box=self.sheet
        )
        return np.array([move for _, move in match.history], np.int64)

    def counts(self) -> NDArray[np.int64]:
        """How often each part was open, taken, used by a seat and in a game, and what these seats won."""
        parts = self.notes["parts"][0][: len(self.parts.names)]
        return np.stack([parts[name] for name in COUNTS], axis=1).astype(np.int64)

    def log(self) -> NDArray[Any]:
        """The decisions of the games played last."""
        return np.concatenate(self._logs) if self._logs else np.zeros(0, Decision.dtype)


class _Without:
    """A bot that is not shown banned moves while it has others."""

    def __init__(self, bot: Bot, banned: NDArray[Any]) -> None:
        self.bot, self.banned = bot, banned

    def __call__(self, view: Any) -> int:
        left = tuple(move for move in view.ids if not self.banned[move])
        view.ids = left or view.ids
        return self.bot(view)


class StreamLuck:
    """Nature's moves by the streams of a study, for a match."""

    def __init__(self, seed: int, game: int) -> None:
        self.seed, self.game = seed, game
        self.draws: dict[int, int] = {}

    def __call__(self, match: Match) -> int:
        moves = match.game.spec.nature
        kind = moves.kinds.index(moves.kind(match.ids[0]))
        drawn = self.draws.get(kind, 0)
        self.draws[kind] = drawn + 1
        rng = generator(self.seed + STREAM * (kind + 1), self.game * DRAWS + drawn)
        weights = match.weights
        return match.ids[weighted(weights, len(weights), rng)]


def win_chances(plan: Plan, arm: Arm) -> NDArray[np.float64]:
    """The win chances of every seat in a sample of games, by moment, from rollouts of the heuristic."""
    game, sheet = plan.found, arm.sheet(plan.found)
    start = Position.start(game, arm.players, arm.chosen_options, sheet)
    loops, work = start.engine, start.work
    policies, totals = np.zeros(game.spec.seats, np.int64), totals_struct(game.spec).blank()
    chances = np.zeros((SAMPLED, MOMENTS + 1, arm.players))
    for number in range(SAMPLED):
        bots: dict[int, Bot | str] = {}
        for seat in range(arm.players):  # a bot given by name alone has a whim of its own every time
            bots[seat] = find_bot("heuristic", (plan.seed << 20) + number * arm.players + seat)
        luck = StreamLuck(plan.seed + 1, number)
        match = Match(game, arm.players, nature=luck, bots=bots, options=arm.chosen_options, box=sheet)
        decided = [place for place, (actor, _) in enumerate(match.history) if actor != NATURE]
        for moment in range(MOMENTS):
            table = match.at(decided[moment * len(decided) // MOMENTS])
            work.array["start"] = table.position.work.array["table"]
            totals[:] = totals_struct(game.spec).blank()
            wrapped, span = loops.wrap(totals, totals_struct(game.spec)), np.array([0, ROLLOUTS])
            loops.simulate(work.structs, work.raw, *loops.hiding, policies, wrapped, number, span)
            chances[number, moment] = totals["seats"]["wins"][0][: arm.players] / WIN / ROLLOUTS
        places = match.places
        chances[number, MOMENTS] = [(place == 1) / places.count(1) for place in places]
    return chances

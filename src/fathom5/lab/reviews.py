"""Reviews of many games: cut into tasks, spread over cores or machines, kept in a folder as they are done."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from fathom5.coach.page import page
from fathom5.coach.reviews import Review, court_for
from fathom5.core.errors import Mistake
from fathom5.lab.folder import PIECES, claim, write_whole
from fathom5.lab.judging import Judgement, JudgeTask, MoveJudge, recorded
from fathom5.lab.spread import Executor

PLAN = "reviews.toml"
"""What the reviews of a folder are, beside their pages and `PIECES`."""

FORMAT = 1

Progress = Callable[[int, int], None]
"""Told how many moves are judged and how many there are."""


@dataclass(frozen=True)
class RecordedGame:
    """A finished game: under which name it is kept, its record and how many moves that has."""

    name: str
    record: str
    moves: int


@dataclass(frozen=True)
class ReviewPlan:
    """Games to be reviewed with a seed and an effort, as `fathom5.review` has them."""

    games: tuple[RecordedGame, ...]
    seed: int = 0
    effort: float = 1.0

    @classmethod
    def of(cls, records: Iterable[tuple[str, str]], seed: int = 0, effort: float = 1.0) -> ReviewPlan:
        """The plan for names and records; raises Mistake for a game that cannot be reviewed, with its name.

        Where several have the same name, the later ones get a number.
        """
        games, taken = [], set()
        for given, record in records:
            name, number = given, 1
            while name.casefold() in taken:
                number += 1
                name = f"{given}-{number}"
            taken.add(name.casefold())
            try:
                match = recorded(record)
                court_for(match, seed, effort)
            except Mistake as mistake:
                raise Mistake(f"{given}: {mistake}") from None
            games.append(RecordedGame(name, record, len(match.history)))
        if not games:
            raise Mistake("There is no game to review.")
        return cls(tuple(games), seed, effort)

    @property
    def moves(self) -> int:
        """The moves of all games."""
        return sum(game.moves for game in self.games)

    def to_toml(self) -> str:
        """The plan as its folder keeps it, each game by a digest of its record."""
        lines = [f"format = {FORMAT}", f"seed = {self.seed}", f"effort = {float(self.effort)}"]
        for game in self.games:
            digest = sha256(game.record.encode()).hexdigest()
            lines += ["", "[[games]]", f"name = {json.dumps(game.name)}", f'record = "sha256:{digest}"']
        return "\n".join(lines) + "\n"


class ReviewFolder:
    """The folder of reviews: finished tasks, and of every finished game its page and its figures.

    The pieces stay, so that `--resume` can write the pages anew. Raises Mistake where something else is
    in it.
    """

    def __init__(self, path: Path, plan: ReviewPlan, *, resume: bool = False) -> None:
        self.path, self.plan = path, plan
        claim(path / PLAN, plan.to_toml(), "review", resume=resume)

    def _file(self, task: JudgeTask) -> Path:
        part = "start" if task.scale is None else f"{task.first:05}"
        return self.path / PIECES / f"{self.plan.games[task.game].name}-{part}.json"

    def piece(self, task: JudgeTask) -> Judgement | None:
        """What a finished task brought, if it is there; raises Mistake if it is damaged."""
        path = self._file(task)
        if not path.exists():
            return None
        try:
            return Judgement.from_json(path.read_text("utf-8"))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise Mistake(f"{path} is damaged; delete it, and --resume judges it again.") from None

    def keep(self, task: JudgeTask, piece: Judgement) -> None:
        """Keep what a finished task brought."""
        write_whole(self._file(task), piece.to_json())

    def finish(self, game: RecordedGame, review: Review) -> None:
        """Write the page of a game and all its figures, in the language that is spoken."""
        figures = json.dumps(review.to_json(), ensure_ascii=False)
        write_whole(self.path / f"{game.name}.json", figures + "\n")
        write_whole(self.path / f"{game.name}.html", page(review))


@dataclass
class _Begun:
    """A game of which some tasks are done."""

    plan: ReviewPlan
    start: JudgeTask
    opening: Judgement | None = None
    judged: dict[int, Judgement] = field(default_factory=dict)

    @property
    def game(self) -> RecordedGame:
        return self.plan.games[self.start.game]

    def add(self, task: JudgeTask, piece: Judgement) -> None:
        if task.scale is None:
            self.opening = piece
        else:
            self.judged[task.first] = piece

    def chunks(self) -> Iterator[JudgeTask]:
        """The tasks of its moves, once the start is judged."""
        if self.opening:
            yield from self.start.chunks(self.opening.scale, self.game.moves)

    @property
    def left(self) -> list[JudgeTask]:
        """The tasks that can be done now and are not."""
        if not self.opening:
            return [self.start]
        return [task for task in self.chunks() if task.first not in self.judged]

    def review(self) -> Review:
        """The review of a game that has nothing left."""
        assert self.opening
        judged = [each for first in sorted(self.judged) for each in self.judged[first].judged]
        match, opening = recorded(self.game.record), self.opening
        return Review(match, self.plan.seed, opening.scale, opening.start, tuple(judged))


def _begun(plan: ReviewPlan, number: int, folder: ReviewFolder | None) -> _Begun:
    """A game with what the folder has of it."""
    game = _Begun(plan, JudgeTask(number, plan.games[number].record))
    kept = folder.piece(game.start) if folder else None
    if folder and kept:
        game.add(game.start, kept)
        for task in game.left:
            if piece := folder.piece(task):
                game.add(task, piece)
    return game


def review_games(
    plan: ReviewPlan,
    executor: Executor,
    *,
    folder: ReviewFolder | None = None,
    progress: Progress | None = None,
) -> Iterator[tuple[RecordedGame, Review]]:
    """Review games; each is given when it is done, which need not be in their order.

    With a folder every finished task is kept there, and what is there is not judged again. Moves are judged
    as soon as the start of their game is; memory is that of the games in progress, however many there are.
    """
    tell = progress or (lambda done, asked: None)
    unopened, ready, done = deque[int](), deque[JudgeTask](), 0
    for number in range(len(plan.games)):
        game = _begun(plan, number, folder)
        done += game.game.moves - sum(task.moves for task in game.left) if game.opening else 0
        if game.left:
            unopened.append(number)
        else:
            yield game.game, game.review()
    tell(done, plan.moves)
    begun: dict[int, _Begun] = {}

    def tasks() -> Iterator[JudgeTask]:
        while ready or unopened:
            if not ready:
                number = unopened.popleft()
                begun[number] = _begun(plan, number, folder)
                ready.extend(begun[number].left)
            yield ready.popleft()

    while ready or unopened:
        for task, piece in executor.run(MoveJudge(plan.seed, plan.effort), tasks()):
            if folder:
                folder.keep(task, piece)
            game = begun[task.game]
            game.add(task, piece)
            if task.scale is None:
                ready.extend(game.left)
            done += task.moves
            tell(done, plan.moves)
            if not game.left:
                del begun[task.game]
                yield game.game, game.review()

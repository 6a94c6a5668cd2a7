"""The threads that use the database: one writes in groups, one reads; neither waits for the other.

A job that fails by its own values fails alone. A thread that cannot go on says so through `on_death`, and
whoever waits is told at once. What stands still longer than the limit is cut off.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar

from fathom5.server.backend import Backend

LOG = logging.getLogger("fathom5.server")

MAX_BATCH = 256
"""How many jobs may share a commit."""

STATEMENT_LIMIT = 6.0
"""Seconds after which a database that stands still is cut off."""

WATCH_INTERVAL = 0.5

Result = TypeVar("Result")


class Conflict(Exception):  # noqa: N818 - an outcome, not a failure
    """The id, number or key is in use already."""


class StoreUnavailable(Exception):  # noqa: N818
    """The database could not be read or written; as far as is known, nothing was changed."""


class OutcomeUnknown(StoreUnavailable):
    """The database was lost while it committed: it may have kept what was sent or not."""


class Unstorable(Exception):  # noqa: N818
    """The database cannot keep a value of this job."""


class Job(NamedTuple):
    """Something to run in a transaction."""

    room: str
    """Jobs of a group run in the order of their rooms, so that two processes cannot deadlock."""
    run: Callable[[Backend], Any]
    future: Future[Any]


Outcome = tuple[Future[Any], Any, Exception | None]


class DatabaseThread:
    """A thread with a connection of its own, and the jobs that it runs."""

    def __init__(self, backend: Backend, name: str) -> None:
        self.backend = backend
        self.busy_since = 0.0
        """When the thread began to use the database; 0 while it does not."""
        self.seconds = 0.0
        """How long it has used the database so far."""
        self.dead = ""
        """Why the thread has ended, if it has."""
        self.on_death: Callable[[str], None] = LOG.critical
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._live, name=name, daemon=True)
        self._thread.start()

    async def submit(self, room: str, job: Callable[[Backend], Result]) -> Result:
        """Let the thread run a job; returns its result, raises StoreUnavailable if the thread dies."""
        future: Future[Result] = Future()
        self._jobs.put(Job(room, job, future))
        if self.dead:  # asked only now: the thread may die at any time, and what comes later it does not see
            self._fail_waiting()
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Run the jobs that were submitted, then close the connection."""
        self._jobs.put(None)
        self._thread.join()
        self.backend.close()

    def cut_off(self, limit: float) -> None:
        """Interrupt the database if it has stood still for longer than the limit."""
        since = self.busy_since
        if since and time.monotonic() - since > limit:
            self.busy_since = time.monotonic()
            LOG.error("%s has not answered for %.0f s; the connection is cut.", self.backend, limit)
            self.backend.interrupt()

    def _live(self) -> None:
        try:
            closing = False
            while not closing:
                closing = self._serve()
        except BaseException as error:
            self.dead = f"The thread that uses {self.backend} has ended: {error!r}."
            self._fail_waiting()
            self.on_death(self.dead)

    def _serve(self) -> bool:
        """Run what is waiting; returns whether to end."""
        batch = [self._jobs.get()]
        with suppress(Empty):
            while batch[-1] and len(batch) < MAX_BATCH:
                batch.append(self._jobs.get_nowait())
        jobs = sorted(filter(None, batch), key=lambda job: job.room)
        if jobs:
            began = self.busy_since = time.monotonic()
            try:
                outcomes = self.run(jobs)
            except BaseException as error:
                _fail(jobs, repr(error))
                raise
            finally:
                self.busy_since = 0.0
                self.seconds += time.monotonic() - began
            _settle(outcomes)
        return batch[-1] is None

    def _fail_waiting(self) -> None:
        """Fail all jobs that wait for a thread that has died."""
        with suppress(Empty):
            while True:
                if job := self._jobs.get_nowait():
                    _fail([job], self.dead)

    def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        raise NotImplementedError


class Writer(DatabaseThread):
    """Commits jobs in groups; their futures are done only after the commit."""

    def __init__(self, backend: Backend) -> None:
        self.commits = 0
        super().__init__(backend, "writer")

    def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        """Run jobs in one transaction."""
        committing = False
        try:
            self.backend.begin()
            done = [self._run(job) for job in jobs]
            committing = True
            self.backend.execute("COMMIT")
            self.commits += 1
        except self.backend.error as error:
            unknown = committing and self.backend.is_lost()
            with suppress(self.backend.error):
                self.backend.execute("ROLLBACK")
            failure = OutcomeUnknown if unknown else StoreUnavailable
            return [(job.future, None, failure(f"The games cannot be kept now: {error}.")) for job in jobs]
        return done

    def _run(self, job: Job) -> Outcome:
        """Run one job of a transaction; a conflict or a bad value undoes that job only."""
        self.backend.execute("SAVEPOINT job")
        try:
            result = job.run(self.backend)
        except Exception as error:
            problem = _own_problem(self.backend, error)
            if problem is None:
                raise
            self.backend.execute("ROLLBACK TO SAVEPOINT job")
            return job.future, None, problem
        self.backend.execute("RELEASE SAVEPOINT job")
        return job.future, result, None


class Reader(DatabaseThread):
    """Runs jobs that change nothing, each by itself, once more if the connection was lost."""

    def __init__(self, backend: Backend) -> None:
        super().__init__(backend, "reader")

    def run(self, jobs: Sequence[Job]) -> list[Outcome]:
        return [self._read(job) for job in jobs]

    def _read(self, job: Job) -> Outcome:
        try:
            try:
                return job.future, job.run(self.backend), None
            except self.backend.error:
                if not self.backend.is_lost():
                    raise
                self.backend.reconnect()
                return job.future, job.run(self.backend), None
        except Exception as error:
            problem = _own_problem(self.backend, error)
            return job.future, None, problem or StoreUnavailable(f"The games cannot be read now: {error}.")


class Watch:
    """Looks after database threads and the place of the database."""

    def __init__(self, threads: Sequence[DatabaseThread], limit: float = STATEMENT_LIMIT) -> None:
        self._threads, self._limit = threads, limit
        self._closed = Event()
        self._thread = Thread(target=self._live, name="watch", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop looking."""
        self._closed.set()
        self._thread.join()

    def _live(self) -> None:
        while not self._closed.wait(WATCH_INTERVAL):
            for thread in self._threads:
                thread.cut_off(self._limit)
            problem = self._threads[0].backend.missing()
            if problem:
                self._threads[0].on_death(problem)
                return


def _own_problem(backend: Backend, error: Exception) -> Exception | None:
    """What a job is told if the failure is its own; None if it is the database's."""
    if isinstance(error, backend.conflict):
        return Conflict(str(error))
    if isinstance(error, backend.unstorable) or not isinstance(error, backend.error):
        return Unstorable(f"The database cannot keep this: {error}.")
    return None


def _fail(jobs: Sequence[Job], reason: str) -> None:
    _settle([(job.future, None, StoreUnavailable(reason)) for job in jobs])


def _settle(outcomes: Sequence[Outcome]) -> None:
    for future, result, problem in outcomes:
        if future.set_running_or_notify_cancel():
            if problem:
                future.set_exception(problem)
            else:
                future.set_result(result)

"""Spreading independent tasks over cores or a Ray cluster; the results do not depend on how."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from fathom5.core.errors import Mistake, whole_number

Task = TypeVar("Task")
Result = TypeVar("Result")

RETRIES = 10
"""How often a task is given to another worker after its own was lost."""

AHEAD = 2
"""Tasks that wait for each core of a cluster."""


class Executor(Protocol):
    """Does tasks somewhere and gives each back with its result, in the order they are done."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]: ...


class Threads:
    """Tasks on the cores of this machine: compiled loops hold no lock, so threads are enough."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = whole_number("The number of cores", jobs or os.cpu_count() or 1, 1, 1024)

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Each task with its result.

        When the caller stops, what has begun is finished; work with a method `stop` is told, and may give up.
        """
        left = iter(tasks)
        pool = ThreadPoolExecutor(self.jobs)
        try:
            running: dict[Future[Result], Task] = {}
            while True:
                for task in islice(left, self.jobs - len(running)):
                    running[pool.submit(work, task)] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.result()
        except BaseException:
            getattr(work, "stop", lambda: None)()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class RayCluster:
    """Tasks on a Ray cluster; a task whose worker was lost is done again by another.

    An address is `local`, for a cluster of this program's own, or that of one which runs already; a program
    that is connected to a cluster stays there. Raises Mistake where ray is not there or no cluster answers.
    """

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ModuleNotFoundError:
            raise Mistake("A cluster needs ray: pip install 'fathom5[ray]'.") from None
        self._ray: Any = ray
        if not ray.is_initialized():
            try:
                ray.init(
                    address,
                    include_dashboard=False if address == "local" else None,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                )
            except Exception as error:  # Ray raises that itself where it does not start in time
                reason, *_ = str(error).splitlines() or [type(error).__name__]
                raise Mistake(f"There is no Ray cluster at {address}: {reason}") from None

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Each task with its result."""
        ray = self._ray
        shared = ray.put(work)
        remote = ray.remote(max_retries=RETRIES, num_cpus=1)(_call)
        left = iter(tasks)
        running: dict[Any, Task] = {}
        try:
            while True:
                most = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
                for task in islice(left, max(0, most - len(running))):
                    running[remote.remote(shared, task)] = task
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                for reference in done:
                    yield running.pop(reference), ray.get(reference)
        finally:
            for reference in running:
                ray.cancel(reference, force=False)


def in_order(executor: Executor, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """The results in the order of the tasks, whatever the order they are done in."""
    early: dict[int, Result] = {}
    due = 0
    for (number, _), result in executor.run(_Numbered(work), enumerate(tasks)):
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1


class _Numbered(Generic[Task, Result]):
    """Work on numbered tasks."""

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self.work = work

    def __call__(self, task: tuple[int, Task]) -> Result:
        return self.work(task[1])


def _call(work: Callable[[Task], Result], task: Task) -> Result:
    return work(task)


def executor(jobs: int | None = None, ray: str = "") -> Executor:
    """The executor asked for: the cores of this machine, or a cluster by its address (`local`: one here)."""
    return RayCluster(ray) if ray else Threads(jobs)

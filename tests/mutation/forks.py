"""Work done in forked processes, several at a time: each sends one answer back, or dies of what it did."""

from __future__ import annotations

import json
import os
import selectors
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

Task = TypeVar("Task")


class OutOfTime(BaseException):
    """What runs has had its time; nothing but a test's end catches this."""

    happened = False


def limit(seconds: float) -> None:
    """Raise OutOfTime after so much computing from now on; waiting for a busy machine does not count."""

    def stop(number: int, frame: object) -> None:
        OutOfTime.happened = True
        raise OutOfTime

    OutOfTime.happened = False
    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)


def answers(tasks: Iterable[Task], work: Callable[[Task], Any], jobs: int) -> Iterator[tuple[Task, Any, int]]:
    """Each task with the answer of its own process, None if that died, and what it ended with."""
    running = selectors.DefaultSelector()
    texts: dict[int, bytes] = {}
    waiting = iter(tasks)
    try:
        while True:
            for task in islice(waiting, jobs - len(running.get_map())):
                pipe, process = _forked(task, work)
                running.register(pipe, selectors.EVENT_READ, (task, process))
            if not running.get_map():
                return
            for ready, _ in running.select():
                pipe, (task, process) = ready.fd, ready.data
                part = os.read(pipe, 1 << 16)
                texts[pipe] = texts.get(pipe, b"") + part
                if not part:
                    running.unregister(pipe)
                    os.close(pipe)
                    _, status = os.waitpid(process, 0)
                    text = texts.pop(pipe)
                    yield task, json.loads(text) if text else None, os.waitstatus_to_exitcode(status)
    finally:
        for each in running.get_map().values():
            os.kill(each.data[1], signal.SIGKILL)
            os.waitpid(each.data[1], 0)


def _forked(task: Task, work: Callable[[Task], Any]) -> tuple[int, int]:
    """The pipe and the id of a process that does one task."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return reading, process
    code = 1
    try:
        os.close(reading)
        _be_silent()
        answer = json.dumps(work(task)).encode()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        while answer:
            answer = answer[os.write(writing, answer) :]
        code = 0
    finally:
        os._exit(code)


def _be_silent() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123

"""A plugin of pytest: processes begin only in tests that declare them, and these run alone."""

import multiprocessing.util
import sys

import pytest

SERVICES = {"chromium", "postgres"}
"""Fixtures that start a process."""
BEGINNINGS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"}
"""Audit events of a process that begins."""


def pytest_collection_modifyitems(items):
    for item in items:
        if SERVICES & set(item.fixturenames) or "[postgres" in item.name:
            item.add_marker(pytest.mark.process)


class Watch:
    """Refuses processes to tests that do not declare them."""

    def __init__(self):
        self.test = ""
        """The id of the running test, if it may not start a process."""
        self.seen = set()
        """Tests that tried it, also where the error was caught."""
        spawn = multiprocessing.util.spawnv_passfds

        def watched(*words):
            self.begins("multiprocessing")
            return spawn(*words)

        multiprocessing.util.spawnv_passfds = watched
        sys.addaudithook(lambda event, _: event in BEGINNINGS and self.begins(event))

    def begins(self, event):
        """A process is about to begin; raises if the running test does not declare that."""
        if self.test:
            self.seen.add(self.test)
            raise RuntimeError(f"{event} in a test without the marker `process`: {self.test}")


watch = Watch()


@pytest.fixture(autouse=True)
def _declared_processes(request):
    """Fail a test that starts a process undeclared, or declared with other tests beside it."""
    if request.node.get_closest_marker("process"):
        if getattr(request.config, "workerinput", {}).get("workercount", 1) > 1:
            pytest.fail("Tests marked `process` run alone: leave out -n, or add -m 'not process'.")
        yield
        return
    watch.test = request.node.nodeid
    yield
    watch.test = ""
    assert request.node.nodeid not in watch.seen, "It started a process: mark it with `process`."

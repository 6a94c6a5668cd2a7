import gc
from importlib.util import find_spec

import hypothesis
import pytest

from fathom5 import engine

pytest_plugins = ["separation"]

collect_ignore = [] if find_spec("sb3_contrib") else ["peers"]
"""The libraries of others have an environment of their own: `make peers`."""

pytest.register_assert_rewrite("fathom5.testing.conformance", "fathom5.testing.scenario")
hypothesis.settings.register_profile("fathom5", deadline=None, derandomize=True)
hypothesis.settings.load_profile("fathom5")


def pytest_collection_finish():
    """Leave out of every later collection what was imported, which is most of what there is."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def compiled_in_this_process(request, monkeypatch):
    """What a test that may start no process needs compiled is compiled without the help of another one."""
    if not request.node.get_closest_marker("process"):
        monkeypatch.setattr(engine, "compile_elsewhere", lambda *_: None)

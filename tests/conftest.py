from importlib.util import find_spec

import hypothesis
import pytest

collect_ignore = [] if find_spec("sb3_contrib") else ["peers"]
"""The libraries of others have an environment of their own: `make peers`."""

pytest.register_assert_rewrite("fathom5.testing.conformance", "fathom5.testing.scenario")
hypothesis.settings.register_profile("fathom5", deadline=None, derandomize=True)
hypothesis.settings.load_profile("fathom5")

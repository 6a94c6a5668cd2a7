import hypothesis
import pytest

pytest.register_assert_rewrite("fathom5.testing.conformance", "fathom5.testing.scenario")
hypothesis.settings.register_profile("fathom5", deadline=None, derandomize=True)
hypothesis.settings.load_profile("fathom5")

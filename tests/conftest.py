import hypothesis
import pytest

pytest.register_assert_rewrite("fathom5.conformance", "scenario")
hypothesis.settings.register_profile("fathom5", deadline=None, derandomize=True)
hypothesis.settings.load_profile("fathom5")

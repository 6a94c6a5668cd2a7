import pytest

pytest.register_assert_rewrite("fathom5.conformance", "scenario")

"""Spreading tasks: a cluster that cannot be had is one sentence (tests/lab/test_ray.py needs a real one)."""

import sys
from types import ModuleType

import pytest

from fathom5.core.errors import Mistake
from fathom5.lab.spread import RayCluster, Threads, executor, in_order


@pytest.fixture
def ray(monkeypatch):
    """A Ray that notes where it is asked to connect to."""
    fake = ModuleType("ray")
    fake.asked = []
    fake.is_initialized = lambda: False
    fake.init = lambda address, **how: fake.asked.append((address, how["include_dashboard"]))
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_a_cluster_of_ones_own_is_never_looked_for_elsewhere(ray):
    assert isinstance(executor(ray="local"), RayCluster)
    executor(ray="10.0.0.1:6379")
    assert ray.asked == [("local", False), ("10.0.0.1:6379", None)]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectionError("nobody answers\nand more"), "nobody answers$"),
        (Exception("The current node timed out during startup."), "timed out during startup"),
        (RuntimeError(), "RuntimeError$"),
    ],
)
def test_a_cluster_that_does_not_start_is_one_sentence(ray, error, reason):
    def fail(address, **how):
        raise error

    ray.init = fail
    with pytest.raises(Mistake, match=f"There is no Ray cluster at local: .*{reason}"):
        RayCluster("local")


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Mistake, match=r"pip install 'fathom5\[ray\]'"):
        RayCluster("local")


def test_results_come_in_the_order_of_the_tasks():
    assert list(in_order(Threads(3), lambda task: task * task, range(20))) == [n * n for n in range(20)]

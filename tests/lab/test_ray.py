"""A study on a Ray cluster of two nodes, one of which is lost: the same bytes (where ray is installed)."""

import pytest

from fathom5.lab.pieces import PiecePlayer
from fathom5.lab.plan import Plan
from fathom5.lab.spread import RayCluster, Threads
from fathom5.lab.study import arms

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")
# Ray allows itself 30 s to start a node, which is tried several times.
pytestmark = [pytest.mark.process, pytest.mark.timeout(400)]


def patiently(start):
    """What Ray starts; it allows itself 30 s, which it may exceed where the cores are busy."""
    for _ in range(3):
        try:
            return start()
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    return start()


@pytest.fixture
def cluster():
    made = patiently(lambda: cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1}))
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.mark.filterwarnings("ignore")
def test_a_lost_node_changes_nothing(cluster):
    second = patiently(lambda: cluster.add_node(num_cpus=1))
    plan = Plan("deep-sea-adventure", 40_000, 7, arms([4]))
    tasks = list(plan.tasks())
    done = {}
    for number, (task, piece) in enumerate(RayCluster(cluster.address).run(PiecePlayer(plan), tasks)):
        done[task] = piece
        if number == 3:
            cluster.remove_node(second, allow_graceful=False)
    here = dict(Threads(2).run(PiecePlayer(plan), tasks))
    assert set(done) == set(tasks)
    assert all(done[task].rows.tobytes() == here[task].rows.tobytes() for task in tasks)
    assert all((done[task].counts == here[task].counts).all() for task in tasks)

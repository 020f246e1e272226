"""Who does the work: processes, or Ray with as many nodes on this machine as are asked for."""

from contextlib import contextmanager
from functools import partial

from multiplane.shards.processes import processes

STORE = 80 << 20  # bytes of each node's object store


@contextmanager
def ray_cluster(nodes):
    """Start a cluster of nodes with one core each; give it and its address."""
    from ray.cluster_utils import Cluster

    from multiplane.shards.cluster import connected

    made = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False},
    )
    try:
        for _ in range(nodes - 1):
            made.add_node(num_cpus=1, object_store_memory=STORE)
        with connected(made.address):
            yield made
    finally:
        made.shutdown()


def on_ray(workers):
    from multiplane.shards.cluster import cluster

    return partial(cluster, workers=workers, tries=10)


def on_processes(workers):
    return partial(processes, workers=workers, tries=10)

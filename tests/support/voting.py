"""Machines with random weights that vote, for tests."""

import numpy as np

from multiplane.guides.votes import Votes
from multiplane.guides.votes_kernel import ROW_BITS


def random_votes(seed: int, rows: int, classes: int, place: int = 0, machines: int = 3) -> Votes:
    """Machines for rows 0 to rows - 1, each with some of the classes and some of the pairs."""
    rng = np.random.default_rng(seed)
    known, keys, sizes, columns, weights, bias = [], [], [], [], [], []
    for machine in range(machines):
        some = np.sort(rng.choice(classes, rng.integers(1, classes + 1), replace=False))
        decisions = len(some) * (len(some) - 1) // 2
        known.append(some)
        bias.append(rng.normal(size=decisions))
        features = np.flatnonzero(rng.random(rows) < 0.8)
        one, other = np.triu_indices(len(features))
        kept = (one == other) | (rng.random(len(one)) < 0.3)
        pairs = features[one[kept]] << ROW_BITS | features[other[kept]]
        keys.append((machine << 2 * ROW_BITS | pairs).astype(np.uint64))
        for _ in pairs:
            which = np.flatnonzero(rng.random(decisions) < rng.choice([0.1, 0.1, 0.6]))
            sizes.append(len(which))
            columns.append(which)
            weights.append(rng.normal(size=len(which)))
    values = np.sort(rng.choice(rows, min(rows, 20), replace=False))
    return Votes(
        settings=np.array([place, machines - 1]),
        values=values,
        machines=rng.integers(0, machines, len(values)).astype(np.int32),
        class_starts=np.cumsum([0, *map(len, known)]).astype(np.int32),
        classes=np.concatenate(known).astype(np.int32),
        bias=np.concatenate(bias),
        prior=rng.dirichlet(np.ones(classes)),
        keys=np.concatenate(keys),
        starts=np.cumsum([0, *sizes]),
        columns=np.concatenate(columns).astype(np.uint16),
        weights=np.concatenate(weights).astype(np.float32),
    )

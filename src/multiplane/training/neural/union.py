"""Several networks as one, whose scores are the means of theirs."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from multiplane.guides.neural.network import Network


def union(networks: Sequence[Network]) -> Network:
    """Join networks of one recipe and vocabulary, without a pretrained encoder."""
    recipe, vocabulary = networks[0].recipe, networks[0].vocabulary
    weights = {
        name: np.concatenate([network.weights[name] for network in networks])
        for name in networks[0].weights
    }
    return Network(replace(recipe, members=len(networks)), vocabulary, weights)

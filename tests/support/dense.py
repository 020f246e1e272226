"""Several networks as a single one, by the definition: side by side, with zeros between them.

The slow twin of `training.neural.union`.
"""

from dataclasses import replace

import numpy as np

from multiplane.guides.neural.network import Network
from multiplane.guides.neural.vocabulary import LOOKED_UP, MORPH, VECTORS
from multiplane.guides.neural.weights import GRAMS, NETWORK, shapes, sizes_of
from multiplane.modelfile.sizes import computed

READ = (*LOOKED_UP, MORPH, GRAMS, VECTORS)  # for a word, in this order
WIDTHS = (*READ, "lstm", "seen", "hidden", "graph", "label")  # sizes that add up
MEANS = ("classes", "class-bias", "arc-pair", "arc-prior", "label-pair")  # which make scores


def dense(networks, counts):
    """Join networks of one recipe and vocabulary."""
    recipe, vocabulary = networks[0].recipe, networks[0].vocabulary
    many = len(networks)
    wide = replace(recipe, **{name: many * getattr(recipe, name) for name in WIDTHS})
    sizes, weights = sizes_of(recipe, vocabulary, counts), {}
    described = {item.name: item.arrays[0].shape for item in NETWORK.items}
    for name, shape in shapes(wide, vocabulary, counts).items():
        array = np.zeros(shape, np.float32)
        for number, network in enumerate(networks):
            axes = (places(size, sizes, number, many) for size in described[name])
            array[np.ix_(*axes)] += network.weights[name]
        if name in MEANS:
            array /= many
        weights[name] = array
    return Network(wide, vocabulary, weights)


def places(size, sizes, number, many):
    """Return where one of many networks has its numbers, along an axis of this size."""
    size = str(size).replace("members × ", "")
    found, begin = [], 0
    for block in _blocks(size, sizes):
        found.append(np.arange(block) + begin + number * block)
        begin += many * block
    own = sum(map(len, found))
    found.append(begin + np.arange(computed(size, sizes) - own))  # what all networks share
    return np.concatenate(found)


def _blocks(size, sizes):
    """Return the layers that an axis is made of, whose numbers are each network's own."""
    match size:
        case "word":
            return [sizes[name] for name in READ]
        case "vector":
            return 2 * [sizes["lstm"]]
        case "4 × lstm":
            return 4 * [sizes["lstm"]]
        case "addresses × hidden":
            return sizes["addresses"] * [sizes["hidden"]]
        case "label + 1":
            return [sizes["label"]]
    return [sizes[size]] if size in WIDTHS else []

"""Several networks as one, whose scores are the means of theirs.

Each layer of the union has the numbers of all networks side by side, and what would join numbers of
different networks is 0.  So it is a network like any other, which parsers and files know already.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.network import Network
from multiplane.guides.neural.recipe import MOST, Recipe
from multiplane.guides.neural.vocabulary import LOOKED_UP, MORPH, VECTORS
from multiplane.guides.neural.weights import GRAMS, NETWORK, Counts, shapes, sizes_of
from multiplane.modelfile.sizes import Size, computed

READ = (*LOOKED_UP, MORPH, GRAMS, VECTORS)  # for a word, in this order
WIDTHS = (*READ, "lstm", "seen", "hidden", "graph", "label")  # sizes that add up
MEANS = ("classes", "class-bias", "arc-pair", "arc-prior", "label-pair")  # which make scores


def widened(recipe: Recipe, many: int) -> Recipe:
    """Return the recipe of a union of so many networks."""
    return replace(recipe, **{name: many * getattr(recipe, name) for name in WIDTHS})


def check_members(many: int, recipe: Recipe) -> None:
    """Raise an error if a union of so many networks would be larger than a network may be."""
    largest = max(WIDTHS, key=lambda name: getattr(recipe, name))
    size = getattr(recipe, largest)
    if many > (most := MOST // size):
        raise MultiplaneError(
            f"members {many}, side by side in one network, whose parts have up to {MOST:,} numbers"
            f" each; with {largest}={size}, give {most} or fewer"
        )


def union(networks: Sequence[Network], counts: Counts) -> Network:
    """Join networks of one recipe and vocabulary, without a pretrained encoder."""
    recipe, vocabulary = networks[0].recipe, networks[0].vocabulary
    many = len(networks)
    wide = widened(recipe, many)
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


def places(size: Size, sizes: Mapping[str, int], number: int, many: int) -> NDArray[np.int64]:
    """Return where one of many networks has its numbers, along an axis of this size."""
    found, begin = [], 0
    for block in _blocks(size, sizes):
        found.append(np.arange(block) + begin + number * block)
        begin += many * block
    own = sum(map(len, found))
    found.append(begin + np.arange(computed(size, sizes) - own))  # what all networks share
    return np.concatenate(found)


def _blocks(size: Size, sizes: Mapping[str, int]) -> list[int]:
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

"""The weights of a network: their names and shapes, and how a file holds them.

Large tables are stored as bytes, with a scale for each row; everything else as 16-bit floats.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.recipe import Recipe
from multiplane.guides.neural.spelling import GRAM_BITS
from multiplane.guides.neural.vocabulary import LOOKED_UP, MORPH, VECTORS, Vocabulary

LARGEST = 127
BYTES, SCALES = "bytes", "scales"
GRAMS = "grams"
TABLES = (*LOOKED_UP, MORPH, GRAMS, VECTORS)  # stored as bytes
NUMBERS = 2  # that a guide sees of each transition: its expected cost, and how likely its arc is
DIRECTIONS = ("forward", "backward")
MIX, MIXED = "encoder-mix", "encoder-into"  # of layers; last is how large all are, in logarithms

Array = NDArray[np.float32]
Weights = dict[str, Array]


class Counts(NamedTuple):
    """What a parser's design says of the sizes of its network."""

    addresses: int
    transitions: int
    classes: int
    labels: int


def directions(layer: int) -> tuple[str, ...]:
    """Name the LSTMs of a layer, counted from 0 on."""
    return tuple(f"{way}-{layer + 1}" if layer else way for way in DIRECTIONS)


def shapes(recipe: Recipe, vocabulary: Vocabulary, counts: Counts) -> dict[str, tuple[int, ...]]:
    """Return the shape of each array of weights."""
    found: dict[str, tuple[int, ...]] = {
        name: (vocabulary.rows(name), getattr(recipe, name)) for name in (*LOOKED_UP, MORPH)
    }
    found[GRAMS] = (1 << GRAM_BITS if recipe.grams else 1, recipe.grams)
    gates = 4 * recipe.lstm
    for number in range(recipe.layers):
        for way in directions(number):
            found[f"{way}-input"] = (gates, recipe.vector if number else recipe.word)
            found[f"{way}-recurrent"] = (gates, recipe.lstm)
            found[f"{way}-bias"] = (gates,)
    found |= {
        "nowhere": (recipe.vector,),
        "seen": (recipe.seen, recipe.vector),
        "seen-bias": (recipe.seen,),
        "addresses": (counts.addresses * recipe.hidden, recipe.seen),
        "hidden-bias": (recipe.hidden,),
        "features": (1 << recipe.feature_bits, recipe.hidden),
        "classes": (counts.classes, recipe.hidden),
        "class-bias": (counts.classes,),
    }
    for name, size in (("arc", recipe.graph), ("label", recipe.label)):
        if size:
            for end in ("head", "dependent"):
                found[f"{name}-{end}"] = (size, recipe.vector)
                found[f"{name}-{end}-bias"] = (size,)
    if recipe.graph:
        found["arc-pair"] = (recipe.graph, recipe.graph)
        found["arc-prior"] = (recipe.graph,)
        found["advice"] = (NUMBERS * counts.transitions, recipe.hidden)
    if recipe.label:
        found["label-pair"] = (counts.labels, recipe.label + 1, recipe.label + 1)
    if recipe.vectors:
        found[VECTORS] = (vocabulary.rows(VECTORS), recipe.vectors)
    if recipe.encoder:
        found[MIX] = (recipe.encoder_layers + 1,)
        found[MIXED] = (recipe.encoder, recipe.encoder_size)
    return found


def stored(weights: Mapping[str, Array]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file."""
    found: dict[str, NDArray[Any]] = {}
    for name, array in weights.items():
        if name in TABLES:
            scales = np.abs(array).max(axis=1, initial=0).astype(np.float32) / LARGEST
            scales[scales == 0] = 1
            found[f"{name}-{BYTES}"] = np.rint(array / scales[:, None]).astype(np.int8)
            found[f"{name}-{SCALES}"] = scales
        else:
            found[name] = array.astype(np.float16)
    return found


def taken(arrays: Mapping[str, NDArray[Any]], expected: Mapping[str, tuple[int, ...]]) -> Weights:
    """Read what `stored` returned; raises where a shape or a number is wrong."""
    found: Weights = {}
    for name, shape in expected.items():
        if name in TABLES:
            table, scales = arrays[f"{name}-{BYTES}"], arrays[f"{name}-{SCALES}"]
            if table.dtype != np.int8 or scales.dtype != np.float32 or scales.shape != shape[:1]:
                raise MultiplaneError(f"{name}: found no rows of bytes with scales")
            _check_shape(name, table, shape)  # before one row is taken for all
            array = table.astype(np.float32) * scales[:, None]
        else:
            _check_shape(name, arrays[name], shape)
            array = arrays[name].astype(np.float32)
        if not np.isfinite(array).all():
            raise MultiplaneError(f"{name}: found numbers that are not finite")
        found[name] = array
    return found


def _check_shape(name: str, array: NDArray[Any], shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise MultiplaneError(f"{name}: found an array of {array.shape}; expected {shape}")

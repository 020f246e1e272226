"""The weights of a network: their names and shapes, and how a file holds them.

Tables and matrices are stored as bytes, with a scale for each row; other weights as 16-bit floats.
Bytes of tables are smaller than those of matrices, and so take less when they are packed.  The
smallest are those of sequences of letters: a word has many, so what is rounded away cancels out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from multiplane.errors import MultiplaneError
from multiplane.guides.neural.headwords import FIRST as FIRST_VECTOR
from multiplane.guides.neural.recipe import MOST_LAYERS, Recipe
from multiplane.guides.neural.spelling import GRAM_BITS
from multiplane.guides.neural.vocabulary import FIRST, LOOKED_UP, MORPH, VECTORS, Vocabulary
from multiplane.modelfile import arrays as stored_arrays
from multiplane.modelfile.arrays import Found, Rule
from multiplane.modelfile.group import Group
from multiplane.modelfile.part import Part
from multiplane.modelfile.room import Room
from multiplane.modelfile.sizes import Size, computed

LARGEST, LARGEST_IN_TABLES, LARGEST_IN_GRAMS = 127, 31, 7  # of bytes
MOST_LOOKED_UP = 1 << 18  # numbers that a guide looks up for each word: these take a megabyte
BYTES, SCALES = "bytes", "scales"
GRAMS = "grams"
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


def _split(table: Array, largest: int) -> dict[str, NDArray[Any]]:
    scales = np.abs(table).max(axis=-1, initial=0).astype(np.float32) / largest
    scales[scales == 0] = 1
    return {BYTES: np.rint(table / scales[..., None]).astype(np.int8), SCALES: scales}


def _joined(found: Found, _: object) -> Array:
    table: Array = found[BYTES].astype(np.float32) * found[SCALES][..., None]
    return table


def _up_to(most: float) -> Rule:
    return Rule(f"up to {most:g}", lambda array, _, __: bool((np.abs(array) <= most).all()))


# So that no sum of products of 32-bit floats becomes infinite, whatever sizes a recipe may have.
_MODERATE, _LOGARITHM = _up_to(1e4), _up_to(30)


def _of_all(*shape: Size) -> tuple[Size, ...]:
    """Return the shape of what all members have, one after the other."""
    rows, *others = shape
    terms = (f"members × {term}" for term in str(rows).split(" + "))
    return " + ".join(term.removesuffix(" × 1") for term in terms), *others


def _matrix(
    name: str, *shape: Size, says: str = "weights", needs: str = "", largest: int = LARGEST
) -> Group:
    shape = _of_all(*shape)
    parts = (
        stored_arrays.Array(BYTES, np.int8, shape, says, packed=True),
        stored_arrays.Array(SCALES, np.float32, shape[:-1], "of these rows", rules=(_MODERATE,)),
    )
    split = partial(_split, largest=largest)
    return Group(name, parts, _joined, split, (4, *shape), needs, joint="-")


def _table(name: str, rows: Size, says: str, largest: int = LARGEST_IN_TABLES) -> Group:
    return _matrix(name, rows, name, says=says, largest=largest)


def _half(
    name: str, *shape: Size, needs: str = "", rules: tuple[Rule, ...] = ()
) -> stored_arrays.Array:
    return stored_arrays.Array(
        name, np.float16, _of_all(*shape), needs=needs, used_as=np.float32, rules=rules
    )


def directions(layer: int) -> tuple[str, ...]:
    """Name the LSTMs of a layer, counted from 0 on."""
    return tuple(f"{way}-{layer + 1}" if layer else way for way in DIRECTIONS)


def _lstm(way: str, needs: str) -> tuple[Group | stored_arrays.Array, ...]:
    gates = "4 × lstm"
    return (
        _matrix(f"{way}-input", gates, "vector" if needs else "word", needs=needs),
        _matrix(f"{way}-recurrent", gates, "lstm", needs=needs),
        _half(f"{way}-bias", gates, needs=needs),
    )


NETWORK = Part(
    "network",
    "guides a parser; `multiplane.guides.neural` says what its arrays are for.",
    items=(
        *(
            _table(name, f"known_{name} + {FIRST[name]}", f"vectors of {name}")
            for name in (*LOOKED_UP, MORPH)
        ),
        _table(GRAMS, "gram_rows", "vectors of sequences of letters", LARGEST_IN_GRAMS),
        *(
            array
            for layer in range(MOST_LAYERS)
            for way in directions(layer)
            for array in _lstm(way, f"layer_{layer + 1}" if layer else "")
        ),
        _half("nowhere", "vector"),
        _matrix("seen", "seen", "vector"),
        _half("seen-bias", "seen"),
        _matrix("addresses", "addresses × hidden", "seen"),
        _half("hidden-bias", "hidden"),
        _matrix("features", "2^feature_bits", "hidden"),
        _matrix("classes", "classes", "hidden"),
        _half("class-bias", "classes"),
        *(
            array
            for name, size in (("arc", "graph"), ("label", "label"))
            for end in ("head", "dependent")
            for array in (
                _matrix(f"{name}-{end}", size, "vector", needs=size),
                _half(f"{name}-{end}-bias", size, needs=size),
            )
        ),
        _matrix("arc-pair", "graph", "graph", needs="graph"),
        _half("arc-prior", "graph", needs="graph"),
        _matrix("advice", f"{NUMBERS} × transitions", "hidden", needs="graph"),
        _matrix("label-pair", "labels", "label + 1", "label + 1", needs="label"),
        _matrix(
            VECTORS, f"headwords + {FIRST_VECTOR}", VECTORS, says="given vectors", needs=VECTORS
        ),
        _half(MIX, "encoder_layers + 1", needs="encoder", rules=(_LOGARITHM,)),
        _matrix(MIXED, "encoder", "encoder_size", needs="encoder"),
    ),
    sizes={
        "form, lemma, …, encoder_size": "those of the manifest's `network`",
        "members": "those of the manifest's `network`; what each has stands behind the other's",
        "known_form, …": "the lengths of the arrays `known-form`, …",
        "headwords": "the length of the array `headwords`, or 0",
        "gram_rows": f"{1 << GRAM_BITS}, or 1 if `grams` is 0",
        "word": "what is read for a word: all of its vectors, one after the other",
        "vector": "2 × lstm",
        "layer_2, …": "1 if there are so many `layers`, else 0",
        "addresses": "the number of templates that ask for a vector",
        "transitions, classes, labels": "those of the parser",
    },
)


def sizes_of(recipe: Recipe, vocabulary: Vocabulary, counts: Counts) -> dict[str, int]:
    """Return the sizes that shapes are made of; raises where searches would take all memory."""
    hidden = recipe.members * recipe.hidden
    if counts.addresses * hidden > MOST_LOOKED_UP:
        raise MultiplaneError(
            f"network: found {counts.addresses:,} addresses of vectors, and a hidden layer of"
            f" {hidden:,}; expected up to {MOST_LOOKED_UP:,} pairs of them"
        )
    known = {f"known_{name}": len(hashes) for name, hashes in vocabulary.hashes.items()}
    return {
        **{name: size for name, size in asdict(recipe).items() if isinstance(size, int)},
        **known,
        **counts._asdict(),
        **{f"layer_{n}": int(recipe.layers >= n) for n in range(2, MOST_LAYERS + 1)},
        "headwords": len(vocabulary.headwords),
        "gram_rows": 1 << GRAM_BITS if recipe.grams else 1,
        "word": recipe.word,
        "vector": recipe.vector,
    }


def shapes(recipe: Recipe, vocabulary: Vocabulary, counts: Counts) -> dict[str, tuple[int, ...]]:
    """Return the shape of each array of weights."""
    sizes = sizes_of(recipe, vocabulary, counts)
    return {
        item.name: tuple(computed(size, sizes) for size in item.arrays[0].shape)
        for item in NETWORK.items
        if not item.needs or sizes[item.needs]
    }


def apart(weights: Mapping[str, Array], members: int) -> list[Weights]:
    """Return the weights of each member, as views of those of all."""
    sizes = {name: len(array) // members for name, array in weights.items()}
    return [
        {name: array[at * sizes[name] :][: sizes[name]] for name, array in weights.items()}
        for at in range(members)
    ]


def beside(parts: Sequence[Array]) -> Array:
    """Put matrices of all members side by side; a single one is not copied."""
    return np.concatenate(parts, axis=1) if len(parts) > 1 else parts[0]


def check_room(shapes: Mapping[str, tuple[int, ...]]) -> None:
    """Raise an error if a file with weights of these shapes would be refused for its size."""
    room = Room()
    for name, shape in shapes.items():
        if len(shape) > 1:
            room.take(name, (4 + 1) * prod(shape))  # as floats, and unpacked as bytes


def stored(weights: Mapping[str, Array]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file."""
    return NETWORK.packed(weights)


def taken(arrays: Mapping[str, NDArray[Any]], sizes: Mapping[str, int]) -> Weights:
    """Read what `stored` returned; raises where a shape or a number is wrong."""
    return NETWORK.unpacked(arrays, **sizes)

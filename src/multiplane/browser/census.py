"""The census in plain Python: the slow twin of `multiplane.server.treebanks`, for small files."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from multiplane.browser.treebanks import not_a_tree, sentences
from multiplane.conllu import Sentence
from multiplane.server.treebanks import answered
from multiplane.treebank.census import Census
from multiplane.treebank.multiplanarity import multiplanarity
from multiplane.treebank.shapes import shape


def treebank_census(data: bytes, name: str) -> dict[str, Any]:
    """Count a treebank, plain or compressed; sentences that are no trees are left out and named."""
    return answered(_total(name, sentences(data, name)), None)


def _total(name: str, sentences: Iterator[Sentence]) -> Census:
    row = Census(name)
    for sentence in sentences:
        row += _counted(sentence, name)
    return row


def _counted(sentence: Sentence, name: str) -> Census:
    """Count one sentence."""
    if not sentence.words and sentence.error is None:
        return Census(name)
    error = sentence.error or not_a_tree(sentence)
    if error is not None:
        malformed = sentence.error is not None and "the word itself" not in error.found
        return Census(name, malformed=malformed, not_trees=not malformed, left_out=(error,))
    found = shape([head or 0 for head in sentence.heads])
    lower, upper = 1, 1
    if found.crossings:
        planes = multiplanarity(sentence.graph)
        lower, upper = planes.lower, planes.upper
    degrees = zip(found.transitions, found.edge_degrees, strict=True)
    return Census(
        name,
        trees=1,
        words=sentence.words,
        several_roots=found.roots > 1,
        non_projective=found.non_projective > 0,
        ill_nested=found.ill_nested,
        non_projective_arcs=found.non_projective,
        crossings=found.crossings,
        length=found.length,
        **{f"{key}_arcs": getattr(found, key) for key in ("left", "right", "left_1", "right_1")},
        planes=Counter([(lower, upper)]),
        gap_degrees=Counter([found.gap_degree]),
        edge_degrees=Counter([found.edge_degree]),
        transitions=Counter(found.transitions),
        transitions_of_non_projective=Counter(degree for degree, e in degrees if e > 0),
    )

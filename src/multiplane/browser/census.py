"""The census in plain Python: the slow twin of `multiplane.server.treebanks`, for small files."""

import io
from collections import Counter
from collections.abc import Iterator
from typing import Any

from multiplane.compressed import opened
from multiplane.conllu import Sentence, read
from multiplane.errors import FormatError, MultiplaneError
from multiplane.graph import acyclic
from multiplane.server.treebanks import answered
from multiplane.treebank.census import Census
from multiplane.treebank.multiplanarity import multiplanarity
from multiplane.treebank.shapes import shape

MOST = 4 << 20  # bytes, which take half a minute


def treebank_census(data: bytes, name: str) -> dict[str, Any]:
    """Count a treebank, plain or compressed; sentences that are no trees are left out and named."""
    with opened(io.BytesIO(data)) as text:
        plain = text.read(MOST + 1)
    if len(plain) > MOST:
        raise MultiplaneError(
            f"more than {MOST >> 20} MB, which is too much for a page without a server; use"
            " multiplane census, or the playground of multiplane serve"
        )
    source = io.StringIO(plain)
    source.name = name
    return answered(_total(name, read(source, on_error="skip")), None)


def _total(name: str, sentences: Iterator[Sentence]) -> Census:
    row = Census(name)
    for sentence in sentences:
        row += _counted(sentence, name)
    return row


def _counted(sentence: Sentence, name: str) -> Census:
    """Count one sentence."""
    if not sentence.words and sentence.error is None:
        return Census(name)
    error = sentence.error or _not_a_tree(sentence)
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


def _not_a_tree(sentence: Sentence) -> FormatError | None:
    """Say what keeps a sentence from being a tree, and on which line."""
    if None in sentence.heads:
        word = sentence.heads.index(None) + 1
        return _error(sentence, word, f"no head for word {word}", "a head for each word")
    verdict = acyclic(sentence.graph)
    if verdict:
        return None
    cycle = verdict.witness
    path = " → ".join(map(str, (*cycle, cycle[0])))
    return _error(sentence, cycle[0], f"the cycle {path}", "a tree")


def _error(sentence: Sentence, word: int, found: str, expected: str) -> FormatError:
    lines = sentence.text.split("\n")
    at = next(k for k, line in enumerate(lines) if line.startswith(f"{word}\t"))
    return FormatError(sentence.file, sentence.line + at, found, expected)

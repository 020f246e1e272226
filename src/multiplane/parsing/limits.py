"""Very long sentences: those that are left unparsed, and what is said of those that take long."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from multiplane.calculus.system import System
from multiplane.calculus.verdicts import linear_elementary
from multiplane.errors import MultiplaneError
from multiplane.oracles.changes import changes
from multiplane.parsing.parser import Parser
from multiplane.treebank.scan import Chunk

# From here on, systems that are not linear take seconds to minutes, and so do beams, which copy
# whole configurations.
MANY_WORDS = 10_000


def checked(max_words: int | None) -> int | None:
    """Check a limit on the words of a sentence; None is no limit."""
    if max_words is not None and max_words < 1:
        raise MultiplaneError(f"max_words: found {max_words}; expected 1 or more")
    return max_words


def too_long(chunk: Chunk, max_words: int | None) -> list[int]:
    """Return the numbers of the sentences that are over the limit."""
    if max_words is None:
        return []
    found: list[int] = np.flatnonzero(np.diff(chunk.starts) > max_words).tolist()
    return found


def parts(chunk: Chunk, max_words: int | None) -> Iterator[tuple[Chunk, bool]]:
    """Split a chunk into parts that are parsed and sentences that are not."""
    begin = 0
    for s in too_long(chunk, max_words):
        if begin < s:
            yield chunk.part(begin, s), True
        yield chunk.part(s, s + 1), False
        begin = s + 1
    if begin < len(chunk):
        yield (chunk.part(begin, len(chunk)) if begin else chunk), True


def bytes_of(chunk: Chunk) -> bytes:
    """Return the sentences of a chunk as they are."""
    return chunk.data[chunk.texts[0] : chunk.texts[-1]].tobytes()


def warning(parser: Parser, words: int) -> str:
    """Say why a sentence of so many words takes long with a parser, if it does."""
    system = parser.design.base
    if words < MANY_WORDS:
        return ""
    if not (_is_linear(system) and _is_guided_locally(parser)):
        return f"with {system.name}, time may grow with the square of that"
    if parser.beam > 1:
        return "with a beam, time grows with the square of that"
    return ""


def _is_guided_locally(parser: Parser) -> bool:
    """Is what a guide sees found from a few words, whatever the sentence's length?

    Expected costs of arcs that join components, as undirected ones do, are found from all words.
    """
    design, network = parser.design, parser.design.network
    if network is None or not (network.graph and network.costs) or design.families:
        return True
    found = changes(design.system, 0)
    return bool((found.local | found.rotates).all())


@lru_cache
def _is_linear(system: System) -> bool:
    return linear_elementary(system).holds is True

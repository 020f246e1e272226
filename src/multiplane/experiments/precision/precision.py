"""The precision of each transition of a parser on a treebank (Table 3 of the buffer paper)."""

import numpy as np

from multiplane.compressed import Place
from multiplane.errors import MultiplaneError
from multiplane.evaluation.transitions import TransitionScore
from multiplane.parsing.parser import Parser
from multiplane.search.builders import Builders
from multiplane.training.corpus import read_corpus
from multiplane.training.examples import Examples


def obstacle(parser: Parser) -> str:
    """Return why arcs of a parser cannot be attributed to transitions; empty if they can."""
    if parser.beam > 1:
        return f"it searches with a beam of {parser.beam}"
    if parser.design.families:
        return f"{parser.design.base} has families of transitions"
    if not isinstance(parser.weights, np.ndarray):
        return "it has no table of weights"
    if parser.design.lowering:
        return "its arcs are lowered after the search"
    if not parser.design.system.directed:
        return f"the arcs of {parser.design.base} have no direction"
    return ""


def precision(
    parser: Parser,
    place: Place,
    *,
    format: str | None = None,  # noqa: A002 - the word that users type
) -> list[TransitionScore]:
    """Parse a treebank greedily; count arcs by the transition that built them.

    A fast version of `multiplane.evaluation.transitions.by_transition`, which defines the counts.
    Sentences that are not trees do not count.
    """
    if why := obstacle(parser):
        raise MultiplaneError(f"no precision of transitions: {why}; it takes a greedy parser")
    design = parser.design
    examples = Examples.of(
        read_corpus([place], form=format, on_error="skip"), design, design.labels
    )
    heads, labels, by = np.full((3, examples.batch.words), -1, np.int32)
    _, times = parser.run(examples.batch, examples.starts, Builders(heads, labels, by))
    searched, _ = parser.search(examples.batch, examples.starts)
    # Roots after the first get another head after the search; no other arc may have changed.
    if ((searched != heads) & (by >= 0) & (heads > 0)).any():
        raise MultiplaneError(
            f"no precision of transitions: the search of {design.base} does not build its trees"
        )
    right_heads = heads == examples.heads
    right = right_heads & (labels == examples.labels)
    return [
        TransitionScore(
            name,
            int(times[number]),
            int((by == number).sum()),
            int((right_heads & (by == number)).sum()),
            int((right & (by == number)).sum()),
        )
        for number, name in enumerate(design.system)
    ]

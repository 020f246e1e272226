"""Choose the dials of a parser's search by its scores on a development file."""

from collections.abc import Callable, Collection
from dataclasses import replace

from multiplane.guides.neural.dial import leaving
from multiplane.parsing.networks import turned
from multiplane.parsing.parser import Parser

# One dial after the other; of its values, the usual one first.
TRIED = {"graph_weight": (0.5, 0.25, 1.0), "bias": (0.0, 0.5, 1.0, 1.5, 2.0)}


def with_best_dials(
    parser: Parser, judge: Callable[[Parser], dict[str, float]], given: Collection[str] = ()
) -> Parser:
    """Return the parser with the values of the highest LAS, the first if there are several.

    Dials that are given stay as they are.
    """
    matters = {
        "graph_weight": parser.design.network is not None and parser.design.network.graph > 0,
        "bias": bool(leaving(parser.design.system).any()),
    }
    for name, values in TRIED.items():
        if name in given or not matters[name]:
            continue
        tried = [turned(parser, **{name: value}) for value in values]
        scores = [judge(each) for each in tried]
        best = max(range(len(tried)), key=lambda at: scores[at]["las"])
        parser = replace(tried[best], training={**parser.training, "scores": scores[best]})
    return parser

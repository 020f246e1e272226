"""Choose how eagerly a parser looks for crossing arcs, by its scores on a development file."""

from collections.abc import Callable
from dataclasses import replace

from multiplane.guides.neural.dial import leaving
from multiplane.parsing.networks import with_bias
from multiplane.parsing.parser import Parser

TRIED = (0.0, 0.5, 1.0, 1.5, 2.0)


def with_best_bias(parser: Parser, judge: Callable[[Parser], dict[str, float]]) -> Parser:
    """Return the parser with the bias of the highest LAS, the lowest if there are several."""
    if not leaving(parser.design.system).any():
        return parser
    tried = [with_bias(parser, bias) for bias in TRIED]
    scores = [judge(each) for each in tried]
    best = max(range(len(tried)), key=lambda at: scores[at]["las"])
    return replace(tried[best], training={**parser.training, "scores": scores[best]})

"""Evaluation: how right is a parser, and is it better than another?

As in sacrebleu (Post 2018): each sentence has statistics that add up, a score comes from their
sum, and so intervals and significance come for free.
"""

from multiplane.evaluation.comparison import Comparison
from multiplane.evaluation.evaluation import Evaluation, evaluate
from multiplane.evaluation.metrics import METRICS, scores
from multiplane.evaluation.signature import Signature
from multiplane.evaluation.significance import McNemar, bootstrap, mcnemar, randomized

__all__ = [
    "METRICS",
    "Comparison",
    "Evaluation",
    "McNemar",
    "Signature",
    "bootstrap",
    "evaluate",
    "mcnemar",
    "randomized",
    "scores",
]

"""What a network in training is penalised for."""

import torch
from torch import Tensor
from torch.nn import functional

from multiplane.training.neural.pairs import Pairs


def choice_loss(scores: Tensor, open_: Tensor, right: Tensor, decisions: Tensor) -> Tensor:
    """Return −log of the probability of all that is right, on average over decisions.

    `open_` and `right` mark the classes of each row; rows of one decision follow each other.
    """
    nothing = torch.tensor(-torch.inf)
    every = torch.where(open_, scores, nothing).logsumexp(1)
    good = torch.where(right, scores, nothing).logsumexp(1)
    if len(decisions) and int(decisions[-1]) + 1 < len(decisions):
        every, good = _by_decision(every, decisions), _by_decision(good, decisions)
    return (every - good).mean() if len(every) else scores.sum()


def _by_decision(rows: Tensor, decisions: Tensor) -> Tensor:
    """Sum in the logarithm over the rows of each decision."""
    size = int(decisions[-1]) + 1
    most = torch.full((size,), -torch.inf).scatter_reduce(0, decisions, rows.detach(), "amax")
    sums = torch.zeros(size).index_add(0, decisions, (rows - most[decisions]).exp())
    return sums.log() + most


def graph_loss(scores: Tensor, pairs: Pairs) -> Tensor:
    """Return −log of the probability of gold heads, on average; those far away do not count."""
    rows = scores.reshape(-1, scores.shape[2])[pairs.words]
    return functional.cross_entropy(rows, pairs.wanted, ignore_index=-1)

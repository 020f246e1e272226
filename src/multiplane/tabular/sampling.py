"""Sample sentences and their trees from a model."""

import numpy as np

from multiplane.errors import MultiplaneError
from multiplane.tabular.alphabet import BOTTOM, ROOT
from multiplane.tabular.forest import SHIFT
from multiplane.tabular.model import Model
from multiplane.tabular.rules import reductions

TRIES = 1_000  # sentences to draw until one is short enough


def sample(
    model: Model, rng: np.random.Generator, max_words: int = 100
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Draw a sentence of at least one word and at most `max_words`: its symbols and heads."""
    if "conditional" in model.notes:
        raise MultiplaneError(
            "a conditional model has no probabilities to sample from; use one estimated without"
            " --conditional"
        )
    for _ in range(TRIES):
        drawn = _computation(model, rng, max_words)
        if drawn is not None and drawn[1]:
            return drawn
    raise MultiplaneError(f"none of {TRIES:,} sentences ended within {max_words} words")


def _computation(
    model: Model, rng: np.random.Generator, max_words: int
) -> tuple[tuple[str, ...], tuple[int, ...]] | None:
    rules = {rule.name: rule for rule in reductions(model.history.degree)}
    deepest = max(choice.context for choice in model.history.choices)
    codes = [ROOT]
    heads: dict[int, int] = {}
    stack: tuple[int, ...] = (0,)
    while True:
        seen = [BOTTOM] * deepest + [codes[node] for node in stack]
        name, symbol = _transition(model, rng, seen)
        if name == "end" or (stack == (0,) and name != SHIFT):
            words = tuple(model.alphabet[code] for code in codes[1:])
            return words, tuple(heads[d] for d in range(1, len(codes)))
        if name == SHIFT:
            if len(codes) > max_words:
                return None
            stack = (*stack, len(codes))
            codes.append(symbol)
        else:
            head, dependent = rules[name].arc(stack)
            heads[dependent] = head
            stack = rules[name].after(stack)


def _transition(model: Model, rng: np.random.Generator, seen: list[int]) -> tuple[str, int]:
    """Draw choices until they make up a transition."""
    done: tuple[tuple[int, str], ...] = ()
    c = 0
    while True:
        choice = model.history.choices[c]
        row = model.tables[c][tuple(seen[-choice.context :])]
        sums = row.cumsum()
        at = int(sums.searchsorted(rng.random() * sums[-1], "right"))
        symbols = len(model.alphabet)
        if SHIFT in choice.outcomes and at < symbols:
            return SHIFT, at
        outcome = choice.outcomes[at - symbols + 1 if SHIFT in choice.outcomes else at]
        done = (*done, (c, outcome))
        if done == model.history.paths["end"] and seen[-1] == ROOT:
            return "end", 0
        for name, path in model.history.paths.items():
            if path == done and name != "end":
                return name, 0
        c += 1

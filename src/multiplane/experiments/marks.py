"""Marks of significance, from the stored outputs of runs."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path

from multiplane.conllu import read
from multiplane.evaluation import Comparison, Evaluation, evaluate
from multiplane.experiments.plan import ALL, Significance
from multiplane.experiments.store import Result

BETTER_THAN = ("★", "†", "‡")  # one, two, three or more others
BETTER, WORSE = "*", "↓"  # than the parser that all others are compared with

Outcomes = Mapping[str, Mapping[int, Result]]  # by parser and seed


def marks(gold: Path, outcomes: Outcomes, asked: Significance) -> dict[str, str]:
    """Return the mark of each parser on one treebank."""
    sentences = list(read(gold))
    evaluations = {
        parser: {
            seed: evaluate(sentences, str(result.output), bootstrap=0)
            for seed, result in by_seed.items()
            if not result.failed
        }
        for parser, by_seed in outcomes.items()
    }
    beaten: dict[str, list[str]] = {parser: [] for parser in (*evaluations, asked.against)}
    for first, second in permutations(evaluations, 2):
        wanted = asked.against in (ALL, first, second)
        if wanted and _better(evaluations[first], evaluations[second], asked):
            beaten[first].append(second)
    if asked.against == ALL:
        return {parser: ("", *BETTER_THAN)[min(len(beaten[parser]), 3)] for parser in evaluations}
    return {
        parser: BETTER if asked.against in b else WORSE if parser in beaten[asked.against] else ""
        for parser, b in beaten.items()
        if parser != asked.against
    }


def legend(asked: Significance) -> str:
    """Return the explanation of the marks."""
    name = "McNemar's test" if asked.test == "mcnemar" else "randomised comparison"
    how = f"at the {f'{asked.level:g}'.removeprefix('0')} level ({name}, {asked.measure})"
    if asked.against == ALL:
        one, two, three = BETTER_THAN
        return (
            f"Significantly better {how} than {one} one, {two} two, {three} three or more others."
        )
    return f"Significantly {BETTER} better, {WORSE} worse than {asked.against} {how}."


def _better(
    first: Mapping[int, Evaluation], second: Mapping[int, Evaluation], asked: Significance
) -> bool:
    """Is the first significantly better with more than half of the seeds that both have?"""
    seeds = [seed for seed in first if seed in second]
    wins = [_wins(first[seed], second[seed], asked) for seed in seeds]
    return 2 * sum(wins) > len(seeds)


def _wins(first: Evaluation, second: Evaluation, asked: Significance) -> bool:
    signature = replace(first.signature, randomized=asked.trials, seed=asked.seed)
    comparison = Comparison(replace(first, signature=signature), second)
    difference = comparison.differences[asked.measure]
    if difference is None or difference <= 0:
        return False
    if asked.test == "mcnemar":
        return comparison.mcnemar[asked.measure].p < asked.level
    p = comparison.randomized[asked.measure]
    return p is not None and p < asked.level

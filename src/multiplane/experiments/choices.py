"""Rows that show the best of other rows, chosen for each treebank."""

from collections.abc import Mapping
from statistics import mean

from multiplane.experiments.plan import Experiment
from multiplane.experiments.store import Result

Results = dict[tuple[str, str], dict[int, Result]]  # by treebank and parser, and by seed


def with_choices(experiment: Experiment, results: Results) -> tuple[Results, list[str]]:
    """Add the results of rows that show the best of others, and notes on which was chosen."""
    found, notes = dict(results), []
    for row in experiment.rows:
        if row.best_of:
            said = []
            for treebank in experiment.treebanks:
                candidates = {name: results[treebank.name, name] for name in row.best_of}
                name, by = choice(experiment, candidates)
                found[treebank.name, row.name] = candidates[name] if name else {}
                if name:
                    said.append(f"{name} for {treebank.name}{f' ({by})' if by else ''}")
            if said:
                notes.append(f"{row.name}, chosen by LAS on dev, is {', '.join(said)}.")
    return found, notes


def choice(
    experiment: Experiment, candidates: Mapping[str, Mapping[int, Result]]
) -> tuple[str, str]:
    """Return the best of some parsers on a treebank, and a note if it was not chosen by dev.

    Without dev it is chosen by the file that is scored, as in the papers.  If results are missing,
    nothing is chosen.
    """
    by_name = {name: _done(results) for name, results in candidates.items()}
    if not all(by_name.values()):
        return "", ""
    if all(result.dev for results in by_name.values() for result in results):
        values = {n: mean(r.dev["las"] for r in rs if r.dev) for n, rs in by_name.items()}
        by = ""
    else:
        measure = experiment.measures[0] if experiment.kind == "scores" else "las"
        values = {n: mean(r.scores[measure] or 0.0 for r in rs) for n, rs in by_name.items()}
        by = f"by {experiment.on[0]}, as it has no dev"
    return max(values, key=values.__getitem__), by


def score(results: Mapping[int, Result], measure: str) -> float | None:
    """Return the mean score of a parser over its seeds, or None if there is none."""
    values = [result.scores.get(measure) for result in _done(results)]
    defined = [value for value in values if value is not None]
    return mean(defined) if defined else None


def _done(results: Mapping[int, Result]) -> list[Result]:
    return [result for result in results.values() if not result.failed]

"""Run an experiment, from its plan to its answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from multiplane.experiments.answer import (
    FAILED,
    NOT_RUN,
    Answer,
    Cell,
    Place,
    averages,
    with_best,
)
from multiplane.experiments.choices import Results, score, with_choices
from multiplane.experiments.marks import legend, marks
from multiplane.experiments.plan import Best, Experiment, Row, Significance, Treebank
from multiplane.experiments.properties import properties
from multiplane.experiments.reading import read_experiment
from multiplane.experiments.runs import Run, chosen, runs
from multiplane.experiments.settings import noted
from multiplane.experiments.store import Result, Store
from multiplane.systems import systems

if TYPE_CHECKING:
    from multiplane.training.training import Moment

Seen = Callable[[Run, Result | None, "Moment | None"], None]


def experiment(
    file: str | PathLike[str],
    results: str | PathLike[str] = "results",
    *,
    treebanks: str | PathLike[str] | None = None,
    only: Sequence[str] = (),
    settings: Mapping[str, Any] = MappingProxyType({}),
    see: Seen = lambda _run, _result, _moment: None,
) -> Answer:
    """Do the runs of an experiment that have no stored results yet; return its table.

    `settings` are options of training that replace those of the file: `{"oracle": "dynamic"}`.
    `multiplane.experiments.rendering` writes it as Markdown, LaTeX and CSV.
    """
    plan, store = read_experiment(file, treebanks, settings), Store(results)
    do_runs(plan, store, only, see)
    return answer(plan, store)


def do_runs(
    experiment: Experiment,
    store: Store,
    only: Sequence[str] = (),
    see: Seen = lambda _run, _result, _moment: None,
) -> None:
    """Do the runs that have no results yet, and retry those that failed.

    `see` is called with each moment of a run's training, and with its result.
    """
    from multiplane.experiments.running import perform

    for run in chosen(runs(experiment), only):
        result = store.found(run)
        if result is None or result.failed:
            result = perform(run, store, lambda moment, run=run: see(run, None, moment))  # type: ignore[misc]
        see(run, result, None)


def answer(experiment: Experiment, store: Store) -> Answer:
    """Make the table from the stored results."""
    results = _results(experiment, store)
    notes = noted(experiment.settings) + _failures(results)
    if experiment.missing:
        notes.append(f"Not found: {', '.join(experiment.missing)}.")
    if experiment.kind == "census":
        return Answer(experiment, _census(experiment, results), tuple(notes))
    results, choices = with_choices(experiment, results)
    rows = [row for row in experiment.rows if not row.hidden]
    cells: dict[Place, Cell] = {
        (treebank.name, row.name, measure): cell
        for treebank in experiment.treebanks
        for row in rows
        for measure, cell in _cells(experiment, row, results[treebank.name, row.name]).items()
    }
    means, incomplete = averages(cells)
    if experiment.layout == "average":
        cells = means
    elif experiment.average:
        cells |= means
    if experiment.average or experiment.layout == "average":
        notes += incomplete
    cells = with_best(cells, experiment.decimals)
    if asked := experiment.significance:
        _add_marks(experiment, asked, results, cells)
        notes.append(legend(asked))
    return Answer(experiment, cells, (*_seeds(cells), *choices, *notes))


def _results(experiment: Experiment, store: Store) -> Results:
    found: Results = {
        (treebank.name, row.name): {}
        for treebank in experiment.treebanks
        for row in experiment.rows
    }
    for run in runs(experiment):
        if result := store.found(run):
            found[run.treebank.name, run.row.name][run.seed] = result
    return found


def _cells(experiment: Experiment, row: Row, found: Mapping[int, Result]) -> dict[str, Cell]:
    """Return the cells of a parser, by measure, from the results of its seeds."""
    done = [result for result in found.values() if not result.failed]
    measured: Mapping[str, Sequence[float | None]]
    if experiment.kind == "scores":
        measured = {m: [result.scores.get(m) for result in done] for m in experiment.measures}
    else:
        measured = _precisions(experiment, row, done)
    text = "" if done else FAILED if found else NOT_RUN
    return {
        measure: Cell(tuple(value for value in values if value is not None), text)
        for measure, values in measured.items()
    }


def _precisions(
    experiment: Experiment, row: Row, done: Sequence[Result]
) -> dict[str, list[float | None]]:
    """Return the labelled precision of a parser's transitions that build arcs."""
    system = systems[row.options["system"]]
    building = [n for n, t in system.items() if any(s.adds_arc for s in t.steps)]
    return {
        name: [
            score["precision"]
            for result in done
            for score in result.transitions or ()
            if score["transition"] == name
        ]
        for name in experiment.measures or building
        if name in building
    }


def _add_marks(
    experiment: Experiment,
    asked: Significance,
    results: Results,
    cells: dict[Place, Cell],
) -> None:
    for treebank in experiment.treebanks:
        outcomes = {
            row.name: results[treebank.name, row.name]
            for row in experiment.rows
            if not row.hidden or row.name == asked.against
        }
        for parser, mark in marks(treebank.files[experiment.on[0]], outcomes, asked).items():
            place = treebank.name, parser, asked.measure
            if place in cells:
                cells[place] = replace(cells[place], mark=mark)


def _census(experiment: Experiment, results: Results) -> dict[Place, Cell]:
    cells = {}
    for treebank in experiment.treebanks:
        for name, cell in properties(experiment, treebank).items():
            cells[treebank.name, "", name] = cell
        if asked := experiment.best:
            cells[treebank.name, "", asked.title] = _best(asked, experiment, treebank, results)
    return cells


def _best(asked: Best, experiment: Experiment, treebank: Treebank, results: Results) -> Cell:
    """Name the best parser other than the baseline (Table 2 of the buffer paper)."""
    found = {
        row.name: score(results[treebank.name, row.name], asked.measure)
        for row in experiment.rows
        if not row.best_of
    }
    values = {name: value for name, value in found.items() if value is not None}
    baseline = values.pop(asked.baseline, None)
    if baseline is None or not values or len(values) + 1 < len(found):
        return Cell(text=NOT_RUN)
    name = max(values, key=values.__getitem__)
    same_side = len({value > baseline for value in values.values()}) == 1
    return Cell(text=f"{name}*" if same_side and len(values) > 1 else name)


def _seeds(cells: Mapping[Place, Cell]) -> list[str]:
    """Return a note on the number of seeds."""
    counts = sorted({len(cell.values) for cell in cells.values() if len(cell.values) > 1})
    if not counts:
        return []
    many = " or ".join(map(str, counts))
    return [f"Means of {many} seeds; ± is half the difference between the best and the worst."]


def _failures(results: Results) -> list[str]:
    """Return notes on which parsers failed, where and why, one for each reason."""
    where: dict[tuple[str, str], list[str]] = {}
    for (treebank, parser), by_seed in results.items():
        for reason in dict.fromkeys(result.failed for result in by_seed.values() if result.failed):
            where.setdefault((parser, reason), []).append(treebank)
    return [
        f"Failed: {parser} for {', '.join(names)}: {reason}"
        for (parser, reason), names in where.items()
    ]

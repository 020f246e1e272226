"""The answer to an experiment: a cell for each treebank, parser and measure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import mean

from multiplane.experiments.plan import Experiment

AVERAGE = "average"
FAILED, NOT_RUN, UNDEFINED = "failed", "not run", "–"

Place = tuple[str, str, str]  # the names of treebank, parser and measure


@dataclass(frozen=True, slots=True)
class Cell:
    """The values of all seeds that have one."""

    values: tuple[float, ...] = ()
    text: str = ""  # shown instead of values
    mark: str = ""
    best: bool = False

    @property
    def mean(self) -> float | None:
        return mean(self.values) if self.values else None

    @property
    def spread(self) -> float:
        """Half the difference between the best and the worst seed."""
        return (max(self.values) - min(self.values)) / 2 if self.values else 0.0

    def shown(self, decimals: int) -> str:
        """The mean, with the spread if there are several seeds.

        >>> Cell((85.0, 86.0)).shown(1), Cell((85.25,)).shown(2), Cell(text="failed").shown(2)
        ('85.5 ± 0.5', '85.25', 'failed')
        """
        if self.text or self.mean is None:
            return self.text or UNDEFINED
        spread = f" ± {self.spread:.{decimals}f}" if len(self.values) > 1 else ""
        return f"{self.mean:.{decimals}f}{spread}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The cells of a table, and notes for its readers."""

    experiment: Experiment
    cells: Mapping[Place, Cell]
    notes: tuple[str, ...] = ()

    @property
    def treebanks(self) -> list[str]:
        return list(dict.fromkeys(treebank for treebank, _, _ in self.cells))

    @property
    def columns(self) -> list[tuple[str, str]]:
        """The parsers with the measures that they have, parser by parser."""
        found = list(dict.fromkeys((parser, measure) for _, parser, measure in self.cells))
        parsers = list(dict.fromkeys(parser for parser, _ in found))
        return sorted(found, key=lambda column: parsers.index(column[0]))


def with_best(cells: Mapping[Place, Cell], decimals: int) -> dict[Place, Cell]:
    """Mark the best parsers for each treebank and measure, if there are several."""
    groups: dict[tuple[str, str], list[tuple[str, float]]] = {}
    for (treebank, parser, measure), cell in cells.items():
        if cell.mean is not None:
            shown = round(cell.mean, decimals)  # equal when rounded is equal
            groups.setdefault((treebank, measure), []).append((parser, shown))
    best = {
        (treebank, parser, measure)
        for (treebank, measure), found in groups.items()
        for parser, value in found
        if len(found) > 1 and value == max(each for _, each in found)
    }
    return {place: replace(cell, best=place in best) for place, cell in cells.items()}


def averages(cells: Mapping[Place, Cell]) -> tuple[dict[Place, Cell], list[str]]:
    """Average over treebanks; return notes where a score is undefined or missing for some."""
    groups: dict[tuple[str, str], list[Cell]] = {}
    for (_, parser, measure), cell in cells.items():
        groups.setdefault((parser, measure), []).append(cell)
    found, notes = {}, []
    for (parser, measure), group in groups.items():
        means = [cell.mean for cell in group if cell.mean is not None]
        found[AVERAGE, parser, measure] = Cell((mean(means),) if means else ())
        if 0 < len(means) < len(group):
            notes.append(
                f"The average of {measure} for {parser} is over {len(means)} of {len(group)}"
                " treebanks; for the others there is no score."
            )
    return found, notes

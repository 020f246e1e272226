"""What an experiment is: the values that its file is read into."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KINDS = ("scores", "transitions", "census")
# What stands above the columns: the measures, each with all parsers below it, or the other way
# round; or the treebanks, with a row for each parser.  `average`: over all treebanks.
LAYOUTS = ("by-measure", "by-parser", "by-treebank", "average")
SPLITS = ("train", "dev", "test")
TESTS = ("mcnemar", "randomized")
ALL = "all"  # parsers are compared with each other, rather than with one of them


@dataclass(frozen=True, slots=True)
class Treebank:
    """A name and its files, by what they are for."""

    name: str
    files: Mapping[str, Path]


@dataclass(frozen=True, slots=True)
class Row:
    """A parser: keywords of `multiplane.train`; or the best of some others, by treebank."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    best_of: tuple[str, ...] = ()
    hidden: bool = False  # run for the sake of another row, but not shown


@dataclass(frozen=True, slots=True)
class Significance:
    """Which differences carry a mark."""

    test: str
    level: float
    measure: str
    against: str = ALL  # or the name of a parser that the others are compared with
    trials: int = 10_000
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Best:
    """A column of a census that names the parser that is best on a treebank."""

    title: str
    baseline: str  # this one is not named; an asterisk says that all others are on one side of it
    measure: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """A question that a table answers."""

    name: str
    file: str
    title: str
    caption: str
    kind: str
    layout: str
    on: tuple[str, ...]  # the files that are scored, or counted by a census
    measures: tuple[str, ...]  # scores; of a census its numbers; of transitions their names, or all
    titles: Mapping[str, str]  # of measures, where they are not to have their own
    decimals: int
    average: bool  # add a row with the mean over all treebanks
    seeds: tuple[int, ...]
    treebanks: tuple[Treebank, ...]
    missing: tuple[str, ...]  # treebanks that were not found
    rows: tuple[Row, ...]
    significance: Significance | None = None
    best: Best | None = None

    def title_of(self, measure: str) -> str:
        return self.titles.get(measure, measure)

    def row(self, name: str) -> Row:
        return next(row for row in self.rows if row.name == name)

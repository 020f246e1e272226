"""The plan of an experiment, as read from its file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KINDS = ("scores", "transitions", "census")
# The groups of columns: measures, each with all parsers below it, or the other way round; or
# treebanks, with a row for each parser.  `average`: over all treebanks.
LAYOUTS = ("by-measure", "by-parser", "by-treebank", "average")
SPLITS = ("train", "dev", "test")
TESTS = ("mcnemar", "randomized")
ALL = "all"  # compare all parsers with each other, rather than with one of them


@dataclass(frozen=True, slots=True)
class Treebank:
    """The name of a treebank, and its files by purpose."""

    name: str
    files: Mapping[str, Path]


@dataclass(frozen=True, slots=True)
class Row:
    """A parser: keywords of `multiplane.train`; or the best of some others, by treebank."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    best_of: tuple[str, ...] = ()
    hidden: bool = False  # run for another row, but not shown


@dataclass(frozen=True, slots=True)
class Significance:
    """Which differences are tested and marked."""

    test: str
    level: float
    measure: str
    against: str = ALL  # or the name of the parser to compare the others with
    trials: int = 10_000
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Best:
    """A column of a census that names the best parser for a treebank."""

    title: str
    baseline: str  # never named; an asterisk means that all others are better, or all worse
    measure: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """The plan of a table."""

    name: str
    file: str
    title: str
    caption: str
    kind: str
    layout: str
    on: tuple[str, ...]  # the files to score, or to count for a census
    measures: tuple[str, ...]  # scores; for a census its numbers; for transitions their names
    titles: Mapping[str, str]  # of measures, if they differ from the default ones
    decimals: int
    average: bool  # add a row with the mean over all treebanks
    seeds: tuple[int, ...]
    treebanks: tuple[Treebank, ...]
    missing: tuple[str, ...]  # treebanks that were not found
    rows: tuple[Row, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)  # that replace those of the file
    significance: Significance | None = None
    best: Best | None = None

    def title_of(self, measure: str) -> str:
        return self.titles.get(measure, measure)

    def row(self, name: str) -> Row:
        return next(row for row in self.rows if row.name == name)

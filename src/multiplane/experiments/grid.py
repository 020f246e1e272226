"""The layout of a table: groups of columns, and rows of cells."""

from dataclasses import dataclass
from itertools import groupby

from multiplane.experiments.answer import Answer, Cell

EMPTY = Cell(text=" ")


@dataclass(frozen=True, slots=True)
class Grid:
    """Each column has a title and belongs to a group; the first column names the rows."""

    groups: tuple[tuple[str, int], ...]  # a title and how many columns it spans
    titles: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    @property
    def flat(self) -> tuple[str, ...]:
        """Titles of columns with those of their groups, for formats with one line of titles."""
        above = [title for title, span in self.groups for _ in range(span)]
        return tuple(" ".join(filter(None, pair)) for pair in zip(above, self.titles, strict=True))


def grid(answer: Answer) -> Grid:
    """Lay out an answer as its experiment asks."""
    experiment, columns = answer.experiment, answer.columns
    title = experiment.title_of
    parsers = list(dict.fromkeys(parser for parser, _ in columns))
    measures = list(dict.fromkeys(measure for _, measure in columns))
    if experiment.layout in ("by-treebank", "average"):
        # Rows are parsers.
        places = [(treebank, measure) for treebank in answer.treebanks for measure in measures]
        rows = [
            (parser, [answer.cells.get((t, parser, m), EMPTY) for t, m in places])
            for parser in parsers
        ]
        above = ["" if experiment.layout == "average" else t for t, _ in places]
        return _made([(over, title(m)) for over, (_, m) in zip(above, places, strict=True)], rows)
    if experiment.layout == "by-measure":
        columns = [(p, m) for m in measures for p in parsers if (p, m) in columns]
    rows = [
        (treebank, [answer.cells.get((treebank, p, m), EMPTY) for p, m in columns])
        for treebank in answer.treebanks
    ]
    if experiment.layout == "by-measure":
        return _made([(title(m), p) for p, m in columns], rows)
    return _made([(p, title(m)) for p, m in columns], rows)


def _made(titles: list[tuple[str, str]], rows: list[tuple[str, list[Cell]]]) -> Grid:
    groups = tuple((name, len(list(g))) for name, g in groupby(titles, key=lambda pair: pair[0]))
    under = tuple(below for _, below in titles)
    return Grid(groups, under, tuple((name, tuple(cells)) for name, cells in rows))

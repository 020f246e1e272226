"""A picture of a census: the shares of trees by planes and by gap degree, a bar for each row."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from multiplane.figures import figure
from multiplane.treebank.census import Census
from multiplane.treebank.fields import FIELDS

COLOURS = ("#dfe7ee", "#7aa6c2", "#2f6f9f", "#123f5f")  # light for the many, dark for the few


def plot(rows: Sequence[Census], path: str | Path, names: Sequence[str] | None = None) -> None:
    """Draw the rows into a file whose name ends in .svg, .png or .pdf."""
    names = names or [row.name for row in rows]
    with figure(path, 10, 1.6 + 0.32 * len(rows)) as drawn:
        left, right = drawn.subplots(1, 2, sharey=True)
        planes = [Counter({u: n for (_, u), n in row.planes.items()}) for row in rows]
        _bars(left, names, planes, FIELDS["planes"].heading, first=1)
        gaps = [row.gap_degrees for row in rows]
        _bars(right, names, gaps, FIELDS["gap_degree"].heading, first=0)


def _bars(
    axes: Any, names: Sequence[str], counts: Sequence[Counter[int]], of: str, first: int
) -> None:
    """Stack the shares of first, first + 1, first + 2 and more, in percent of the trees."""
    places = range(len(names))
    begin = [0.0] * len(names)
    for step, colour in enumerate(COLOURS):
        value, last = first + step, step == len(COLOURS) - 1
        shares = []
        for count in counts:
            many = sum(n for key, n in count.items() if key == value or (last and key > value))
            shares.append(100 * many / (count.total() or 1))
        label = f"{value} or more" if last else str(value)
        axes.barh(places, shares, left=begin, color=colour, edgecolor="white", label=label)
        begin = [b + share for b, share in zip(begin, shares, strict=True)]
    axes.set_yticks(places, names)
    axes.set_ylim(len(names) - 0.5, -0.5)  # the first on top
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of trees")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.legend(title=of, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)

"""A plot of an answer: a panel for each measure, a line for each treebank, dots for parsers."""

from pathlib import Path
from typing import Any

from multiplane.experiments.answer import Answer
from multiplane.figures import figure

MOST_PANELS = 6
# Colours that colour-blind people can tell apart (Okabe and Ito 2008), with different markers.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
MARKERS = "osD^vPX"


def plot(answer: Answer, path: str | Path) -> None:
    """Plot the first measures to a file whose name ends in .svg, .png or .pdf."""
    cells = answer.cells
    measures = [
        measure
        for measure in dict.fromkeys(measure for _, _, measure in cells)
        if any(cell.values for place, cell in cells.items() if place[2] == measure)
    ][:MOST_PANELS]
    lines = 0.36 * len(answer.treebanks)
    with figure(path, 2 + 3 * max(1, len(measures)), 1.8 + lines) as drawn:
        panels = drawn.subplots(1, max(1, len(measures)), sharey=True, squeeze=False)[0]
        for axes, measure in zip(panels, measures, strict=False):
            _panel(axes, answer, measure)
        handles, labels = panels[0].get_legend_handles_labels()
        if any(labels):
            drawn.legend(handles, labels, loc="outside upper center", ncols=7, frameon=False)


def _panel(axes: Any, answer: Answer, measure: str) -> None:
    names = answer.treebanks
    parsers = list(dict.fromkeys(parser for parser, _ in answer.columns))
    for number, parser in enumerate(parsers):
        found = [
            (line, cell)
            for line, name in enumerate(names)
            if (cell := answer.cells.get((name, parser, measure))) and cell.values
        ]
        means = [cell.mean or 0.0 for _, cell in found]
        # Parsers are offset vertically, so that none hides another.
        shift = 0.5 * ((number + 0.5) / len(parsers) - 0.5)
        axes.errorbar(
            means,
            [line + shift for line, _ in found],
            xerr=[
                [mean - min(cell.values) for mean, (_, cell) in zip(means, found, strict=True)],
                [max(cell.values) - mean for mean, (_, cell) in zip(means, found, strict=True)],
            ],
            fmt=MARKERS[number % len(MARKERS)],
            color=COLOURS[number % len(COLOURS)],
            markersize=5,
            label=parser,
        )
    axes.set_title(answer.experiment.title_of(measure), fontsize="medium")
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)  # the first on top
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)

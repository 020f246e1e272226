"""Tutorials as notebooks: `make docs` writes them from the pages, so that nothing is said twice.

Commands become cells of the shell (`%%sh`, which prints whole tables; after an exclamation mark
they would be as narrow as a terminal).  Python becomes cells that end where something is shown.
A comment `<!-- notebook … -->` on a page is a cell of the notebook alone: what shows itself there.
Outputs are left out: the page has them, and a run makes them.
"""

import json
import re
from collections.abc import Iterator
from doctest import DocTestParser
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
TUTORIALS = tuple(sorted((HERE / "tutorials").glob("*.md")))
START = """\
import os

if not os.path.isdir("examples"):
    os.chdir("../..")  # to the top of the repository, from which files are named"""
HERE_ALREADY = re.compile(r"\nThis page is a \[notebook\].*\n")
BLOCK = re.compile(
    r"^```(?P<kind>console|python)\n(?P<shown>.*?)^```\n|^<!-- notebook\n(?P<only>.*?)\n-->\n",
    re.DOTALL | re.MULTILINE,
)
SHELL = "%%sh --no-raise-error"  # the exit code may be an answer: no
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


class Cell(NamedTuple):
    """A text or, with what the page shows below it, a piece of code."""

    source: str
    shown: str | None = None  # None for text; "" where the page shows nothing


def cells(page: str) -> Iterator[Cell]:
    """Take a page apart."""
    at = 0
    for block in BLOCK.finditer(page):
        yield from _text(page[at : block.start()])
        at = block.end()
        if block["only"]:
            yield Cell(block["only"], "")
        elif block["kind"] == "console":
            yield from (
                Cell(f"{SHELL}\n{line}", shown) for line, shown in COMMAND.findall(block["shown"])
            )
        else:
            yield from _python(block["shown"])
    yield from _text(page[at:])


def _text(markdown: str) -> Iterator[Cell]:
    """A cell begins at each heading."""
    for part in re.split(r"\n(?=## )", markdown):
        if text := part.strip():
            yield Cell(text)


def _python(block: str) -> Iterator[Cell]:
    """A cell ends where something is shown, since a notebook shows what comes last."""
    lines: list[str] = []
    for example in DocTestParser().get_examples(block):
        lines.append(example.source.rstrip("\n"))
        if example.want:
            yield Cell("\n".join(lines), example.want)
            lines = []
    if lines:
        yield Cell("\n".join(lines), "")


def notebook(file: Path) -> str:
    """Return the notebook of a page; the first cell after its introduction goes to the files."""
    head, *rest = cells(HERE_ALREADY.sub("", file.read_text("utf-8")))
    found = [_cell(k, cell) for k, cell in enumerate((head, Cell(START, ""), *rest))]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    whole = {"cells": found, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _cell(number: int, cell: Cell) -> dict[str, Any]:
    code = {"execution_count": None, "outputs": []} if cell.shown is not None else {}
    return {
        "cell_type": "code" if code else "markdown",
        "id": f"cell-{number}",
        "metadata": {},
        **code,
        "source": cell.source.splitlines(keepends=True),
    }


PAGES = {f"tutorials/{file.stem}.ipynb": partial(notebook, file) for file in TUTORIALS}

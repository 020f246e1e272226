"""Pictures as PDF, by matplotlib, which is an extra: one page for each sentence."""

import io
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

from multiplane.drawing.layout import Row, Run, Slot, lay_out
from multiplane.drawing.picture import Picture, instead
from multiplane.drawing.size import TooLarge
from multiplane.drawing.svg import COLOURS, LEVEL, LINE, MARGIN, METRICS, pixels
from multiplane.errors import MultiplaneError
from multiplane.figures import _matplotlib

DOTS = 72  # pixels of the layout in an inch
POINTS = 0.72  # points of a font in a pixel of the layout: narrower than what is reserved


def write_pdf(
    pictures: Iterable[tuple[str, Picture]],
    file: TextIO,
    width: int = 700,
    undrawn: Callable[[TooLarge], None] | None = None,
) -> None:
    """Write a page for each picture, with its name above.

    If somebody is told what is `undrawn`, its page says why, and the others are written.
    """
    matplotlib = _matplotlib()
    from matplotlib.backends.backend_pdf import PdfPages

    data = io.BytesIO()
    pages = 0
    options = {"pdf.fonttype": 42}  # text that can be searched and edited
    with (
        warnings.catch_warnings(),
        matplotlib.rc_context(options),
        PdfPages(data, metadata={"CreationDate": None}) as document,
    ):
        warnings.filterwarnings("error", message="Glyph .* missing")
        for name, picture in pictures:
            try:
                try:
                    page = _page(matplotlib, name, picture, width)
                except TooLarge as error:
                    if undrawn is None:
                        raise
                    undrawn(error)
                    page = _page(matplotlib, name, instead(error), width)
                document.savefig(page)
            except UserWarning as warning:
                said = f"{warning}".rstrip(".")
                raise MultiplaneError(
                    f"{name and f'{name}: '}{said}; write .svg or .html, which take any font"
                ) from None
            pages += 1
    if not pages:
        raise MultiplaneError("nothing was found; a PDF needs at least one page")
    file.flush()
    file.buffer.write(data.getvalue())


def _page(matplotlib: Any, name: str, picture: Picture, width: int) -> Any:
    with picture.located():
        rows = lay_out(picture.words, picture.links, METRICS, width)
    heights = [LEVEL * (row.levels + 1) + _lines(row) * LINE + 2 * MARGIN for row in rows]
    wide, high = max(row.width for row in rows), sum(heights) + 2 * LINE
    drawn = matplotlib.figure.Figure((wide / DOTS, high / DOTS))
    axes = drawn.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, wide)
    axes.set_ylim(high, 0)  # as on a page, from top to bottom
    axes.text(METRICS.edge, LINE, _plain(name), fontsize=11 * POINTS, color="#767676")
    top = 2 * LINE
    for row, height in zip(rows, heights, strict=True):
        base = top + LEVEL * (row.levels + 1)
        for run in row.runs:
            _arc(axes, run, row, base)
        for slot in row.slots:
            _word(axes, slot, base)
        top += height
    return drawn


def _lines(row: Row) -> int:
    return max(len(slot.word.texts) for slot in row.slots)


def _plain(text: str) -> str:
    """Keep matplotlib from reading mathematics between dollars."""
    return text.replace("$", r"\$")


def _arc(axes: Any, run: Run, row: Row, base: int) -> None:
    link, y = run.link, base - LEVEL * run.level
    colour = COLOURS[(link.plane - 1) % len(COLOURS)]
    xs, ys = zip(*_points(run, y, base), strict=True)
    thick = 3.0 if link.marked else 1.8 if link.crossed else 1.0
    axes.plot(xs, ys, color=colour, linewidth=thick * POINTS, solid_joinstyle="round")
    at_left = link.dependent == link.left
    if not (run.from_before if at_left else run.goes_on):
        x = run.begin if at_left else run.end
        axes.fill([x - 4, x + 4, x], [base - 7, base - 7, base + 1], color=colour, linewidth=0)
    for x in row.crossed_at(run):
        axes.plot([x], [y], "o", markersize=4, markerfacecolor="white", markeredgecolor="#222")
    middle = row.label_at(run, pixels(link.label, 12) + 8, METRICS.edge)
    if middle is not None:
        _write(axes, middle, y, link.label, 12, backgroundcolor="white", va="center")


def _points(run: Run, y: int, base: int) -> Iterator[tuple[int, int]]:
    if not run.from_before:
        yield run.begin, base
    yield run.begin, y
    yield run.end, y
    if not run.goes_on:
        yield run.end, base


def _word(axes: Any, slot: Slot, base: int) -> None:
    word, x = slot.word, slot.left + slot.width / 2
    stands_out = word.mark or word.root is not None
    for k, text in enumerate(word.texts):
        size, colour = (15, "#222") if k == 0 else (11, "#767676")
        weight = "bold" if k == 3 or (k == 0 and stands_out) else "normal"
        _write(axes, x, base + LINE * (k + 1), text, size, color=colour, weight=weight)


def _write(axes: Any, x: float, y: float, text: str, size: int, **style: Any) -> None:
    if "backgroundcolor" in style:
        style["bbox"] = {"facecolor": style.pop("backgroundcolor"), "linewidth": 0, "pad": 0.5}
    axes.text(x, y, _plain(text), fontsize=size * POINTS, ha="center", **style)

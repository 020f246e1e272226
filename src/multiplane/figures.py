"""Figures drawn by matplotlib, which is an extra, into files that appear whole or not at all."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from multiplane.compressed import created
from multiplane.errors import MultiplaneError, missing_package

SUFFIXES = (".svg", ".png", ".pdf")


@contextmanager
def figure(path: str | Path, width: float, height: float) -> Iterator[Any]:
    """Give a figure to draw on, in inches; the same drawing gives the same bytes."""
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise MultiplaneError(
            f"{path}: found no suffix of a picture; choose from {', '.join(SUFFIXES)}"
        )
    matplotlib = _matplotlib()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "multiplane"}):
        drawn = matplotlib.figure.Figure((width, height), layout="constrained")
        yield drawn
        data = io.BytesIO()
        kind = path.suffix[1:]
        metadata = {} if kind == "png" else {"Date" if kind == "svg" else "CreationDate": None}
        drawn.savefig(data, format=kind, dpi=150, metadata=metadata)
    with created(path) as file:
        file.buffer.write(data.getvalue())


def _matplotlib() -> Any:
    try:
        import matplotlib as mpl
        import matplotlib.figure
    except ImportError:
        raise missing_package("a plot needs", "matplotlib", "plot") from None
    return mpl

"""The census of an uploaded treebank, with its plot."""

import io
import tempfile
from pathlib import Path
from typing import Any

from multiplane.compressed import opened
from multiplane.errors import MultiplaneError
from multiplane.server.limits import LIMITS
from multiplane.treebank.census import Census, census

LISTED = 20  # sentences left out that are named


def treebank_census(data: bytes, name: str) -> dict[str, Any]:
    """Count a treebank, plain or compressed; sentences that are no trees are left out and named."""
    source = io.BytesIO(unpacked(data))
    source.name = name
    (row,) = census(source, on_error="skip")
    return answered(row, _plot(row))


def answered(row: Census, plot: str | None) -> dict[str, Any]:
    """Return a census as the interface answers it."""
    counted = row.as_dict()
    listed = [f"{e['file']}:{e['line']}: found {e['found']}" for e in counted["left_out"][:LISTED]]
    return counted | {"left_out": listed, "left_out_count": row.left_out_count, "plot": plot}


def unpacked(data: bytes) -> bytes:
    """Unpack no more than the limit, whatever a few bytes may promise."""
    with opened(io.BytesIO(data)) as text:
        plain = text.read(LIMITS.treebank + 1).encode("utf-8", "surrogateescape")
    if len(plain) > LIMITS.treebank:
        most = LIMITS.treebank >> 20
        raise MultiplaneError(f"more than {most} MB when decompressed; use multiplane census")
    return plain


def _plot(row: Census) -> str | None:
    """Return the plot as SVG; None where there is no matplotlib, or nothing to draw."""
    if not row.trees:
        return None
    from multiplane.treebank.plot import plot

    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "plot.svg"
        try:
            plot([row], picture)
        except MultiplaneError:
            return None
        return picture.read_text("utf-8")

"""A model as one file: arrays, and a manifest in JSON, in the safetensors format.

Reading one never runs code.  A checksum over all of it finds what is damaged, but anybody can make
one: what a file holds is taken only as far as the description of its parts allows (`part`).
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.drafts import whole
from multiplane.errors import MultiplaneError, in_a_line
from multiplane.modelfile.fields import shown
from multiplane.modelfile.part import Arrays
from multiplane.modelfile.room import MOST_MANIFEST, Room

Target = str | os.PathLike[str]
DAMAGED = "it breaks off or is damaged; copy the file or train the model again"


def save(
    path: Target, kind: str, content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> None:
    """Write a model of some kind; the file appears whole or not at all."""
    from safetensors.numpy import save as packed

    manifest = {"format": kind, **content}
    # One entry: the order of several would differ from run to run.
    signed = {**manifest, "sha256": checksum(manifest, arrays)}
    data = packed(dict(arrays), {"manifest": json.dumps(signed, ensure_ascii=False)})
    with whole(Path(path)) as file:
        file.write(data)


def format_of(path: Target) -> str:
    """Return the kind of model that a file holds."""
    manifest, _ = _opened(path, with_arrays=False)
    return _kind(manifest)


def load(path: Target, kind: str, maker: str) -> tuple[dict[str, Any], Arrays]:
    """Read the manifest and the arrays of a model of this kind, which `maker` makes."""
    manifest, arrays = _opened(path, with_arrays=True)
    if _kind(manifest) != kind:
        raise MultiplaneError(
            f"{path}: found {_kind(manifest)}; expected {_wanted(_kind(manifest), kind, maker)}"
        )
    try:
        right = manifest.pop("sha256", None) == checksum(manifest, arrays)
    except UnicodeEncodeError as error:
        raise MultiplaneError(
            f"{path}: found half a character, {shown(error.object[error.start])}, in the manifest;"
            " expected text"
        ) from error
    if not right:
        raise MultiplaneError(
            f"{path}: damaged: the checksum does not match; copy the file or train the model again"
        )
    return manifest, arrays


def alike(format_: str, other: str) -> bool:
    """Is one format the other, perhaps of another version?  That is the number at the end.

    >>> alike("multiplane pipeline 2", "multiplane pipeline 1")
    True
    """
    return format_.rstrip("0123456789") == other.rstrip("0123456789")


def _wanted(found: str, kind: str, maker: str) -> str:
    """Say what a file should be, and of one that is only of another version, what to do."""
    if alike(found, kind):
        return f"{kind}; it was written by another version of Multiplane: use that, or train again"
    return f"{kind}, a file written by `{maker}`"


def _kind(manifest: Mapping[str, Any]) -> str:
    kind = manifest.get("format", "no model")
    return kind if isinstance(kind, str) and kind.isprintable() else shown(kind)


@contextmanager
def reading(path: Target, advice: str = "") -> Iterator[None]:
    """Name the file in errors, each on one line.

    Descriptions of parts leave nothing to other errors than ours; that they are caught as well is a
    net below them, for what a description forgets.
    """
    try:
        yield
    except MultiplaneError as error:
        text = in_a_line(str(error))
        raise MultiplaneError(f"{path}: {text}{advice}") from error
    except (
        ArithmeticError,
        LookupError,
        MemoryError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise MultiplaneError(f"{path}: damaged: {shown(repr(error))}{advice}") from error


def _opened(path: Target, *, with_arrays: bool) -> tuple[dict[str, Any], Arrays]:
    from safetensors import SafetensorError
    from safetensors import safe_open as opened

    room = Room()
    try:
        room.take(str(path), Path(path).stat().st_size)
        with opened(os.fspath(path), "np") as file:
            text = (file.metadata() or {}).get("manifest", "{}")
            if len(text) > MOST_MANIFEST:
                raise MultiplaneError(
                    f"{path}: found a manifest of {len(text):,} characters; expected up to"
                    f" {MOST_MANIFEST:,}"
                )
            manifest = json.loads(text)
            names = file.keys() if with_arrays else ()
            arrays = {name: file.get_tensor(name) for name in names}
    except (OSError, SafetensorError) as error:
        raise MultiplaneError(f"{path}: cannot be read as a model: {_fault(path)}") from error
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        # JSON that is none, types that NumPy lacks, lists in lists
        raise MultiplaneError(f"{path}: cannot be read as a model: {DAMAGED}") from error
    return manifest if isinstance(manifest, dict) else {}, Arrays(arrays, room)


def _fault(path: Target) -> str:
    """Say what is wrong with a file that does not open, in words of ours: others' are riddles.

    Model files begin with the size of a header, in eight bytes, and the header, which is JSON.
    """
    try:
        with Path(path).open("rb") as file:
            begin = file.read(9)
    except OSError as error:
        return error.strerror or str(error)
    if not begin:
        return "found an empty file; copy the file or train the model again"
    if begin[8:] == b"{":
        return DAMAGED
    return (
        "found a file of another kind; expected one that Multiplane wrote, such as by"
        " `multiplane train`"
    )


def checksum(manifest: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return the checksum of a manifest and its arrays."""
    digest = hashlib.sha256(json.dumps(manifest, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return digest.hexdigest()

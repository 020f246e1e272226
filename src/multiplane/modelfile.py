"""A model as one file: arrays, and a manifest in JSON, in the safetensors format.

Reading one never runs code.  A checksum over all of it finds what is damaged.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from multiplane.drafts import whole
from multiplane.errors import MultiplaneError

Arrays = dict[str, NDArray[Any]]
Target = str | os.PathLike[str]


def save(path: Target, kind: str, content: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a model of some kind; the file appears whole or not at all."""
    from safetensors.numpy import save as packed

    manifest = {"format": kind, **content}
    # One entry: the order of several would differ from run to run.
    signed = {**manifest, "sha256": _checksum(manifest, arrays)}
    data = packed(arrays, {"manifest": json.dumps(signed, ensure_ascii=False)})
    with whole(Path(path)) as file:
        file.write(data)


def format_of(path: Target) -> str:
    """Return the kind of model that a file holds."""
    manifest, _ = _opened(path, with_arrays=False)
    return str(manifest.get("format", "no model"))


def load(path: Target, kind: str, maker: str) -> tuple[dict[str, Any], Arrays]:
    """Read the manifest and the arrays of a model of this kind, which `maker` makes."""
    manifest, arrays = _opened(path, with_arrays=True)
    if manifest.get("format") != kind:
        found = manifest.get("format", "no model")
        raise MultiplaneError(
            f"{path}: found {found}; expected {kind}, a file written by `{maker}`"
        )
    if manifest.pop("sha256", None) != _checksum(manifest, arrays):
        raise MultiplaneError(
            f"{path}: damaged: the checksum does not match; copy the file or train the model again"
        )
    return manifest, arrays


def _opened(path: Target, *, with_arrays: bool) -> tuple[dict[str, Any], Arrays]:
    from safetensors import SafetensorError
    from safetensors import safe_open as opened

    try:
        with opened(os.fspath(path), "np") as file:
            manifest = json.loads((file.metadata() or {}).get("manifest", "{}"))
            names = file.keys() if with_arrays else ()
            arrays = {name: file.get_tensor(name) for name in names}
    except (OSError, SafetensorError, ValueError, TypeError) as error:
        raise MultiplaneError(f"{path}: cannot be read as a model: {error}") from error
    return manifest if isinstance(manifest, dict) else {}, arrays


def _checksum(manifest: Mapping[str, Any], arrays: Arrays) -> str:
    digest = hashlib.sha256(json.dumps(manifest, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(arrays):
        digest.update(f"{name} {arrays[name].dtype} {arrays[name].shape}".encode())
        digest.update(np.ascontiguousarray(arrays[name]).data)
    return digest.hexdigest()

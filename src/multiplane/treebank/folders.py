"""Folders as treebanks: the files of a folder are counted together."""

import os
from pathlib import Path
from typing import NamedTuple

from multiplane.compressed import Place, name_of
from multiplane.errors import MultiplaneError

SUFFIXES = (".conllu", ".conll", ".conllx")
COMPRESSED = (".gz", ".xz", ".zst")


class Treebank(NamedTuple):
    """Files that are one row of a census."""

    name: str
    files: tuple[Place, ...]


def treebanks(place: Place) -> list[Treebank]:
    """Return a file as it is; of a folder, each folder in it that has treebank files, and itself.

    Links to other folders are not followed.
    """
    if not isinstance(place, str | os.PathLike) or not Path(place).is_dir():
        return [Treebank(name_of(place), (place,))]
    found = []
    for folder, inner, names in os.walk(place):
        inner.sort()
        files = tuple(Path(folder, name) for name in sorted(names) if _is_treebank(name))
        if files:
            found.append(Treebank(str(Path(folder)), files))
    if not found:
        raise MultiplaneError(
            f"{name_of(place)}: no treebank in this folder; expected files that end in "
            f"{', '.join(SUFFIXES)}, plain or compressed ({', '.join(COMPRESSED)})"
        )
    return found


def _is_treebank(name: str) -> bool:
    for suffix in COMPRESSED:
        name = name.removesuffix(suffix)
    return name.endswith(SUFFIXES) and not name.startswith(".")

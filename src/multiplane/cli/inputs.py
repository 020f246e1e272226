"""Files and folders that a command reads, one after the other."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from multiplane.cli.suffixes import COMPRESSED, bare
from multiplane.errors import MultiplaneError

# Names of files, by what is in them; in folders, others are skipped.
KINDS = {"text": (".txt",), "conllu": (".conllu", ".conllx", ".conll")}


class Input(NamedTuple):
    """A file, and its name among the outputs, if each input has its own."""

    place: str
    inside: Path

    @property
    def name(self) -> str | None:
        """What the output calls it; bytes of a name that are no text are replaced."""
        if self.place == "-":
            return None
        return os.fsencode(self.place).decode("utf-8", "replace")

    @property
    def size(self) -> int:
        """Its bytes, or 1 if nobody knows."""
        return Path(self.place).stat().st_size if Path(self.place).is_file() else 1


def inputs(places: Sequence[str], kinds: Collection[str]) -> list[Input]:
    """List files as they are given; of folders, in order, all files of some kinds inside.

    Hidden files and folders are skipped; links to other folders are not followed.
    """
    suffixes = [suffix for kind in kinds for suffix in KINDS[kind]]
    found: list[Input] = []
    for place in places:
        if not place:  # for pathlib, the folder where we are
            raise MultiplaneError("found an empty name; expected a file or a folder to parse")
        if place != "-" and not Path(place).exists():
            raise MultiplaneError(f"{place}: No such file or directory")
        if not Path(place).is_dir():
            found.append(Input(place, Path("stdin" if place == "-" else Path(place).name)))
            continue
        inner = list(_walked(place, suffixes))
        if not inner:
            raise MultiplaneError(
                f"{place}: found nothing to parse in this folder; expected files that end in"
                f" {', '.join(suffixes)}, plain or compressed ({', '.join(COMPRESSED)})"
            )
        found += inner
    if [each.place for each in found].count("-") > 1:
        raise MultiplaneError("-: standard input can be read only once; name it once")
    return found


def _walked(folder: str, suffixes: Collection[str]) -> Iterator[Input]:
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and bare(name).suffix in suffixes:
                path = Path(at, name)
                yield Input(os.fspath(path), path.relative_to(folder))

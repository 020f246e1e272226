"""The files of a corpus: in folders, by patterns, here or in object stores."""

import glob
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from multiplane.errors import MultiplaneError
from multiplane.shards.kinds import KINDS, SUFFIXES, is_compressed, kind_of
from multiplane.shards.manifest import HIDDEN, REPORTS
from multiplane.shards.storage import absolute, filesystem, is_remote, lies_in, local
from multiplane.treebank.folders import COMPRESSED

PATTERN = frozenset("*?[")


@dataclass(frozen=True, slots=True, order=True)
class File:
    """A file of a corpus; its name is its path below the folder that was given."""

    name: str
    path: str
    kind: str
    size: int

    @property
    def compressed(self) -> bool:
        return is_compressed(self.name)


def find(
    inputs: Iterable[str],
    *,
    kind: str | None = None,
    kinds: Collection[str] = KINDS,
    without: str = "",
) -> tuple[list[File], int]:
    """Return the files of folders, patterns and names, sorted by name; and how many were no input.

    Of folders, files of some `kinds` are taken, and hidden ones are not; `kind` is what a file
    that was named itself holds, whatever its suffix says.  `without` is a folder of which no file
    is taken, unless it was named itself.
    """
    found: list[File] = []
    others = 0
    for given in map(local, inputs):
        files = 0
        for name, place, size, sure in _listed(given, without):
            said = kind_of(name)
            if not sure and said not in kinds:
                others += 1
                continue
            found.append(File(name, absolute(place), (sure and kind) or said or "text", size))
            files += 1
        if not files:
            where = f" outside of {without}" if lies_in(given, without) else ""
            raise MultiplaneError(
                f"{given}: found nothing to parse{where}; expected files that end in"
                f" {', '.join(s for s, k in SUFFIXES.items() if k in kinds)}, plain or compressed"
                f" ({', '.join(COMPRESSED)})"
            )
    found.sort()
    return list(dict.fromkeys(found)), others


Listed = Iterator[tuple[str, str, int, bool]]  # name, path, bytes, and whether it was named itself


def _listed(given: str, without: str) -> Listed:
    if is_remote(given):
        yield from _objects(given, without)
    elif Path(given).is_dir():
        yield from _inside(given, without)
    elif Path(given).exists():
        yield Path(given).name, given, _size(given), True
    elif PATTERN & {*given}:
        yield from _matching(given, without)
    else:
        raise MultiplaneError(f"{given}: No such file or directory")


def _size(path: str) -> int:
    if not Path(path).is_file():
        raise MultiplaneError(f"{path}: found no regular file; expected files and folders")
    return Path(path).stat().st_size


def _inside(root: str, without: str) -> Listed:
    for folder, inner, names in os.walk(root):
        ours = HIDDEN in inner  # an output of ours may be the input of another run
        inner[:] = [
            name
            for name in inner
            if not name.startswith(".") and not lies_in(f"{folder}/{name}", without)
        ]
        for name in names:
            path = Path(folder, name)
            if name.startswith(".") or (ours and name in REPORTS) or not path.is_file():
                continue
            yield path.relative_to(root).as_posix(), str(path), path.stat().st_size, False


def _matching(pattern: str, without: str) -> Listed:
    """Name what fits a pattern from the first folder that has a sign of it."""
    parts = Path(pattern).parts
    first = next(n for n, part in enumerate(parts) if PATTERN & {*part})
    root = Path(*parts[:first])
    for path in sorted(map(Path, glob.glob(pattern, recursive=True))):  # noqa: PTH207 - any path
        if lies_in(str(path), without):
            continue
        if path.is_dir():
            if "**" in pattern:  # which gives the files in it by themselves
                continue
            for name, inner, size, sure in _inside(str(path), without):
                yield (path.relative_to(root) / name).as_posix(), inner, size, sure
        elif not path.name.startswith("."):
            sure = "**" not in pattern
            yield path.relative_to(root).as_posix(), str(path), _size(str(path)), sure


def _objects(given: str, without: str) -> Listed:
    fs, inner = filesystem(given)
    sure = "**" not in inner
    try:
        if PATTERN & {*inner}:
            fixed = inner[: min(inner.index(sign) for sign in PATTERN & {*inner})]
            root, found = fixed.rpartition("/")[0], fs.glob(inner, detail=True)
        elif fs.isdir(inner):
            root, found, sure = inner.rstrip("/"), fs.find(inner, detail=True), False
        else:
            root, found, without = inner.rpartition("/")[0], {inner: fs.info(inner)}, ""
    except FileNotFoundError as error:
        raise MultiplaneError(f"{given}: No such file or directory") from error
    except OSError as error:
        raise MultiplaneError(f"{given}: {error.strerror or error}") from error
    ours = {path.partition(f"/{HIDDEN}/")[0] for path in found if f"/{HIDDEN}/" in path}
    reports = {f"{folder}/{one}" for folder in ours for one in REPORTS}
    for path, facts in sorted(found.items()):
        name, place = path.removeprefix(f"{root}/"), fs.unstrip_protocol(path)
        hidden = any(part.startswith(".") for part in PurePosixPath(name).parts)
        if hidden or path in reports or lies_in(place, without):
            continue
        if facts.get("type") == "file":
            yield name, place, int(facts["size"]), sure

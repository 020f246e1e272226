"""Where compiled code is kept: folders that can never answer for old source.

Numba keys its cache by the file of a function, not by what that function calls.  Here each file
has a folder, in which there is one for each version of the source that its functions depend on.
"""

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from multiplane.native.sources import Sources

KEPT = 4  # other versions of a file that are left in peace


@cache
def folder_of(file: str, module: str) -> Path:
    """Return the folder for compiled code of a file and just this source, made if need be."""
    folder = home() / module / key_of(file)
    if not folder.is_dir():
        announce()
        folder.mkdir(parents=True, exist_ok=True)
        _forget_old(folder)
    return folder


def _forget_old(newest: Path) -> None:
    with suppress(OSError):  # others may be doing the same
        versions = sorted(newest.parent.iterdir(), key=lambda version: version.stat().st_mtime)
        for old in [version for version in versions if version != newest][:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


@cache
def key_of(file: str, classes: frozenset[str] = frozenset()) -> str:
    """Name the source that the code of a file, compiled for classes of these modules, needs."""
    return sources().key(Path(file), classes)


@cache
def sources() -> Sources:
    """Return the source of the package as it is now."""
    return Sources(Path(__file__).parents[1], home() / "imports-1.json")


@cache
def home() -> Path:
    """Return the folder for all compiled code, made if need be."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = Path(given) if given else caches / "multiplane" / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:  # no home to write to
        folder = Path(tempfile.gettempdir()) / f"multiplane-{Path.home().name}"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


@cache
def announce() -> None:
    """On a terminal, say beforehand what takes so long the first time."""
    if sys.stderr.isatty():
        print("multiplane: compiling, which is done once for each version", file=sys.stderr)

"""Folders for compiled code, which never return code of old source.

Numba keys its cache by the file of a function, not by what that function calls.  Here each file
has a folder with a subfolder for each version of the source that its functions depend on.
"""

import atexit
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

from multiplane.ending import ensured
from multiplane.native.privacy import make_private
from multiplane.native.sources import Sources

KEPT = 4  # other versions of a file that are not deleted
NOWHERE = Path(os.devnull, "none")  # no folder can be made here, so nothing is kept


@cache
def folder_of(file: str, module: str) -> Path:
    """Return the folder for compiled code of a file and its present source; create it if needed."""
    folder = home() / module / key_of(file)
    if not folder.is_dir():
        announce()
        with suppress(OSError):  # without a folder, nothing is kept
            folder.mkdir(parents=True, exist_ok=True)
            _forget_old(folder)
    return folder


def _forget_old(newest: Path) -> None:
    with suppress(OSError):  # other processes may be doing the same
        versions = sorted(newest.parent.iterdir(), key=lambda version: version.stat().st_mtime)
        for old in [version for version in versions if version != newest][:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


@cache
def key_of(file: str, classes: frozenset[str] = frozenset()) -> str:
    """Hash the source that a file's code, compiled for classes of these modules, depends on."""
    return sources().key(Path(file), classes)


@cache
def sources() -> Sources:
    """Return the present source of the package."""
    return Sources(Path(__file__).parents[1], home() / "imports-1.json")


@cache
def home() -> Path:
    """Return the folder for all compiled code, which only this user can change."""
    try:
        folder = _chosen()
        problem = make_private(folder)
        if not problem:
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    except (OSError, RuntimeError) as error:  # it cannot be written to, or there is no home
        problem = str(error)
    print(
        f"multiplane: compiled code cannot be kept, so every start will be slow: {problem};"
        " set NUMBA_CACHE_DIR to a folder of your own",
        file=sys.stderr,
    )
    return _for_this_process()


def _chosen() -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    caches = Path(given or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches.absolute() / ("multiplane" if given else "multiplane/compiled")


def _for_this_process() -> Path:
    """Make a folder that is removed when this process ends; its children use it, too."""
    try:
        made = tempfile.mkdtemp(prefix="multiplane-")
    except OSError:
        return NOWHERE
    block = ensured(partial(_remove, made, os.getpid()))
    block.__enter__()
    atexit.register(block.__exit__, None, None, None)
    os.environ["NUMBA_CACHE_DIR"] = made
    folder = _chosen()
    return NOWHERE if make_private(folder) else folder


def _remove(folder: str, maker: int) -> None:
    if os.getpid() == maker:  # not a copy of it
        shutil.rmtree(folder, ignore_errors=True)


@cache
def announce() -> None:
    """Explain why the first use takes long, unless MULTIPLANE_QUIET is set."""
    if not os.environ.get("MULTIPLANE_QUIET") and sys.stderr is not None:
        print(
            "multiplane: compiling, once for each version; this can take a minute",
            file=sys.stderr,
            flush=True,
        )

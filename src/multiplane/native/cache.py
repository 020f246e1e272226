"""Where compiled code is kept: a folder that can never answer for old source.

Numba keys its cache by the file of a function, not by what that function calls.  Here the cache
is a folder named after the source of all packages that have compiled functions, so that a change
in any of them makes everything new.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

KEPT = 4  # folders of other versions that are left in peace


def _source_key() -> str:
    package = Path(__file__).parents[1]
    source = {file: file.read_bytes() for file in sorted(package.rglob("*.py"))}
    compiled = {file.parent for file, text in source.items() if b"multiplane.native import" in text}
    compiled |= {package / "calculus", package / "native"}  # kernels run programs of the calculus
    digest = hashlib.sha256()
    for file, text in source.items():
        if file.parent in compiled:
            digest.update(text)
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder for compiled code of exactly this source, made if need be."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "multiplane"
    key = _source_key()
    try:
        (home / key).mkdir(parents=True, exist_ok=True)
        others = sorted(
            (folder for folder in home.iterdir() if folder.name != key),
            key=lambda folder: folder.stat().st_mtime,
        )
        for old in others[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:  # no home to write to
        home = Path(tempfile.gettempdir()) / f"multiplane-{Path.home().name}"
        (home / key).mkdir(parents=True, exist_ok=True)
    return home / key


def announce(folder: Path) -> None:
    """On a terminal, say beforehand what takes so long the first time."""
    if sys.stderr.isatty() and not any(folder.iterdir()):
        print("multiplane: compiling, which is done once for each version", file=sys.stderr)

"""A user's own system: a Python file that names one, as `path/to/file.py:NAME`."""

import runpy
import traceback
from pathlib import Path

from multiplane.calculus import System
from multiplane.errors import MultiplaneError, UnknownName


def load(reference: str) -> System:
    """Run the file and return the system of that name in it."""
    file, _, name = reference.rpartition(":")
    if not Path(file).is_file():
        raise UnknownName(f"{file}: no such file; a system of your own is path/to/file.py:NAME")
    try:
        names = runpy.run_path(file)
    except Exception as error:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
        line = f":{frames[-1].lineno}" if frames else ""
        raise MultiplaneError(f"{file}{line}: {type(error).__name__}: {error}") from error
    found = names.get(name)
    if isinstance(found, System):
        return found
    there = [key for key, value in names.items() if isinstance(value, System)]
    raise UnknownName(f"{file} has no system {name!r}; it has {', '.join(there) or 'none'}")

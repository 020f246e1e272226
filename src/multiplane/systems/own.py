"""Users' own systems: `path/to/file.py:NAME` in Python, or `path/to/file.txt` in notation."""

import re
import runpy
import traceback
from pathlib import Path

from multiplane.calculus import System
from multiplane.errors import MultiplaneError, UnknownName
from multiplane.nearest import did_you_mean
from multiplane.systems.reader import read_system
from multiplane.systems.terms import NotationError

OWN = re.compile(r"(?P<file>.*\.(?P<kind>py|txt))(?::(?P<name>\w*))?")


def load(reference: str) -> System:
    """Read a text file, or run a Python file, and return the system that it defines."""
    parts = OWN.fullmatch(reference)
    if parts is None or not Path(parts["file"]).is_file():
        file = parts["file"] if parts else reference
        raise UnknownName(
            f"{file}: no such file; a system of your own is path/to/file.py:NAME or file.txt"
        )
    if parts["kind"] == "txt":
        return _from_text(parts["file"], parts["name"])
    return _from_python(parts["file"], parts["name"] or "")


def _from_text(file: str, name: str | None) -> System:
    try:
        text = Path(file).read_text("utf-8")
        return read_system(text, name or None, name=Path(file).stem)
    except NotationError as error:
        raise MultiplaneError(f"{file}:{error.line}:{error.column}: {error.problem}") from error
    except UnknownName as error:
        raise UnknownName(f"{file}: {error}") from error
    except UnicodeDecodeError as error:
        raise MultiplaneError(f"{file}: found bytes that are not UTF-8; expected text") from error


def _from_python(file: str, name: str) -> System:
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
    raise UnknownName(
        f"{file} has no system {name!r}; {did_you_mean(name, there)}it has {', '.join(there) or 'none'}"
    )

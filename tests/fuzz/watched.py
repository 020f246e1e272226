"""The functions of modules that are plain Python, and their lines.

What Numba compiles is left alone: it takes the code of a function as it is.
"""

import dis
import gc
import importlib
import pkgutil
import sys
import threading
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType

from numba.core.dispatcher import Dispatcher

from fuzz.target import Target, tried


def functions(names: Iterable[str]) -> list[FunctionType]:
    """All that have been defined in these modules, and those below them."""
    modules = {module for name in names for module in _with_parts(name)}
    objects = gc.get_objects()
    # By type(): isinstance asks a proxy for the class of what it stands for, which may have gone.
    compiled = {id(found.py_func) for found in objects if issubclass(type(found), Dispatcher)}
    return [
        found
        for found in objects
        if type(found) is FunctionType
        and found.__module__ in modules
        and id(found) not in compiled
        and found.__code__.co_filename == sys.modules[found.__module__].__file__
    ]


def _with_parts(name: str) -> Iterator[str]:
    module = importlib.import_module(name)
    yield name
    for part in pkgutil.walk_packages(getattr(module, "__path__", []), f"{name}."):
        if part.name in sys.modules:  # what nobody has needed is not there
            yield part.name


def lines(target: Target) -> set[tuple[str, int]]:
    """The files and lines of all statements."""
    return {place for found in functions(target.modules) for place in _lines(found.__code__)}


def _lines(code: CodeType) -> Iterator[tuple[str, int]]:
    begin = next((at.offset for at in dis.get_instructions(code) if at.opname == "RESUME"), -1)
    for start, _, line in code.co_lines():
        if start > begin and line:
            yield code.co_filename, line
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _lines(part)


def reached(target: Target, inputs: Iterable[bytes]) -> set[tuple[str, int]]:
    """The lines that these inputs get to."""
    files = {file for file, _ in lines(target)}
    found: set[tuple[str, int]] = set()

    def trace(frame, event, _):
        if frame.f_code.co_filename not in files:
            return None
        if event == "line":
            found.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    threading.settrace(trace)
    try:
        for data in inputs:
            try:
                tried(target, data)
            except Exception:  # noqa: BLE001 - it has been counted
                continue
    finally:
        sys.settrace(None)
        threading.settrace(None)
    return found & lines(target)

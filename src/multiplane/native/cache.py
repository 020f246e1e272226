"""Numba's cache, with an entry for each version of the source that a function depends on."""

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from multiplane.native.folders import folder_of, sources

_CHOOSING = threading.Lock()


class KernelCache(FunctionCache):
    """A cache that also finds a function whose closure holds compiled functions.

    Numba names a closure by pickling it, and gives a compiled function in it a new number in each
    process.  Here such a function goes by its name and its source.
    """

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        closed = _closed(self._py_func)
        if not any(isinstance(value, Dispatcher) for value in closed):
            return super()._index_key(signature, codegen)  # type: ignore[no-untyped-call]
        code = hashlib.sha256(self._py_func.__code__.co_code).hexdigest()
        return signature, codegen.magic_tuple(), (code, tuple(map(_named, closed)))


def keep(function: Any) -> None:
    """Keep what is compiled of a function in the folder of its source."""
    plain = function.py_func
    folder = folder_of(plain.__code__.co_filename, plain.__module__)
    with _CHOOSING:  # where Numba keeps things is one setting for all
        before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        try:
            function._cache = KernelCache(plain)  # type: ignore[no-untyped-call]  # noqa: SLF001
        finally:
            numba.config.CACHE_DIR = before  # type: ignore[attr-defined]


def _closed(plain: Callable[..., Any]) -> list[Any]:
    return [cell.cell_contents for cell in plain.__closure__ or ()]


def _named(value: Any) -> Any:
    """Name a value of a closure, the same in all processes."""
    if not isinstance(value, Dispatcher):
        return hashlib.sha256(dumps(value)).hexdigest()  # type: ignore[no-untyped-call]
    plain = value.py_func
    key = sources().key(Path(plain.__code__.co_filename))
    return plain.__module__, plain.__qualname__, key, tuple(map(_named, _closed(plain)))

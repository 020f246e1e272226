"""Numba's cache, with an entry for each version of the source that a function depends on."""

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numba
from numba import types
from numba.core import sigutils
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from multiplane.native.folders import folder_of, key_of

_CHOOSING = threading.Lock()


class KernelCache(FunctionCache):
    """A cache that knows the source which compiled code depends on.

    Numba looks at the file of a function only, takes a named tuple for another whose fields have
    other names, and does not find a function again whose closure holds compiled functions: it
    pickles them, with a new number in each process.
    """

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        modules = frozenset(kind.__module__ for kind in _classes(arguments))
        return signature, codegen.magic_tuple(), _named(self._py_func, modules)


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


def _classes(kinds: Iterable[Any]) -> Iterator[type]:
    """Yield the classes of named tuples among types, and in them."""
    for kind in kinds:
        if isinstance(kind, types.BaseTuple):
            yield from _classes(kind)  # type: ignore[arg-type]
        if hasattr(kind, "instance_class"):
            yield kind.instance_class


def _named(plain: Callable[..., Any], modules: frozenset[str]) -> tuple[Any, ...]:
    """Name a function with its closure, the same in all processes with this source."""
    closed = [
        _named(value.py_func, modules) if isinstance(value, Dispatcher) else _pickled(value)
        for value in (cell.cell_contents for cell in plain.__closure__ or ())
    ]
    code = plain.__code__
    key = key_of(code.co_filename, modules)
    return plain.__module__, plain.__qualname__, _digest(code.co_code), key, *closed


def _pickled(value: Any) -> str:
    return _digest(dumps(value))  # type: ignore[no-untyped-call]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

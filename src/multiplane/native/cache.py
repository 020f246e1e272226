"""Numba's cache, with an entry for each version of the source that a function depends on."""

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.core import sigutils
from numba.core.caching import FunctionCache
from numba.core.dispatcher import Dispatcher
from numba.core.serialize import dumps

from multiplane.native.cachefile import SealedFile
from multiplane.native.folders import announce, folder_of, key_of

_CHOOSING = threading.Lock()


class KernelCache(FunctionCache):
    """A cache keyed by the source that compiled code depends on.

    Numba's own considers only the file of a function, confuses named tuples that differ in the
    names of fields, and never finds a function again whose closure holds compiled functions, since
    it pickles those with a new number in each process.
    """

    def __init__(self, plain: Callable[..., Any]) -> None:
        super().__init__(plain)  # type: ignore[no-untyped-call]
        made = self._impl
        self._cache_file = SealedFile(  # type: ignore[no-untyped-call]
            self._cache_path, made.filename_base, made.locator.get_source_stamp()
        )

    def _load_overload(self, signature: Any, context: Any) -> Any:
        key = self._index_key(signature, context.codegen())
        data = self._cache_file.load(key)  # type: ignore[no-untyped-call]
        if data is not None:
            with suppress(Exception):  # code that this process cannot use is compiled again
                return self._impl.rebuild(context, data)
        announce()  # a folder may be there with the code of another Python or Numba only
        return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keep what every process can find again.

        A function as an argument has a number of this process.  Classes from elsewhere, such as a
        scorer in a script, could not be imported by others, which then could read nothing.
        """
        arguments, _ = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        functions = any(isinstance(kind, types.Dispatcher) for kind in arguments)
        if not functions and all(map(_is_ours, _classes(arguments))):
            with suppress(OSError):  # it is compiled again next time
                super().save_overload(signature, data)  # type: ignore[no-untyped-call]

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        arguments, _ = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        modules = frozenset(kind.__module__ for kind in _classes(arguments))
        return signature, codegen.magic_tuple(), _named(self._py_func, modules)


def keep(function: Any) -> None:
    """Cache the compiled code of a function in the folder of its source, if there can be one."""
    plain = function.py_func
    folder = folder_of(plain.__code__.co_filename, plain.__module__)
    with _CHOOSING:  # Numba's cache folder is a global setting
        before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        try:
            made = KernelCache(plain)
        except (OSError, RuntimeError):  # nowhere to keep anything
            return
        finally:
            numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
    # Numba takes other folders where it cannot write to the one it is told.
    if Path(made.cache_path).is_relative_to(folder):
        function._cache = made  # noqa: SLF001


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == __name__.partition(".")[0]


def _classes(kinds: Iterable[Any]) -> Iterator[type]:
    """Yield the classes of named tuples among types, and inside them."""
    for kind in kinds:
        if isinstance(kind, types.BaseTuple):
            yield from _classes(kind)  # type: ignore[arg-type]
        if hasattr(kind, "instance_class"):
            yield kind.instance_class


def _named(plain: Callable[..., Any], modules: frozenset[str]) -> tuple[Any, ...]:
    """Return a key of a function and its closure, the same in all processes with this source."""
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

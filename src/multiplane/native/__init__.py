"""Compiled functions: Numba's, kept in a cache of our own.

What Python calls is an `entry`; `jit` is for functions that only compiled ones call.  `lean` and
`lean_entry` neither make arrays nor get them from those they call: nobody counts who holds an
array there, which would take a quarter of a parser's time.  `inlined` is `lean` and part of whoever
calls it, so that handing over a large bundle of arrays at each step costs nothing.
"""

import os
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numba
from numba import types
from numba.core.registry import CPUDispatcher

from multiplane.native.cache import announce, cache_folder

if not os.environ.get("NUMBA_CACHE_DIR"):
    _folder = cache_folder()
    announce(_folder)
    numba.config.CACHE_DIR = str(_folder)  # type: ignore[attr-defined]


class Inner(CPUDispatcher):
    """A function without the code that takes arguments from Python, a fifth of all compilation.

    Those who look at one by itself, as tests do, call it through another, made when it is needed.
    """

    def __call__(self, *arguments: Any) -> Any:
        return self._outer(*arguments)

    @cached_property
    def _outer(self) -> Any:
        inner = self

        @numba.njit(nogil=True)
        def outer(*arguments: Any) -> Any:
            return inner(*arguments)

        return outer

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Widen numbers, so that there is one function for constants and numbers of all sizes."""
        return super().get_call_template(tuple(map(_widened, arguments)), named)


def _widened(kind: Any) -> Any:
    number: Any = types.unliteral(kind)  # type: ignore[no-untyped-call]
    return types.int64 if isinstance(number, types.Integer) and number.signed else kind  # type: ignore[attr-defined]


def _compiled(
    *, counting: bool, inner: bool, inlined: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    # All say whether they count, since a function that does not is what its caller is.
    wrappers = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True}
    decorate: Any = numba.njit(  # type: ignore[call-overload]
        cache=True, boundscheck=False, nogil=True, _nrt=counting, forceinline=inlined, **wrappers
    )

    def decorated(plain: Callable[..., Any]) -> Any:
        function = decorate(plain)
        if inner:
            function.__class__ = Inner
        return function

    return decorated


entry = _compiled(counting=True, inner=False)
lean_entry = _compiled(counting=False, inner=False)
jit = _compiled(counting=True, inner=True)
lean = _compiled(counting=False, inner=True)
inlined = _compiled(counting=False, inner=True, inlined=True)

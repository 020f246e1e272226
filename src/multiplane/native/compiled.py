"""The decorators of `multiplane.native` where Numba compiles."""

from collections.abc import Callable
from typing import Any

import numba
from numba.core.compiler import Compiler

from multiplane.native.cache import keep
from multiplane.native.dispatcher import Inner
from multiplane.native.linked import LinkedCompiler


def compiled(
    *, counting: bool, inner: bool, inlined: bool = False
) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator; without `counting`, references to arrays are not counted."""
    # Set for all functions: without a setting, a function takes that of its caller.
    wrappers = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True}
    decorate: Any = numba.njit(  # type: ignore[call-overload]
        boundscheck=False,
        nogil=True,
        _nrt=counting,
        forceinline=inlined,
        **wrappers,
        pipeline_class=LinkedCompiler if inner else Compiler,
    )

    def decorated(plain: Callable[..., Any]) -> Any:
        function = decorate(plain)
        keep(function)
        if inner:
            function.__class__ = Inner
        return function

    return decorated

"""Functions that are called only by compiled ones."""

from functools import cached_property
from typing import Any

import numba
from numba import types
from numba.core.registry import CPUDispatcher


class Inner(CPUDispatcher):
    """A function without a wrapper for calls from Python, which saves a fifth of compilation.

    Calls from Python, as in tests, go through another function that is compiled on demand.
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
        """Widen integers, so that constants and all sizes of integers share one compilation."""
        return super().get_call_template(tuple(map(_widened, arguments)), named)


def _widened(kind: Any) -> Any:
    number: Any = types.unliteral(kind)  # type: ignore[no-untyped-call]
    return types.int64 if isinstance(number, types.Integer) and number.signed else kind  # type: ignore[attr-defined]

"""Functions that only compiled ones call."""

from functools import cached_property
from typing import Any

import numba
from numba import types
from numba.core.registry import CPUDispatcher


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

"""Compilation of functions that are only ever linked into other functions.

Numba optimises and assembles each function on its own, then again inside each of its callers.  For
functions that only compiled ones call, the first is wasted.
"""

# mypy: disable-error-code="no-untyped-call"

from collections.abc import Callable
from typing import Any

from llvmlite import binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class LinkedLibrary(JITCodeLibrary):
    """Code of which only the globals that Numba sets, no functions, become machine code."""

    def _optimize_final_module(self) -> None:
        """Leave it to the functions that this is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalized = True
        linked = self._get_module_for_linking()
        settable = [v for v in linked.global_variables if v.linkage is llvm.Linkage.common]
        empty = self._codegen._create_empty_module(self.name)  # noqa: SLF001 - a subclass
        self._final_module = llvm.parse_assembly("\n".join(map(str, [empty, *settable])))
        super()._finalize_final_module()

    def get_llvm_str(self) -> str:
        """Show the code that is linked into other functions."""
        return str(self._get_module_for_linking())


class LinkedCompiler(Compiler):
    """Numba's compiler with another library for its output."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a Python function."""
        state = self.state
        if state.library is None:
            state.library = LinkedLibrary(state.targetctx.codegen(), func.__qualname__)
            state.library.enable_object_caching()
        return super().compile_extra(func)

"""Asking memory for what will be needed, so that it comes while other work is done."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from llvmlite import ir
from numba import types
from numba.core import cgutils

from multiplane.native.intrinsic import intrinsic

LINE = 64  # bytes that memory gives at a time


def _no_fetch(address):
    """Python does not wait for memory."""


@intrinsic(plain=_no_fetch)
def fetch(_, address):  # noqa: ARG001 - the type of the call; called with the address alone
    """Ask memory for what stands at an address, without waiting for it."""

    def code(context, builder, _, arguments):
        number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        # to read, into the nearest cache, data
        how = [ir.Constant(number, value) for value in (0, 3, 1)]
        builder.call(ask, [builder.inttoptr(arguments[0], pointer), *how])
        return context.get_dummy_value()

    return types.void(types.intp), code

"""Functions chosen by the type of their first argument."""

from typing import NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from multiplane.native import entry, lean
from multiplane.native.bytype import by_type


class Row(NamedTuple):
    values: np.ndarray


class Constant(NamedTuple):
    value: float


class Unknown(NamedTuple):
    value: float


@by_type
def value(source, at):
    """Return a value."""


@value.on(Row)
@lean
def value_of_row(source, at):
    return source.values[at]


@value.on(Constant)
@lean
def constant_value(source, at):
    return source.value


@value.on(type(None))
@lean
def no_value(source, at):
    return -1.0


@entry
def total(source, count):
    found = 0.0
    for at in range(count):
        found += value(source, at)
    return found


def test_compiled_callers_get_the_function_for_the_type():
    assert total(Row(np.array([1.0, 2.0, 4.0])), 3) == 7
    assert total(Constant(0.5), 4) == 2
    assert total(None, 2) == -2


def test_python_gets_it_too():
    assert value(Row(np.array([1.0, 2.0])), 1) == 2
    assert value(None, 1) == -1


def test_other_types_are_an_error_that_lists_those_there_are():
    with pytest.raises(
        TypeError, match="value is not defined for Unknown; it is for Constant, NoneType, Row"
    ):
        value(Unknown(1.0), 1)
    with pytest.raises((TypingError, TypeError), match="value is not defined for Unknown"):
        total(Unknown(1.0), 1)

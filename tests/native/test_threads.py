"""Matrices are multiplied in one thread, and only while that is wanted."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from multiplane.native.threads import in_one_thread, one_thread


def threads():
    """How many threads each library behind NumPy uses."""
    return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]


@pytest.fixture(autouse=True)
def three_threads():
    np.ones((2, 2)) @ np.ones((2, 2))
    with threadpool_limits(3, user_api="blas"):
        yield


def test_one_thread_then_as_many_as_before():
    assert set(threads()) == {3}
    with one_thread():
        assert set(threads()) == {1}
        assert set(in_one_thread(threads)()) == {1}
        assert set(threads()) == {1}
    assert set(threads()) == {3}


def test_an_error_lifts_the_limit():
    with pytest.raises(ZeroDivisionError), one_thread():
        1 / 0  # noqa: B018
    assert set(threads()) == {3}

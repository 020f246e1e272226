"""How large a system may be."""

import time

import pytest

from multiplane.calculus import LA, RE, SH, UN, System, has_head, m, single, β, σ
from multiplane.calculus.extent import MOST_NUMBER, MOST_TOGETHER, MOST_TRANSITIONS
from multiplane.errors import DefinitionError


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: {"FAR": SH ** (m + 10**8) >> LA}, "it has the number 100,000,000; numbers go up"),
        (lambda: {"FAR": SH ** (m - 10**8) >> LA}, "it has the number 100,000,000; numbers go up"),
        (lambda: {"DEEP": RE | has_head(σ[3000])}, "it has the number 3,000; numbers go up to 60"),
        (lambda: {"FAR": SH ** (m + 60) >> UN ** (m + 60) >> SH ** (m + 60) >> UN ** (m + 60)},
         r"FAR has 256 steps; a transition has up to 200; split it into several"),
        (lambda: dict.fromkeys(map(str, range(MOST_TRANSITIONS + 1)), SH), "it has 251 tr"),
        (lambda: dict.fromkeys(map(str, range(6)), SH**199), "it has 1,194 steps and conditions"),
    ],
    ids=["exponent", "negative exponent", "depth", "family", "transitions", "together"],
)  # fmt: skip
def test_what_is_too_large_is_refused_at_once(make, reason):
    begin = time.perf_counter()
    with pytest.raises(DefinitionError, match=f"^large: {reason}"):
        System("large", make())
    assert time.perf_counter() - begin < 5


def test_what_is_just_small_enough():
    System("large", dict.fromkeys(map(str, range(MOST_TRANSITIONS)), SH))
    System("large", DEEP=RE | has_head(σ[MOST_NUMBER]))
    System("large", dict.fromkeys(map(str, range(5)), SH ** (MOST_TOGETHER // 5)))
    with pytest.raises(DefinitionError, match="the number 61"):
        System("large", SHIFT=SH, final=type(single(β))(((β, MOST_NUMBER + 1),)))

"""Who is busy, or slow, is ready in the end; who has made a mistake is not."""

import asyncio
from contextlib import nullcontext

import pytest

from multiplane.server import readiness
from multiplane.server.readiness import SLOW, Readiness
from multiplane.server.workplace import Busy, Late, Unavailable

MEMORY = Unavailable("needs too much memory")


@pytest.mark.parametrize(
    ("errors", "reached", "problem", "pauses"),
    [
        ([Late("not finished"), Busy("busy")], True, None, 1),
        ([Busy("busy"), Late("not finished")], True, None, 1),
        ([Late("not finished"), Busy("busy"), Busy("busy")], True, SLOW, 1),
        ([MEMORY], False, str(MEMORY), 0),
        ([Late("not finished"), MEMORY, MEMORY], False, str(MEMORY), 0),
    ],
)
def test_other_work_does_not_keep_a_long_warm_up_from_being_ready_but_mistakes_do(
    monkeypatch, errors, reached, problem, pauses
):
    left, slept = iter(errors), []

    async def warm_up():
        for error in left:
            raise error

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(readiness.asyncio, "sleep", sleep)
    state = Readiness()
    with nullcontext() if reached else pytest.raises(Unavailable, match="memory"):
        asyncio.run(state.reach(warm_up))
    assert (state.reached, state.problem) == (reached, problem)
    assert state.compiled.is_set()
    assert slept == [readiness.PAUSE] * pauses

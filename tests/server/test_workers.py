"""Work is done elsewhere, in time or not at all; what goes wrong there stays there."""

import asyncio
import os
import time
from dataclasses import replace
from functools import partial

import pytest

from multiplane.errors import DefinitionError
from multiplane.server import models
from multiplane.server.effort import Effort
from multiplane.server.limits import LIMITS
from multiplane.server.readiness import SLOW
from multiplane.server.workers import Workers
from multiplane.server.workplace import Busy, Unavailable
from support import guides
from support.jobs import (
    compute,
    double,
    fail,
    fail_late,
    hoard,
    leave,
    niceness,
    nothing,
    process,
    sleep,
    sleep_at_first,
)

QUICK = replace(LIMITS, cheap_workers=1, costly_workers=1, seconds=0.5, patience=20, memory=1 << 31)


def with_workers(work, factory=None, limits=QUICK):
    async def run():
        workers = Workers(limits, (factory,) if factory else ())
        await workers.start(nothing)
        await asyncio.wait([workers.starting])
        try:
            return await work(workers)
        finally:
            await workers.stop()

    return asyncio.run(run())


def test_what_workers_return_and_raise():
    async def work(workers):
        assert await workers.run(double, 21, seconds=30) == 42
        first = await workers.run(process)
        assert first != os.getpid()
        with pytest.raises(DefinitionError, match="said so"):
            await workers.run(fail, DefinitionError)
        with pytest.raises(RuntimeError, match="ZeroDivisionError in fail"):
            await workers.run(fail, ZeroDivisionError)
        with pytest.raises(Unavailable, match="memory"):
            await workers.run(hoard, seconds=30)
        assert await workers.run(process) == first, "errors do not end a worker"

    with_workers(work)


def test_a_worker_that_takes_too_long_or_dies_is_replaced():
    async def work(workers):
        first = await workers.run(process, seconds=30)
        with pytest.raises(Unavailable, match=r"not finished within 0\.2 seconds"):
            await workers.run(sleep, 60, seconds=0.2)
        second = await workers.run(process, seconds=30)
        with pytest.raises(Unavailable, match="the computation failed"):
            await workers.run(leave, seconds=30)
        third = await workers.run(process, seconds=30)
        assert len({first, second, third}) == 3

    with_workers(work)


def test_who_waits_too_long_is_told_so():
    async def work(workers):
        long = asyncio.create_task(workers.run(sleep, 3, seconds=30))
        await asyncio.sleep(0.2)
        with pytest.raises(Busy, match="busy"):
            await workers.run(double, 1)
        workers.compiled.clear()
        with pytest.raises(Busy, match="compiling"):
            await workers.run(double, 1, compiled=True)
        long.cancel()

    limits = replace(QUICK, patience=0.3)

    async def patient(workers):
        workers.costly.limits = replace(limits, patience=20)
        await workers.run(nothing, seconds=30)  # started
        workers.costly.limits = limits
        await work(workers)

    with_workers(patient, limits=limits)


def test_a_model_lives_in_the_workers():
    async def work(workers):
        assert await workers.run(models.about, seconds=30) == [("alphabetical", "arc-eager")]
        parsed = await workers.run(models.parse, "all is well", seconds=30)
        assert parsed["sentences"][0]["heads"] == [0, 1, 2]
        given = {"forms": ["a", "b"], "heads": [0, 1]}
        asked = {"name": "arc-eager"}, given, ["SHIFT"]
        found = await workers.run(models.scores, *asked, seconds=30)
        assert found == {"scores": {"LEFT-ARC": 0.0, "RIGHT-ARC": -1.0, "SHIFT": -2.0}}

    with_workers(work, guides.alphabetical)


CHEAP = Effort(False, ("double", "", 1))
TWO = replace(LIMITS, cheap_workers=1, costly_workers=1, memory=1 << 31, costly_waiting=1)


def test_cheap_work_does_not_wait_for_costly_work():
    async def work(workers):
        await workers.compiled.wait()
        costly = [asyncio.create_task(workers.run(sleep, 2)) for _ in range(2)]
        await asyncio.sleep(0.2)
        begin = time.monotonic()
        assert await workers.run(double, 21, effort=CHEAP) == 42
        assert time.monotonic() - begin < 1
        begin = time.monotonic()
        with pytest.raises(Busy, match="busy"):
            await workers.run(double, 21)  # one is at work and one waits
        assert time.monotonic() - begin < 0.1
        await asyncio.gather(*costly)

    with_workers(work, limits=TWO)


def test_costly_work_is_known_the_next_time():
    async def work(workers):
        await workers.compiled.wait()
        assert await workers.run(process, effort=CHEAP) == await workers.run(process, effort=CHEAP)
        first = await workers.run(process, effort=CHEAP)
        idle, long, longer = (Effort(False, ("compute", "", size)) for size in range(3))
        await workers.run(sleep, 0.4, effort=idle)
        assert await workers.run(process, effort=idle) == first, "others had the core"
        await workers.run(compute, 0.4, effort=long)
        assert await workers.run(process, effort=long) == await workers.run(process) != first
        # Longer still: ended, and begun again where it may take its time.
        await workers.run(sleep, 1.5, effort=longer)
        assert await workers.run(process, effort=CHEAP) != first
        assert await workers.run(process, effort=longer) == await workers.run(process)

    with_workers(work, limits=TWO)


def test_errors_that_take_long_are_costly_too():
    async def work(workers):
        await workers.compiled.wait()
        effort = Effort(False, ("refused", "", 1))
        with pytest.raises(DefinitionError):
            await workers.run(fail_late, 0.4, effort=effort)
        assert await workers.run(process, effort=effort) == await workers.run(process)

    with_workers(work, limits=TWO)


@pytest.mark.skipif(not hasattr(os, "nice"), reason="no os.nice here")
def test_costly_work_lets_others_go_first():
    async def work(workers):
        await workers.compiled.wait()
        assert await workers.run(niceness) > await workers.run(niceness, effort=CHEAP)

    with_workers(work, limits=TWO)


def test_a_model_that_cannot_be_loaded_is_not_tried_for_ever(tmp_path):
    async def work(workers):
        await workers.compiled.wait()
        for _ in range(2):
            with pytest.raises(Unavailable, match="failed"):
                await workers.run(double, 1, effort=CHEAP)
        tried = (tmp_path / "tried").stat().st_size
        await asyncio.sleep(1.5)
        assert (tmp_path / "tried").stat().st_size - tried <= 2

    with_workers(work, partial(guides.missing, str(tmp_path / "tried")), limits=TWO)


def test_what_is_not_known_yet_leaves_a_worker_to_what_is_known():
    async def work(workers):
        await workers.compiled.wait()
        assert await workers.run(double, 1, effort=CHEAP) == 2
        unknown = [Effort(False, ("sleep", "", size)) for size in range(4)]
        tried = [asyncio.create_task(workers.run(sleep, 1.5, effort=e)) for e in unknown]
        for _ in range(20):
            begin = time.monotonic()
            assert await workers.run(double, 1, effort=CHEAP) == 2
            assert time.monotonic() - begin < 0.5
            await asyncio.sleep(0.1)
        await asyncio.gather(*tried)

    with_workers(work, limits=replace(TWO, cheap_workers=2, costly_waiting=4))


def test_who_would_wait_for_long_is_told_so_at_once():
    async def work(workers):
        assert await workers.run(double, 1, effort=CHEAP) == 2
        assert 0 < workers.cheap.pace < 1
        long = asyncio.create_task(workers.run(sleep, 0.5, effort=CHEAP))
        await asyncio.sleep(0.1)
        first = asyncio.create_task(workers.run(double, 2, effort=CHEAP))
        await asyncio.sleep(0)
        workers.cheap.pace = 2 * LIMITS.cheap_delay
        with pytest.raises(Busy, match="busy"):
            await workers.run(double, 3, effort=CHEAP)
        assert await first == 4
        await long

    with_workers(work, limits=TWO)


def test_nobody_overtakes():
    async def work(workers):
        done = []

        async def ask(number):
            await workers.run(sleep, 0.01, effort=CHEAP)
            done.append(number)
            await workers.run(double, 1, effort=CHEAP)  # at once, while others wait

        await workers.run(double, 1, effort=CHEAP)
        await asyncio.gather(*map(ask, range(12)))
        assert done == [*range(12)]

    with_workers(work, limits=TWO)


def test_too_many_requests_are_refused_before_they_are_read():
    """To refuse them later costs nearly as much as an answer, and there are fewer answers."""
    assert LIMITS.cheap_waiting >= LIMITS.connections


@pytest.mark.parametrize("times", [1, 5])
def test_a_long_warm_up_keeps_the_server_from_being_ready_only_for_a_while(tmp_path, times):
    """It is not finished in time once, or never; then requests are answered all the same."""

    async def run():
        workers = Workers(replace(QUICK, compiling_seconds=1.5))
        await workers.start(partial(sleep_at_first, str(tmp_path / "tries"), times))
        try:
            await workers.compiled.wait()
            assert not workers.readiness.reached
            assert workers.readiness.problem == SLOW
            assert await workers.run(double, 1, effort=CHEAP) == 2
            await asyncio.wait([workers.starting])
            return workers.readiness.reached, workers.readiness.problem
        finally:
            await workers.stop()

    assert asyncio.run(run()) == (True, None if times == 1 else SLOW)


def test_a_mistake_in_the_warm_up_keeps_it_for_good():
    async def run():
        workers = Workers(QUICK)
        await workers.start(partial(fail, DefinitionError))
        await asyncio.wait([workers.starting])
        try:
            assert isinstance(workers.starting.exception(), DefinitionError)
            return workers.readiness.reached, workers.readiness.problem
        finally:
            await workers.stop()

    assert asyncio.run(run()) == (False, "said so")

"""Work is done elsewhere, in time or not at all; what goes wrong there stays there."""

import asyncio
import os
from dataclasses import replace

import pytest

from multiplane.errors import DefinitionError
from multiplane.server import models
from multiplane.server.limits import LIMITS
from multiplane.server.workers import Unavailable, Workers
from support import guides
from support.jobs import double, fail, hoard, leave, nothing, process, sleep

QUICK = replace(LIMITS, workers=1, seconds=0.5, patience=20, memory=1 << 31)


def with_workers(work, factory=None, limits=QUICK):
    async def run():
        workers = Workers(limits, factory)
        await workers.start(nothing)
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
        with pytest.raises(Unavailable, match="busy"):
            await workers.run(double, 1)
        workers.compiled.clear()
        with pytest.raises(Unavailable, match="compiling"):
            await workers.run(double, 1, compiled=True)
        long.cancel()

    limits = replace(QUICK, patience=0.3)

    async def patient(workers):
        workers.limits = replace(limits, patience=20)
        await workers.run(nothing, seconds=30)  # started
        workers.limits = limits
        await work(workers)

    with_workers(patient, limits=limits)


def test_a_model_lives_in_the_workers():
    async def work(workers):
        assert await workers.run(models.about, seconds=30) == ("alphabetical", "arc-eager")
        parsed = await workers.run(models.parse, "all is well", seconds=30)
        assert parsed["sentences"][0]["heads"] == [0, 1, 2]
        given = {"forms": ["a", "b"], "heads": [0, 1]}
        asked = {"name": "arc-eager"}, given, ["SHIFT"]
        found = await workers.run(models.scores, *asked, seconds=30)
        assert found == {"scores": {"LEFT-ARC": 0.0, "RIGHT-ARC": -1.0, "SHIFT": -2.0}}

    with_workers(work, guides.alphabetical)

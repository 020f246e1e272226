"""Worker processes in two lanes, one for cheap work and one for costly work.

However many ask for costly work, cheap work does not wait for it.  Few wait in a lane: more are
refused at once, and told when to come back.  A worker that does not answer in time, or that dies,
is replaced by a new one.
"""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.server.effort import COSTLY, Effort, Experience
from multiplane.server.limits import Limits, raised_by
from multiplane.server.nursery import Nursery
from multiplane.server.parsing import Factories
from multiplane.server.readiness import Readiness
from multiplane.server.worker import Worker
from multiplane.server.workplace import Busy, Job, Late, Unavailable

BUSY = "busy; try again in a moment"
COMPILING = "still compiling (this happens only once); try again in a moment"
NEWS = 0.1  # the weight of the last job for the pace of a lane
NICENESS = 10  # of costly workers


class Tasks:
    """What goes on at the moment, so that all of it can be ended."""

    def __init__(self) -> None:
        self.stopped = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def within(self, seconds: float, work: Coroutine[Any, Any, Any], otherwise: str) -> Any:
        try:
            return await asyncio.wait_for(self.begin(work), seconds)
        except TimeoutError:
            raise Busy(otherwise) from None

    def stop(self) -> None:
        self.stopped = True
        for task in self._tasks:
            task.cancel()


class Lane:
    """A few worker processes, and who waits for them."""

    def __init__(self, limits: Limits, nursery: Nursery, tasks: Tasks, *, cheap: bool) -> None:
        self.limits, self.nursery, self.tasks = limits, nursery, tasks
        self.workers = limits.cheap_workers if cheap else limits.costly_workers
        self.most_waiting = limits.cheap_waiting if cheap else limits.costly_waiting
        self.most_delay = limits.cheap_delay if cheap else float("inf")
        self.full = f"{BUSY} ({raised_by('cheap_waiting' if cheap else 'costly_waiting')})"
        self.niceness = 0 if cheap else NICENESS
        self.prepare: Job | None = None  # what a new worker does first
        self.waiting = 0
        self.replaced = 0  # workers that died, or took too long
        self.pace = 0.0  # seconds that jobs took lately, from their beginning to their end
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._all: set[Worker] = set()
        self._replacing: set[asyncio.Task[Any]] = set()

    @property
    def size(self) -> int:
        return len(self._all)

    @property
    def busy(self) -> int:
        return max(0, self.size - self._free.qsize())

    @property
    def pids(self) -> list[int]:
        return [worker.process.pid for worker in [*self._all] if worker.process.pid]

    async def start(self) -> None:
        for _ in range(self.workers):
            await self._add()

    def end(self) -> None:
        for worker in [*self._all]:
            worker.end()

    async def run(self, job: Job, arguments: tuple[Any, ...], seconds: float) -> Any:
        """Return what the job returns, or raise what it raises."""
        return await self.done_by(await self.taken(), job, arguments, seconds)

    async def taken(self) -> Worker:
        """Return the next worker that is free, for `done_by`."""
        if not (self._free.empty() or self.waiting):  # nobody overtakes those who wait
            return self._free.get_nowait()
        delay = self.pace * self.waiting / self.workers
        if self.waiting >= self.most_waiting or delay > self.most_delay:
            raise Busy(self.full)
        self.waiting += 1
        try:
            patience = self.limits.patience
            worker: Worker = await self.tasks.within(patience, self._free.get(), BUSY)
        finally:
            self.waiting -= 1
        return worker

    async def done_by(
        self, worker: Worker, job: Job, arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        """Have a job done; then the worker is free again, even if the client has gone away."""
        exchange = self._exchange(worker, job, arguments, seconds)
        return await asyncio.shield(self.tasks.begin(exchange))

    async def _exchange(
        self, worker: Worker, job: Job, arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        try:
            return await worker.ask(job, arguments, seconds)
        finally:
            if worker.process.is_alive():
                self._free.put_nowait(worker)
            elif not self.tasks.stopped:
                self._all.discard(worker)
                self.replaced += 1
                self._replace()

    async def renew(self) -> None:
        """Have new workers in the place of those there are, one after the other."""
        for _ in range(self.workers):
            await self._dismiss(await self._free.get())
            await self._add()

    async def alone(self, job: Job, seconds: float) -> Any:
        """Have a job done by a worker that is there for it only: so nobody waits for it."""
        worker = await asyncio.to_thread(self._new)
        try:
            return await worker.ask(job, (), seconds)
        finally:
            await self._dismiss(worker)

    async def _dismiss(self, worker: Worker) -> None:
        self._all.discard(worker)
        await asyncio.to_thread(worker.end)

    def _replace(self) -> None:
        task = self.tasks.begin(self._add())
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def whole(self) -> None:
        """Wait until all workers that ended have been replaced."""
        if self._replacing:
            await asyncio.wait(self._replacing)

    def _new(self) -> Worker:
        """Start a worker, in a thread that nobody may wait for any longer."""
        worker = Worker(self.nursery, self.niceness)
        self._all.add(worker)
        if self.tasks.stopped:
            worker.end()
        return worker

    async def _add(self) -> None:
        worker = await asyncio.to_thread(self._new)
        if self.prepare:
            # If this fails, whoever gets the worker is told, and it is replaced: not now, since
            # the next one may fail in the same way.
            with suppress(MultiplaneError, RuntimeError):
                seconds = self.limits.compiling_seconds
                await worker.ask(self.prepare, (), seconds)
        self._free.put_nowait(worker)


class Workers:
    """Both lanes, and what was learnt about which work belongs where."""

    def __init__(self, limits: Limits, factories: Factories = ()) -> None:
        self.limits, self.factories = limits, factories
        self.readiness = Readiness()
        self.compiled = self.readiness.compiled
        self.tasks = Tasks()
        self.nursery = Nursery(factories, limits.memory)
        self.cheap = Lane(limits, self.nursery, self.tasks, cheap=True)
        self.costly = Lane(limits, self.nursery, self.tasks, cheap=False)
        self.experience = Experience(limits)
        self.starting: asyncio.Task[Any] | None = None  # until workers are as they will be
        self._trial = asyncio.Semaphore(max(1, limits.cheap_workers - 1))
        self._waiting_for_trial = 0

    async def start(self, warm_up: Job) -> None:
        """Start the processes; another compiles what is not compiled yet."""
        await asyncio.gather(self.cheap.start(), self.costly.start())
        self.starting = self.tasks.begin(self._compile(warm_up))

    async def stop(self) -> None:
        """End all processes; who waits for them is told so."""
        self.tasks.stop()
        self.cheap.end()
        self.costly.end()
        await asyncio.to_thread(self.nursery.end)

    async def run(
        self,
        job: Job,
        *arguments: Any,
        effort: Effort = COSTLY,
        seconds: float | None = None,
        compiled: bool = False,
    ) -> Any:
        """Return what the job returns, or raise what it raises.

        A job that needs `compiled` functions waits until they are there.
        """
        try:
            if compiled:
                await self.tasks.within(self.limits.patience, self.compiled.wait(), COMPILING)
            if not self.experience.is_costly(effort):
                with suppress(Late):
                    if self.experience.is_cheap(effort):
                        return await self._cheaply(job, arguments, effort)
                    return await self._on_trial(job, arguments, effort)
            if seconds is not None:
                return await self.costly.run(job, arguments, seconds)
            try:
                return await self.costly.run(job, arguments, self.limits.seconds)
            except Late as late:
                raise Late(f"{late} ({raised_by('seconds')})") from None
        except asyncio.CancelledError:
            if self.tasks.stopped:
                raise Unavailable("the server was stopped") from None
            raise

    async def _cheaply(self, job: Job, arguments: tuple[Any, ...], effort: Effort) -> Any:
        worker, most = await self.cheap.taken(), self.limits.cheap_most_seconds
        begin = time.monotonic()
        try:
            answer = await self.cheap.done_by(worker, job, arguments, most)
        except Late:
            self.experience.learn(effort, most)
            raise
        except MultiplaneError:
            self.experience.learn(effort, worker.spent, answered=False)
            raise
        finally:
            self.cheap.pace += (time.monotonic() - begin - self.cheap.pace) * NEWS
        self.experience.learn(effort, worker.spent)
        return answer

    async def _on_trial(self, job: Job, arguments: tuple[Any, ...], effort: Effort) -> Any:
        """Do what may turn out to be costly: on one worker less, so that cheap work goes on."""
        if self._waiting_for_trial >= self.limits.cheap_waiting:
            raise Busy(BUSY)
        self._waiting_for_trial += 1
        try:
            async with asyncio.timeout(self.limits.patience):
                await self._trial.acquire()
        except TimeoutError:
            raise Busy(BUSY) from None
        finally:
            self._waiting_for_trial -= 1
        try:
            if self.experience.is_costly(effort):  # as was found out meanwhile
                raise Late
            return await self._cheaply(job, arguments, effort)
        finally:
            self.tasks.begin(self._end_trial())

    async def _end_trial(self) -> None:
        await self.cheap.whole()
        self._trial.release()

    async def _compile(self, warm_up: Job) -> None:
        await self.readiness.reach(partial(self._warm, warm_up))
        if self.nursery.forks:
            await self.costly.renew()

    async def _warm(self, warm_up: Job) -> None:
        seconds = self.limits.compiling_seconds
        # Not where niceness is: on a busy machine it would never be done.
        await self.cheap.alone(warm_up, seconds)
        # What is loaded for the first time takes longer than cheap work may.
        if await asyncio.to_thread(self.nursery.prepare, warm_up):
            await self.cheap.renew()
        else:
            self.cheap.prepare = warm_up
            each = (self.cheap.run(warm_up, (), seconds) for _ in range(self.cheap.workers))
            await asyncio.gather(*each)

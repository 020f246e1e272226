"""Worker processes: work for a request is done in one of them and ended when its time is up.

What users write may be anything, so nothing that takes long runs in the server itself.  A worker
that does not answer in time, or that dies, is replaced by a new one.
"""

import asyncio
import multiprocessing
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.server.limits import Limits
from multiplane.server.parsing import Model, ModelFactory

Job = Callable[..., Any]  # a function of some module, which can be pickled
# Spawned, not forked: the server has threads, and a worker shares nothing with it.
PROCESSES = multiprocessing.get_context("spawn")

model: Model | None = None  # of this worker process; jobs look for it here


class Unavailable(MultiplaneError):  # noqa: N818 - it says what happened
    """The work was not done: there was no worker, or not enough time."""


class _Worker:
    def __init__(self, factory: ModelFactory | None, memory: int) -> None:
        self.connection, other = PROCESSES.Pipe()
        self.process = PROCESSES.Process(
            target=_serve, args=(other, factory, memory), daemon=True, name="multiplane-worker"
        )
        self.process.start()
        other.close()
        self.ending = threading.Lock()

    def ask(self, job: Job, arguments: tuple[Any, ...], seconds: float) -> Any:
        """Return the job's answer; afterwards the worker is alive, or the process has ended."""
        try:
            self.connection.send((job, arguments))
            if self.connection.poll(seconds):
                kind, answer = self.connection.recv()
                if kind == "answer":
                    return answer
                raise answer
        except (EOFError, OSError):
            self.end()
            raise Unavailable(
                "the computation failed; it may have needed too much memory"
            ) from None
        self.end()
        raise Unavailable(f"not finished within {seconds:g} seconds; try something smaller")

    def end(self) -> None:
        with self.ending:  # the thread that waits for an answer may be at it too
            self.process.kill()
            self.process.join()
            if not self.connection.closed:
                self.connection.close()


class Workers:
    """A few worker processes, and who waits for them."""

    def __init__(self, limits: Limits, factory: ModelFactory | None = None) -> None:
        self.limits, self.factory = limits, factory
        self.compiled = asyncio.Event()  # the compiled functions are ready to be loaded
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._all: set[_Worker] = set()
        self._stopped = False

    async def start(self, warm_up: Job) -> None:
        """Start the processes; one of them compiles what is not compiled yet."""
        for _ in range(self.limits.workers):
            await self._add()
        first = await self._free.get()
        self._task(self._compile(first, warm_up))

    async def stop(self) -> None:
        """End all processes; who waits for them is told so."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()
        for worker in self._all:
            worker.end()

    async def run(
        self, job: Job, *arguments: Any, seconds: float | None = None, compiled: bool = False
    ) -> Any:
        """Return what the job returns, or raise what it raises.

        A job that needs `compiled` functions waits until they are there.
        """
        limit = self.limits.seconds if seconds is None else seconds
        try:
            if compiled:
                await self._wait(
                    self.compiled.wait(),
                    "still compiling (this happens only once); try again in a moment",
                )
            worker = await self._wait(self._free.get(), "busy; try again in a moment")
            # Even if the client goes away, the worker is put back when it is done.
            return await asyncio.shield(self._task(self._exchange(worker, job, arguments, limit)))
        except asyncio.CancelledError:
            if self._stopped:
                raise Unavailable("the server was stopped") from None
            raise

    async def _wait(self, what: Any, otherwise: str) -> Any:
        try:
            return await asyncio.wait_for(self._task(what), self.limits.patience)
        except TimeoutError:
            raise Unavailable(otherwise) from None

    async def _exchange(
        self, worker: _Worker, job: Job, arguments: tuple[Any, ...], seconds: float
    ) -> Any:
        try:
            return await asyncio.to_thread(worker.ask, job, arguments, seconds)
        finally:
            if worker.process.is_alive():
                self._free.put_nowait(worker)
            elif not self._stopped:
                self._all.discard(worker)
                await self._add()

    async def _compile(self, worker: _Worker, warm_up: Job) -> None:
        try:
            await self._exchange(worker, warm_up, (), self.limits.compiling_seconds)
        finally:
            self.compiled.set()

    async def _add(self) -> None:
        worker = await asyncio.to_thread(_Worker, self.factory, self.limits.memory)
        self._all.add(worker)
        self._free.put_nowait(worker)

    def _task(self, work: Any) -> "asyncio.Task[Any]":
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _serve(connection: Connection, factory: ModelFactory | None, memory: int) -> None:
    """Do jobs, one after the other, until the server has gone."""
    global model  # noqa: PLW0603 - a process has one
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to handle
    _limit(memory)
    model = factory() if factory else None
    while True:
        try:
            job, arguments = connection.recv()
        except (EOFError, OSError):
            return
        with suppress(BrokenPipeError):
            connection.send(_done(job, arguments))


def _done(job: Job, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "answer", job(*arguments)
    except MultiplaneError as error:
        return "error", error
    except (MemoryError, RecursionError):
        return "error", Unavailable("this needs too much memory; try something smaller")
    except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
        traceback.print_exc(file=sys.stderr)
        return "error", RuntimeError(f"{type(error).__name__} in {job.__name__}")


def _limit(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

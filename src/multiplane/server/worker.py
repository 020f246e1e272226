"""A worker process: it does the work for one request after another, each in its time.

What users write may be anything, so nothing that takes long runs in the server itself.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.server.parsing import Model, ModelFactory

Job = Callable[..., Any]  # a function of some module, which can be pickled
# Spawned, not forked: the server has threads, and a worker shares nothing with it.
PROCESSES = multiprocessing.get_context("spawn")

model: Model | None = None  # of this worker process; jobs look for it here


class Unavailable(MultiplaneError):  # noqa: N818 - it says what happened
    """The work was not done: there was no worker, or not enough time."""


class Late(Unavailable):
    """The work was ended, because its time was up."""


class Worker:
    """A process with its own memory, and the server's end of the pipe to it.

    A `niceness` above 0 lets other processes go first where there are more of them than cores.
    """

    def __init__(self, factory: ModelFactory | None, memory: int, niceness: int = 0) -> None:
        self.connection, other = PROCESSES.Pipe()
        self.process = PROCESSES.Process(
            target=_serve,
            args=(other, factory, memory),
            daemon=True,
            name="multiplane-worker",
        )
        self.process.start()
        if niceness and self.process.pid and hasattr(os, "setpriority"):  # not on Windows
            # From outside, and thus at once: what it imports is much of its work.
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.process.pid, niceness)
        other.close()
        self.ending = threading.Lock()
        self.spent = 0.0  # seconds of computing for the last job; others may have had the core

    def ask(self, job: Job, arguments: tuple[Any, ...], seconds: float) -> Any:
        """Return the job's answer; afterwards the worker is alive, or the process has ended."""
        try:
            self.connection.send((job, arguments))
            if self.connection.poll(seconds):
                kind, answer, self.spent = self.connection.recv()
                if kind == "answer":
                    return answer
                raise answer
        except (EOFError, OSError):
            self.end()
            raise Unavailable(
                "the computation failed; it may have needed too much memory"
            ) from None
        self.end()
        raise Late(f"not finished within {seconds:g} seconds; try something smaller")

    def end(self) -> None:
        """End the process, whatever it does."""
        with self.ending:  # the thread that waits for an answer may be at it too
            self.process.kill()
            self.process.join()
            if not self.connection.closed:
                self.connection.close()


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
        begin = time.process_time()
        kind, answer = _done(job, arguments)
        with suppress(BrokenPipeError):
            connection.send((kind, answer, time.process_time() - begin))


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

"""A worker process as the server sees it: it answers in time, or is ended."""

import asyncio
import os
import socket
import threading
from contextlib import suppress
from typing import Any

from multiplane.server.messages import exchange
from multiplane.server.nursery import Nursery
from multiplane.server.workplace import Job, Late, Unavailable


class Worker:
    """A process with its own memory, and the server's end of the connection with it.

    A `niceness` above 0, added to that of the server, lets other processes go first where there are
    more of them than cores.
    """

    def __init__(self, nursery: Nursery, niceness: int = 0) -> None:
        self.connection, other = socket.socketpair()
        self.connection.setblocking(False)
        with other:
            try:
                self.process = nursery.born(other)
            except BaseException:
                self.connection.close()
                raise
        if niceness and self.process.pid and hasattr(os, "setpriority"):  # not on Windows
            # From outside, and thus at once: what it imports is much of its work.
            with suppress(OSError):
                own = os.getpriority(os.PRIO_PROCESS, 0)  # a server may be nice already
                os.setpriority(os.PRIO_PROCESS, self.process.pid, own + niceness)
        self.ending = threading.Lock()
        self.spent = 0.0  # seconds of computing for the last job; others may have had the core

    async def ask(self, job: Job, arguments: tuple[Any, ...], seconds: float) -> Any:
        """Return the job's answer; afterwards the worker is alive, or the process has ended."""
        try:
            async with asyncio.timeout(seconds):
                kind, answer, self.spent = await exchange(self.connection, (job, arguments))
        except TimeoutError:
            await asyncio.to_thread(self.end)
            raise Late(f"not finished within {seconds:g} seconds; try something smaller") from None
        except (EOFError, OSError):
            await asyncio.to_thread(self.end)
            raise Unavailable(
                "the computation failed; it may have needed too much memory"
            ) from None
        if kind == "answer":
            return answer
        raise answer

    def end(self) -> None:
        """End the process, whatever it does."""
        with self.ending:  # another thread may be at it too
            self.process.kill()
            self.process.join()
            self.connection.close()

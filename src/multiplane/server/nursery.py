"""Where worker processes come from.

On Linux all are copies of one process that has imported what they need and loaded the models: they
share its memory until they write to it, and are there within moments.  This process, the nursery,
does no work for requests and has no threads of the server.  Elsewhere each is started from nothing.
"""

import gc
import multiprocessing
import os
import select
import signal
import socket
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any, Protocol

from multiplane.server import workplace
from multiplane.server.messages import receive, send
from multiplane.server.parsing import Factories

# Spawned, not forked: the server has threads, and this process shares nothing with it.
PROCESSES = multiprocessing.get_context("spawn")
FORKS = sys.platform == "linux" and hasattr(os, "pidfd_open")
LOST = (EOFError, OSError)


class Process(Protocol):
    """What the server does with a worker's process."""

    @property
    def pid(self) -> int | None: ...
    def is_alive(self) -> bool: ...
    def kill(self) -> None: ...
    def join(self) -> None: ...


class Copy:
    """A process that is a child of the nursery; what stands for it is never another process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle: int | None = None
        with suppress(ProcessLookupError):  # it may have ended already
            self._handle = os.pidfd_open(pid)

    def is_alive(self) -> bool:
        handle = self._handle
        return handle is not None and not _ended(handle, 0)

    def kill(self) -> None:
        if self._handle is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def join(self) -> None:
        if self._handle is not None and _ended(self._handle):
            os.close(self._handle)
            self._handle = None


def _ended(handle: int, milliseconds: int | None = None) -> bool:
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(milliseconds))


class Nursery:
    """Starts workers for one server."""

    def __init__(self, factories: Factories, memory: int, *, forks: bool = FORKS) -> None:
        self.factories, self.memory, self.forks = factories, memory, forks
        self._prepare: workplace.Job | None = None
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: socket.socket | None = None
        self._one_at_a_time = threading.Lock()
        self._ended = False

    def born(self, connection: socket.socket) -> Process:
        """Return a new worker, which listens at this end of a connection."""
        if not self.forks:
            arguments = (connection, self.factories, self.memory)
            return _started(workplace.serve, arguments, "multiplane-worker")
        with self._one_at_a_time:
            try:
                return self._copied(connection)
            except LOST:  # it may have been killed
                self._forget()
            return self._copied(connection)

    def prepare(self, job: workplace.Job) -> bool:
        """Do what all workers would have to do first; return whether new ones have it done."""
        if not self.forks:
            return False
        with self._one_at_a_time:
            self._prepare = job
            with suppress(*LOST):
                self._told(("prepare", job))
        return True

    def end(self) -> None:
        """End the process from which others are copied; they are not ended by this."""
        self._ended = True
        if self._process:  # at once, so that nobody waits for what it loads
            self._process.kill()
        with self._one_at_a_time:
            self._forget()

    def _copied(self, connection: socket.socket) -> Copy:
        return Copy(self._told(("copy", self.memory), connection))

    def _told(self, message: Any, connection: socket.socket | None = None) -> Any:
        if self._ended:
            raise workplace.Unavailable("the server was stopped")
        if self._connection is None:
            self._connection, other = socket.socketpair()
            with other:
                self._process = _started(_nurse, (other, self.factories), "multiplane-nursery")
            if self._prepare:
                send(self._connection, ("prepare", self._prepare))
                receive(self._connection)
        send(self._connection, message)
        if connection:
            socket.send_fds(self._connection, [b"."], [connection.fileno()])
        return receive(self._connection)

    def _forget(self) -> None:
        if self._connection and self._process:
            self._connection.close()
            self._process.kill()
            self._process.join()
        self._connection = self._process = None


def _started(
    target: Any, arguments: tuple[Any, ...], name: str
) -> multiprocessing.process.BaseProcess:
    process = PROCESSES.Process(target=target, args=arguments, daemon=True, name=name)
    process.start()
    return process


def _nurse(connection: socket.socket, factories: Factories) -> None:
    """Load what workers need; then copy this process as often as the server asks for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to handle
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the server looks after the workers
    # What fails here fails in the worker once more, and is reported by it.
    with suppress(Exception, SystemExit):
        workplace.load(factories)
    _settle()
    while True:
        try:
            asked, argument = receive(connection)
            if asked == "copy":
                _, (end,), *_ = socket.recv_fds(connection, 1, 1)
                send(connection, _copy(connection, socket.socket(fileno=end), factories, argument))
            else:
                _prepared(argument)
                send(connection, None)
        except LOST:
            return


def _prepared(job: workplace.Job) -> None:
    try:
        job()
    except Exception:  # noqa: BLE001 - workers are less well prepared then, but there are some
        traceback.print_exc(file=sys.stderr)
    _settle()


def _settle() -> None:
    """Leave what is here for good to itself: a look at it would copy it."""
    gc.collect()
    gc.freeze()


def _copy(nursery: socket.socket, end: socket.socket, factories: Factories, memory: int) -> int:
    with end:
        pid = os.fork()
        if pid:
            return pid
        try:
            nursery.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            workplace.serve(end, factories, memory)
        except Exception:  # noqa: BLE001 - nobody else would say so
            traceback.print_exc(file=sys.stderr)
        finally:  # it must not go on as a second nursery
            os._exit(0)

"""What goes on in a worker process: it does the work for one request after another.

What users write may be anything, so nothing that takes long runs in the server itself.
"""

import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from multiplane.errors import MultiplaneError
from multiplane.server.limits import raised_by
from multiplane.server.messages import receive, send
from multiplane.server.parsing import Factories, Model

Job = Callable[..., Any]  # a function of some module, which can be pickled
models: tuple[Model, ...] = ()  # of this worker process; the first is the default


class Unavailable(MultiplaneError):  # noqa: N818 - it says what happened
    """The work was not done: there was no worker, or not enough time."""


class Busy(Unavailable):
    """The work was not begun: too much other work goes on; later there may be room."""


class Late(Unavailable):
    """The work was ended, because its time was up."""


def serve(connection: socket.socket, factories: Factories, memory: int) -> None:
    """Do jobs, one after the other, until the server has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server to handle
    _limit(memory)
    if not models:  # unless the process of which this is a copy has loaded them
        load(factories)
    while True:
        try:
            job, arguments = receive(connection)
        except (EOFError, OSError):
            return
        begin = time.process_time()
        kind, answer = _done(job, arguments)
        with suppress(BrokenPipeError):
            send(connection, (kind, answer, time.process_time() - begin))


def load(factories: Factories) -> None:
    """Make the models of this process."""
    global models  # noqa: PLW0603 - a process has its own
    models = tuple(factory() for factory in factories)


def _done(job: Job, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "answer", job(*arguments)
    except MultiplaneError as error:
        return "error", error
    except (MemoryError, RecursionError):
        return "error", Unavailable(
            f"this needs too much memory; try something smaller ({raised_by('memory')})"
        )
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

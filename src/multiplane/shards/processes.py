"""Workers as processes of this machine.

They end with the process that started them, however that ends, and remove what they were writing.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from multiplane.ending import end_all, ensured
from multiplane.errors import MultiplaneError
from multiplane.shards.crew import TRIES, Crew, Task, answers

T = TypeVar("T")
R = TypeVar("R")
READY = "ready"


def processes(
    task: Task[T, R], items: Iterable[T], *, workers: int, tries: int = TRIES
) -> Iterator[tuple[T, Any]]:
    """Do items in processes; give each with its result or its `Failure`, in the order of their
    ends.  Few are read ahead.
    """
    crew = Crew(items, tries, ahead=1)  # so that no two ends of a connection wait for each other
    starts = _Starts(tries)
    with ExitStack() as stack:
        team: dict[Any, _Worker] = {}
        stack.enter_context(ensured(partial(_end, team)))
        while True:
            while len(team) < workers and crew.more():
                _Worker.started(task, team, crew)
            if not crew.busy():  # workers that are still to begin are not needed
                return
            for channel in wait([*team]):
                worker = team[channel]
                try:
                    answer = worker.channel.recv()
                except (EOFError, OSError):
                    del team[channel]
                    worker.process.join()
                    if not worker.ready:
                        starts.failed(worker.process.exitcode)
                    yield from crew.gone(worker)
                    continue
                if answer == READY:
                    worker.ready = True
                else:
                    yield from crew.finished(worker, answer)
                for batch in crew.given(worker):
                    worker.send(batch)
                if not crew.has[worker]:
                    # Nothing waits; what others have may come back, and needs another worker then.
                    del team[channel], crew.has[worker]
                    worker.dismiss()


class _Starts:
    """How often a worker ended before it had begun: that is no fault of an item."""

    def __init__(self, most: int) -> None:
        self.left = most

    def failed(self, code: int | None) -> None:
        self.left -= 1
        if self.left <= 0:
            raise MultiplaneError(
                f"workers crash at their start (exit code {code}); is there enough memory?"
            )


class _Worker:
    """A process, and our end of the connection with it."""

    def __init__(self, process: Any, channel: Connection) -> None:
        self.process, self.channel, self.ready = process, channel, False

    @classmethod
    def started(cls, task: Any, team: dict[Any, "_Worker"], crew: Crew[Any]) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(task, theirs), daemon=True)
        process.start()
        theirs.close()
        worker = cls(process, ours)
        team[ours] = worker
        crew.join(worker)

    def send(self, batch: Any) -> None:
        with suppress(OSError):  # it has ended, which its end of the connection will tell
            self.channel.send(batch)

    def dismiss(self) -> None:
        self.channel.close()
        self.process.join()


def _end(team: dict[Any, _Worker]) -> None:
    """End all processes, whatever they do."""
    for worker in team.values():
        worker.process.kill()
    for worker in team.values():
        worker.process.join()


def _serve(task: Task[Any, Any], channel: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work = task.begin()
    channel.send(READY)
    with suppress(EOFError, OSError):
        while True:
            channel.send(answers(work, channel.recv()))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    end_all()
    os._exit(1)

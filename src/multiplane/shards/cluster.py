"""Workers as actors of Ray, on this machine or on a cluster.

Ray decides where they run.  One that dies, with its process or its whole node, is replaced by a new
one, as soon as there is room for it; what it had is done by others.
"""

import os
import platform
import socket
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from multiplane.errors import MultiplaneError, missing_package
from multiplane.shards.crew import TRIES, Answers, Crew, Task, answers
from multiplane.shards.plan import Hopeless

T = TypeVar("T")
R = TypeVar("R")
LOCAL = "here"  # the address of a cluster that is found, or started on this machine
PATIENCE = 10.0  # seconds without a worker, after which that is said


def library() -> Any:
    """Import Ray, or say how to install it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody else is told
    try:
        import ray
    except ImportError:
        raise missing_package("--ray needs", "ray", "ray") from None
    return ray


@contextmanager
def connected(address: str = LOCAL, workers: int | None = None) -> Iterator[str]:
    """Join a cluster, or start Ray on this machine if there is none; give the dashboard's address.

    `workers` is how many cores Ray may use where it is started.
    """
    ray = library()
    common: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if ray.is_initialized():  # by whoever called us
        yield ""
        return
    _check_answers(address)
    try:
        if address == "local":
            context = ray.init(address=address, num_cpus=workers, **common)
        elif address != LOCAL:
            context = ray.init(address=address, **common)
        else:
            try:
                context = ray.init(address="auto", **common)
            except ConnectionError:
                context = ray.init(address="local", num_cpus=workers, **common)
    except Exception as error:  # Ray raises just that if a start takes too long
        said = str(error).strip().partition("\n")[0]
        token = isinstance(error, ConnectionError) and not os.environ.get("RAY_AUTH_MODE")
        advice = "; if it wants a token, set RAY_AUTH_MODE=token" if token else ""
        raise MultiplaneError(f"Ray, {address}: no working cluster ({said}){advice}") from error
    try:
        yield context.dashboard_url or ""
    finally:
        ray.shutdown()


def _check_answers(address: str) -> None:
    """Refuse an address where nobody listens: Ray would try for many minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isdigit()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        said = getattr(error, "strerror", None) or error
        raise MultiplaneError(f"Ray, {address}: no answer ({said})") from error


def cores() -> int:
    """Return how many cores the cluster has."""
    return max(int(library().cluster_resources().get("CPU", 1)), 1)


@dataclass(frozen=True)
class Model:
    """The bytes of a model in Ray's object store, for machines that do not have its file."""

    stored: list[Any]  # a reference, which Ray would fetch if it were not in a list

    @classmethod
    def put(cls, path: str) -> "Model":
        return cls([library().put(Path(path).read_bytes())])

    def path(self, path: str, folder: str) -> str:
        """Return where the model is: at its path, or else in a folder to which it is written."""
        if Path(path).is_file():
            return path
        (reference,) = self.stored
        written = Path(folder, "model.mp")
        written.write_bytes(library().get(reference))
        return str(written)


class Process(NamedTuple):
    """The process of an actor, and its machine."""

    node: str
    number: int

    @property
    def lives(self) -> bool:
        """Is it still there?  Those of other machines are not seen, and on Windows none is."""
        if self.node != platform.node() or os.name == "nt":
            return False
        try:
            os.kill(self.number, 0)
        except OSError:
            return False
        return True


class _Actor:
    """Begins a task once, and does its items."""

    def __init__(self, task: Any, model: Model | None) -> None:
        self.task, self.model = task, model
        self.work: Callable[[Any], Any] | None = None

    def ready(self) -> Process:
        return Process(platform.node(), os.getpid())

    def do(self, batch: list[Any]) -> Answers:
        if self.work is None:
            try:
                self.work = self._begun()
            except Exception as error:  # noqa: BLE001 - whatever it is, others would meet it too
                return Answers((Hopeless(str(error) or type(error).__name__),), 0.0)
        return answers(self.work, batch)

    def _begun(self) -> Callable[[Any], Any]:
        """Begin the task; a model that is not at its path here comes from the object store."""
        plan = getattr(self.task, "plan", None)
        if self.model is None or plan is None or Path(plan.path).is_file():
            work: Callable[[Any], Any] = self.task.begin()
            return work
        with tempfile.TemporaryDirectory() as folder:
            begun = replace(self.task, plan=plan.at(self.model.path(plan.path, folder))).begin()
            if load := getattr(begun, "load", None):
                load()  # as long as the file is there
        return begun  # type: ignore[no-any-return]


def cluster(
    task: Task[T, R],
    items: Iterable[T],
    *,
    workers: int,
    tries: int = TRIES,
    model: Model | None = None,
    resources: dict[str, float] | None = None,
    say: Callable[[str], object] = lambda _: None,
) -> Iterator[tuple[T, Any]]:
    """Do items in actors; give each with its result or its `Failure`, in the order of their ends.

    An actor takes one core unless `resources` (num_cpus, num_gpus, memory …) say otherwise.  Few
    items are read ahead.
    """
    ray = library()
    crew = Crew(items, tries)
    common = {"num_cpus": 1, "max_restarts": 0, "max_task_retries": 0} | (resources or {})
    kind = ray.remote(_Actor).options(**common)
    team: dict[Any, deque[Any]] = {}  # actors, and what they are to answer, in order
    processes: dict[Any, Process] = {}  # of actors that have begun
    silent, starts = 0.0, tries
    try:
        while True:
            while len(team) < workers and crew.more():
                actor = kind.remote(task, model)
                team[actor] = deque([actor.ready.remote()])
            if not crew.busy():  # workers that are still to begin are not needed
                return
            first = {answers[0]: actor for actor, answers in team.items()}
            ended, _ = ray.wait([*first], num_returns=1, timeout=PATIENCE)
            silent = 0.0 if ended or crew.has else silent + PATIENCE
            if silent == PATIENCE:
                say("waiting for Ray to start workers; does the cluster have a free core?")
            for actor in (first[reference] for reference in ended):
                try:
                    answer = ray.get(team[actor].popleft())
                except ray.exceptions.RayError as error:
                    del team[actor]
                    ray.kill(actor)  # if it lives, what it has is done by another all the same
                    if actor in crew.has:
                        yield from crew.gone(actor)
                        continue
                    starts -= 1  # it had not begun, perhaps since its machine has gone
                    if not starts:
                        reason = str(error).strip().partition("\n")[0]
                        raise MultiplaneError(f"Ray cannot start workers: {reason}") from error
                    continue
                if actor not in crew.has:
                    crew.join(actor)
                    processes[actor] = answer
                    starts = tries
                else:
                    yield from crew.finished(actor, answer)
                team[actor].extend(actor.do.remote(batch) for batch in crew.given(actor))
                if not team[actor]:
                    del crew.has[actor], team[actor]
                    ray.kill(actor)
    finally:
        for actor in team:
            ray.kill(actor)
        _await_end([processes[actor] for actor in team if actor in processes])


def _await_end(processes: Iterable[Process]) -> None:
    """Wait for killed actors, whose drafts nobody may remove as long as they live."""
    limit = time.monotonic() + PATIENCE
    for process in processes:
        while process.lives and time.monotonic() < limit:
            time.sleep(0.01)

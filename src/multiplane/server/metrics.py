"""Counts of what the server does, in the text format of Prometheus.

All requests pass through one process, so its counts are those of all workers.  Labels have few
values: routes of the application, statuses, models and lanes.
"""

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from multiplane.version import __version__

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
OTHER = "other"  # the route of what no route is for, or what was refused before
Labels = dict[str, str]
Sample = tuple[str, Labels, float]  # what follows the name, labels, the value


class Metrics:
    """Counters of one server since its start."""

    def __init__(self) -> None:
        self.begin = time.time()
        self.requests: Counter[tuple[str, int]] = Counter()  # by route and status
        self.latencies: dict[str, list[int]] = {}  # by route, how many in each bucket
        self.seconds: Counter[str] = Counter()  # by route, all together
        self.words: Counter[str] = Counter()  # by model
        self.sentences: Counter[str] = Counter()

    def answered(self, route: str, status: int, seconds: float) -> None:
        self.requests[route, status] += 1
        buckets = self.latencies.setdefault(route, [0] * (len(BUCKETS) + 1))
        buckets[bisect_left(BUCKETS, seconds)] += 1
        self.seconds[route] += seconds  # type: ignore[assignment]

    def parsed(self, model: str, words: int, sentences: int) -> None:
        self.words[model] += words
        self.sentences[model] += sentences

    def text(self, state: Any) -> str:
        """Write all of them, with what workers and connections are doing now."""
        return "".join(_written(*metric) for metric in (*self._counted(), *_current(state)))

    def _counted(self) -> Iterator[tuple[str, str, str, list[Sample]]]:
        yield "build_info", "gauge", "Version.", [("", {"version": __version__}, 1)]
        yield "start_time_seconds", "gauge", "When the server started.", [("", {}, self.begin)]
        yield (
            "requests_total",
            "counter",
            "Requests that were answered.",
            [
                ("", {"route": route, "status": str(status)}, count)
                for (route, status), count in sorted(self.requests.items())
            ],
        )
        yield "request_seconds", "histogram", "Time to an answer.", list(self._histogram())
        busy = sum(count for (_, status), count in self.requests.items() if status == 503)
        yield (
            "refused_total",
            "counter",
            "Requests refused for want of time or room.",
            [("", {}, float(busy))],
        )
        for kind, counts in (("words", self.words), ("sentences", self.sentences)):
            samples = [("", {"model": key}, float(counts[key])) for key in sorted(counts)]
            yield f"{kind}_total", "counter", f"{kind.capitalize()} that were processed.", samples

    def _histogram(self) -> Iterator[Sample]:
        for route, counts in sorted(self.latencies.items()):
            below = 0
            for most, count in zip((*BUCKETS, float("inf")), counts, strict=True):
                below += count
                bound = "+Inf" if most == float("inf") else f"{most:g}"
                yield "_bucket", {"route": route, "le": bound}, below
            yield "_sum", {"route": route}, self.seconds[route]
            yield "_count", {"route": route}, below


def _current(state: Any) -> Iterator[tuple[str, str, str, list[Sample]]]:
    workers = state.workers
    lanes = (("short", workers.cheap), ("long", workers.costly))
    ready = float(workers.readiness.reached)
    yield "ready", "gauge", "1 if models are loaded and all is compiled.", [("", {}, ready)]
    for name, kind, help_text, value in OF_LANES:
        yield name, kind, help_text, [("", {"lane": key}, value(lane)) for key, lane in lanes]
    if (crowd := getattr(state, "crowd", None)) is not None:
        for name, kind, help_text, count in (
            ("connections", "gauge", "Connections that are open.", len(crowd.admitted)),
            ("connections_refused_total", "counter", "Connections refused.", crowd.turned_away),
        ):
            yield name, kind, help_text, [("", {}, count)]


def memory_of(pid: int) -> int:
    """Return the bytes of a process, its share of what it shares; 0 where nobody says."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:
        return 0
    return next(
        (int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss:")), 0
    )


OF_LANES: tuple[tuple[str, str, str, Callable[[Any], float]], ...] = (
    ("queue_length", "gauge", "Requests that wait for a worker.", lambda lane: lane.waiting),
    ("workers", "gauge", "Worker processes.", lambda lane: lane.size),
    ("workers_busy", "gauge", "Workers that are at work.", lambda lane: lane.busy),
    (
        "workers_replaced_total",
        "counter",
        "Workers that died or were ended.",
        lambda lane: lane.replaced,
    ),
    (
        "worker_memory_bytes",
        "gauge",
        "Memory of workers; what they share is divided between them (on Linux).",
        lambda lane: sum(map(memory_of, lane.pids)),
    ),
)


def _written(name: str, kind: str, help_text: str, samples: Iterable[Sample]) -> str:
    whole = f"multiplane_{name}"
    lines = [f"# HELP {whole} {help_text}", f"# TYPE {whole} {kind}"]
    for suffix, labels, value in samples:
        said = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
        lines.append(f"{whole}{suffix}{f'{{{said}}}' if said else ''} {value:.15g}")
    return "\n".join([*lines, ""])


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


class Measured:
    """Count requests by route and status, and how long they took."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin, status = time.perf_counter(), 499  # as long as there is no answer

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            route = getattr(scope.get("route"), "path", OTHER)
            self.metrics.answered(route, status, time.perf_counter() - begin)

"""A run: shards go to an engine, and what comes back is counted and written down, in order."""

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from multiplane.ending import ensured
from multiplane.errors import MultiplaneError
from multiplane.formats.names import EXTENSIONS
from multiplane.shards import manifest
from multiplane.shards.crew import Failure, Task
from multiplane.shards.plan import Plan
from multiplane.shards.shard import Shard
from multiplane.shards.storage import Folder, absolute, real
from multiplane.shards.work import Done, Looking, Parsing, Receipt, place_of, receipt_of


class Engine(Protocol):
    """Who does the work: `processes`, or `cluster`."""

    def __call__(self, task: Task[Any, Any], items: Iterable[Any]) -> Iterator[tuple[Any, Any]]: ...


@dataclass
class Progress:
    """What has come of a run so far."""

    shards: int
    done: int = 0  # in this run or before
    before: int = 0
    failed: int = 0
    sentences: int = 0
    words: int = 0  # in this run
    unparsed: int = 0
    words_before: int = 0
    problem: str = ""  # the first that set a shard aside
    begin: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.begin

    @property
    def left(self) -> int:
        return self.shards - self.done - self.failed

    @property
    def rate(self) -> float:
        """Words a second."""
        return self.words / self.seconds if self.words else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The time that the rest will take; None as long as nothing is known."""
        fresh = self.done - self.before + self.failed
        return self.left * self.seconds / fresh if fresh else None

    def take(self, outcome: Done | Failure | None) -> None:
        """Count a shard."""
        if isinstance(outcome, Failure):
            self.failed += 1
            self.problem = self.problem or outcome.error
        elif outcome is not None:
            self.done += 1
            self.sentences += outcome.receipt.sentences
            self.unparsed += outcome.receipt.unparsed
            if outcome.before:
                self.before += 1
                self.words_before += outcome.receipt.words
            else:
                self.words += outcome.receipt.words


def run(
    plan: Plan,
    shards: Sequence[Shard],
    output: str,
    engine: Engine,
    *,
    reports: bool = True,
    task: Task[Shard, Done] | None = None,
    see: Callable[[Progress], object] = lambda _: None,
) -> Progress:
    """Parse shards to a folder; `see` is told of each that ends.

    The manifest and the report of failures are the same on any engine.  Without `reports`, they
    are not written: others do the other shards of the same output.
    """
    output = absolute(output)
    outputs = check_places(shards, plan, output)
    folder, progress = Folder(output), Progress(len(shards))
    places = {shard: place for place, shard in enumerate(shards)}
    lines, failures = [""] * len(shards), [""] * len(shards)
    with ensured(folder.tidy):
        for shard, outcome in engine(task or Parsing(plan, output), shards):
            progress.take(outcome)
            place = places[shard]
            lines[place], failures[place] = _lines(shard, outcome)
            see(progress)
        if reports:
            _remove_replaced(folder, shards, plan, outputs)
            manifest.write(folder, lines, failures)
    return progress


def check_places(shards: Iterable[Shard], plan: Plan, output: str) -> Collection[str]:
    """Return the names of outputs; refuse two inputs for one, and one in the place of an input."""
    made: dict[str, Shard] = {}
    inputs = {real(shard.path) for shard in shards}
    for shard in shards:
        name = place_of(shard, plan.to)
        if name in manifest.REPORTS:
            raise MultiplaneError(
                f"{name}: found an output for {shard.path} with the name of a report of the run;"
                " rename the input, or choose another format with --to"
            )
        if real(f"{output}/{name}") in inputs:
            raise MultiplaneError(
                f"{output}/{name}: it is an input and would be replaced; name another folder with"
                " --output"
            )
        other = made.setdefault(name, shard)
        if other is not shard:
            raise MultiplaneError(
                f"{name}: found two inputs for it, {other.path} and {shard.path}; parse them into"
                " folders of their own, or choose a kind with --input"
            )
    return made.keys()


def _remove_replaced(
    folder: Folder, shards: Iterable[Shard], plan: Plan, outputs: Collection[str]
) -> None:
    """Remove outputs of the same inputs, in the same format, that were cut in another way.

    Their receipts tell, also those of a run that was killed before it wrote a manifest.
    """
    kind = EXTENSIONS[plan.to]
    part = re.compile(rf"\.\d{{4,}}(?={re.escape(kind)}$)")
    inputs = {shard.name for shard in shards}
    uncut = {place_of(replace(shard, parts=1), plan.to) for shard in shards if shard.part == 1}
    for receipt in [*folder.below(manifest.HIDDEN)]:
        output = receipt.removesuffix(".json")
        if output in outputs or not {output, part.sub("", output)} & uncut:
            continue
        said = Receipt.read(folder, output)
        if said is not None and said.input in inputs:
            folder.remove(receipt_of(output))
            folder.remove(output)


def _lines(shard: Shard, outcome: Done | Failure) -> tuple[str, str]:
    """Return what the manifest and the report of failures say of a shard."""
    where = {"input": shard.name, "part": shard.part, "parts": shard.parts}
    if isinstance(outcome, Failure):
        what = {"unparsed": "all", "tries": outcome.tries, "problems": [outcome.error]}
        return "", manifest.line(where | what)
    receipt = outcome.receipt
    if not receipt.unparsed:
        return receipt.line, ""
    what = {"unparsed": receipt.unparsed, "tries": 1, "problems": receipt.problems}
    return receipt.line, manifest.line(where | what)


def look(plan: Plan, shards: Sequence[Shard], output: str, engine: Engine) -> Progress:
    """Count what was done before; nothing is written."""
    output = absolute(output)
    check_places(shards, plan, output)
    progress = Progress(len(shards))
    for _, outcome in engine(Looking(plan, output), shards):
        progress.take(outcome)
    return progress

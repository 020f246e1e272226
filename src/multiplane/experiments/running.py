"""Perform a run: train, parse the file to score, score, store."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from multiplane.errors import MultiplaneError
from multiplane.evaluation import evaluate
from multiplane.experiments.precision.precision import precision
from multiplane.experiments.runs import Run
from multiplane.experiments.store import Result, Store
from multiplane.parsing.stream import parse_file
from multiplane.training import training

if TYPE_CHECKING:
    from multiplane.training.training import Moment

Watch = Callable[["Moment"], None]


def perform(run: Run, store: Store, watch: Watch = lambda _: None) -> Result:
    """Do a run and store its result; an error in the input is a result, too."""

    def make(output: Path) -> Result:
        try:
            return _result(run, output, watch)
        except MultiplaneError as error:
            return Result(output, failed=str(error))

    return store.keep(run, make)


@dataclass(frozen=True)
class Performing:
    """The task of an experiment on many workers: runs in, results out, kept in a shared folder."""

    results: str

    def begin(self) -> Callable[[Run], Result]:
        store = Store(self.results)
        return lambda run: perform(run, store)


def _result(run: Run, output: Path, watch: Watch) -> Result:
    options = dict(run.row.options)
    begin = time.perf_counter()
    dev = run.treebank.files.get("dev")
    with _not_cut_short():
        parser = training.train(
            options.pop("system"),
            str(run.treebank.files["train"]),
            str(dev) if dev else None,
            seed=run.seed,
            watch=watch,
            **options,
        )
    trained = time.perf_counter()
    parse_file(parser, str(run.gold), str(output))
    parsed = time.perf_counter()
    scores = evaluate(str(run.gold), str(output), bootstrap=0).scores
    try:
        steps = [score.as_dict() for score in precision(parser, str(run.gold))]
    except MultiplaneError:  # not a greedy parser, for example; the other scores remain
        steps = None
    return Result(
        output,
        scores,
        parser.training.get("scores"),
        parser.training.get("best_epoch"),
        {"train": round(trained - begin, 3), "parse": round(parsed - trained, 3)},
        steps,
    )


@contextmanager
def _not_cut_short() -> Iterator[None]:
    """Make Ctrl-C abort the run: `train` would return the best parser so far."""
    if threading.current_thread() is not threading.main_thread():  # other threads get no signals
        yield
        return
    pressed = []

    def press(number: int, frame: FrameType | None) -> None:
        pressed.append(number)
        signal.default_int_handler(number, frame)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            raise KeyboardInterrupt

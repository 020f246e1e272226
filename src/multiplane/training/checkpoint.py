"""Checkpoints: the state of a training after each epoch, from which it can be continued.

A checkpoint is a data file like a model.  It holds the best parser so far, and what the learner
needs to go on as if it had never stopped.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from multiplane import modelfile
from multiplane.errors import MultiplaneError
from multiplane.modelfile.fields import Figure, Free, Number
from multiplane.modelfile.part import Part
from multiplane.modelfile.records import Many, Named, Record
from multiplane.parsing.parser import Parser

FORMAT = "multiplane training 1"
BEST, LEARNER = "best", "learner"  # parts of the file

# What users call some of what determines the outcome of a training.
CALLED = {
    "train": "training files",
    "dev": "development file",
    "design": "system, sizes or options",
    "versions": "versions of packages",
    "halves": "precision (that of another processor)",
}

TRAINING = Part(
    "training",
    "is a checkpoint: the best parser so far, and what the learner needs to go on. Their names"
    " and a slash stand before those of their arrays.",
    fields={
        "training": Free(),  # compared with what determines the outcome of this training
        "epoch": Number(1),
        "history": Many(Named(Figure())),
        BEST: Record({"training": Record({"best_epoch": Number(1)})}),
        LEARNER: Record({}),
    },
)


@dataclass(frozen=True)
class Progress:
    """How far a training has come."""

    epoch: int = 0
    best: Parser | None = None
    history: tuple[dict[str, float], ...] = ()


def check_place(path: str | PathLike[str]) -> None:
    """Raise an error if no checkpoint can be there: before the first epoch, not after it."""
    place = Path(path)
    if not place.parent.is_dir():
        raise MultiplaneError(f"{place}: there is no folder {place.parent}; make it first")
    if place.is_dir():
        raise MultiplaneError(f"{place}: found a folder; expected a file for the checkpoint")


@dataclass(frozen=True)
class Checkpoint:
    """A file for the state of one training, described by what determines its outcome.

    The learner has `state`, data and arrays of all that changes in training, and `resume`.
    """

    path: str | PathLike[str]
    training: Mapping[str, Any]

    def found(self, learner: Any) -> Progress:
        """Read the file, if it is there, and let the learner resume."""
        path = Path(self.path)
        check_place(path)
        if not path.exists():
            return Progress()
        content, arrays = modelfile.load(self.path, FORMAT, "train --checkpoint")
        if content.get("training") != self.training:
            raise MultiplaneError(
                f"{self.path}: found a checkpoint of another training"
                f" ({self._other(content.get('training'))}); remove it, or name another file"
            )
        with modelfile.reading(self.path, advice="; remove it"):
            said = TRAINING.values(content)
            scores, epochs = len(said["history"]), said["epoch"] if self.training["dev"] else 0
            if scores != epochs:
                raise MultiplaneError(f"history: found {scores} epochs; expected {epochs}")
            best = Parser.from_file(content[BEST], arrays.under(f"{BEST}/"))
            learner.resume(content[LEARNER], arrays.under(f"{LEARNER}/"))
            return Progress(said["epoch"], best, said["history"])

    def _other(self, said: Any) -> str:
        """Say what differs from the training that wrote the file."""
        known = said if isinstance(said, Mapping) else {}
        names = [
            CALLED.get(name, name)
            for name, value in self.training.items()
            if name not in known or known[name] != value
        ]
        return f"other {', '.join(names) or 'settings'}"

    def keep(self, learner: Any, progress: Progress) -> None:
        """Write the file; it appears whole or not at all."""
        assert progress.best is not None
        data, arrays = learner.state()
        content = TRAINING.content(
            {
                "training": self.training,
                "epoch": progress.epoch,
                "history": progress.history,
                BEST: progress.best.as_dict(),
                LEARNER: data,
            }
        )
        best = progress.best.as_arrays()
        every = {f"{BEST}/{name}": array for name, array in best.items()}
        every |= {f"{LEARNER}/{name}": array for name, array in arrays.items()}
        modelfile.save(self.path, FORMAT, content, every)

    def remove(self) -> None:
        """Remove the file, when training has ended."""
        Path(self.path).unlink(missing_ok=True)

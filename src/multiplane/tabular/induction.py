"""EM from several starts, with checkpoints, so that it can be resumed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from multiplane import modelfile
from multiplane.errors import MultiplaneError
from multiplane.modelfile.fields import Figure, Flag, Number
from multiplane.modelfile.records import Many, Record, Such
from multiplane.tabular.alphabet import Alphabet, Codes
from multiplane.tabular.em import ANNEALED, em, start
from multiplane.tabular.history import History
from multiplane.tabular.model import Model, load

ROUNDS = Many(Record({"log_likelihood": Figure()}))
STARTS = Many(  # notes of a checkpoint
    Such(
        Record({"seed": Number(0, 2**64), "ended": Flag(), "rounds": ROUNDS}),
        "with rounds if it has ended",
        lambda one: one["rounds"] or not one["ended"],
    ),
    least=1,
)


@dataclass
class Induction:
    """The progress so far: for each start its seed, its rounds, and whether it has ended.

    `score`, if given, computes what else to record about a model after each round.
    """

    corpus: Sequence[Codes]
    alphabet: Alphabet
    kind: History
    how: str = "harmonic"
    seed: int = 1
    iterations: int = 50
    tolerance: float = 1e-5
    anneal: float = 1.0
    single_root: bool = False
    checkpoint: Path | None = None
    score: Callable[[Model], dict[str, Any]] = lambda _: {}
    starts: list[dict[str, Any]] = field(default_factory=list)
    winner: Model | None = None  # the likeliest of the starts that have ended

    def run(self, restarts: int, advance: Callable[[int], None] = lambda _: None) -> Model:
        """Do the remaining work, and return the likeliest model."""
        model = self._resume()
        done = sum(one["ended"] for one in self.starts)
        for number in range(done, restarts):
            if model is None:
                model = start(
                    self.kind, self.alphabet, self.corpus, self.how, self.seed + number,
                    single_root=self.single_root,
                )  # fmt: skip
                self.starts.append({"seed": self.seed + number, "ended": False, "rounds": []})
            rounds = self.starts[-1]["rounds"]
            before = rounds[-1]["log_likelihood"] if rounds else -math.inf
            if self.anneal < 1.0 and len(rounds) <= ANNEALED:
                before = -math.inf
            for step in em(
                model, self.corpus, self.iterations, self.tolerance, single_root=self.single_root,
                anneal=self.anneal, first=len(rounds) + 1, before=before,
            ):  # fmt: skip
                advance(number * self.iterations + step.iteration)
                model = step.model
                rounds.append({"log_likelihood": step.loglik, **self.score(model)})
                if step.last:  # said with its last round: resumed between, there would be another
                    self._end(model)
                else:
                    self._save(model)
            if not self.starts[-1]["ended"]:  # resumed with fewer rounds than it had
                self._end(model)
            model = None
        assert self.winner is not None, "there is at least one start"
        return self.winner

    @property
    def _signature(self) -> list[Any]:
        words = sum(len(codes) - 2 for codes in self.corpus)
        how = [self.how, self.seed, self.anneal, self.single_root]
        return [len(self.corpus), words, *how, self.kind.name, self.kind.degree]

    def _end(self, model: Model) -> None:
        one = self.starts[-1]
        one["ended"] = True
        best = max(s["rounds"][-1]["log_likelihood"] for s in self.starts if s["rounds"])
        if self.winner is None or one["rounds"][-1]["log_likelihood"] == best:
            notes = {"by": "induce", "seed": one["seed"], "log_likelihood": best}
            self.winner = replace(model, notes=notes)
            if self.checkpoint:
                self.winner.save(self._best)
        self._save(model)

    @property
    def _best(self) -> Path:
        assert self.checkpoint is not None
        return self.checkpoint.with_name(f"{self.checkpoint.name}.best")

    def _save(self, model: Model) -> None:
        if self.checkpoint:
            notes = {"signature": self._signature, "starts": self.starts}
            replace(model, notes=notes).save(self.checkpoint)

    def _resume(self) -> Model | None:
        """Read the checkpoint, if there is one; return the model of a start that has not ended."""
        if not (self.checkpoint and self.checkpoint.exists()):
            return None
        model = load(self.checkpoint)
        if model.notes.get("signature") != self._signature or model.alphabet != self.alphabet:
            raise MultiplaneError(
                f"{self.checkpoint}: belongs to other sentences or settings; "
                "name another checkpoint, or delete it"
            )
        with modelfile.reading(self.checkpoint):
            STARTS.take(model.notes.get("starts"), "notes.starts")
        self.starts = model.notes["starts"]
        if any(one["ended"] for one in self.starts):
            self.winner = load(self._best)
        return None if self.starts[-1]["ended"] else model
